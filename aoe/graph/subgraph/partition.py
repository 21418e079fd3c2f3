"""Cuts a graph into subgraphs where few values cross, each of a few operators.

A cut is made between two operators of the default preparation, in their order, so nothing that is
fused by default is torn apart: of the positions at which a subgraph may end (after some operators,
or after a pooling or a reduction, and before it has too many) the first at which the fewest values
are waiting for a reader. So the blocks of a network end where their results are one tensor, and
equal blocks become equal subgraphs. Every position is looked at a bounded number of times: the
time is linear in the nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.subgraph.decisions import GraphDecisions
from aoe.graph.subgraph.region import Regions
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.operators.registry import definition_of

#: Operators of the default preparation in a subgraph: at least, unless a pooling or reduction ends
#: it or the graph does, and at most.
SMALLEST, LARGEST = 3, 12


def partition(
    graph: OperatorGraph, default: GraphDecisions, narrowing: ReducedPrecision | None = None
) -> tuple[Subgraph, ...]:
    """The subgraphs of an unfused graph, in its order. `default`: its default decisions."""
    return _Partition(graph, default, narrowing).run()


class _Partition:
    def __init__(
        self, graph: OperatorGraph, default: GraphDecisions, narrowing: ReducedPrecision | None
    ) -> None:
        self.graph = graph
        self.default = default
        self.narrowing = narrowing
        self.regions = Regions(graph.nodes, graph.outputs)
        #: The values of the default preparation's operators, and each one's place in their order.
        self.stored = [n.output for n in graph.operator_nodes if n.output in default.stored]
        self.place = {name: number for number, name in enumerate(self.stored)}
        self.roots = self._roots()
        self.operators = self._operators()

    def run(self) -> tuple[Subgraph, ...]:
        ends = cuts(self._waiting(), [self._is_boundary(name) for name in self.stored])
        number = {
            place: count
            for count, (begin, end) in enumerate(pairwise((0, *ends)))
            for place in range(begin, end)
        }
        members: list[list[OperatorNode]] = [[] for _ in ends]
        for node in self.graph.operator_nodes:
            members[number[self.operators[node.output]]].append(node)
        return tuple(self._subgraph(nodes) for nodes in members)

    def _roots(self) -> dict[str, str]:
        """What each value is or is a view of: an operator's result, an input or a constant."""
        roots = {name: name for name in (*self.graph.inputs, *self.graph.constants)}
        for node in self.graph.nodes:
            roots[node.output] = roots[node.input] if isinstance(node, ViewNode) else node.output
        return roots

    def _operators(self) -> dict[str, int]:
        """The place of the operator by which each node's result is computed by default."""
        operators: dict[str, int] = {}
        for node in reversed(self.graph.operator_nodes):
            name = node.output
            if name in self.place:
                operators[name] = self.place[name]
            else:
                operators[name] = operators[self.regions.readers[name][0].output]
        return operators

    def _waiting(self) -> list[int]:
        """After each operator, how many results of operators are still to be read."""
        change = [0] * (len(self.stored) + 1)
        last = dict(self.place)
        for node in self.graph.operator_nodes:
            for name in node.inputs:
                root = self.roots[name]
                if root in last:
                    last[root] = max(last[root], self.operators[node.output])
        for name, place in self.place.items():
            change[place] += 1
            change[last[name]] -= 1
        return list(accumulate(change[:-1]))

    def _is_boundary(self, stored: str) -> bool:
        node = self.regions.made[stored]
        return isinstance(node, OperatorNode) and definition_of(node.operator).downsamples

    def _subgraph(self, members: Sequence[OperatorNode]) -> Subgraph:
        region = self.regions.of(members)
        orders = self._orders((*region.inputs, *region.outputs))
        around = region.inputs, region.outputs, orders
        return Subgraph(self.graph, region.nodes, *around, self.narrowing)

    def _orders(self, names: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """How values lie; inputs and constants of the graph row-major."""
        return {
            name: self.default.orders.get(name, tuple(range(len(self.graph.tensors[name].shape))))
            for name in names
        }


def cuts(waiting: Sequence[int], boundaries: Sequence[bool]) -> list[int]:
    """Where subgraphs end: after how many operators. `waiting`: values that cross a cut after each
    operator; `boundaries`: after which ones a small subgraph may end.
    """
    total = len(waiting)
    ends = [0]
    while ends[-1] < total:
        begin = ends[-1]
        possible = [
            end
            for end in range(begin + 1, min(begin + LARGEST, total - 1) + 1)
            if boundaries[end - 1] or min(end - begin, total - end) >= SMALLEST
        ]
        fewest = min(possible, key=lambda end: (waiting[end - 1], end), default=total)
        ends.append(fewest)
    return ends[1:]
