"""The command that tunes, `aoe --model=… --job_type=1,2`, `aoe --model_path=…` or
`aoe --singleop=…`: runs the job and prints its result.
"""

from __future__ import annotations

from collections.abc import Mapping

import click

from aoe.application.display.console import progress_observer
from aoe.application.display.lost_reader import reader_may_leave
from aoe.application.display.table import printed_table
from aoe.application.display.times import measured_text, seconds_text
from aoe.application.model.source import source_name
from aoe.application.request.single_operators import is_for_operators, operators_request
from aoe.application.tune.folder.folder_job import run_folder_job
from aoe.application.tune.folder.folder_result import FolderResult, ModelOutcome
from aoe.application.tune.reload import requested_job
from aoe.application.tune.run_log import run_log
from aoe.application.tune.single_operators import OperatorOutcome, run_operators_job
from aoe.application.tune.tune_job import run_tune_job
from aoe.application.tune.tune_result import TuneResult
from aoe.errors import counted
from aoe.results.improvement import percent_text
from aoe.settings import Settings, read_settings


def tune_command(given: Mapping[str, str | None], start: float) -> int:
    """Carries out a tuning job and returns the exit status. `start` is when the run began, by
    `time.monotonic`.
    """
    settings = read_settings()
    if is_for_operators(given):
        return _tune_operators(given, settings, start)
    request = requested_job(given, settings)
    shown = given.get("progress_bar") != "off" and not settings.log_to_stdout
    with (
        run_log(given.get("log"), settings),
        progress_observer(source_name(request.model.origin.source), shown) as observer,
    ):
        if not request.model.folder:
            result = run_tune_job(request, settings, observer, start)
        else:
            models = run_folder_job(request, settings, observer, start)
    if request.model.folder:
        return show_folder(models, request.model.origin.framework)
    with reader_may_leave():
        _show(result)
    return 0


def _show(result: TuneResult) -> None:
    """Prints the result of a job."""
    _warn_of_failed(result)
    click.echo(f"tuned model: {result.model_path}")
    _show_files(result)
    click.echo(decisions_table(result), nl=False)
    for sentence in _compression_sentences(result):
        click.echo(sentence)
    if result.precision is not None:
        click.echo(result.precision.sentence)
    if (times := times_sentence(result)) is not None:
        click.echo(times)
    click.echo(finished_sentence(result))
    click.echo("Aoe process finished")


def _compression_sentences(result: TuneResult) -> list[str]:
    """What compression did to the weights of a model, if any was wanted."""
    return [] if result.compression is None else result.compression.sentences


def _tune_operators(given: Mapping[str, str | None], settings: Settings, start: float) -> int:
    """Carries out a job of single operators; the exit status is 1 if one of them failed."""
    request = operators_request(given, settings)
    shown = given.get("progress_bar") != "off" and not settings.log_to_stdout
    with (
        run_log(given.get("log"), settings),
        progress_observer(request.name, shown) as observer,
    ):
        result = run_operators_job(request, settings, observer, start)
    with reader_may_leave():
        for item in result.operators:
            _show_operator(item)
        if result.result_path is not None:
            click.echo(f"result file: {result.result_path}")
        click.echo("Aoe process finished")
    return 1 if result.failed else 0


def _show_operator(item: OperatorOutcome) -> None:
    if item.failure is not None:
        click.echo(f"error: {item.failure}", err=True)
        return
    if item.result is not None and item.result.interrupted:
        click.echo(f"{item.name} process interrupted. Winners are kept; run it again to go on.")
    elif item.result is not None:
        _warn_of_failed(item.result)
        if item.result.precision is not None:
            click.echo(f"{item.name}: {item.result.precision.sentence}")
        click.echo(finished_sentence(item.result))
    click.echo(f"{'compiled' if item.result is None else 'tuned'} operator: {item.path}")


def show_folder(result: FolderResult, framework: int | None) -> int:
    """Prints the result of a job of several models; returns the exit status, which is 1 if one of
    them failed. `framework`: the only one whose models were tuned.
    """
    with reader_may_leave():
        _show_models(result, framework)
    return 1 if result.failures else 0


def _show_models(result: FolderResult, framework: int | None) -> None:
    for item in result.models:
        if item.result is None:
            click.echo(f"error: {item.name}: {item.failure}", err=True)
        else:
            _warn_of_failed(item.result)
            for sentence in _compression_sentences(item.result):
                click.echo(f"{item.name}: {sentence.strip()}")
            if item.result.precision is not None:
                click.echo(f"{item.name}: {item.result.precision.sentence}")
            click.echo(finished_sentence(item.result))
    if result.skipped:
        wanted = "" if framework is None else f" of --framework={framework}"
        click.echo(f"skipped, as no model{wanted}: {', '.join(result.skipped)}")
    _show_files(result)
    click.echo(models_table(result), nl=False)
    click.echo("Aoe process finished")


def _warn_of_failed(result: TuneResult) -> None:
    for name in result.failed:
        click.echo(f"warning: {name} could not be tuned; its default policy is used", err=True)


def _show_files(result: TuneResult | FolderResult) -> None:
    for path in dict.fromkeys((result.subgraph_result_path, result.result_path)):
        if path is not None:
            click.echo(f"result file: {path}")


