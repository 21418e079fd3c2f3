"""Complex tensors of numbers, copies and conversions of them, as pairs of real ones."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import torch

from aoe.torch.joint.complex_parts import Pair, Parts, filled, filled_like

#: What fills places with a tensor, and with a number.
_FILLS: Mapping[bool, Any] = MappingProxyType(
    {True: torch.ops.aten.masked_fill.Tensor, False: torch.ops.aten.masked_fill.Scalar}
)


def number_written(pairs: Parts, a: torch.fx.Node, dim: int, index: Any, value: Any) -> Pair:
    """`scatter` of a number."""
    (real, imaginary), number = pairs.pair(a), complex(value)
    put = pairs.node.target
    real = pairs.call(put, real, dim, index, number.real)
    return real, pairs.call(put, imaginary, dim, index, number.imag)


def zeros(pairs: Parts, *_: Any, **__: Any) -> Pair:
    """Tensors of 0."""
    return _of_one_number(pairs, 0.0)


def ones(pairs: Parts, *_: Any, **__: Any) -> Pair:
    """Tensors of 1."""
    return _of_one_number(pairs, 1.0)


def scalar(pairs: Parts, number: Any, **_: Any) -> Pair:
    """A tensor of the number that is given first."""
    return _of_one_number(pairs, number)


def full(pairs: Parts, *arguments: Any, **_: Any) -> Pair:
    """A tensor of the number that is given last."""
    return _of_one_number(pairs, arguments[-1])


def zeros_like(pairs: Parts, a: torch.fx.Node, **_: Any) -> Pair:
    """Tensors of 0 and of the shape of another one, whose sizes may be open."""
    return _like(pairs, a, 0.0)


def ones_like(pairs: Parts, a: torch.fx.Node, **_: Any) -> Pair:
    """Tensors of 1 and of the shape of another one, whose sizes may be open."""
    return _like(pairs, a, 1.0)


def full_like(pairs: Parts, a: torch.fx.Node, number: complex, **_: Any) -> Pair:
    """Tensors of a number and of the shape of another one, whose sizes may be open."""
    return _like(pairs, a, number)


def _like(pairs: Parts, a: torch.fx.Node, number: complex) -> Pair:
    part, number = pairs.pair(a)[0], complex(number)
    return filled_like(pairs, part, number.real), filled_like(pairs, part, number.imag)


def _of_one_number(pairs: Parts, number: complex) -> Pair:
    number, arguments = complex(number), pairs.node.args
    shape: Any = next((item for item in arguments if isinstance(item, list | tuple)), [])
    return filled(pairs, shape, number.real), filled(pairs, shape, number.imag)


def masked(pairs: Parts, a: torch.fx.Node, mask: torch.fx.Node, value: Any) -> Pair:
    """`masked_fill` with a number or a tensor."""
    is_tensor = isinstance(value, torch.fx.Node)
    numbers = pairs.pair(value if is_tensor else complex(value))
    real, imaginary = (
        pairs.call(_FILLS[isinstance(number, torch.fx.Node)], part, mask, number or 0.0)
        for part, number in zip(pairs.pair(a), numbers, strict=True)
    )
    return real, imaginary


def copied(pairs: Parts, a: torch.fx.Node, b: torch.fx.Node, *_: Any) -> Pair | torch.fx.Node:
    """A tensor like the first one, of what the second one has."""
    (ar, ai), (br, bi), copy = pairs.pair(a), pairs.pair(b), torch.ops.aten.copy.default
    real = pairs.call(copy, ar, br)
    if ai is None:
        return real
    return real, filled_like(pairs, real, 0.0) if bi is None else pairs.call(copy, ai, bi)


def converted(
    pairs: Parts, a: torch.fx.Node, *, dtype: Any = None, **options: Any
) -> Pair | torch.fx.Node:
    """A conversion to a real type takes the real part. A flag says whether a part is not 0."""
    aten: Any = torch.ops.aten
    kind, parts = pairs.node.meta["val"].dtype, pairs.pair(a)
    is_complex = kind.is_complex
    real, imaginary = (
        part and pairs.call(aten._to_copy.default, part, dtype=kind.to_real(), **options)
        for part in parts
    )
    if is_complex:
        return real, filled_like(pairs, real, 0.0) if imaginary is None else imaginary
    if kind is torch.bool:
        return pairs.call(aten.logical_or.default, real, imaginary)
    return real
