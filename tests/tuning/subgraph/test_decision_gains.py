"""The gain is told by kind of decision, and a subgraph with several kinds is told as such."""

from __future__ import annotations

from aoe.policy import SubgraphPolicy
from aoe.results.decision_gain import DecisionGain
from aoe.results.performance import truncated
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.observer import Decision, Outcome, SubgraphOutcome
from aoe.tuning.subgraph.decision_gains import (
    ChangedSubgraph,
    changed_subgraphs,
    decision_gains,
)

OLD = SubgraphPolicy.of({"stored": (1, 2), "order.1": (0, 1), "order.2": (0, 1)})
NEW = SubgraphPolicy.of({**dict(OLD.decisions), "order.1": (1, 0), "variant.2": "shift_gemm"})


def outcome(decision: Decision, before: float | None, after: float | None) -> SubgraphOutcome:
    return Outcome(
        "1", "a", ("Conv",), 3, decision, NEW, OLD, before=measured(before), after=measured(after)
    )


def measured(seconds: float | None) -> Measurement | None:
    return None if seconds is None else Measurement(seconds, seconds, 0.0, 9)


def test_subgraphs_with_a_new_policy_have_the_kinds_of_its_decisions() -> None:
    found = changed_subgraphs([outcome("add", 4e-3, 1e-3), outcome("update", 4e-3, 2e-3)])
    kinds = ("dimension orders", "shift_gemm")
    assert found == [ChangedSubgraph(kinds, 3, 4e-3, 1e-3), ChangedSubgraph(kinds, 3, 4e-3, 2e-3)]
    assert [item.gain for item in found] == [4, 2]


def test_subgraphs_that_kept_their_policy_have_no_gain() -> None:
    assert not changed_subgraphs(
        [
            outcome("reserved", None, None),
            outcome("unsatisfied", None, None),
            outcome("failed", 2e-3, 1e-3),
        ]
    )


def test_times_are_those_of_all_uses_and_each_kind_has_the_whole_gain() -> None:
    found = decision_gains(
        [
            ChangedSubgraph(("strips",), 2, 3e-3, 2e-3),
            ChangedSubgraph(("chunks", "strips"), 1, 4e-3, 1e-3),
        ]
    )
    assert found == (
        DecisionGain("strips", 2, 1, truncated(10e-3, 5e-3)),
        DecisionGain("chunks", 1, 1, truncated(4e-3, 1e-3)),
    )
    assert [gain.performance.improvement for gain in found] == ["100.00%", "300.00%"]


def test_without_a_new_policy_there_is_nothing_to_tell() -> None:
    assert decision_gains([]) == ()
