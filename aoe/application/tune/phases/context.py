"""What the phases of a job pass to one another, and what all of them work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aoe.application.display.console import Observers
from aoe.application.model.source import ReadModel, Source
from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.tune.journal import Journal
from aoe.application.tune.model_times import ModelTimes, overall_times
from aoe.application.tune.result_observer import ResultObserver, SubgraphResultObserver
from aoe.application.tune.workspace import JobFiles
from aoe.backends.backend import Compiler
from aoe.graph.pipeline import PreparedGraph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy, SubgraphPolicy
from aoe.results.result_file import ReportWriter
from aoe.target import Target
from aoe.tuning.deadline import Deadline
from aoe.tuning.observer import Observer
from aoe.tuning.operator_tuning import OperatorTuning
from aoe.tuning.policy_database import RepositoryPolicies
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.subgraph.subgraph_tuning import SubgraphTuning, model_of
from aoe.tuning.tuning_options import TuningOptions
from aoe.tuning.tuning_result import Tuning
from aoe.tuning.workload.subgraph_model import KnownOperators


@dataclass(frozen=True, slots=True)
class JobModel:
    """The model of a job, before anything is tuned.

    Attributes:
        source: Name and file of the model.
        profiles: The prepared model at each of its shapes.
        grouping: Policies that the graph repository has for its subgraphs, by key.
        selection: Operators to tune; `None` for all.
        opened: The model with open shapes, of which `profiles` are representative ones; `None` if
            they are all that there are.
        reference: The model before operators got element types of their own, at each of its shapes;
            empty if none got fewer bits.
        parts: The models that this one stands for, where several are searched together. Their
            profiles are those of this one.
    """

    source: Source
    profiles: tuple[PreparedGraph, ...]
    grouping: Mapping[str, SubgraphPolicy]
    selection: OperatorSelection | None
    opened: ReadModel | None = None
    reference: tuple[PreparedGraph, ...] = ()
    parts: tuple[JobModel, ...] = ()

    def graph(self, grouping: Mapping[str, SubgraphPolicy] | None = None) -> OperatorGraph:
        """All operators, at all shapes, under a grouping; by default under its own."""
        return model_of(self.profiles, self.grouping if grouping is None else grouping)

    def part_graphs(
        self, grouping: Mapping[str, SubgraphPolicy] | None = None
    ) -> list[OperatorGraph]:
        """The graph of each of `parts`."""
        return [part.graph(grouping) for part in self.parts]


@dataclass(frozen=True, slots=True)
class Repositories:
    """The repositories that a job reads and writes.

    Attributes:
        operators: Policies of operators.
        subgraphs: Policies of subgraphs.
    """

    operators: RepositoryPolicies
    subgraphs: RepositorySubgraphs

    @property
    def target(self) -> Target:
        """The device that both are for."""
        return self.operators.target


@dataclass(frozen=True, slots=True)
class Reports:
    """Where the reports of a job are written.

    Attributes:
        operators: The report of operator tuning.
        subgraphs: The report of subgraph tuning.
    """

    operators: ReportWriter
    subgraphs: ReportWriter


@dataclass(frozen=True, slots=True)
class Decided:
    """How the search for several models ended.

    Attributes:
        interrupted: Whether the user ended it. What was found is then used without a check.
    """

    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class JobContext:
    """What every phase works with. It stays the same from the first phase to the last.

    Attributes:
        files: The files that the job writes.
        repositories: Where policies are looked up and stored.
        options: Options of both kinds of tuning, with the deadline of the whole job.
        journal: Journal of the job; `journal.content` has what earlier runs of the job did.
        pool: Processes that compile candidates and models.
        judge: Those that compile the models whose accuracy is measured on this machine: `pool`
            where this machine runs what that makes.
        observer: Shows progress to the user.
        reports: Where the reports are written.
        decided: Set where the model was searched together with others before: all outcomes are in
            the journal, and nothing else is searched.
    """

    files: JobFiles
    repositories: Repositories
    options: TuningOptions
    journal: Journal
    pool: Compiler
    judge: Compiler
    observer: Observer
    reports: Reports
    decided: Decided | None = None

    @property
    def target(self) -> Target:
        """The device that the job tunes for."""
        return self.repositories.target

    @property
    def interrupted(self) -> bool:
        """Whether the user has ended the job before the phases of this model."""
        return self.decided is not None and self.decided.interrupted

    def observers(self, report: Observer) -> Observers:
        """The observers of a phase whose result file `report` keeps."""
        return Observers([self.journal, report, self.observer])


@dataclass(frozen=True, slots=True)
class OperatorResult:
    """What tuning operators found.

    Attributes:
        tuning: Outcomes, after the check of the whole model where there was one.
        policies: Policies to compile the model with, by key.
        report: Keeps the result file.
        times: Times of the whole model before and after, if measured.
        of_whole_job: Whether `times.before` is of the model before the job, in which subgraphs
            were tuned too.
        unchecked: Whether the budget left no time to measure the whole model with its winners.
    """

    tuning: OperatorTuning
    policies: Mapping[str, Policy]
    report: ResultObserver
    times: ModelTimes | None = None
    of_whole_job: bool = False
    unchecked: bool = False


@dataclass(frozen=True, slots=True)
class SubgraphResult:
    """What tuning subgraphs found.

    Attributes:
        tuning: Outcomes, after the check of the whole model where there was one.
        report: Keeps the result file.
        deadline: When tuning subgraphs and its check must end.
        operators: The times of operators that groupings were compared with.
        times: Times of the whole model before and after, if measured.
        unchecked: Whether the budget left no time to measure the whole model with its winners.
    """

    tuning: SubgraphTuning
    report: SubgraphResultObserver
    deadline: Deadline
    operators: KnownOperators
    times: ModelTimes | None = None
    unchecked: bool = False


@dataclass(frozen=True, slots=True)
class TunedJob:
    """What all tuning of a job found.

    Attributes:
        grouping: Policies of subgraphs to compile the model with, by key.
        subgraphs: `None` where subgraphs were not tuned.
        operators: `None` where operators were not tuned.
        interrupted: Whether the user ended the job between or within these.
    """

    grouping: Mapping[str, SubgraphPolicy]
    subgraphs: SubgraphResult | None = None
    operators: OperatorResult | None = None
    interrupted: bool = False

    @property
    def tunings(self) -> list[Tuning[Any]]:
        """The tunings that took place, in their order."""
        results = (self.subgraphs, self.operators)
        return [result.tuning for result in results if result is not None]

    @property
    def searched(self) -> bool:
        """Whether any candidate was tried."""
        return any(outcome.candidates for item in self.tunings for outcome in item.outcomes)

    @property
    def unchecked(self) -> bool:
        """Whether the budget left no time to measure the whole model with its winners."""
        return any(item.unchecked for item in (self.subgraphs, self.operators) if item is not None)

    @property
    def times(self) -> ModelTimes | None:
        """Times of the model before and after the job, if the whole model was measured."""
        operators = self.operators
        if operators is not None and operators.of_whole_job and operators.times is not None:
            return operators.times
        results = (self.subgraphs, operators)
        known = [result.times for result in results if result is not None]
        return overall_times([times for times in known if times is not None])
