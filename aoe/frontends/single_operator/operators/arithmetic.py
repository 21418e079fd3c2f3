"""Arithmetic, comparisons and logic, element by element."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError
from aoe.frontends.shared_operators.near_zero import log_of_one_more, power_less_one
from aoe.frontends.single_operator.call import (
    Call,
    Tensor,
    integers,
    require,
    require_floating,
    scalar,
)
from aoe.frontends.single_operator.table import Floats, Function, OperatorTypes

TYPES = OperatorTypes()
_SUM, _PRODUCT, _MAXIMUM = 1, 0, 2

#: Operators of two inputs that are the same in ONNX.
_BINARY = {
    "Add": "Add", "Sub": "Sub", "Mul": "Mul", "Pow": "Pow",
    "Equal": "Equal", "Greater": "Greater", "GreaterEqual": "GreaterOrEqual", "Less": "Less",
    "LessEqual": "LessOrEqual", "LogicalAnd": "And", "LogicalOr": "Or",
    "BitwiseAnd": "BitwiseAnd", "BitwiseOr": "BitwiseOr", "BitwiseXor": "BitwiseXor",
}  # fmt: skip
#: Operators of one input that are the same in ONNX.
_UNARY = {
    "Abs": "Abs", "Neg": "Neg", "Sqrt": "Sqrt", "Reciprocal": "Reciprocal", "Erf": "Erf",
    "Sin": "Sin", "Cos": "Cos", "Tan": "Tan", "Asin": "Asin", "Acos": "Acos", "Atan": "Atan",
    "Sinh": "Sinh", "Cosh": "Cosh", "Asinh": "Asinh", "Acosh": "Acosh", "Atanh": "Atanh",
    "Floor": "Floor", "Ceil": "Ceil", "Rint": "Round", "Sign": "Sign", "LogicalNot": "Not",
    "Invert": "BitwiseNot",
}  # fmt: skip


def _binary(kind: str) -> Function:
    def function(call: Call, x1: Tensor, x2: Tensor) -> Operand:
        call.same_type(x1, x2)
        return call.node(kind, x1, x2)

    return function


def _unary(kind: str) -> Function:
    def function(call: Call, x: Tensor) -> Operand:
        return call.node(kind, x)

    return function


for _name, _kind in _BINARY.items():
    TYPES.reads(_name)(_binary(_kind))
for _name, _kind in _UNARY.items():
    TYPES.reads(_name)(_unary(_kind))


@TYPES.reads("Maximum")
def _maximum(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    call.same_type(x1, x2)
    return call.node("Max", x1, x2)


@TYPES.reads("Minimum")
def _minimum(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    call.same_type(x1, x2)
    return call.node("Min", x1, x2)


@TYPES.reads("NotEqual")
def _not_equal(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    call.same_type(x1, x2)
    return call.node("Not", call.node("Equal", x1, x2))


@TYPES.reads("Div", "RealDiv")
def _divide(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    require_floating(x1)
    call.same_type(x1, x2)
    return call.node("Div", x1, x2)


@TYPES.reads("DivNoNan")
def _divide_or_zero(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    require_floating(x1)
    call.same_type(x1, x2)
    zero = scalar(0, x1)
    return call.node("Where", call.node("Equal", x2, zero), zero, call.node("Div", x1, x2))


@TYPES.reads("FloorDiv")
def _floor_divide(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    if call.same_type(x1, x2).kind not in "iu":
        return call.node("Floor", call.node("Div", x1, x2))
    rest = call.node("Mod", x1, x2)
    return call.node("Div", call.node("Sub", x1, rest), x2)


@TYPES.reads("FloorMod")
def _floor_modulo(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    """The rest has the sign of the divisor."""
    if call.same_type(x1, x2).kind in "iu":
        return call.node("Mod", x1, x2)
    whole = call.node("Floor", call.node("Div", x1, x2))
    return call.node("Sub", x1, call.node("Mul", whole, x2))


@TYPES.reads("Mod")
def _modulo(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    """The rest has the sign of the dividend."""
    call.same_type(x1, x2)
    return call.node("Mod", x1, x2, fmod=1)


@TYPES.reads("SquaredDifference")
def _squared_difference(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    call.same_type(x1, x2)
    difference = call.node("Sub", x1, x2)
    return call.node("Mul", difference, difference)


@TYPES.reads("Round")
def _round(call: Call, x: Tensor, *, decimals: int = 0) -> Operand:
    """To the nearest integer, ties to even."""
    require(decimals, 0, "decimals")
    require_floating(x)
    return call.node("Round", x)


@TYPES.reads("Power")
def _power(
    call: Call, x: Tensor, *, power: float = 1.0, scale: float = 1.0, shift: float = 0.0
) -> Operand:
    """`(scale * x + shift) ** power`."""
    require_floating(x)
    base = call.node("Add", call.node("Mul", x, scalar(scale, x)), scalar(shift, x))
    return base if power == 1 else call.node("Pow", base, scalar(power, x))


@TYPES.reads("Xlogy", "Xdivy")
def _where_not_zero(call: Call, x1: Tensor, x2: Tensor) -> Operand:
    """`x1 * log(x2)`, or `x1 / x2`; 0 where `x1` is."""
    call.same_type(x1, x2)
    require_floating(x1)
    if call.op == "Xdivy":
        value = call.node("Div", x1, x2)
    else:
        value = call.node("Mul", x1, call.node("Log", x2))
    zero = scalar(0, x1)
    return call.node("Where", call.node("Equal", x1, zero), zero, value)


@TYPES.reads("IsNan")
def _is_no_number(call: Call, x: Tensor) -> Operand:
    require_floating(x)
    return call.node("IsNaN", x)


@TYPES.reads("IsInf")
def _is_infinite(call: Call, x: Tensor) -> Operand:
    require_floating(x)
    return call.node("IsInf", x)


@TYPES.reads("IsFinite")
def _is_finite(call: Call, x: Tensor) -> Operand:
    require_floating(x)
    return call.node("Not", call.node("Or", call.node("IsInf", x), call.node("IsNaN", x)))


@TYPES.reads("MaskedFill")
def _masked_fill(call: Call, x: Tensor, mask: Tensor, value: Tensor) -> Operand:
    call.same_type(x, value)
    if mask.dtype != np.bool_ or value.rank > 1 or int(np.prod(value.shape)) != 1:
        raise UnsupportedNodeError(
            f"its mask has {mask.dtype} elements and its value the shape {list(value.shape)}; give "
            "a mask of bool and one number"
        )
    return call.node("Where", mask, call.reshaped(value, ()), x)


@TYPES.reads("RotaryMul")
def _rotary(call: Call, x: Tensor, r1: Tensor, r2: Tensor) -> Operand:
    """`x * r1 + turned(x) * r2`, where `turned` has minus the second half before the first one."""
    call.same_type(x, r1, r2)
    require_floating(x)
    if not x.rank or x.shape[-1] % 2:
        raise UnsupportedNodeError(
            f"its x has the shape {list(x.shape)}; the last size must be even"
        )
    half = x.shape[-1] // 2
    first, second = call.nodes("Split", 2, x, integers([half, half]), axis=x.rank - 1)
    turned = call.node("Concat", call.node("Neg", second), first, axis=x.rank - 1)
    return call.node("Add", call.node("Mul", x, r1), call.node("Mul", turned, r2))


@TYPES.reads("Rsqrt")
def _reciprocal_root(call: Call, x: Tensor) -> Operand:
    return call.node("Reciprocal", call.node("Sqrt", x))


@TYPES.reads("Square")
def _square(call: Call, x: Tensor) -> Operand:
    return call.node("Mul", x, x)


@TYPES.reads("Log1p")
def _log_of_more(call: Call, x: Tensor) -> Operand:
    return log_of_one_more(call.node, lambda value: scalar(value, x), x)


@TYPES.reads("Expm1")
def _less_than_power(call: Call, x: Tensor) -> Operand:
    return power_less_one(call.node, lambda value: scalar(value, x), x)


@TYPES.reads("Exp")
def _exponential(
    call: Call, x: Tensor, *, base: float = -1.0, scale: float = 1.0, shift: float = 0.0
) -> Operand:
    """`base ** (scale * x + shift)`; the base -1 stands for e."""
    inner = _affine(call, x, scale, shift)
    return call.node("Exp", _times(call, inner, log(_base(base))))


@TYPES.reads("Log")
def _logarithm(
    call: Call, x: Tensor, *, base: float = -1.0, scale: float = 1.0, shift: float = 0.0
) -> Operand:
    """The logarithm of `scale * x + shift`; the base -1 stands for e."""
    made = call.node("Log", _affine(call, x, scale, shift))
    return _times(call, made, 1 / log(_base(base)))


def _base(base: float) -> float:
    if base == -1:
        return float(np.e)
    if base <= 0 or base == 1:
        raise UnsupportedNodeError(
            f"its base is {base}; give a positive number other than 1, or -1 for e"
        )
    return base


def _affine(call: Call, x: Tensor, scale: float, shift: float) -> Operand:
    scaled = _times(call, x.operand, scale)
    return scaled if shift == 0 else call.node("Add", scaled, scalar(shift, x))


def _times(call: Call, x: Operand, factor: float) -> Operand:
    return x if factor == 1 else call.node("Mul", x, scalar(factor, x))


@TYPES.reads("Adds")
def _add_number(call: Call, x: Tensor, *, value: float) -> Operand:
    return call.node("Add", x, scalar(value, x))


@TYPES.reads("Muls")
def _multiply_by_number(call: Call, x: Tensor, *, value: float) -> Operand:
    return call.node("Mul", x, scalar(value, x))


@TYPES.reads("Axpy")
def _axpy(call: Call, x1: Tensor, x2: Tensor, *, alpha: float) -> Operand:
    """`x1 + alpha * x2`."""
    call.same_type(x1, x2)
    return call.node("Add", x1, call.node("Mul", x2, scalar(alpha, x2)))


@TYPES.reads("FusedMulAdd")
def _multiply_add(call: Call, x1: Tensor, x2: Tensor, x3: Tensor) -> Operand:
    call.same_type(x1, x2, x3)
    return call.node("Add", call.node("Mul", x1, x2), x3)


@TYPES.reads("Addcmul")
def _add_product(call: Call, input_data: Tensor, x1: Tensor, x2: Tensor, value: Tensor) -> Operand:
    """`input_data + value * x1 * x2`."""
    call.same_type(input_data, x1, x2, value)
    product = call.node("Mul", call.node("Mul", x1, x2), value)
    return call.node("Add", input_data, product)


@TYPES.reads("Addcdiv")
def _add_quotient(call: Call, input_data: Tensor, x1: Tensor, x2: Tensor, value: Tensor) -> Operand:
    """`input_data + value * x1 / x2`."""
    require_floating(input_data)
    call.same_type(input_data, x1, x2, value)
    quotient = call.node("Mul", call.node("Div", x1, x2), value)
    return call.node("Add", input_data, quotient)


@TYPES.reads("Lerp")
def _interpolate(call: Call, start: Tensor, end: Tensor, weight: Tensor) -> Operand:
    call.same_type(start, end, weight)
    return call.node("Add", start, call.node("Mul", weight, call.node("Sub", end, start)))


@TYPES.reads("AddN", "AccumulateNV2", group="x")
def _sum(call: Call, x: Sequence[Tensor]) -> Operand:
    call.same_type(*x)
    made: Operand = x[0].operand
    for item in x[1:]:
        made = call.node("Add", made, item)
    return made


@TYPES.reads("Eltwise", group="x")
def _eltwise(call: Call, x: Sequence[Tensor], *, mode: int = _SUM, coeff: Floats = ()) -> Operand:
    """The product, the weighted sum or the maximum, as Caffe's layer."""
    call.same_type(*x)
    kinds = {_PRODUCT: "Mul", _SUM: "Add", _MAXIMUM: "Max"}
    if mode not in kinds:
        raise UnsupportedNodeError(f"its mode is {mode}; use 0 (product), 1 (sum) or 2 (maximum)")
    if coeff and (mode != _SUM or len(coeff) != len(x)):
        raise UnsupportedNodeError(
            f"its coeff has {counted(len(coeff), 'number')} for mode {mode}, "
            f"{counted(len(x), 'input')}"
        )
    factors = coeff or [1.0] * len(x)
    parts = [_times(call, item.operand, by) for item, by in zip(x, factors, strict=True)]
    made = parts[0]
    for item in parts[1:]:
        made = call.node(kinds[mode], made, item)
    return made


