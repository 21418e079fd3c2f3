"""QuantizeLinear and DequantizeLinear as expressions: per tensor, per axis, and in blocks; and
numbers that a cast to a type of 8 bits saturates, or not.

Used by `aoe.operators.types.elementwise.pointwise`. With blocks, x is seen with one dimension more
than that of the node, so that the scale of a block broadcasts (`quantized_shapes`). Matmuls and
convolutions of integers are made of these nodes by `aoe.graph.prepare.rules.quantized`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from aoe.element_types import FLOAT8_FORMATS, integer_limits, is_floating
from aoe.loops.expression import Constant, Expression, Load, apply, cast
from aoe.operators.definition import SourceNode
from aoe.operators.importing import (
    axis_in,
    checked,
    integer_attribute,
    optional_input,
    refuse,
    required_input,
    scalar_constant,
)

Shape = tuple[int, ...]

_X, _SCALE, _ZERO_POINT = Load(0), Load(1), Load(2)


def cast_to_float8(
    node: SourceNode, x: Expression, dtype: str, computed: str = "float32"
) -> Expression:
    """A number, computed in a type, as a type of 8 bits. Where the node does not saturate, those
    beyond the range are infinite, or NaN in a type without infinities.
    """
    form, saturates = FLOAT8_FORMATS[dtype], integer_attribute(node, "saturate", 1)
    if saturates != form.has_infinities:
        return cast(x, dtype)
    if not is_floating(computed):
        x, computed = cast(x, "float32"), "float32"
    number = partial(Constant, dtype=computed)
    if saturates:
        bounded = apply("max", x, number(-form.largest))
        return cast(apply("min", bounded, number(form.largest)), dtype)
    compare = "less_equal" if form.end_is_inside else "less"
    inside = apply(compare, apply("abs", x), number(form.end))
    return cast(apply("select", inside, x, number(math.nan)), dtype)


def _quantized(node: SourceNode) -> Expression:
    """saturate(round(x / scale) + zero point), ties to even, in float32. Of types of 8 bits of
    floating point the zero point is 0.
    """
    target = checked(node, node.output).dtype
    if (is_floating(target) and target not in FLOAT8_FORMATS) or target == "bool":
        raise refuse(node, f"quantization to {target} is not computed")
    number = scalar_constant(node, 1)
    x, scale = (
        part if is_floating(required_input(node, position).dtype) else cast(part, "float32")
        for position, part in enumerate((_X, _SCALE))
    )
    if number is None or number.value != 1.0:
        x = apply("div", x, scale)
    if target in FLOAT8_FORMATS:
        return cast_to_float8(node, x, target)
    steps: Expression = apply("round", x)
    if _has_zero_point(node):
        steps = apply("add", steps, cast(_ZERO_POINT, "float32"))
    lowest, highest = integer_limits(target)
    bounded = apply("max", steps, Constant(float(lowest)))
    return cast(apply("min", bounded, Constant(float(highest))), target)


def _dequantized(node: SourceNode) -> Expression:
    """(x − zero point) · scale."""
    source = required_input(node, 0).dtype
    if source in FLOAT8_FORMATS:
        return apply("mul", cast(_X, "float32"), cast(_SCALE, "float32"))
    if is_floating(source):
        raise refuse(node, "only integers and floating-point numbers of 8 bits are dequantized")
    steps: Expression = cast(_X, "int32")
    if _has_zero_point(node):
        steps = apply("sub", steps, cast(_ZERO_POINT, "int32"))
    return apply("mul", cast(steps, "float32"), cast(_SCALE, "float32"))


def _has_zero_point(node: SourceNode) -> bool:
    """Whether there is a zero point that is not known to be 0."""
    known = scalar_constant(node, 2)
    return optional_input(node, 2) is not None and (known is None or known.value != 0)


def quantized_shapes(node: SourceNode) -> tuple[Mapping[int, Shape], Shape]:
    """The shapes in which the inputs, by position, and the output are seen, so that they broadcast.

    Raises `UnsupportedModelError` where scale and input do not fit.
    """
    x, scale = required_input(node, 0).shape, required_input(node, 1).shape
    block = integer_attribute(node, "block_size", 0)
    around: Shape
    if all(size == 1 for size in scale) and not block:
        x_shape, around = x, ()
    else:
        axis = axis_in(node, integer_attribute(node, "axis", 1), len(x))
        if len(scale) == 1 and not block:
            x_shape, around = x, _along(axis, len(x), scale[0])
            fits = scale[0] == x[axis]
        else:
            x_shape, around = _blocked(x, scale, axis, block)
            fits = len(scale) == len(x) and all(
                scales * block == size if number == axis else scales == size
                for number, (scales, size) in enumerate(zip(scale, x, strict=True))
            )
        if not fits:
            raise refuse(node, f"scale {list(scale)} does not fit input {list(x)}")
    return {0: x_shape, 1: around, 2: around}, x_shape


def _along(axis: int, rank: int, size: int) -> Shape:
    return tuple(size if number == axis else 1 for number in range(rank))


def _blocked(x: Shape, scale: Shape, axis: int, block: int) -> tuple[Shape, Shape]:
    blocks = scale[axis] if axis < len(scale) else 1
    seen = (*x[:axis], blocks, max(block, 1), *x[axis + 1 :])
    return seen, (*scale[:axis], blocks, 1, *scale[axis + 1 :])


#: What each ONNX operator computes. `Load(i)` is input i of the node.
EXPRESSIONS: Mapping[str, Callable[[SourceNode], Expression]] = MappingProxyType(
    {"DequantizeLinear": _dequantized, "QuantizeLinear": _quantized}
)
