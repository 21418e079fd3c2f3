"""Arithmetic of single elements, comparisons and casts."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand, dtype_of_tensor
from aoe.frontends.shared_operators.angles import angle_of
from aoe.frontends.shared_operators.buckets import passed_boundaries
from aoe.frontends.shared_operators.quantization_steps import steps_between
from aoe.frontends.shared_operators.rounded_quotients import floor_remainder
from aoe.frontends.tflite.call import Call, int64, numbers

_BINARY = {
    "ADD": "Add",
    "SUB": "Sub",
    "MUL": "Mul",
    "DIV": "Div",
    "MAXIMUM": "Max",
    "MINIMUM": "Min",
    "POW": "Pow",
    "LESS": "Less",
    "LESS_EQUAL": "LessOrEqual",
    "GREATER": "Greater",
    "GREATER_EQUAL": "GreaterOrEqual",
    "EQUAL": "Equal",
    "LOGICAL_AND": "And",
    "LOGICAL_OR": "Or",
    "BITWISE_XOR": "BitwiseXor",
    "STABLEHLO_ADD": "Add",
    "STABLEHLO_MULTIPLY": "Mul",
    "STABLEHLO_MAXIMUM": "Max",
    "STABLEHLO_MINIMUM": "Min",
}
_UNARY = {
    "EXP": "Exp",
    "LOG": "Log",
    "SQRT": "Sqrt",
    "ABS": "Abs",
    "NEG": "Neg",
    "SIN": "Sin",
    "COS": "Cos",
    "FLOOR": "Floor",
    "CEIL": "Ceil",
    "ROUND": "Round",
    "SIGN": "Sign",
    "LOGICAL_NOT": "Not",
}


@numbers(*_BINARY)
def _binary(call: Call) -> LayoutOperand:
    """Of two operands that are broadcast; the first four have a fused activation."""
    made = call.elementwise(_BINARY[call.operator.kind], call.given(0), call.given(1))
    return call.activated(made) if "activation" in call.operator.options else made


@numbers(*_UNARY)
def _unary(call: Call) -> LayoutOperand:
    kind, dtype = call.operator.kind, dtype_of_tensor(call.given(0))
    if kind == "NEG" and dtype.kind == "u":
        raise UnsupportedNodeError(f"it takes the negative of {dtype}")
    x = call.given(0)
    if kind == "LOG" and call.output_tensors[0].is_quantized:
        # TFLite gives the least byte where there is no logarithm, as for the one of 0.
        x = call.elementwise("Max", x, call.scalar(0, x))
    return call.elementwise(_UNARY[kind], x)


@numbers("NOT_EQUAL")
def _not_equal(call: Call) -> LayoutOperand:
    return call.elementwise("Not", call.elementwise("Equal", call.given(0), call.given(1)))


@numbers("RSQRT")
def _rsqrt(call: Call) -> LayoutOperand:
    return call.elementwise("Reciprocal", call.elementwise("Sqrt", call.given(0)))


@numbers("SQUARE")
def _square(call: Call) -> LayoutOperand:
    return call.elementwise("Mul", call.given(0), call.given(0))


@numbers("SQUARED_DIFFERENCE")
def _squared_difference(call: Call) -> LayoutOperand:
    less = call.elementwise("Sub", call.given(0), call.given(1))
    return call.elementwise("Mul", less, less)


@numbers("ADD_N")
def _add_n(call: Call) -> LayoutOperand:
    total = call.given(0)
    for index in range(1, len(call.inputs)):
        total = call.elementwise("Add", total, call.given(index))
    return total


@numbers("FLOOR_DIV")
def _floor_div(call: Call) -> LayoutOperand:
    """The quotient rounded down. Div rounds that of integers towards 0."""
    x, y = call.given(0), call.given(1)
    quotient = call.elementwise("Div", x, y)
    if dtype_of_tensor(x).kind == "f":
        return call.elementwise("Floor", quotient)
    zero, one = call.scalar(0, x), call.scalar(1, x)
    other_sign = call.elementwise(
        "Xor", call.elementwise("Less", x, zero), call.elementwise("Less", y, zero)
    )
    is_whole = call.elementwise("Equal", call.elementwise("Mod", x, y), zero)
    lower = call.elementwise("And", other_sign, call.elementwise("Not", is_whole))
    return call.elementwise("Where", lower, call.elementwise("Sub", quotient, one), quotient)


@numbers("FLOOR_MOD")
def _floor_mod(call: Call) -> LayoutOperand:
    """The remainder has the sign of the divisor, as Mod has it for integers."""
    x, y = call.given(0), call.given(1)
    if dtype_of_tensor(x).kind != "f":
        return call.elementwise("Mod", x, y)
    return floor_remainder(call.elementwise, lambda number: call.scalar(number, x), x, y)


@numbers("CAST")
def _cast(call: Call) -> LayoutOperand:
    return call.cast(call.given(0), call.dtype)


@numbers("ZEROS_LIKE")
def _zeros_like(call: Call) -> LayoutOperand:
    shape = call.shape(0)
    return call.node("Expand", call.scalar(0, call.given(0)), int64(shape))


@numbers("ATAN2")
def _angle(call: Call) -> LayoutOperand:
    y, x = call.given(0), call.given(1)
    return angle_of(call.elementwise, lambda number: call.scalar(number, x), y, x)


@numbers("BUCKETIZE")
def _bucketize(call: Call) -> LayoutOperand:
    boundaries = call.vector("boundaries")
    if list(boundaries) != sorted(boundaries):
        raise UnsupportedNodeError("its boundaries do not rise")
    return passed_boundaries(call.builder, call.plain(0), boundaries)


@numbers("FAKE_QUANT")
def _rounded(call: Call) -> LayoutOperand:
    """Numbers rounded to the steps of a quantised tensor."""
    bits, x = call.option("num_bits"), call.given(0)
    limits = [np.asarray(call.number(name), np.float32) for name in ("min", "max")]
    if not 2 <= bits <= 16 or call.option("narrow_range"):
        raise UnsupportedNodeError(f"it has {bits} bits, or one step less than they give")
    steps = steps_between(limits[0], limits[1], bits)
    if steps is None:
        raise UnsupportedNodeError(f"its range {limits[0]} to {limits[1]} does not hold 0")
    return steps.rounded(x) if isinstance(x, np.ndarray) else steps.nodes(call.elementwise, x)
