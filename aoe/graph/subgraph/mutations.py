"""Mutations: the policies of a subgraph that differ from one by a single decision.

A search calls `neighbours`. Each kind of decision is one function that yields policies. These may
be incomplete or impossible: `completed` fills in what a policy leaves open as the default decisions
would, and `neighbours` drops what cannot be carried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain

from aoe.errors import PolicyError
from aoe.graph.layout import ordered
from aoe.graph.subgraph.decisions import decisions_of
from aoe.graph.subgraph.inter_op_mutations import Seconds, change_inter_op
from aoe.graph.subgraph.operator_mutations import change_strips, change_variants
from aoe.graph.subgraph.subgraph import BRANCHES, CHUNKS, ORDER, STORED, STRIPS, Subgraph
from aoe.operators.types.reduction import softmax
from aoe.policy import Decision, SubgraphPolicy


def neighbours(
    subgraph: Subgraph,
    policy: SubgraphPolicy,
    unequal: bool = False,
    threads: int = 1,
    seconds: Seconds = lambda operator: 1.0,
) -> Iterator[SubgraphPolicy]:
    """The policies one mutation away, each once, complete and feasible; large changes first.

    Args:
        subgraph: The subgraph.
        policy: A policy of it.
        unequal: The last strip may be smaller than the others.
        threads: Threads of the target, for inter-op parallelism.
        seconds: The expected time of an operator on one thread.
    """
    mutants = chain(
        fuse_value(subgraph, policy),
        store_value(subgraph, policy),
        fuse_attention(subgraph, policy),
        change_strips(subgraph, policy, unequal),
        change_variants(subgraph, policy),
        change_inter_op(subgraph, policy, threads, seconds),
        reorder_rank(subgraph, policy),
        reorder_value(subgraph, policy),
    )
    seen = {policy}
    for mutant in mutants:
        with suppress(PolicyError):
            found = completed(subgraph, mutant)
            if found not in seen:
                seen.add(found)
                yield found


def completed(subgraph: Subgraph, policy: SubgraphPolicy) -> SubgraphPolicy:
    """The policy with every decision in it; open ones are as the default decisions would be.

    Raises:
        PolicyError: The policy cannot be carried out.
    """
    found = dict(subgraph.policy(decisions_of(subgraph.formed(policy))).decisions)
    return SubgraphPolicy.of({**found, **dict(policy.decisions)})


def fuse_value(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """Does not store a value: its readers compute it."""
    fixed = {subgraph.numbers[name] for name in subgraph.outputs}
    for number in _stored(policy):
        if number not in fixed:
            yield _storing(policy, [item for item in _stored(policy) if item != number])


def store_value(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """Stores a value that was not stored."""
    stored = _stored(policy)
    for node in subgraph.operator_nodes:
        number = subgraph.numbers[node.output]
        if number not in stored:
            yield _storing(policy, sorted([*stored, number]))


def fuse_attention(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """Stores neither a softmax nor its scores, or stores both.

    If neither is stored, the matmuls around them become one operator
    (`aoe.graph.fusion.attention`).
    """
    stored = _stored(policy)
    for node in subgraph.operator_nodes:
        if softmax.OPERATOR.describes(node.operator) and node.inputs[0] in subgraph.numbers:
            both = {subgraph.numbers[name] for name in (node.inputs[0], node.output)}
            if both <= set(stored):
                yield _storing(policy, [item for item in stored if item not in both])
            elif not both & set(stored):
                yield _storing(policy, sorted([*stored, *both]))


def reorder_value(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """Stores a value in another dimension order."""
    decided = dict(policy.decisions)
    for name, order in decided.items():
        if name.startswith(ORDER):
            value = subgraph.values[int(name.removeprefix(ORDER))]
            for other in usual_orders(subgraph.model.tensors[value].shape):
                if other != order:
                    yield SubgraphPolicy.of({**decided, name: other})


def reorder_rank(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """Stores all values of one rank in the same other dimension order."""
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
    """Dimension orders that operators support well: row-major and channels last.

    With fewer than four dimensions the second swaps the last two.
    """
    row_major = tuple(range(len(shape)))
    orders = [row_major]
    if len(shape) > 3:
        orders.append((0, *row_major[2:], 1))
    elif len(shape) > 1:
        orders.append((*row_major[:-2], row_major[-1], row_major[-2]))
    return list(dict.fromkeys(ordered(shape, order) for order in orders))


def _stored(policy: SubgraphPolicy) -> tuple[int, ...]:
    numbers = dict(policy.decisions)[STORED]
    assert isinstance(numbers, tuple), "the policy was checked"
    return tuple(int(number) for number in numbers)


def _storing(policy: SubgraphPolicy, stored: Sequence[int]) -> SubgraphPolicy:
    """The policy that stores these values, without decisions about other values."""
    kept: dict[str, Decision] = {}
    for name, decision in policy.decisions:
        subjects = set() if name == STORED else {int(name.partition(".")[2])}
        if isinstance(decision, tuple) and name.startswith((*STRIPS, *CHUNKS)):
            subjects |= {int(member) for member in decision[1:]}
        if isinstance(decision, tuple) and name.startswith(BRANCHES):
            subjects |= {int(member) for member in decision[::2]}
        if subjects <= set(stored):
            kept[name] = decision
    return SubgraphPolicy.of({**kept, STORED: tuple(stored)})
