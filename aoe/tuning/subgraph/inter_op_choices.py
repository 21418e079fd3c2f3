"""The policies of a subgraph that compute as much as possible side by side: what a search tries
before it looks at sections one by one (`aoe.graph.subgraph.inter_op_mutations`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress

from aoe.errors import AoeError
from aoe.graph.slicing import CHANNELS
from aoe.graph.subgraph.inter_op_mutations import branches_apart, decided_beside, in_parts
from aoe.graph.subgraph.mutations import completed
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.policy import SubgraphPolicy
from aoe.tuning.workload.subgraph_model import SubgraphModel

#: How many times longer than before operators may be expected to take in a section: the estimate
#: does not know how they keep threads waiting.
WORTH_TRYING = 1.1
#: Policies that one step looks at.
_MOST = 4

#: Policies with one more section.
Moves = Callable[[Subgraph, SubgraphPolicy], Iterator[SubgraphPolicy]]


def section_choices(model: SubgraphModel, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """The policy with sections of branches, with those of parts of channels, or of the rows of
    matrices, and with those of any parts, where there can be any.
    """
    threads = model.operators.target.threads
    if threads < 2:
        return

    def branches(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
        return branches_apart(subgraph, policy, threads, model.operators.alone_seconds)

    def channels(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
        return in_parts(subgraph, policy, threads, (CHANNELS,))

    def parts(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
        return in_parts(subgraph, policy, threads)

    for moves in (branches, channels, parts):
        found = policy
        while (more := _widest(model, found, moves)) is not None:
            found = more
        if found != policy:
            yield found


def _widest(model: SubgraphModel, policy: SubgraphPolicy, moves: Moves) -> SubgraphPolicy | None:
    """The policy with the section of most operators that is possible and worth trying."""
    inside = decided_beside(policy)
    more = [item for item in moves(model.subgraph, policy) if decided_beside(item) > inside]
    more.sort(key=lambda item: -len(decided_beside(item)))
    before = model.seconds(policy)
    for item in more[:_MOST]:
        with suppress(AoeError):
            found = completed(model.subgraph, item)
            own = _seconds_of(model, policy, decided_beside(item) - inside)
            if model.seconds(found) <= before + (WORTH_TRYING - 1.0) * own:
                return found
    return None


def _seconds_of(model: SubgraphModel, policy: SubgraphPolicy, numbers: Collection[int]) -> float:
    """What the operators that make these values are expected to take under a policy."""
    names = {model.subgraph.values[number] for number in numbers}
    nodes = model.formed(policy).operator_nodes
    known = model.operators.operator_seconds
    return sum(known(node.operator) for node in nodes if node.output in names)
