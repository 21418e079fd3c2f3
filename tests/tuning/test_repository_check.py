"""Verification: an entry holds if its policy beats the default policy, and is told why if not."""

from __future__ import annotations

import pytest

from aoe.backends.backend import CompiledPlan
from aoe.isolation.worker_process import WorkerCrashed
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.repository_check import verified

from .conftest import EMPTY_PLAN, Workshop, number_of, numbered
from .examples import doubling

OPERATOR = doubling()
ENTRY, DEFAULT = numbered(1), numbered(0)


def candidate(number: int) -> Candidate:
    return Candidate(numbered(number), CompiledPlan(EMPTY_PLAN, {}), 0.0)


@pytest.mark.parametrize(
    ("seconds", "verdict"), [(0.5, "holds"), (1.0, "no faster"), (2.0, "slower")]
)
def test_the_verdict_follows_the_times(seconds: float, verdict: str) -> None:
    bench = Workshop(seconds=lambda _, policy: seconds if number_of(policy) == 1 else 1.0)
    found = verified(OPERATOR, ENTRY, (candidate(1), candidate(0)), bench)
    assert found.verdict == verdict
    assert found.comparison is not None
    assert found.comparison.candidate.median == seconds


def test_a_policy_that_does_not_win_is_given_a_second_chance() -> None:
    def seconds(_: object, policy: object) -> float:
        # as fast as the default policy in the first 25 pairs, faster after that
        return 0.5 if bench.samples > 25 and policy == ENTRY else 1.0

    bench = Workshop(seconds=seconds)
    assert verified(OPERATOR, ENTRY, (candidate(1), candidate(0)), bench).verdict == "holds"


def test_a_policy_that_does_not_compile_fails() -> None:
    failure = CandidateFailure(ENTRY, "compile", "no such tile")
    found = verified(OPERATOR, ENTRY, (failure, candidate(0)), Workshop())
    assert (found.verdict, found.detail) == ("fails", "no such tile")


def test_a_policy_that_does_not_run_fails() -> None:
    bench = Workshop(broken=frozenset({1}))
    found = verified(OPERATOR, ENTRY, (candidate(1), candidate(0)), bench)
    assert found.verdict == "fails"


@pytest.mark.parametrize("error", [MemoryError(), WorkerCrashed("killed by SIGKILL")])
def test_a_policy_that_cannot_be_measured_does_not_fail(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Workshop()

    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(bench, "open", failing)
    found = verified(OPERATOR, ENTRY, (candidate(1), candidate(0)), bench)
    assert found.verdict == "not measured"
    assert found.detail == (str(error) or "no memory")


def test_a_policy_for_which_memory_does_not_suffice_now_does_not_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Workshop()
    failure = CandidateFailure(ENTRY, "memory", "not enough memory")
    monkeypatch.setattr(bench, "load", lambda *_: failure)
    found = verified(OPERATOR, ENTRY, (candidate(1), candidate(0)), bench)
    assert (found.verdict, found.detail) == ("not measured", "memory: not enough memory")


def test_a_policy_holds_where_the_default_policy_does_not_work() -> None:
    bench = Workshop(broken=frozenset({0}))
    found = verified(OPERATOR, ENTRY, (candidate(1), candidate(0)), bench)
    assert (found.verdict, found.comparison) == ("holds", None)


def test_the_default_policy_has_no_gain_over_itself() -> None:
    found = verified(OPERATOR, DEFAULT, (candidate(0), candidate(0)), Workshop())
    assert (found.verdict, found.detail) == ("no faster", "it is the default policy now")


def test_an_entry_whose_gain_the_clock_does_not_tell_is_no_faster() -> None:
    bench = Workshop(seconds=lambda _, policy: 0.18e-6 if policy == ENTRY else 0.2e-6)
    pair = candidate(1), candidate(0)
    assert verified(OPERATOR, ENTRY, pair, bench).verdict == "holds"
    assert verified(OPERATOR, ENTRY, pair, bench, 0.05e-6).verdict == "no faster"
