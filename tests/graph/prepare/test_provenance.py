"""Nodes that a rule makes keep the provenance of the node they replace."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.prepare.provenance import Provenance, provenance_of, record_provenance
from tests.graph.models import model, weights


def node(op_type: str, name: str) -> onnx_ir.Node:
    return onnx_ir.Node("", op_type, [], name=name)


def test_a_node_that_nothing_is_noted_of_is_its_own_origin() -> None:
    assert provenance_of(node("Relu", "a")) == Provenance("a", "Relu")


def test_an_origin_is_what_the_first_of_several_rules_replaced() -> None:
    first, second, third = node("LSTM", "a"), node("Gemm", "a_1"), node("MatMul", "a_1_2")
    record_provenance(second, first)
    record_provenance(third, second)
    assert provenance_of(second) == provenance_of(third) == Provenance("a", "LSTM")


def test_what_was_noted_before_holds() -> None:
    made = node("MatMul", "c")
    record_provenance(made, node("Gemm", "a"))
    record_provenance(made, node("LSTM", "b"))
    assert provenance_of(made) == Provenance("a", "Gemm")


def test_nothing_is_noted_of_a_node_that_is_called_as_its_origin() -> None:
    made = node("Conv", "a")
    record_provenance(made, node("Conv", "a"))
    assert made.metadata_props == {}


@pytest.fixture(scope="module")
def prepared() -> PreparedGraph:
    """A recurrence, which becomes a product and more, and a product that has to be transposed."""
    text = """(float[8,1,64] x) => (float[8,1,1,32] y) {
        s, h = LSTM<hidden_size = 64>(x, w, r) t = Reshape(s, rows)
        p = Gemm<transB = 1>(t, v) y = Reshape(p, shape) }"""
    proto = model(
        text,
        w=weights(1, 256, 64),
        r=weights(1, 256, 64, seed=1),
        v=weights(32, 64),
        rows=np.asarray([8, 64]),
        shape=np.asarray([8, 1, 1, 32]),
    )
    return prepared_graph(load_onnx(proto), "m")


@pytest.mark.parametrize(("names", "types"), [({"s"}, set()), (set(), {"LSTM"})])
def test_all_operators_that_a_recurrence_becomes_are_found_by_it(
    prepared: PreparedGraph, names: set[str], types: set[str]
) -> None:
    made = prepared.nodes_made_from(names, types)
    found = {item.operator.type for item in prepared.default.operator_nodes if item.name in made}
    assert {"MatMul", "Recurrent"} <= found


def test_a_matmul_is_found_by_the_type_it_had(prepared: PreparedGraph) -> None:
    (found,) = prepared.nodes_made_from((), {"Gemm"})
    assert prepared.origins[found] == Provenance("p", "Gemm")


def test_what_is_in_no_model_is_nowhere(prepared: PreparedGraph) -> None:
    assert prepared.nodes_made_from({"nobody"}, {"GRU"}) == frozenset()


def test_a_convolution_that_a_normalization_is_folded_into_is_found_by_its_name() -> None:
    proto = model(
        """(float[1,2,5,5] x) => (float[1,3,3,3] y) {
        a = Conv(x, w) y = BatchNormalization(a, s, s, s, s) }""",
        w=weights(3, 2, 3, 3),
        s=abs(weights(3)) + 1,
    )
    graph = prepared_graph(load_onnx(proto), "m")
    (node,) = graph.unfused.operator_nodes
    assert graph.nodes_made_from({"a"}, ()) == {node.name}
