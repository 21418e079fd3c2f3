"""Options of a tuning: those of the job, and what comes before and after it in the same job.

`aoe.tuning.driver` carries a tuning out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Generic

from aoe.policy import AnyPolicy
from aoe.repository.search_record import ANY_MODEL, SearchDepth
from aoe.tuning.deadline import Deadline
from aoe.tuning.dry_run import DryRun
from aoe.tuning.measurement.kept_runner import KeptRunner
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.observer import Outcome
from aoe.tuning.policy_database import Winner, WinnerStore
from aoe.tuning.search.search_limits import USUAL, SearchLimits, search_depth
from aoe.tuning.task_scheduler import GROUP
from aoe.tuning.trial_log import TrialLog
from aoe.tuning.tuning_task import TuningTask
from aoe.tuning.workload.subgraph_model import Workload


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
        limits: How far searches go.
        trial_log: Records every trial. None for no record.
        measuring: How candidates are measured.
        budget: Seconds of the whole job; infinite without a limit. A search that it cuts short is
            no deeper than that.
        model: Digest of the model, for what holds in this model only.
        kept_runner: Runs the candidates. None for a process of this tuning's own.
    """

    deadline: Deadline = field(default_factory=Deadline)
    repeat_tune: bool = False
    selected: Collection[str] | None = None
    earlier: EarlierTuning[AnyPolicy] = field(default_factory=EarlierTuning)
    later: LaterTuning = field(default_factory=LaterTuning)
    together: int = GROUP
    limits: SearchLimits = USUAL
    trial_log: TrialLog | None = None
    measuring: MeasurementOptions = field(default_factory=MeasurementOptions)
    budget: float = inf
    model: str = ANY_MODEL
    kept_runner: KeptRunner | None = None

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