@TYPES.reads("Select")
def _select(call: Call, condition: Tensor, x1: Tensor, x2: Tensor) -> Operand:
    """Elements or, by a condition of one dimension, rows."""
    if x1.shape != x2.shape:
        raise UnsupportedNodeError(
            f"x1 has the shape {list(x1.shape)}, x2 {list(x2.shape)}; use SelectV2"
        )
    shape = condition.shape
    if shape not in ((), x1.shape, x1.shape[:1]):
        raise UnsupportedNodeError(f"its condition has the shape {list(shape)}")
    if shape != x1.shape and shape:
        shape = (*shape, *[1] * (x1.rank - 1))
    return call.node("Where", call.reshaped(condition, shape), x1, x2)


@TYPES.reads("SelectV2")
def _select_broadcast(call: Call, condition: Tensor, then: Tensor, else_: Tensor) -> Operand:
    call.same_type(then, else_)
    return call.node("Where", condition, then, else_)


@TYPES.reads("ClipByValue", "ClipByValueV2")
def _clip(call: Call, x: Tensor, clip_value_min: Tensor, clip_value_max: Tensor) -> Operand:
    call.same_type(x, clip_value_min, clip_value_max)
    return call.node("Min", call.node("Max", x, clip_value_min), clip_value_max)


@TYPES.reads("Scale")
def _scale(
    call: Call,
    x: Tensor,
    scale: Tensor,
    bias: Tensor | None = None,
    *,
    axis: int = 1,
    num_axes: int = 1,
    scale_from_blob: bool = True,
) -> Operand:
    """`x * scale + bias`, where their dimensions are those of `x` from `axis` on."""
    start = axis + x.rank if axis < 0 else axis
    count = scale.rank
    if not 0 <= start <= x.rank - count or x.shape[start : start + count] != scale.shape:
        raise UnsupportedNodeError(
            f"its scale has the shape {list(scale.shape)}, which is not that of x from axis {axis}"
        )
    if scale_from_blob and num_axes not in (count, -1):
        raise UnsupportedNodeError(
            f"its num_axes is {num_axes}, but its scale has {counted(count, 'dimension')}"
        )
    shape = (*scale.shape, *[1] * (x.rank - start - count))
    made = call.node("Mul", x, call.reshaped(scale, shape))
    return made if bias is None else call.node("Add", made, call.reshaped(bias, shape))


@TYPES.reads("ZerosLike")
def _zeros(call: Call, x: Tensor) -> Operand:
    return call.node("Expand", scalar(0, x), integers(x.shape))


@TYPES.reads("OnesLike")
def _ones(call: Call, x: Tensor) -> Operand:
    return call.node("Expand", scalar(1, x), integers(x.shape))
