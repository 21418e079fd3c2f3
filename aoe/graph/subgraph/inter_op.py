"""Operators side by side, each on one thread: the sections of a graph that was laid out.

Threads that share an operator wait for each other at its end and fetch from each other what they
read of the one before. Where operators are small that takes longer than what they compute; lanes
(`aoe.operators.operator_graph.InterOpRegion`) wait once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from aoe.errors import PolicyError
from aoe.graph.layout import INSIDE
from aoe.graph.slicing import whole_value
from aoe.graph.subgraph.region import reads_of
from aoe.graph.subgraph.variants.replacement import INNER
from aoe.operators.operator_graph import InterOpRegion, Node, OperatorGraph, OperatorNode, ViewNode


def with_section(graph: OperatorGraph, lanes: Mapping[str, int]) -> OperatorGraph:
    """The graph with a section. `lanes`: in which one values are computed, with all that variants,
    bands and copies have made of them. What is between the operators of one lane joins it. Raises
    `PolicyError` if lanes need each other, or one is empty.
    """
    return _Sectioning(graph, lanes).run()


class _Sectioning:
    def __init__(self, graph: OperatorGraph, lanes: Mapping[str, int]) -> None:
        self.graph = graph
        self.decided = lanes
        self.lanes: list[list[Node]] = [[] for _ in range(max(lanes.values(), default=0) + 1)]
        #: What waits for values of the section and is not in a lane so far.
        self.late: dict[str, Node] = {}
        #: The lanes that a value waits for.
        self.waits: dict[str, frozenset[int]] = {}

    def run(self) -> OperatorGraph:
        before: list[Node] = []
        missing = {n.output for n in self.graph.operator_nodes if self._lane(n) is not None}
        for node in self.graph.nodes:
            waits = frozenset[int]().union(
                *(self.waits.get(name, frozenset()) for name in reads_of(node))
            )
            lane = self._lane(node)
            if lane is not None:
                self._add(node, lane)
                missing.remove(node.output)
            elif waits or not missing:
                self.late[node.output] = node
                self.waits[node.output] = waits
            else:
                before.append(node)
        section = self._section()
        nodes = [*before, *(node for lane in self.lanes for node in lane), *self.late.values()]
        return replace(self.graph, nodes=tuple(nodes), sections=(*self.graph.sections, section))

    def _lane(self, node: Node) -> int | None:
        """The lane that is decided for a node."""
        if isinstance(node, ViewNode):
            return None
        whole = whole_value(node.output.removesuffix(INSIDE)).partition(INNER)[0]
        return self.decided.get(node.output, self.decided.get(whole))

    def _add(self, node: Node, lane: int) -> None:
        """Puts a node, and before it what it waits for, to a lane."""
        for name in reads_of(node):
            if name in self.late:
                self._add(self.late.pop(name), lane)
            if not self.waits.get(name, frozenset()) <= {lane}:
                raise PolicyError(f"{node.output} waits for what is computed beside it")
        if isinstance(node, OperatorNode):
            node = replace(node, operator=replace(node.operator, alone=True))
        self.lanes[lane].append(node)
        self.waits[node.output] = frozenset({lane})

    def _section(self) -> InterOpRegion:
        values = [
            tuple(node.output for node in lane if isinstance(node, OperatorNode))
            for lane in self.lanes
        ]
        if len(values) < 2 or not all(values):
            raise PolicyError("there is nothing to compute side by side")
        return InterOpRegion(tuple(values))
