"""Inter-op parallelism: branches of a graph run at the same time, each on one thread of a CPU or as
a branch of a CUDA graph.

Threads that share an operator synchronise at its end. They also fetch from each other's caches what
the operator before wrote. Where operators are small, that takes longer than the computation. The
branches of a region (`aoe.operators.operator_graph.InterOpRegion`) synchronise once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from aoe.errors import PolicyError
from aoe.graph.layout import INSIDE
from aoe.graph.slicing import whole_value
from aoe.graph.subgraph.variants.replacement import VARIANT_MARK
from aoe.operators.operator_graph import InterOpRegion, Node, OperatorGraph, OperatorNode, ViewNode
from aoe.operators.registry import definition_of


def with_inter_op_region(graph: OperatorGraph, branches: Mapping[str, int]) -> OperatorGraph:
    """The laid out graph with one more inter-op region.

    Nodes between the operators of one branch join it.

    Args:
        graph: The graph.
        branches: The branch of each value. What variants, strips and copies made of a value belongs
            to the same branch.

    Raises:
        PolicyError: Branches depend on each other, one is empty, or one has a loop.
    """
    return _RegionBuilder(graph, branches).run()


class _RegionBuilder:
    """One region while it is built."""

    def __init__(self, graph: OperatorGraph, branches: Mapping[str, int]) -> None:
        self.graph = graph
        self.decided = branches
        self.branches: list[list[Node]] = [[] for _ in range(max(branches.values(), default=0) + 1)]
        #: Nodes that depend on values of the region and are in no branch yet.
        self.late: dict[str, Node] = {}
        #: The branches that a value depends on.
        self.depends_on: dict[str, frozenset[int]] = {}

    def run(self) -> OperatorGraph:
        before: list[Node] = []
        missing = {n.output for n in self.graph.operator_nodes if self._branch_of(n) is not None}
        for node in self.graph.nodes:
            depends_on = frozenset[int]().union(
                *(self.depends_on.get(name, frozenset()) for name in node.inputs)
            )
            branch = self._branch_of(node)
            if branch is not None:
                self._add(node, branch)
                missing.remove(node.output)
            elif depends_on or not missing:
                self.late[node.output] = node
                self.depends_on[node.output] = depends_on
            else:
                before.append(node)
        region = self._region()
        inside = [node for branch in self.branches for node in branch]
        nodes = [*before, *inside, *self.late.values()]
        return replace(
            self.graph, nodes=tuple(nodes), inter_op_regions=(*self.graph.inter_op_regions, region)
        )

    def _branch_of(self, node: Node) -> int | None:
        """The branch that is decided for a node."""
        if isinstance(node, ViewNode):
            return None
        whole = whole_value(node.output.removesuffix(INSIDE)).partition(VARIANT_MARK)[0]
        return self.decided.get(node.output, self.decided.get(whole))

    def _add(self, node: Node, branch: int) -> None:
        """Adds a node to a branch, after the nodes it depends on."""
        for name in node.inputs:
            if name in self.late:
                self._add(self.late.pop(name), branch)
            if not self.depends_on.get(name, frozenset()) <= {branch}:
                raise PolicyError(f"{node.output} depends on a value of another branch")
        if isinstance(node, OperatorNode):
            if definition_of(node.operator).repeats:
                raise PolicyError(f"{node.output} is a loop, which all threads compute together")
            node = replace(node, operator=replace(node.operator, inter_op=True))
        self.branches[branch].append(node)
        self.depends_on[node.output] = frozenset({branch})

    def _region(self) -> InterOpRegion:
        values = [
            tuple(node.output for node in branch if isinstance(node, OperatorNode))
            for branch in self.branches
        ]
        if len(values) < 2 or not all(values):
            raise PolicyError("there are no branches to compute in parallel")
        return InterOpRegion(tuple(values))
