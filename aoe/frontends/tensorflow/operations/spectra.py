"""Fourier transforms along the last axis or the last two. See `complex_numbers.py`, too."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.node_writer import sized
from aoe.frontends.tensorflow.context import Context, integers, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.complex_numbers import complex_operand
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Complex, Held

TABLE = OperationTable()


@TABLE.add("RFFT", "RFFT2D")
def _of_real(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """The first half of the spectrum along the last axis, and all of it along the one before."""
    x, lengths = context.plain(values[0]), _lengths(node, values)
    if dtype_of(x).name not in ("float32", "float64"):
        raise UnsupportedNodeError(f"it transforms {dtype_of(x)}")
    first = _first_axis(shape_of(x), lengths)
    for axis, length in enumerate(lengths, first):
        x = sized(context.builder, x, axis, length)
    last = len(shape_of(x)) - 1
    wide = context.reshaped(x, (*shape_of(x), 1))
    found = _parts(context, context.node("DFT", wide, None, integers([last])[0], onesided=1))
    # These are real whatever rounding says, which decides between the angles pi and -pi.
    places = np.arange(lengths[-1] // 2 + 1)
    complex_places = (places > 0) & (2 * places != lengths[-1])
    zero = np.zeros((), dtype_of(x))
    found = Complex(found.real, context.node("Where", complex_places, found.imaginary, zero))
    return _transformed(context, found, range(first, last), inverse=False)


@TABLE.add("IRFFT", "IRFFT2D")
def _to_real(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """The real numbers whose spectrum's first half is given."""
    given, lengths = complex_operand(values[0]), _lengths(node, values)
    first = _first_axis(shape_of(given.real), lengths)
    last = first + len(lengths) - 1
    sizes = [*lengths[:-1], lengths[-1] // 2 + 1]
    parts = [given.real, given.imaginary]
    for axis, size in enumerate(sizes, first):
        parts = [sized(context.builder, part, axis, size) for part in parts]
    half = _transformed(context, Complex(*parts), range(first, last), inverse=True)
    places = np.arange(lengths[-1])
    mirrored = places > lengths[-1] // 2
    places = np.where(mirrored, lengths[-1] - places, places)
    real, imaginary = (
        context.node("Gather", part, places.astype(np.int64), axis=last)
        for part in (half.real, half.imaginary)
    )
    signs = np.where(mirrored, -1, 1).astype(dtype_of(real))
    whole = Complex(real, context.node("Mul", imaginary, signs))
    return _transformed(context, whole, [last], inverse=True).real


@TABLE.add("FFT", "IFFT", "FFT2D", "IFFT2D")
def _of_complex(context: Context, node: Node, values: Sequence[Held]) -> Held:
    given = complex_operand(values[0])
    last, count = len(shape_of(given.real)) - 1, 2 if node.op.endswith("2D") else 1
    axes = [axis for axis in range(last, last - count, -1) if axis >= 0]
    if len(axes) < count or not np.prod(shape_of(given.real)):
        raise ValueError(f"its operand has the shape {list(shape_of(given.real))}")
    return _transformed(context, given, axes, inverse=node.op.startswith("I"))


def _lengths(node: Node, values: Sequence[Held]) -> list[int]:
    lengths = whole_numbers(values[1], "length")
    count = 2 if node.op.endswith("2D") else 1
    if len(lengths) != count or min(lengths) < 1:
        raise ValueError(f"its lengths are {lengths}")
    return lengths


def _first_axis(shape: Sequence[int], lengths: Sequence[int]) -> int:
    if len(shape) < len(lengths):
        raise ValueError(f"its operand has the shape {list(shape)}")
    return len(shape) - len(lengths)


def _transformed(
    context: Context, given: Complex, axes: Sequence[int], *, inverse: bool
) -> Complex:
    """The transforms along some axes, one after the other. One of a single element is the same."""
    for axis in axes:
        if shape_of(given.real)[axis] == 1:
            continue
        shape = (*shape_of(given.real), 1)
        wide = [context.reshaped(part, shape) for part in (given.real, given.imaginary)]
        joined = context.node("Concat", *wide, axis=len(shape) - 1)
        found = context.node("DFT", joined, None, integers([axis])[0], inverse=int(inverse))
        given = _parts(context, found)
    return given


def _parts(context: Context, pairs: Operand) -> Complex:
    """The parts of numbers whose last axis has both."""
    places = (np.asarray(place, np.int64) for place in (0, 1))
    real, imaginary = (context.node("Gather", pairs, place, axis=-1) for place in places)
    return Complex(real, imaginary)
