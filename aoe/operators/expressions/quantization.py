"""QuantizeLinear and DequantizeLinear as expressions: per tensor, per axis, and in blocks; and
numbers that a cast to float8_e4m3fn saturates, or not.

Used by `aoe.operators.types.elementwise.pointwise`. With blocks, x is seen with one dimension more
than that of the node, so that the scale of a block broadcasts (`quantized_shapes`). Matmuls and
convolutions of integers are made of these nodes by `aoe.graph.prepare.rules.quantized`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from aoe.element_types import FLOAT8, integer_limits, is_floating
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
#: The largest number that rounds to the largest one of float8_e4m3fn.
_FLOAT8_END = 464.0


def cast_to_float8(node: SourceNode, x: Expression, dtype: str = "float32") -> Expression:
    """A number, computed in `dtype`, as float8_e4m3fn. Where the node does not saturate, those
    beyond the range are NaN.
    """
    if not integer_attribute(node, "saturate", 1):
        if not is_floating(dtype):
            x, dtype = cast(x, "float32"), "float32"
        inside = apply("less_equal", apply("abs", x), Constant(_FLOAT8_END, dtype))
        x = apply("select", inside, x, Constant(math.nan, dtype))
    return cast(x, FLOAT8)


def _quantized(node: SourceNode) -> Expression:
    """saturate(round(x / scale) + zero point), ties to even, in float32. Of float8_e4m3fn the zero
    point is 0.
    """
    target = checked(node, node.output).dtype
    if (is_floating(target) and target != FLOAT8) or target == "bool":
        raise refuse(node, f"quantization to {target} is not computed")
    scale = scalar_constant(node, 1)
    x: Expression = _X if is_floating(required_input(node, 0).dtype) else cast(_X, "float32")
    if scale is None or scale.value != 1.0:
        x = apply("div", x, _SCALE)
    if target == FLOAT8:
        return cast_to_float8(node, x)
    steps: Expression = apply("round", x)
    if optional_input(node, 2) is not None:
        steps = apply("add", steps, cast(_ZERO_POINT, "float32"))
    lowest, highest = integer_limits(target)
    bounded = apply("max", steps, Constant(float(lowest)))
    return cast(apply("min", bounded, Constant(float(highest))), target)


def _dequantized(node: SourceNode) -> Expression:
    """(x − zero point) · scale."""
    source = required_input(node, 0).dtype
    if source == FLOAT8:
        return apply("mul", cast(_X, "float32"), cast(_SCALE, "float32"))
    if is_floating(source):
        raise refuse(node, f"only integers and {FLOAT8} are dequantized")
    steps: Expression = cast(_X, "int32")
    if optional_input(node, 2) is not None:
        steps = apply("sub", steps, cast(_ZERO_POINT, "int32"))
    return apply("mul", cast(steps, "float32"), cast(_SCALE, "float32"))


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
