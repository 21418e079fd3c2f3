"""Quotients, powers and exponentials of complex tensors that are pairs of real ones, their lengths,
angles and variances, sums with numbers, and comparisons.
"""

from __future__ import annotations

from typing import Any

import torch

from aoe.torch.joint.complex_parts import Pair, Parts, filled_like, tensor_of_number
from aoe.torch.joint.complex_products import joined
from aoe.torch.translate.table import operator_name

#: The largest exponent of a power that is computed of products.
_MOST_FACTORS = 1024


def quotient(pairs: Parts, a: Any, b: Any) -> Pair:
    """`div`, of a tensor by a tensor or a number."""
    (real, imaginary), (divisor, other) = pairs.pair(a), pairs.pair(b)
    if other is not None:
        if not isinstance(divisor, torch.fx.Node):
            divisor, other = (tensor_of_number(pairs, part) for part in (divisor, other))
        return _divided(pairs, (real, imaginary), (divisor, other))
    div = torch.ops.aten.div.Tensor
    return pairs.call(div, real, divisor), pairs.call(div, imaginary, divisor)


def reciprocal(pairs: Parts, a: torch.fx.Node) -> Pair:
    """1 divided by a tensor."""
    return _divided(pairs, (tensor_of_number(pairs, 1.0), None), pairs.pair(a))


def _divided(pairs: Parts, one: Pair, other: Pair) -> Pair:
    """A quotient by the method of R. L. Smith (Algorithm 116, 1962), which PyTorch has, too. It
    takes halves, so that nothing overflows where the quotient does not.
    """
    aten: Any = torch.ops.aten
    nothing = tensor_of_number(pairs, 0.0)
    (a, b), (c, d) = one, other
    b = nothing if b is None else b
    lengths = [pairs.call(aten.abs.default, part) for part in (c, d)]
    is_first = pairs.call(aten.ge.Tensor, *lengths)
    is_zero = pairs.call(aten.eq.Scalar, pairs.call(aten.maximum.default, *lengths), 0)

    def chosen(condition: torch.fx.Node, x: Any, y: Any) -> torch.fx.Node:
        return pairs.call(aten.where.self, condition, x, y)

    def half(part: Any) -> torch.fx.Node:
        return pairs.call(aten.mul.Scalar, part, 0.5)

    longer, shorter = chosen(is_first, c, d), chosen(is_first, d, c)
    ratio = pairs.call(aten.div.Tensor, shorter, longer)

    def shared(part: torch.fx.Node) -> torch.fx.Node:
        """The share of the shorter part. By 0 both parts are divided apart."""
        return chosen(is_zero, nothing, pairs.call(aten.mul.Tensor, part, ratio))

    divisor = pairs.call(aten.add.Tensor, half(longer), shared(half(shorter)))
    divisor = chosen(is_zero, nothing, divisor)  # which has no sign
    beside, across = half(chosen(is_first, a, b)), half(chosen(is_first, b, a))
    real = pairs.call(aten.add.Tensor, beside, shared(across))
    imaginary = pairs.call(aten.sub.Tensor, across, shared(beside))
    imaginary = chosen(is_first, imaginary, pairs.call(aten.neg.default, imaginary))
    div = aten.div.Tensor
    return pairs.call(div, real, divisor), pairs.call(div, imaginary, divisor)


def power(pairs: Parts, a: Any, exponent: Any) -> Pair | None:
    """`pow` by a whole number: of products of 1, 2, 4, … factors."""
    if isinstance(exponent, complex) or not float(exponent).is_integer():
        return None
    left = abs(int(exponent))
    if left > _MOST_FACTORS:
        return None
    base = reciprocal(pairs, a) if exponent < 0 else pairs.pair(a)
    found: Pair = (filled_like(pairs, base[0], 1.0), filled_like(pairs, base[0], 0.0))
    is_begun = False
    while left:
        if left % 2:
            found = _multiplied(pairs, found, base) if is_begun else base
            is_begun = True
        left //= 2
        if left:
            base = _multiplied(pairs, base, base)
    return found


def _multiplied(pairs: Parts, one: Pair, other: Pair) -> Pair:
    times = torch.ops.aten.mul.Tensor
    return joined(pairs, lambda x, y: pairs.call(times, x, y), one, other)


