"""Rounded divisions, remainders, numbers without their fractions, and operators of bits: shifts are
such divisions.

Real numbers are divided as PyTorch does it: from the remainder, which is exact, so that the rounded
quotient is right where `a / b` is rounded up to a whole number. See PyTorch's `div_floor_floating`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import onnx_ir
import torch

from aoe.element_types import computed_type, is_floating, numpy_type
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import is_inexact_number, require, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()
#: What operators of bits are for truth values.
_LOGICAL: Mapping[str, str] = MappingProxyType({"and": "And", "or": "Or", "xor": "Xor"})


@OPERATORS.translates("div.Tensor_mode", "div.Scalar_mode", "floor_divide", "floor_divide.Scalar")
def _rounded_division(
    emit: Emitter, node: torch.fx.Node, a: object, b: object, *, rounding_mode: str | None = "floor"
) -> onnx_ir.Value:
    dtype = type_of(node)
    require(rounding_mode is not None, "it has no rounding mode")
    if is_floating(dtype) and rounding_mode == "floor":
        wide = computed_type(dtype)
        found = _floor_of_reals(emit, emit.value(a, wide), emit.value(b, wide), wide)
        return found if wide == dtype else emit.cast(found, dtype)
    if is_inexact_number(b, dtype):  # which is not rounded, as in other divisions
        wide = computed_type(dtype)
        found = emit.node("Div", emit.value(a, wide), emit.value(b, wide))
        return emit.cast(_toward_zero(emit, found), dtype)
    found = emit.node("Div", emit.value(a, dtype), emit.value(b, dtype))
    if is_floating(dtype):
        return _toward_zero(emit, found)
    if rounding_mode == "trunc":
        return found
    product = emit.node("Mul", found, emit.value(b, dtype))
    rest = emit.node("Sub", emit.value(a, dtype), product)
    below = _has_other_sign(emit, rest, emit.value(b, dtype), dtype)
    return emit.node("Sub", found, emit.cast(below, dtype))


@OPERATORS.translates(
    "remainder.Scalar", "remainder.Tensor", "remainder.Scalar_Tensor", "fmod.Scalar", "fmod.Tensor"
)
def _remainder(emit: Emitter, node: torch.fx.Node, a: object, b: object) -> onnx_ir.Value:
    dtype = type_of(node)
    first, second = emit.value(a, dtype), emit.value(b, dtype)
    if "fmod" in str(node.target) or not is_floating(dtype):
        return emit.node("Mod", first, second, fmod=int("fmod" in str(node.target)))
    rest = emit.node("Mod", first, second, fmod=1)
    below = _has_other_sign(emit, rest, second, dtype)
    return emit.node("Where", below, emit.node("Add", rest, second), rest)


@OPERATORS.translates("trunc")
def _truncated(emit: Emitter, node: torch.fx.Node, a: object) -> onnx_ir.Value:
    return _toward_zero(emit, emit.value(a)) if is_floating(type_of(node)) else emit.value(a)


def _toward_zero(emit: Emitter, value: onnx_ir.Value) -> onnx_ir.Value:
    magnitude = emit.node("Floor", emit.node("Abs", value))
    return emit.node("Mul", emit.node("Sign", value), magnitude)


def _floor_of_reals(emit: Emitter, a: onnx_ir.Value, b: onnx_ir.Value, dtype: str) -> onnx_ir.Value:
    """The whole number below a / b; a / b itself where b is 0."""
    zero, one = emit.constant(0, dtype), emit.constant(1, dtype)
    quotient, rest = emit.node("Div", a, b), emit.node("Mod", a, b, fmod=1)
    whole = emit.node("Div", emit.node("Sub", a, rest), b)
    below = _has_other_sign(emit, rest, b, dtype)
    whole = emit.node("Where", below, emit.node("Sub", whole, one), whole)
    floor = emit.node("Floor", whole)
    apart = emit.node("Greater", emit.node("Sub", whole, floor), emit.constant(0.5, dtype))
    nearest = emit.node("Where", apart, emit.node("Add", floor, one), floor)
    # A zero has the sign of the quotient.
    signed = emit.node("Mul", quotient, zero)
    found = emit.node("Where", emit.node("Equal", whole, zero), signed, nearest)
    return emit.node("Where", emit.node("Equal", b, zero), quotient, found)


def _has_other_sign(
    emit: Emitter, rest: onnx_ir.Value, b: onnx_ir.Value, dtype: str
) -> onnx_ir.Value:
    """Where a remainder is not 0 and has another sign than the divisor."""
    zero = emit.constant(0, dtype)
    unequal = emit.node("Not", emit.node("Equal", rest, zero))
    signs = [emit.node("Less", value, zero) for value in (rest, b)]
    return emit.node("And", unequal, emit.node("Xor", *signs))


@OPERATORS.translates(
    "bitwise_and.Tensor", "bitwise_or.Tensor", "bitwise_xor.Tensor", "bitwise_and.Scalar",
    "bitwise_or.Scalar", "bitwise_xor.Scalar", "bitwise_and.Scalar_Tensor",
    "bitwise_or.Scalar_Tensor", "bitwise_xor.Scalar_Tensor",
)  # fmt: skip
def _bitwise(emit: Emitter, node: torch.fx.Node, a: object, b: object) -> onnx_ir.Value:
    name = str(node.target).split("_")[1].split(".")[0]
    dtype = type_of(node)
    kind = _LOGICAL[name] if dtype == "bool" else f"Bitwise{name.capitalize()}"
    return emit.node(kind, emit.value(a, dtype), emit.value(b, dtype))


@OPERATORS.translates("logical_not", "bitwise_not")
def _not(emit: Emitter, node: torch.fx.Node, a: torch.fx.Node) -> onnx_ir.Value:
    if str(node.target).startswith("aten.log") or type_of(a) == "bool":
        return emit.node("Not", emit.value(a, "bool"))
    return emit.node("BitwiseNot", emit.value(a))


@OPERATORS.translates("__lshift__.Scalar", "bitwise_left_shift.Tensor_Scalar")
def _left_shift(emit: Emitter, node: torch.fx.Node, a: object, bits: int) -> onnx_ir.Value:
    """A product with a power of two, which overflows as the shift does."""
    dtype = type_of(node)
    _require_bits(dtype, bits)
    power = np.asarray(1, numpy_type(dtype)) << bits
    return emit.node("Mul", emit.value(a, dtype), emit.constant(power, dtype))


@OPERATORS.translates("__rshift__.Scalar", "bitwise_right_shift.Tensor_Scalar")
def _right_shift(emit: Emitter, node: torch.fx.Node, a: object, bits: int) -> onnx_ir.Value:
    """A quotient by a power of two, rounded down: ONNX's division rounds towards zero, so what is
    left of the number is taken from it before.
    """
    dtype = type_of(node)
    _require_bits(dtype, bits + 1)
    power = np.asarray(1, numpy_type(dtype)) << bits
    value = emit.value(a, dtype)
    rest = emit.node("BitwiseAnd", value, emit.constant(power - 1, dtype))
    return emit.node("Div", emit.node("Sub", value, rest), emit.constant(power, dtype))


def _require_bits(dtype: str, bits: int) -> None:
    require("int" in dtype, "it is of no whole numbers")
    width = np.iinfo(numpy_type(dtype)).bits
    require(0 <= bits < width, "it shifts by more bits than a number has")
