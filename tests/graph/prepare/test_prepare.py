import numpy as np
import onnx
import pytest

from aoe.graph.prepare.rewriting import has_shape
from tests.graph.models import checked_graph, model, node_types, operator_types, prepared, weights
from tests.not_empty import not_empty

BATCH_NORM = {
    "s": weights(4, seed=1) + 1,
    "b": weights(4, seed=2),
    "m": weights(4, seed=3),
    "v": np.abs(weights(4, seed=4)) + 1,
}


def test_batch_normalisation_is_folded_into_the_convolution_before_it() -> None:
    text = """(float[1,3,6,6] x) => (float[1,4,4,4] y) {
        a = Conv(x, w) y = BatchNormalization(a, s, b, m, v) }"""
    proto = model(text, w=weights(4, 3, 3, 3), **BATCH_NORM)
    assert node_types(proto) == ["Conv"]
    checked_graph(proto)


def test_batch_normalisation_is_folded_into_a_product() -> None:
    text = """(float[2,3] x) => (float[2,4] y) {
        a = Gemm(x, w, c) y = BatchNormalization(a, s, b, m, v) }"""
    proto = model(text, w=weights(3, 4), c=weights(4), **BATCH_NORM)
    assert node_types(proto) == ["Add", "MatMul"]
    checked_graph(proto)


def test_batch_normalisation_elsewhere_is_a_product_and_a_sum() -> None:
    text = """(float[1,4,5,5] x) => (float[1,4,5,5] y) {
        a = Exp(x) y = BatchNormalization(a, s, b, m, v) }"""
    proto = model(text, **BATCH_NORM)
    assert node_types(proto) == ["Add", "Exp", "Mul"]
    checked_graph(proto)


@pytest.mark.parametrize("factor", [weights(4, 1, 1), np.asarray(1.5, np.float32)])
def test_a_factor_for_each_channel_is_folded_into_the_weights(factor: np.ndarray) -> None:
    text = "(float[1,3,6,6] x) => (float[1,4,4,4] y) { a = Conv(x, w, b) y = Mul(k, a) }"
    proto = model(text, w=weights(4, 3, 3, 3), b=weights(4), k=factor)
    assert node_types(proto) == ["Conv"]
    checked_graph(proto)


def test_weights_used_twice_are_not_scaled_for_both() -> None:
    text = """(float[1,3,6,6] x) => (float[1,4,4,4] y, float[1,4,4,4] z) {
        z = Conv(x, w) a = Conv(x, w) y = Mul(a, k) }"""
    checked_graph(model(text, w=weights(4, 3, 3, 3), k=weights(4, 1, 1)))


def test_shapes_computed_from_shapes_are_constants() -> None:
    text = """(float[2,3,4] x) => (float[2,12] y) { r = Relu(x) s = Shape(r) b = Gather(s, zero)
        u = Unsqueeze(b, axes) t = Concat <axis = 0> (u, rest) y = Reshape(r, t) }"""
    proto = model(text, zero=np.asarray(0), axes=np.asarray([0]), rest=np.asarray([-1]))
    assert node_types(proto) == ["Relu", "Reshape"]
    checked_graph(proto)


def test_constants_are_folded() -> None:
    proto = model(
        "(float[3] x) => (float[3] y) { a = Exp(c) b = Neg(a) y = Add(x, b) }", c=weights(3)
    )
    assert node_types(proto) == ["Add"]
    checked_graph(proto)


def test_dropout_and_dead_nodes_vanish() -> None:
    text = "(float[3] x) => (float[3] y) { a, mask = Dropout(x) dead = Exp(a) y = Relu(a) }"
    assert node_types(model(text)) == ["Relu"]


def test_equal_nodes_are_computed_once() -> None:
    text = "(float[3] x) => (float[3] y) { a = Exp(x) b = Exp(x) y = Mul(a, b) }"
    assert node_types(model(text)) == ["Exp", "Mul"]


def test_functions_are_inlined() -> None:
    text = """<ir_version: 8, opset_import: ["": 17, "local": 1]>
        g (float[3] x) => (float[3] y) { y = local.twice(x) }
        <domain: "local", opset_import: ["": 17]> twice (a) => (b) { b = Add(a, a) }"""
    assert node_types(onnx.parser.parse_model(text)) == ["Add"]


