"""The phases of each model of a folder after the search: those of a job of one model, where the
search is done already (`aoe.application.tune.tune_job.completed`).

Each model is checked against the model before, compiled, written and reported by itself. What is
left of the budget is shared by size, and what a model does not use is left for those after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aoe.application.model.compression.report import Compression
from aoe.application.model.precision.precision_gate import Gated
from aoe.application.tune.folder.folder_models import FolderModel, failure_text
from aoe.application.tune.folder.folder_result import ModelOutcome
from aoe.application.tune.folder.joint_search import Searched, own_journal
from aoe.application.tune.folder.named_observer import NamedObserver
from aoe.application.tune.folder.own_reports import SharedFiles
from aoe.application.tune.job_folder import graph_digest
from aoe.application.tune.journal import Stored, UnwrittenJournal
from aoe.application.tune.phases.budget import share_of
from aoe.application.tune.phases.context import Decided, JobContext, JobModel, Reports
from aoe.application.tune.tune_job import completed
from aoe.application.tune.tune_result import TuneResult
from aoe.application.tune.workspace import JobFiles
from aoe.repository.entry import Entry
from aoe.repository.repository import Repository
from aoe.tuning.dry_run import DryRun
from aoe.tuning.observer import Outcome
from aoe.tuning.policy_database import WinnerStore
from aoe.tuning.subgraph.subgraph_tuning import SubgraphStore
from aoe.tuning.tuning_task import TuningTask


@dataclass(frozen=True, slots=True)
class SearchedModel:
    """A model between the search and its own phases.

    Attributes:
        read: The model as it was read.
        model: The same in its precision.
        gated: Its precision.
        files: Its files.
        reports: Its reports.
        tasks: Its operators and subgraphs, by key.
        compression: What compression did to its weights; `None` where none was wanted.
    """

    read: FolderModel
    model: JobModel
    gated: Gated
    files: JobFiles
    reports: Reports
    tasks: Mapping[str, TuningTask[Any, Any]]
    compression: Compression | None = None

    @property
    def size(self) -> int:
        """About how long its phases take, in no unit."""
        return 1 + len(self.model.graph({}).operator_nodes)


def complete_models(
    models: Sequence[SearchedModel], searched: Searched, files: SharedFiles, context: JobContext
) -> Iterator[ModelOutcome]:
    """Lets one model after the other go through its phases. After Ctrl-C the rest is written
    without a check.
    """
    interrupted = searched.interrupted
    left = sum(item.size for item in models)
    for number, item in enumerate(models):
        known = searched.dry_runs[number] if len(searched.dry_runs) == len(models) else None
        own = _own_context(item, searched, known, item.size / left, context)
        own = replace(own, decided=Decided(interrupted))
        left -= item.size
        name, source = item.read.name, item.read.source
        try:
            result = completed(item.model, item.gated, item.read.request, own, item.compression)
        except Exception as error:  # of whatever kind, it is this model's alone
            failure = failure_text(error)
            files.failed(name, failure, context.options.deadline.used, item.reports)
            yield ModelOutcome(name, source, failure=failure)
            continue
        interrupted |= result.interrupted
        yield ModelOutcome(name, source, _with_untried(result, item, searched))


def _own_context(
    item: SearchedModel,
    searched: Searched,
    dry_run: DryRun | None,
    share: float,
    context: JobContext,
) -> JobContext:
    """The context of one model's phases, which may take this share of the time that is left."""
    deadline = share_of(context.options.deadline, share)
    content = own_journal(item.tasks, searched, context)
    return replace(
        context,
        files=item.files,
        options=replace(
            context.options,
            deadline=deadline,
            model=graph_digest(item.model.graph({})),
            later=replace(context.options.later, dry_run=dry_run),
        ),
        journal=UnwrittenJournal(context.journal.path, deadline, content),
        observer=NamedObserver(context.observer, item.read.name),
        reports=item.reports,
    )


def _with_untried(result: TuneResult, item: SearchedModel, searched: Searched) -> TuneResult:
    """The result with the number of its operators and subgraphs that the search did not reach."""
    decided = (searched.operators.keys() | searched.subgraphs.keys()) & item.tasks.keys()
    return replace(result, untried=min(searched.untried, len(item.tasks) - len(decided)))


def settle_winners(
    models: Sequence[SearchedModel], outcomes: Sequence[ModelOutcome], context: JobContext
) -> None:
    """Keeps the winners that some model uses in the repositories, and withdraws the others. One
    model's check may have withdrawn what another model uses. Where a model failed, its winners
    stay. The repositories remember for all models together that the search for the others was in
    vain: each model's check remembers it for that model alone.

    Raises:
        RepositoryError: If a repository cannot be written.
    """
    used: set[str] = set()
    in_vain: dict[str, tuple[TuningTask[Any, Any], Outcome[Any]]] = {}
    for item, outcome in zip(models, outcomes, strict=True):
        if outcome.result is None:
            used |= item.tasks.keys()
        else:
            for found in (outcome.result.outcomes, outcome.result.subgraphs):
                used |= {one.key for one in found if one.decision in ("add", "update")}
                in_vain |= {
                    one.key: (item.tasks[one.key], one)
                    for one in found
                    if one.decision == "unsatisfied"
                }
    content = context.journal.content
    operators, subgraphs = context.repositories.operators, context.repositories.subgraphs
    stores: tuple[tuple[WinnerStore[Any, Any], Repository, Mapping[str, Stored]], ...] = (
        (operators, operators.repository, content.stored),
        (SubgraphStore(subgraphs), subgraphs.repository, content.stored_subgraphs),
    )
    for store, repository, stored in stores:
        for key, winner in list(stored.items()):
            if key not in used:
                repository.withdraw(winner.entry.signature, key)
                if key in in_vain:
                    _remember(store, *in_vain[key], context)
            elif _policy(repository, winner.entry) != winner.entry.policy:
                repository.store(winner.entry)


def _remember(
    store: WinnerStore[Any, Any],
    task: TuningTask[Any, Any],
    outcome: Outcome[Any],
    context: JobContext,
) -> None:
    """Remembers for all models of the job that a search found no policy that any of them uses."""
    options, tried = context.options, outcome.candidates
    store.remember(task.workload, outcome.policy, options.depth, tried, options.model)


def _policy(repository: Repository, entry: Entry) -> object:
    """The policy that the repository has now for what an entry is of; `None` if it has none."""
    found = repository.lookup(entry.signature, entry.key)
    return None if found is None else found.policy
