"""What tuning operators and tuning subgraphs have in common: options, results, and the way from
cases to results. `aoe.tuning.operator_tuning` and `subgraph_tuning` say what the cases are.

AOE's decision rule, for operators and subgraphs alike:

- the repository had a policy: it is used without a search ("reserved"), unless the search is to be
  repeated, and then replaced if something faster was found ("update");
- it had none: a policy faster than the default is stored ("add"), else nothing ("unsatisfied").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from aoe.backends.backend import Compiler
from aoe.policy import AnyPolicy
from aoe.results.repository_summary import RepositorySummary
from aoe.target import Target
from aoe.tuning.deadline import Deadline
from aoe.tuning.dry_run import DryRun
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.observer import Decision, Observer, Outcome
from aoe.tuning.policy_database import Winner, WinnerStore
from aoe.tuning.search.search_limits import USUAL, SearchLimits
from aoe.tuning.task_scheduler import GROUP, Similar, TaskScheduler
from aoe.tuning.throughput import Throughput
from aoe.tuning.trial_log import TrialLog
from aoe.tuning.tuning_task import TuningTask
from aoe.tuning.workload.subgraph_model import Subject


@dataclass(frozen=True, slots=True)
class TuningOptions(Generic[AnyPolicy]):
    """`deadline`: when the whole run must have ended. `repeat_tune`: search again what the
    repository knows. `selected`: keys of what to tune, None for all. `finished`: outcomes, by key,
    that an earlier part of this run has decided; `begun`: the best found, by key, in searches that
    it has begun and not ended. `together`: how many are searched side by side.
    `fewest_runs`: of a measurement. `limits`: of the searches.
    `trial_log`: where every trial is noted, if anywhere. `patience`: for a busy machine. `seed`:
    of the data that is measured with. `followed`: by another kind of tuning, which has what is left
    until the run must have ended; `deadline` is then only this one's. `pausing`: searches that do
    not come to their end go on in a later tuning of this kind, which has them as `paused`, by key,
    and what was found is not checked before.
    """

    deadline: Deadline = field(default_factory=Deadline)
    repeat_tune: bool = False
    selected: Collection[str] | None = None
    finished: Mapping[str, Outcome[AnyPolicy]] = field(default_factory=dict)
    begun: Mapping[str, Winner[AnyPolicy]] = field(default_factory=dict)
    together: int = GROUP
    fewest_runs: int = 1
    limits: SearchLimits = USUAL
    trial_log: TrialLog | None = None
    patience: IdleWait = field(default_factory=IdleWait)
    seed: int = 0
    followed: bool = False
    pausing: bool = False
    paused: Mapping[str, TuningTask[Any, AnyPolicy]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tuning(Generic[AnyPolicy]):
    """What came out. `policies`: by key, of everything that has an outcome or is known to the
    repository.

    `interrupted`: the user ended it; everything found until then is here. `untried`: how many
    had no turn. `rehearsal`: how long the steps after the search take. `paused`: the cases whose
    searches are to go on later, by key.
    """

    policies: Mapping[str, AnyPolicy]
    outcomes: tuple[Outcome[AnyPolicy], ...]
    interrupted: bool = False
    untried: int = 0
    rehearsal: DryRun = field(default_factory=DryRun)
    paused: Mapping[str, TuningTask[Any, AnyPolicy]] = field(default_factory=dict)

    @property
    def summary(self) -> RepositorySummary:
        """How many ended how."""
        counters = Counter[str](outcome.counter for outcome in self.outcomes)
        return RepositorySummary(**counters)

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of those for which no candidate worked."""
        return tuple(item.name for item in self.outcomes if item.decision == "failed")


@dataclass(frozen=True, slots=True)
class TaskBook(Generic[Subject, AnyPolicy]):
    """The cases of a run. `known`: policies of the repository, by key, those of cases that are not
    to be tuned too. `cases`: those to decide.
    """

    known: Mapping[str, AnyPolicy]
    cases: Sequence[TuningTask[Subject, AnyPolicy]]


@dataclass(frozen=True, slots=True)
class Workplace(Generic[Subject, AnyPolicy]):
    """What a run works with. `working_set`: see `aoe.tuning.measurement.runner_requests.OpenModel`.
    `rehearse`: tries what comes after the search, under policies by key; `compile_ahead` compiles
    the model with those found by now, which makes a rehearsal more exact. `kind`: what the cases
    are, in messages, as a plural. `similar`: as in `TaskScheduler`.
    """

    target: Target
    store: WinnerStore[Subject, AnyPolicy]
    observer: Observer
    pool: Compiler
    working_set: float
    rehearse: Callable[[Mapping[str, AnyPolicy]], DryRun]
    compile_ahead: Callable[[DryRun, Mapping[str, AnyPolicy]], DryRun]
    kind: str
    similar: Similar[Subject, AnyPolicy] | None = None


