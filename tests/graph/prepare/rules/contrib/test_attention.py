import numpy as np
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import (
    by_onnxruntime,
    checked_graph,
    inputs_of,
    model,
    operator_types,
    weights,
)

MASKS = {
    "none": ("", {}),
    "lengths": (", mask", {"mask": np.asarray([2, 3], np.int32)}),
    "ends and starts": (", mask", {"mask": np.asarray([3, 2, 1, 0], np.int32)}),
    "of every position": (", mask", {"mask": np.asarray([[1, 0, 1], [1, 1, 0]], np.int32)}),
    "of every pair": (", mask", {"mask": np.tri(3, dtype=np.int32)[None].repeat(2, 0)}),
}


@pytest.mark.parametrize(("argument", "constants"), MASKS.values(), ids=MASKS.keys())
def test_attention_with_projections_agrees_with_onnx_runtime(
    argument: str, constants: dict[str, np.ndarray]
) -> None:
    text = f"""(float[2,3,8] x) => (float[2,3,8] y) {{
        y = com.microsoft.Attention <num_heads = 2> (x, w, b{argument}) }}"""
    graph = checked_graph(model(text, w=weights(8, 24), b=weights(24), **constants))
    assert operator_types(graph) == ["MatMul", "Attention"]


def test_attention_may_look_backwards_only_and_have_a_past() -> None:
    text = """(float[2,3,8] x, float[2,2,2,5,4] p) => (float[2,3,8] y, float[2,2,2,8,4] q) {
        y, q = com.microsoft.Attention <num_heads = 2, unidirectional = 1> (x, w, b, , p) }"""
    checked_graph(model(text, w=weights(8, 24), b=weights(24)))


def test_attention_may_have_sizes_of_its_own_and_a_bias_of_scores() -> None:
    text = """(float[2,3,8] x) => (float[2,3,6] y) {
        y = com.microsoft.Attention <num_heads = 2, qkv_hidden_sizes = [8, 8, 6], scale = 0.3>
            (x, w, b, , , s) }"""
    checked_graph(model(text, w=weights(8, 22), b=weights(22), s=weights(2, 2, 3, 3)))


@pytest.mark.parametrize("arguments", ["q, k, v", "q, k, v, b"])
def test_multi_head_attention_agrees_with_onnx_runtime(arguments: str) -> None:
    text = f"""(float[2,3,8] q, float[2,5,8] k, float[2,5,8] v) => (float[2,3,8] y) {{
        y = com.microsoft.MultiHeadAttention <num_heads = 2> ({arguments}) }}"""
    constants = {"b": weights(24)} if "b" in arguments else {}
    checked_graph(model(text, **constants))


def test_queries_keys_and_values_may_be_packed() -> None:
    separate = """(float[2,3,8] q, float[2,3,8] k, float[2,3,8] v) => (float[2,3,8] y) {
        y = com.microsoft.MultiHeadAttention <num_heads = 2> (q, k, v) }"""
    all_packed = """(float[2,3,2,3,4] q) => (float[2,3,8] y) {
        y = com.microsoft.MultiHeadAttention <num_heads = 2> (q) }"""
    keys_packed = """(float[2,3,8] q, float[2,3,2,2,4] k) => (float[2,3,8] y) {
        y = com.microsoft.MultiHeadAttention <num_heads = 2> (q, k) }"""
    feed = inputs_of(model(separate))
    expected = by_onnxruntime(model(separate), feed)["y"]
    heads = [feed[name].reshape(2, 3, 2, 1, 4) for name in "qkv"]
    packed = {"q": np.concatenate(heads, 3)}
    half_packed = {"q": feed["q"], "k": np.concatenate(heads[1:], 3)}
    for text, inputs in ((all_packed, packed), (keys_packed, half_packed)):
        found = evaluate(build(load_onnx(model(text)), "test"), inputs)["y"]
        np.testing.assert_allclose(found, expected, atol=1e-6)


def test_multi_head_attention_has_masks_a_past_and_a_present() -> None:
    text = """(float[2,3,8] q, float[2,3,8] k, float[2,3,8] v, float[2,2,4,4] pk, float[2,2,4,4] pv)
        => (float[2,3,8] y, float[2,2,7,4] nk, float[2,2,7,4] nv) {
        y, nk, nv = com.microsoft.MultiHeadAttention <num_heads = 2> (q, k, v, , , s, pk, pv) }"""
    checked_graph(model(text, s=weights(1, 2, 3, 7)))


def test_padding_of_keys_is_masked() -> None:
    text = """(float[2,3,8] q, float[2,5,8] k, float[2,5,8] v) => (float[2,3,8] y) {
        y = com.microsoft.MultiHeadAttention <num_heads = 2> (q, k, v, , m) }"""
    mask = np.asarray([[1, 1, 1, 0, 0], [1, 1, 1, 1, 0]], np.int32)
    checked_graph(model(text, m=mask))


@pytest.mark.parametrize("before", [0, 2])
@pytest.mark.parametrize(("queries", "keys"), [(2, 3), (3, 2), (1, 4), (2, 2)])
def test_queries_see_keys_from_the_front_and_the_last_one_all_of_them(
    queries: int, keys: int, before: int
) -> None:
    """Not from the end, as where the queries are those of the last keys."""
    text = f"(float[2,{queries},8] q, float[2,{keys},8] k, float[2,{keys},8] v"
    past = f", float[2,2,{before},4] m, float[2,2,{before},4] n" if before else ""
    read = "q, k, v" + (", , , , m, n" if before else "")
    shown = f", float[2,2,{before + keys},4] g, float[2,2,{before + keys},4] h" if before else ""
    given = "y, g, h" if before else "y"
    checked_graph(
        model(
            f"{text}{past}) => (float[2,{queries},8] y{shown}) {{ {given} = "
            f"com.microsoft.MultiHeadAttention <num_heads = 2, unidirectional = 1> ({read}) }}"
        )
    )
