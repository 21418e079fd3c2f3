"""The phases of a tuning job one after the other: operators, so that subgraphs are compared with
operators that are tuned, subgraphs, operators again, and the end, in which the model is compiled
and written and the result files are completed. `tune_job` prepares them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import Any

from aoe.application.display.console import Observers
from aoe.application.model.compilation import compile_with
from aoe.application.model.exact_contractions import has_choice
from aoe.application.model.precision import measured
from aoe.application.model.precision_gate import Gated, gated_profiles
from aoe.application.model.precision_request import PrecisionRequest
from aoe.application.model.source import Source
from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.tune.dumped_graph import note_grouping
from aoe.application.tune.interruption import postponed_interruption
from aoe.application.tune.job_end import (
    JobEnd,
    OperatorsEnd,
    SubgraphsEnd,
    times_of_unchanged,
    write_model,
)
from aoe.application.tune.joint_check import Tunings, check_jointly, with_regained
from aoe.application.tune.journal import Journal, JournalContent, PoliciesBefore, take_over
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
from aoe.backends.backend import Compiler
from aoe.errors import AoeError
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.profiles import together
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy, SubgraphPolicy
from aoe.results.result_file import SingleResultFile
from aoe.runtime.offline_model import OfflineModel
from aoe.tuning.budget_split import BudgetShares
from aoe.tuning.driver import TuningOptions, with_paused_ended
from aoe.tuning.observer import Observer
from aoe.tuning.operator_tuning import tune_operators
from aoe.tuning.policy_database import RepositoryPolicies, known_policies
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.subgraph.subgraph_tuning import model_of
from aoe.tuning.tuning_task import TuningTask
from aoe.tuning.workload.subgraph_model import KnownOperators


@dataclass(frozen=True, slots=True)
class JobRun:
    """What stays the same from the start of a job to its end. `options`: of both kinds of tuning;
    `dump`: where the prepared graphs were written, if anywhere; `precision`: the element types to
    compute operators in; `operators`: which of them to tune, None for all.
    """

    job_types: tuple[int, ...]
    files: JobFiles
    source: Source
    profiles: tuple[PreparedGraph, ...]
    store: RepositoryPolicies
    subgraph_store: RepositorySubgraphs
    options: TuningOptions
    journal: Journal
    pool: Compiler
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
        gated = self.gated()
        return replace(self, profiles=gated.profiles).tuned(known, journal, gated)

    def tuned(
        self, known: Mapping[str, SubgraphPolicy], journal: JournalContent, gated: Gated
    ) -> TuneResult:
        """As `run`, of the model whose accuracy has been seen to."""
        shares = BudgetShares.of(1.0)
        if self.both:
            shares = job_shares(
                self.profiles,
                self.store,
                self.subgraph_store,
                journal,
                self.options.repeat_tune,
                self.options.deadline.budget or inf,
            )
            self.note_before(known, journal)
        first = self.begin_operators(known, journal, shares.first)
        interrupted = first is not None and first.phase.tuning.interrupted
        subgraphs: SubgraphsEnd | None = None
        if 1 in self.job_types and not interrupted:
            subgraphs = self.tune_subgraphs(known, journal, shares.subgraphs)
            known = subgraphs.phase.tuning.policies
            interrupted = subgraphs.phase.tuning.interrupted
        operators: OperatorsEnd | None = None
        try:
            if 2 in self.job_types and not interrupted:
                graph = model_of(self.profiles, known)
                if subgraphs is not None:
                    subgraphs, operators = self.tune_to_end(graph, journal, first, subgraphs)
                    known = subgraphs.phase.tuning.policies
                else:
                    operators = self.tune_operators(graph, journal)
        except KeyboardInterrupt:  # before the search for operators began
            interrupted = True
        if operators is None and first is not None:
            operators = self.ended(first)
        if subgraphs is None and operators is None:
            raise KeyboardInterrupt  # there is nothing to keep
        note_grouping(self.dump, self.source.name, self.profiles, known)
        return self.finish(known, gated, JobEnd(subgraphs, operators), interrupted)

    @property
    def both(self) -> bool:
        """Whether subgraphs and operators are tuned."""
        return {1, 2} <= {*self.job_types}

    def gated(self) -> Gated:
        """The model in the precision asked for, as far as its accuracy holds."""
        if self.precision.wanted is not None:
            self.observer.stage("measuring the accuracy of narrow numbers", None)
        elif has_choice(self.profiles, self.store.target):
            self.observer.stage("computing what must be exact", None)
        # What there is to warn of was said before the first file was written.
        target = self.store.target
        return gated_profiles(
            self.profiles, self.precision, target, lambda _: None, self.by_default
        )

    def note_before(self, known: Mapping[str, SubgraphPolicy], journal: JournalContent) -> None:
        """Notes what the repositories had for the model, unless an earlier part of the job has."""
        if journal.before is None:
            graph = model_of(self.profiles, known)
            self.journal.begun(PoliciesBefore(known, known_policies(graph, self.store)))

    def begin_operators(
        self, known: Mapping[str, SubgraphPolicy], journal: JournalContent, share: float
    ) -> OperatorsEnd | None:
        """The operators of the grouping known before, for a share of the time; None where that has
        been.
        """
        done = journal.operators_paused or journal.subgraphs_ended
        if done or not share:
            return None
        graph = model_of(self.profiles, known)
        results, observers = self.operator_observers()
        options = replace(
            self.operator_options(graph, journal),
            deadline=part_of(self.options.deadline, share),
            pausing=True,
        )
        target = self.store.target
        tuning = tune_operators(graph, target, self.store, options, observers, self.pool)
        if not tuning.interrupted:
            self.journal.operators_paused()
        return OperatorsEnd(OperatorPhase(tuning, tuning.policies), results)

    def tune_subgraphs(
        self, known: Mapping[str, SubgraphPolicy], journal: JournalContent, share: float
    ) -> SubgraphsEnd:
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
        operators = KnownOperators(self.store.target, self.store.measured)
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
        return SubgraphsEnd(phase, results)

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

    def tune_operators(self, graph: OperatorGraph, journal: JournalContent) -> OperatorsEnd:
        """The operators of a model whose subgraphs are not tuned."""
        results, observers = self.operator_observers()
        options = self.operator_options(graph, journal)
        phase = run_operator_phase(graph, self.store, options, observers, self.pool)
        return OperatorsEnd(phase, results)

    def tune_to_end(
        self,
        graph: OperatorGraph,
        journal: JournalContent,
        first: OperatorsEnd | None,
        subgraphs: SubgraphsEnd,
    ) -> tuple[SubgraphsEnd, OperatorsEnd]:
        """The operators that the model has in the end; searches of their `first` part go on. Then
        the whole of it is compared with the model before the job. What is selected has other keys
        where subgraphs have fused it anew. Winners that are not used leave the repository.
        """
        results, observers = self.operator_observers()
        begun = None if first is None else first.phase.tuning
        options = self.operator_options(graph, journal, {} if begun is None else begun.paused)
        tuning = tune_operators(graph, self.store.target, self.store, options, observers, self.pool)
        subgraph_observers = Observers([self.journal, subgraphs.results, self.observer])
        tunings = Tunings(subgraphs.phase.tuning, tuning, subgraph_observers, observers)
        before = journal.before or PoliciesBefore()
        found = check_jointly(
            self.profiles, before, tunings, self.store, self.subgraph_store, options, self.pool
        )
        if begun is not None:
            found = with_regained(found, begun, observers)
        for key, item in journal.stored.items():
            if found.policies.get(key) != item.entry.policy:
                self.store.repository.withdraw(item.entry.signature, key)
        phase = OperatorPhase(found.operators, found.policies, found.times, of_whole_job=True)
        kept = any(item.decision in ("add", "update") for item in found.subgraphs.outcomes)
        times = subgraphs.phase.times if kept else None  # a gain that has gone back is none
        ended = replace(subgraphs, phase=SubgraphPhase(found.subgraphs, times))
        return ended, OperatorsEnd(phase, results)

    def operator_options(
        self,
        graph: OperatorGraph,
        journal: JournalContent,
        paused: Mapping[str, TuningTask[Any, Policy]] = MappingProxyType({}),
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

    def ended(self, first: OperatorsEnd) -> OperatorsEnd:
        """The first part of tuning operators, where nothing follows it in this run."""
        observers = Observers([self.journal, first.results, self.observer])
        tuning = with_paused_ended(first.phase.tuning, observers)
        return OperatorsEnd(OperatorPhase(tuning, tuning.policies), first.results)

    def finish(
        self,
        known: Mapping[str, SubgraphPolicy],
        gated: Gated,
        end: JobEnd,
        interrupted: bool,
    ) -> TuneResult:
        """Compiles and writes the model, and completes the result files. `known`: policies of
        subgraphs, by key; `interrupted`: between the phases.
        """
        graphs = tuple(item.formed(known) for item in self.profiles)
        if end.operators is not None:
            policies = end.operators.phase.policies
        else:
            policies = known_policies(together(graphs), self.store)
        self.observer.stage("writing the model", end.tunings[-1].rehearsal.ending)
        with postponed_interruption() as interruption:
            model = self.compiled(graphs, policies, end.summaries)
            model, precision = measured(
                model, gated.precision(graphs), gated.expected, self.store.target.threads
            )
            write_model(self.files.offline_model, model)
        interrupted |= any(tuning.interrupted for tuning in end.tunings) or interruption.asked
        times = end.times
        if times is None and not interrupted and end.was_searched:
            unchanged, interrupted = times_of_unchanged(
                model, self.store.target.threads, self.options
            )
            times = unchanged
        else:
            unchanged = None
        used = self.options.deadline.used
        if not interrupted:
            end.complete(used, unchanged)
        return end.result(self.source.name, self.files, used, times, precision, interrupted)

    def by_default(self, graphs: Sequence[OperatorGraph]) -> OfflineModel:
        """The model, at each of its shapes, under default policies."""
        first, *others = graphs
        return compile_with(first, self.source, {}, self.store.target, self.pool, profiles=others)

    def compiled(
        self,
        graphs: tuple[OperatorGraph, ...],
        policies: Mapping[str, Policy],
        summary: Mapping[str, Any],
    ) -> OfflineModel:
        """The model under these policies; `summary` goes into its manifest."""
        first, *others = graphs
        target, pool = self.store.target, self.pool
        return compile_with(first, self.source, policies, target, pool, summary, profiles=others)
