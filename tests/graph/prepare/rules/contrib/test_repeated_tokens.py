"""NGramRepeatBlock against ONNX Runtime."""

from __future__ import annotations

import numpy as np
import pytest

import aoe
from aoe.errors import ModelError
from tests.graph.models import by_onnxruntime, model


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("length", [1, 4, 12])
def test_scores_of_repeated_n_grams_are_those_of_onnx_runtime(size: int, length: int) -> None:
    text = f"""(int64[3,{length}] tokens, float[3,6] scores) => (float[3,6] y) {{
        y = com.microsoft.NGramRepeatBlock <ngram_size = {size}> (tokens, scores) }}"""
    random = np.random.default_rng(size)
    feed: dict[str, np.ndarray] = {
        "tokens": random.integers(0, 3, (3, length)),
        "scores": random.standard_normal((3, 6)).astype(np.float32),
    }
    expected = by_onnxruntime(model(text), feed)["y"]
    (found,) = aoe.compile(model(text), threads=1, device="reference").run(None, feed)
    np.testing.assert_array_equal(found, expected)


def test_a_token_that_is_repeated_once_and_elsewhere_not_is_blocked() -> None:
    text = """(int64[1,5] tokens, float[1,6] scores) => (float[1,6] y) {
        y = com.microsoft.NGramRepeatBlock <ngram_size = 2> (tokens, scores) }"""
    feed = {"tokens": np.asarray([[1, 4, 2, 4, 1]]), "scores": np.ones((1, 6), np.float32)}
    (found,) = aoe.compile(model(text), threads=1).run(None, feed)
    np.testing.assert_array_equal(found, [[1, 1, 1, 1, -np.inf, 1]])


@pytest.mark.parametrize("score", [np.nan, np.inf, -np.inf])
def test_any_score_of_a_repeated_token_is_replaced_and_no_other(score: float) -> None:
    text = """(int64[1,3] tokens, float[1,6] scores) => (float[1,6] y) {
        y = com.microsoft.NGramRepeatBlock <ngram_size = 2> (tokens, scores) }"""
    feed = {"tokens": np.asarray([[1, 4, 1]]), "scores": np.full((1, 6), score, np.float32)}
    expected = by_onnxruntime(model(text), feed)["y"]
    (found,) = aoe.compile(model(text), threads=1).run(None, feed)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("token", [6, -1])
def test_a_constant_token_without_a_score_is_refused_where_it_would_repeat(token: int) -> None:
    text = """(float[1,6] scores) => (float[1,6] y) {
        y = com.microsoft.NGramRepeatBlock <ngram_size = 2> (tokens, scores) }"""
    feed = {"scores": np.ones((1, 6), np.float32)}
    repeats = model(text, tokens=np.asarray([[1, token, 1]]))
    with pytest.raises(ModelError, match=f"token {token} is not among 6 scores"):
        aoe.compile(repeats, device="reference")
    harmless = model(text, tokens=np.asarray([[token, 2, 1]]))
    expected = by_onnxruntime(harmless, feed)["y"]
    (found,) = aoe.compile(harmless, threads=1, device="reference").run(None, feed)
    np.testing.assert_array_equal(found, expected)
