"""What a runner is asked for: requests that came from another process can still be compared."""

from __future__ import annotations

from copy import deepcopy

from aoe.tuning.measurement.runner_requests import OpenSubgraph
from tests.tuning.examples import chain, product


def test_the_same_subgraph_is_known_again_though_its_constants_are_copies() -> None:
    graph = chain(product(8, 64, 32))
    request = OpenSubgraph(1, 0, "12", graph)
    assert request == OpenSubgraph(1, 0, "12", deepcopy(graph))
    assert request != OpenSubgraph(1, 0, "12", graph, seed=1)
    assert request != OpenSubgraph(1, 0, "13", graph)
