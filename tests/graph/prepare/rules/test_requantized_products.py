"""Sums of integers that are quantised are multiplied; what else is quantised is divided."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
import pytest

from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import Target
from tests.graph.models import one_thread
from tests.graph.prepare.rules.byte_products import PLAIN, VNNI, graph_of

RNG = np.random.default_rng(3)
#: A residual block in QDQ form: both convolutions, their sum and the result are quantised.
BLOCK = """< ir_version: 8, opset_import: ["" : 17] >
g (float[1,8,9,9] x) => (float[1,8,9,9] y) {
    a = QuantizeLinear (x, s, p)
    b = DequantizeLinear (a, s, p)
    v = DequantizeLinear <axis = 0> (w, t, q)
    c = Conv <pads = [1, 1, 1, 1]> (b, v, bias)
    d = Relu (c)
    e = QuantizeLinear (d, r, p)
    f = DequantizeLinear (e, r, p)
    h = Conv <pads = [1, 1, 1, 1]> (f, v)
    i = QuantizeLinear (h, u, m)
    j = DequantizeLinear (i, u, m)
    k = Add (j, b)
    l = QuantizeLinear (k, n, m)
    y = DequantizeLinear (l, n, m)
}"""


def block(step: float = 0.31) -> onnx.ModelProto:
    """`step`: the scale of the result of the first convolution."""
    found = onnx.parser.parse_model(BLOCK)
    arrays = {
        "s": np.float32(0.02),
        "p": np.asarray(0, np.uint8),
        "w": RNG.integers(-127, 128, (8, 8, 3, 3), np.int8),
        "t": RNG.uniform(0.01, 0.02, 8).astype(np.float32),
        "q": np.zeros(8, np.int8),
        "bias": RNG.standard_normal(8).astype(np.float32),
        "r": np.float32(step),
        "u": np.float32(2.7),
        "m": np.asarray(121, np.uint8),
        "n": np.float32(2.9),
    }
    tensors = [onnx.numpy_helper.from_array(np.asarray(v), name) for name, v in arrays.items()]
    found.graph.initializer.extend(tensors)
    return found


def epilogues(graph: OperatorGraph) -> str:
    return " ".join(str(node.operator.epilogue) for node in graph.operator_nodes)


def image() -> np.ndarray:
    return RNG.uniform(0, 5, (1, 8, 9, 9)).astype(np.float32)


def test_convolutions_add_and_quantise_what_follows_them() -> None:
    kinds = [node.operator.type for node in graph_of(block(), VNNI).operator_nodes]
    assert kinds.count("Conv") == 2
    assert len(kinds) <= 5


def test_sums_of_integers_are_multiplied_by_the_reciprocal() -> None:
    graph = graph_of(block(), VNNI)
    assert f"{float(np.float32(1) / np.float32(0.31))}" in epilogues(graph)
    assert epilogues(graph).count("'div'") == 2  # of the input, and of the sum of numbers of bytes


@pytest.mark.parametrize("device", [PLAIN, None, Target("reference", "any")])
def test_other_devices_divide(device: Target | None) -> None:
    assert epilogues(graph_of(block(), device)).count("'div'") == 4


def test_a_scale_without_a_reciprocal_divides() -> None:
    """The second convolution multiplies no bytes with such a scale, so its sum is divided too."""
    assert epilogues(graph_of(block(1e-39), VNNI)).count("'div'") == 4


def test_results_differ_from_onnx_runtime_by_a_step_at_most() -> None:
    proto, x = block(), image()
    options = one_thread()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    (expected,) = onnxruntime.InferenceSession(proto.SerializeToString(), options).run(
        None, {"x": x}
    )
    found = evaluate(graph_of(proto, VNNI), {"x": x})["y"]
    steps = np.rint(np.abs(found - expected) / 2.9)
    assert steps.max() <= 1
    assert (steps == 0).mean() > 0.99


@pytest.mark.parametrize(
    "before", ["e = Relu (i) r = Reshape (e, to)", "v = DequantizeLinear (w, s) r = MatMul (k, v)"]
)
def test_a_single_block_is_quantised_as_it_is(before: str) -> None:
    """Its scale has the rank of what is quantised, and one element."""
    proto = onnx.parser.parse_model(f"""< ir_version: 10, opset_import: ["" : 21] >
        g (float[2,2] i) => (float[1,4] y)
        <float s = {{0.5}}, uint8 p = {{3}}, int64[2] to = {{1, 4}}> {{
            a = QuantizeLinear (i, s, p)
            d = DequantizeLinear (a, s, p)
            k = Reshape (d, to)
            {before}
            b = QuantizeLinear <axis = 1, block_size = 4> (r, t, q)
            y = DequantizeLinear <axis = 1, block_size = 4> (b, t, q)
        }}""")
    arrays = {
        "w": RNG.integers(-9, 9, (4, 4), np.int8),
        "t": np.asarray([[0.31]], np.float32),
        "q": np.asarray([[3]], np.uint8),
    }
    tensors = [onnx.numpy_helper.from_array(array, name) for name, array in arrays.items()]
    proto.graph.initializer.extend(tensors)
    x = np.asarray([[1.5, -2], [0.2, 7]], np.float32)
    options = one_thread()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    (expected,) = session.run(None, {"i": x})
    found = evaluate(graph_of(proto, VNNI), {"i": x})["y"]
    np.testing.assert_allclose(found, expected, atol=1e-6)


def only_cast(factor: float | None, step: float) -> onnx.ModelProto:
    """A sum of bytes that is multiplied by at most a factor and quantised."""
    scaled = "c = Mul (b, f)" if factor is not None else "c = Identity (b)"
    text = f"""< ir_version: 8, opset_import: ["" : 17] >
    g (uint8[4,8] x) => (uint8[4,4] y) {{
        a = MatMulInteger (x, w)
        b = Cast <to = 1> (a)
        {scaled}
        y = QuantizeLinear (c, s, z)
    }}"""
    found = onnx.parser.parse_model(text)
    arrays = {
        "w": np.ones((8, 4), np.int8),
        "s": np.float32(step),
        "z": np.asarray(0, np.uint8),
        **({} if factor is None else {"f": np.float32(factor)}),
    }
    tensors = [onnx.numpy_helper.from_array(np.asarray(v), name) for name, v in arrays.items()]
    found.graph.initializer.extend(tensors)
    return found


@pytest.mark.parametrize(
    ("factor", "step"), [(None, 14.0), (0.25, 3.5), (0.3, 0.6), (0.3, 4.2), (np.inf, 1.5)]
)
def test_sums_that_often_lie_between_two_steps_are_divided(
    factor: float | None, step: float
) -> None:
    assert epilogues(graph_of(only_cast(factor, step), VNNI)).count("'div'") == 1


def test_a_scaled_sum_is_multiplied() -> None:
    assert "'div'" not in epilogues(graph_of(only_cast(0.00123, 0.37), VNNI))
