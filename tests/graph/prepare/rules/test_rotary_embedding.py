import numpy as np
import pytest

from tests.graph.models import checked_graph, model, weights

CACHES = {"c": np.cos(weights(9, 3)), "s": np.sin(weights(9, 3))}


@pytest.mark.parametrize("attributes", ["", "<interleaved = 1>"])
@pytest.mark.parametrize("positions", [np.asarray([[0, 2, 4, 6], [1, 1, 8, 0]]), np.asarray([3])])
def test_onnx_runtimes_form_agrees_with_it(attributes: str, positions: np.ndarray) -> None:
    text = f"""(float[2,4,12] x) => (float[2,4,12] y) {{
        y = com.microsoft.RotaryEmbedding {attributes} (x, i, c, s) }}"""
    checked_graph(model(text, i=positions, **CACHES))


def test_heads_may_come_before_positions() -> None:
    text = """(float[2,3,4,6] x) => (float[2,3,4,6] y) {
        y = com.microsoft.RotaryEmbedding (x, i, c, s) }"""
    checked_graph(model(text, i=np.asarray([2]), **CACHES))


@pytest.mark.parametrize(
    "attributes",
    [
        "interleaved = 0",
        "interleaved = 1",
        "rotary_embedding_dim = 4",
        "interleaved = 1, rotary_embedding_dim = 4",
    ],
)
def test_the_form_of_onnx_agrees_with_onnx_runtime(attributes: str) -> None:
    width = 2 if "dim" in attributes else 3
    text = f"""(float[2,3,4,6] x) => (float[2,3,4,6] y) {{
        y = RotaryEmbedding <{attributes}> (x, c, s, i) }}"""
    caches = {name: cache[:, :width] for name, cache in CACHES.items()}
    checked_graph(model(text, 23, i=np.asarray([[0, 2, 4, 6], [1, 1, 8, 0]]), **caches))


def test_angles_may_be_given_for_every_position() -> None:
    text = """(float[2,4,12] x) => (float[2,4,12] y) {
        y = RotaryEmbedding <num_heads = 2> (x, c, s) }"""
    checked_graph(model(text, 23, c=np.cos(weights(2, 4, 3)), s=np.sin(weights(2, 4, 3))))
