"""Tuning tasks: the distinct operators or subgraphs of a model, each with its uses, its search and,
at the end, its outcome under AOE's decision rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import AnyPolicy
from aoe.tuning.observer import Decision, Outcome, TaskProgress, TaskState
from aoe.tuning.policy_database import Winner
from aoe.tuning.search.policy_search import PolicySearch
from aoe.tuning.workload.subgraph_model import Workload

#: Most candidates of one operator in a generation.
BATCH = 8
#: Generations in which an average search finds its last incumbent.
USUAL_GENERATIONS = 2


@dataclass(slots=True)
class TuningTask(Generic[Workload, AnyPolicy]):
    """One distinct operator or subgraph.

    Attributes:
        workload: The operator or subgraph.
        name: Of the first one in the model.
        types: Of the source operators in it.
        uses: How many in the model are equal.
        uses_by_model: How many of these each model has, by its number, where several are tuned
            together; empty for one model.
        known: The repository's policy of before.
        standing: The default policy, if an earlier job has searched as deeply in vain.
        search: The search for its policy. None if there is nothing to search.
        stored: The policy that this job has stored in the repository.
        earlier: Its outcome, if an earlier part of an interrupted job has decided it.
        begun: The best policy of its search in such a part that ended before the search did.
        outcome: Its outcome, once it is decided.
        neighbours: Policies of similar operators in the repository, with distances.
        recorded: How many trials of its search the trial log has.
    """

    workload: Workload
    name: str
    types: tuple[str, ...]
    uses: int = 1
    uses_by_model: dict[int, int] = field(default_factory=dict)
    known: AnyPolicy | None = None
    standing: AnyPolicy | None = None
    search: PolicySearch[Workload, AnyPolicy] | None = None
    stored: AnyPolicy | None = None
    earlier: Outcome[AnyPolicy] | None = None
    begun: Winner[AnyPolicy] | None = None
    outcome: Outcome[AnyPolicy] | None = None
    neighbours: tuple[tuple[float, AnyPolicy], ...] = ()
    recorded: int = 0

    def is_negligible(self, share: float, tasks: Sequence[TuningTask[Workload, AnyPolicy]]) -> bool:
        """Whether it takes less than this share of the time of every model that has it. `tasks`:
        all tasks of these models.
        """
        return all(
            self._seconds_in(model) < share * sum(task._seconds_in(model) for task in tasks)
            for model in self.uses_by_model or (None,)
        )

    def _seconds_in(self, model: int | None) -> float:
        """The time of its uses in one of several models, or in the only one."""
        uses = self.uses if model is None else self.uses_by_model.get(model, 0)
        return self.seconds * uses / self.uses

    def go_on_from(self, earlier: TuningTask[Workload, AnyPolicy]) -> None:
        """Takes over the search of an equal task in an earlier part of this job."""
        self.known, self.stored, self.begun = earlier.known, earlier.stored, earlier.begun
        self.search, self.recorded = earlier.search, earlier.recorded

    @property
    def settled(self) -> bool:
        """Whether an earlier job, or an earlier part of this one, has decided it."""
        return any(item is not None for item in (self.known, self.standing, self.earlier))

    @property
    def best(self) -> AnyPolicy | None:
        """The best policy known so far."""
        if self.earlier is not None and self.earlier.decision != "failed":
            return self.earlier.policy
        return self.search.incumbent if self.search is not None else self.known

    @property
    def old_name(self) -> str:
        """The name of the policy before tuning in messages."""
        return "default policy" if self.known is None else "policy in the repository"

    @property
    def seconds(self) -> float:
        """The time of all uses together, as far as known."""
        if self.search is None:
            return 0.0
        seconds = (
            self.search.incumbent_seconds if self.search.generations else self.search.space.expected
        )
        return self.uses * seconds

    @property
    def progress(self) -> TaskProgress:
        """How far it is."""
        facts = (self.workload.key, self.name, self.types, self.uses, self._state)
        search = self.search
        if search is None:
            return TaskProgress(*facts)
        after = search.incumbent_seconds if search.generations else search.space.expected
        ratio = search.comparison.ratio if search.comparison and search.improved else 1.0
        return TaskProgress(*facts, after / ratio, after, len(search.history))

    @property
    def _state(self) -> TaskState:
        if self.outcome is not None or self.search is None:
            return "decided"
        if not self.search.generations:
            return "waiting"
        return "ranking" if self.search.searched else "searching"

    @property
    def possible_gain(self) -> float:
        """Seconds that an inference may still gain: the time of all uses above their lower bound,
        or above the best estimate where no bound is known. Halved for every generation without
        success.
        """
        if self.search is None:
            return 0.0
        space = self.search.space
        possible = max(
            0.05, 1.0 - self.uses * (space.lower_bound or space.expected) / max(self.seconds, 1e-9)
        )
        stale: float = 0.5 ** (self.search.since_change / 8)
        return self.seconds * possible * stale

    def remaining_trials(self, total: float) -> int:
        """About how many more policies the search tries, in a model that takes `total` seconds."""
        search = self.search
        if search is None or self.outcome is not None:
            return 0
        limits, tried = search.limits, len(search.history)
        untried = min(search.space.size, limits.most_trials) - tried
        if not search.generations and self.seconds < limits.negligible * total:
            return min(untried, BATCH)
        usual = limits.patience + BATCH * USUAL_GENERATIONS
        return max(0, min(untried, max(usual - tried, limits.patience - search.since_change)))

    def fruitless(self, outcome: Outcome[AnyPolicy]) -> bool:
        """Whether its search has shown that no policy it tried is faster than the default."""
        search = self.search
        if search is None or not search.generations:
            return False
        return outcome.decision == "unsatisfied" and outcome.policy == search.space.default

    def decide(self) -> Outcome[AnyPolicy]:
        """The outcome now: what the repository had, or what the search found."""
        if self.earlier is not None:
            return self.earlier
        search = self.search
        if search is None and self.standing is not None:
            return self._outcome("unsatisfied", self.standing, self.standing)
        if search is None:
            assert self.known is not None, "a task has a search or an entry in the repository"
            return self._outcome("reserved", self.known, self.known)
        stored: Decision = "add" if self.known is None else "update"
        if self.begun is not None and not search.generations:
            outcome = self._outcome(stored, self.begun.policy, search.baseline)
            return replace(outcome, before=self.begun.before, after=self.begun.after)
        if search.incumbent is None:
            return self._outcome("failed", search.baseline, search.baseline)
        if search.improved:
            return self._outcome(stored, search.incumbent, search.baseline)
        decision: Decision = "unsatisfied" if self.known is None else "reserved"
        failed = {failure.policy for failure in search.failures}
        policy = search.incumbent if search.baseline in failed else search.baseline
        return self._outcome(decision, policy, search.baseline)

    def _outcome(self, decision: Decision, policy: AnyPolicy, old: AnyPolicy) -> Outcome[AnyPolicy]:
        search = self.search
        comparison = search.comparison if search is not None and search.improved else None
        return Outcome(
            key=self.workload.key,
            name=self.name,
            types=self.types,
            uses=self.uses,
            decision=decision,
            policy=policy,
            old=old,
            before=comparison.incumbent if comparison else None,
            after=comparison.candidate if comparison else None,
            candidates=len(search.history) if search else 0,
            failures=tuple(search.failures) if search else (),
            hit=self.known is not None,
        )


def tuning_tasks(graph: OperatorGraph) -> list[TuningTask]:
    """The distinct operators of a graph in order of their first use."""
    tasks: dict[str, TuningTask] = {}
    for node in graph.operator_nodes:
        key = node.operator.key
        if key in tasks:
            tasks[key].uses += 1
        else:
            types = tuple(dict.fromkeys(kind for _, kind in node.sources)) or (node.operator.type,)
            tasks[key] = TuningTask(node.operator, node.name, types)
    return list(tasks.values())


def count_uses_by_model(
    tasks: Sequence[TuningTask[Workload, AnyPolicy]], models: Sequence[Iterable[str]]
) -> None:
    """Tells tasks how often each of several models uses them. `models`: the keys of the operators
    or subgraphs of each model, one for each use.
    """
    by_key = {task.workload.key: task for task in tasks}
    for number, keys in enumerate(models):
        for key, uses in Counter(keys).items():
            if key in by_key:
                by_key[key].uses_by_model[number] = uses
