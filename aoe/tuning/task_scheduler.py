"""The rounds of tuning, of operators or subgraphs: whose turn it is, what is compiled together,
what is stored.

Compiling disturbs timing on a machine with few cores, so they alternate: several subjects'
candidates are compiled together by the helper processes, then, with those idle, measured one
after the other. Every one has one round first; after that those go on that promise
the largest gain for the whole model. Winners are stored the moment they are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Generic, TypeAlias

from aoe.backends.backend import Compiler
from aoe.errors import AoeError
from aoe.policy import AnyPolicy, Policy, SubgraphPolicy
from aoe.target import Target
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.observer import CandidateFailure, Observer
from aoe.tuning.policy_database import Winner, WinnerStore
from aoe.tuning.search.clean_samples import CleanSamples
from aoe.tuning.search.final_ranking import doubtful, finalists, needs_finals, review
from aoe.tuning.search.policy_search import DUEL_SECONDS, Bench, PolicySearch, run_round
from aoe.tuning.throughput import Throughput
from aoe.tuning.trial_log import TrialLog
from aoe.tuning.tuning_task import BATCH, TuningTask
from aoe.tuning.workload.subgraph_model import Subject

#: Fewest candidates of one operator in a round, unless there are no more.
SMALL_BATCH = 2
#: Most policies of a round that were measured before; at most half as many as are new.
AGAIN = 4
#: Most operators whose candidates are compiled together, unless told otherwise.
GROUP = 6
#: Share of a budget that is kept for finals.
FINALS_SHARE = 0.04
#: Seconds before finals, so that the machine may be in another state, and the most, and the most of
#: the time left, that they wait then until it is calm.
APART = 0.3
CALM_WITHIN, CALM_SHARE = 5.0, 0.5


#: A case and its search.
Active: TypeAlias = tuple[TuningTask[Subject, AnyPolicy], PolicySearch[Subject, AnyPolicy]]
#: What a case's search starts from besides what is known of it, given all cases.
Similar: TypeAlias = Callable[
    [TuningTask[Subject, AnyPolicy], Sequence[TuningTask[Subject, AnyPolicy]]], Sequence[AnyPolicy]
]


@dataclass(slots=True)
class TaskScheduler(Generic[Subject, AnyPolicy]):
    """One run of tuning over all cases; those with a search and no outcome are active. `together`,
    `fewest_runs`, `trial_log`, `patience`: see `aoe.tuning.driver.TuningOptions`. `similar`: what
    else a case's search starts from, given all cases.
    """

    cases: Sequence[TuningTask[Subject, AnyPolicy]]
    target: Target
    store: WinnerStore[Subject, AnyPolicy]
    observer: Observer
    pace: Throughput
    together: int = GROUP
    fewest_runs: int = 1
    trial_log: TrialLog | None = None
    patience: IdleWait = field(default_factory=IdleWait)
    seed: int = 0
    similar: Similar[Subject, AnyPolicy] | None = None
    best_gain: float = 1.0

    def resume(self, begun: Mapping[str, Winner[AnyPolicy]]) -> None:
        """Has searches go on from the best that an earlier part of the run has found, by key. That
        is kept at once, and holds if they have no more turn.
        """
        for case, _ in self.active():
            case.begun = begun.get(case.subject.key, case.begun)
            if case.begun is not None and case.stored is None:
                self.store.store(case.subject, case.begun)
                case.stored = case.begun.policy

    def finish_known(self) -> None:
        """Decides the cases that need no search."""
        for case in self.cases:
            if case.search is None:
                self.finish(case)

    def search_all(
        self,
        working_set: float,
        pool: Compiler,
        prepare_end: Callable[[], None] | None = None,
    ) -> None:
        """Rounds until all searches have ended or the time is up.

        `working_set`: see `aoe.tuning.measurement.runner_requests.OpenModel`. `prepare_end`: does
        what can be done before the end and has not to wait for the last winner; called when the
        time is up first. If it leaves less to be done later than was reserved for that, there are
        more rounds.
        """
        facts = (self.target, working_set, self.fewest_runs, self.seed)
        with closing(Runner(*facts)) as runner:
            self.search_in(runner, pool, prepare_end)

    def search_in(
        self, runner: Bench, pool: Compiler, prepare_end: Callable[[], None] | None = None
    ) -> None:
        """`search_all` with a given runner."""
        bench = CleanSamples(runner, watch=self.patience.watch)
        self.pace.kept = FINALS_SHARE * (self.pace.deadline.budget or 0.0)
        self.search_on(pool, bench)
        if prepare_end is not None and self.searching():
            prepare_end()
            self.search_on(pool, bench)
        self.pace.kept = 0.0
        self.hold_finals(pool, bench)

    def search_on(self, pool: Compiler, bench: Bench) -> None:
        """Rounds until all searches have ended or the time is up."""
        while group := self.next_group():
            self.run_group(group, pool, bench)
            for case, search in group:
                if case.outcome is None and search.rounds:
                    negligible = self.is_negligible(case, search)
                    search.searched = negligible or not search.next_batch(1)
                    if negligible or (search.searched and not needs_finals(search)):
                        self.finish(case)

    def hold_finals(self, pool: Compiler, bench: Bench) -> None:
        """The finals of all searches with nothing new left to try, until the time is up."""
        while group := self.next_finals():
            self.run_finals(group, pool, bench)
            for case, search in group:
                if case.outcome is None and not needs_finals(search):
                    self.finish(case)

    def active(
        self,
    ) -> list[Active[Subject, AnyPolicy]]:
        """The cases still searched, and their searches."""
        return [
            (case, case.search)
            for case in self.cases
            if case.outcome is None and case.search is not None
        ]

    def searching(self) -> list[Active[Subject, AnyPolicy]]:
        """The active cases that have not all but their finals behind them."""
        return [pair for pair in self.active() if not pair[1].searched]

    def next_group(
        self,
    ) -> list[Active[Subject, AnyPolicy]]:
        """The searches whose turn it is; empty when the time is up."""
        active = self.searching()
        new = [pair for pair in active if not pair[1].rounds]
        waiting = sorted(new or active, key=lambda pair: -pair[0].promise)
        affordable = self.pace.affordable(self.together * SMALL_BATCH) // SMALL_BATCH
        return waiting[: min(self.together, affordable)]

    def next_finals(self) -> list[Active[Subject, AnyPolicy]]:
        """The searches whose finals are next: who had least of them, then what takes most of the
        model's time; empty when the time is up.
        """
        waiting = [pair for pair in self.active() if pair[1].searched]
        waiting.sort(key=lambda pair: (pair[1].reviews, -pair[0].seconds))
        return [] if self.pace.left == 0.0 else waiting[: self.together]

    def batch_size(self, group: Sequence[object]) -> int:
        """How many candidates each search of the group tries: fewer where time is short, so that
        every operator has its turn.
        """
        new = sum(not search.rounds for _, search in self.active())
        share = self.pace.affordable(BATCH * len(self.cases)) // max(new, len(group))
        return min(BATCH, max(SMALL_BATCH, share))

    def run_group(
        self,
        group: Sequence[Active[Subject, AnyPolicy]],
        pool: Compiler,
        bench: Bench,
    ) -> None:
        """One round of each search of a group: compiled together, then measured in turn."""
        begin = self.pace.deadline.clock()
        batches = self.compile_batches(group, pool)
        for (case, search), batch in zip(group, batches, strict=True):
            if self.pace.left == 0.0:
                return
            self.measure(case, search, partial(run_round, search, batch, bench))
        self.pace.count(self.pace.deadline.clock() - begin, sum(len(batch) for batch in batches))

    def run_finals(
        self, group: Sequence[Active[Subject, AnyPolicy]], pool: Compiler, bench: Bench
    ) -> None:
        """One round of the finals of each search of a group."""
        batches = self.compiled([(s, finalists(s, BATCH)) for _, s in group], pool)
        if len(self.active()) <= self.together:  # else the others' finals take a moment
            self.patience.pause(APART)
            left = self.pace.left
            self.patience.wait(CALM_WITHIN if left is None else min(CALM_WITHIN, CALM_SHARE * left))
        for (case, search), batch in zip(group, batches, strict=True):
            if self.pace.left == 0.0:
                return
            self.measure(case, search, partial(review, search, bench))
            if batch and case.outcome is None:
                self.measure(case, search, partial(run_round, search, batch, bench))

    def measure(
        self,
        case: TuningTask[Subject, AnyPolicy],
        search: PolicySearch[Subject, AnyPolicy],
        run: Callable[[float], None],
    ) -> None:
        """Has something measured, given seconds for each duel, and keeps what it shows."""
        left = self.pace.left
        self.patience.wait()
        try:
            run(DUEL_SECONDS if left is None else min(DUEL_SECONDS, left / 4))
        except (AoeError, MemoryError) as error:
            self.observer.warning(f"{case.name} cannot be measured: {error or 'no memory'}")
            self.finish(case)
            return
        self.record(case, search)
        self.warn_of_failures(case, search)
        self.keep(case, search)
        self.report_progress()

    def compile_batches(
        self,
        group: Sequence[Active[Subject, AnyPolicy]],
        pool: Compiler,
    ) -> list[list[Candidate[AnyPolicy]]]:
        """The compiled candidates of each search's next round; those that fail are recorded."""
        size = self.batch_size(group)
        proposed = []
        for case, search in group:
            similar = () if self.similar is None else self.similar(case, self.cases)
            begun = () if case.begun is None else (case.begun.policy,)
            search.seeds = (search.baseline, *begun, *similar)
            new = search.next_batch(size)
            again = doubtful(search, min(AGAIN, len(new) // 2))
            proposed.append((search, [*new, *again]))
        return self.compiled(proposed, pool)

    def compiled(
        self,
        proposed: Sequence[tuple[PolicySearch[Subject, AnyPolicy], Sequence[AnyPolicy]]],
        pool: Compiler,
    ) -> list[list[Candidate[AnyPolicy]]]:
        """The compiled policies of each search; those that fail are recorded."""
        requests = [(search.subject, policy) for search, batch in proposed for policy in batch]
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
        self, case: TuningTask[Subject, AnyPolicy], search: PolicySearch[Subject, AnyPolicy]
    ) -> bool:
        """Whether an operator or subgraph does not matter to the model."""
        total = sum(other.seconds for other in self.cases)
        return case.seconds < search.limits.negligible * total

    def warn_of_failures(
        self, case: TuningTask[Subject, AnyPolicy], search: PolicySearch[Subject, AnyPolicy]
    ) -> None:
        """Says it, and why, if nothing worked of what a search's first round has tried."""
        if search.rounds == 1 and search.leader is None and search.failures:
            first = search.failures[0]
            self.observer.warning(
                f"{case.name}: the first {len(search.failures)} policies all failed, "
                f"{_called(first.policy)}for one ({first.cause}: {first.detail})"
            )

    def record(
        self, case: TuningTask[Subject, AnyPolicy], search: PolicySearch[Subject, AnyPolicy]
    ) -> None:
        """Appends the trials since the last call to the log, if there is one."""
        trials = search.history[case.recorded :]
        if self.trial_log is not None and trials:
            self.trial_log.record(case.subject, search.space.default, trials)
        case.recorded = len(search.history)

    def keep(
        self, case: TuningTask[Subject, AnyPolicy], search: PolicySearch[Subject, AnyPolicy]
    ) -> None:
        """Stores the leader if it is a winner that is not stored yet; what was one, but is not any
        more, leaves the repository.
        """
        comparison = search.comparison
        if case.stored is not None and search.rounds and not search.improved:
            self.store.withdraw(case.subject)
            case.stored = None
        if not search.improved or comparison is None or case.stored == search.leader:
            return
        assert search.leader is not None
        self.best_gain = max(self.best_gain, 1.0 / comparison.ratio)
        winner = Winner(
            search.leader, comparison.incumbent, comparison.challenger, search.default_time
        )
        self.store.store(case.subject, winner)
        case.stored = search.leader

    def finish(self, case: TuningTask[Subject, AnyPolicy], complete: bool = True) -> None:
        """Decides a case, stores its winner if that is not done yet, and tells of it. `complete`:
        its search had all the time it wanted or could have; no later part of the run repeats it.
        """
        if case.search is not None:
            self.record(case, case.search)
            self.keep(case, case.search)
        case.outcome = replace(case.decide(), complete=complete)
        if case.stored is not None and case.outcome.policy != case.stored:
            self.store.withdraw(case.subject)  # it was found not to work later
        for failure in case.outcome.failures:
            if failure.policy == case.outcome.old:
                self.observer.warning(
                    f"{case.name}: its {case.old_name} does not work ({failure.cause}: "
                    f"{failure.detail})"
                )
        self.observer.decided(case.outcome)
        self.report_progress()

    def finish_rest(self, complete: bool) -> None:
        """Ends the searches that had a round, in this part of the run or before, with what they
        found until now. `complete`: as in `finish`.
        """
        for case, search in self.active():
            if search.rounds or case.begun is not None:
                self.finish(case, complete)

    def report_progress(self) -> None:
        """Tells how much is done and how long the rest of the run may take."""
        active = self.searching()
        total = sum(case.seconds for case in self.cases)
        trials = sum(case.remaining_trials(total) for case, _ in active)
        self.observer.progress(
            len(self.cases) - len(active),
            len(self.cases),
            self.best_gain,
            self.pace.expected(trials),
        )


def _called(policy: Policy | SubgraphPolicy) -> str:
    return f"{policy.impl} " if isinstance(policy, Policy) else ""
