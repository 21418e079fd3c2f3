import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from tests.graph.models import checked_graph, model, operator_types, weights


@pytest.mark.parametrize(
    "call",
    [
        "Gelu(x)",
        "BiasGelu(x, b)",
        "FastGelu(x)",
        "FastGelu(x, b)",
        "QuickGelu(x)",
        "QuickGelu <alpha = 1.5> (x)",
    ],
)
def test_activations_are_one_pointwise_operator(call: str) -> None:
    text = f"(float[2,3,4] x) => (float[2,3,4] y) {{ y = com.microsoft.{call} }}"
    constants = {"b": weights(4)} if "b)" in call else {}
    assert operator_types(checked_graph(model(text, **constants))) == ["Pointwise"]


def test_quick_gelu_vanishes_at_minus_infinity() -> None:
    proto = model("(float[4] x) => (float[4] y) { y = com.microsoft.QuickGelu(x) }")
    x = np.array([-np.inf, -3e38, np.inf, np.nan], np.float32)
    (found,) = aoe.compile(proto, threads=1).run(None, {"x": x})
    np.testing.assert_array_equal(found, [0, 0, np.inf, np.nan])


def test_types_are_known_behind_operators_that_onnx_does_not_know() -> None:
    text = """(float[2,4] x) => (float[4,2] y) { a = com.microsoft.QuickGelu(x) b = Relu(a)
        c = com.microsoft.BiasGelu(b, k) s = Shape(c) f, l = Split <axis = 0> (s, ones)
        t = Concat <axis = 0> (l, f) y = Reshape(c, t) }"""
    checked_graph(model(text, k=weights(4), ones=np.asarray([1, 1])))


@pytest.mark.parametrize(
    ("attributes", "a", "b"),
    [
        ("alpha = 0.5", "2,3,4", "2,4,5"),
        ("transA = 1", "2,4,3", "2,4,5"),
        ("transB = 1, alpha = 2.0", "2,3,4", "2,5,4"),
        ("transBatchA = 1", "3,2,4", "2,4,5"),
        ("transBatchB = 1, transB = 1", "2,3,4", "5,2,4"),
    ],
)
def test_fused_matmuls_are_matmuls(attributes: str, a: str, b: str) -> None:
    text = f"""(float[{a}] x, float[{b}] w) => (float[2,3,5] y) {{
        y = com.microsoft.FusedMatMul <{attributes}> (x, w) }}"""
    assert operator_types(checked_graph(model(text))) == ["MatMul"]


@pytest.mark.parametrize(
    "activation",
    [
        'activation = "Relu"',
        'activation = "LeakyRelu", activation_params = [0.2]',
        'activation = "Clip", activation_params = [-0.5, 0.5]',
        'activation = "HardSigmoid", activation_params = [0.3, 0.4]',
        'activation = "Tanh"',
    ],
)
def test_fused_convolutions_are_one_operator(activation: str) -> None:
    text = f"""(float[1,3,6,6] x) => (float[1,4,4,4] y) {{
        y = com.microsoft.FusedConv <{activation}> (x, w, b) }}"""
    graph = checked_graph(model(text, w=weights(4, 3, 3, 3), b=weights(4)))
    assert operator_types(graph) == ["Conv", "Pointwise"]  # a copy to the caller's layout


def test_a_fused_convolution_adds_its_fourth_input() -> None:
    text = """(float[1,3,6,6] x, float[1,4,4,4] z) => (float[1,4,4,4] y) {
        y = com.microsoft.FusedConv <activation = "Relu"> (x, w, b, z) }"""
    checked_graph(model(text, w=weights(4, 3, 3, 3), b=weights(4)))


def test_a_fused_gemm_is_one_operator() -> None:
    text = """(float[2,3] x) => (float[2,4] y) {
        y = com.microsoft.FusedGemm <transB = 1, activation = "LeakyRelu",
            activation_alpha = 0.25> (x, w, b) }"""
    graph = checked_graph(model(text, w=weights(4, 3), b=weights(4)))
    assert operator_types(graph) == ["MatMul"]


@pytest.mark.parametrize("extra", ["b", "b, k"])
def test_skip_layer_normalization_gives_its_sum(extra: str) -> None:
    text = f"""(float[2,3,4] x, float[2,3,4] r) => (float[2,3,4] y, float[2,3,4] t) {{
        y, m, d, t = com.microsoft.SkipLayerNormalization <epsilon = 0.01> (x, r, s, {extra}) }}"""
    constants = {"s": weights(4), "b": weights(4, seed=1)}
    constants |= {"k": weights(4, seed=2)} if "k" in extra else {}
    checked_graph(model(text, **constants))


def test_skip_simplified_layer_normalization_has_no_mean() -> None:
    text = """(float[2,3,4] x, float[2,3,4] r) => (float[2,3,4] y, float[2,3,4] t) {
        y, m, d, t = com.microsoft.SkipSimplifiedLayerNormalization <epsilon = 0.01> (x, r, s) }"""
    checked_graph(model(text, s=weights(4)))


def test_layer_normalization_before_onnx_had_it_is_known() -> None:
    text = """(float[2,3,4] x) => (float[2,3,4] y) {
        y = LayerNormalization <axis = -1, epsilon = 0.01> (x, s, b) }"""
    graph = checked_graph(model(text, 12, s=weights(4), b=weights(4, seed=1)))
    assert operator_types(graph) == ["LayerNormalization"]


def test_simplified_layer_normalization_is_one_operator() -> None:
    text = """(float[2,3,4] x) => (float[2,3,4] y) {
        y = SimplifiedLayerNormalization <axis = -1, epsilon = 0.01> (x, s) }"""
    graph = checked_graph(model(text, s=weights(4)))
    assert operator_types(graph) == ["LayerNormalization"]


@pytest.mark.parametrize("mask", ["", ", mask"])
def test_embeddings_are_added_and_normalised(mask: str) -> None:
    text = f"""(int32[2,3] i, int32[2,3] k) => (float[2,3,4] y, int32[2] n) {{
        y, n = com.microsoft.EmbedLayerNormalization (i, k, w, p, q, s, b{mask}) }}"""
    constants = {"w": weights(5, 4), "p": weights(7, 4), "q": weights(3, 4), "s": weights(4)}
    constants["b"] = weights(4, seed=1)
    if mask:
        constants["mask"] = np.asarray([[1, 1, 0], [1, 0, 0]], np.int32)
    checked_graph(model(text, **constants))


def test_an_unknown_operator_of_onnx_runtime_is_named() -> None:
    text = "(float[2,3] x) => (float[2,3] y) { y = com.microsoft.Nothing(x) }"
    with pytest.raises(UnsupportedModelError, match=r"y \(Nothing\)"):
        build(load_onnx(model(text)), "test")
