"""The driver shared by operator tuning and subgraph tuning: options, results, and the way from
tuning tasks to results. `aoe.tuning.operator_tuning` and `subgraph_tuning` say what the tasks are.

AOE's decision rule, for operators and subgraphs alike:

- The repository has a policy: it is used without a search ("reserved"). If the search is to be
  repeated, a faster policy replaces it ("update").
- The repository has none: a policy faster than the default is stored ("add"), else only that the
  default stands ("unsatisfied"). A later job does not search that again, unless it goes deeper,
  the default policy is another one since, or the search is to be repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import cache
from math import inf
from typing import Any, Generic

from aoe.backends.backend import Compiler
from aoe.policy import AnyPolicy
from aoe.repository.search_record import ANY_MODEL, SearchDepth
from aoe.results.repository_summary import RepositorySummary
from aoe.target import Target
from aoe.tuning.deadline import Deadline
from aoe.tuning.dry_run import DryRun
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.observer import Decision, Observer, Outcome
from aoe.tuning.policy_database import Winner, WinnerStore
from aoe.tuning.search.search_limits import USUAL, SearchLimits, search_depth
from aoe.tuning.task_scheduler import GROUP, Similar, TaskScheduler
from aoe.tuning.throughput import Throughput
from aoe.tuning.trial_log import TrialLog
from aoe.tuning.tuning_task import TuningTask
from aoe.tuning.workload.subgraph_model import Workload

#: A budget below so many seconds is short. Where less is left of one than this, or than so many
#: times as much as reading the model took, nothing is done that is not a part of the search.
SHORT_BUDGET, HURRY, HURRY_SHARE = 30.0, 3.0, 1.5
#: Tasks that are compiled together then, so that some of them can also be measured, and the least
#: share of the time left that is for searching.
HURRIED_GROUP, SEARCH_SHARE = 2, 0.5
#: Seconds that must be left for a search beside a check of the whole model.
FEWEST_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class EarlierTuning(Generic[AnyPolicy]):
    """What earlier parts of a job have found, by key.

    Attributes:
        finished: Outcomes that were decided.
        begun: The best policies of searches that were begun and not ended.
        paused: The tasks of a tuning that was `LaterTuning.pausing`.
    """

    finished: Mapping[str, Outcome[AnyPolicy]] = field(default_factory=dict)
    begun: Mapping[str, Winner[AnyPolicy]] = field(default_factory=dict)
    paused: Mapping[str, TuningTask[Any, AnyPolicy]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LaterTuning:
    """What comes after a tuning in the same job.

    Attributes:
        followed: Another kind of tuning follows, which gets the rest of the job's time.
            `TuningOptions.deadline` is then this tuning's own.
        pausing: Searches that do not end continue in a later tuning of this kind, and what was
            found is not checked before.
        dry_run: How long the steps after the search take, where a tuning before has measured that.
    """

    followed: bool = False
    pausing: bool = False
    dry_run: DryRun | None = None


@dataclass(frozen=True, slots=True)
class TuningOptions(Generic[AnyPolicy]):
    """Options of a tuning job.

    Attributes:
        deadline: When the whole job must have ended.
        repeat_tune: Search again for what the repository knows.
        selected: Keys of what to tune; None for all.
        earlier: What earlier parts of this job have found.
        later: What comes after this tuning.
        together: How many tasks are compiled together.
        fewest_runs: Fewest inferences of a sample.
        limits: How far searches go.
        trial_log: Records every trial. None for no record.
        idle_wait: Waits for quiet cores.
        seed: Of the data that candidates run on.
        budget: Seconds of the whole job; infinite without a limit. A search that it cuts short is
            no deeper than that.
        model: Digest of the model, for what holds in this model only.
    """

    deadline: Deadline = field(default_factory=Deadline)
    repeat_tune: bool = False
    selected: Collection[str] | None = None
    earlier: EarlierTuning[AnyPolicy] = field(default_factory=EarlierTuning)
    later: LaterTuning = field(default_factory=LaterTuning)
    together: int = GROUP
    fewest_runs: int = 1
    limits: SearchLimits = USUAL
    trial_log: TrialLog | None = None
    idle_wait: IdleWait = field(default_factory=IdleWait)
    seed: int = 0
    budget: float = inf
    model: str = ANY_MODEL

    @property
    def depth(self) -> SearchDepth:
        """How far a search goes that the budget cuts short."""
        return search_depth(self.limits, self.budget)

    def settles(
        self,
        task: TuningTask[Workload, AnyPolicy],
        store: WinnerStore[Workload, AnyPolicy],
        default: Callable[[], AnyPolicy],
    ) -> bool:
        """Whether a task need not be searched because an earlier job has done that in vain.
        `default` returns its default policy of today.
        """
        new = task.known is None and task.earlier is None and task.search is None
        return (
            new
            and not self.repeat_tune
            and store.default_stands(task.workload, default, self.depth, self.model)
        )


@dataclass(frozen=True, slots=True)
class Tuning(Generic[AnyPolicy]):
    """The result of a tuning.

    Attributes:
        policies: By key, of everything that has an outcome or is known to the repository.
        outcomes: Of the tasks that were decided.
        interrupted: Whether the user ended it. Everything found until then is here.
        untried: How many tasks had no turn.
        dry_run: How long the steps after the search take.
        paused: Tasks whose searches are to continue later, by key.
    """

    policies: Mapping[str, AnyPolicy]
    outcomes: tuple[Outcome[AnyPolicy], ...]
    interrupted: bool = False
    untried: int = 0
    dry_run: DryRun = field(default_factory=DryRun)
    paused: Mapping[str, TuningTask[Any, AnyPolicy]] = field(default_factory=dict)

    @property
    def summary(self) -> RepositorySummary:
        """How many tasks ended with each decision."""
        counters = Counter[str](outcome.counter for outcome in self.outcomes)
        return RepositorySummary(**counters)

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of the operators or subgraphs for which no candidate worked."""
        return tuple(item.name for item in self.outcomes if item.decision == "failed")


