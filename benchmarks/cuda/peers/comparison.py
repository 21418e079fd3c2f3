"""Peers on the same model in the same process, turn by turn: PyTorch in a CUDA graph, compiled by
`torch.compile`, and what else is installed.

Every contestant has its inputs on the GPU and leaves its outputs there. The time on the GPU is that
between events around replays in a row. The error is that against float64.
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx

import aoe
from benchmarks.cuda.cases import Case, feed_of
from benchmarks.cuda.results import Item

#: What this engine is called in results.
OWN = "open-aoe"
#: Peers by name: functions of `torch_contestants.py`.
USUAL = {"eager": "eager", "torch.compile": "compiled"}
SEARCHING = {**USUAL, "reduce-overhead": "reduce_overhead", "max-autotune": "max_autotune"}
#: Peers of `runtime_contestants.py`, of which nothing is claimed where they are not installed, with
#: their packages. TensorRT builds engines for minutes.
_PACKAGES = {"ONNX Runtime CUDA": "onnxruntime", "TensorRT": "tensorrt"}
_SLOW = frozenset({"TensorRT"})
_ROUNDS, _RUNS = 5, 20


class OwnModel:
    """Our session, with inputs and outputs at addresses of the GPU."""

    def __init__(self, session: aoe.InferenceSession, feed: Mapping[str, np.ndarray]) -> None:
        """Places inputs and outputs on the GPU."""
        import torch

        self._session, self._feed = session, feed
        self._inputs = [torch.from_numpy(np.array(item)).cuda() for item in feed.values()]
        self._outputs = [
            torch.from_numpy(np.zeros_like(item)).cuda() for item in session.run(None, feed)
        ]
        self._at = (
            [item.data_ptr() for item in self._inputs],
            [item.data_ptr() for item in self._outputs],
        )
        torch.cuda.synchronize()

    def call(self) -> None:
        """One inference as a caller sees it."""
        self._session.run_at(*self._at)

    def gpu_seconds(self, count: int) -> float:
        """The median of replays in a row."""
        return statistics.median(self._session.time_runs(self._feed, count))

    def outputs(self) -> list[np.ndarray]:
        """Those of one inference."""
        self.call()
        return [item.double().cpu().numpy() for item in self._outputs]


def compared(case: Case, path: Path, peers: Mapping[str, str] | None = None) -> Item:
    """Milliseconds of ours and of every peer that is there, medians of rounds, and errors.

    Raises:
        ValueError: PyTorch is not installed, or has no GPU.
    """
    _require_torch()
    from benchmarks.cuda.peers import runtime_contestants as of_runtimes
    from benchmarks.cuda.peers import torch_contestants as of_torch

    feed, model = feed_of(path), onnx.load(path)
    dtype = of_torch.set_up(case.precision)
    exact = of_torch.exact_outputs(model, feed)
    inputs = of_torch.placed(feed, dtype)
    contestants: dict[str, Any] = {}
    missing = absent()
    makers: dict[str, Callable[[], Any]] = {
        name: partial(getattr(of_torch, function), model, inputs, dtype)
        for name, function in (peers or USUAL).items()
    }
    makers |= {
        name: partial(make, model, feed, case.precision)
        for name, make in of_runtimes.CONTESTANTS.items()
        if name not in missing and (name not in _SLOW or peers is SEARCHING)
    }
    prepared: dict[str, float] = {}
    begin = time.perf_counter()
    with aoe.compile(path, device="cuda", precision=case.option) as session:
        contestants[OWN] = OwnModel(session, feed)
        prepared[OWN] = time.perf_counter() - begin
        for name, make in makers.items():
            begin = time.perf_counter()
            try:
                contestants[name] = make()
            except Exception as error:
                missing[name] = f"{type(error).__name__}: {error}"[:300]
            prepared[name] = time.perf_counter() - begin
        item = measured(contestants, exact)
    return {**item, "prepared_s": prepared, "missing": missing}


def compared_with_searching(case: Case, path: Path) -> Item:
    """As `compared`, with `max-autotune` and TensorRT, which search for minutes."""
    return compared(case, path, SEARCHING)


def prepared(case: Case, path: Path) -> Item:
    """Compiles ours and the usual peers once: their caches then have what other stages need.

    Several processes may do so at the same time, as nothing is timed but this.
    """
    begin = time.perf_counter()
    with aoe.compile(path, device="cuda", precision=case.option):
        item: Item = {OWN: time.perf_counter() - begin}
    if importlib.util.find_spec("torch") is None:
        return item
    from benchmarks.cuda.peers import torch_contestants as of_torch

    dtype = of_torch.set_up(case.precision)
    model, inputs = onnx.load(path), of_torch.placed(feed_of(path), dtype)
    for name, function in USUAL.items():
        begin = time.perf_counter()
        try:
            getattr(of_torch, function)(model, inputs, dtype)
        except Exception as error:
            item[f"{name} failed"] = f"{type(error).__name__}: {error}"[:300]
        item[name] = time.perf_counter() - begin
    return item


def measured(contestants: Mapping[str, Any], exact: Sequence[np.ndarray]) -> Item:
    """Times and errors of contestants, who take turns."""
    item: Item = {"gpu_ms": {}, "call_ms": {}, "typical_error": {}, "largest_error": {}}
    for name, contestant in contestants.items():
        found = contestant.outputs()
        item["typical_error"][name] = max(map(typical_error, found, exact))
        item["largest_error"][name] = max(map(largest_error, found, exact))
    on_gpu = in_turns({name: partial_of(one.gpu_seconds) for name, one in contestants.items()})
    calls = {
        name: (lambda call=one.call: call_seconds(call, _RUNS)) for name, one in contestants.items()
    }
    item["gpu_ms"] = {name: seconds * 1e3 for name, seconds in on_gpu.items()}
    item["call_ms"] = {name: seconds * 1e3 for name, seconds in in_turns(calls).items()}
    best = min((ms for name, ms in item["gpu_ms"].items() if name != OWN), default=None)
    if best is not None:
        item["speedup"] = best / item["gpu_ms"][OWN]
    return item


def call_seconds(call: Callable[[], None], count: int) -> float:
    """The median of the seconds of calls."""
    seen = []
    for _ in range(count):
        begin = time.perf_counter()
        call()
        seen.append(time.perf_counter() - begin)
    return statistics.median(seen)


def partial_of(seconds: Callable[[int], float]) -> Callable[[], float]:
    """A measurement of so many runs as a round has."""
    return lambda: seconds(_RUNS)


def in_turns(measure: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """The medians of rounds, in each of which all are measured, in rotating order."""
    seen: dict[str, list[float]] = {name: [] for name in measure}
    order = list(measure)
    for name in order:
        measure[name]()
    for _ in range(_ROUNDS):
        for name in order:
            seen[name].append(measure[name]())
        order = [*order[1:], order[0]]
    return {name: statistics.median(values) for name, values in seen.items()}


def typical_error(found: np.ndarray, exact: np.ndarray) -> float:
    """The root mean square error, relative to that of the values."""
    return float(np.linalg.norm(found - exact) / (np.linalg.norm(exact) or 1.0))


def largest_error(found: np.ndarray, exact: np.ndarray) -> float:
    """The largest error, relative to the largest value."""
    return float(np.abs(found - exact).max() / (np.abs(exact).max() or 1.0))


def _require_torch() -> None:
    if importlib.util.find_spec("torch") is None:
        raise ValueError("PyTorch is not installed; install a version for this GPU")
    import torch

    if not torch.cuda.is_available():
        raise ValueError("PyTorch has no GPU here")


def absent() -> dict[str, str]:
    """Peers that cannot be compared here, and why."""
    found = {
        name: "not installed"
        for name, package in _PACKAGES.items()
        if importlib.util.find_spec(package) is None
    }
    if "ONNX Runtime CUDA" not in found:
        import onnxruntime

        if "CUDAExecutionProvider" not in onnxruntime.get_available_providers():
            found["ONNX Runtime CUDA"] = "installed without its CUDA provider"
    return found
