"""Complex numbers of a `.tflite` file: spectra by RFFT2D, and what becomes real again of them.

TFLite's converter writes them for `tf.signal`. Their parts are two tensors, so that whatever moves
elements moves both. No other operator takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, cast

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.node_writer import sized
from aoe.frontends.tflite.call import MOVES, Call, Special, int64

#: The element type that is computed as two tensors.
COMPLEX = "COMPLEX64"
#: Operators that only move elements, and so take spectra.
_MOVING = frozenset(
    [
        *("RESHAPE", "SQUEEZE", "EXPAND_DIMS", "TRANSPOSE", "CONCATENATION", "PACK", "UNPACK"),
        *("SPLIT", "SPLIT_V", "TILE", "BROADCAST_TO", "REVERSE_V2", "GATHER", "GATHER_ND"),
        *("SLICE", "STRIDED_SLICE"),
    ]
)
#: Those of them whose operands all have elements of the result.
_JOINING = frozenset(["CONCATENATION", "PACK"])


@dataclass(frozen=True, eq=False)
class Spectrum(Special):
    """Complex numbers.

    Attributes:
        real: Their real parts.
        imaginary: Their imaginary parts, of the same shape.
    """

    real: LayoutOperand
    imaginary: LayoutOperand
    what = "complex numbers"


#: An operand that may be complex.
Number: TypeAlias = "LayoutOperand | Special"


def takes_spectra(kind: str) -> bool:
    """Whether an operator may have complex operands or results."""
    return kind in _MOVING or kind in _FUNCTIONS


def spectral(call: Call, operands: Sequence[Number | None]) -> list[Number] | None:
    """The results of an operator that has complex operands or results; None for others.

    Args:
        call: The operator. Its own operands have no meaning if one of them is complex.
        operands: Its operands.

    Raises:
        UnsupportedNodeError: It does not take complex numbers.
    """
    kind = call.operator.kind
    if kind in _FUNCTIONS:
        return [_FUNCTIONS[kind](call, operands)]
    if not any(isinstance(item, Spectrum) for item in operands):
        return None
    if kind not in _MOVING or any(
        isinstance(item, Special) and not isinstance(item, Spectrum) for item in operands
    ):
        raise UnsupportedNodeError(f"it takes {Spectrum.what}")
    if kind in _JOINING and not all(isinstance(item, Spectrum) for item in operands):
        raise UnsupportedNodeError("it joins complex and real numbers")
    tensors = tuple(replace(tensor, kind="FLOAT32") for tensor in call.output_tensors)
    halves = []
    for part in ("real", "imaginary"):
        given = tuple(_part(item, part) if item is not None else None for item in operands)
        found = MOVES[kind](replace(call, inputs=given, output_tensors=tensors))
        halves.append(list(found) if isinstance(found, tuple | list) else [found])
    return [Spectrum(*pair) for pair in zip(*halves, strict=True)]


def _part(item: Number, part: str) -> LayoutOperand:
    found = getattr(item, part) if isinstance(item, Spectrum) else item
    assert not isinstance(found, Special)
    return cast(LayoutOperand, found)


def _transform(call: Call, operands: Sequence[Number | None]) -> Spectrum:
    """The half of the spectrum along the last axis, and all of it along the one before. Both axes
    are cut, or filled with zeros.
    """
    for item in operands:
        if isinstance(item, Special):
            raise UnsupportedNodeError(f"it takes {item.what}")
    x, sizes = call.plain(0), call.integers(1, "lengths")
    rank = len(shape_of(x))
    if dtype_of(x) != np.float32 or len(sizes) != 2 or min(sizes) < 1 or rank < 2:
        raise UnsupportedNodeError(f"it transforms {dtype_of(x)} of rank {rank} to {sizes}")
    for axis, size in zip((rank - 2, rank - 1), sizes, strict=True):
        x = sized(call.builder, x, axis, size)
    wide = call.reshaped(x, (*shape_of(x), 1))
    found = call.node("DFT", wide, None, np.asarray(rank - 1, np.int64), onesided=1)
    if sizes[0] > 1:
        found = call.node("DFT", found, None, np.asarray(rank - 2, np.int64))
    parts = call.nodes("Split", 2, found, int64([1, 1]), axis=rank)
    real, imaginary = (call.reshaped(part, shape_of(found)[:-1]) for part in parts)
    return Spectrum(real, imaginary)


def _absolute(call: Call, operands: Sequence[Number | None]) -> LayoutOperand:
    spectrum = _spectrum(operands)
    squares = [call.elementwise("Mul", part, part) for part in (spectrum.real, spectrum.imaginary)]
    return call.elementwise("Sqrt", call.elementwise("Add", *squares))


def _spectrum(operands: Sequence[Number | None]) -> Spectrum:
    (found,) = operands
    if not isinstance(found, Spectrum):
        raise UnsupportedNodeError("its operand is no result of RFFT2D")
    return found


_Function: TypeAlias = "Callable[[Call, Sequence[Number | None]], Number]"
_FUNCTIONS: Mapping[str, _Function] = MappingProxyType(
    {
        "RFFT2D": _transform,
        "COMPLEX_ABS": _absolute,
        "REAL": lambda _, operands: _spectrum(operands).real,
        "IMAG": lambda _, operands: _spectrum(operands).imaginary,
    }
)
