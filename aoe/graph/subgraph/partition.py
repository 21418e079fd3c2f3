"""Cuts a graph into subgraphs of a few operators at places where few values cross.

A cut lies between two operators of the default fusion, in their order, so it never splits a fused
operator. A subgraph may end after `SMALLEST` operators, or after a pooling or a reduction, and has
at most `LARGEST`. Of these places the first with the fewest live values is taken. So the blocks of
a network end where their result is one tensor, and equal blocks become equal subgraphs.

The time is linear in the number of nodes: each place is looked at a bounded number of times.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.subgraph.decisions import GraphDecisions
from aoe.graph.subgraph.region import Regions
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.graph.switches import ALL_ON, Switches
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.operators.registry import definition_of

#: Least and most operators of the default fusion in a subgraph. One that a pooling, a reduction or
#: the graph ends may be smaller.
SMALLEST, LARGEST = 3, 12


def partition(
    graph: OperatorGraph,
    default: GraphDecisions,
    reduced_precision: ReducedPrecision | None = None,
    switches: Switches = ALL_ON,
) -> tuple[Subgraph, ...]:
    """The subgraphs of an unfused graph, in order.

    Args:
        graph: The graph.
        default: Its default decisions.
        reduced_precision: Where the subgraphs are computed in reduced precision.
        switches: What policies of the subgraphs may not use.
    """
    return _Partition(graph, default, reduced_precision, switches).run()


class _Partition:
    """One graph while it is cut."""

    def __init__(
        self,
        graph: OperatorGraph,
        default: GraphDecisions,
        reduced_precision: ReducedPrecision | None,
        switches: Switches,
    ) -> None:
        self.graph = graph
        self.default = default
        self.reduced_precision = reduced_precision
        self.switches = switches
        self.regions = Regions(graph.nodes, graph.outputs)
        #: The values that the default decisions store, and the place of each in their order.
        self.stored = [n.output for n in graph.operator_nodes if n.output in default.stored]
        self.place = {name: number for number, name in enumerate(self.stored)}
        self.roots = self._roots()
        self.operators = self._operators()

    def run(self) -> tuple[Subgraph, ...]:
        ends = cuts(self._live_values(), [self._is_boundary(name) for name in self.stored])
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
        """The operator result, input or constant that each value is a view of."""
        roots = {name: name for name in (*self.graph.inputs, *self.graph.constants)}
        for node in self.graph.nodes:
            roots[node.output] = roots[node.input] if isinstance(node, ViewNode) else node.output
        return roots

    def _operators(self) -> dict[str, int]:
        """The place of the default operator that computes each node's result."""
        operators: dict[str, int] = {}
        for node in reversed(self.graph.operator_nodes):
            name = node.output
            if name in self.place:
                operators[name] = self.place[name]
            else:
                operators[name] = operators[self.regions.readers[name][0].output]
        return operators

    def _live_values(self) -> list[int]:
        """The number of live values after each operator."""
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
        how = self.reduced_precision, self.switches, self.default.line
        return Subgraph(self.graph, region.nodes, *around, *how)

    def _orders(self, names: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """The dimension orders of values; inputs and constants of the graph are row-major."""
        return {
            name: self.default.orders.get(name, tuple(range(len(self.graph.tensors[name].shape))))
            for name in names
        }


def cuts(live: Sequence[int], boundaries: Sequence[bool]) -> list[int]:
    """The places where subgraphs end, as numbers of operators before them.

    Args:
        live: The number of values that cross a cut after each operator.
        boundaries: Whether a small subgraph may end after an operator.
    """
    total = len(live)
    ends = [0]
    while ends[-1] < total:
        begin = ends[-1]
        possible = [
            end
            for end in range(begin + 1, min(begin + LARGEST, total - 1) + 1)
            if boundaries[end - 1] or min(end - begin, total - end) >= SMALLEST
        ]
        fewest = min(possible, key=lambda end: (live[end - 1], end), default=total)
        ends.append(fewest)
    return ends[1:]