@dataclass(frozen=True, slots=True)
class TaskBook(Generic[Workload, AnyPolicy]):
    """The tasks of a tuning.

    Attributes:
        known: Policies of the repository, by key, also of tasks that are not to be tuned.
        tasks: The tasks to decide.
    """

    known: Mapping[str, AnyPolicy]
    tasks: Sequence[TuningTask[Workload, AnyPolicy]]


@dataclass(frozen=True, slots=True)
class TuningContext(Generic[Workload, AnyPolicy]):
    """What a tuning works with.

    Attributes:
        target: What is tuned for.
        store: Keeps winners.
        observer: Is told what happens.
        pool: Compiles candidates.
        working_set: See `aoe.tuning.measurement.runner_requests.OpenModel`.
        measure_dry_run: Does the dry run of what comes after the search, under policies by key. It
            may run it in the process that the search then uses.
        compile_ahead: Compiles the model with the policies found by now, which makes a dry run more
            exact.
        kind: What the tasks are, in messages, as a plural.
        similar: As in `TaskScheduler`.
    """

    target: Target
    store: WinnerStore[Workload, AnyPolicy]
    observer: Observer
    pool: Compiler
    working_set: float
    measure_dry_run: Callable[[Mapping[str, AnyPolicy], Callable[[], Runner]], DryRun]
    compile_ahead: Callable[[DryRun, Mapping[str, AnyPolicy]], DryRun]
    kind: str
    similar: Similar[Workload, AnyPolicy] | None = None


