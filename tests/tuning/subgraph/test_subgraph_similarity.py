"""What is better for one subgraph is tried for those of the same structure."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import PreparedGraph, prepared_graph
from aoe.policy import SubgraphPolicy
from aoe.tuning.comparison.timing_statistics import Comparison, Measurement
from aoe.tuning.search.revalidation import Incumbency
from aoe.tuning.subgraph.subgraph_search import start_subgraph_search
from aoe.tuning.subgraph.subgraph_similarity import (
    similar_subgraph_policies,
    structure,
    transferred,
)
from aoe.tuning.subgraph.subgraph_tuning import SubgraphTask, default_policies, subgraph_tasks
from aoe.tuning.workload.subgraph_model import KnownOperators
from tests.graph.models import model, weights
from tests.tuning.examples import TARGET

BLOCK = """(float[1,{channels},{rows},8] x) => (float[1,{channels},{rows},8] y) {{
    a = Conv <pads = [1, 1, 1, 1]> (x, w) r = {first}(a) b = Conv <pads = [1, 1, 1, 1]> (r, w)
    s = Add(b, r) t = Sigmoid(s) y = Conv <pads = [1, 1, 1, 1]> (t, w) }}"""


def block(channels: int, rows: int = 8, first: str = "Relu") -> PreparedGraph:
    """A graph of one subgraph."""
    text = BLOCK.format(channels=channels, rows=rows, first=first)
    return prepared_graph(load_onnx(model(text, w=weights(channels, channels, 3, 3))), "test")


@dataclass(frozen=True)
class Tasks:
    """Cases of several graphs, with searches that have not begun."""

    all: list[SubgraphTask]

    @staticmethod
    def of(*graphs: PreparedGraph) -> Tasks:
        defaults = default_policies(graphs)
        tasks = subgraph_tasks(graphs, KnownOperators(TARGET))
        for task in tasks:
            task.search = start_subgraph_search(task.workload, defaults[task.workload.key], None)
        return Tasks(tasks)

    def lead(self, number: int, decision: tuple[str, tuple[int, ...]]) -> SubgraphPolicy:
        """Has a case be led by its default policy with one decision more; that policy."""
        search = self.all[number].search
        assert search is not None
        incumbent = SubgraphPolicy.of(dict((*search.space.default.decisions, decision)))
        before, after = Measurement.of([2e-5]), Measurement.of([1e-5])
        search.incumbency = Incumbency(incumbent, 1e-5, Comparison(-1, 0.5, 0.0, after, before))
        return incumbent

    def similar(self, number: int) -> list[SubgraphPolicy]:
        """What the search of a case starts from."""
        return similar_subgraph_policies(self.all[number], self.all)


@pytest.fixture
def banded() -> tuple[str, tuple[int, ...]]:
    """The last two convolutions in strips of four rows."""
    (subgraph,) = block(8).subgraphs
    outer = subgraph.numbers[subgraph.outputs[0]]
    inner = max(subgraph.numbers[n.output] for n in subgraph.operator_nodes if n.output != "y")
    return f"band.{outer}", (4, inner, outer)


def test_widths_do_not_matter_to_the_structure_but_operators_do() -> None:
    narrow, wide, other = (
        structure(graph.subgraphs[0]) for graph in (block(8), block(16, 4), block(8, first="Tanh"))
    )
    assert narrow == wide
    pooled = "(float[1,8,8,8] x) => (float[1,8,1,1] y) { a = Conv(x, w) y = GlobalMaxPool(a) }"
    graph = prepared_graph(load_onnx(model(pooled, w=weights(8, 8, 3, 3))), "test")
    assert structure(graph.subgraphs[0]) not in (narrow, other)


def test_a_search_starts_from_what_was_better_for_a_similar_subgraph(
    banded: tuple[str, tuple[int, ...]],
) -> None:
    tasks = Tasks.of(block(8), block(16))
    tasks.lead(0, banded)
    (found,) = tasks.similar(1)
    assert dict(found.decisions)[banded[0]] == banded[1]
    search = tasks.all[1].search
    assert search is not None
    search.seeds = (search.baseline, found)
    assert search.next_batch(2) == [search.space.default, found]


def test_what_is_not_better_or_of_another_structure_is_not_tried(
    banded: tuple[str, tuple[int, ...]],
) -> None:
    tasks = Tasks.of(block(8), block(16))
    assert tasks.similar(1) == []
    tasks.lead(1, banded)
    assert tasks.similar(1) == []


def test_what_is_not_possible_is_not_tried(banded: tuple[str, tuple[int, ...]]) -> None:
    tasks = Tasks.of(block(8), block(16, rows=3))
    tasks.lead(0, banded)
    assert tasks.similar(1) == []


def test_decisions_that_are_gone_are_gone_from_others_too() -> None:
    default = SubgraphPolicy.of({"stored": (3, 4), "order.3": (0, 1), "order.4": (0, 1)})
    merged = SubgraphPolicy.of({"stored": (4,), "order.4": (0, 1), "variant.4": "shift_gemm"})
    other = SubgraphPolicy.of({"stored": (3, 4), "order.3": (1, 0), "order.4": (1, 0)})
    assert transferred(default, merged, other) == SubgraphPolicy.of(
        {"stored": (4,), "order.4": (1, 0), "variant.4": "shift_gemm"}
    )
