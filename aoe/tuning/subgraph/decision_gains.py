"""The gain of subgraph tuning by the kind of decision: which kinds made subgraphs faster.

The time of a subgraph was measured once with all of its decisions. Where these are of several
kinds, each kind gets the whole gain, and `with_others` counts the subgraph. So the gains of kinds
do not add up to that of the model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aoe.graph.subgraph.decision_kinds import changed_kinds
from aoe.results.decision_gain import DecisionGain
from aoe.results.performance import truncated
from aoe.tuning.observer import SubgraphOutcome


@dataclass(frozen=True, slots=True)
class ChangedSubgraph:
    """A subgraph with a new policy.

    Attributes:
        kinds: The kinds of decisions that the new policy takes otherwise.
        uses: How many subgraphs of the model are equal.
        before: Seconds of one use under the policy before.
        after: Seconds of one use under the new policy, measured together with `before`.
    """

    kinds: tuple[str, ...]
    uses: int
    before: float
    after: float

    @property
    def gain(self) -> float:
        """The speed-up as a factor."""
        return self.before / self.after


def changed_subgraphs(outcomes: Iterable[SubgraphOutcome]) -> list[ChangedSubgraph]:
    """The subgraphs whose outcome is a new policy."""
    return [
        ChangedSubgraph(
            tuple(sorted(changed_kinds(item.old, item.policy))),
            item.uses,
            item.before.median,
            item.after.median,
        )
        for item in outcomes
        if item.decision in ("add", "update") and item.before and item.after
    ]


def decision_gains(changed: Iterable[ChangedSubgraph]) -> tuple[DecisionGain, ...]:
    """The gain of each kind of decision, that in most subgraphs first."""
    by_kind: dict[str, list[ChangedSubgraph]] = {}
    for subgraph in changed:
        for kind in subgraph.kinds:
            by_kind.setdefault(kind, []).append(subgraph)
    gains = [
        DecisionGain(
            kind,
            len(found),
            sum(len(item.kinds) > 1 for item in found),
            truncated(
                sum(item.uses * item.before for item in found),
                sum(item.uses * item.after for item in found),
            ),
        )
        for kind, found in by_kind.items()
    ]
    return tuple(sorted(gains, key=lambda gain: (-gain.subgraphs, gain.decision)))
