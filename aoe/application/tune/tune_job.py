"""The life of a tuning job, from the request to the result, in the order of its phases.

| phase | function | result |
|---|---|---|
| read and prepare the model | `prepare_job` | `PreparedJob` |
| take the device and the job's folder | `running` | `JobContext` |
| choose the forms of weights | `settle_compression` | `Compression` |
| settle the precision | `settle_precision` | `Gated` |
| tune subgraphs, operators or both | `tune` | `TunedJob` |
| compile and write the model | `write_model` | `WrittenModel` |
| confirm the gain | `confirm_gain` | `Confirmation` |
| complete the result files | `write_results` | `TuneResult` |

Tuning begins with a dry run of the steps after it (`aoe.tuning.dry_run`), so that the search leaves
them enough of the budget. It ends with a check of the whole model (`phases/whole_model.py`,
`phases/joint_check.py`).

A job for another machine (`--host_env_cpu`) only compiles (`other_machine.py`).

Everything that can be refused is refused in the first phase, before a file is written. After
Ctrl-C a job goes on to its end with the winners so far; only the gain is not measured then.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from datetime import datetime
from math import inf

from aoe.application.model.annotated_dumps import annotate_dumps
from aoe.application.model.compression.report import Compression
from aoe.application.model.machine import judging, machine_to_tune
from aoe.application.model.precision.precision_gate import Gated
from aoe.application.model.remote_device import device_of
from aoe.application.model.request.cache_request import opened_cache
from aoe.application.model.source import source_name
from aoe.application.request.request_options import options_of
from aoe.application.request.tune_request import TuneRequest
from aoe.application.tune.clean import bound_workspace
from aoe.application.tune.device_lock import device_lock, lock_path
from aoe.application.tune.job_folder import (
    JOURNAL,
    TRIALS,
    JobRecord,
    graph_digest,
    running_job,
    set_finished,
)
from aoe.application.tune.journal import Journal, PoliciesBefore, read_journal
from aoe.application.tune.other_machine import compile_for_other_machine
from aoe.application.tune.phases.budget import DECIDED, automatic_budget, split_budget
from aoe.application.tune.phases.compress import settle_compression
from aoe.application.tune.phases.context import JobContext, JobModel, Reports, TunedJob
from aoe.application.tune.phases.finish import (
    confirm_gain,
    write_model,
    write_results,
)
from aoe.application.tune.phases.joint_check import check_jointly
from aoe.application.tune.phases.operators import (
    end_paused,
    tune_operators,
    tune_operators_again,
    tune_operators_first,
)
from aoe.application.tune.phases.prepare import (
    PreparedJob,
    checked_selection,
    prepare_job,
    renews_speed_first,
    settle_precision,
)
from aoe.application.tune.phases.subgraphs import tune_subgraphs
from aoe.application.tune.phases.whole_model import check_operators, check_subgraphs
from aoe.application.tune.tune_result import TuneResult
from aoe.application.tune.workspace import JobFiles, job_files
from aoe.backends.registry import backend_of
from aoe.results.result_file import SingleResultFile
from aoe.settings import Settings
from aoe.target import Target
from aoe.tuning.deadline import Deadline
from aoe.tuning.interruption import postponed_interruption
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.observer import Observer, SilentObserver
from aoe.tuning.policy_database import known_policies
from aoe.tuning.search.search_limits import search_limits
from aoe.tuning.task_scheduler import GROUP
from aoe.tuning.trial_log import TrialLog
from aoe.tuning.tuning_options import TuningOptions

#: The share of a budget that a caller may have when the job has ended.
AFTER_SHARE = 0.25
#: Seconds that measuring the speed of a device may take.
RENEWING_SECONDS = 3.0


def run_tune_job(
    request: TuneRequest,
    settings: Settings,
    observer: Observer,
    start: float | None = None,
    after: float = 0.0,
) -> TuneResult:
    """Carries out a job.

    Args:
        request: What the user asks for.
        settings: The environment of the run.
        observer: Shows progress and warnings.
        start: When the run began, by `time.monotonic`, if that was before the call. The budget
            counts from there, without the time that the job waits for the device.
        after: Seconds of the budget that the caller needs when the job has ended; it does not get
            them if they are more than a share of a short budget.

    Returns:
        What the job made and found.

    Raises:
        UsageError, ModelError, RepositoryError: Before any work, if something asked for is
            impossible.
        AoeError: Later, if a step fails; no offline model is left behind.
    """
    start = time.monotonic() if start is None else start
    files = job_files(
        source_name(request.model.origin.source),
        request.output.offline_model,
        datetime.now(),
        settings,
        request.output.resumed,
        request.name_ending,
    )
    if request.host is not None and not request.host.is_here:
        return compile_for_other_machine(request, request.host.target, files, settings, observer)
    prepared = prepare_job(request, settings, observer)
    with running(prepared, files, request, settings, observer, start, after) as context:
        result = _carried_out(prepared.model, request, settings, context)
        if not result.interrupted:
            set_finished(files.folder)
            _renew_speed(request, settings, context)
    return result


def _renew_speed(request: TuneRequest, settings: Settings, context: JobContext) -> None:
    """Measures the speed of the device for later jobs, if this one had no time for it at its
    beginning and has some now.
    """
    left, remote = context.options.deadline.left, context.target.remote
    late = left is not None and left < RENEWING_SECONDS
    if remote is None and not late and not renews_speed_first(request):
        machine_to_tune(request.threads, settings, request.device)


def _carried_out(
    model: JobModel, request: TuneRequest, settings: Settings, context: JobContext
) -> TuneResult:
    """The phases after preparation."""
    model, compression = settle_compression(model, request, settings, context)
    if compression is not None:
        selection = checked_selection(request.search.operators, model, SilentObserver())
        model = replace(model, selection=selection)
    gated = settle_precision(model, request.precision, context)
    model = replace(model, profiles=gated.profiles)
    return completed(model, gated, request, context, compression)


def completed(
    model: JobModel,
    gated: Gated,
    request: TuneRequest,
    context: JobContext,
    compression: Compression | None = None,
) -> TuneResult:
    """The phases after the precision of a model is settled. Ctrl-C does not leave the last ones
    half done; a second one ends them.
    """
    tuned = tune(model, request.job_types, context)
    with postponed_interruption() as late:
        annotate_dumps(request.output.dump_graph, model.source.name, model.profiles, tuned.grouping)
        written = write_model(
            model, gated, tuned, request.precision, context, request.reuse_memory, compression
        )
        confirmation = confirm_gain(tuned, written, late, context)
        result = write_results(model, tuned, written, confirmation, context)
        return replace(result, interrupted=result.interrupted or late.asked)


def tune(model: JobModel, job_types: tuple[int, ...], context: JobContext) -> TunedJob:
    """Tunes subgraphs (job type 1), operators (job type 2) or both, and checks the whole model.

    Raises:
        KeyboardInterrupt: If the user ends the job before anything was searched.
    """
    if {1, 2} <= {*job_types}:
        return _tune_both(model, context)
    if 1 in job_types:
        subgraphs = check_subgraphs(model, tune_subgraphs(model, context), context)
        tuning = subgraphs.tuning
        return TunedJob(tuning.policies, subgraphs, interrupted=tuning.interrupted)
    operators = check_operators(model, tune_operators(model, context), context)
    return TunedJob(model.grouping, operators=operators, interrupted=operators.tuning.interrupted)


def _tune_both(model: JobModel, context: JobContext) -> TunedJob:
    """Tunes operators, subgraphs, then operators again. The first phase lets groupings be compared
    with tuned operators.
    """
    shares = DECIDED if context.decided is not None else split_budget(model, context)
    note_policies_before(model, context)
    first = tune_operators_first(model, context, shares.first)
    if first is not None and first.tuning.interrupted:
        return TunedJob(model.grouping, operators=end_paused(first, context), interrupted=True)
    subgraphs = tune_subgraphs(model, context, shares.subgraphs)
    subgraphs = check_subgraphs(model, subgraphs, context)
    if not subgraphs.tuning.interrupted:
        try:
            operators = tune_operators_again(model, subgraphs, first, context)
            return check_jointly(model, subgraphs, operators, first, context)
        except KeyboardInterrupt:  # before the search for operators began, or after it
            pass
    ended = None if first is None else end_paused(first, context)
    return TunedJob(subgraphs.tuning.policies, subgraphs, ended, interrupted=True)


def note_policies_before(model: JobModel, context: JobContext) -> None:
    """Notes what the repositories had for the model, unless an earlier run of the job has."""
    journal = context.journal
    if journal.content.before is None:
        operators = known_policies(model.graph(), context.repositories.operators)
        journal.begun(PoliciesBefore(model.grouping, operators))


@contextmanager
def running(
    prepared: PreparedJob,
    files: JobFiles,
    request: TuneRequest,
    settings: Settings,
    observer: Observer,
    start: float,
    after: float = 0.0,
) -> Iterator[JobContext]:
    """Within, the device and the folder of the job belong to this process. Waits for the device;
    an interrupted job goes on from its journal.

    Args:
        prepared: The job, whose options have been checked and whose model has been read.
        files: The files that the job writes; its folder holds the journal.
        request: What the user asks for.
        settings: The environment of the run.
        observer: Is told the budget, and that the job waits.
        start: When the run began, by `time.monotonic`. The budget counts from there, without the
            time that the job waits.
        after: Seconds of the budget that the caller needs when the job has ended; it does not get
            them if they are more than a share of a short budget.

    Yields:
        What the phases of the job work with. Its compilers are closed at the end.
    """
    repositories = prepared.repositories
    target = repositories.target
    with (
        _device_of(target, settings, observer) as waited,
        running_job(files.folder, _record(request, settings, prepared)) as record,
        backend_of(target).machine.watch(target) as watch,
    ):
        bound_workspace(files.folder.parent)
        content = read_journal(files.folder / JOURNAL)
        search = request.search
        budget = search.budget_seconds
        if search.automatic:
            reading = time.monotonic() - start - waited
            budget = automatic_budget(prepared.model, repositories, reading)
        observer.budgeted(budget)
        own = budget
        if budget is not None and after <= AFTER_SHARE * budget:
            own = budget - after
        log = search.trial_log or files.folder / TRIALS
        deadline = Deadline(own, start + waited - content.seconds, earlier=content.seconds)
        options = TuningOptions(
            deadline,
            record.repeat_tune,
            together=settings.parallel_operators or GROUP,
            limits=search_limits(search.level, search.deeper, search.unequal),
            trial_log=TrialLog(log, target.soc_version, lambda: deadline.used),
            measuring=MeasurementOptions(
                settings.run_loop or 1, IdleWait(watch, time.monotonic()), search.seed
            ),
            budget=budget or inf,
            model=graph_digest(prepared.model.graph({})),
        )
        journal = Journal(files.folder / JOURNAL, options.deadline, content)
        for repository in (repositories.operators.repository, repositories.subgraphs.repository):
            repository.announce_stores(journal.storing)
        cache = opened_cache(request.cache, settings, target)
        # With less than two processes, compiling a candidate could take this one down.
        processes = max(2, settings.compile_processes)
        compiler = backend_of(target).compiler(
            target, processes, cache, reuse_memory=request.reuse_memory
        )
        with closing(compiler) as pool, judging(pool, settings) as judge:
            reports = Reports(
                SingleResultFile(files.result), SingleResultFile(files.subgraph_result)
            )
            yield JobContext(files, repositories, options, journal, pool, judge, observer, reports)


def _device_of(
    target: Target, settings: Settings, observer: Observer
) -> AbstractContextManager[float]:
    """Within, the device belongs to this process. Yields the seconds that it waited."""
    if target.remote is not None:
        return device_of(target.remote.address)
    first = target.device == target.backend
    path = lock_path(settings.device_id if first else target.device, settings.lock_path)
    return device_lock(path, lambda text: observer.phase(text, None))


def _record(request: TuneRequest, settings: Settings, prepared: PreparedJob) -> JobRecord:
    """What the job is valid for. Tuning subgraphs changes what is known of them, so the graph of
    such a job is the one without that.
    """
    model = prepared.model
    graph = model.graph({} if 1 in request.job_types else None)
    repository = prepared.repositories.operators.repository
    return JobRecord(
        started=datetime.now().isoformat(timespec="milliseconds"),
        options=options_of(request),
        operator_graph=graph_digest(graph),
        soc_version=repository.soc_version,
        code_generator=repository.code_generator,
        repository=str(repository.custom),
        repeat_tune=settings.repeat_tune,
    )
