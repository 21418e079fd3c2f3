"""Primitives that compute element by element: arithmetic, comparisons, conversions, choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of
from aoe.frontends.mindspore.arguments import choice, element_type, operand, operands, real
from aoe.frontends.mindspore.emitter import Emitter, is_real
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Handler, Primitives
from aoe.frontends.shared_operators.gamma_functions import digamma, log_gamma
from aoe.frontends.shared_operators.logarithms import log_to_base
from aoe.frontends.shared_operators.near_zero import log_of_one_more, power_less_one
from aoe.frontends.shared_operators.normal_distribution import complementary_erf, inverse_erf
from aoe.frontends.shared_operators.rounded_quotients import truncated

PRIMITIVES = Primitives()
#: Operators of one operand, of which integers are converted to float32.
_REAL_ONLY: Mapping[str, str] = MappingProxyType(
    {
        "Exp": "Exp", "Log": "Log", "Sqrt": "Sqrt", "Erf": "Erf", "Sigmoid": "Sigmoid",
        "Tanh": "Tanh", "Sin": "Sin", "Cos": "Cos", "Tan": "Tan", "Asin": "Asin", "ACos": "Acos",
        "AsinExt": "Asin", "AcosExt": "Acos", "AtanExt": "Atan", "AsinhExt": "Asinh",
        "AcoshExt": "Acosh", "Atan": "Atan", "Sinh": "Sinh", "Cosh": "Cosh", "Asinh": "Asinh",
        "Acosh": "Acosh", "Atanh": "Atanh", "Reciprocal": "Reciprocal", "Inv": "Reciprocal",
        "InplaceExp": "Exp", "InplaceLog": "Log", "InplaceTanh": "Tanh",
        "InplaceSigmoid": "Sigmoid",
    }
)  # fmt: skip
#: Operators of one operand that keep its type.
_UNARY: Mapping[str, str] = MappingProxyType(
    {
        "Neg": "Neg", "Abs": "Abs", "Sign": "Sign", "Floor": "Floor", "Ceil": "Ceil",
        "Rint": "Round", "LogicalNot": "Not", "InplaceFloor": "Floor", "InplaceSign": "Sign",
    }
)  # fmt: skip
_BINARY: Mapping[str, str] = MappingProxyType(
    {
        "Mul": "Mul", "Muls": "Mul", "Maximum": "Max", "Minimum": "Min", "InplaceMul": "Mul",
        "InplaceMuls": "Mul", "Add": "Add", "TensorAdd": "Add", "Sub": "Sub",
        "Equal": "Equal", "EqualExt": "Equal", "EqScalar": "Equal", "Greater": "Greater",
        "GreaterEqual": "GreaterOrEqual", "GreaterEqualScalar": "GreaterOrEqual", "Less": "Less",
        "GreaterScalar": "Greater", "LessScalar": "Less", "LessEqual": "LessOrEqual",
        "LessEqualScalar": "LessOrEqual",
    }
)  # fmt: skip
_BITWISE: Mapping[str, str] = MappingProxyType(
    {
        f"Bitwise{kind}{form}": f"Bitwise{kind}"
        for kind in ("And", "Or", "Xor")
        for form in ("", "Tensor", "Scalar")
    }
)
_LOGICAL: Mapping[str, str] = MappingProxyType(
    {"LogicalAnd": "And", "LogicalOr": "Or", "LogicalXor": "Xor"}
)


def real_operand(emit: Emitter, x: Item) -> Operand:
    """A tensor of a floating-point type; others are converted to float32."""
    value = operand(x)
    return value if is_real(dtype_of(value)) else emit.cast(value, np.float32)


def _add_tables() -> None:
    def unary(kind: str, converts: bool) -> Handler:
        def read(emit: Emitter, x: Item) -> Item:
            return emit.node(kind, real_operand(emit, x) if converts else operand(x))

        return read

    def binary(kind: str) -> Handler:
        return lambda emit, x, y: emit.binary(kind, x, y)

    def logical(kind: str) -> Handler:
        def read(emit: Emitter, x: Item, y: Item) -> Item:
            return emit.node(kind, emit.cast(operand(x), bool), emit.cast(operand(y), bool))

        return read

    for name, kind in _REAL_ONLY.items():
        PRIMITIVES.reads(name)(unary(kind, True))
    for name, kind in _UNARY.items():
        PRIMITIVES.reads(name)(unary(kind, False))
    for name, kind in _BINARY.items():
        PRIMITIVES.reads(name)(binary(kind))
    for name, kind in _BITWISE.items():
        PRIMITIVES.reads(name)(binary(kind))
    for name, kind in _LOGICAL.items():
        PRIMITIVES.reads(name)(logical(kind))


_add_tables()


@PRIMITIVES.reads("AddExt", "AddScalar", "InplaceAddExt", "InplaceAddsExt")
def _add_scaled(emit: Emitter, x: Item, y: Item, alpha: Item = 1) -> Item:
    return emit.binary("Add", x, _times(emit, y, alpha))


@PRIMITIVES.reads("SubExt", "SubScalar", "InplaceSubExt", "InplaceSubScalar")
def _subtract_scaled(emit: Emitter, x: Item, y: Item, alpha: Item = 1) -> Item:
    return emit.binary("Sub", x, _times(emit, y, alpha))


def _times(emit: Emitter, y: Item, alpha: Item) -> Item:
    if real(alpha, "alpha") == 1:
        return y
    if isinstance(y, int | float):
        return y * real(alpha, "alpha")
    return emit.binary("Mul", y, alpha)


@PRIMITIVES.reads("Hypot")
def _hypotenuse(emit: Emitter, x1: Item, x2: Item) -> Item:
    squares = [emit.binary("Mul", item, item) for item in (x1, x2)]
    return emit.node("Sqrt", emit.binary("Add", *squares))


@PRIMITIVES.reads("Xlogy")
def _times_logarithm(emit: Emitter, x: Item, y: Item) -> Item:
    """0 where the factor is 0, whatever the logarithm is."""
    first, second = emit.pair(x, y)
    product = emit.node("Mul", first, emit.node("Log", second))
    zero = np.zeros((), dtype_of(first))
    unknown = emit.node("IsNaN", second)
    nothing = emit.node("And", emit.node("Equal", first, zero), emit.node("Not", unknown))
    return emit.node("Where", nothing, zero, product)


@PRIMITIVES.reads("Heaviside")
def _step(emit: Emitter, x: Item, values: Item) -> Item:
    """0 below 0, 1 above it, and a given value at 0."""
    first, at_zero = emit.pair(x, values)
    zero, one = (np.asarray(number, dtype_of(first)) for number in (0, 1))
    sign = emit.node("Where", emit.node("Greater", first, zero), one, zero)
    sign = emit.node("Where", emit.node("Equal", first, first), sign, first)
    return emit.node("Where", emit.node("Equal", first, zero), at_zero, sign)


@PRIMITIVES.reads("NotEqual", "NotEqualExt", "NeScalar")
def _not_equal(emit: Emitter, x: Item, y: Item) -> Item:
    return emit.node("Not", emit.binary("Equal", x, y))


@PRIMITIVES.reads("RealDiv", "Div", "Divs", "InplaceDiv", "InplaceDivs")
def _divide(emit: Emitter, x: Item, y: Item) -> Item:
    return emit.node("Div", *_real_pair(emit, x, y))


def _real_pair(emit: Emitter, x: Item, y: Item) -> tuple[Operand, Operand]:
    """Two operands of one type; integers are divided as float32."""
    first, second = emit.pair(x, y)
    if is_real(dtype_of(first)):
        return first, second
    return emit.cast(first, np.float32), emit.cast(second, np.float32)


@PRIMITIVES.reads("DivNoNan")
def _divide_or_zero(emit: Emitter, x: Item, y: Item) -> Item:
    first, second = emit.pair(x, y)
    if not is_real(dtype_of(first)):
        raise UnsupportedNodeError("it divides integers")
    zero = np.zeros((), dtype_of(first))
    is_zero = emit.node("Equal", second, zero)
    return emit.node("Where", is_zero, zero, emit.node("Div", first, second))


@PRIMITIVES.reads("DivMod", "DivMods", "InplaceDivMod", "InplaceDivMods")
def _divide_rounded(emit: Emitter, x: Item, y: Item, rounding_mode: Item = None) -> Item:
    if rounding_mode is None:
        return _divide(emit, x, y)
    mode = choice(rounding_mode, "rounding_mode", ("round", "trunc", "floor", "ceil"))
    if mode == "floor":
        return _floor_divide(emit, x, y)
    if mode == "trunc":
        first, second = emit.pair(x, y)
        quotient = emit.node("Div", first, second)
        return _truncate(emit, quotient) if is_real(dtype_of(first)) else quotient
    raise UnsupportedNodeError(f"its rounding_mode is {mode}")


@PRIMITIVES.reads("FloorDiv", "FloorDivScalar", "InplaceFloorDivide", "InplaceFloorDivides")
def _floor_divide(emit: Emitter, x: Item, y: Item) -> Item:
    first, second = emit.pair(x, y)
    quotient = emit.node("Div", first, second)
    if is_real(dtype_of(first)):
        return emit.node("Floor", quotient)
    # ONNX truncates: less by one where the rest is not zero and its sign not the divisor's.
    rest = emit.node("Mod", first, second)
    exact = emit.node("Sub", first, rest)
    return emit.node("Div", exact, second)


@PRIMITIVES.reads("Mod")
def _modulo(emit: Emitter, x: Item, y: Item) -> Item:
    """The rest has the sign of the dividend."""
    return emit.node("Mod", *emit.pair(x, y), fmod=1)


@PRIMITIVES.reads("Xdivy")
def _divide_zero(emit: Emitter, x: Item, y: Item) -> Item:
    """The quotient, which is 0 where the dividend is."""
    first, second = emit.pair(x, y)
    zero = np.zeros((), dtype_of(first))
    is_zero = emit.node("Equal", first, zero)
    return emit.node("Where", is_zero, zero, emit.node("Div", first, second))


@PRIMITIVES.reads(
    "FloorMod", "RemainderTensorTensor", "RemainderTensorScalar", "RemainderScalarTensor"
)
def _floor_modulo(emit: Emitter, x: Item, y: Item) -> Item:
    first, second = emit.pair(x, y)
    if not is_real(dtype_of(first)):
        return emit.node("Mod", first, second)
    quotient = emit.node("Floor", emit.node("Div", first, second))
    return emit.node("Sub", first, emit.node("Mul", quotient, second))


@PRIMITIVES.reads("Pow", "PowTensorScalar", "PowScalarTensor")
def _power(emit: Emitter, x: Item, y: Item) -> Item:
    return emit.binary("Pow", x, y)


@PRIMITIVES.reads("Square")
def _square(emit: Emitter, x: Item) -> Item:
    return emit.node("Mul", operand(x), operand(x))


@PRIMITIVES.reads("SquaredDifference")
def _squared_difference(emit: Emitter, x: Item, y: Item) -> Item:
    difference = emit.binary("Sub", x, y)
    return emit.node("Mul", difference, difference)


@PRIMITIVES.reads("Rsqrt")
def _reciprocal_root(emit: Emitter, x: Item) -> Item:
    return emit.node("Reciprocal", emit.node("Sqrt", real_operand(emit, x)))


@PRIMITIVES.reads("Log1p")
def _log_of_one_more(emit: Emitter, x: Item) -> Item:
    value = real_operand(emit, x)
    return log_of_one_more(emit.node, lambda number: np.asarray(number, dtype_of(value)), value)


@PRIMITIVES.reads("Expm1")
def _exponential_less_one(emit: Emitter, x: Item) -> Item:
    value = real_operand(emit, x)
    return power_less_one(emit.node, lambda number: np.asarray(number, dtype_of(value)), value)


@PRIMITIVES.reads("Exp2")
def _power_of_two(emit: Emitter, x: Item) -> Item:
    value = real_operand(emit, x)
    return emit.node("Pow", np.asarray(2).astype(dtype_of(value)), value)


def _logarithm(base: float) -> Handler:
    def read(emit: Emitter, x: Item) -> Item:
        value = real_operand(emit, x)
        wide = emit.cast(value, np.float64)
        return emit.cast(log_to_base(emit.node, np.asarray, wide, base), dtype_of(value))

    return read


PRIMITIVES.handlers.update(Log2=_logarithm(2.0), Log10=_logarithm(10.0))


@PRIMITIVES.reads("Erfc")
def _complementary_error(emit: Emitter, x: Item) -> Item:
    value = real_operand(emit, x)
    dtype = dtype_of(value)
    return complementary_erf(
        emit.node, lambda number: np.asarray(number, dtype), value, dtype == np.float64
    )


def _double(value: float) -> np.ndarray:
    return np.asarray(value, np.float64)


def _special(function: Callable[..., Operand]) -> Handler:
    """Reads a function of each element, computed in float64."""

    def read(emit: Emitter, x: Item) -> Item:
        value = real_operand(emit, x)
        found = function(emit.node, _double, emit.cast(value, np.float64))
        return emit.cast(found, dtype_of(value))

    return read


for _name, _function in (("Lgamma", log_gamma), ("Digamma", digamma), ("Erfinv", inverse_erf)):
    PRIMITIVES.reads(_name)(_special(_function))


@PRIMITIVES.reads("Round")
def _round(emit: Emitter, x: Item, decimals: Item = 0) -> Item:
    if real(decimals, "decimals") != 0:
        raise UnsupportedNodeError("it rounds to decimals")
    return emit.node("Round", operand(x))


@PRIMITIVES.reads("Trunc")
def _truncate(emit: Emitter, x: Item) -> Item:
    return truncated(emit.node, operand(x))


@PRIMITIVES.reads("IsNan")
def _is_nan(emit: Emitter, x: Item) -> Item:
    return emit.node("IsNaN", operand(x))


@PRIMITIVES.reads("IsInf")
def _is_infinite(emit: Emitter, x: Item) -> Item:
    return emit.node("IsInf", operand(x))


@PRIMITIVES.reads("IsFinite")
def _is_finite(emit: Emitter, x: Item) -> Item:
    value = operand(x)
    return emit.node("Not", emit.node("Or", emit.node("IsNaN", value), emit.node("IsInf", value)))


@PRIMITIVES.reads("Cast", "ToDtype")
def _cast(emit: Emitter, x: Item, dtype: Item = None, *_: Item) -> Item:
    return operand(x) if dtype is None else emit.cast(operand(x), element_type(dtype))


@PRIMITIVES.reads("Select", "SelectV2")
def _select(emit: Emitter, condition: Item, x: Item, y: Item) -> Item:
    return emit.node("Where", emit.cast(operand(condition), bool), *emit.pair(x, y))


@PRIMITIVES.reads("MaskedFill", "MaskedFillScalar")
def _masked_fill(emit: Emitter, x: Item, mask: Item, value: Item) -> Item:
    given = operand(x)
    filling = emit.cast(emit.like(value, given), dtype_of(given))
    return emit.node("Where", emit.cast(operand(mask), bool), filling, given)


@PRIMITIVES.reads("ClampScalar", "ClampTensor", "InplaceClampScalar", "InplaceClampTensor")
def _clamp(emit: Emitter, x: Item, minimum: Item = None, maximum: Item = None) -> Item:
    result: Item = x
    if minimum is not None:
        result = emit.binary("Max", result, minimum)
    return result if maximum is None else emit.binary("Min", result, maximum)


@PRIMITIVES.reads("AddN", "AccumulateNV2")
def _sum_of_all(emit: Emitter, x: Item) -> Item:
    return emit.node("Sum", *operands(x))


@PRIMITIVES.reads("Addcmul", "AddcmulExt")
def _add_product(emit: Emitter, x: Item, first: Item, second: Item, value: Item = 1) -> Item:
    return emit.binary("Add", x, emit.binary("Mul", emit.binary("Mul", first, second), value))


@PRIMITIVES.reads("Addcdiv", "AddcdivExt")
def _add_quotient(emit: Emitter, x: Item, first: Item, second: Item, value: Item = 1) -> Item:
    return emit.binary("Add", x, emit.binary("Mul", emit.binary("Div", first, second), value))


@PRIMITIVES.reads("Lerp", "LerpScalar")
def _interpolate(emit: Emitter, start: Item, end: Item, weight: Item) -> Item:
    return emit.binary("Add", start, emit.binary("Mul", weight, emit.binary("Sub", end, start)))


@PRIMITIVES.reads(
    "Identity", "stop_gradient", "StopGradient", "Copy", "Clone", "Contiguous", "Detach",
    "TensorMove", "Return", "return", "FormatCast",
)  # fmt: skip
def _identity(emit: Emitter, x: Item, *_: Item) -> Item:
    return x