def tune_tasks(
    prepare: Callable[[], TaskBook[Workload, AnyPolicy]],
    context: TuningContext[Workload, AnyPolicy],
    options: TuningOptions[AnyPolicy],
) -> Tuning[AnyPolicy]:
    """Decides all tasks that `prepare` makes. An interruption by the user (`KeyboardInterrupt`)
    ends the tuning, not the program.

    Raises:
        RepositoryError: A winner cannot be stored.
    """
    tasks: list[TuningTask[Workload, AnyPolicy]] = []
    known: dict[str, AnyPolicy] = {}
    scheduler = TaskScheduler(
        tasks,
        context.target,
        context.store,
        context.observer,
        Throughput(options.deadline),
        options.together,
        options.fewest_runs,
        options.trial_log,
        options.idle_wait,
        options.seed,
        context.similar,
        options.depth,
        options.model,
    )
    dry_run = DryRun()
    interrupted = False
    length = options.deadline.left if options.later.followed else options.deadline.budget
    no_time = options.later.followed and length == 0.0  # all is for what follows

    def prepare_end() -> None:
        """Frees time for the search that the steps after it do not need."""
        nonlocal dry_run
        if not any(_has_winner(task) for task in tasks):
            scheduler.throughput.reserve = dry_run.least  # there may be nothing to check
            return
        best = {task.workload.key: task.best for task in tasks if task.best is not None}
        dry_run = context.compile_ahead(dry_run, known | best)
        scheduler.throughput.reserve = dry_run.reserve(length)

    opened = ExitStack()

    @cache
    def runner() -> Runner:
        """The process of this tuning, which starts when it is first needed."""
        return opened.enter_context(closing(scheduler.opened_runner(context.working_set)))

    try:
        book = prepare()
        known |= book.known
        tasks += book.tasks
        context.observer.started(len(tasks), context.kind)
        scheduler.resume(options.earlier.begun)
        scheduler.finish_known()
        earlier = not options.later.followed and any(_has_winner(task) for task in tasks)
        if options.later.pausing and scheduler.active():
            scheduler.search_all(runner(), context.pool)
        elif not options.later.pausing and not no_time and (scheduler.active() or earlier):
            measured = options.later.dry_run
            if measured is None and scheduler.active():
                measured = _dry_run(options, known, context, runner)
            elif measured is None:
                measured = context.measure_dry_run(known, runner)
            dry_run = replace(measured, followed=options.later.followed)
            scheduler.throughput.reserve = dry_run.reserve(length)
            scheduler.throughput.after = dry_run.reserve(None)
            if dry_run.unchecked and options.deadline.left is not None:
                scheduler.together = min(HURRIED_GROUP, scheduler.together)
                most = (1.0 - SEARCH_SHARE) * options.deadline.left
                scheduler.throughput.reserve = min(most, scheduler.throughput.reserve)
            scheduler.search_all(runner(), context.pool, prepare_end)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        opened.close()
    paused = {}
    if options.later.pausing and not interrupted:
        paused = {task.workload.key: task for task, _ in scheduler.active()}
    else:
        scheduler.finish_rest(complete=not interrupted)
    if not interrupted and not options.later.pausing:
        _warn_of_untried(scheduler, dry_run, options, context, no_time)
    outcomes = tuple(task.outcome for task in tasks if task.outcome is not None)
    policies = known | policies_of(outcomes)
    for outcome in outcomes:
        if outcome.decision == "failed":
            policies.pop(outcome.key, None)
    untried = len(tasks) - len(outcomes) - len(paused)
    return Tuning(policies, outcomes, interrupted, untried, dry_run, paused)


def _dry_run(
    options: TuningOptions[AnyPolicy],
    known: Mapping[str, AnyPolicy],
    context: TuningContext[Workload, AnyPolicy],
    runner: Callable[[], Runner],
) -> DryRun:
    """How long the steps after the search take. A budget whose time does not suffice for all of
    them has no check of the whole model. A short one has no dry run either when little is left.
    """
    deadline, earlier = options.deadline, options.earlier
    budget, left, used = deadline.budget, deadline.left, deadline.used
    begins = not (options.later.followed or earlier.finished or earlier.begun or earlier.paused)
    short = budget is not None and budget < SHORT_BUDGET
    if begins and short and left is not None and left < max(HURRY, HURRY_SHARE * used):
        return DryRun(unchecked=True)
    found = context.measure_dry_run(known, runner)
    unchecked, left = replace(found, unchecked=True), deadline.left
    late = left is not None and found.least + FEWEST_SECONDS > left > unchecked.least
    return unchecked if begins and late else found


