"""Profiles share equal constants, and one graph computes all of them."""

from __future__ import annotations

import numpy as np

from aoe.graph.profiles import SharedConstants, together
from aoe.operators.operator_graph import OperatorGraph
from tests.tuning.examples import chain, product


def profiles() -> list[OperatorGraph]:
    return [chain(product(rows, 8, 8), product(rows, 8, 8)) for rows in (2, 3)]


def test_equal_constants_become_one_array_and_others_do_not() -> None:
    shared = SharedConstants()
    first, second = (shared.share(graph) for graph in profiles())
    assert first.constants
    for name, array in first.constants.items():
        assert second.constants[name] is array
    name = next(iter(first.constants))
    other = OperatorGraph(
        "other",
        (),
        (),
        first.tensors,
        {name: first.constants[name] + 1, "int": np.zeros(first.constants[name].shape, np.int32)},
        (),
    )
    changed = shared.share(other)
    assert changed.constants[name] is not first.constants[name]
    assert changed.constants["int"].dtype == np.int32


def test_together_everything_has_a_name_of_its_own_and_constants_are_shared() -> None:
    shared = SharedConstants()
    graphs = [shared.share(graph) for graph in profiles()]
    union = together(graphs)
    assert len(union.inputs) == len(union.outputs) == 2
    assert len({node.name for node in union.operator_nodes}) == 4
    assert union.constants.keys() == graphs[0].constants.keys()
    assert union.tensors[union.inputs[1]] == graphs[1].tensors[graphs[1].inputs[0]]
    read = {name for node in union.operator_nodes for name in (*node.inputs, node.output)}
    assert read <= union.tensors.keys()


def test_one_graph_alone_is_itself() -> None:
    (graph, _) = profiles()
    assert together([graph]) is graph
