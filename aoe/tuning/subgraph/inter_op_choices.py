"""The policies of a subgraph with as much inter-op parallelism as possible. A search tries them
before it mutates single inter-op regions (`aoe.graph.subgraph.inter_op_mutations`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress

from aoe.errors import AoeError
from aoe.graph.slicing import CHANNELS
from aoe.graph.subgraph.inter_op_mutations import (
    chains_in_chunks,
    inter_op_values,
    parallel_branches,
)
from aoe.graph.subgraph.mutations import completed
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.policy import SubgraphPolicy
from aoe.tuning.workload.subgraph_model import SubgraphModel

#: A policy is tried if the estimate of its operators in a region is at most this many times the one
#: before: estimates do not know how long threads wait for each other.
WORTH_TRYING = 1.1
#: Policies that one step estimates, at most.
_MOST = 4

#: Finds the policies with one more inter-op region.
Moves = Callable[[Subgraph, SubgraphPolicy], Iterator[SubgraphPolicy]]


def inter_op_policies(model: SubgraphModel, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """The policies with inter-op regions of branches, of chunks of channels or of matrix rows, and
    of any chunks, where these are possible.
    """
    threads = model.operators.target.threads
    if threads < 2:
        return

    def branches(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
        return parallel_branches(subgraph, policy, threads, model.operators.alone_seconds)

    def channels(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
        return chains_in_chunks(subgraph, policy, threads, (CHANNELS,))

    def chunks(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
        return chains_in_chunks(subgraph, policy, threads)

    for moves in (branches, channels, chunks):
        found = policy
        while (more := _largest(model, found, moves)) is not None:
            found = more
        if found != policy:
            yield found


def _largest(model: SubgraphModel, policy: SubgraphPolicy, moves: Moves) -> SubgraphPolicy | None:
    """The policy with the largest inter-op region that is possible and worth trying."""
    inside = inter_op_values(policy)
    more = [item for item in moves(model.subgraph, policy) if inter_op_values(item) > inside]
    more.sort(key=lambda item: -len(inter_op_values(item)))
    before = model.seconds(policy)
    for item in more[:_MOST]:
        with suppress(AoeError):
            found = completed(model.subgraph, item)
            own = _seconds_of(model, policy, inter_op_values(item) - inside)
            if model.seconds(found) <= before + (WORTH_TRYING - 1.0) * own:
                return found
    return None


def _seconds_of(model: SubgraphModel, policy: SubgraphPolicy, numbers: Collection[int]) -> float:
    """The estimated time of the operators that compute these values under a policy."""
    names = {model.subgraph.values[number] for number in numbers}
    nodes = model.formed(policy).operator_nodes
    known = model.operators.operator_seconds
    return sum(known(node.operator) for node in nodes if node.output in names)
