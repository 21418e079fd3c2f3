"""`aoe bench MODEL`: measures the time of an inference, alone or against other engines.

Alone, the model runs in this process. Engines that are compared run in processes of their own, in
turns (`aoe.application.run.contest`). The source model must be unchanged since the offline model
was made.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import click
import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.application.model.machine import this_machine
from aoe.application.model.opening import opened_session
from aoe.application.model.program import is_source
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import file_sha256
from aoe.application.request.values import named_files
from aoe.application.run.contest import Contest, held
from aoe.application.run.engine_names import ONNXRUNTIME, OPENVINO, OURS, TORCH
from aoe.application.run.engines import Opening, is_text
from aoe.application.run.session_inputs import given_inputs
from aoe.application.tune.preconditions import LOAD, running_programs
from aoe.backends.registry import DEFAULT, backend_of
from aoe.errors import AoeError, UsageError, counted
from aoe.frontends.model_folder import frontend_of
from aoe.runtime.offline_model import Manifest
from aoe.settings import read_settings, usable_cores
from aoe.target import Target

Run: TypeAlias = Callable[[], Sequence[np.ndarray]]
#: Number of the framework ONNX, which all engines read.
ONNX = 5
#: What an engine is called, and the packages that it needs.
TITLES = {ONNXRUNTIME: "ONNX Runtime", OPENVINO: "OpenVINO", TORCH: "PyTorch"}
PACKAGES = {
    ONNXRUNTIME: ("onnxruntime",),
    OPENVINO: ("openvino",),
    TORCH: ("torch", "onnx2torch"),
}
EXPORTED = ".pt2"
#: Pause before a turn of functions that are measured in one process.
PAUSE_SECONDS = 0.15
#: Milliseconds below which a table is in microseconds.
_SMALL_MS = 0.01
RUNS_PER_TURN = 10
FEWEST_TURNS = 5


@dataclass(frozen=True, slots=True)
class Statistics:
    """Times of one engine.

    Attributes:
        runs: Number of inferences.
        minimum_ms: Shortest time in milliseconds.
        median_ms: Median in milliseconds.
        p95_ms: 95th percentile in milliseconds.
    """

    runs: int
    minimum_ms: float
    median_ms: float
    p95_ms: float

    @staticmethod
    def of(seconds: Sequence[float]) -> Statistics:
        """The summary of at least one time in seconds."""
        minimum, median, p95 = np.percentile(np.array(seconds) * 1e3, (0, 50, 95))
        return Statistics(len(seconds), float(minimum), float(median), float(p95))


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a benchmark.

    Attributes:
        model: Path of the model.
        threads: Threads of an inference.
        engines: Times by name of the engine, ours first.
        speedup: Median of the fastest other engine over ours; `None` without another engine, and
            where the machine was too busy to tell.
        error: Largest difference between our outputs and those of another engine, relative to the
            largest output; `None` without another engine.
        versions: Versions of the engines that were compared.
        errors: As `error`, for each of the other engines.
        missing: Engines that could not run the model, and why.
        busy: Why no engine is said to be faster, or why the times of one are not to be trusted;
            `None` where the machine was quiet.
    """

    model: str
    threads: int
    engines: Mapping[str, Statistics]
    speedup: float | None = None
    error: float | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, float] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    busy: str | None = None


