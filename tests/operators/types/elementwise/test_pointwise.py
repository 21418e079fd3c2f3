"""Elementwise operators are imported as expressions that compute what ONNX Runtime does."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

import aoe
from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.loops.expression import Accumulator, Constant, Load, apply, loads
from aoe.operators.evaluate import evaluate
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.elementwise.pointwise import EXPRESSIONS, OPERATOR, pointwise
from tests.operators.source_node import ArrayNode, assert_agrees, run_onnxruntime, run_reference

RNG = np.random.default_rng(0)
X = RNG.normal(size=(2, 3, 5)).astype(np.float32) * 3
Y = RNG.normal(size=(3, 1)).astype(np.float32) * 2
POSITIVE = np.abs(X) + 0.1
INTEGERS = RNG.integers(-9, 10, (4, 5)).astype(np.int64)
DIVISORS = np.array([[-3, 2, 7, -5, 4]], np.int64)
FLAGS = X > 0
SCALES = np.array([0.02, 0.1, 0.05], np.float32)
STEPS = np.array([-3, 0, 9], np.int8)
LEVELS = RNG.integers(-128, 128, (2, 3, 5)).astype(np.int8)
CHANNELS = [np.abs(RNG.normal(size=3)).astype(np.float32) + 0.5 for _ in range(4)]

CASES: list[tuple[str, list[Any], dict[str, Any]]] = [
    *((name, [X], {}) for name in (
        "Abs", "Ceil", "Cos", "Elu", "Erf", "Exp", "Floor", "HardSigmoid", "HardSwish", "Identity",
        "IsNaN", "LeakyRelu", "Mish", "Neg", "Reciprocal", "Relu", "Round", "Selu", "Sigmoid",
        "Sign", "Sin", "Softplus", "Softsign", "Tanh", "ThresholdedRelu", "Celu", "Gelu", "Dropout",
    )),
    *((name, [POSITIVE], {}) for name in ("Log", "Sqrt")),
    *((name, [X, Y], {}) for name in ("Add", "Sub", "Mul", "Div", "Max", "Min", "Sum", "Mean")),
    *((name, [X, Y], {}) for name in (
        "Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "PRelu",
    )),
    *((name, [FLAGS, Y > 0], {}) for name in ("And", "Or", "Xor", "Equal")),
    ("Not", [FLAGS], {}),
    ("Pow", [POSITIVE, Y], {}),
    ("Pow", [X, np.array([[[2]]], np.int64)], {}),
    ("Max", [X, Y, X[:1]], {}),
    ("Sum", [X], {}),
    ("Mean", [X, Y, X[:1]], {}),
    ("Where", [FLAGS, X, Y], {}),
    ("Clip", [X, np.float32(-1), np.float32(2)], {}),
    ("Clip", [X, None, np.float32(1)], {}),
    ("Clip", [X], {}),
    ("Gelu", [X], {"approximate": "tanh"}),
    ("LeakyRelu", [X], {"alpha": 1.5}),
    ("LeakyRelu", [X], {"alpha": -0.5}),
    ("Elu", [X], {"alpha": 2.0}),
    ("Celu", [X], {"alpha": 0.5}),
    ("IsInf", [np.array([1, np.inf, -np.inf, np.nan], np.float32)], {}),
    ("IsInf", [np.array([1, np.inf, -np.inf, np.nan], np.float32)], {"detect_negative": 0}),
    ("Mod", [INTEGERS, DIVISORS], {}),
    ("Mod", [INTEGERS, DIVISORS], {"fmod": 1}),
    ("Mod", [X, Y], {"fmod": 1}),
    ("Div", [INTEGERS, DIVISORS], {}),
    ("Add", [INTEGERS, DIVISORS], {}),
    ("Cast", [X], {"to": 7}),
    ("Cast", [X], {"to": 9}),
    ("Cast", [INTEGERS], {"to": 1}),
    ("Cast", [FLAGS], {"to": 1}),
    ("CastLike", [INTEGERS, X], {}),
    ("BatchNormalization", [X, *CHANNELS], {"epsilon": 1e-3}),
    *((name, [X / 10], {}) for name in (
        "Acos", "Asin", "Asinh", "Atan", "Atanh", "Cosh", "Sinh", "Tan",
    )),
    ("Acosh", [POSITIVE + 1], {}),
    ("Shrink", [X], {"bias": 0.25, "lambd": 1.0}),
    ("Shrink", [INTEGERS], {"bias": 1.0, "lambd": 2.5}),
    *((name, [INTEGERS, DIVISORS], {}) for name in ("BitwiseAnd", "BitwiseOr", "BitwiseXor")),
    ("BitwiseNot", [INTEGERS], {}),
    ("BitShift", [np.arange(9, dtype=np.uint8), np.uint8(3)], {"direction": "LEFT"}),
    ("BitShift", [np.arange(99, dtype=np.uint64), np.uint64(2)], {"direction": "RIGHT"}),
    ("Pow", [INTEGERS, np.array([[2, 0, 3, 1, 4]], np.int64)], {}),
    ("Pow", [np.abs(INTEGERS), np.float32(1.5)], {}),
    *((name, [X.astype(np.float16)], {}) for name in ("Relu", "Sigmoid", "Exp", "Floor")),
    ("Cast", [X], {"to": 10}),
    ("Cast", [X.astype(np.float16)], {"to": 1}),
    ("QuantizeLinear", [X, np.float32(0.02), np.uint8(100)], {}),
    ("QuantizeLinear", [X, np.float32(0.02)], {}),
    ("QuantizeLinear", [X, SCALES, STEPS], {"axis": 1}),
    ("DequantizeLinear", [LEVELS, SCALES, STEPS], {"axis": -2}),
    ("DequantizeLinear", [LEVELS, np.float32(0.3)], {}),
]  # fmt: skip


def _node(name: str, arrays: list[Any], attributes: dict[str, Any], **more: Any) -> ArrayNode:
    version = 20 if name == "Gelu" else 18
    arrays = [None if a is None else np.asarray(a) for a in arrays]
    return ArrayNode(name, arrays, attributes, version, **more)


@pytest.mark.parametrize(("name", "arrays", "attributes"), CASES)
def test_an_elementwise_operator_agrees_with_onnx_runtime(
    name: str, arrays: list[Any], attributes: dict[str, Any]
) -> None:
    assert_agrees(_node(name, arrays, attributes))


def test_celu_of_alpha_0_is_what_it_tends_to() -> None:
    """ONNX Runtime divides by zero."""
    np.testing.assert_array_equal(run_reference(_node("Celu", [X], {"alpha": 0.0})), X * (X > 0))


def test_every_elementwise_operator_is_compared() -> None:
    # These are newer than the onnxruntime the suite runs with.
    assert set(EXPRESSIONS) - {name for name, _, _ in CASES} <= {"Swish", "BitCast"}


@pytest.mark.parametrize("name", ["Add", "Mul", "Div", "Pow", "Max"])
@pytest.mark.parametrize("value", [2.0, 0.5, 3.0, -1.0, 0.3])
def test_a_scalar_constant_becomes_a_literal(name: str, value: float) -> None:
    node = _node(name, [POSITIVE, np.float32(value)], {}, constants=frozenset({1}))
    imported = OPERATOR.import_node(node)
    assert imported.inputs == (0,)
    assert loads(imported.operator.epilogue) == (0,)
    assert_agrees(node)


def test_clip_before_opset_11_takes_its_limits_from_attributes() -> None:
    attributes = {"min": -0.5, "max": 1.5}
    assert_agrees(ArrayNode("Clip", [X], attributes, version=9))


@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize(
    ("low", "high"), [(np.nan, None), (None, np.nan), (np.nan, 1), (-1, np.nan), (np.nan, np.nan)]
)
def test_clip_with_a_bound_that_is_nan_gives_nan(
    low: float | None, high: float | None, constant: bool
) -> None:
    bounds = {"low": low, "high": high}
    given = {n: np.asarray(value, np.float32) for n, value in bounds.items() if value is not None}
    x = np.asarray([-np.inf, -5, 0, 0.5, 5, np.inf, np.nan], np.float32)
    names = [name if name in given else "" for name in bounds]
    graph = helper.make_graph(
        [helper.make_node("Clip", ["x", *names], ["y"])],
        "clip",
        [
            helper.make_tensor_value_info("x", 1, x.shape),
            *(helper.make_tensor_value_info(name, 1, ()) for name in given if not constant),
        ],
        [helper.make_tensor_value_info("y", 1, x.shape)],
        [numpy_helper.from_array(value, name) for name, value in given.items() if constant],
    )
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    feed = {"x": x, **({} if constant else given)}
    for device in ("cpu", "reference"):
        with aoe.compile(proto, threads=1, device=device) as session:
            assert np.isnan(session.run(None, feed)[0]).all()


def test_integers_are_shrunk_exactly_and_wrap_around() -> None:
    """ONNX Runtime computes them in floating point."""
    x = np.array([-(2**63), 2**63 - 1, 2**53 + 1, -1, 0, 1], np.int64)
    found = run_reference(_node("Shrink", [x], {"bias": 3.0}))
    np.testing.assert_array_equal(found, [3 - 2**63, 2**63 - 4, 2**53 - 2, 2, 0, -2])
    for dtype in (np.uint8, np.uint64):
        small = run_reference(_node("Shrink", [np.array([0, 1, 5], dtype)], {"bias": 3.0}))
        np.testing.assert_array_equal(small, np.array([0, 2 ** (8 * dtype().nbytes) - 2, 2], dtype))
    halves = run_reference(_node("Shrink", [np.array([-9, 9], np.int32)], {"bias": 1.5}))
    np.testing.assert_array_equal(halves, [-7, 7])


def test_square_needs_no_power_function() -> None:
    node = _node("Pow", [X, np.float32(2)], {}, constants=frozenset({1}))
    assert OPERATOR.import_node(node).operator.epilogue == apply("mul", Load(0), Load(0))


def test_eight_bit_floating_point_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedModelError, match=r"Relu .*float8_e8m0fnu"):
        OPERATOR.import_node(_node("Relu", [X.astype(ml_dtypes.float8_e8m0fnu)], {}))


def test_batch_normalization_in_training_mode_is_refused() -> None:
    node = _node("BatchNormalization", [X, *CHANNELS], {"training_mode": 1})
    with pytest.raises(UnsupportedModelError, match="training"):
        OPERATOR.import_node(node)


def test_the_output_takes_the_order_of_the_first_full_input_that_is_not_constant() -> None:
    shape = (1, 4, 6, 6)
    last = Operand("float32", shape, (0, 2, 3, 1))
    constant = Operand.row_major("float32", shape, constant=True)
    bias = Operand.row_major("float32", (1, 4, 1, 1))
    operator = pointwise(
        apply("add", apply("add", Load(0), Load(1)), Load(2)),
        (bias, constant, last),
        Operand.row_major("float32", shape),
    )
    assert OPERATOR.output_order(operator) == (0, 2, 3, 1)


def test_an_operator_survives_json() -> None:
    operator = OPERATOR.import_node(_node("Selu", [X], {})).operator
    assert Operator.from_json(operator.to_json()) == operator
    assert operator.prologue == Accumulator()
    assert Constant(0.0) in operator.epilogue.arguments[0].arguments  # type: ignore[union-attr]


def test_quantization_in_blocks_has_a_scale_for_each() -> None:
    x = RNG.normal(size=(2, 6)).astype(np.float32)
    scales = np.abs(RNG.normal(size=(2, 3))).astype(np.float32) + 0.1
    attributes = {"axis": 1, "block_size": 2}
    levels = RNG.integers(-128, 128, (2, 6)).astype(np.int8)
    for name, array in (("QuantizeLinear", x), ("DequantizeLinear", levels)):
        node = ArrayNode(name, [array, scales], attributes, 21)
        expected = run_onnxruntime(node)
        np.testing.assert_allclose(run_reference(node).reshape(2, 6), expected, rtol=1e-6)


#: Bases and exponents at which ISO C gives pow a value of its own (F.10.4.4), and others.
_BASES = (0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, np.inf, -np.inf, np.nan, 4.0, -8.0)
_EXPONENTS = (
    *(0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, 1 / 3, 1.5, -1.5, 0.25),
    *(np.inf, -np.inf, np.nan),
)


def _power_model(dtype: type, exponent: np.ndarray | None) -> onnx.ModelProto:
    """Pow of all bases by one exponent, or of all pairs."""
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    shape = (len(_EXPONENTS), len(_BASES)) if exponent is None else (len(_BASES),)
    names = ["x", "e"] if exponent is None else ["x"]
    graph = helper.make_graph(
        [helper.make_node("Pow", ["x", "e"], ["y"])],
        "power",
        [helper.make_tensor_value_info(name, kind, shape) for name in names],
        [helper.make_tensor_value_info("y", kind, shape)],
        [] if exponent is None else [numpy_helper.from_array(exponent, "e")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)


def _check_power(dtype: type, bases: np.ndarray, exponents: np.ndarray, one: bool) -> None:
    proto = _power_model(dtype, exponents if one else None)
    feed = {"x": bases} if one else {"x": bases, "e": exponents}
    pairs = zip(bases.ravel(), np.broadcast_to(exponents, bases.shape).ravel(), strict=True)
    with np.errstate(all="ignore"):
        # NumPy's power has special code for one exponent, so the exponents are vectors.
        exact = [np.power(*(np.asarray([n], np.float64) for n in pair))[0] for pair in pairs]
        expected: np.ndarray = np.asarray(exact).reshape(bases.shape).astype(dtype)
        by_definition = evaluate(build(load_onnx(proto), "power"), feed)["y"]
    for found in (by_definition, aoe.compile(proto, threads=1).run(None, feed)[0]):
        np.testing.assert_allclose(found, expected, rtol=2e-3 if dtype == np.float16 else 1e-6)
        numbers = ~np.isnan(expected)
        assert np.array_equal(np.signbit(found[numbers]), np.signbit(expected[numbers]))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_powers_have_the_special_values_of_c(dtype: type) -> None:
    bases, exponents = np.meshgrid(_BASES, _EXPONENTS)
    _check_power(dtype, bases.astype(dtype), exponents.astype(dtype), one=False)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("exponent", [0.5, -0.5, -1.0, 3.0, 4.0])
def test_powers_by_a_constant_have_the_special_values_of_c(dtype: type, exponent: float) -> None:
    _check_power(dtype, np.asarray(_BASES, dtype), np.asarray(exponent, dtype), one=True)
