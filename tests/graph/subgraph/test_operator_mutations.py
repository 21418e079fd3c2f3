from collections.abc import Iterator
from contextlib import suppress

import numpy as np
import onnx
import pytest

from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.graph.subgraph.operator_mutations import change_strips, change_variants, heights
from aoe.graph.subgraph.subgraph import STRIP, VARIANT, Subgraph
from aoe.operators.evaluate import evaluate
from aoe.policy import SubgraphPolicy
from tests.graph.models import inputs_of, model, weights

TEXT = """(float[1,8,128,128] x, float[1,8,1,1] s) => (float[1,2,128,128] y) {
    a = Conv <pads = [1, 1, 1, 1]> (x, w) r = Relu(a) m = Mul(r, s)
    b = Conv <pads = [1, 1, 1, 1]> (m, w) c = Conv <pads = [1, 1, 1, 1]> (b, v) y = Relu(c) }"""


def prepared(proto: onnx.ModelProto) -> tuple[PreparedGraph, Subgraph, SubgraphPolicy]:
    """The model, its one subgraph and that one's default policy."""
    graph = prepared_graph(load_onnx(proto), "test")
    (subgraph,) = graph.subgraphs
    return graph, subgraph, subgraph.policy(graph.decisions)


def changes(policies: Iterator[SubgraphPolicy], kind: str) -> list[tuple[object, ...]]:
    """What these policies decide of a kind, each."""
    return [tuple(v for k, v in item.decisions if k.startswith(kind)) for item in policies]


def test_mutations_choose_each_variant_an_operator_has_and_take_it_back() -> None:
    proto = model(TEXT, w=weights(8, 8, 3, 3), v=weights(2, 8, 3, 3))
    _, subgraph, policy = prepared(proto)
    found = list(change_variants(subgraph, policy))
    assert ("shift_gemm",) in changes(iter(found), VARIANT)
    back = [item for moved in found for item in change_variants(subgraph, moved)]
    assert policy in back


def test_mutations_join_matmuls_together_and_part_them_again() -> None:
    text = """(float[4,6] x) => (float[5,3] y) {
        a = MatMul(x, w) b = MatMul(x, v) c = Transpose(b) y = MatMul(c, a) }"""
    graph, subgraph, policy = prepared(model(text, w=weights(6, 3), v=weights(6, 5)))
    both = ("joined_matmuls", "joined_matmuls")
    (joined,) = {
        item
        for item in change_variants(subgraph, policy)
        if tuple(v for k, v in item.decisions if k.startswith(VARIANT)) == both
    }
    assert len(graph.formed({subgraph.key: joined}).operator_nodes) == 2
    assert policy in change_variants(subgraph, joined)


def test_mutations_cut_chains_into_strips_of_several_heights_and_take_it_back() -> None:
    proto = model(TEXT, w=weights(8, 8, 3, 3), v=weights(2, 8, 3, 3))
    _, subgraph, policy = prepared(proto)
    found = list(change_strips(subgraph, policy))
    heights = {strip[0] for strips in changes(iter(found), STRIP) for strip in strips}  # type: ignore[index]
    assert heights == {32, 16, 8}
    assert policy in change_strips(subgraph, found[0])


def test_mutations_cut_batches_into_samples_where_these_are_many_bytes() -> None:
    proto = model(TEXT.replace("[1,", "[16,", 1), w=weights(8, 8, 3, 3), v=weights(2, 8, 3, 3))
    graph, subgraph, policy = prepared(proto)
    found = [
        item
        for item in change_strips(subgraph, policy)
        if any(name.startswith("band0.") for name, _ in item.decisions)
    ]
    assert {strip[0] for strips in changes(iter(found), "band0.") for strip in strips} == {1, 2, 4}  # type: ignore[index]
    assert policy in change_strips(subgraph, found[0])
    operators = graph.formed({subgraph.key: found[-1]}).operator_nodes
    assert (1, 8, 128, 128) in {node.operator.output.shape for node in operators}


def test_what_mutations_lead_to_computes_the_same() -> None:
    proto = model(TEXT, w=weights(8, 8, 3, 3), v=weights(2, 8, 3, 3))
    graph, subgraph, policy = prepared(proto)
    feed = inputs_of(proto)
    expected = evaluate(graph.unfused, feed)["y"]
    carried_out = 0
    for moved in [*change_variants(subgraph, policy), *change_strips(subgraph, policy)][::3]:
        with suppress(PolicyError):
            formed = graph.formed({subgraph.key: moved})
            found = evaluate(formed, feed)["y"]
            np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-4)
            carried_out += 1
    assert carried_out > 2


@pytest.mark.parametrize(
    ("rows", "expected"), [(112, [28, 14, 7]), (55, [11, 5]), (13, []), (7, []), (9, [3])]
)
def test_strips_are_of_equal_heights(rows: int, expected: list[int]) -> None:
    assert heights(rows, unequal=False) == expected


def test_strips_of_unequal_heights_are_there_if_allowed() -> None:
    assert heights(7, unequal=True) == [4, 2]
    assert set(heights(55, unequal=True)) == {28, 14, 11, 7, 5, 4}