def models_table(result: FolderResult) -> str:
    """The models of a folder with their times of one inference, gains and offline models."""
    headings = ("model", "before", "after", "gain", "offline model")
    rows = [_model_row(item) for item in result.models]
    return printed_table(headings, rows, numbers=(1, 2, 3))


def _model_row(item: ModelOutcome) -> tuple[str, ...]:
    result = item.result
    if result is None:
        return (item.name, "", "", "failed", "")
    if result.baseline_ms is None or result.result_ms is None:
        return (item.name, "", "", "not measured", str(result.model_path))
    before, after = result.baseline_ms, result.result_ms
    gain = percent_text(before, after)
    times = (seconds_text(before * 1e-3), seconds_text(after * 1e-3))
    return (item.name, *times, gain, str(result.model_path))


def decisions_table(result: TuneResult) -> str:
    """Which kinds of decisions made subgraphs faster, and by how much; empty if none did."""
    rows = [
        (
            gain.decision,
            str(gain.subgraphs),
            str(gain.with_others or "none"),
            gain.performance.improvement,
        )
        for gain in result.decision_gains
    ]
    headings = ("decision", "faster subgraphs", "with others", "gain")
    return printed_table(headings, rows, numbers=(1, 2, 3)) if rows else ""


def times_sentence(result: TuneResult) -> str | None:
    """The times of one inference before and after, with spreads and the uncertainty of the gain;
    `None` where not measured.
    """
    if result.baseline_ms is None or result.result_ms is None:
        return None
    before = measured_text(result.baseline_ms, result.baseline_spread_ms)
    if result.is_unchanged:
        return f"one inference: {before}; the model is computed as before"
    after = measured_text(result.result_ms, result.result_spread_ms)
    sentence = f"one inference: {before} before, {after} after"
    if result.improvement_uncertainty is None:
        return sentence
    points = f"{result.improvement_uncertainty:.2f} percentage points"
    return f"{sentence}; the improvement may be off by {points}"


def finished_sentence(result: TuneResult) -> str:
    """The sentence that ends a job, in AOE's words where AOE has some."""
    if result.interrupted:
        return (
            f"{result.name} process interrupted. The winners so far are kept "
            f"({result.added} added, {result.updated} updated); add --reload to "
            "go on."
        )
    unmeasured = _why_unmeasured(result)
    return f"{result.name} process finished. {unmeasured or _change(result)}"


def _why_unmeasured(result: TuneResult) -> str | None:
    """What a job did that did not compare whole models; None if it did."""
    if result.elsewhere is not None:
        made = result.elsewhere
        return (
            f"It is compiled for {made.soc_version}, which this machine is not, so nothing was "
            f"searched or measured: the repository has policies of {made.known} of "
            f"{counted(made.operators, 'operator')}, the others get default ones."
        )
    decided = len(result.outcomes) + len(result.subgraphs)
    if result.untried and result.baseline_ms is None:
        what = "left no time to search" if not decided else "ended before the model was measured"
        return f"The budget {what}: the model is compiled with what the repository has."
    if not decided:
        return f"The model has no {_kinds(result)} to tune."
    if result.unchecked:
        used = result.added + result.updated
        return (
            "The budget left no time to measure the whole model: it uses "
            f"{counted(used, 'faster policy', 'faster policies')}, measured alone."
        )
    failed = sum(item.decision == "failed" for item in result.outcomes)
    failed += sum(item.decision == "failed" for item in result.subgraphs)
    if failed and result.baseline_ms is None:
        return (
            f"{failed} of {counted(decided, _kinds(result))} could not be measured, as the "
            "warnings say: their default policies are used."
        )
    if result.baseline_ms is None or result.result_ms is None:
        return (
            f"{_all(decided, _kinds(result))} found in the repository; nothing was searched or "
            "measured."
        )
    return None


def _change(result: TuneResult) -> str:
    """How much faster the whole model became."""
    assert result.baseline_ms is not None, "whole models were compared"
    assert result.result_ms is not None, "whole models were compared"
    if result.added + result.updated == 0:
        kinds = _kinds(result)
        return f"Performance not improved: no {kinds} has a policy that makes the model faster."
    text = percent_text(result.baseline_ms, result.result_ms)
    if result.result_ms < result.baseline_ms:
        doubt = _doubt(result)
        if doubt is not None:
            return (
                f"It is undecided whether performance improved: {text} was measured, but {doubt}. "
                "The faster policies are kept."
            )
        return f"Performance improved by {text}"
    before, after = (measured_text(item, None) for item in (result.baseline_ms, result.result_ms))
    return (
        "Performance not improved: parts became faster, the model did not "
        f"({before} before, {after} after)."
    )


def _all(count: int, kind: str) -> str:
    return f"The {kind} was" if count == 1 else f"All {count} {kind}s were"


def _doubt(result: TuneResult) -> str | None:
    """Why a measured gain says nothing; None if it does."""
    off_by = result.improvement_uncertainty
    if off_by is None:
        return "the cores were too noisy to tell how certain that is"
    assert result.baseline_ms is not None
    assert result.result_ms is not None
    gain = 100 * (result.baseline_ms / result.result_ms - 1)
    return f"it may be off by {off_by:.2f} percentage points" if off_by > gain else None


def _kinds(result: TuneResult) -> str:
    """What was tuned, in the singular."""
    if result.subgraph_result_path is None:
        return "operator"
    alone = result.subgraph_result_path == result.result_path
    return "subgraph" if alone else "subgraph or operator"
