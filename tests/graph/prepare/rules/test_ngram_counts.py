from typing import Any

import numpy as np
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import model

TEXT = """({dtype}[{shape}] x) => (float[{result}] y) {{ y = TfIdfVectorizer <
    mode = "{mode}", min_gram_length = {shortest}, max_gram_length = {longest},
    max_skip_count = {skips}, ngram_counts = [0, 4, 10], ngram_indexes = {columns},
    pool_int64s = [2, 3, 5, 4, 5, 6, 7, 8, 6, 7, 2, 3, 5]{weights}> (x) }}"""
WEIGHTS = ", weights = [0.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]"
TOKENS = np.array([[1, 1, 3, 3, 3, 7, 2, 6], [8, 6, 7, 5, 6, 8, 2, 3], [2, 3, 5, 5, 2, 3, 5, 4]])


def _text(**changes: Any) -> str:
    given = {
        "dtype": "int64", "shape": "3,8", "result": "3,8", "mode": "TF", "shortest": 1,
        "longest": 3, "skips": 0, "columns": [0, 1, 2, 7, 4, 5, 6, 3], "weights": "",
    }  # fmt: skip
    return TEXT.format(**{**given, **changes})


@pytest.mark.parametrize("skips", [0, 1, 5])
@pytest.mark.parametrize(("shortest", "longest"), [(1, 1), (1, 2), (2, 2), (2, 3), (1, 3)])
@pytest.mark.parametrize(
    ("mode", "weights"), [("TF", ""), ("TF", WEIGHTS), ("IDF", WEIGHTS), ("TFIDF", WEIGHTS)]
)
def test_ngrams_are_counted(
    mode: str, skips: int, shortest: int, longest: int, weights: str
) -> None:
    text = _text(mode=mode, skips=skips, shortest=shortest, longest=longest, weights=weights)
    _compare(text, TOKENS)


def test_one_row_of_int32_is_counted() -> None:
    text = _text(dtype="int32", shape="8", result="8", skips=1)
    _compare(text, TOKENS[2].astype(np.int32))


def test_rows_shorter_than_the_ngrams_have_none() -> None:
    _compare(_text(shape="3,1", shortest=2), TOKENS[:, :1])


def test_two_ngrams_in_one_column_are_refused() -> None:
    with pytest.raises(UnsupportedModelError, match="TfIdfVectorizer"):
        build(load_onnx(model(_text(columns=[0, 1, 2, 7, 4, 5, 6, 6]), 17)), "test")


def _compare(text: str, tokens: np.ndarray) -> None:
    proto = model(text, 17)
    expected: Any = ReferenceEvaluator(proto).run(None, {"x": tokens})
    graph = build(load_onnx(proto), "test")
    np.testing.assert_array_equal(evaluate(graph, {"x": tokens})["y"], expected[0])
