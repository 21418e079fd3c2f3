"""Moves: the policies of a subgraph that differ from one by a single decision.

`neighbours` is what a search asks for. Each kind of decision is one function here that yields
policies; they need not be complete or possible: what a policy leaves open is filled in as the
default decisions would, and what cannot be carried out is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain

from aoe.errors import PolicyError
from aoe.graph.layout import ordered
from aoe.graph.subgraph.decisions import decisions_of
from aoe.graph.subgraph.inter_op_mutations import Seconds, side_by_side
from aoe.graph.subgraph.operator_mutations import other_bands, other_variants
from aoe.graph.subgraph.subgraph import BANDS, LANES, ORDER, PARTS, STORED, Subgraph
from aoe.operators.types import softmax
from aoe.policy import Decision, SubgraphPolicy


def neighbours(
    subgraph: Subgraph,
    policy: SubgraphPolicy,
    unequal: bool = False,
    threads: int = 1,
    seconds: Seconds = lambda operator: 1.0,
) -> Iterator[SubgraphPolicy]:
    """The policies one move away from a policy of the subgraph, each once, complete and possible as
    far as forming operators goes; moves that change most first. `unequal`: bands may be of unequal
    heights. `threads`: of the device, for what is computed side by side; `seconds`: what an
    operator is expected to take.
    """
    moves = chain(
        merges(subgraph, policy),
        splits(subgraph, policy),
        attends(subgraph, policy),
        other_bands(subgraph, policy, unequal),
        other_variants(subgraph, policy),
        side_by_side(subgraph, policy, threads, seconds),
        reorders_together(subgraph, policy),
        reorders(subgraph, policy),
    )
    seen = {policy}
    for moved in moves:
        with suppress(PolicyError):
            found = completed(subgraph, moved)
            if found not in seen:
                seen.add(found)
                yield found


def completed(subgraph: Subgraph, policy: SubgraphPolicy) -> SubgraphPolicy:
    """The policy with every decision in it, those it leaves open as the default ones would be.
    Raises `PolicyError` if it cannot be carried out.
    """
    found = dict(subgraph.policy(decisions_of(subgraph.formed(policy))).decisions)
    return SubgraphPolicy.of({**found, **dict(policy.decisions)})


def merges(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """A value is not stored any more: who reads it computes it."""
    fixed = {subgraph.numbers[name] for name in subgraph.outputs}
    for number in _stored(policy):
        if number not in fixed:
            yield _storing(policy, [item for item in _stored(policy) if item != number])


def splits(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """A value is stored that was not."""
    stored = _stored(policy)
    for node in subgraph.operator_nodes:
        number = subgraph.numbers[node.output]
        if number not in stored:
            yield _storing(policy, sorted([*stored, number]))


def attends(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """A softmax and the scores that it is taken of are no longer stored, or both are again: the
    products around them become one operator (`aoe.graph.fusion.attention`), or are apart.
    """
    stored = _stored(policy)
    for node in subgraph.operator_nodes:
        if softmax.OPERATOR.describes(node.operator) and node.inputs[0] in subgraph.numbers:
            both = {subgraph.numbers[name] for name in (node.inputs[0], node.output)}
            if both <= set(stored):
                yield _storing(policy, [item for item in stored if item not in both])
            elif not both & set(stored):
                yield _storing(policy, sorted([*stored, *both]))


def reorders(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """A stored value lies in another dimension order."""
    decided = dict(policy.decisions)
    for name, order in decided.items():
        if name.startswith(ORDER):
            value = subgraph.values[int(name.removeprefix(ORDER))]
            for other in usual_orders(subgraph.model.tensors[value].shape):
                if other != order:
                    yield SubgraphPolicy.of({**decided, name: other})


def reorders_together(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """All stored values of one rank lie in another dimension order, the same one."""
    decided = dict(policy.decisions)
    shapes = {
        name: subgraph.model.tensors[subgraph.values[int(name.removeprefix(ORDER))]].shape
        for name in decided
        if name.startswith(ORDER)
    }
    for rank in sorted({len(shape) for shape in shapes.values()}):
        alike = [name for name, shape in shapes.items() if len(shape) == rank]
        for order in usual_orders((2,) * rank) if len(alike) > 1 else ():
            changed = {name: ordered(shapes[name], order) for name in alike}
            yield SubgraphPolicy.of({**decided, **changed})


def usual_orders(shape: Sequence[int]) -> list[tuple[int, ...]]:
    """Dimension orders that operators like: row-major, and channels last, which of less than four
    dimensions is the last two exchanged.
    """
    rows = tuple(range(len(shape)))
    orders = [rows]
    if len(shape) > 3:
        orders.append((0, *rows[2:], 1))
    elif len(shape) > 1:
        orders.append((*rows[:-2], rows[-1], rows[-2]))
    return list(dict.fromkeys(ordered(shape, order) for order in orders))


def _stored(policy: SubgraphPolicy) -> tuple[int, ...]:
    numbers = dict(policy.decisions)[STORED]
    assert isinstance(numbers, tuple), "the policy was checked"
    return tuple(int(number) for number in numbers)


def _storing(policy: SubgraphPolicy, stored: Sequence[int]) -> SubgraphPolicy:
    """The policy with these values stored, and nothing decided about others."""
    kept: dict[str, Decision] = {}
    for name, decision in policy.decisions:
        about = set() if name == STORED else {int(name.partition(".")[2])}
        if isinstance(decision, tuple) and name.startswith((*BANDS, *PARTS)):
            about |= {int(member) for member in decision[1:]}
        if isinstance(decision, tuple) and name.startswith(LANES):
            about |= {int(member) for member in decision[::2]}
        if about <= set(stored):
            kept[name] = decision
    return SubgraphPolicy.of({**kept, STORED: tuple(stored)})
