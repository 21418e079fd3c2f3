"""The driver shared by operator tuning and subgraph tuning: the way from tuning tasks to a result.

`aoe.tuning.operator_tuning` and `subgraph_tuning` say what the tasks are, `tuning_options` how they
are tuned, `tuning_result` what is found.

AOE's decision rule, for operators and subgraphs alike:

- The repository has a policy: it is used without a search ("reserved"). If the search is to be
  repeated, a faster policy replaces it ("update").
- The repository has none: a policy faster than the default is stored ("add"), else only that the
  default stands ("unsatisfied"). A later job does not search that again, unless it goes deeper,
  the default policy is another one since, or the search is to be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from math import inf
from typing import Generic

from aoe.backends.backend import Compiler
from aoe.policy import AnyPolicy
from aoe.target import Target
from aoe.tuning.dry_run import DryRun
from aoe.tuning.interruption import postponed_interruption
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.observer import Observer
from aoe.tuning.policy_database import WinnerStore
from aoe.tuning.task_results import TaskResults
from aoe.tuning.task_scheduler import Similar, TaskScheduler
from aoe.tuning.throughput import Throughput
from aoe.tuning.tuning_options import TuningOptions
from aoe.tuning.tuning_result import Tuning, policies_of
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
    ends the tuning, not the program, also where it comes while decisions are noted.

    Raises:
        RepositoryError: A winner cannot be stored.
    """
    driver = _Driver(context, options, _scheduler(context, options))
    interrupted = False
    try:
        with driver.opened:
            driver.take(prepare())
            driver.search()
    except KeyboardInterrupt:
        interrupted = True
    with postponed_interruption() as late:
        found = driver.end(interrupted)
    return replace(found, interrupted=interrupted or late.asked)


def _scheduler(
    context: TuningContext[Workload, AnyPolicy], options: TuningOptions[AnyPolicy]
) -> TaskScheduler[Workload, AnyPolicy]:
    """A scheduler without tasks."""
    results = TaskResults(
        context.store, context.observer, options.trial_log, options.depth, options.model
    )
    return TaskScheduler(
        [],
        context.target,
        results,
        context.observer,
        Throughput(options.deadline),
        options.together,
        options.measuring,
        context.similar,
    )


