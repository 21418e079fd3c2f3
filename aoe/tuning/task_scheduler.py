"""The task scheduler of tuning: which task has the next generation, and what is compiled together.
`aoe.tuning.task_results` keeps what the searches find.

Compiling disturbs timing on a machine with few cores, so the two alternate. The candidates of
several tasks are compiled together by helper processes. Then, with those idle, they are measured
one after another. Every task has one generation first. After that the tasks continue that promise
the largest gain for the whole model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import ceil
from typing import Generic, TypeAlias

from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_of
from aoe.errors import AoeError
from aoe.isolation.device_link import DeviceLostError
from aoe.policy import AnyPolicy
from aoe.target import Target
from aoe.tuning.comparison.comparison_policy import QUIET, WAITING
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.observer import CandidateFailure, Observer
from aoe.tuning.policy_database import Winner
from aoe.tuning.search.clean_samples import CleanSamples
from aoe.tuning.search.final_ranking import doubtful, finalists, needs_final_ranking, review
from aoe.tuning.search.policy_search import CandidateRunner, PolicySearch, run_generation
from aoe.tuning.task_results import TaskResults
from aoe.tuning.throughput import BEGINNING_SECONDS, Throughput
from aoe.tuning.tuning_task import BATCH, TuningTask
from aoe.tuning.workload.subgraph_model import Workload

#: Fewest candidates of one operator in a generation, unless there are no more.
SMALL_BATCH = 2
#: Most policies of a generation that were measured before; at most half as many as are new.
AGAIN = 4
#: Most tasks whose candidates are compiled together, unless told otherwise.
GROUP = 6

#: A task and its search.
Active: TypeAlias = tuple[TuningTask[Workload, AnyPolicy], PolicySearch[Workload, AnyPolicy]]
#: More policies that a task's search starts from, given all tasks.
Similar: TypeAlias = Callable[
    [TuningTask[Workload, AnyPolicy], Sequence[TuningTask[Workload, AnyPolicy]]],
    Sequence[AnyPolicy],
]


@dataclass(slots=True)
class TaskScheduler(Generic[Workload, AnyPolicy]):
    """One tuning of all tasks. Tasks with a search and no outcome are active.

    Attributes:
        tasks: The tasks.
        target: What is tuned for.
        results: Keeps what is found.
        observer: Is told what happens.
        throughput: The throughput so far, and the time left.
        together: As in `aoe.tuning.tuning_options.TuningOptions`.
        measuring: Likewise.
        similar: More policies that a task's search starts from, given all tasks.
    """

    tasks: Sequence[TuningTask[Workload, AnyPolicy]]
    target: Target
    results: TaskResults[Workload, AnyPolicy]
    observer: Observer
    throughput: Throughput
    together: int = GROUP
    measuring: MeasurementOptions = field(default_factory=MeasurementOptions)
    similar: Similar[Workload, AnyPolicy] | None = None

    def resume(self, begun: Mapping[str, Winner[AnyPolicy]]) -> None:
        """Lets searches start from the best policies that an earlier part of the job has found, by
        key. These are stored at once, and hold if the searches have no more turn.
        """
        for task, _ in self.active():
            task.begun = begun.get(task.workload.key, task.begun)
            if task.begun is not None and task.stored is None:
                self.results.store.store(task.workload, task.begun)
                task.stored = task.begun.policy

    def finish_known(self) -> None:
        """Decides the tasks that need no search, and tells of all."""
        self.observer.tasks_changed([task.progress for task in self.tasks])
        for task in self.tasks:
            if task.search is None:
                self.finish(task)

    def opened_runner(self, working_set: float) -> Runner:
        """A new process that runs candidates. The caller closes it.

        Args:
            working_set: See `aoe.tuning.measurement.runner_requests.OpenModel`.
        """
        return Runner(self.target, working_set, self.measuring.fewest_runs, self.measuring.seed)

    def search_all(
        self,
        runner: CandidateRunner,
        pool: Compiler,
        prepare_end: Callable[[], None] | None = None,
    ) -> None:
        """Runs generations until all searches have ended or the time is up. Differences below the
        clock's resolution count as none.

        Args:
            runner: Runs candidates.
            pool: Compiles candidates.
            prepare_end: Does what need not wait for the last winner. It is called when the time is
                up first. If it leaves less to do than was reserved, there are more generations.
        """
        resolution = backend_of(self.target).machine.resolution(self.target)
        for _, search in self.active():
            search.noise.resolution = resolution
        self.search_in(runner, pool, prepare_end)

    def search_in(
        self, runner: CandidateRunner, pool: Compiler, prepare_end: Callable[[], None] | None = None
    ) -> None:
        """`search_all` with the clock's resolution as it is."""
        bench = CleanSamples(runner, watch=self.measuring.idle_wait.watch)
        self.throughput.kept = WAITING.final_share * (self.throughput.deadline.budget or 0.0)
        self.search_on(pool, bench)
        if prepare_end is not None and self.searching():
            prepare_end()
            self.search_on(pool, bench)
        self.throughput.kept = 0.0
        self.rank_finally(pool, bench)

    def search_on(self, pool: Compiler, bench: CandidateRunner) -> None:
        """Runs generations until all searches have ended or the time is up."""
        while group := self.next_group():
            self.run_group(group, pool, bench)
            for task, search in group:
                if task.outcome is None and search.generations:
                    negligible = self.is_negligible(task, search)
                    search.searched = negligible or not search.next_batch(1)
                    if negligible or (search.searched and not needs_final_ranking(search)):
                        self.finish(task)

    def rank_finally(self, pool: Compiler, bench: CandidateRunner) -> None:
        """Runs the final ranking of all searches with nothing new left to try, until the time is
        up.
        """
        while group := self.next_final_ranking():
            self.run_final_ranking(group, pool, bench)
            for task, search in group:
                if task.outcome is None and not needs_final_ranking(search):
                    self.finish(task)

    def active(
        self,
    ) -> list[Active[Workload, AnyPolicy]]:
        """The active tasks and their searches."""
        return [
            (task, task.search)
            for task in self.tasks
            if task.outcome is None and task.search is not None
        ]

    def searching(self) -> list[Active[Workload, AnyPolicy]]:
        """The active tasks with something new left to try."""
        return [pair for pair in self.active() if not pair[1].searched]

    def next_group(
        self,
    ) -> list[Active[Workload, AnyPolicy]]:
        """The searches that have the next generation; empty when the time is up."""
        active = self.searching()
        new = [pair for pair in active if not pair[1].generations]
        waiting = sorted(new or active, key=lambda pair: -pair[0].possible_gain)
        return waiting[: self.group_size(untried=bool(new))]

    def group_size(self, untried: bool) -> int:
        """How many searches have their next generation together. With a budget, the first group is
        one search, because nobody knows yet how many candidates fit in the time. `untried`: whether
        these searches had none yet; one whose candidates do not fit is cut short then.
        """
        left = self.throughput.left
        if left is not None and not self.throughput.is_known:
            return 1 if left >= BEGINNING_SECONDS else 0
        affordable = self.throughput.affordable(self.together * SMALL_BATCH)
        searches = affordable / SMALL_BATCH
        return min(self.together, ceil(searches) if untried else int(searches))

    def next_final_ranking(self) -> list[Active[Workload, AnyPolicy]]:
        """The searches whose final ranking is next: those with the fewest reviews, of these the
        ones that take most of the model's time. Empty when the time is up.
        """
        waiting = [pair for pair in self.active() if pair[1].searched]
        waiting.sort(key=lambda pair: (pair[1].ranking.reviews, -pair[0].seconds))
        return [] if self.throughput.left == 0.0 else waiting[: self.together]

    def batch_size(self, group: Sequence[object]) -> int:
        """How many candidates each search of the group tries: fewer if time is short, so that every
        task has its turn.
        """
        new = sum(not search.generations for _, search in self.active())
        share = self.throughput.affordable(BATCH * len(self.tasks)) // max(new, len(group))
        return min(BATCH, max(SMALL_BATCH, share))

    def run_group(
        self,
        group: Sequence[Active[Workload, AnyPolicy]],
        pool: Compiler,
        bench: CandidateRunner,
    ) -> None:
        """One generation of each search of a group: compiled together, then measured in turn."""
        begin = self.throughput.deadline.clock()
        batches = self.compile_batches(group, pool)
        for (task, search), batch in zip(group, batches, strict=True):
            if self.throughput.left == 0.0:
                return
            self.measure(task, search, partial(run_generation, search, batch, bench))
        self.throughput.count(
            self.throughput.deadline.clock() - begin, sum(len(batch) for batch in batches)
        )

    def run_final_ranking(
        self, group: Sequence[Active[Workload, AnyPolicy]], pool: Compiler, bench: CandidateRunner
    ) -> None:
        """One step of the final ranking of each search of a group."""
        batches = self.compiled([(s, finalists(s, BATCH)) for _, s in group], pool)
        if len(self.active()) <= self.together:  # else the other tasks take a moment
            self.measuring.idle_wait.pause(WAITING.apart_seconds)
            left = self.throughput.left
            longest = WAITING.final_seconds
            self.measuring.idle_wait.wait(
                longest if left is None else min(longest, WAITING.final_left_share * left)
            )
        for (task, search), batch in zip(group, batches, strict=True):
            if self.throughput.left == 0.0:
                return
            self.measure(task, search, partial(review, search, bench))
            if batch and task.outcome is None:
                self.measure(task, search, partial(run_generation, search, batch, bench))

    def measure(
        self,
        task: TuningTask[Workload, AnyPolicy],
        search: PolicySearch[Workload, AnyPolicy],
        run: Callable[[float], None],
    ) -> None:
        """Runs a measurement, given the seconds for each comparison, and keeps what it shows."""
        left = self.throughput.left
        self.measuring.idle_wait.wait()
        try:
            run(QUIET.seconds if left is None else min(QUIET.seconds, left / 4))
        except DeviceLostError:
            raise  # no task can be measured any more, and nothing is said against this one
        except (AoeError, MemoryError) as error:
            self.observer.warning(f"{task.name} cannot be measured: {error or 'no memory'}")
            self.finish(task, complete=False)  # what is left untried was not in vain
            return
        self.results.record(task, search)
        self.results.warn_of_failures(task, search)
        self.results.keep(task, search)
        self.observer.tasks_changed([task.progress])
        self.report_progress()

    def compile_batches(
        self,
        group: Sequence[Active[Workload, AnyPolicy]],
        pool: Compiler,
    ) -> list[list[Candidate[AnyPolicy]]]:
        """The compiled candidates of each search's next generation. Failures are recorded."""
        size = self.batch_size(group)
        proposed = []
        for task, search in group:
            similar = () if self.similar is None else self.similar(task, self.tasks)
            begun = () if task.begun is None else (task.begun.policy,)
            search.seeds = (search.baseline, *begun, *similar)
            new = search.next_batch(size)
            again = doubtful(search, min(AGAIN, len(new) // 2))
            proposed.append((search, [*new, *again]))
        return self.compiled(proposed, pool)

    def compiled(
        self,
        proposed: Sequence[tuple[PolicySearch[Workload, AnyPolicy], Sequence[AnyPolicy]]],
        pool: Compiler,
    ) -> list[list[Candidate[AnyPolicy]]]:
        """The compiled policies of each search. Failures are recorded."""
        requests = [(search.workload, policy) for search, batch in proposed for policy in batch]
        compiled = iter(compile_candidates(requests, pool))
        batches = []
        for search, policies in proposed:
            results = list(islice(compiled, len(policies)))
            batches.append([item for item in results if isinstance(item, Candidate)])
            for item in results:
                if isinstance(item, CandidateFailure):
                    search.add_failure(item)
        return batches

    def is_negligible(
        self, task: TuningTask[Workload, AnyPolicy], search: PolicySearch[Workload, AnyPolicy]
    ) -> bool:
        """Whether a task takes a negligible share of the time of every model that has it."""
        return task.is_negligible(search.limits.negligible, self.tasks)

    def finish(self, task: TuningTask[Workload, AnyPolicy], complete: bool = True) -> None:
        """Decides a task and tells of it. `complete`: as in `TaskResults.decide`."""
        self.results.decide(task, complete)
        self.observer.tasks_changed([task.progress])
        self.report_progress()

    def finish_rest(self, complete: bool) -> None:
        """Ends the searches that had a generation, in this part of the job or before, with what
        they have found. `complete`: as in `TaskResults.decide`.
        """
        for task, search in self.active():
            if search.generations or task.begun is not None:
                self.finish(task, complete)

    def report_progress(self) -> None:
        """Reports how much is done and how long the rest of the job may take."""
        active = self.searching()
        total = sum(task.seconds for task in self.tasks)
        trials = sum(task.remaining_trials(total) for task, _ in active)
        self.observer.progress(
            len(self.tasks) - len(active),
            len(self.tasks),
            self.results.best_gain,
            self.throughput.expected(trials),
        )
