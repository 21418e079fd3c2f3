"""The engines a benchmark compares, each as a function from inputs to outputs in the model's order.

Every engine gets the same number of threads and keeps its other settings: what a user gets who
sets nothing.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnxruntime

import aoe
from aoe.application.model.inputs import made_up_arrays

Feed: TypeAlias = Mapping[str, np.ndarray]
Run: TypeAlias = Callable[[Feed], list[np.ndarray]]

#: The peers by the name `--peers` takes.
PEERS = ("onnxruntime", "openvino")


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


def feed_of(session: aoe.InferenceSession) -> dict[str, np.ndarray]:
    """Made-up inputs for a session's model, the same every time."""
    return made_up_arrays(session.model.plan.inputs, seed=0)


@contextmanager
def repository_at(folder: Path) -> Iterator[None]:
    """Within, open-aoe knows what is in `folder`, made if need be, and nothing else: there is its
    custom repository, and the built-in one is empty.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as empty:
        changes = {"TUNE_BANK_PATH": str(folder), "AOE_BUILTIN_PATH": empty}
        before = {name: os.environ.get(name) for name in changes}
        os.environ.update(changes)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


def _open_onnxruntime(path: Path, threads: int) -> Run:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
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
