"""What is kept of tuning tasks: trials in the trial log, winners and fruitless searches in the
repository, and outcomes. A winner is stored as soon as it is known.

`aoe.tuning.task_scheduler` runs the searches.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from typing import Generic

from aoe.policy import AnyPolicy, Policy, SubgraphPolicy
from aoe.repository.search_record import ANY_MODEL, SearchDepth
from aoe.tuning.observer import Observer
from aoe.tuning.policy_database import Winner, WinnerStore
from aoe.tuning.search.policy_search import PolicySearch
from aoe.tuning.search.search_limits import USUAL, search_depth
from aoe.tuning.trial_log import TrialLog
from aoe.tuning.tuning_task import TuningTask
from aoe.tuning.workload.subgraph_model import Workload


@dataclass(slots=True)
class TaskResults(Generic[Workload, AnyPolicy]):
    """Keeps what the searches of one tuning find.

    Attributes:
        store: Keeps winners.
        observer: Is told what happens.
        trial_log: As in `aoe.tuning.tuning_options.TuningOptions`.
        depth: How far a search goes that the budget cuts short.
        model: As in `aoe.tuning.tuning_options.TuningOptions`.
        best_gain: The largest speed-up so far, as a factor.
    """

    store: WinnerStore[Workload, AnyPolicy]
    observer: Observer
    trial_log: TrialLog | None = None
    depth: SearchDepth = field(default_factory=lambda: search_depth(USUAL))
    model: str = ANY_MODEL
    best_gain: float = 1.0

    def record(
        self, task: TuningTask[Workload, AnyPolicy], search: PolicySearch[Workload, AnyPolicy]
    ) -> None:
        """Appends the trials since the last call to the trial log, if there is one."""
        trials = search.history[task.recorded :]
        if self.trial_log is not None and trials:
            self.trial_log.record(task.workload, search.space.default, trials)
        task.recorded = len(search.history)

    def keep(
        self, task: TuningTask[Workload, AnyPolicy], search: PolicySearch[Workload, AnyPolicy]
    ) -> None:
        """Stores the incumbent if it is a winner that is not stored yet. A former winner leaves the
        repository.
        """
        lead = search.incumbency
        if task.stored is not None and search.generations and not search.improved:
            self.store.withdraw(task.workload)
            task.stored = None
        if lead is None or lead.comparison is None or lead.comparison.verdict >= 0:
            return
        if task.stored == lead.policy:
            return
        comparison = lead.comparison
        self.best_gain = max(self.best_gain, 1.0 / comparison.ratio)
        times = comparison.incumbent, comparison.candidate, lead.default_time
        self.store.store(task.workload, Winner(lead.policy, *times))
        task.stored = lead.policy

    def warn_of_failures(
        self, task: TuningTask[Workload, AnyPolicy], search: PolicySearch[Workload, AnyPolicy]
    ) -> None:
        """Warns if nothing worked in a search's first generation, and says why."""
        if search.generations == 1 and search.incumbent is None and search.failures:
            first = search.failures[0]
            self.observer.warning(
                f"{task.name}: the first {len(search.failures)} policies all failed, "
                f"{_called(first.policy)}for one ({first.cause}: {first.detail})"
            )

    def decide(self, task: TuningTask[Workload, AnyPolicy], complete: bool = True) -> None:
        """Decides a task, stores its winner if that is not done yet, and tells the outcome.

        Args:
            task: The task.
            complete: Whether its search was not cut short, so that no later part of the job repeats
                it.
        """
        if task.search is not None:
            self.record(task, task.search)
            self.keep(task, task.search)
        task.outcome = replace(task.decide(), complete=complete)
        if complete:
            self.remember(task)
        if task.stored is not None and task.outcome.policy != task.stored:
            self.store.withdraw(task.workload)  # it was found not to work later
        for failure in task.outcome.failures:
            if failure.policy == task.outcome.old:
                self.observer.warning(
                    f"{task.name}: its {task.old_name} does not work ({failure.cause}: "
                    f"{failure.detail})"
                )
        self.observer.decided(task.outcome)

    def remember(self, task: TuningTask[Workload, AnyPolicy]) -> None:
        """Keeps that a search has found nothing better than the default policy, so that no later
        job repeats it. One that ended because its task is negligible holds in this model only.
        """
        search, outcome = task.search, task.outcome
        if search is None or outcome is None or not task.fruitless(outcome):
            return
        depth = replace(self.depth, budget=inf) if search.searched else self.depth
        model = self.model if search.next_batch(1) else ANY_MODEL
        self.store.remember(task.workload, outcome.policy, depth, outcome.candidates, model)


def _called(policy: Policy | SubgraphPolicy) -> str:
    return f"{policy.impl} " if isinstance(policy, Policy) else ""
