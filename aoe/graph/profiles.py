"""Profiles: one model at several static shapes, as one operator graph for each shape.

`SharedConstants` stores equal constants once. `together` makes one graph of all profiles for the
tuner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aoe.graph.pipeline import PreparedGraph
from aoe.operators.operator_graph import InterOpRegion, Node, OperatorGraph, OperatorNode
from aoe.runtime.array_digest import array_digest


class SharedConstants:
    """Makes equal constants of several graphs one array."""

    def __init__(self) -> None:
        self._arrays: dict[bytes, np.ndarray] = {}

    def share(self, graph: OperatorGraph) -> OperatorGraph:
        """The graph, with arrays of earlier graphs in place of its own equal ones."""
        constants = {name: self._shared(array) for name, array in graph.constants.items()}
        return replace(graph, constants=constants)

    def share_prepared(self, graph: PreparedGraph) -> PreparedGraph:
        """The same for a prepared graph."""
        unfused, default = self.share(graph.unfused), self.share(graph.default)
        return replace(graph, unfused=unfused, default=default)

    def _shared(self, array: np.ndarray) -> np.ndarray:
        return self._arrays.setdefault(array_digest(array), array)


def together(graphs: Sequence[OperatorGraph]) -> OperatorGraph:
    """One graph that computes all of these, one after the other.

    The tuner sees equal operators of several graphs once. From the second graph on, names end in
    `@` and the number of the graph.
    """
    if len(graphs) == 1:
        return graphs[0]
    inputs: list[str] = []
    outputs: list[str] = []
    tensors = dict(graphs[0].tensors)
    constants = dict(graphs[0].constants)
    nodes: list[Node] = []
    ranges: dict[str, tuple[int, int]] = {}
    aliases: dict[str, str] = {}
    regions: list[InterOpRegion] = []
    for number, graph in enumerate(graphs, 1):
        suffix = "" if number == 1 else f"@{number}"
        names = {name: f"{name}{suffix}" for name in graph.tensors}
        for name, array in graph.constants.items():
            if constants.get(name) is array and tensors[name] == graph.tensors[name]:
                names[name] = name
            constants[names[name]] = array
        tensors |= {names[name]: tensor for name, tensor in graph.tensors.items()}
        inputs += [names[name] for name in graph.inputs]
        outputs += [names[name] for name in graph.outputs]
        ranges |= {names[name]: limits for name, limits in graph.input_ranges.items()}
        aliases |= {names[output]: names[source] for output, source in graph.aliases.items()}
        nodes += [_renamed(node, names, suffix) for node in graph.nodes]
        for region in graph.inter_op_regions:
            branches = (tuple(names[value] for value in branch) for branch in region.branches)
            regions.append(InterOpRegion(tuple(branches)))
    return OperatorGraph(
        graphs[0].name,
        tuple(inputs),
        tuple(outputs),
        tensors,
        constants,
        tuple(nodes),
        inter_op_regions=tuple(regions),
        input_ranges=ranges,
        aliases=aliases,
    )


def _renamed(node: Node, names: dict[str, str], suffix: str) -> Node:
    if isinstance(node, OperatorNode):
        return replace(
            node,
            name=f"{node.name}{suffix}",
            inputs=tuple(names[name] for name in node.inputs),
            output=names[node.output],
            further=tuple(names[name] for name in node.further),
        )
    return replace(node, input=names[node.input], output=names[node.output])
