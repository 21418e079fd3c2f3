"""Fourier transforms of tensors, as products with matrices of cosines and sines.

A spectrum is complex: a pair of real tensors (`complex_pairs.py`). Each axis is transformed apart.
A short one is one product, which is faster than a fast transform between two graphs. A longer one
is taken apart into two shorter ones, as J. W. Cooley and J. W. Tukey do (1965).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt, pi, prod, sqrt
from types import MappingProxyType
from typing import Any

import torch

from aoe.torch.joint.complex_parts import Pair, Parts
from aoe.torch.layouts import dense_order
from aoe.torch.translate.emitter import inverse
from aoe.torch.translate.table import REASON

#: The longest transform that is not taken apart: a product takes as many steps for each element.
LONGEST = 32
#: The longest product that a transform may become, where a length has a large prime factor.
_LONGEST_PRODUCT = 128
#: The longest transform that is made of products. PyTorch's are faster behind that.
_LONGEST_OF_ALL = 1024
#: What PyTorch divides by, by its numbers of norms: 1, the root of the length, the length.
_DIVISORS: Mapping[int, Any] = MappingProxyType({0: lambda n: 1, 1: sqrt, 2: lambda n: n})


@dataclass(frozen=True)
class _Transform:
    """The transform of one axis, which is the last one.

    Attributes:
        length: The length of the whole transform.
        given: How many elements there are. The others are 0.
        results: How many of the first results are needed.
        sign: That of the exponent: -1 of a spectrum, 1 of what has this spectrum.
        scale: What results are multiplied by.
        is_real: Whether only real parts of the results are needed.
    """

    length: int
    given: int
    results: int
    sign: float
    scale: float
    is_real: bool = False


def of_real(
    pairs: Parts, a: torch.fx.Node, dim: Sequence[int], normalization: int, onesided: bool
) -> Pair | None:
    """`_fft_r2c`: the spectrum of a real tensor, or half of it, as the rest is its mirror image."""
    if not _are_short(pairs, [_shape(a)[axis] for axis in dim]):
        return None
    *others, axis = dim
    length = _shape(a)[axis]
    results = length // 2 + 1 if onesided else length
    scale = 1 / _DIVISORS[normalization](length)
    parts = _along(pairs, (a, None), axis, _Transform(length, length, results, -1.0, scale))
    return _as_pytorch_lays_out(pairs, _all_along(pairs, parts, others, normalization, -1.0))


def of_complex(
    pairs: Parts, a: torch.fx.Node, dim: Sequence[int], normalization: int, forward: bool
) -> Pair | None:
    """`_fft_c2c`: the spectrum of a complex tensor, or a tensor of its spectrum."""
    if not _are_short(pairs, [_shape(a)[axis] for axis in dim]):
        return None
    sign = -1.0 if forward else 1.0
    parts = _all_along(pairs, pairs.pair(a), dim, normalization, sign)
    return _as_pytorch_lays_out(pairs, parts)


def to_real(
    pairs: Parts, a: torch.fx.Node, dim: Sequence[int], normalization: int, last_dim_size: int
) -> torch.fx.Node | None:
    """`_fft_c2r`: a real tensor of half of its spectrum. All but the ends of the half counts twice,
    as it has a mirror image.
    """
    *others, axis = dim
    given = _shape(a)[axis]
    if not _are_short(pairs, [last_dim_size, *(_shape(a)[other] for other in others)]):
        return None
    if given != last_dim_size // 2 + 1:
        return None
    parts = _all_along(pairs, pairs.pair(a), others, normalization, 1.0)
    parts = _with_mirror_image(pairs, parts, axis, last_dim_size)
    scale = 1 / _DIVISORS[normalization](last_dim_size)
    inverse = _Transform(last_dim_size, given, last_dim_size, 1.0, scale, is_real=True)
    return _as_pytorch_lays_out(pairs, _along(pairs, parts, axis, inverse))[0]


def _all_along(
    pairs: Parts, parts: Pair, dim: Sequence[int], normalization: int, sign: float
) -> Pair:
    """Transforms of a complex tensor along axes, one after the other."""
    for axis in dim:
        length = _shape(parts[0])[axis]
        scale = 1 / _DIVISORS[normalization](length)
        parts = _along(pairs, parts, axis, _Transform(length, length, length, sign, scale))
    return parts


def _along(pairs: Parts, parts: Pair, axis: int, transform: _Transform) -> Pair:
    """A transform along an axis."""
    permute = torch.ops.aten.permute.default
    rank = len(_shape(parts[0]))
    order = [*(number for number in range(rank) if number != axis % rank), axis % rank]
    back = list(inverse(order))
    real, imaginary = (part and pairs.call(permute, part, order) for part in parts)
    found = _along_rows(pairs, (real, imaginary), transform)
    real, imaginary = (part and pairs.call(permute, part, back) for part in found)
    return real, imaginary


def _along_rows(pairs: Parts, parts: Pair, transform: _Transform) -> Pair:
    """A transform along the last axis."""
    few = _smaller_factor(transform.length)
    if transform.length <= LONGEST or few == 1:
        cosines, sines = _tables(pairs, transform)
        times = torch.ops.aten.mm.default
        return _turned(pairs, parts, cosines, sines, transform.is_real, times)
    return _along_both_factors(pairs, parts, transform, few)


def _along_both_factors(pairs: Parts, parts: Pair, transform: _Transform, few: int) -> Pair:
    """A transform of `few` times `many` elements. Element i·many + j adds to result k + few·m: the
    sum over i comes first, then a factor of j and k, then the sum over j.
    """
    aten: Any = torch.ops.aten
    many = transform.length // few
    rows, columns = -(-transform.given // many), -(-transform.results // few)
    lead = _lead(parts[0])

    def apart(part: torch.fx.Node) -> torch.fx.Node:
        behind = [0, rows * many - transform.given]
        whole = pairs.call(aten.constant_pad_nd.default, part, behind) if behind[1] else part
        return _with_last_two_exchanged(
            pairs, pairs.call(aten.reshape.default, whole, [*lead, rows, many])
        )

    def together(part: torch.fx.Node) -> torch.fx.Node:
        turned = _with_last_two_exchanged(pairs, part)
        joined = pairs.call(aten.reshape.default, turned, [*lead, columns * few])
        return pairs.call(aten.slice.Tensor, joined, -1, 0, transform.results)

    real, imaginary = (part and apart(part) for part in parts)
    first = _Transform(few, rows, few, transform.sign, 1.0)
    found = _along_rows(pairs, (real, imaginary), first)
    # By a scale of 1 these are the cosines and sines of j·k turns of the whole length.
    factors = _tables(pairs, replace(transform, given=many, results=few, scale=1.0))
    found = _turned(pairs, found, *factors, False, aten.mul.Tensor)
    real, imaginary = (_with_last_two_exchanged(pairs, part) for part in found)
    last = replace(transform, length=many, given=many, results=columns)
    found = _along_rows(pairs, (real, imaginary), last)
    real, imaginary = (part and together(part) for part in found)
    return real, imaginary


def _turned(
    pairs: Parts,
    parts: Pair,
    cosines: torch.fx.Node,
    sines: torch.fx.Node,
    is_real: bool,
    times: Any,
) -> Pair:
    """Products of complex rows with cosines and sines, the second being those of imaginary parts.
    Operands and results that are not there are not computed.
    """
    aten: Any = torch.ops.aten
    lead = _lead(parts[0])

    def product(part: torch.fx.Node, table: torch.fx.Node) -> torch.fx.Node:
        if times is not aten.mm.default:
            return pairs.call(times, part, table)
        count = -1 if -1 in lead else prod(lead)
        rows = pairs.call(aten.reshape.default, part, [count, _shape(part)[-1]])
        found = pairs.call(times, rows, table)
        return pairs.call(aten.reshape.default, found, [*lead, _shape(table)[1]])

    real, imaginary = parts
    found = product(real, cosines), None if is_real else product(real, sines)
    if imaginary is None:
        return found
    from_imaginary = pairs.call(aten.sub.Tensor, found[0], product(imaginary, sines))
    if is_real:
        return from_imaginary, None
    return from_imaginary, pairs.call(aten.add.Tensor, found[1], product(imaginary, cosines))


def _tables(pairs: Parts, transform: _Transform) -> tuple[torch.fx.Node, torch.fx.Node]:
    """Cosines and sines of the products of places and results. The compiler computes them once."""
    aten: Any = torch.ops.aten
    like = pairs.node.meta["val"]
    rows, columns = (
        pairs.call(aten.arange.default, count, dtype=torch.int64, device=like.device)
        for count in (transform.given, transform.results)
    )
    products = pairs.call(aten.mul.Tensor, pairs.call(aten.unsqueeze.default, rows, 1), columns)
    turns = pairs.call(aten.remainder.Scalar, products, transform.length)  # which stays exact
    turns = pairs.call(aten._to_copy.default, turns, dtype=torch.float64)
    angles = pairs.call(aten.mul.Scalar, turns, transform.sign * 2 * pi / transform.length)

    def scaled(wave: Any) -> torch.fx.Node:
        table = pairs.call(aten.mul.Scalar, pairs.call(wave, angles), transform.scale)
        return pairs.call(aten._to_copy.default, table, dtype=like.dtype.to_real())

    return scaled(aten.cos.default), scaled(aten.sin.default)


def _with_mirror_image(pairs: Parts, parts: Pair, axis: int, length: int) -> Pair:
    """Half of a spectrum, times 2 but for its ends, which have no mirror image."""
    aten: Any = torch.ops.aten
    like = pairs.node.meta["val"]
    options = {"dtype": like.dtype.to_real(), "device": like.device}
    counts = (1, (length - 1) // 2, 1 - length % 2)
    runs = [
        pairs.call(aten.full.default, [count], weight, **options)
        for count, weight in zip(counts, (1.0, 2.0, 1.0), strict=True)
        if count
    ]
    shape = [1] * len(like.shape)
    shape[axis] = sum(counts)
    weights = pairs.call(aten.reshape.default, pairs.call(aten.cat.default, runs), shape)
    real, imaginary = (pairs.call(aten.mul.Tensor, part, weights) for part in parts)
    return real, imaginary


def _as_pytorch_lays_out(pairs: Parts, parts: Pair) -> Pair:
    """Results that lie as PyTorch's. What is computed of them lies like them."""
    aten: Any = torch.ops.aten
    like = pairs.node.meta["val"]
    order = dense_order(like)
    if order is None or parts[0].meta["val"].stride() == like.stride():
        return parts
    back = list(inverse(order))

    def laid_out(part: torch.fx.Node) -> torch.fx.Node:
        moved = pairs.call(aten.permute.default, part, order)
        moved = pairs.call(aten.clone.default, moved, memory_format=torch.contiguous_format)
        return pairs.call(aten.permute.default, moved, back)

    real, imaginary = (part and laid_out(part) for part in parts)
    return real, imaginary


