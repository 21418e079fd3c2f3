"""Which contractions multiply numbers as they are, for the accuracy of a whole model."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.precision import CpuPrecision
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.precision import split_precision
from aoe.graph.precision.split_precision import high_precision_names, marked
from aoe.operators.operator import Operator, Precision
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES
from tests.graph.models import cancelling, inputs_of, model, weights
from tests.not_empty import not_empty


def prepared(proto: onnx.ModelProto) -> PreparedGraph:
    return prepared_graph(load_onnx(proto), "test")


def permit(error: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CpuPrecision, "largest_error", lambda self, target: error)


def found(limit: float, monkeypatch: pytest.MonkeyPatch) -> tuple[frozenset[str], PreparedGraph]:
    proto = cancelling()
    graph = prepared(proto)
    permit(limit, monkeypatch)
    return high_precision_names(graph.default, inputs_of(proto), TILES), graph


def products(graph: PreparedGraph) -> list[Operator]:
    made = graph.formed({})
    return [node.operator for node in made.operator_nodes if node.operator.type == "MatMul"]


def precisions(graph: PreparedGraph) -> list[Precision]:
    return [item.precision for item in products(graph)]


def test_none_needs_a_high_precision_where_the_outputs_are_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names, graph = found(1e-3, monkeypatch)
    assert names == frozenset()
    assert graph.with_precision(names, "high") is graph


def test_those_near_the_inputs_have_a_high_precision_first(monkeypatch: pytest.MonkeyPatch) -> None:
    names, graph = found(1e-5, monkeypatch)
    assert precisions(graph.with_precision(names, "high")) == ["high", "default"]


def test_all_have_a_high_precision_where_nothing_else_suffices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names, graph = found(0.0, monkeypatch)
    assert precisions(graph.with_precision(names, "high")) == ["high", "high"]


def test_subgraphs_have_the_high_precision_operators_of_the_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names, graph = found(1e-5, monkeypatch)
    made = graph.with_precision(names, "high")
    keys = {node.operator.key for node in made.formed({}).operator_nodes}
    for subgraph in not_empty(made.subgraphs):
        formed = subgraph.formed(subgraph.policy(made.decisions))
        assert {node.operator.key for node in formed.operator_nodes} <= keys


def test_a_high_precision_operator_is_another_one_and_survives_being_stored() -> None:
    graph = prepared(cancelling())
    (first, *_), unmarked = (
        products(graph.with_precision(frozenset(names_in(graph)), "high")),
        products(graph),
    )
    assert first.precision == "high"
    assert first.key != unmarked[0].key
    assert Operator.from_json(first.to_json()) == first


def names_in(graph: PreparedGraph) -> list[str]:
    return [node.name for node in graph.unfused.operator_nodes]


def test_only_what_could_be_split_is_marked() -> None:
    graph = prepared(cancelling()).unfused
    made = marked(graph, frozenset(node.name for node in graph.operator_nodes), "high")
    found = [node.operator for node in made.operator_nodes if node.operator.precision == "high"]
    assert {operator.type for operator in found} == {"MatMul"}


ATTENTION = """(float[1,2,16,8] q, float[1,2,8,16] k, float[1,2,16,8] v)
    => (float[1,2,16,8] y) { s = MatMul(q, k) p = Softmax <axis = -1> (s) y = MatMul(p, v) }"""


@pytest.mark.parametrize(("limit", "expected"), [(1e-3, "default"), (0.0, "high")])
def test_attention_is_split_where_the_outputs_are_right_so(
    limit: float, expected: Precision, monkeypatch: pytest.MonkeyPatch
) -> None:
    proto = model(ATTENTION)
    graph = prepared(proto)
    permit(limit, monkeypatch)
    names = high_precision_names(graph.default, inputs_of(proto), TILES)
    (node,) = graph.with_precision(names, "high").default.operator_nodes
    assert (node.operator.type, node.operator.precision) == ("Attention", expected)


def test_attention_of_the_highest_precision_is_marked_as_a_whole() -> None:
    graph = prepared(model(ATTENTION))
    (node,) = graph.with_precision(frozenset(names_in(graph)), "highest").default.operator_nodes
    assert (node.operator.type, node.operator.precision) == ("Attention", "highest")


def test_outputs_that_are_no_numbers_anyway_decide_nothing() -> None:
    proto = model("(float[4,8] x) => (float[4,8] y) { a = MatMul(x, w) s = Sub(a, a) "
                  "y = Div(s, s) }", w=weights(8, 8))  # fmt: skip
    assert high_precision_names(prepared(proto).default, inputs_of(proto), TILES) == frozenset()


def test_a_model_too_large_to_evaluate_has_a_high_precision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(split_precision, "MOST_WORK", 10**5)
    names, graph = found(1.0, monkeypatch)
    assert precisions(graph.with_precision(names, "high")) == ["high", "high"]


def test_a_result_without_dimensions_is_judged_like_others() -> None:
    proto = model("(float[64] x, float[64] w) => (float y) { y = MatMul(x, w) }")
    assert high_precision_names(prepared(proto).default, inputs_of(proto), TILES) == frozenset()


RECURRENCE = (
    """(float[4,1,32] x) => (float[4,1,1,16] y) { y = LSTM <hidden_size = 16> (x, w, r) }"""
)
SHORT = ("Conv", "MatMul", "Recurrent")
CONVOLUTION = "(float[1,4,5,5] x) => (float[1,8,3,3] y) { y = Conv(x, w) }"
WITHOUT_TILES = changed(TILES, features="+avx512f,+avx512vl")


@pytest.mark.parametrize(
    "proto",
    [
        model("(float[1,16] x) => (float[1,8] y) { y = MatMul(x, w) }", w=weights(16, 8)),
        model(CONVOLUTION, w=weights(8, 4, 3, 3)),
        model(RECURRENCE, w=weights(1, 64, 32), r=weights(1, 64, 16, seed=1)),
    ],
    ids=["dense layer", "convolution", "recurrence"],
)
@pytest.mark.parametrize(("limit", "expected"), [(1e-3, "default"), (0.0, "high")])
def test_weights_are_short_where_the_outputs_are_right_so_without_tiles_too(
    proto: onnx.ModelProto, limit: float, expected: Precision, monkeypatch: pytest.MonkeyPatch
) -> None:
    permit(limit, monkeypatch)
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", 1)
    graph = prepared(proto)
    names = high_precision_names(graph.default, inputs_of(proto), WITHOUT_TILES)
    made = graph.with_precision(names, "high").formed({}).operator_nodes
    short = [node.operator for node in made if node.operator.type in SHORT]
    assert {item.precision for item in short} == {expected}
    assert {float24.takes_float24_weights(item) for item in short} == {expected == "default"}


def test_without_tiles_what_is_never_in_parts_is_not_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    permit(0.0, monkeypatch)
    proto = cancelling()
    assert (
        high_precision_names(prepared(proto).default, inputs_of(proto), WITHOUT_TILES)
        == frozenset()
    )


def test_the_rounding_of_transformed_weights_counts_as_much_as_it_does() -> None:
    """Differences of two inputs by sums of weights are 5/3 as far off as inputs by weights."""
    proto = model("(float[1,512,7,7] x) => (float[1,64,7,7] y) { y = Conv<pads = [1, 1, 1, 1]>"
                  "(x, w) }", w=weights(64, 512, 3, 3))  # fmt: skip
    nodes = prepared(proto).default.operator_nodes
    (node,) = (node for node in nodes if node.operator.type == "Conv")
    w = weights(64, 512, 3, 3)
    arrays = [inputs_of(proto)["x"], w]
    assert float24.takes_float24_weights(node.operator)
    found = CpuPrecision().approximated(node.operator, arrays)[1]
    plain = w.view(np.int32) + 0x80 & ~0xFF
    error = np.sqrt(np.mean((plain.view(np.float32) - w) ** 2))
    assert np.sqrt(np.mean((found - w) ** 2)) == pytest.approx(5 / 3 * error, rel=0.01)
