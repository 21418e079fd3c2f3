"""An operator graph survives being written and read; anything else is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from aoe.errors import ModelError
from aoe.operators.graph_json import graph_from_json, graph_to_json
from aoe.operators.operator_graph import Requirement
from tests.backends.cpu.graphs import GraphBuilder


def test_a_graph_comes_back_as_it_was() -> None:
    builder = GraphBuilder()
    x = builder.input(np.ones((2, 3), np.float32))
    seen = builder.view("transpose", (1, 0), x)
    graph = builder.graph(builder.negated(seen))
    text = json.dumps(graph_to_json(graph))
    assert graph_from_json(json.loads(text), graph.constants) == graph


def test_further_results_and_what_they_overwrite_come_back() -> None:
    builder = GraphBuilder()
    x, y = (builder.input(np.ones((2, 3), np.float32)) for _ in range(2))
    total, negated = builder.sum_and_negated(x, y)
    builder.aliases = {negated: x}
    graph = builder.graph(total, negated)
    text = json.dumps(graph_to_json(graph))
    assert graph_from_json(json.loads(text), graph.constants) == graph


def test_requirements_come_back() -> None:
    builder = GraphBuilder()
    x = builder.input(np.ones((2, 3), np.float32))
    graph = builder.graph(builder.negated(x))
    requirements = (
        Requirement("a", False, "it is on"),
        Requirement("b", True, "it has {0}", element=1, details="c"),
    )
    graph = replace(graph, requirements=requirements)
    text = json.dumps(graph_to_json(graph))
    assert graph_from_json(json.loads(text), graph.constants) == graph


def test_requirements_in_files_of_earlier_versions_are_read() -> None:
    builder = GraphBuilder()
    x = builder.input(np.ones((2, 3), np.float32))
    graph = builder.graph(builder.negated(x))
    data = graph_to_json(graph)
    data["requirements"] = [["a", True, "m"], ["b", False, "m", True], [["c", 2, ""], True, "m"]]
    assert graph_from_json(data, graph.constants).requirements == (
        Requirement("a", True, "m"),
        Requirement("b", False, "m", grows=True),
        Requirement("c", True, "m", element=2),
    )


@pytest.mark.parametrize("data", [None, {}, {"operators": []}, {"operators": {}, "name": "x"}])
def test_anything_else_is_refused(data: object) -> None:
    with pytest.raises(ModelError, match="not an operator graph"):
        graph_from_json(data, {})
