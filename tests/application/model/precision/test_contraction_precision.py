"""Whether a model's accuracy is seen to where numbers may be split."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.application.model.precision.contraction_precision import (
    has_choice,
    with_contraction_precision,
)
from aoe.application.model.source import load_profiles
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.precision import CpuPrecision
from aoe.backends.cpu.target.host import target_for
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.operators.operator import Operator
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES
from tests.graph.models import model, weights

PROTO = model("(float[8,16] x) => (float[8,4] y) { y = MatMul(x, w) }", w=weights(16, 4))

#: Whose last cache keeps no constants.
WITHOUT_TILES = changed(TILES, features="+avx512f,+avx512vl,+avx512bf16", l3=1)


def operators(features: str, every: bool = False) -> list[Operator]:
    profiles = [prepared_graph(load_onnx(PROTO), "test")]
    (made,) = with_contraction_precision(profiles, changed(TILES, features=features), every)
    return [node.operator for node in made.formed({}).operator_nodes]


def high(features: str) -> list[bool]:
    return [operator.precision == "high" for operator in operators(features)]


def test_contractions_have_a_high_precision_where_nothing_else_is_right_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CpuPrecision, "largest_error", lambda self, target: 0.0)
    assert high(TILES.features) == [True]


def test_nothing_is_marked_where_outputs_are_right() -> None:
    assert high(TILES.features) == [False]


def test_without_tiles_there_is_nothing_to_see_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CpuPrecision, "largest_error", lambda self, target: 0.0)
    assert high(WITHOUT_TILES.features) == [False]


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
def test_weights_that_are_infinite_or_no_numbers_keep_all_bits(number: float) -> None:
    w = weights(16, 4)
    w[3, 1] = number
    proto = model("(float[8,16] x) => (float[8,4] y) { y = MatMul(x, w) }", w=w)
    (made,) = with_contraction_precision([prepared_graph(load_onnx(proto), "test")], TILES)
    assert [node.operator.precision == "highest" for node in made.formed({}).operator_nodes] == [
        True
    ]


def dense(rows: int) -> PreparedGraph:
    text = f"(float[{rows},16] x) => (float[{rows},4] y) {{ y = MatMul(x, w) }}"
    return prepared_graph(load_onnx(model(text, w=weights(16, 4))), "test")


def test_a_model_is_judged_at_the_first_shape_at_which_its_weights_may_be_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CpuPrecision, "largest_error", lambda self, target: 0.0)
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", 1)
    profiles = [dense(float24.MOST_ROWS + 1), dense(1)]
    assert has_choice(profiles, WITHOUT_TILES)
    made = with_contraction_precision(profiles, WITHOUT_TILES)
    found = [item.formed({}).operator_nodes[0].operator for item in made]
    assert [operator.precision for operator in found] == ["high", "high"]


def test_short_weights_are_whole_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", 1)
    (made,) = with_contraction_precision([dense(1)], WITHOUT_TILES, every=True)
    (node,) = made.formed({}).operator_nodes
    assert node.operator.precision == "highest"
    assert not has_choice([dense(float24.MOST_ROWS + 1)], WITHOUT_TILES)


def short(rows: int, l3: int) -> bool:
    """Whether 64 weights of a product may be short where the last cache is so large."""
    (made,) = with_contraction_precision([dense(rows)], changed(WITHOUT_TILES, l3=l3))
    (node,) = made.formed({}).operator_nodes
    return float24.takes_float24_weights(node.operator)


def test_weights_that_stay_in_the_last_cache_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", 1)
    assert not short(rows=1, l3=2 * 4 * 64)
    assert short(rows=1, l3=2 * 4 * 64 - 1)


def test_recurrent_weights_are_short_wherever_they_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", 1)
    text = """(float[3,1,64] x) => (float[3,1,1,64] y) {
        y, a, b = LSTM<hidden_size = 64>(x, w, r) }"""
    proto = model(text, w=weights(1, 256, 64, scale=0.1), r=weights(1, 256, 64, scale=0.1))
    profile = prepared_graph(load_onnx(proto), "test")
    (made,) = with_contraction_precision([profile], changed(WITHOUT_TILES, l3=32 << 20))
    kinds = {node.operator.type: node.operator for node in made.formed({}).operator_nodes}
    assert float24.takes_float24_weights(kinds["Recurrent"])


def test_every_contraction_has_the_highest_precision_if_asked_for() -> None:
    (operator,) = operators(TILES.features, every=True)
    assert operator.precision == "highest"
    assert Operator.from_json(operator.to_json()) == operator


CLASSIFIER = """(float[1,3,16,16] x) => (float[1,10] y) {
    c = Conv <pads = [1, 1, 1, 1]> (x, k) r = Relu(c)
    d = Conv <group = 8, pads = [1, 1, 1, 1]> (r, e) s = Add(d, r)
    p = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (s) f = Flatten(p)
    g = Gemm(f, v) t = Relu(g) y = Gemm(t, w) }"""
ATTENTION = """(float[1,2,16,8] q, float[1,2,8,16] k, float[1,2,16,8] v)
    => (float[1,2,16,8] y) { s = MatMul(q, k) p = Softmax <axis = -1> (s) y = MatMul(p, v) }"""
SMALL_MODELS = {
    "classifier": model(
        CLASSIFIER,
        k=weights(8, 3, 3, 3),
        e=weights(8, 1, 3, 3),
        v=weights(512, 24),
        w=weights(24, 10),
    ),
    "attention": model(ATTENTION),
    "recurrence": model(
        "(float[4,1,32] x) => (float[4,1,1,16] y) { y = LSTM <hidden_size = 16> (x, w, r) }",
        w=weights(1, 64, 32),
        r=weights(1, 64, 16, seed=1),
    ),
}


@pytest.mark.parametrize("name", SMALL_MODELS)
def test_cpus_make_the_same_operators_of_a_model_but_for_their_precision(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which contractions are judged depends on what a CPU rounds: with AMX all of float32, else
    those with weights of 24 bits.
    """
    monkeypatch.setattr(CpuPrecision, "largest_error", lambda self, target: 0.0)
    found = []
    for target in (target_for("avx2", threads=2), TILES):
        _, profiles = load_profiles(ModelOrigin(SMALL_MODELS[name]), [{}], target=target)
        (made,) = with_contraction_precision(profiles, target)
        marked = [node.operator for node in made.formed({}).operator_nodes]
        plain = [node.operator for node in profiles[0].formed({}).operator_nodes]
        found.append(plain)
        assert [replace(operator, precision="default") for operator in marked] == plain
    assert found[0] == found[1]
