"""Arithmetic, comparisons, choices and conversions, element by element."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

import onnx_ir
import torch

from aoe.element_types import computed_type, is_floating
from aoe.frontends.shared_operators.angles import angle_of, is_negative
from aoe.frontends.shared_operators.logarithms import log_to_base
from aoe.frontends.shared_operators.near_zero import log_of_one_more, power_less_one
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import (
    common_type,
    is_inexact_number,
    require,
    require_held,
    shape_of,
    type_of,
)
from aoe.torch.translate.table import Operators, Translator

OPERATORS = Operators()

#: Operators of two operands, in the type of the result.
_BINARY: Mapping[str, str] = MappingProxyType(
    {
        "add.Tensor": "Add", "add.Scalar": "Add", "sub.Tensor": "Sub", "sub.Scalar": "Sub",
        "mul.Tensor": "Mul", "mul.Scalar": "Mul", "div.Tensor": "Div", "div.Scalar": "Div",
        "true_divide.Tensor": "Div",
        "maximum": "Max", "minimum": "Min", "pow.Tensor_Tensor": "Pow", "pow.Scalar": "Pow",
    }
)  # fmt: skip
#: What those of bools are.
_OF_FLAGS: Mapping[str, str] = MappingProxyType(
    {"Add": "Or", "Max": "Or", "Mul": "And", "Min": "And"}
)
#: Those whose second operand, if it is a number, PyTorch rounds to no type of 16 bits.
_BY_EXACT_NUMBERS = ("Mul", "Div")
#: Comparisons: the operator, and whether its result is negated.
_COMPARISONS: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        "eq": ("Equal", False), "ne": ("Equal", True), "lt": ("Less", False),
        "le": ("LessOrEqual", False), "gt": ("Greater", False), "ge": ("GreaterOrEqual", False),
    }
)  # fmt: skip
_LOGICAL: Mapping[str, str] = MappingProxyType({"and": "And", "or": "Or", "xor": "Xor"})
#: Operators of one operand, which is converted to the type of the result.
_UNARY: Mapping[str, str] = MappingProxyType(
    {
        "relu": "Relu", "exp": "Exp", "log": "Log", "sqrt": "Sqrt", "tanh": "Tanh",
        "sigmoid": "Sigmoid", "erf": "Erf", "neg": "Neg", "abs": "Abs",
        "reciprocal": "Reciprocal", "sin": "Sin", "cos": "Cos", "tan": "Tan", "asin": "Asin",
        "acos": "Acos", "atan": "Atan", "sinh": "Sinh", "cosh": "Cosh", "asinh": "Asinh",
        "acosh": "Acosh", "atanh": "Atanh",
    }
)  # fmt: skip
#: Operators of one operand that leave integers as they are.
_ROUNDING: Mapping[str, str] = MappingProxyType(
    {"floor": "Floor", "ceil": "Ceil", "round": "Round"}
)
#: No power of ten beyond is a number of float64.
_MOST_DECIMALS = 308
#: Exponents that PyTorch computes by products.
_PRODUCTS = (2, 3)


def _add_tables() -> None:
    def binary(kind: str) -> Translator:
        def translate(
            emit: Emitter, node: torch.fx.Node, a: object, b: object, alpha: float = 1
        ) -> onnx_ir.Value:
            dtype = type_of(node)
            if dtype == "bool" and kind in _OF_FLAGS and alpha == 1:
                return emit.node(_OF_FLAGS[kind], emit.value(a, dtype), emit.value(b, dtype))
            require(dtype != "bool", "it is of bools")
            if kind in _BY_EXACT_NUMBERS and is_inexact_number(b, dtype):
                wide = [emit.value(item, computed_type(dtype)) for item in (a, b)]
                return emit.cast(emit.node(kind, *wide), dtype)
            other = emit.value(b, dtype)
            if alpha != 1:
                other = emit.node("Mul", other, emit.constant(alpha, dtype))
            return emit.node(kind, emit.value(a, dtype), other)

        return translate

    def comparison(kind: str, negated: bool) -> Translator:
        def translate(emit: Emitter, node: torch.fx.Node, a: object, b: object) -> onnx_ir.Value:
            dtype = common_type(a, b)
            found = emit.node(kind, emit.value(a, dtype), emit.value(b, dtype))
            return emit.node("Not", found) if negated else found

        return translate

    def logical(kind: str) -> Translator:
        def translate(emit: Emitter, node: torch.fx.Node, a: object, b: object) -> onnx_ir.Value:
            return emit.node(kind, emit.value(a, "bool"), emit.value(b, "bool"))

        return translate

    def unary(kind: str) -> Translator:
        def translate(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
            return emit.node(kind, emit.value(a, type_of(node)))

        return translate

    def rounding(kind: str) -> Translator:
        def translate(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
            value = emit.value(a)
            return emit.node(kind, value) if is_floating(type_of(node)) else value

        return translate

    table = OPERATORS.translators
    table.update({name: binary(kind) for name, kind in _BINARY.items()})
    for name, (kind, negated) in _COMPARISONS.items():
        table[f"{name}.Scalar"] = table[f"{name}.Tensor"] = comparison(kind, negated)
    table.update({f"logical_{name}": logical(kind) for name, kind in _LOGICAL.items()})
    table.update({name: unary(kind) for name, kind in _UNARY.items()})
    table.update({name: rounding(kind) for name, kind in _ROUNDING.items()})


_add_tables()


@OPERATORS.translates("prims.fma")
def _fused_multiply_add(
    emit: Emitter, node: torch.fx.Node, a: object, b: object, c: object
) -> onnx_ir.Value:
    dtype = type_of(node)
    product = emit.node("Mul", emit.value(a, dtype), emit.value(b, dtype))
    return emit.node("Add", product, emit.value(c, dtype))


@OPERATORS.translates("rsub.Scalar", "rsub.Tensor")
def _rsub(
    emit: Emitter, node: torch.fx.Node, a: object, b: object, alpha: float = 1
) -> onnx_ir.Value:
    dtype = type_of(node)
    value = emit.value(a, dtype)
    if alpha != 1:
        value = emit.node("Mul", value, emit.constant(alpha, dtype))
    return emit.node("Sub", emit.value(b, dtype), value)


@OPERATORS.translates("pow.Tensor_Scalar")
def _power(emit: Emitter, node: torch.fx.Node, a: object, exponent: float) -> onnx_ir.Value:
    dtype = type_of(node)
    value = emit.value(a, dtype)
    if exponent in _PRODUCTS:
        square = emit.node("Mul", value, value)
        return square if exponent == 2 else emit.node("Mul", square, value)
    if is_floating(dtype) and exponent in (0.5, -0.5, -1):
        root = value if exponent == -1 else emit.node("Sqrt", value)
        return root if exponent == 0.5 else emit.node("Reciprocal", root)
    return emit.node("Pow", value, emit.constant(exponent, dtype))


@OPERATORS.translates("rsqrt")
def _rsqrt(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
    return emit.node("Reciprocal", emit.node("Sqrt", emit.value(a, type_of(node))))


@OPERATORS.translates("log2", "log10")
def _other_logarithm(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
    base = 2.0 if "log2" in str(node.target) else 10.0
    value = emit.cast(emit.value(a, type_of(node)), "float64")
    found = log_to_base(emit.node, lambda number: emit.constant(number, "float64"), value, base)
    return emit.cast(found, type_of(node))


@OPERATORS.translates("exp2")
def _power_of_two(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
    dtype = type_of(node)
    return emit.node("Pow", emit.constant(2, dtype), emit.value(a, dtype))


@OPERATORS.translates("copysign.Tensor", "copysign.Scalar")
def _with_sign(emit: Emitter, node: torch.fx.Node, a: object, b: object) -> onnx_ir.Value:
    dtype = type_of(node)
    size = emit.node("Abs", emit.value(a, dtype))
    negative = is_negative(
        emit.node, lambda number: emit.constant(number, dtype), emit.value(b, dtype)
    )
    return emit.node("Where", negative, emit.node("Neg", size), size)


@OPERATORS.translates("sign")
def _sign(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
    """1, 0 or -1; 0 of what is no number, where ONNX's operator gives that back."""
    dtype = type_of(node)
    value, zero = emit.value(a, dtype), emit.constant(0, dtype)
    if not is_floating(dtype):
        return value if dtype == "bool" else emit.node("Sign", value)
    above, below = emit.node("Greater", value, zero), emit.node("Less", value, zero)
    return emit.node("Sub", emit.cast(above, dtype), emit.cast(below, dtype))


