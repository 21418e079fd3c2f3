"""The phases of a tuning job one after the other: operators, so that subgraphs are compared with
operators that are tuned, subgraphs, operators again, and the end, in which the model is compiled
and written and the result files are completed. `tune_job` prepares them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from aoe.application.display.console import Observers
from aoe.application.model.compilation import compile_with
from aoe.application.model.precision import measured
from aoe.application.model.precision_gate import Gated, in_gated_precision
from aoe.application.model.precision_request import PrecisionRequest
from aoe.application.model.source import Source
from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.tune.dumped_graph import note_grouping
from aoe.application.tune.interruption import postponed_interruption
from aoe.application.tune.journal import Journal, JournalContent, take_over
from aoe.application.tune.model_times import SECONDS as TIMING_SECONDS
from aoe.application.tune.model_times import ModelTimes, overall_times, unchanged_times
from aoe.application.tune.operator_phase import OperatorPhase, run_operator_phase
from aoe.application.tune.result_observer import ResultObserver
from aoe.application.tune.shares import job_shares, part_of
from aoe.application.tune.subgraph_phase import (
    EndedPhase,
    SubgraphPhase,
    run_subgraph_phase,
    selected_subgraphs,
)
from aoe.application.tune.subgraph_results import SubgraphResultObserver
from aoe.application.tune.tune_result import TuneResult
from aoe.application.tune.workspace import JobFiles
from aoe.errors import AoeError, OfflineModelError
from aoe.execute.compile_pool import CompilePool
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.profiles import together
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy, SubgraphPolicy
from aoe.results.repository_summary import RepositorySummary
from aoe.results.result_file import SingleResultFile
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.tuning.budget_share import BudgetShares
from aoe.tuning.observer import Observer
from aoe.tuning.operator_tuning import operators_by_key, tune_operators
from aoe.tuning.stored_policies import RepositoryPolicies, known_policies
from aoe.tuning.stored_subgraphs import RepositorySubgraphs
from aoe.tuning.subgraph_model import KnownOperators
from aoe.tuning.subgraph_tuning import model_of
from aoe.tuning.tuned import Tuning, TuningOptions, with_paused_ended
from aoe.tuning.tuning_case import TuningCase


@dataclass(frozen=True, slots=True)
class JobRun:
    """What stays the same from the start of a job to its end. `options`: of both kinds of tuning;
    `dump`: where the prepared graphs were written, if anywhere; `precision`: the element types to
    compute operators in, once subgraphs are decided; `operators`: which of them to tune then, None
    for all.
    """

    job_types: tuple[int, ...]
    files: JobFiles
    source: Source
    profiles: tuple[PreparedGraph, ...]
    store: RepositoryPolicies
    subgraph_store: RepositorySubgraphs
    options: TuningOptions
    journal: Journal
    pool: CompilePool
    observer: Observer
    dump: Path | None
    precision: PrecisionRequest
    operators: OperatorSelection | None

    def run(self, known: Mapping[str, SubgraphPolicy], journal: JournalContent) -> TuneResult:
        """Tunes, compiles and writes. `known`: policies of subgraphs, by key; `journal`: what the
        job has done before.
        """
        self.store.repository.announce_stores(self.journal.storing)
        self.subgraph_store.repository.announce_stores(self.journal.storing)
        shares = BudgetShares.of(1.0)
        if self.both:
            repeat = self.options.repeat_tune
            shares = job_shares(self.profiles, self.store, self.subgraph_store, journal, repeat)
        first = self.begin_operators(known, journal, shares.first)
        interrupted = first is not None and first.phase.tuning.interrupted
        subgraphs: _Subgraphs | None = None
        if 1 in self.job_types and not interrupted:
            subgraphs = self.tune_subgraphs(known, journal, shares.subgraphs)
            known = subgraphs.phase.tuning.policies
            interrupted = subgraphs.phase.tuning.interrupted
        note_grouping(self.dump, self.source.name, self.profiles, known)
        exact = tuple(item.formed(known) for item in self.profiles)
        gated = Gated(exact)  # what it stays if Ctrl-C ends looking for a precision that holds
        operators: _Operators | None = None
        try:
            # What there is to warn of was said before the first file was written.
            gated = in_gated_precision(
                exact, self.precision, self.store.device, lambda _: None, self.by_default
            )
            if 2 in self.job_types and not interrupted:
                operators = self.tune_operators(together(gated.graphs), journal, first)
        except KeyboardInterrupt:  # before the search for operators began
            interrupted = True
        if operators is None and first is not None:
            operators = self.ended(first)
        if subgraphs is None and operators is None:
            raise KeyboardInterrupt  # there is nothing to keep
        return self.finish(gated, subgraphs, operators, interrupted)

    @property
    def both(self) -> bool:
        """Whether subgraphs and operators are tuned."""
        return {1, 2} <= {*self.job_types}

    def begin_operators(
        self, known: Mapping[str, SubgraphPolicy], journal: JournalContent, share: float
    ) -> _Operators | None:
        """The operators of the grouping known before, for a share of the time; None where that has
        been, or where operators will have other element types in the end.
        """
        done = journal.operators_paused or journal.subgraphs_ended
        if done or not share or self.precision.wanted is not None:
            return None
        graph = model_of(self.profiles, known)
        results, observers = self.operator_observers()
        options = replace(
            self.operator_options(graph, journal),
            deadline=part_of(self.options.deadline, share),
            pausing=True,
        )
        device = self.store.device
        tuning = tune_operators(graph, device, self.store, options, observers, self.pool)
        if not tuning.interrupted:
            self.journal.operators_paused()
        return _Operators(OperatorPhase(tuning, tuning.policies), results)

    def tune_subgraphs(
        self, known: Mapping[str, SubgraphPolicy], journal: JournalContent, share: float
    ) -> _Subgraphs:
        """Subgraphs, for a share of the time that is left where operators follow. Where it fails,
        the result file has no section of it.
        """
        selected: Collection[str] | None = None
        if journal.subgraphs_ended:
            selected = journal.subgraphs
        elif self.operators is not None:
            selected = selected_subgraphs(self.operators, self.profiles, known)
        writer = SingleResultFile(self.files.subgraph_result)
        results = SubgraphResultObserver(writer, self.source.name)
        operators = KnownOperators(self.store.device, self.store.measured)
        observers = Observers([self.journal, results, self.observer])
        try:
            phase = run_subgraph_phase(
                self.profiles,
                operators,
                self.subgraph_store,
                self.subgraph_options(journal, selected, share),
                observers,
                self.pool,
                EndedPhase(journal.subgraph_times) if journal.subgraphs_ended else None,
            )
        except AoeError:
            results.failed(self.options.deadline.used)
            raise
        if not phase.tuning.interrupted:
            self.journal.subgraphs_ended(phase.times)
        return _Subgraphs(phase, results)

    def subgraph_options(
        self, journal: JournalContent, selected: Collection[str] | None, share: float
    ) -> TuningOptions[SubgraphPolicy]:
        """The options of `tune_subgraphs`. `selected`: keys of the subgraphs to tune, None for
        all.
        """
        deadline = self.options.deadline
        return TuningOptions(
            part_of(deadline, share) if self.both else deadline,
            self.options.repeat_tune,
            selected=selected,
            finished=dict(journal.subgraphs),
            begun=take_over(
                journal.stored_subgraphs,
                journal.subgraphs,
                self.subgraph_store.repository,
                SubgraphPolicy,
            ),
            together=self.options.together,
            fewest_runs=self.options.fewest_runs,
            limits=self.options.limits,
            trial_log=self.options.trial_log,
            patience=self.options.patience,
            seed=self.options.seed,
            followed=self.both,
        )

    def tune_operators(
        self, graph: OperatorGraph, journal: JournalContent, first: _Operators | None
    ) -> _Operators:
        """The operators that the model has in the end; searches of its `first` part go on. What is
        selected has other keys where subgraphs have fused it anew, and winners of that part that
        are not used now leave the repository.
        """
        results, observers = self.operator_observers()
        paused = {} if first is None else first.phase.tuning.paused
        options = self.operator_options(graph, journal, paused)
        used = operators_by_key(graph).keys() if options.selected is None else options.selected
        for key in journal.stored.keys() - used:
            self.store.repository.withdraw(journal.stored[key].entry.signature, key)
        phase = run_operator_phase(graph, self.store, options, observers, self.pool)
        return _Operators(phase, results)

    def operator_options(
        self,
        graph: OperatorGraph,
        journal: JournalContent,
        paused: Mapping[str, TuningCase[Any, Policy]] = MappingProxyType({}),
    ) -> TuningOptions:
        """The options of tuning the operators of a graph. `paused`: searches to go on with."""
        killed = {key: item for key, item in journal.stored.items() if key not in paused}
        return replace(
            self.options,
            selected=None if self.operators is None else self.operators.keys(graph),
            finished=dict(journal.finished),
            begun=take_over(killed, journal.finished, self.store.repository, Policy),
            paused=paused,
        )

    def operator_observers(self) -> tuple[ResultObserver, Observers]:
        """What keeps a new result file of operators, and it with all others to be told."""
        results = ResultObserver(SingleResultFile(self.files.result), self.source.name)
        return results, Observers([self.journal, results, self.observer])

    def ended(self, first: _Operators) -> _Operators:
        """The first part of tuning operators, where nothing follows it in this run."""
        observers = Observers([self.journal, first.results, self.observer])
        tuning = with_paused_ended(first.phase.tuning, observers)
        return _Operators(OperatorPhase(tuning, tuning.policies), first.results)

    def finish(
        self,
        gated: Gated,
        subgraphs: _Subgraphs | None,
        operators: _Operators | None,
        interrupted: bool,
    ) -> TuneResult:
        """Compiles and writes the model, and completes the result files. `interrupted`: between
        the phases.
        """
        graphs = gated.graphs
        tunings: list[Tuning[Any]] = [
            part.phase.tuning for part in (subgraphs, operators) if part is not None
        ]
        if operators is not None:
            policies = operators.phase.policies
        else:
            policies = known_policies(together(graphs), self.store)
        self.observer.stage("writing the model", tunings[-1].rehearsal.ending)
        with postponed_interruption() as interruption:
            model = self.compiled(graphs, policies, _summaries(subgraphs, operators))
            model, precision = measured(
                model, gated.precision, gated.expected, self.store.device.threads
            )
            _write(self.files.offline_model, model)
        interrupted |= any(tuning.interrupted for tuning in tunings) or interruption.asked
        times = [part.phase.times for part in (subgraphs, operators) if part is not None]
        unchanged = None
        if not any(times) and not interrupted and any(map(_was_searched, tunings)):
            unchanged, interrupted = _unchanged_times(
                model, self.store.device.threads, self.options
            )
        if not interrupted:
            self.complete(subgraphs, operators, unchanged)
        overall = overall_times([item for item in times if item is not None]) or unchanged
        first = self.files.subgraph_result if subgraphs is not None else None
        return TuneResult(
            name=self.source.name,
            model_path=self.files.offline_model,
            result_path=first if operators is None and first is not None else self.files.result,
            seconds=self.options.deadline.used,
            outcomes=() if operators is None else operators.phase.tuning.outcomes,
            summary=RepositorySummary() if operators is None else operators.summary,
            baseline_ms=None if overall is None else overall.before * 1e3,
            result_ms=None if overall is None else overall.after * 1e3,
            baseline_spread_ms=None if overall is None else _milliseconds(overall.before_spread),
            result_spread_ms=None if overall is None else _milliseconds(overall.after_spread),
            interrupted=interrupted,
            untried=sum(tuning.untried for tuning in tunings),
            subgraphs=() if subgraphs is None else subgraphs.phase.tuning.outcomes,
            subgraph_summary=RepositorySummary() if subgraphs is None else subgraphs.summary,
            subgraph_result_path=first,
            precision=precision,
        )

    def complete(
        self,
        subgraphs: _Subgraphs | None,
        operators: _Operators | None,
        unchanged: ModelTimes | None,
    ) -> None:
        """Notes the end in the result files. `unchanged`: times of a model that is as it was."""
        used = self.options.deadline.used
        if subgraphs is not None:
            times = subgraphs.phase.times or unchanged
            if times is None and operators is not None and operators.phase.times is not None:
                times = operators.phase.times.unchanged_before
            tuning = subgraphs.phase.tuning
            if tuning.outcomes or not tuning.untried:
                subgraphs.results.finished(used, times)
        if operators is not None:
            times = operators.phase.times or unchanged
            if times is None and subgraphs is not None and subgraphs.phase.times is not None:
                times = subgraphs.phase.times.unchanged_after
            if operators.phase.tuning.outcomes or not operators.phase.tuning.untried:
                operators.results.finished(used, times)

    def by_default(self, graphs: Sequence[OperatorGraph]) -> OfflineModel:
        """The model, at each of its shapes, under default policies."""
        first, *others = graphs
        return compile_with(first, self.source, {}, self.store.device, self.pool, profiles=others)

    def compiled(
        self,
        graphs: tuple[OperatorGraph, ...],
        policies: Mapping[str, Policy],
        summary: Mapping[str, Any],
    ) -> OfflineModel:
        """The model under these policies; `summary` goes into its manifest."""
        first, *others = graphs
        device, pool = self.store.device, self.pool
        return compile_with(first, self.source, policies, device, pool, summary, profiles=others)


@dataclass(frozen=True, slots=True)
class _Subgraphs:
    """The phase of subgraphs, and what keeps its result file."""

    phase: SubgraphPhase
    results: SubgraphResultObserver

    @property
    def summary(self) -> RepositorySummary:
        """How many ended how."""
        return self.results.subgraphs.summary


@dataclass(frozen=True, slots=True)
class _Operators:
    """The phase of operators, and what keeps its result file."""

    phase: OperatorPhase
    results: ResultObserver

    @property
    def summary(self) -> RepositorySummary:
        """How many ended how."""
        return self.results.operators.summary


def _summaries(subgraphs: _Subgraphs | None, operators: _Operators | None) -> dict[str, Any]:
    """What the manifest says of the tuning."""
    found: dict[str, Any] = {} if operators is None else operators.summary.to_json()
    if subgraphs is not None:
        found["subgraphs"] = subgraphs.summary.to_json()
    return found


def _was_searched(tuning: Tuning[Any]) -> bool:
    return any(outcome.candidates for outcome in tuning.outcomes)


def _unchanged_times(
    model: OfflineModel, threads: int, options: TuningOptions
) -> tuple[ModelTimes | None, bool]:
    """The times of a model that is the same before and after, and whether that was interrupted."""
    try:
        seconds = options.deadline.within(TIMING_SECONDS)
        return unchanged_times(model, threads, seconds, options.seed), False
    except KeyboardInterrupt:
        return None, True


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1e3


def _write(path: Path, model: OfflineModel) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OfflineModelError(f"cannot write {path}: {error.strerror or error}") from error
    write_offline_model(path, model)