def bench_command(
    model: str,
    threads: int | None,
    compare: Sequence[str],
    inputs: Sequence[str],
    seconds: float,
    as_json: bool,
    profile: int = 1,
    input_shape: str | None = None,
) -> int:
    """Carries out `aoe bench`. Returns the exit status."""
    files = named_files(inputs)
    if not 0 < seconds < 3600:
        raise UsageError(f"--seconds={seconds:g}: must be more than 0 and less than 3600")
    settings = read_settings()
    with TemporaryDirectory() as folder:
        opened = opened_session(Path(model), threads, input_shape, settings)
        with closing(opened) as session:
            given, missing = given_inputs(session, files, profile, input_shape)
            feed = {**synthetic_arrays(missing, seed=0), **given}
            used = session.threads  # a backend may use fewer than it is offered
            backend = session.manifest.target.backend
            openings = openings_of(model, session, feed, compare, Path(folder))
            if not compare:
                report = alone(model, used, lambda: session.run(None, feed), seconds)
        if compare:
            target = this_machine(used, settings, backend)
            with quiet_machine(target) as quiet:
                report = compared(model, used, held(openings, seconds, quiet))
    for name, reason in report.missing.items():
        click.echo(f"warning: {name} is left out: {reason}", err=True)
    click.echo(json.dumps(asdict(report)) if as_json else _table(report))
    return 0


def openings_of(
    model: str,
    session: InferenceSession,
    feed: Mapping[str, np.ndarray],
    compare: Sequence[str],
    folder: Path,
) -> list[Opening]:
    """What each engine is to run, ours first.

    Args:
        model: The path of the model.
        session: A session of it.
        feed: Its inputs.
        compare: The other engines.
        folder: Where to write the model if it was compiled just now.

    Raises:
        AoeError: An engine is not installed, or does not read the source model.
    """
    sources = {name: source_file(model, session.manifest, name) for name in compare}
    for name in compare:
        _require_package(name, sources[name])
    path = Path(model).absolute()
    if compare and is_source(path):
        path = folder / "model.om"
        session.serving(feed).save(path)
    outputs = tuple(output.name for output in session.get_outputs())
    used = session.threads
    on_cpu = session.manifest.target.backend == DEFAULT
    theirs = used if on_cpu else usable_cores()  # those of another device are no threads
    return [
        Opening(OURS, path, used, feed, outputs),
        *(Opening(name, source, theirs, feed, outputs) for name, source in sources.items()),
    ]


def source_file(model: str, manifest: Manifest, engine: str = ONNXRUNTIME) -> Path:
    """The source model of an offline model. Raises `AoeError` if it was moved or changed, or an
    engine does not read it.
    """
    if not manifest.source:
        raise AoeError(f"{model} was not made from a file, so there is nothing to compare it with")
    path = Path(manifest.source)
    held = frontend_of(path) if path.exists() else None
    exported = engine == TORCH and path.suffix.lower() == EXPORTED
    if held is not None and held.number != ONNX and not exported:
        raise AoeError(
            f"--compare {engine}: the source of {model}, {path}, is a model of {held.name}, "
            f"which {TITLES[engine]} does not read; measure without --compare"
        )
    if not path.is_file():
        raise AoeError(f"the source of {model}, {path}, no longer exists; put it back")
    if file_sha256(path) != manifest.source_sha256:
        raise AoeError(f"the source of {model}, {path}, has changed since; tune it again")
    return path


def _require_package(engine: str, source: Path) -> None:
    packages = PACKAGES[engine]
    if source.suffix.lower() == EXPORTED:
        packages = packages[:1]  # the others convert models of ONNX
    if any(find_spec(name) is None for name in packages):
        raise AoeError(f"--compare {engine} needs it: pip install {' '.join(packages)}")


@contextmanager
def quiet_machine(target: Target) -> Iterator[Callable[[], bool]]:
    """Yields what tells whether the machine is quiet: no other programs run, and the cores are as
    fast and as close as they were measured before.
    """
    most = LOAD * usable_cores()
    with backend_of(target).machine.watch(target) as watch:
        yield lambda: (running_programs() or 0.0) < most and watch.is_quiet()


def alone(model: str, threads: int, run: Run, seconds: float) -> Report:
    """Measures one engine, ours, in this process."""
    run()
    others = running_programs()
    statistics = {OURS: Statistics.of(interleaved({OURS: run}, seconds)[OURS])}
    others = max(others or 0.0, running_programs() or 0.0)
    busy = None
    if others >= LOAD * usable_cores():
        busy = (
            f"the machine was busy: {others:.1f} other programs ran, so an inference may take "
            "less than that; end other programs and measure again"
        )
    return Report(model, threads, statistics, busy=busy)