@OPERATORS.translates("signbit")
def _has_minus(emit: Emitter, node: torch.fx.Node, a: torch.fx.Node) -> onnx_ir.Value:
    dtype = type_of(a)
    require(dtype != "bool", "it is of bools")
    if not is_floating(dtype):
        return emit.node("Less", emit.value(a), emit.constant(0, dtype))
    return is_negative(emit.node, lambda number: emit.constant(number, dtype), emit.value(a))


@OPERATORS.translates("angle")
def _angle_of_real(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
    dtype = type_of(node)
    value, zero = emit.value(a, dtype), emit.constant(0, dtype)
    below = emit.node("Less", value, zero)
    angle = emit.node("Where", below, emit.constant(math.pi, dtype), zero)
    return emit.node("Where", emit.node("IsNaN", value), value, angle)


@OPERATORS.translates("fmax", "fmin")
def _extreme_number(emit: Emitter, node: torch.fx.Node, a: object, b: object) -> onnx_ir.Value:
    """The larger or smaller operand; the other one where one is no number."""
    dtype = type_of(node)
    one, other = emit.value(a, dtype), emit.value(b, dtype)
    found = emit.node("Max" if "fmax" in str(node.target) else "Min", one, other)
    if not is_floating(dtype):
        return found
    found = emit.node("Where", emit.node("IsNaN", other), one, found)
    return emit.node("Where", emit.node("IsNaN", one), other, found)


@OPERATORS.translates("round.decimals")
def _round_to(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, *, decimals: int = 0
) -> onnx_ir.Value:
    dtype = type_of(node)
    require(dtype in ("float32", "float64"), f"it is of {dtype}")
    require(abs(decimals) <= _MOST_DECIMALS, f"it has {decimals} decimals")
    factor = emit.constant(10.0 ** abs(decimals), dtype)
    first, second = ("Mul", "Div") if decimals >= 0 else ("Div", "Mul")
    return emit.node(second, emit.node("Round", emit.node(first, emit.value(a), factor)), factor)


@OPERATORS.translates("log1p")
def _log1p(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
    dtype = type_of(node)
    return log_of_one_more(
        emit.node, lambda value: emit.constant(value, dtype), emit.value(a, dtype)
    )


@OPERATORS.translates("expm1")
def _expm1(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
    dtype = type_of(node)
    return power_less_one(
        emit.node, lambda value: emit.constant(value, dtype), emit.value(a, dtype)
    )


@OPERATORS.translates("atan2")
def _angle(emit: Emitter, node: torch.fx.Node, y: object, x: object) -> onnx_ir.Value:
    dtype = type_of(node)
    operands = (emit.value(item, dtype) for item in (y, x))
    return angle_of(emit.node, lambda number: emit.constant(number, dtype), *operands)


@OPERATORS.translates("isnan", "isinf")
def _is_special(emit: Emitter, node: torch.fx.Node, a: torch.fx.Node) -> onnx_ir.Value:
    if not is_floating(type_of(a)):
        return emit.filled(False, "bool", shape_of(node))
    kind = "IsNaN" if "isnan" in str(node.target) else "IsInf"
    return emit.node(kind, emit.value(a))


@OPERATORS.translates("gelu")
def _gelu(
    emit: Emitter, node: torch.fx.Node, a: object, *, approximate: str = "none"
) -> onnx_ir.Value:
    return emit.node("Gelu", emit.value(a), approximate=approximate)


@OPERATORS.translates("elu")
def _elu(
    emit: Emitter,
    node: torch.fx.Node,
    a: object,
    alpha: float = 1,
    scale: float = 1,
    input_scale: float = 1,
) -> onnx_ir.Value:
    require(input_scale == 1, "its input is scaled")
    found = emit.node("Elu", emit.value(a), alpha=float(alpha))
    return found if scale == 1 else emit.node("Mul", found, emit.constant(scale, type_of(node)))


@OPERATORS.translates("leaky_relu")
def _leaky_relu(
    emit: Emitter, node: torch.fx.Node, a: object, negative_slope: float = 0.01
) -> onnx_ir.Value:
    return emit.node("LeakyRelu", emit.value(a), alpha=float(negative_slope))


@OPERATORS.translates(
    "clamp", "clamp.Tensor", "hardtanh", "clamp_min", "clamp_min.Tensor", "clamp_max",
    "clamp_max.Tensor",
)  # fmt: skip
def _clamp(
    emit: Emitter, node: torch.fx.Node, a: object, low: object = None, high: object = None
) -> onnx_ir.Value:
    name = str(node.target)
    if "hardtanh" in name:
        low, high = -1 if low is None else low, 1 if high is None else high
    if "clamp_max" in name:
        low, high = None, low
    dtype = type_of(node)
    value = emit.value(a, dtype)
    for bound in (low, high):
        require_held(bound, dtype)
    if low is not None:
        value = emit.node("Max", value, emit.value(low, dtype))
    if high is not None:
        value = emit.node("Min", value, emit.value(high, dtype))
    return value


@OPERATORS.translates("where.self", "where.ScalarOther", "where.ScalarSelf", "where.Scalar")
def _where(
    emit: Emitter, node: torch.fx.Node, condition: object, a: object, b: object
) -> onnx_ir.Value:
    dtype = type_of(node)
    for item in (a, b):
        require_held(item, dtype)
    return emit.node("Where", emit.value(condition), emit.value(a, dtype), emit.value(b, dtype))


@OPERATORS.translates("masked_fill.Scalar", "masked_fill.Tensor")
def _masked_fill(
    emit: Emitter, node: torch.fx.Node, a: object, mask: object, value: object
) -> onnx_ir.Value:
    dtype = type_of(node)
    require_held(value, dtype)
    return emit.node("Where", emit.value(mask), emit.value(value, dtype), emit.value(a, dtype))


@OPERATORS.translates(
    "alias", "detach", "clone", "lift_fresh_copy", "contiguous", "prims.copy_strided"
)
def _same(emit: Emitter, node: torch.fx.Node, a: object, *_: object, **__: object) -> onnx_ir.Value:
    return emit.value(a)


@OPERATORS.translates("_to_copy", "prims.convert_element_type", "to.dtype")
def _converted(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, *_: object, **__: object
) -> onnx_ir.Value:
    if is_floating(type_of(a)) and type_of(node) == "bool":
        zero = emit.constant(0, type_of(a))
        return emit.node("Not", emit.node("Equal", emit.value(a), zero))
    return emit.value(a, type_of(node))


@OPERATORS.translates("copy")
def _copied(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, source: torch.fx.Node, *_: object
) -> onnx_ir.Value:
    value = emit.value(source, type_of(node))
    if shape_of(source) == shape_of(node):
        return value
    return emit.node("Expand", value, emit.integers(shape_of(node)))


@OPERATORS.translates("fill.Scalar", "fill.Tensor")
def _fill(emit: Emitter, node: torch.fx.Node, a: object, value: object) -> onnx_ir.Value:
    require_held(value, type_of(node))
    number = emit.value(value, type_of(node))
    if not shape_of(node):
        return number
    return emit.node("Expand", number, emit.integers(shape_of(node)))
