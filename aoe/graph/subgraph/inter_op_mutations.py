"""Mutations of inter-op parallelism: parallel branches of a subgraph, and chains in chunks.

They work as those of `aoe.graph.subgraph.operator_mutations`. They also need the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from aoe.graph.slicing import Slice, can_be_chunked, slice_read
from aoe.graph.subgraph.subgraph import BRANCHES, CHUNKS, Subgraph
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.policy import SubgraphPolicy

#: Most operators of a chain that is computed in chunks.
_LONGEST = 8
#: The seconds that an operator takes.
Seconds = Callable[[Operator], float]


def change_inter_op(
    subgraph: Subgraph, policy: SubgraphPolicy, threads: int, seconds: Seconds
) -> Iterator[SubgraphPolicy]:
    """Runs branches in parallel, computes a chain in chunks, or undoes one of these.

    `seconds`: the expected time of an operator on one thread.
    """
    decided = dict(policy.decisions)
    for key in decided:
        if key.startswith((BRANCHES, *CHUNKS)):
            yield SubgraphPolicy.of({k: v for k, v in decided.items() if k != key})
    if threads > 1:
        yield from parallel_branches(subgraph, policy, threads, seconds)
        yield from chains_in_chunks(subgraph, policy, threads)


def parallel_branches(
    subgraph: Subgraph, policy: SubgraphPolicy, threads: int, seconds: Seconds
) -> Iterator[SubgraphPolicy]:
    """Runs branches that do not depend on each other in parallel."""
    numbers = subgraph.numbers
    for branches in _dataflow(subgraph, policy).branches():
        assigned = balanced(branches, threads, seconds)
        pairs = sorted((numbers[name], thread) for name, thread in assigned.items())
        if not inter_op_values(policy).isdisjoint(number for number, _ in pairs):
            continue
        decision = tuple(item for pair in pairs for item in pair)
        decided = {**dict(policy.decisions), f"{BRANCHES}{pairs[-1][0]}": decision}
        yield SubgraphPolicy.of(decided)


def chains_in_chunks(
    subgraph: Subgraph,
    policy: SubgraphPolicy,
    threads: int,
    dimensions: Collection[int] = tuple(CHUNKS.values()),
) -> Iterator[SubgraphPolicy]:
    """Computes a chain in as many chunks as there are threads, along one of these dimensions."""
    dataflow = _dataflow(subgraph, policy)
    for kind, dimension in CHUNKS.items():
        if dimension not in dimensions:
            continue
        for chain in dataflow.chains(dimension, threads):
            members = [subgraph.numbers[name] for name in chain]
            if members == sorted(members) and inter_op_values(policy).isdisjoint(members):
                decision = (threads, *members)
                decided = {**dict(policy.decisions), f"{kind}{members[-1]}": decision}
                yield SubgraphPolicy.of(decided)


def inter_op_values(policy: SubgraphPolicy) -> frozenset[int]:
    """The numbers of the values that an inter-op decision is about."""
    found: set[int] = set()
    for key, decision in policy.decisions:
        if isinstance(decision, tuple) and key.startswith((BRANCHES, *CHUNKS)):
            members = decision[::2] if key.startswith(BRANCHES) else decision[1:]
            found |= {int(member) for member in members}
    return frozenset(found)


def _dataflow(subgraph: Subgraph, policy: SubgraphPolicy) -> _Dataflow:
    return _Dataflow(subgraph.fused(policy))


def balanced(branches: list[list[OperatorNode]], threads: int, seconds: Seconds) -> dict[str, int]:
    """Assigns branches to threads, the longest first to the thread with the least work.

    Source: Graham, "Bounds on Multiprocessing Timing Anomalies", 1969.

    Returns:
        The thread of each value.
    """
    taken = [0.0] * min(threads, len(branches))
    assigned: dict[str, int] = {}
    timed = [(sum(seconds(node.operator) for node in branch), branch) for branch in branches]
    for time, branch in sorted(timed, key=lambda pair: -pair[0]):
        thread = taken.index(min(taken))
        taken[thread] += time
        assigned |= {node.output: thread for node in branch}
    return assigned


class _Dataflow:
    """The dataflow between the operators of a fused graph, through views."""

    def __init__(self, graph: OperatorGraph) -> None:
        self.graph = graph
        self.made = {node.output: node for node in graph.operator_nodes}
        roots: dict[str, str] = {}
        #: The operators that each one reads, and all that it depends on.
        self.reads: dict[str, list[str]] = {}
        self.ancestors: dict[str, set[str]] = {}
        self.readers: dict[str, set[str]] = {name: set() for name in self.made}
        for node in graph.nodes:
            if isinstance(node, ViewNode):
                roots[node.output] = roots.get(node.input, node.input)
                continue
            found = dict.fromkeys(roots.get(name, name) for name in node.inputs)
            self.reads[node.output] = [name for name in found if name in self.made]
            self.ancestors[node.output] = {node.output}
            for name in self.reads[node.output]:
                self.ancestors[node.output] |= self.ancestors[name]
                self.readers[name].add(node.output)
        self.roots = roots

    def branches(self) -> Iterator[list[list[OperatorNode]]]:
        """Sets of branches that do not depend on each other.

        A branch is what only one operand of an operator depends on, or only one output.
        """
        ends = [*self.reads.values(), [self.roots.get(n, n) for n in self.graph.outputs]]
        seen: set[tuple[tuple[str, ...], ...]] = set()
        for names in ends:
            groups = []
            names = [name for name in dict.fromkeys(names) if name in self.made]
            for name in names:
                others = [self.ancestors[other] for other in names if other != name]
                own = self.ancestors[name] - set().union(*others)
                if own:
                    groups.append([item for item in self.made if item in own])
            identity = tuple(tuple(group) for group in groups)
            if len(groups) > 1 and identity not in seen:
                seen.add(identity)
                yield [[self.made[name] for name in group] for group in groups]

    def chains(self, dimension: int, count: int) -> Iterator[tuple[str, ...]]:
        """Operators, in order, that can be computed in `count` chunks along a dimension.

        A chain grows backwards from its last operator.
        """
        for last, node in self.made.items():
            chain = {last}
            enough = can_be_chunked(node.operator, dimension)
            enough = enough and node.operator.output.shape[dimension] >= count
            while enough:
                yield tuple(name for name in self.made if name in chain)
                before = [
                    name
                    for name in self.made
                    if name not in chain
                    and name not in self.graph.outputs
                    and not self.readers[name].isdisjoint(chain)
                    and can_be_chunked(self.made[name].operator, dimension)
                    and self._reads_slices(chain, name, dimension)
                ]
                if not before or len(chain) == _LONGEST:
                    break
                chain.add(before[-1])

    def _reads_slices(self, chain: set[str], name: str, dimension: int) -> bool:
        """Whether all readers of a value in a chain read slices of it to compute slices."""
        return all(
            slice_read(node.operator, number, Slice(0, 1, dimension)) is not None
            for node in (self.made[reader] for reader in chain & self.readers[name])
            for number, value in enumerate(node.inputs)
            if self.roots.get(value, value) == name
        )