def tune_cases(
    prepare: Callable[[], TaskBook[Subject, AnyPolicy]],
    place: Workplace[Subject, AnyPolicy],
    options: TuningOptions[AnyPolicy],
) -> Tuning[AnyPolicy]:
    """Decides all cases that `prepare` makes. Raises `RepositoryError` if a winner cannot be
    stored. An interruption by the user (`KeyboardInterrupt`) ends the tuning, not the program.
    """
    cases: list[TuningTask[Subject, AnyPolicy]] = []
    known: dict[str, AnyPolicy] = {}
    session = TaskScheduler(
        cases,
        place.target,
        place.store,
        place.observer,
        Throughput(options.deadline),
        options.together,
        options.fewest_runs,
        options.trial_log,
        options.patience,
        options.seed,
        place.similar,
    )
    rehearsal = DryRun()
    interrupted = False
    length = options.deadline.left if options.followed else options.deadline.budget
    unwanted = options.followed and length == 0.0  # all is for what follows

    def prepare_end() -> None:
        """What is not needed after the search as it went is for searching on."""
        nonlocal rehearsal
        if not any(_has_winner(case) for case in cases):
            session.pace.reserve = rehearsal.least  # there may be nothing to check
            return
        best = {case.subject.key: case.best for case in cases if case.best is not None}
        rehearsal = place.compile_ahead(rehearsal, known | best)
        session.pace.reserve = rehearsal.reserve(length)

    try:
        book = prepare()
        known |= book.known
        cases += book.cases
        place.observer.started(len(cases), place.kind)
        session.resume(options.begun)
        session.finish_known()
        earlier = not options.followed and any(_has_winner(case) for case in cases)
        if options.pausing and session.active():
            session.search_all(place.working_set, place.pool)
        elif not options.pausing and not unwanted and (session.active() or earlier):
            rehearsal = replace(place.rehearse(known), followed=options.followed)
            session.pace.reserve = rehearsal.reserve(length)
            session.pace.after = rehearsal.reserve(None)
            session.search_all(place.working_set, place.pool, prepare_end)
    except KeyboardInterrupt:
        interrupted = True
    paused = {}
    if options.pausing and not interrupted:
        paused = {case.subject.key: case for case, _ in session.active()}
    else:
        session.finish_rest(complete=not interrupted)
    if not interrupted and not options.pausing:
        _warn_of_untried(session, rehearsal, options, place, unwanted)
    outcomes = tuple(case.outcome for case in cases if case.outcome is not None)
    policies = known | policies_of(outcomes)
    for outcome in outcomes:
        if outcome.decision == "failed":
            policies.pop(outcome.key, None)
    untried = len(cases) - len(outcomes) - len(paused)
    return Tuning(policies, outcomes, interrupted, untried, rehearsal, paused)


def with_reverted(
    tuning: Tuning[AnyPolicy],
    keys: Collection[str],
    subjects: Mapping[str, Subject],
    store: WinnerStore[Subject, AnyPolicy],
    observer: Observer,
) -> Tuning[AnyPolicy]:
    """The tuning after the whole model has shown that the winners under these keys are none: they
    leave the repository, which has again what it had before. `subjects`: what the policies are of,
    by key. Raises `RepositoryError` if it cannot be written.
    """
    outcomes = []
    for outcome in tuning.outcomes:
        if outcome.key in keys and outcome.decision in ("add", "update"):
            store.withdraw(subjects[outcome.key])
            outcome = _reverted(outcome)
            observer.decided_again(outcome)
        outcomes.append(outcome)
    policies = {**tuning.policies, **policies_of(outcomes)}
    return replace(tuning, policies=policies, outcomes=tuple(outcomes))


def with_paused_ended(tuning: Tuning[AnyPolicy], observer: Observer) -> Tuning[AnyPolicy]:
    """The tuning where nothing goes on from it: what its paused searches have found holds, and a
    later part of the run goes on with them.
    """
    outcomes = [
        replace(case.decide(), complete=False)
        for case in tuning.paused.values()
        if case.begun is not None or (case.search is not None and case.search.rounds)
    ]
    for outcome in outcomes:
        observer.decided(outcome)
    policies = {**tuning.policies, **policies_of(outcomes)}
    return replace(tuning, policies=policies, outcomes=(*tuning.outcomes, *outcomes), paused={})


def _has_winner(case: TuningTask[Subject, AnyPolicy]) -> bool:
    """Whether an earlier part of the run or the search by now has found something faster."""
    if case.earlier is not None:
        return case.earlier.decision in ("add", "update")
    return case.search is not None and case.search.improved


def _reverted(outcome: Outcome[AnyPolicy]) -> Outcome[AnyPolicy]:
    decision: Decision = "unsatisfied" if outcome.decision == "add" else "reserved"
    return replace(outcome, decision=decision, policy=outcome.old, before=None, after=None)


def policies_of(outcomes: Iterable[Outcome[AnyPolicy]]) -> dict[str, AnyPolicy]:
    """What outcomes say is to be used, by key."""
    return {item.key: item.policy for item in outcomes if item.decision != "failed"}


def _warn_of_untried(
    session: TaskScheduler[Subject, AnyPolicy],
    rehearsal: DryRun,
    options: TuningOptions[AnyPolicy],
    place: Workplace[Subject, AnyPolicy],
    unwanted: bool,
) -> None:
    """Says it if the budget ended before all had their turn; `unwanted`: it had no time for any."""
    deadline = options.deadline
    active, total = len(session.active()), len(session.cases)
    searched = any(
        case.earlier is not None
        or case.begun is not None
        or (case.search is not None and case.search.rounds)
        for case in session.cases
    )
    if active and not searched and unwanted:
        place.observer.warning(
            f"no {place.kind} are tuned: in this budget more is expected of what follows; give a"
            f" longer --budget, or tune {place.kind} alone"
        )
    elif active and not searched and options.followed:
        place.observer.warning(
            f"no {place.kind} are tuned: compiling and checking this model take about"
            f" {rehearsal.least:.0f} s, more than what their share of the budget leaves; give a"
            f" longer --budget, or tune {place.kind} alone"
        )
    elif active and deadline.budget is not None and not searched:
        place.observer.warning(
            f"a budget of {deadline.budget:g} s leaves no time to search: reading, compiling, "
            f"checking and writing this model take about {deadline.used + rehearsal.least:.0f}"
            " s; it is compiled with the policies known before"
        )
    elif active:
        place.observer.warning(
            f"the budget ended before {active} of {total} {place.kind} were tried"
        )
