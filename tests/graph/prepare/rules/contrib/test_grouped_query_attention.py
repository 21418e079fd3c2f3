from __future__ import annotations

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime, checked_graph, model, weights

#: Two sequences, four heads of queries, two of keys, 16 numbers each.
QUERY, KEY = "float[2,{0},64] q", "float[2,{0},32] k, float[2,{0},32] v"
SPEEDS = 0.4 ** np.arange(8)
ANGLES = {
    "cosine": np.cos(np.outer(np.arange(32), SPEEDS)).astype(np.float32),
    "sine": np.sin(np.outer(np.arange(32), SPEEDS)).astype(np.float32),
}


def attention(new: int, past: int, room: int, attributes: str, arguments: str = "") -> str:
    """The text of a model; the caches are inputs if there is anything in the past."""
    caches = f", float[2,2,{past},16] pk, float[2,2,{past},16] pv" if past else ""
    names = "pk, pv" if past else ", "
    return f"""({QUERY.format(new)}, {KEY.format(new)}{caches})
        => (float[2,{new},64] y, float[2,2,{room},16] nk, float[2,2,{room},16] nv) {{
        y, nk, nv = com.microsoft.GroupQueryAttention
            <num_heads = 4, kv_num_heads = 2{attributes}> (q, k, v, {names}, l, t{arguments}) }}"""


def lengths(*last: int, total: int) -> dict[str, np.ndarray]:
    """The index of the last key of each sequence, and the longest length."""
    return {"l": np.asarray(last, np.int32), "t": np.asarray(total, np.int32)}


@pytest.mark.parametrize(
    "attributes", ["", ", scale = 0.2", ", softcap = 5.0", ", local_window_size = 2"]
)
def test_a_prompt_agrees_with_onnx_runtime(attributes: str) -> None:
    checked_graph(model(attention(5, 0, 5, attributes), **lengths(4, 4, total=5)))


@pytest.mark.parametrize("attributes", ["", ", local_window_size = 3"])
def test_one_more_token_is_attended_with_the_cache(attributes: str) -> None:
    checked_graph(model(attention(1, 6, 7, attributes), **lengths(6, 6, total=7)))


def test_sequences_of_a_batch_have_lengths_of_their_own() -> None:
    proto = model(attention(1, 6, 7, ""), **lengths(6, 3, total=7))
    feed = {
        "q": weights(2, 1, 64),
        "k": weights(2, 1, 32),
        "v": weights(2, 1, 32, seed=1),
        "pk": weights(2, 2, 6, 16),
        "pv": weights(2, 2, 6, 16, seed=1),
    }
    found = evaluate(build(load_onnx(proto), "test"), feed)
    expected = by_onnxruntime(proto, feed)
    np.testing.assert_allclose(found["y"], expected["y"], atol=1e-6)
    for name in ("nk", "nv"):
        for sequence, length in enumerate((7, 4)):
            np.testing.assert_allclose(
                found[name][sequence, :, :length], expected[name][sequence, :, :length]
            )


@pytest.mark.parametrize("interleaved", [0, 1])
@pytest.mark.parametrize(("new", "past"), [(5, 0), (1, 6)])
def test_queries_and_keys_turn_with_their_positions(interleaved: int, new: int, past: int) -> None:
    room = new + past
    attributes = f", do_rotary = 1, rotary_interleaved = {interleaved}"
    text = attention(new, past, room, attributes, ", cosine, sine")
    last = room - 1
    checked_graph(model(text, **lengths(last, last, total=room), **ANGLES))


def test_queries_keys_and_values_may_come_in_one() -> None:
    text = """(float[2,5,128] q) => (float[2,5,64] y) {
        y, nk, nv = com.microsoft.GroupQueryAttention
            <num_heads = 4, kv_num_heads = 2, do_rotary = 1>
            (q, , , , , l, t, cosine, sine) }"""
    checked_graph(model(text, **lengths(4, 4, total=5), **ANGLES))


def test_scores_may_have_a_bias() -> None:
    text = attention(5, 0, 5, "", ", , , , s")
    checked_graph(model(text, **lengths(4, 4, total=5), s=weights(1, 4, 5, 5)))


def test_what_is_not_computed_is_refused_by_name() -> None:
    text = attention(5, 0, 5, ", smooth_softmax = 1")
    with pytest.raises(UnsupportedModelError, match="GroupQueryAttention"):
        build(load_onnx(model(text, **lengths(4, 4, total=5))), "test")
