"""`aoe bench MODEL`: measures the time of an inference, alone or in turns with another engine.

Compared engines run in the same process in turns, so that noise hits both. A turn begins with a
pause, in which the spinning threads of the other engine go to sleep, and with an inference that is
not measured. The source model must be unchanged since the offline model was made.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import TypeAlias

import click
import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.application.model.opening import opened_session
from aoe.application.model.source import file_sha256
from aoe.application.request.values import checked_threads, named_files
from aoe.application.run.session_inputs import given_inputs
from aoe.backends.session import element_type
from aoe.errors import AoeError, UsageError
from aoe.frontends.model_folder import frontend_of
from aoe.runtime.offline_model import Manifest
from aoe.settings import read_settings, usable_cores

Run: TypeAlias = Callable[[], Sequence[np.ndarray]]
OURS = "open-aoe"
#: Number of the framework whose models ONNX Runtime reads.
ONNX = 5
#: Pause before a turn. Threads of the other engine keep spinning after a run, those of ONNX Runtime
#: for tens of milliseconds, and would take the cores.
PAUSE_SECONDS = 0.15
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
        model: Path of the offline model.
        threads: Threads of an inference.
        engines: Times by name of the engine.
        speedup: Median of the other engine over ours; `None` without another engine.
        error: Largest difference between the outputs, relative to the largest output; `None`
            without another engine.
    """

    model: str
    threads: int
    engines: Mapping[str, Statistics]
    speedup: float | None = None
    error: float | None = None


def bench_command(
    model: str,
    threads: int | None,
    compare: str | None,
    inputs: Sequence[str],
    seconds: float,
    as_json: bool,
    profile: int = 1,
    input_shape: str | None = None,
) -> int:
    """Carries out `aoe bench`. Returns the exit status."""
    files = named_files(inputs)
    wanted_threads = checked_threads(threads) or usable_cores()
    if not 0 < seconds < 3600:
        raise UsageError(f"--seconds={seconds:g}: must be more than 0 and less than 3600")
    opened = opened_session(Path(model), wanted_threads, input_shape, read_settings())
    with closing(opened) as session:
        used = session.threads  # a backend may use fewer than it is offered
        given, missing = given_inputs(session, files, profile, input_shape)
        feed = {**synthetic_arrays(missing, seed=0), **given}
        engines: dict[str, Run] = {OURS: lambda: session.run(None, feed)}
        if compare is not None:
            manifest = session.manifest
            engines[compare] = _onnxruntime(
                source_file(model, manifest),
                feed,
                used,
                [output.name for output in session.get_outputs()],
            )
        report = measured(model, used, engines, seconds)
    click.echo(json.dumps(asdict(report)) if as_json else _table(report))
    return 0


def source_file(model: str, manifest: Manifest) -> Path:
    """The source model of an offline model. Raises `AoeError` if it was moved or changed, or is not
    of ONNX.
    """
    if not manifest.source:
        raise AoeError(f"{model} was not made from a file, so there is nothing to compare it with")
    path = Path(manifest.source)
    held = frontend_of(path) if path.exists() else None
    if held is not None and held.number != ONNX:
        raise AoeError(
            f"--compare onnxruntime: the source of {model}, {path}, is a model of {held.name}, "
            "which ONNX Runtime does not read; measure without --compare"
        )
    if not path.is_file():
        raise AoeError(f"the source of {model}, {path}, no longer exists; put it back")
    if file_sha256(path) != manifest.source_sha256:
        raise AoeError(f"the source of {model}, {path}, has changed since; tune it again")
    return path


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


def _counted(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


def measured(model: str, threads: int, engines: Mapping[str, Run], seconds: float) -> Report:
    """Measures the first engine, and a second one against it, if there is one."""
    results = [run() for run in engines.values()]
    times = interleaved(engines, seconds)
    statistics = {name: Statistics.of(samples) for name, samples in times.items()}
    if len(results) == 1:
        return Report(model, threads, statistics)
    ours, theirs = statistics.values()
    return Report(
        model, threads, statistics, theirs.median_ms / ours.median_ms, relative_error(*results)
    )


def relative_error(outputs: Sequence[np.ndarray], reference: Sequence[np.ndarray]) -> float:
    """The largest difference over the largest reference value, of the worst output. Infinite if
    only one of both has a NaN or an infinity, or if shapes differ.
    """
    worst = 0.0
    for ours, theirs in zip(outputs, reference, strict=True):
        if ours.shape != theirs.shape:
            return inf
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


def _onnxruntime(
    path: Path, feed: Mapping[str, np.ndarray], threads: int, outputs: Sequence[str]
) -> Run:
    try:
        import onnxruntime
    except ImportError as error:
        raise AoeError("--compare onnxruntime needs it: pip install onnxruntime") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # ONNX Runtime's exceptions have no common base class
        reason = str(error).splitlines()[0]
        raise AoeError(f"ONNX Runtime cannot open {path}: {reason}") from error
    given = {name: element_type(array.dtype.name) for name, array in feed.items()}
    other = [item for item in session.get_inputs() if given.get(item.name, item.type) != item.type]
    if other:
        raise AoeError(
            f"the source model {path} takes {other[0].name} as {other[0].type}, not as "
            f"{given[other[0].name]}, as --input_fp16_nodes or --insert_op_conf has it; measure "
            "without --compare"
        )
    missing = set(outputs) - {output.name for output in session.get_outputs()}
    if missing:
        raise AoeError(
            f"the source model {path} does not give {', '.join(sorted(missing))}, which "
            "--out_nodes made an output; measure without --compare"
        )
    return lambda: list(session.run(list(outputs), dict(feed)))


def _table(report: Report) -> str:
    lines = [f"{report.model}, {_counted(report.threads)}, ms per inference"]
    lines.append(f"{'':<12} {'min':>9} {'median':>9} {'p95':>9} {'runs':>6}")
    lines += [
        f"{name:<12} {item.minimum_ms:9.3f} {item.median_ms:9.3f} {item.p95_ms:9.3f} {item.runs:6}"
        for name, item in report.engines.items()
    ]
    if report.speedup is not None and report.error is not None:
        other = list(report.engines)[1]
        lines.append(
            f"{report.speedup:.2f} x the speed of {other}; outputs agree to "
            f"{report.error:.1e} of their largest value"
        )
    return "\n".join(lines)
