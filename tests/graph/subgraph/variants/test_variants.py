import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.fusion.fuse import fuse
from aoe.graph.layout import lay_out
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph.variants.variants import variants_of, with_variants
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from tests.graph.models import inputs_of, model, weights


def fused(proto: onnx.ModelProto) -> OperatorGraph:
    """The model's operators under the default decisions."""
    return fuse(prepared_graph(load_onnx(proto), "test").unfused)


def maker(graph: OperatorGraph, value: str) -> OperatorNode:
    """The operator that makes a value."""
    return next(node for node in graph.operator_nodes if node.output == value)


def check(proto: onnx.ModelProto, value: str, variant: str) -> OperatorGraph:
    """The graph with a variant, after it was seen to compute the same."""
    graph = fused(proto)
    assert variant in variants_of(graph, maker(graph, value))
    other = lay_out(with_variants(graph, {value: variant}))
    feed = inputs_of(proto)
    expected, found = evaluate(graph, feed), evaluate(other, feed)
    for name in graph.outputs:
        np.testing.assert_allclose(found[name], expected[name], rtol=1e-4, atol=1e-5)
    return other


@settings(max_examples=25, deadline=None)
@given(
    st.integers(1, 2),
    st.integers(1, 3),
    st.tuples(st.integers(1, 3), st.integers(2, 3)),
    st.tuples(*[st.integers(0, 2)] * 4),
    st.integers(1, 2),
)
def test_a_convolution_with_its_taps_apart_is_the_same(
    batch: int, filters: int, kernel: tuple[int, int], pads: tuple[int, ...], dilation: int
) -> None:
    text = f"""(float[{batch},3,8,9] x) => (float[N,K,H,W] y) {{
        c = Conv <pads = [{", ".join(map(str, pads))}], dilations = [{dilation}, {dilation}]>
        (x, w, b) y = Relu(c) }}"""
    proto = model(text, w=weights(filters, 3, *kernel), b=weights(filters))
    check(proto, "y", "shift_gemm")


def test_a_convolution_with_its_taps_apart_adds_what_was_added() -> None:
    text = """(float[1,8,6,6] x, float[1,2,6,6] z) => (float[1,2,6,6] y) {
        c = Conv <pads = [1, 1, 1, 1]> (x, w) y = Add(c, z) }"""
    other = check(model(text, w=weights(2, 8, 3, 3)), "y", "shift_gemm")
    assert [node.operator.type for node in other.operator_nodes] == ["Conv", "Pointwise"]


def test_taps_beyond_the_range_of_a_small_type_cancel_when_they_are_apart() -> None:
    text = "(float16[1,1,1,6] x) => (float16[1,1,1,5] y) { y = Conv(x, w) }"
    graph = fused(model(text, w=np.array([256, -256], np.float16).reshape(1, 1, 1, 2)))
    apart = lay_out(with_variants(graph, {"y": "shift_gemm"}))
    assert not evaluate(apart, {"x": np.full((1, 1, 1, 6), 1000, np.float16)})["y"].any()


@pytest.mark.parametrize("attributes", ["strides = [2, 2]", "group = 2", ""])
def test_only_plain_convolutions_of_few_channels_have_their_taps_apart(
    attributes: str,
) -> None:
    filters = 9 if not attributes else 2
    inputs = 2 if "group" in attributes else 4
    text = f"(float[1,4,8,8] x) => (float[N,K,H,W] y) {{ y = Conv <{attributes}> (x, w) }}"
    text = text.replace("<>", "")
    graph = fused(model(text, w=weights(filters, inputs, 3, 3)))
    assert "shift_gemm" not in variants_of(graph, maker(graph, "y"))


def test_factors_of_an_image_move_to_the_weights() -> None:
    text = """(float[1,4,6,6] x, float[1,4,1,1] s) => (float[1,5,6,6] y) {
        m = Mul(x, s) y = Conv (m, w, b) }"""
    proto = model(text, w=weights(5, 4, 1, 1), b=weights(5))
    other = check(proto, "y", "scaled_weights")
    shapes = [node.operator.output.shape for node in other.operator_nodes]
    assert (5, 4, 1, 1) in shapes
    assert (1, 4, 6, 6) not in shapes


def test_factors_of_several_images_stay_where_they_are() -> None:
    text = """(float[2,4,6,6] x, float[2,4,1,1] s) => (float[2,5,6,6] y) {
        m = Mul(x, s) y = Conv (m, w) }"""
    graph = fused(model(text, w=weights(5, 4, 1, 1)))
    assert variants_of(graph, maker(graph, "y")) == ()