def test_a_branch_on_a_constant_is_taken() -> None:
    text = """(float[3] x) => (float[3] y) {
        y = If (c) <then_branch = t () => (float[3] a) { a = Exp(x) },
                    else_branch = e () => (float[3] b) { b = Neg(x) }> }"""
    assert node_types(model(text, c=np.asarray(True))) == ["Exp"]


OLD_FORMS = {
    "hardmax over the rest": (11, "y = Hardmax <axis = 1> (x)", "2,3,4"),
    "softmax over the rest": (9, "y = Softmax <axis = 1> (x)", "2,3,4"),
    "squeezed axes": (11, "a = ReduceSum <axes = [1]> (x) y = Relu(a)", "2,1,4"),
    "unsqueezed axes": (11, "y = Unsqueeze <axes = [0]> (x)", "1,2,3,4"),
    "clip limits": (9, "y = Clip <min = -0.5, max = 0.5> (x)", "2,3,4"),
    "dropout ratio": (9, "y = Dropout <ratio = 0.5> (x)", "2,3,4"),
    "split sizes": (11, "a, b = Split <axis = 2, split = [1, 3]> (x) y = Exp(b)", "2,3,3"),
    "slice bounds": (9, "y = Slice <axes = [1], starts = [1], ends = [3]> (x)", "2,2,4"),
    "reduced axes": (17, "y = ReduceMax <axes = [2], keepdims = 0> (x)", "2,3"),
}


@pytest.mark.parametrize(("opset", "body", "shape"), OLD_FORMS.values(), ids=OLD_FORMS.keys())
def test_old_operator_sets_keep_their_meaning(opset: int, body: str, shape: str) -> None:
    text = f"(float[2,3,4] x) => (float[{shape}] y) {{ {body} }}"
    proto = model(text, opset)
    assert prepared(proto).opset_imports[""] >= 21
    checked_graph(proto)


@pytest.mark.parametrize("opset", range(11, onnx.defs.onnx_opset_version() + 1))
def test_every_operator_set_is_accepted(opset: int) -> None:
    proto = model("(float[2,3] x) => (float[2,3] y) { a = Relu(x) y = Softmax(a) }", opset)
    graph_types = node_types(proto)
    assert graph_types == ["Relu", "Softmax"]


def test_every_value_of_a_prepared_model_has_a_static_shape() -> None:
    text = """(float[1,3,8,8] x) => (float[1,2] y) { a = Conv <strides = [2, 2]> (x, w) b = Relu(a)
        c = GlobalAveragePool(b) d = Flatten(c) y = Gemm(d, v) }"""
    model_ir = prepared(model(text, w=weights(4, 3, 3, 3), v=weights(4, 2)))
    assert all(has_shape(*node.outputs) for node in not_empty(model_ir.graph))


OUTPUTS_THAT_NOTHING_COMPUTES = {
    "an input": "(float[3] x) => (float[3] y, float[3] x) { y = Relu(x) }",
    "only an input": "(float[3] x) => (float[3] x) { }",
    "a constant": "(float[3] x) => (float[3] y, float[3] c) { y = Relu(x) }",
    "a shape": "(float[3] x) => (float[3] y, int64[1] s) { y = Relu(x) s = Shape(x) }",
}


@pytest.mark.parametrize("key", OUTPUTS_THAT_NOTHING_COMPUTES)
def test_inputs_and_outputs_keep_their_names(key: str) -> None:
    proto = model(OUTPUTS_THAT_NOTHING_COMPUTES[key], c=weights(3))
    graph = checked_graph(proto)
    assert graph.inputs == ("x",)
    assert graph.outputs == tuple(value.name for value in proto.graph.output)


def test_a_convolution_with_batch_normalisation_and_relu_is_one_operator() -> None:
    text = """(float[1,3,6,6] x) => (float[1,4,4,4] y) {
        a = Conv(x, w, c) n = BatchNormalization(a, s, b, m, v) y = Relu(n) }"""
    proto = model(text, w=weights(4, 3, 3, 3), c=weights(4), **BATCH_NORM)
    assert operator_types(checked_graph(proto))[0] == "Conv"
