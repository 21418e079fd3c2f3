"""What moves elements moves bytes where a device multiplies them: products behind it multiply the
bytes, with the results of ONNX Runtime.
"""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
import pytest

from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.loops.expression import Load
from aoe.operators.evaluate import evaluate
from tests.graph.models import one_thread
from tests.graph.prepare.rules.byte_products import GPU, graph_of, multiplied

RNG = np.random.default_rng(5)
#: What is between DequantizeLinear of `x` and a product with (24, 8) weights, and the shape of x.
BEFORE = {
    "Transpose": ("f = Transpose <perm = [0, 2, 1]> (d)", (2, 24, 5)),
    "Flatten": ("f = Flatten (d)", (3, 4, 6)),
    "Reshape": ("f = Reshape (d, shape)", (3, 4, 12)),
    "Squeeze": ("f = Squeeze (d, first)", (1, 3, 24)),
    "Unsqueeze": ("f = Unsqueeze (d, first)", (3, 24)),
    "MaxPool": (
        "m = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (d) f = Reshape (m, shape)",
        (1, 24, 4, 4),
    ),
}


def model(text: str, shape: tuple[int, ...], output: str = "float y") -> onnx.ModelProto:
    """A model of bytes `x` whose text has `d`, the dequantised x, and the product of f and `w`."""
    sizes = ",".join(map(str, shape))
    found = onnx.parser.parse_model(
        f"""<ir_version: 8, opset_import: ["" : 17]>
        net (int8[{sizes}] x) => ({output}) {{ d = DequantizeLinear (x, s, p) {text} }}"""
    )
    arrays = {
        "s": np.float32(0.02),
        "p": np.int8(-3),
        "w": RNG.integers(-128, 128, (24, 8), np.int8),
        "v": RNG.integers(-128, 128, (8, 24), np.int8),
        "t": RNG.uniform(0.001, 0.01, 8).astype(np.float32),
        "z": np.zeros(8, np.int8),
        "shape": np.array([-1, 24]),
        "first": np.array([0]),
        "e": np.float32(0.1),
        "q": np.uint8(7),
    }
    for name, array in arrays.items():
        if name in text or name in "sp":
            found.graph.initializer.append(onnx.numpy_helper.from_array(np.asarray(array), name))
    return found


PRODUCT = "g = DequantizeLinear <axis = 1> (w, t, z) y = MatMul (f, g)"


def compared(proto: onnx.ModelProto, shape: tuple[int, ...], step: float = 0.0) -> None:
    """`step`: how much an element may differ, where results are rounded."""
    x = RNG.integers(-128, 128, shape, np.int8)
    options = one_thread()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    expected, *_ = session.run(None, {"x": x})
    for target in (GPU, None):
        found = evaluate(graph_of(proto, target), {"x": x})["y"]
        assert found.shape == expected.shape
        largest = float(np.abs(expected.astype(float)).max())
        difference = np.abs(found.astype(float) - expected.astype(float))
        assert difference.max() <= max(step, 1e-5 * largest)
        assert (difference > 1e-5 * largest).mean() < 0.01


@pytest.mark.parametrize("kind", BEFORE)
def test_products_behind_moves_multiply_bytes(kind: str) -> None:
    before, shape = BEFORE[kind]
    proto = model(f"{before} {PRODUCT}", shape)
    assert multiplied(graph_of(proto)) == {"int8"}
    assert multiplied(graph_of(proto, None)) == {"float32"}
    compared(proto, shape)


def test_constants_that_are_transposed_behind_their_scales() -> None:
    text = """g = DequantizeLinear <axis = 0> (v, t, z) h = Transpose <perm = [1, 0]> (g)
        y = MatMul (d, h)"""
    proto = model(text, (5, 24))
    assert multiplied(graph_of(proto)) == {"int8"}
    compared(proto, (5, 24))


def test_results_are_quantised_before_they_are_moved() -> None:
    text = f"""f = Identity (d) {PRODUCT.replace("y =", "k =")}
        r = Transpose <perm = [1, 0]> (k) y = QuantizeLinear (r, e, q)"""
    proto = model(text, (5, 24), "uint8 y")
    graph = graph_of(proto)
    (product,) = (n.operator for n in graph.operator_nodes if n.operator.type == "MatMul")
    assert product.output.dtype == "uint8"
    compared(proto, (5, 24), step=1)


def test_a_value_that_others_read_too_is_quantised_where_it_was() -> None:
    text = f"""f = Identity (d) {PRODUCT.replace("y =", "k =")} n = Neg (k)
        r = Transpose <perm = [1, 0]> (k) y = QuantizeLinear (r, e, q)"""
    proto = model(text, (5, 24), "uint8 y, float n")
    graph = graph_of(proto)
    (product,) = (n.operator for n in graph.operator_nodes if n.operator.type == "MatMul")
    assert product.output.dtype == "float32"
    compared(proto, (5, 24), step=1)


def test_windows_in_the_border_alone_have_no_largest_byte() -> None:
    text = f"""m = MaxPool <kernel_shape = [2], strides = [2], pads = [4, 2]> (d)
        f = Reshape (m, shape) {PRODUCT}"""
    assert multiplied(graph_of(model(text, (1, 3, 10)))) == {"float32"}


def test_maxima_whose_largest_number_may_become_nan_are_quantised_behind() -> None:
    pooled = "m = MaxPool <kernel_shape = [1, 2], strides = [1, 2]> (x)"
    proto = onnx.parser.parse_model(
        f"""<ir_version: 9, opset_import: ["" : 19]> net (float[1,1,2,2] x) => (float y)
        <float e = {{1.0}}, float8e4m3fn q = {{0}}>
        {{ {pooled} r = QuantizeLinear <saturate = 0> (m, e, q) y = DequantizeLinear (r, e, q) }}"""
    )
    x = np.array([[[[-1000, 1], [-2, -3]]]], np.float32)
    found = evaluate(graph_of(proto, cuda_target("sm_89")), {"x": x})["y"]
    np.testing.assert_array_equal(found.reshape(-1), [1, -2])


@pytest.mark.parametrize("reader", [PRODUCT, "y = Neg (f)"])
def test_parts_that_are_multiplied_are_bytes(reader: str) -> None:
    text = f"f, rest = Split <axis = 1> (d, sizes) {reader}"
    proto = model(text, (5, 40))
    proto.graph.initializer.append(onnx.numpy_helper.from_array(np.array([24, 16]), "sizes"))
    if reader is PRODUCT:
        assert multiplied(graph_of(proto)) == {"int8"}
    compared(proto, (5, 40))


def test_parts_that_are_quantised_again_are_those_of_the_bytes() -> None:
    text = "f, rest = Split <axis = 1> (d, sizes) y = QuantizeLinear (rest, s, p)"
    proto = model(text, (5, 40), "int8 y")
    proto.graph.initializer.append(onnx.numpy_helper.from_array(np.array([24, 16]), "sizes"))
    (copy,) = (node.operator for node in graph_of(proto).operator_nodes)
    assert [copy.type, copy.inputs[0].dtype, copy.output.dtype] == ["Pointwise", "int8", "int8"]
    assert copy.epilogue == Load(0)
    compared(proto, (5, 40))
