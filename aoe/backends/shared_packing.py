"""Default policies for further shapes of a model, such that constants stay packed as they are.

How a matmul packs its weights depends on its policy, and the best policy on the shape. A policy
that reads what is packed already saves a copy of the weights. It is preferred unless it should be
slower than the default policy by more than `MOST_SLOWER`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from aoe.backends.implementation import Implementation
from aoe.backends.registry import default_policy, implementation_of, implementations_of, lower
from aoe.errors import PolicyError
from aoe.operators.operator import Operator, View
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.useful_work import multiply_adds
from aoe.policy import Decision, Policy
from aoe.target import Target

#: How many times as long as the default policy one may take that packs nothing new.
MOST_SLOWER = 1.2
#: A policy that was chosen for an operator of so many times as much work, or so many times as
#: little, is used again without a search if it should take no longer for each multiply-add than by
#: this.
NEAR, MOST_SLOWER_NEAR = 2.0, 1.1
#: How many policies of a space are tried with the packing of another shape.
MOST_REPACKED = 48


@dataclass(frozen=True, slots=True)
class Chosen:
    """A policy that was chosen for an operator.

    Attributes:
        policy: The policy.
        work: The operator's multiply-adds.
        seconds: What it should take for each of them.
    """

    policy: Policy
    work: int
    seconds: float


@dataclass
class SharedPacking:
    """Remembers how constants are packed.

    Attributes:
        known: What was chosen, by the packing, by what operators with the same constants have in
            common.
    """

    known: dict[Hashable, dict[Hashable, list[Chosen]]] = field(default_factory=dict)

    def complete(
        self, graph: OperatorGraph, policies: Mapping[str, Policy], target: Target
    ) -> dict[str, Policy]:
        """A policy for every operator of a graph: the given one, else one that packs nothing new,
        else its default.
        """
        return dict(self.choices(graph, policies, target))

    def choices(
        self, graph: OperatorGraph, policies: Mapping[str, Policy], target: Target
    ) -> Iterator[tuple[str, Policy]]:
        """The same, by operator key, one after the other."""
        operators = {node.operator.key: node.operator for node in graph.operator_nodes}
        for key, operator in operators.items():
            chosen = policies[key] if key in policies else self._chosen(operator, target)
            self._remember(operator, chosen, target)
            yield key, chosen

    def _chosen(self, operator: Operator, target: Target) -> Policy:
        known = self.known.get(_constants(operator), {})
        near = self._near(operator, known, target)
        if near is not None:
            return near
        default = default_policy(operator, target)
        if not known or _packing(operator, default, target) in (None, *known):
            return default
        own = operator.target(target)
        usual = implementation_of(default, target).estimate(operator, default, own)
        policies = [item.policy for chosen in known.values() for item in chosen]
        for policy, item in _alike(operator, policies, target):
            if item.estimate(operator, policy, own) > MOST_SLOWER * usual:
                break
            if _packing(operator, policy, target) in known:
                return policy
        return default

    def _near(
        self, operator: Operator, known: Mapping[Hashable, Sequence[Chosen]], target: Target
    ) -> Policy | None:
        """A policy that is as good as it was for an operator of about as much work."""
        work, own = multiply_adds(operator), operator.target(target)
        found: list[tuple[float, int, Policy]] = []
        for packing, chosen in known.items():
            for item in chosen:
                if not 1 / NEAR <= work / max(item.work, 1) <= NEAR:
                    continue
                if _packing(operator, item.policy, target) != packing:
                    continue
                implementation = implementation_of(item.policy, target)
                seconds = implementation.estimate(operator, item.policy, own)
                if seconds <= MOST_SLOWER_NEAR * item.seconds * work:
                    found.append((seconds, len(found), item.policy))
        return min(found)[2] if found else None

    def _remember(self, operator: Operator, policy: Policy, target: Target) -> None:
        packing = _packing(operator, policy, target)
        if packing is None:
            return
        chosen = self.known.setdefault(_constants(operator), {}).setdefault(packing, [])
        if all(item.policy != policy for item in chosen):
            work, own = max(multiply_adds(operator), 1), operator.target(target)
            seconds = implementation_of(policy, target).estimate(operator, policy, own)
            chosen.append(Chosen(policy, work, seconds / work))


def _alike(
    operator: Operator, policies: list[Policy], target: Target
) -> Iterator[tuple[Policy, Implementation]]:
    """The policies of an operator that may pack as one of others, the fastest first."""
    own = operator.target(target)
    found: list[tuple[float, int, Policy, Implementation]] = []
    for item in implementations_of(operator, target):
        wanted = {_decisions(p, item): p for p in policies if p.impl == item.name}
        for policy in _repacked(item, item.space(operator, own), wanted) if wanted else ():
            with suppress(PolicyError):  # the decisions of the packing do not fit the others
                found.append((item.estimate(operator, policy, own), len(found), policy, item))
    for _, _, policy, item in sorted(found, key=lambda one: one[:2]):
        yield policy, item


def _repacked(
    item: Implementation, space: Sequence[Policy], wanted: Mapping[Hashable, Policy]
) -> Iterator[Policy]:
    """The policies of a space that pack in a wanted way, then the best of the space with the
    decisions of the packing changed to a wanted way. A space keeps few policies for each packing.
    """
    known = dict.fromkeys(policy for policy in space if _decisions(policy, item) in wanted)
    others: dict[Policy, None] = {}
    for policy in space if item.packed_by else ():
        if len(others) >= MOST_REPACKED:
            break
        for model in wanted.values():
            others[_with_decisions(policy, model, item.packed_by)] = None
    yield from {**known, **others}


def _with_decisions(policy: Policy, model: Policy, names: Collection[str]) -> Policy:
    """A policy with the decisions of these names as another one has them."""

    def taken(
        own: tuple[tuple[str, Decision], ...], other: tuple[tuple[str, Decision], ...]
    ) -> dict[str, Decision]:
        chosen = {name: value for name, value in other if name in names}
        return {**{name: value for name, value in own if name not in names}, **chosen}

    return Policy.of(
        policy.impl, taken(policy.format, model.format), taken(policy.schedule, model.schedule)
    )


def _decisions(policy: Policy, item: Implementation) -> Hashable:
    """What decides how an implementation packs constants; the whole policy if it does not say."""
    if not item.packed_by:
        return policy
    decided = dict((*policy.format, *policy.schedule))
    return tuple(decided.get(name) for name in item.packed_by)


def _constants(operator: Operator) -> Hashable:
    """What operators that read the same constants have in common."""
    return operator.type, tuple(
        (number, operand.dtype, operand.shape)
        for number, operand in enumerate(operator.inputs)
        if operand.constant
    )


def _packing(operator: Operator, policy: Policy, target: Target) -> Hashable:
    """How a policy packs constants; None if it packs none, or if the operator does not take it.

    Operators with the same constants may differ in attributes such as strides. The policy of one
    need not fit the other, so `lower` of the registry checks it.
    """
    inputs = [View.dense(operand) for operand in operator.inputs]
    first, *further = map(View.dense, operator.outputs)
    try:
        lowered = lower(operator, inputs, first, policy, target, further)
    except PolicyError:
        return None
    return (lowered.prepare, lowered.packed) if lowered.prepare else None