def test_a_variant_that_an_operator_has_not_is_refused() -> None:
    graph = fused(model("(float[4] x) => (float[4] y) { y = Relu(x) }"))
    with pytest.raises(PolicyError, match="has a variant 'shift_gemm'"):
        with_variants(graph, {"y": "shift_gemm"})


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 2), st.booleans(), st.booleans())
def test_a_convolution_of_single_pixels_is_a_matmul(batch: int, bias: bool, image: bool) -> None:
    text = f"""(float[{batch},128,3,2] x, float[{batch},130,3,2] z, float[130,1,1] s) =>
        (float[N,K,H,W] y) {{ c = Conv (x, w{", b" if bias else ""})
        r = Relu(c) y = Add(r, {"z" if image else "s"}) }}"""
    constants = {"w": weights(130, 128, 1, 1)} | ({"b": weights(130)} if bias else {})
    other = check(model(text, **constants), "y", "conv_as_matmul")
    types = {node.operator.type for node in other.operator_nodes}
    assert "MatMul" in types
    assert "Conv" not in types


@pytest.mark.parametrize(
    ("attributes", "batch", "filters"),
    [
        ("strides = [2, 2]", 1, 128),
        ("pads = [1, 1, 1, 1]", 1, 128),
        ("group = 2", 1, 128),
        ("", 1, 127),
        ("", 2, 128),
        ("", 1, 128),
    ],
)
def test_only_large_plain_convolutions_of_single_pixels_are_matmuls(
    attributes: str, batch: int, filters: int
) -> None:
    text = f"""(float[{batch},256,4,4] x, float[{batch},{filters},1,1] s) =>
        (float[N,K,H,W] y) {{ c = Conv <{attributes}> (x, w) y = Mul(c, s) }}""".replace("<>", "")
    channels = 128 if "group" in attributes else 256
    graph = fused(model(text, w=weights(filters, channels, 1, 1)))
    found = variants_of(graph, maker(graph, "y"))
    assert ("conv_as_matmul" in found) == (attributes == "" and filters == 128 and batch == 1)


POOLED = """(float[2,8,H,9] x, float[2,12,H,9] z) => (float[N,K,P,Q] y) {
    c = Conv <pads = [1, 1, 1, 1]> (x, w, b) r = CHANGE
    y = POOL (r) }"""
LARGEST = "MaxPool <kernel_shape = [2, 2], strides = [2, 2]>"


def before_pooling(change: str = "Relu(c)", pool: str = LARGEST, rows: int = 6) -> onnx.ModelProto:
    """A convolution, something that changes its result, and a pooling."""
    text = POOLED.replace("CHANGE", change).replace("POOL", pool).replace("H", str(rows))
    return model(text, w=weights(12, 8, 3, 3), b=weights(12), s=weights(12, 1, 1))


@pytest.mark.parametrize("change", ["Relu(c)", "Add(c, s)", "Identity(c)"])
@pytest.mark.parametrize("rows", [6, 7])
def test_a_convolution_and_the_pooling_of_its_largest_results_are_one(
    change: str, rows: int
) -> None:
    other = check(before_pooling(change, rows=rows), "y", "pooled_convolution")
    assert "PooledConv" in [node.operator.type for node in other.operator_nodes]
    assert "Conv" not in [node.operator.type for node in other.operator_nodes]


@pytest.mark.parametrize(
    ("change", "pool"),
    [
        ("Neg(c)", LARGEST),
        ("Add(c, z)", LARGEST),
        ("Relu(c)", LARGEST.replace("[2, 2]", "[3, 3]", 1)),
        ("Relu(c)", LARGEST.replace("MaxPool", "AveragePool")),
        ("Relu(c)", LARGEST.replace("strides", "pads = [1, 1, 1, 1], strides")),
    ],
)
def test_other_poolings_stay_apart_from_convolutions(change: str, pool: str) -> None:
    graph = fused(before_pooling(change, pool))
    assert "pooled_convolution" not in variants_of(graph, maker(graph, "y"))


def test_a_convolution_that_others_read_too_stays_apart_from_its_pooling() -> None:
    text = """(float[1,8,6,6] x) => (float[1,8,3,3] y, float[1,8,6,6] c) {
        c = Conv <pads = [1, 1, 1, 1]> (x, w)
        y = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (c) }"""
    graph = fused(model(text, w=weights(8, 8, 3, 3)))
    assert variants_of(graph, maker(graph, "y")) == ()
