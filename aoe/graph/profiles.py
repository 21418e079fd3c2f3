"""Profiles: one model at several static shapes, as one operator graph for each. What they share is
stored once, and all of them together are one graph for the tuner.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aoe.graph.pipeline import PreparedGraph
from aoe.operators.operator_graph import InterOpRegion, Node, OperatorGraph, OperatorNode


class SharedConstants:
    """Makes equal constants of several graphs one array."""

    def __init__(self) -> None:
        self._arrays: dict[tuple[str, tuple[int, ...], str], np.ndarray] = {}

    def share(self, graph: OperatorGraph) -> OperatorGraph:
        """The graph with arrays of earlier ones in place of equal ones of its own."""
        constants = {name: self._shared(array) for name, array in graph.constants.items()}
        return replace(graph, constants=constants)

    def share_prepared(self, graph: PreparedGraph) -> PreparedGraph:
        """As `share`, of a graph whose operators are still to be formed."""
        unfused, default = self.share(graph.unfused), self.share(graph.default)
        return replace(graph, unfused=unfused, default=default)

    def _shared(self, array: np.ndarray) -> np.ndarray:
        raw = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        digest = hashlib.sha256(raw.data).hexdigest()
        return self._arrays.setdefault((array.dtype.name, array.shape, digest), array)


def together(graphs: Sequence[OperatorGraph]) -> OperatorGraph:
    """One graph that computes all of these, one after the other; equal operators of theirs are one
    to the tuner. From the second graph on, names end in `@` and its number.
    """
    if len(graphs) == 1:
        return graphs[0]
    inputs: list[str] = []
    outputs: list[str] = []
    tensors = dict(graphs[0].tensors)
    constants = dict(graphs[0].constants)
    nodes: list[Node] = []
    sections: list[InterOpRegion] = []
    for number, graph in enumerate(graphs, 1):
        ending = "" if number == 1 else f"@{number}"
        names = {name: f"{name}{ending}" for name in graph.tensors}
        for name, array in graph.constants.items():
            if constants.get(name) is array and tensors[name] == graph.tensors[name]:
                names[name] = name
            constants[names[name]] = array
        tensors |= {names[name]: tensor for name, tensor in graph.tensors.items()}
        inputs += [names[name] for name in graph.inputs]
        outputs += [names[name] for name in graph.outputs]
        nodes += [_renamed(node, names, ending) for node in graph.nodes]
        for section in graph.sections:
            lanes = (tuple(names[value] for value in lane) for lane in section.lanes)
            sections.append(InterOpRegion(tuple(lanes)))
    return OperatorGraph(
        graphs[0].name,
        tuple(inputs),
        tuple(outputs),
        tensors,
        constants,
        tuple(nodes),
        sections=tuple(sections),
    )


def _renamed(node: Node, names: dict[str, str], ending: str) -> Node:
    if isinstance(node, OperatorNode):
        return replace(
            node,
            name=f"{node.name}{ending}",
            inputs=tuple(names[name] for name in node.inputs),
            output=names[node.output],
        )
    return replace(node, input=names[node.input], output=names[node.output])
