"""Every pointwise function of ONNX, compiled, against float64 over its whole domain.

`FUNCTIONS` states the error allowed of a float32 result: units in the last place of the true value,
or an absolute error if that is larger. float16 and bfloat16 are computed in float32, so their error
is half a unit of their own plus the float32 error. `test_functions` measures the generated
functions themselves, on every kind of vector.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper

import aoe
from aoe.element_types import numpy_type
from aoe.operators.types.elementwise.pointwise import EXPRESSIONS

Wide = NDArray[np.float64]

_TYPES = {
    "float32": TensorProto.FLOAT,
    "float16": TensorProto.FLOAT16,
    "bfloat16": TensorProto.BFLOAT16,
}


#: Fraction bits, and the smallest denormal number.
_DIGITS = {"float16": (10, 2.0**-24), "bfloat16": (7, 2.0**-133)}


@dataclass(frozen=True, slots=True)
class Function:
    """An ONNX operator with its float64 reference and the error allowed in float32.

    `ulp` is in units in the last place. `absolute` applies where it is larger: for results that are
    a difference of larger numbers, or denormal.
    """

    op_type: str
    reference: Callable[[Wide], Wide]
    ulp: float
    absolute: float = 0.0
    attributes: dict[str, Any] = field(default_factory=dict)


def _each(function: Callable[[float], float]) -> Callable[[Wide], Wide]:
    return lambda x: np.asarray(np.frompyfunc(function, 1, 1)(x), np.float64)


def _sigmoid(x: Wide) -> Wide:
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, small) / (1.0 + small)


def _vanishing(share: Callable[[Wide], Wide]) -> Callable[[Wide], Wide]:
    """x times a factor that goes to 0 faster than x goes to −∞."""
    return lambda x: np.where(x == -np.inf, -0.0, x * share(x))


def _mish_share(x: Wide) -> Wide:
    power = np.exp(np.minimum(x, 40.0))
    return power * (power + 2.0) / (power * (power + 2.0) + 2.0)


def _gelu_share(x: Wide) -> Wide:
    return 0.5 * _each(math.erfc)(-x / math.sqrt(2.0))


def _approximate_gelu_share(x: Wide) -> Wide:
    return _sigmoid(2.0 * math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3))


def _exponential_tail(alpha: float, gamma: float, width: float) -> Callable[[Wide], Wide]:
    return lambda x: gamma * np.where(x < 0, alpha * np.expm1(np.minimum(x, 0.0) / width), x)


def _softsign(x: Wide) -> Wide:
    return np.where(np.isinf(x), np.sign(x), x / (1.0 + np.abs(x)))


def _shrink(x: Wide) -> Wide:
    return np.where(x < -1.0, x + 0.25, np.where(x > 1.0, x - 0.25, 0.0))


def _thresholded_relu(x: Wide) -> Wide:
    return np.where(x > 1.5, x, 0.0)  # as ONNX has it, 0 where x is NaN


_LAMBDA, _ALPHA = 1.05070102214813232421875, 1.67326319217681884765625
#: Half of this is the error of a denormal result: |x| ≤ 104 times a denormal exponential.
_DENORMAL = 256 * 2.0**-149

FUNCTIONS = {
    "Abs": Function("Abs", np.abs, 0.0),
    "Acos": Function("Acos", np.arccos, 2.0),
    "Acosh": Function("Acosh", np.arccosh, 2.0),
    "Asin": Function("Asin", np.arcsin, 2.0),
    "Asinh": Function("Asinh", np.arcsinh, 2.0),
    "Atan": Function("Atan", np.arctan, 2.0),
    "Atanh": Function("Atanh", np.arctanh, 2.0),
    "Ceil": Function("Ceil", np.ceil, 0.0),
    "Celu": Function("Celu", _exponential_tail(2.0, 1.0, 2.0), 2.0, attributes={"alpha": 2.0}),
    "Cos": Function("Cos", np.cos, 3.0),
    "Cosh": Function("Cosh", np.cosh, 2.0),
    "Elu": Function("Elu", _exponential_tail(1.0, 1.0, 1.0), 1.5),
    "Erf": Function("Erf", _each(math.erf), 4.0),
    "Exp": Function("Exp", np.exp, 2.0),
    "Floor": Function("Floor", np.floor, 0.0),
    "Gelu": Function("Gelu", _vanishing(_gelu_share), 4.0, 3e-7),
    "Gelu by tanh": Function(
        "Gelu", _vanishing(_approximate_gelu_share), 6.0, 3e-8, {"approximate": "tanh"}
    ),
    "HardSigmoid": Function(
        "HardSigmoid", lambda x: np.clip(0.25 * x + 0.5, 0.0, 1.0), 1.0, attributes={"alpha": 0.25}
    ),
    "HardSwish": Function("HardSwish", _vanishing(lambda x: np.clip(x + 3.0, 0.0, 6.0) / 6.0), 3.0),
    "LeakyRelu": Function(
        "LeakyRelu", lambda x: np.where(x < 0, 0.25 * x, x), 0.5, attributes={"alpha": 0.25}
    ),
    "Log": Function("Log", np.log, 2.0),
    "Mish": Function("Mish", _vanishing(_mish_share), 4.0, _DENORMAL),
    "Neg": Function("Neg", np.negative, 0.0),
    "Reciprocal": Function("Reciprocal", lambda x: 1.0 / x, 0.501),
    "Relu": Function("Relu", lambda x: np.maximum(x, 0.0), 0.0),
    "Round": Function("Round", np.rint, 0.0),
    "Selu": Function("Selu", _exponential_tail(_ALPHA, _LAMBDA, 1.0), 3.0),
    "Shrink": Function("Shrink", _shrink, 0.5, attributes={"bias": 0.25, "lambd": 1.0}),
    "Sigmoid": Function("Sigmoid", _sigmoid, 4.0),
    "Sign": Function("Sign", np.sign, 0.0),
    "Sin": Function("Sin", np.sin, 3.0),
    "Sinh": Function("Sinh", np.sinh, 2.0),
    "Softplus": Function("Softplus", lambda x: np.logaddexp(0.0, x), 3.0),
    "Softsign": Function("Softsign", _softsign, 2.0),
    "Sqrt": Function("Sqrt", np.sqrt, 0.501),
    "Swish": Function("Swish", _vanishing(_sigmoid), 4.0, _DENORMAL),
    "Tan": Function("Tan", np.tan, 2.0),
    "Tanh": Function("Tanh", np.tanh, 4.0),
    "ThresholdedRelu": Function(
        "ThresholdedRelu", _thresholded_relu, 0.0, attributes={"alpha": 1.5}
    ),
}
#: Not functions of one number; `test_pointwise` and `test_expressions` compare them.
_OTHERS = {
    "Add", "And", "BatchNormalization", "BitCast", "BitShift", "BitwiseAnd", "BitwiseNot",
    "BitwiseOr", "BitwiseXor", "Cast", "CastLike", "Clip", "DequantizeLinear", "Div", "Dropout",
    "Equal", "Greater", "GreaterOrEqual", "Identity", "IsInf", "IsNaN", "Less", "LessOrEqual",
    "Max", "Mean", "Min", "Mod", "Mul", "Not", "Or", "PRelu", "Pow", "QuantizeLinear", "Sub", "Sum",
    "Where", "Xor",
}  # fmt: skip


@cache
def _sample(dtype: str) -> NDArray[Any]:
    """All 16-bit numbers; for float32 every exponent of both signs, dense intervals and all special
    values.
    """
    if dtype != "float32":
        return np.arange(1 << 16, dtype=np.uint16).view(numpy_type(dtype))
    rng = np.random.default_rng(7)
    exponents = np.repeat(np.arange(512, dtype=np.uint32), 100) << np.uint32(23)
    fractions = rng.integers(0, 1 << 23, exponents.size, dtype=np.uint32)
    everywhere = (exponents | fractions).view(np.float32)
    dense = [np.linspace(-r, r, 30_001, dtype=np.float32) for r in (1.1, 10.0, 110.0, 9000.0)]
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 3.4e38, -3.4e38], np.float32)
    return np.concatenate([everywhere, *dense, special])


@cache
def _results(dtype: str) -> dict[str, NDArray[Any]]:
    """The results of one model of all functions for the sample."""
    x = _sample(dtype)
    names = {name: f"y{number}" for number, name in enumerate(FUNCTIONS)}
    nodes = [
        helper.make_node(function.op_type, ["x"], [names[name]], **function.attributes)
        for name, function in FUNCTIONS.items()
    ]
    kind = _TYPES[dtype]
    outputs = [helper.make_tensor_value_info(name, kind, x.shape) for name in names.values()]
    inputs = [helper.make_tensor_value_info("x", kind, x.shape)]
    graph = helper.make_graph(nodes, "functions", inputs, outputs)
    opset = [helper.make_opsetid("", 24)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=10)
    found = aoe.compile(model, threads=2).run(list(names.values()), {"x": x})
    return dict(zip(names, found, strict=True))


def _allowed(function: Function, true: Wide, dtype: str) -> Wide:
    """The allowed error of each result."""
    unit = np.spacing(np.abs(true.astype(np.float32))).astype(np.float64)
    allowed = np.maximum(function.ulp * unit, function.absolute)
    if dtype == "float32":
        return allowed
    digits, smallest = _DIGITS[dtype]
    _, exponent = np.frexp(true)
    own = np.maximum(np.ldexp(1.0, exponent - 1 - digits), smallest)
    return np.asarray(allowed + 0.5 * own)


@pytest.mark.parametrize("dtype", _TYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_accurate_over_its_whole_domain(name: str, dtype: str) -> None:
    x, got, function = _sample(dtype), _results(dtype)[name], FUNCTIONS[name]
    assert got.dtype == x.dtype
    with np.errstate(all="ignore"):
        true = function.reference(x.astype(np.float64))
        rounded = true.astype(got.dtype).astype(np.float64)
        found = got.astype(np.float64)
        finite = np.isfinite(rounded) & np.isfinite(found)
        errors = np.where(finite, np.abs(found - true), np.inf)
        errors[(found == rounded) | (np.isnan(found) & np.isnan(rounded))] = 0.0
        excess = errors - np.where(finite, _allowed(function, true, dtype), 0.0)
    worst = int(np.argmax(excess))
    assert excess[worst] <= 0, f"{name}({x[worst]!r}) is {true[worst]!r}, not {got[worst]!r}"


@pytest.mark.parametrize(
    "name",
    ["Asin", "Asinh", "Atan", "Atanh", "Elu", "Erf", "Gelu", "HardSwish", "Mish", "Selu", "Sin",
     "Sinh", "Softsign", "Sqrt", "Swish", "Tan", "Tanh"],
)  # fmt: skip
def test_a_function_through_the_origin_keeps_the_sign_of_zero(name: str) -> None:
    x, got = _sample("float32"), _results("float32")[name]
    np.testing.assert_array_equal(np.signbit(got[x == 0]), np.signbit(x[x == 0]))


def test_every_function_of_one_number_is_measured() -> None:
    assert {function.op_type for function in FUNCTIONS.values()} == EXPRESSIONS.keys() - _OTHERS