def compared(model: str, threads: int, contest: Contest) -> Report:
    """What engines took, ours first."""
    statistics = {name: Statistics.of(contest.seconds(name)) for name in contest.versions}
    ours, *others = statistics
    errors = {name: relative_error(contest.outputs[ours], contest.outputs[name]) for name in others}
    busy = None
    if not contest.is_quiet:
        disturbed = len(contest.rounds) - len(contest.quiet_rounds)
        busy = (
            f"the machine was busy in {disturbed} of {counted(len(contest.rounds), 'round')}, "
            "and a "
            f"comparison needs {contest.needed} quiet ones, so it is not said which engine is "
            "faster; end other programs and measure again"
        )
    fastest = min(statistics[name].median_ms for name in others)
    return Report(
        model,
        threads,
        statistics,
        speedup=None if busy else fastest / statistics[ours].median_ms,
        error=max(errors.values()),
        versions=contest.versions,
        errors=errors,
        missing=contest.missing,
        busy=busy,
    )


def interleaved(engines: Mapping[str, Run], seconds: float) -> dict[str, list[float]]:
    """Seconds of each run of each engine. The engines take turns in rotating order."""
    times: dict[str, list[float]] = {name: [] for name in engines}
    order = list(engines)
    turns, end = 0, time.perf_counter() + seconds
    while turns < FEWEST_TURNS or time.perf_counter() < end:
        for name in order:
            time.sleep(PAUSE_SECONDS)
            engines[name]()
            times[name] += [_timed(engines[name]) for _ in range(RUNS_PER_TURN)]
        order = [*order[1:], order[0]]
        turns += 1
    return times


def relative_error(outputs: Sequence[np.ndarray], reference: Sequence[np.ndarray]) -> float:
    """The largest difference over the largest reference value, of the worst output. Infinite if
    only one of both has a NaN or an infinity, or if shapes or texts differ.
    """
    worst = 0.0
    for ours, theirs in zip(outputs, reference, strict=True):
        if ours.shape != theirs.shape:
            return inf
        if is_text(ours) or is_text(theirs):
            if (ours != theirs).any():
                return inf
            continue
        unlike = ~((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)))
        if unlike.any():
            largest = np.abs(theirs[np.isfinite(theirs)]).max(initial=1e-30)
            difference = np.abs(ours[unlike].astype(np.float64) - theirs[unlike]).max()
            worst = max(worst, float(difference / largest) if np.isfinite(difference) else inf)
    return worst


def _timed(run: Run) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def _table(report: Report) -> str:
    # In ms, a table would show little of such a time, or nothing.
    small = min(item.minimum_ms for item in report.engines.values()) < _SMALL_MS
    unit, factor = ("us", 1e3) if small else ("ms", 1.0)
    lines = [f"{report.model}, {counted(report.threads, 'thread')}, {unit} per inference"]
    lines.append(f"{'':<12} {'min':>9} {'median':>9} {'p95':>9} {'runs':>6}")
    lines += [
        f"{name:<12} {item.minimum_ms * factor:9.3f} {item.median_ms * factor:9.3f} "
        f"{item.p95_ms * factor:9.3f} {item.runs:6}"
        for name, item in report.engines.items()
    ]
    ours = report.engines[OURS]
    for name, error in report.errors.items():
        agree = f"outputs agree to {error:.1e} of their largest value"
        if report.busy is not None:
            lines.append(f"{name}: {agree}")
            continue
        other = report.engines[name]
        by_median = other.median_ms / ours.median_ms
        by_minimum = other.minimum_ms / ours.minimum_ms
        lines.append(
            f"{by_median:.2f} x the speed of {name} ({by_minimum:.2f} x by the fastest runs); "
            f"{agree}"
        )
    return "\n".join(lines if report.busy is None else [*lines, report.busy])