def _with_last_two_exchanged(pairs: Parts, part: torch.fx.Node) -> torch.fx.Node:
    return pairs.call(torch.ops.aten.transpose.int, part, -1, -2)


def _smaller_factor(length: int) -> int:
    """The largest divisor of a length that is not above its root."""
    return next(number for number in range(isqrt(length), 0, -1) if length % number == 0)


def _are_short(pairs: Parts, lengths: Sequence[Any]) -> bool:
    """Whether axes are of known lengths that short products transform. The node says of which one
    this is not so.
    """
    reasons = list(filter(None, map(_why_not, lengths)))
    if reasons:
        pairs.node.meta[REASON] = reasons[0]
    return not reasons


def _why_not(length: Any) -> str | None:
    """Why an axis is not transformed by products; None if it is."""
    if not isinstance(length, int):
        return "its length is open"
    if not 0 < length <= _LONGEST_OF_ALL:
        return f"its length is {length}, and not 1 to {_LONGEST_OF_ALL}"
    if _longest_product(length) > _LONGEST_PRODUCT:
        return f"its length, {length}, has a prime factor above {_LONGEST_PRODUCT}"
    return None


def _longest_product(length: int) -> int:
    """The length of the longest product that a transform becomes."""
    few = _smaller_factor(length)
    if length <= LONGEST or few == 1:
        return length
    return _longest_product(length // few)


def _shape(node: torch.fx.Node) -> Sequence[int]:
    return tuple(node.meta["val"].shape)


def _lead(node: torch.fx.Node) -> list[int]:
    """The sizes of a tensor but the last, as Reshape takes them: -1 for one that is open."""
    return [-1 if isinstance(size, torch.SymInt) else size for size in _shape(node)[:-1]]
