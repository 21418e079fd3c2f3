"""A workshop without machines: candidates that are never compiled, and a runner that returns given
times.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from aoe.backends.backend import CompiledPlan
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.runtime.plan import Plan
from aoe.tuning import operator_tuning, task_scheduler
from aoe.tuning.dry_run import DryRun
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.operator_search import OperatorSearch
from aoe.tuning.search.policy_search import run_generation
from aoe.tuning.search.search_limits import USUAL, SearchLimits
from aoe.tuning.search.search_strategy import space_of
from aoe.tuning.workload.cold_operands import WARM, ColdOperands
from aoe.tuning.workload.subgraph_model import AnyWorkload

EMPTY_PLAN = Plan((), (), (), (), 0, 0, 0, 0)


def numbered(number: int) -> Policy:
    """The policies of the fake spaces."""
    return Policy.of("made_up", schedule={"number": number})


def number_of(policy: Policy) -> int:
    value = dict(policy.schedule)["number"]
    assert isinstance(value, int)
    return value


@dataclass
class Workshop:
    """Compiles nothing, and times policies by a function. The default policy is number 0.

    Attributes:
        size: How many policies every operator has.
        broken: Numbers of policies that fail.
        breaking_in_pairs: Numbers of policies that fail when they are timed against one other.
        seconds: The time of a policy; may raise `KeyboardInterrupt`.
        lower_bounds: Lower bounds by number.
        code_of: Equal for policies of the same machine code.
        samples: How often samples were taken.
        compiled: How many policies were compiled.
        now: The workshop's clock.
        seconds_per_sample: By which a sample advances it.
        dry_run: The result of a dry run.
        ahead: What it becomes by compiling with the winners.
        failures: Of what is loaded, by number.
        loaded: Policies by number.
        operator: What was opened.
        cold: Its cold operands, by the keys of operators.
        places: What was loaded together, in its order.
    """

    size: int = 6
    broken: frozenset[int] = frozenset()
    breaking_in_pairs: frozenset[int] = frozenset()
    seconds: Callable[[Operator, Policy], float] = lambda operator, policy: 1.0
    lower_bounds: Mapping[int, float] = field(default_factory=dict)
    code_of: Callable[[int], int] = lambda number: number
    samples: int = 0
    compiled: int = 0
    now: float = 0.0
    seconds_per_sample: float = 0.0
    dry_run: DryRun = field(default_factory=DryRun)
    ahead: Callable[[DryRun], DryRun] = lambda dry_run: dry_run
    failures: dict[int, CandidateFailure] = field(default_factory=dict)
    loaded: dict[int, Policy] = field(default_factory=dict)
    operator: Operator | None = None
    cold: dict[str, ColdOperands] = field(default_factory=dict)
    places: list[list[Policy]] = field(default_factory=list)

    def search(
        self,
        operator: Operator,
        target: CpuTarget,
        baseline: Policy | None,
        seeds: Sequence[Policy] = (),
        limits: SearchLimits = USUAL,
    ) -> OperatorSearch:
        estimates = [(numbered(number), 1.0 + number / 100) for number in range(self.size)]
        lower_bounds = {
            policy: self.lower_bounds.get(number_of(policy), 0.0) for policy, _ in estimates
        }
        space = space_of(numbered(0), estimates, lower_bounds, limits.explored)
        chosen = baseline or space.default
        return OperatorSearch(operator, space, chosen, tuple(seeds), limits=limits)

    def compile(
        self, requests: Sequence[tuple[Operator, Policy]], pool: object
    ) -> list[Candidate | CandidateFailure]:
        self.compiled += len(requests)
        return [self.candidate(policy) for _, policy in requests]

    def candidate(self, policy: Policy) -> Candidate:
        code = str(self.code_of(number_of(policy))).encode()
        return Candidate(policy, CompiledPlan(EMPTY_PLAN, {"kernel": code}), 0.0)

    def open(self, workload: AnyWorkload, cold: ColdOperands = WARM) -> None:
        assert isinstance(workload, Operator)
        self.operator = workload
        self.cold[workload.key] = cold
        self.forget()

    def load(self, number: int, candidate: Candidate) -> CandidateFailure | None:
        if number_of(candidate.policy) in self.broken:
            self.failures[number] = CandidateFailure(candidate.policy, "wrong", "fake")
            return self.failures[number]
        if not self.loaded:
            self.places.append([])
        self.places[-1].append(candidate.policy)
        self.loaded[number] = candidate.policy
        return None

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        assert self.operator is not None
        self.samples += 1
        self.now += self.seconds_per_sample
        for number in candidates if len(candidates) == 2 else ():
            if number in self.loaded and number_of(self.loaded[number]) in self.breaking_in_pairs:
                policy = self.loaded.pop(number)
                self.failures[number] = CandidateFailure(policy, "crash", "fake")
                break
        return {
            number: self.seconds(self.operator, self.loaded[number])
            for number in candidates
            if number in self.loaded
        }

    def forget(self) -> None:
        self.loaded.clear()
        self.failures.clear()

    def close(self) -> None:
        """Nothing to end."""


def work_in(made: Workshop, patch: pytest.MonkeyPatch) -> None:
    """Makes tuning use the workshop, where no time passes but that of its clock."""
    patch.setattr(IdleWait, "pause", let_time_pass)
    patch.setattr(operator_tuning, "start_search", made.search)
    patch.setattr(operator_tuning, "default_policy", lambda *arguments: numbered(0))
    patch.setattr(operator_tuning, "measure_dry_run", lambda *arguments: made.dry_run)
    patch.setattr(operator_tuning, "compiled_ahead", lambda *arguments: made.ahead(arguments[0]))
    patch.setattr(task_scheduler, "Runner", lambda *arguments: made)
    patch.setattr(task_scheduler, "compile_candidates", made.compile)


def let_time_pass(wait: IdleWait, seconds: float) -> None:
    """Pauses as a test says; not if that would be for real."""
    if wait.sleep is not time.sleep:
        wait.sleep(seconds)


def no_waiting() -> MeasurementOptions:
    """Lets no time pass."""
    return MeasurementOptions(idle_wait=IdleWait(sleep=lambda seconds: None))


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch) -> Workshop:
    made = Workshop()
    work_in(made, monkeypatch)
    return made


def two_states(fast: dict[int, float], slow: dict[int, float]) -> tuple[Workshop, list[bool]]:
    """A machine with two states that decide the times; the state is the item of the list."""
    quiet = [True]
    workshop = Workshop()
    workshop.seconds = lambda operator, policy: (fast if quiet[0] else slow)[number_of(policy)]
    return workshop, quiet


def generations(workshop: Workshop, search: OperatorSearch, *batches: range) -> None:
    for batch in batches:
        run_generation(search, [workshop.candidate(numbered(number)) for number in batch], workshop)
