"""The stages other than `kernels`: node tests, models, tuning, peers.

A model is timed by events around replays of its graph, and by a Python caller. Peers are timed in
the same call, turn by turn with ours.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx

import aoe
from aoe.backends.cuda.backend import BACKEND
from aoe.settings import read_settings
from benchmarks.cuda.results import Item

#: The models of the bars, by their names in `benchmarks.models`.
MODELS = (
    "resnet50",
    "mobilenet_v2",
    "efficientnet_b0",
    "bert_base",
    "vit_b16",
    "unet256",
    "gpt2",
    "squeezenet",
    "shufflenet",
)
#: Precisions of a model, by name: the option of `aoe.compile`.
PRECISIONS: Mapping[str, str | None] = {"float32": None, "mixed": "allow_mix_precision"}
#: Seconds that tuning a model may take.
TUNE_SECONDS = 180
#: The largest error of a float32 model, relative to the largest output.
LARGEST_ERROR = 1e-3
_REPLAYS, _CALLS = 50, 20


def device() -> Item:
    """What the driver says, and the measured speed."""
    machine = BACKEND.machine
    target = machine.target()
    known = machine.measured(target, read_settings().home / "atc_data" / "device_speed", renew=True)
    return {
        "soc_version": target.soc_version,
        **machine.fingerprint(target),
        **machine.speed_report(known),
    }


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


def feed_of(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    """Inputs of a model."""
    from benchmarks.models.finishing import feed_of as made

    return {name: np.asarray(value) for name, value in made(model, 7).items()}


def model_file(folder: Path, name: str) -> Path:
    """The file of a model, built once."""
    from benchmarks.models.registry import SUITE

    path = folder / "models" / f"{name}.onnx"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        onnx.save(SUITE[name](), str(path))
    return path


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


def compiled(path: Path, precision: str) -> Item:
    """A model with default policies: its error against the CPU in float32, and its time."""
    feed = feed_of(onnx.load(path))
    with aoe.compile(path) as cpu:
        expected = cpu.run(None, feed)
    begin = time.perf_counter()
    with aoe.compile(path, device="cuda", precision=PRECISIONS[precision]) as session:
        item: Item = {"compile_s": time.perf_counter() - begin}
        found = session.run(None, feed)
        item["relative_error"] = max(map(relative_error, found, expected))
        item |= timed(session, feed)
        calls = sorted(session.profile(feed), key=lambda pair: -pair[1])
        item["slowest"] = [[name, round(seconds * 1e6, 2)] for name, seconds in calls[:10]]
    if precision == "float32" and item["relative_error"] > LARGEST_ERROR:
        raise ValueError(f"the outputs are wrong: {item}")
    return item


def relative_error(found: np.ndarray, expected: np.ndarray) -> float:
    """The largest difference over the largest value."""
    if expected.dtype.kind != "f":
        return float((found != expected).any())
    return float(np.abs(found - expected).max() / max(np.abs(expected).max(), 1e-30))


def tuned(path: Path, precision: str) -> Item:
    """A model before and after tuning from an empty repository."""
    feed = feed_of(onnx.load(path))
    with aoe.compile(path, device="cuda", precision=PRECISIONS[precision]) as session:
        before = timed(session, feed)
    begin = time.perf_counter()
    result = aoe.tune(
        path, device="cuda", budget=f"{TUNE_SECONDS}s", precision=PRECISIONS[precision]
    )
    seconds = time.perf_counter() - begin
    with aoe.InferenceSession(result.model_path) as session:
        after = timed(session, feed)
    return {"before": before, "after": after, "tuning_s": seconds}


def model_work(
    folder: Path, task: Callable[[Path, str], Item]
) -> Iterator[tuple[str, Callable[[], Item]]]:
    """A task for each model and precision."""
    for precision in PRECISIONS:
        for name in MODELS:
            yield (
                f"{name} {precision}",
                lambda name=name, precision=precision: task(  # type: ignore[misc]
                    model_file(folder, name), precision
                ),
            )
