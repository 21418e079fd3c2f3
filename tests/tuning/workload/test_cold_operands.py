"""Operands are cold that come from outside of a model with more of them than caches hold."""

from __future__ import annotations

import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.operators.operator_graph import OperatorGraph
from aoe.tuning.workload.cold_operands import (
    WARM,
    ColdOperands,
    cold_operands,
    cold_operands_of_subgraphs,
)
from tests.graph.models import imported, model, weights

#: Two products by weights that are inputs, as in training; the input is read a second time.
STEP = """(float[8,16] x, float[16,16] w, float[16,12] v) => (float[8,12] y) {
    p = MatMul(x, w) q = Softmax(p) s = Add(q, x) y = MatMul(s, v) }"""
#: Bytes of its inputs and its output.
STEP_BYTES = 4 * (8 * 16 + 16 * 16 + 16 * 12 + 8 * 12)


def cold(graph: OperatorGraph, held: float = 0.0) -> list[ColdOperands]:
    """What is cold of each operator, in their order."""
    found = cold_operands([graph], held)
    return [found[node.operator.key] for node in graph.operator_nodes]


def test_the_first_reader_of_an_input_finds_it_cold_and_outputs_are_cold() -> None:
    first, *between, last = cold(imported(model(STEP)))
    assert first == ColdOperands(inputs=(0, 1))
    assert set(between) == {WARM}
    assert last == ColdOperands(inputs=(1,), outputs=(0,))


@pytest.mark.parametrize(("held", "are_cold"), [(STEP_BYTES, True), (STEP_BYTES + 1, False)])
def test_caches_that_hold_all_inputs_and_outputs_keep_them(held: int, are_cold: bool) -> None:
    assert any(found != WARM for found in cold(imported(model(STEP)), held)) is are_cold


def test_views_of_an_input_are_cold_too() -> None:
    text = """(float[8,16] x, float[16,16] w) => (float[8,16] y) {
        t = Transpose <perm = [1, 0]> (w) y = MatMul(x, t) }"""
    assert cold(imported(model(text))) == [ColdOperands((0, 1), (0,))]


def test_each_part_of_an_input_is_cold_for_its_first_reader() -> None:
    text = """(float[16,32] w, float[8,16] x) => (float[8,16] y) {
        a, b = Split <axis = 1, num_outputs = 2> (w) p = MatMul(x, a) q = Softmax(p)
        y = MatMul(q, b) }"""
    first, *_, last = cold(imported(model(text, 18)))
    assert 1 in first.inputs
    assert 1 in last.inputs


def test_constants_have_no_number_and_are_not_cold() -> None:
    text = "(float[16,8] x) => (float[12,8] y) { y = MatMul(w, x) }"
    assert cold(imported(model(text, w=weights(12, 16)))) == [ColdOperands((0,), (0,))]


def test_an_operand_is_cold_where_it_is_so_in_most_uses() -> None:
    text = """(float[16,16] w) => (float[16,16] y) {
        a = MatMul(w, w) b = Softmax(a) c = MatMul(b, b) d = Softmax(c) y = MatMul(d, d) }"""
    products = [found for found in cold(imported(model(text))) if found != WARM]
    assert products == []


def test_a_subgraph_has_the_cold_operands_of_its_operators() -> None:
    graph = prepared_graph(load_onnx(model(STEP)), "test")
    found = cold_operands_of_subgraphs(graph.subgraphs, 0.0)
    told = [
        [subgraph.alone.inputs[number] for number in found[subgraph.key].inputs]
        for subgraph in graph.subgraphs
    ]
    assert sorted(name for names in told for name in names) == ["v", "w", "x"]
    assert found[graph.subgraphs[-1].key].outputs == (0,)
