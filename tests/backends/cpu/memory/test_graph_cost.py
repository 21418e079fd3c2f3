"""What graphs are expected to take, by what their operators take."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.memory.graph_cost import graph_seconds
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import build
from aoe.graph.subgraph.inter_op import with_inter_op_region
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import model, weights
from tests.tuning.examples import TARGET

#: The last operator's copy is the output.
TEXT = """(float[1,64,32,32] x) => (float[1,128,1,1] y) {
    a = Conv (x, w) b = Conv (a, w) c = Conv (a, u) d = Concat <axis = 1> (b, c)
    y = GlobalAveragePool (d) }"""
CONSTANTS = {"w": weights(64, 64, 1, 1), "u": weights(64, 64, 1, 1, seed=1)}
TWO = replace(TARGET, threads=2)
BYTES = 64 * 32 * 32 * 4


def graph() -> OperatorGraph:
    return build(load_onnx(model(TEXT, **CONSTANTS)), "test")


def seconds(made: OperatorGraph, threads: int, taken: float) -> float:
    each = dict.fromkeys((node.output for node in made.operator_nodes), taken)
    return graph_seconds(made, each, replace(TARGET, threads=threads))


def test_a_concatenation_in_place_takes_nothing() -> None:
    assert [node.operator.type for node in graph().operator_nodes].count("Concat") == 1
    assert seconds(graph(), 1, 1.0) == pytest.approx(len(graph().operator_nodes) - 1)


def test_threads_fetch_what_others_have_written() -> None:
    fetched = (3 * BYTES + 2 * BYTES) / 4 / TWO.speed.memory
    assert seconds(graph(), 2, 0.0) == pytest.approx(fetched, rel=0.01)
    assert seconds(graph(), 1, 0.0) == 0.0


def test_of_branches_the_longest_counts_and_a_region() -> None:
    made = graph()
    b, c = (node.output for node in made.operator_nodes[1:3])
    beside = with_inter_op_region(made, {b: 0, c: 1})
    before, after = (seconds(item, 2, 1.0) for item in (made, beside))
    region = TWO.speed.fork_join + profile_of(TWO).variants.region_seconds
    assert after == pytest.approx(before - 1.0 + region, abs=1e-9)


def test_one_thread_computes_all_branches() -> None:
    made = graph()
    b, c = (node.output for node in made.operator_nodes[1:3])
    beside = with_inter_op_region(made, {b: 0, c: 1})
    assert seconds(beside, 1, 1.0) == pytest.approx(seconds(made, 1, 1.0), abs=1e-5)


def test_what_a_branch_reads_of_its_own_is_not_fetched() -> None:
    text = TEXT.replace("c = Conv (a, u)", "e = Conv (x, u) c = Conv (e, u)")
    made = build(load_onnx(model(text, **CONSTANTS)), "test")
    first, second, third, last = (
        node.output for node in made.operator_nodes if node.operator.type == "Conv"
    )
    beside = with_inter_op_region(made, {first: 0, second: 0, third: 1, last: 1})
    saved = 2 * BYTES / 4 / TWO.speed.memory
    region = TWO.speed.fork_join + profile_of(TWO).variants.region_seconds
    assert seconds(beside, 2, 0.0) == pytest.approx(seconds(made, 2, 0.0) - saved + region)