@dataclass(slots=True)
class _Driver(Generic[Workload, AnyPolicy]):
    """A tuning while it runs.

    Attributes:
        context: What it works with.
        options: Of the tuning.
        scheduler: Has the tasks.
        known: Policies of the repository, by key.
        dry_run: How long the steps after the search take.
        opened: Closes the process of this tuning.
        process: The process, once it is needed.
        length: Seconds of the budget; None without a limit.
    """

    context: TuningContext[Workload, AnyPolicy]
    options: TuningOptions[AnyPolicy]
    scheduler: TaskScheduler[Workload, AnyPolicy]
    known: Mapping[str, AnyPolicy] = field(default_factory=dict)
    dry_run: DryRun = field(default_factory=DryRun)
    opened: ExitStack = field(default_factory=ExitStack)
    process: Runner | None = None
    length: float | None = field(init=False)

    def __post_init__(self) -> None:
        deadline = self.options.deadline
        self.length = deadline.left if self.options.later.followed else deadline.budget

    @property
    def no_time(self) -> bool:
        """Whether all the time is for what follows."""
        return self.options.later.followed and self.length == 0.0

    def take(self, book: TaskBook[Workload, AnyPolicy]) -> None:
        """Takes over the tasks. Those that need no search are decided."""
        self.known, self.scheduler.tasks = book.known, book.tasks
        self.context.observer.started(len(book.tasks), self.context.kind)
        self.scheduler.resume(self.options.earlier.begun)
        self.scheduler.finish_known()

    def search(self) -> None:
        """Searches until all searches have ended or the time is up."""
        later, active = self.options.later, bool(self.scheduler.active())
        if later.pausing and active:
            self.scheduler.search_all(self.runner(), self.context.pool)
        if later.pausing or self.no_time:
            return
        if active or (not later.followed and self.has_winner()):
            self.reserve(self.measured_dry_run(active))
            self.scheduler.search_all(self.runner(), self.context.pool, self.prepare_end)

    def runner(self) -> Runner:
        """The process of this tuning, which starts when it is first needed."""
        if self.process is None:
            kept, working_set = self.options.kept_runner, self.context.working_set
            if kept is None:
                made = closing(self.scheduler.opened_runner(working_set))
                self.process = self.opened.enter_context(made)
            else:
                lent = kept.lent(working_set, self.options.measuring)
                self.process = self.opened.enter_context(lent)
        return self.process

    def has_winner(self) -> bool:
        """Whether a search, now or in an earlier part of the job, has found a faster policy."""
        return any(_has_winner(task) for task in self.scheduler.tasks)

    def measured_dry_run(self, active: bool) -> DryRun:
        """How long the steps after the search take. `active`: whether there is one."""
        measured = self.options.later.dry_run
        if measured is not None:
            return measured
        if active:
            return _dry_run(self.options, self.known, self.context, self.runner)
        return self.context.measure_dry_run(self.known, self.runner)

    def reserve(self, measured: DryRun) -> None:
        """Keeps time back for the steps after the search."""
        self.dry_run = replace(measured, followed=self.options.later.followed)
        throughput, left = self.scheduler.throughput, self.options.deadline.left
        throughput.reserve = self.dry_run.reserve(self.length)
        throughput.after = self.dry_run.reserve(None)
        if self.dry_run.unchecked and left is not None:
            self.scheduler.together = min(HURRIED_GROUP, self.scheduler.together)
            throughput.reserve = min((1.0 - SEARCH_SHARE) * left, throughput.reserve)

    def prepare_end(self) -> None:
        """Frees time for the search that the steps after it do not need."""
        if not self.has_winner():
            self.scheduler.throughput.reserve = self.dry_run.least  # there may be nothing to check
            return
        tasks = self.scheduler.tasks
        best = {task.workload.key: task.best for task in tasks if task.best is not None}
        self.dry_run = self.context.compile_ahead(self.dry_run, {**self.known, **best})
        self.scheduler.throughput.reserve = self.dry_run.reserve(self.length)

    def end(self, interrupted: bool) -> Tuning[AnyPolicy]:
        """Ends the searches, unless they continue later, and returns the result."""
        paused, tasks = {}, self.scheduler.tasks
        if self.options.later.pausing and not interrupted:
            paused = {task.workload.key: task for task, _ in self.scheduler.active()}
        else:
            self.scheduler.finish_rest(complete=not interrupted)
        if not interrupted and not self.options.later.pausing:
            _warn_of_untried(self.scheduler, self.dry_run, self.options, self.context, self.no_time)
        outcomes = tuple(task.outcome for task in tasks if task.outcome is not None)
        failed = {outcome.key for outcome in outcomes if outcome.decision == "failed"}
        policies = {**self.known, **policies_of(outcomes)}
        policies = {key: policy for key, policy in policies.items() if key not in failed}
        untried = len(tasks) - len(outcomes) - len(paused)
        return Tuning(policies, outcomes, interrupted, untried, self.dry_run, paused)


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


def _has_winner(task: TuningTask[Workload, AnyPolicy]) -> bool:
    """Whether the search, now or in an earlier part of the job, has found a faster policy."""
    if task.earlier is not None:
        return task.earlier.decision in ("add", "update")
    return task.search is not None and task.search.improved


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
        earlier, left = deadline.earlier, ""
        if earlier:
            left = f"the job had used {earlier:.0f} s before it was continued, and "
        context.observer.warning(
            f"a budget of {budget:g} s leaves no time to search: {left}reading, compiling, "
            f"checking and writing {models} take about"
            f" {deadline.used - earlier + dry_run.least:.0f} s; {compiled} with the policies known"
            " before"
        )
    elif active:
        context.observer.warning(
            f"the budget ended with {active} of {total} {context.kind} untried; a longer one tries"
            " them"
        )