def with_reverted(
    tuning: Tuning[AnyPolicy],
    keys: Collection[str],
    workloads: Mapping[str, Workload],
    store: WinnerStore[Workload, AnyPolicy],
    observer: Observer,
    options: TuningOptions[Any],
) -> Tuning[AnyPolicy]:
    """The tuning after the whole-model check rejected some winners. They leave the repository,
    which has again what it had before. It remembers that searching for this model was in vain.

    Args:
        tuning: The tuning before.
        keys: Keys of the rejected winners.
        workloads: The operators or subgraphs, by key.
        store: Has the winners.
        observer: Is told of the new outcomes.
        options: Of the tuning.

    Raises:
        RepositoryError: The repository cannot be written.
    """
    outcomes = []
    for outcome in tuning.outcomes:
        if outcome.key in keys and outcome.decision in ("add", "update"):
            workload = workloads[outcome.key]
            store.withdraw(workload)
            outcome = _reverted(outcome)
            if outcome.decision == "unsatisfied":
                depth, tried = options.depth, outcome.candidates
                store.remember(workload, outcome.policy, depth, tried, options.model)
            observer.decided_again(outcome)
        outcomes.append(outcome)
    policies = {**tuning.policies, **policies_of(outcomes)}
    return replace(tuning, policies=policies, outcomes=tuple(outcomes))


def with_paused_ended(tuning: Tuning[AnyPolicy], observer: Observer) -> Tuning[AnyPolicy]:
    """The tuning with its paused searches ended. What they have found holds, and a later part of
    the job continues them.
    """
    outcomes = [
        replace(task.decide(), complete=False)
        for task in tuning.paused.values()
        if task.begun is not None or (task.search is not None and task.search.generations)
    ]
    for outcome in outcomes:
        observer.decided(outcome)
    policies = {**tuning.policies, **policies_of(outcomes)}
    return replace(tuning, policies=policies, outcomes=(*tuning.outcomes, *outcomes), paused={})


def _has_winner(task: TuningTask[Workload, AnyPolicy]) -> bool:
    """Whether the search, now or in an earlier part of the job, has found a faster policy."""
    if task.earlier is not None:
        return task.earlier.decision in ("add", "update")
    return task.search is not None and task.search.improved


def _reverted(outcome: Outcome[AnyPolicy]) -> Outcome[AnyPolicy]:
    decision: Decision = "unsatisfied" if outcome.decision == "add" else "reserved"
    return replace(outcome, decision=decision, policy=outcome.old, before=None, after=None)


def policies_of(outcomes: Iterable[Outcome[AnyPolicy]]) -> dict[str, AnyPolicy]:
    """The policies to use according to outcomes, by key."""
    return {item.key: item.policy for item in outcomes if item.decision != "failed"}


def _warn_of_untried(
    scheduler: TaskScheduler[Workload, AnyPolicy],
    dry_run: DryRun,
    options: TuningOptions[AnyPolicy],
    context: TuningContext[Workload, AnyPolicy],
    no_time: bool,
) -> None:
    """Warns if the budget ended before all tasks had their turn.

    Args:
        scheduler: Has the tasks.
        dry_run: How long the steps after the search take.
        options: Of the tuning.
        context: What the tuning works with.
        no_time: Whether the budget had time for no task.
    """
    deadline = options.deadline
    active, total = len(scheduler.active()), len(scheduler.tasks)
    budget = deadline.budget if options.budget == inf else options.budget
    models, compiled = "this model", "it is compiled"
    if dry_run.parts:
        models, compiled = "these models", "they are compiled"
    searched = any(
        task.earlier is not None
        or task.begun is not None
        or (task.search is not None and task.search.generations)
        for task in scheduler.tasks
    )
    if active and not searched and no_time:
        context.observer.warning(
            f"no {context.kind} are tuned: in this budget more is expected of what follows; give a"
            f" longer --budget, or tune {context.kind} alone"
        )
    elif active and not searched and options.later.followed:
        context.observer.warning(
            f"no {context.kind} are tuned: compiling and checking {models} take about"
            f" {dry_run.least:.0f} s, more than what their share of the budget leaves; give a"
            f" longer --budget, or tune {context.kind} alone"
        )
    elif active and budget is not None and not searched:
        context.observer.warning(
            f"a budget of {budget:g} s leaves no time to search: reading, compiling, "
            f"checking and writing {models} take about {deadline.used + dry_run.least:.0f}"
            f" s; {compiled} with the policies known before"
        )
    elif active:
        context.observer.warning(
            f"the budget ended before {active} of {total} {context.kind} were tried"
        )
