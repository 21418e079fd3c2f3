"""The stages other than `kernels` and `peers`: node tests, models, tuning.

A model is timed by events around replays of its graph, and by a Python caller.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np

import aoe
from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.runtime.driver import DriverError
from aoe.errors import AoeError
from aoe.settings import read_settings
from benchmarks.cuda.cases import Case, cases, feed_of, model_file
from benchmarks.cuda.results import Item
from benchmarks.sessions import environment_variables

#: Seconds that tuning a model may take.
TUNE_SECONDS = 180
#: The largest error of a model by its precision, relative to the largest output.
LARGEST_ERROR = {"float32": 1e-3, "tf32": 0.1, "float16": 0.1}
_REPLAYS, _CALLS = 50, 20


def device() -> Item:
    """What the driver says, and the measured speed."""
    machine = BACKEND.machine
    target = machine.target()
    found: Item = {"soc_version": target.soc_version, **machine.fingerprint(target)}
    folder = read_settings().home / "atc_data" / "device_speed"
    try:
        return {**found, **machine.speed_report(machine.measured(target, folder, renew=True))}
    except (AoeError, DriverError) as error:  # which keeps no other stage from running
        return {**found, "speed": f"not measured: {type(error).__name__}: {error}"}


def node_test(name: str) -> Item:
    """One node test of the onnx package."""
    from tests.conformance.node_tests import node_tests, run_node_test

    run_node_test(node_tests()[name], "cuda")
    return {}


def node_test_work() -> Iterator[tuple[str, Callable[[], Item]]]:
    """All node tests that are in scope."""
    from tests.conformance.node_tests import excluded, node_tests

    for name, case in node_tests().items():
        if not excluded(case):
            yield name, lambda name=name: node_test(name)  # type: ignore[misc]


def timed(session: Any, feed: Mapping[str, np.ndarray]) -> Item:
    """Milliseconds on the GPU and as a caller sees them."""
    session.time_runs(feed, _REPLAYS)
    on_gpu = statistics.median(session.time_runs(feed, _REPLAYS))
    seen = []
    for _ in range(_CALLS):
        begin = time.perf_counter()
        session.run(None, feed)
        seen.append(time.perf_counter() - begin)
    return {"gpu_ms": on_gpu * 1e3, "call_ms": statistics.median(seen) * 1e3}


def expected_outputs(path: Path, feed: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    """The outputs of ONNX Runtime in float32 on the CPU."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return [np.asarray(item) for item in session.run(None, dict(feed))]


def compiled(case: Case, path: Path) -> Item:
    """A model with default policies: its error against the CPU in float32, and its time."""
    feed = feed_of(path)
    expected = expected_outputs(path, feed)
    begin = time.perf_counter()
    with aoe.compile(path, device="cuda", precision=case.option) as session:
        item: Item = {"compile_s": time.perf_counter() - begin}
        found = session.run(None, feed)
        item["relative_error"] = max(map(relative_error, found, expected))
        item |= timed(session, feed)
        calls = session.profile(feed)
        item["kernels"] = len(calls)
        item["kernels_us"] = round(sum(seconds for _, seconds in calls) * 1e6, 2)
        slowest = sorted(calls, key=lambda pair: -pair[1])
        item["slowest"] = [[name, round(seconds * 1e6, 2)] for name, seconds in slowest[:10]]
    if item["relative_error"] > LARGEST_ERROR[case.precision]:
        raise ValueError(f"the outputs are wrong: {item}")
    return item


def relative_error(found: np.ndarray, expected: np.ndarray) -> float:
    """The largest difference over the largest value."""
    if expected.dtype.kind != "f":
        return float((found != expected).any())
    return float(np.abs(found - expected).max() / max(np.abs(expected).max(), 1e-30))


def tuned(case: Case, path: Path) -> Item:
    """A model before and after tuning from an empty repository."""
    feed = feed_of(path)
    with tempfile.TemporaryDirectory() as folder, _own_repository(Path(folder)):
        with aoe.compile(path, device="cuda", precision=case.option) as session:
            before = timed(session, feed)
        begin = time.perf_counter()
        result = aoe.tune(
            path,
            device="cuda",
            budget=f"{TUNE_SECONDS}s",
            precision=case.option,
            output=Path(folder) / "tuned",
        )
        seconds = time.perf_counter() - begin
        with aoe.InferenceSession(result.model_path) as session:
            after = timed(session, feed)
    share = after["gpu_ms"] / before["gpu_ms"]
    return {"before": before, "after": after, "tuning_s": seconds, "share_of_default": share}


def _own_repository(folder: Path) -> AbstractContextManager[None]:
    """Settings with an empty repository in a folder, and compilation by all cores."""
    cores = min(os.cpu_count() or 1, 32)
    return environment_variables(
        {"TUNE_BANK_PATH": str(folder), "TE_PARALLEL_COMPILER": str(cores)}
    )


def model_work(
    folder: Path, task: Callable[[Case, Path], Item], of: Iterable[Case] | None = None
) -> Iterator[tuple[str, Callable[[], Item]]]:
    """A task for each case, all by default. `folder`: where the files of models are kept."""
    for case in cases() if of is None else of:
        yield (
            case.name,
            lambda case=case: task(case, model_file(folder, case)),  # type: ignore[misc]
        )


def tune_cases() -> Iterator[Case]:
    """The cases that are tuned, most important first: a model takes minutes."""
    every = [case for case in cases(others=False) if case.precision == "float16"]
    yield from (case for case in every if case.batch == 1)
    yield from (case for case in every if case.batch > 1)
