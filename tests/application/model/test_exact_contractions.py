"""Whether a model's accuracy is seen to where numbers may be split."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.application.model.exact_contractions import has_choice, with_exact_contractions
from aoe.frontends.onnx import load_onnx
from aoe.graph import exactness
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.operators import float24
from aoe.operators.operator import Operator
from tests.graph.models import model, weights
from tests.operators.implementations.test_matmul_tiles import TILES

PROTO = model("(float[8,16] x) => (float[8,4] y) { y = MatMul(x, w) }", w=weights(16, 4))

WITHOUT_TILES = replace(TILES, features="+avx512f,+avx512vl,+avx512bf16")


def operators(features: str, every: bool = False) -> list[Operator]:
    profiles = [prepared_graph(load_onnx(PROTO), "test")]
    (made,) = with_exact_contractions(profiles, replace(TILES, features=features), every)
    return [node.operator for node in made.formed({}).operator_nodes]


def exact(features: str) -> list[bool]:
    return [operator.exact for operator in operators(features)]


def test_contractions_are_exact_where_nothing_else_is_right_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exactness, "LARGEST_ERROR", 0.0)
    assert exact(TILES.features) == [True]


def test_nothing_is_marked_where_outputs_are_right() -> None:
    assert exact(TILES.features) == [False]


def test_without_tiles_there_is_nothing_to_see_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exactness, "LARGEST_ERROR", 0.0)
    assert exact(WITHOUT_TILES.features) == [False]


def dense(rows: int) -> PreparedGraph:
    text = f"(float[{rows},16] x) => (float[{rows},4] y) {{ y = MatMul(x, w) }}"
    return prepared_graph(load_onnx(model(text, w=weights(16, 4))), "test")


def test_a_model_is_judged_at_the_first_shape_at_which_its_weights_may_be_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exactness, "LARGEST_ERROR", 0.0)
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", 1)
    profiles = [dense(float24.MOST_ROWS + 1), dense(1)]
    assert has_choice(profiles, WITHOUT_TILES)
    made = with_exact_contractions(profiles, WITHOUT_TILES)
    found = [item.formed({}).operator_nodes[0].operator for item in made]
    assert [operator.exact for operator in found] == [True, True]


def test_short_weights_are_whole_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", 1)
    (made,) = with_exact_contractions([dense(1)], WITHOUT_TILES, every=True)
    (node,) = made.formed({}).operator_nodes
    assert node.operator.whole
    assert not has_choice([dense(float24.MOST_ROWS + 1)], WITHOUT_TILES)


def test_every_contraction_multiplies_whole_numbers_if_asked_for() -> None:
    (operator,) = operators(TILES.features, every=True)
    assert operator.whole
    assert Operator.from_json(operator.to_json()) == operator
