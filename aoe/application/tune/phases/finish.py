"""The last phases of a job: compile and write the model, time it, complete the result files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aoe.application.model.compilation import compile_with
from aoe.application.model.compression.report import Compression, with_report
from aoe.application.model.open_shapes.open_file import open_model, programs_ahead
from aoe.application.model.precision.precision import Precision, measured
from aoe.application.model.precision.precision_gate import Gated
from aoe.application.model.remote_device import remote_times
from aoe.application.model.request.precision_request import PrecisionRequest
from aoe.application.tune.model_times import SECONDS as TIMING_SECONDS
from aoe.application.tune.model_times import ModelTimes, unchanged_times
from aoe.application.tune.phases.context import JobContext, JobModel, TunedJob
from aoe.application.tune.tune_result import TuneResult
from aoe.graph.profiles import together
from aoe.results.repository_summary import RepositorySummary
from aoe.runtime.container import make_folder_of
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.runtime.open_model import write_open_model
from aoe.tuning.interruption import Interruption
from aoe.tuning.policy_database import known_policies

#: The share of a budget that timing an unchanged model may take.
TIMING_SHARE = 0.03


@dataclass(frozen=True, slots=True)
class WrittenModel:
    """The offline model that the job wrote.

    Attributes:
        model: The model.
        precision: What reduced precision did to it; `None` where all types stayed.
        compression: What compression did to its weights; `None` where none was wanted.
    """

    model: OfflineModel
    precision: Precision | None
    compression: Compression | None = None


@dataclass(frozen=True, slots=True)
class Confirmation:
    """How long one inference takes before and after the job.

    Attributes:
        times: The times; `None` if they were not measured.
        unchanged: Whether the model is the same before and after, so that only one was timed.
        interrupted: Whether the user ended the job, here or before.
    """

    times: ModelTimes | None
    unchanged: bool = False
    interrupted: bool = False


def write_model(
    model: JobModel,
    gated: Gated,
    tuned: TunedJob,
    precision_wanted: PrecisionRequest,
    context: JobContext,
    reuse_memory: bool = True,
    compression: Compression | None = None,
) -> WrittenModel:
    """Compiles the model with the winners and writes it to `context.files.offline_model`.

    Args:
        model: The model of the job, at all of its shapes.
        gated: The same in the precision asked for. Where that changed the model, the error against
            `gated.expected` is measured on this machine.
        tuned: What tuning found. Where operators were not tuned, the policies of the repository
            count.
        precision_wanted: The precision asked for, which a file with open shapes keeps.
        context: What all phases of the job work with.
        reuse_memory: As the compiler of `context` does; a file with open shapes says it, too.
        compression: What compression did, for the manifest; None if there was none.

    Returns:
        The model that was written, with its measured precision.

    Raises:
        OfflineModelError: The file cannot be written.
    """
    graphs = tuple(item.formed(tuned.grouping) for item in model.profiles)
    if tuned.operators is not None:
        policies = tuned.operators.policies
    else:
        policies = known_policies(together(graphs), context.repositories.operators)
    context.observer.phase("writing the model", tuned.tunings[-1].dry_run.ending)
    first, *others = graphs
    target, pool = context.target, context.pool
    made = compile_with(
        first, model.source, policies, target, pool, _summaries(tuned), profiles=others
    )
    precision, judge, running = gated.precision(graphs), context.judge, made
    if judge is not pool and precision is not None:
        running = compile_with(first, model.source, {}, judge.target, judge, profiles=others)
    threads = judge.target.threads
    made, precision = measured(made, precision, gated.expected, threads, running)
    if compression is not None:
        made = with_report(made, compression)
    path = context.files.offline_model
    make_folder_of(path)
    if model.opened is None:
        write_offline_model(path, made)
    else:
        programs = programs_ahead(graphs, policies, pool)
        whole = open_model(
            model.opened,
            made.manifest,
            precision_wanted,
            model.profiles[0].switches,
            programs,
            reuse_memory,
        )
        write_open_model(path, whole)
    return WrittenModel(made, precision, compression)


def confirm_gain(
    tuned: TunedJob, written: WrittenModel, late: Interruption, context: JobContext
) -> Confirmation:
    """The times of the whole model: those of the last check, or, where tuning changed nothing, of
    the model that was written. A job that was interrupted, searched nothing, or had no time for the
    check times no model. `late`: whether the user asks to stop during the last phases; a second
    Ctrl-C ends the timing.
    """
    interrupted = late.asked or tuned.interrupted
    interrupted |= any(tuning.interrupted for tuning in tuned.tunings)
    times = tuned.times
    if times is not None or interrupted or tuned.unchecked or not tuned.searched:
        return Confirmation(times, interrupted=interrupted)
    try:
        seconds = min(TIMING_SECONDS, TIMING_SHARE * context.options.budget)
        seconds = context.options.deadline.within(seconds)
        threads, seed, remote = (
            context.target.threads,
            context.options.measuring.seed,
            context.target.remote,
        )
        if remote is None:
            times = unchanged_times(written.model, threads, seconds, seed)
        else:
            path = context.files.offline_model
            median, spread = remote_times(remote.address, path, threads, seconds, seed)
            times = ModelTimes(median, median, spread, spread)
    except KeyboardInterrupt:
        return Confirmation(None, interrupted=True)
    return Confirmation(times, unchanged=True, interrupted=late.asked)


def write_results(
    model: JobModel,
    tuned: TunedJob,
    written: WrittenModel,
    confirmation: Confirmation,
    context: JobContext,
) -> TuneResult:
    """Completes the result files, unless the job was interrupted, and returns the result."""
    seconds = context.options.deadline.used
    if not confirmation.interrupted:
        _complete_reports(tuned, confirmation, seconds)
    subgraphs, operators, times = tuned.subgraphs, tuned.operators, confirmation.times
    files = context.files
    context.journal.ended(files.offline_model, times)
    subgraph_file = files.subgraph_result if subgraphs is not None else None
    return TuneResult(
        name=model.source.name,
        model_path=files.offline_model,
        result_path=subgraph_file if operators is None and subgraph_file else files.result,
        seconds=seconds,
        outcomes=() if operators is None else operators.tuning.outcomes,
        summary=RepositorySummary() if operators is None else operators.report.operators.summary,
        baseline_ms=None if times is None else times.before * 1e3,
        result_ms=None if times is None else times.after * 1e3,
        baseline_spread_ms=None if times is None else _milliseconds(times.before_spread),
        result_spread_ms=None if times is None else _milliseconds(times.after_spread),
        improvement_uncertainty=None if times is None else times.improvement_uncertainty,
        interrupted=confirmation.interrupted,
        untried=sum(tuning.untried for tuning in tuned.tunings),
        subgraphs=() if subgraphs is None else subgraphs.tuning.outcomes,
        subgraph_summary=RepositorySummary()
        if subgraphs is None
        else subgraphs.report.subgraphs.summary,
        subgraph_result_path=subgraph_file,
        precision=written.precision,
        compression=written.compression,
        unchecked=tuned.unchecked,
    )


def _complete_reports(tuned: TunedJob, confirmation: Confirmation, seconds: float) -> None:
    """Notes the end of the job in its result files."""
    subgraphs, operators = tuned.subgraphs, tuned.operators
    unchanged = confirmation.times if confirmation.unchanged else None
    if subgraphs is not None:
        times = subgraphs.times or unchanged
        if times is None and operators is not None and operators.times is not None:
            times = operators.times.unchanged_before
        if subgraphs.tuning.outcomes or not subgraphs.tuning.untried:
            subgraphs.report.finished(seconds, times)
    if operators is not None:
        times = operators.times or unchanged
        if times is None and subgraphs is not None and subgraphs.times is not None:
            times = subgraphs.times.unchanged_after
        if operators.tuning.outcomes or not operators.tuning.untried:
            operators.report.finished(seconds, times)


def _summaries(tuned: TunedJob) -> dict[str, Any]:
    """What the manifest of the model says of the tuning."""
    found: dict[str, Any] = {}
    if tuned.operators is not None:
        found |= tuned.operators.report.operators.summary.to_json()
    if tuned.subgraphs is not None:
        found["subgraphs"] = tuned.subgraphs.report.subgraphs.summary.to_json()
    return found


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1e3
