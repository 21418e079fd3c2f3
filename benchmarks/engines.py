"""The engines a benchmark compares, each as a function from inputs to outputs in the model's order.

Every engine gets the same number of threads and keeps its other settings: what a user gets who
sets nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnxruntime

import aoe

Feed: TypeAlias = Mapping[str, np.ndarray]
Run: TypeAlias = Callable[[Feed], list[np.ndarray]]

#: The peers by the name `--peers` takes.
PEERS = ("onnxruntime", "openvino")
_ONNX_DTYPES = {"tensor(float)": "float32", "tensor(double)": "float64", "tensor(bool)": "bool"}


def open_peer(name: str, path: Path, threads: int) -> Run:
    """The model in another engine. Raises `ValueError` for one that is not in `PEERS`."""
    if name == "onnxruntime":
        return _open_onnxruntime(path, threads)
    if name == "openvino":
        return _open_openvino(path, threads)
    raise ValueError(f"no engine is named {name!r}; choose from {', '.join(PEERS)}")


def run_of(session: aoe.InferenceSession) -> Run:
    """A session of open-aoe as a function."""
    return lambda feed: list(session.run(None, feed))


def random_feed(path: Path, seed: int = 0) -> dict[str, np.ndarray]:
    """Inputs for a model of static shapes: normal floats; integers 0 or 1, valid as any index."""
    random = np.random.default_rng(seed)
    feed = {}
    for tensor in _onnxruntime_session(path, 1).get_inputs():
        dtype = np.dtype(_ONNX_DTYPES.get(tensor.type, tensor.type[7:-1]))
        if dtype.kind == "f":
            feed[tensor.name] = random.standard_normal(tensor.shape).astype(dtype)
        else:
            feed[tensor.name] = random.integers(0, 2, tensor.shape).astype(dtype)
    return feed


def relative_error(outputs: list[np.ndarray], reference: list[np.ndarray]) -> float:
    """The largest |difference| over the largest |reference| value, of the worst output."""
    return max(
        float(np.abs(ours - theirs).max() / max(np.abs(theirs).max(), 1e-30))
        for ours, theirs in zip(outputs, reference, strict=True)
    )


@contextmanager
def repository_at(folder: Path) -> Iterator[None]:
    """Within, open-aoe reads and writes its custom repository in `folder`, made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    before = os.environ.get("TUNE_BANK_PATH")
    os.environ["TUNE_BANK_PATH"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TUNE_BANK_PATH"]
        else:
            os.environ["TUNE_BANK_PATH"] = before


def _onnxruntime_session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _open_onnxruntime(path: Path, threads: int) -> Run:
    session = _onnxruntime_session(path, threads)
    return lambda feed: list(session.run(None, dict(feed)))


def _open_openvino(path: Path, threads: int) -> Run:
    import openvino

    settings = {
        "INFERENCE_NUM_THREADS": threads,
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": "f32",
    }
    compiled = openvino.Core().compile_model(str(path), "CPU", settings)
    request = compiled.create_infer_request()
    names = [output.get_any_name() for output in compiled.outputs]

    def run(feed: Feed) -> list[np.ndarray]:
        results = request.infer(dict(feed))
        return [np.asarray(results[name]) for name in names]

    return run
