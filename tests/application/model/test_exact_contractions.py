"""Whether a model's accuracy is seen to where numbers may be split."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.application.model.exact_contractions import with_exact_contractions
from aoe.frontends.onnx import load_onnx
from aoe.graph import exactness
from aoe.graph.pipeline import prepared_graph
from aoe.operators.operator import Operator
from tests.graph.models import model, weights
from tests.operators.implementations.test_matmul_tiles import TILES

PROTO = model("(float[8,16] x) => (float[8,4] y) { y = MatMul(x, w) }", w=weights(16, 4))


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
    assert exact("+avx512f,+avx512vl,+avx512bf16") == [False]


def test_every_contraction_multiplies_whole_numbers_if_asked_for() -> None:
    (operator,) = operators(TILES.features, every=True)
    assert operator.whole
    assert Operator.from_json(operator.to_json()) == operator