def exponential(pairs: Parts, a: torch.fx.Node) -> Pair:
    """eˣ·(cos y + i·sin y), as C's `cexp` at the ends of numbers. Of two factors e^(x/2) neither
    overflows where the product with a small cosine does not.
    """
    aten: Any = torch.ops.aten
    x, y = pairs.pair(a)
    half = pairs.call(aten.exp.default, pairs.call(aten.mul.Scalar, x, 0.5))
    nothing, one = (tensor_of_number(pairs, number) for number in (0.0, 1.0))

    def scaled(part: torch.fx.Node) -> torch.fx.Node:
        return pairs.call(aten.mul.Tensor, pairs.call(aten.mul.Tensor, half, part), half)

    # An angle that is no number does not matter to e^-∞, and not to the real part of e^∞.
    has_angle = pairs.call(aten.lt.Scalar, pairs.call(aten.abs.default, y), float("inf"))
    is_end = pairs.call(aten.eq.Scalar, pairs.call(aten.abs.default, x), float("inf"))
    is_free = pairs.call(
        aten.logical_and.default, is_end, pairs.call(aten.logical_not.default, has_angle)
    )
    cosine = pairs.call(aten.where.self, is_free, one, pairs.call(aten.cos.default, y))
    imaginary = scaled(pairs.call(aten.sin.default, y))
    # e^∞ times a sine of 0 is 0.
    imaginary = pairs.call(aten.where.self, pairs.call(aten.eq.Scalar, y, 0), y, imaginary)
    is_least = pairs.call(aten.eq.Scalar, x, -float("inf"))
    return scaled(cosine), pairs.call(aten.where.self, is_least, nothing, imaginary)


def angle(pairs: Parts, a: torch.fx.Node) -> torch.fx.Node:
    """The angle between a number and the real axis."""
    real, imaginary = pairs.pair(a)
    return pairs.call(torch.ops.aten.atan2.default, imaginary, real)


def length(pairs: Parts, a: torch.fx.Node) -> torch.fx.Node:
    """√(x² + y²) without squares that overflow: ∞ beside anything is ∞."""
    aten: Any = torch.ops.aten
    parts = [pairs.call(aten.abs.default, part) for part in pairs.pair(a)]
    longer = pairs.call(aten.maximum.default, *parts)
    one, nothing, infinity = (
        tensor_of_number(pairs, number) for number in (1.0, 0.0, float("inf"))
    )
    is_zero = pairs.call(aten.eq.Scalar, longer, 0)
    divisor = pairs.call(aten.where.self, is_zero, one, longer)
    shorter = pairs.call(aten.div.Tensor, pairs.call(aten.minimum.default, *parts), divisor)
    square = pairs.call(aten.mul.Tensor, shorter, shorter)
    root = pairs.call(aten.sqrt.default, pairs.call(aten.add.Tensor, square, one))
    found = pairs.call(aten.where.self, is_zero, nothing, pairs.call(aten.mul.Tensor, longer, root))
    ends = [pairs.call(aten.eq.Scalar, part, float("inf")) for part in parts]
    return pairs.call(aten.where.self, pairs.call(aten.logical_or.default, *ends), infinity, found)


def variance(pairs: Parts, a: torch.fx.Node, dim: Any = None, **options: Any) -> torch.fx.Node:
    """`var`: that of both parts together."""
    real, imaginary = (
        pairs.call(pairs.node.target, part, dim, **options) for part in pairs.pair(a)
    )
    return pairs.call(torch.ops.aten.add.Tensor, real, imaginary)


def equality(pairs: Parts, a: Any, b: Any) -> torch.fx.Node:
    """Whether both parts are equal, or one of them is not: `eq` and `ne`."""
    aten: Any = torch.ops.aten
    is_equality = operator_name(pairs.node.target).startswith("eq")
    join = aten.logical_and.default if is_equality else aten.logical_or.default
    (ar, ai), (br, bi) = pairs.pair(a), pairs.pair(b)
    if ai is None:
        ar, ai, br, bi = br, bi, ar, ai

    def compared(one: torch.fx.Node, other: Any) -> torch.fx.Node:
        kind = "Tensor" if isinstance(other, torch.fx.Node) else "Scalar"
        compare = getattr(aten.eq if is_equality else aten.ne, kind)
        return pairs.call(compare, one, other)

    return pairs.call(join, compared(ar, br), compared(ai, 0 if bi is None else bi))


def is_nan(pairs: Parts, a: torch.fx.Node) -> torch.fx.Node:
    """Whether one of the parts is NaN."""
    aten: Any = torch.ops.aten
    return pairs.call(
        aten.logical_or.default, *(pairs.call(aten.isnan.default, x) for x in pairs.pair(a))
    )


def sum_with_number(pairs: Parts, a: Any, b: Any, alpha: Any = 1) -> Pair | None:
    """`add.Scalar` and the like."""
    (real, imaginary), number, target = pairs.pair(a), complex(b), pairs.node.target
    if imaginary is None or isinstance(alpha, complex):
        return None
    real = pairs.call(target, real, number.real, alpha)
    return real, pairs.call(target, imaginary, number.imag, alpha)


def polar(pairs: Parts, length: torch.fx.Node, angle: torch.fx.Node) -> Pair:
    """`polar`: a complex tensor of lengths and angles."""
    aten: Any = torch.ops.aten
    cosine, sine = pairs.call(aten.cos.default, angle), pairs.call(aten.sin.default, angle)
    times = aten.mul.Tensor
    return pairs.call(times, length, cosine), pairs.call(times, length, sine)
