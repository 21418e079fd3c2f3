"""Peers on the same model in the same process, turn by turn: PyTorch in a CUDA graph and compiled,
ONNX Runtime with its CUDA provider, where they are installed.
"""

from __future__ import annotations

import importlib
import importlib.util
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import aoe
from benchmarks.cuda.cases import Case, feed_of
from benchmarks.cuda.results import Item

_ROUNDS, _RUNS = 7, 20


def compared(case: Case, path: Path) -> Item:
    """Milliseconds of a call of ours and of every peer that is there, medians of rounds."""
    feed = feed_of(path)
    with aoe.compile(path, device="cuda", precision=case.option) as session:
        contestants: dict[str, Callable[[], Any]] = {"open-aoe": lambda: session.run(None, feed)}
        missing: dict[str, str] = {}
        for name in PEERS:
            found = started(name, path, case.precision, feed)
            if isinstance(found, str):
                missing[name] = found
            else:
                contestants[name] = found
        times = turns(contestants)
    medians: Item = {name: statistics.median(values) * 1e3 for name, values in times.items()}
    return {"call_ms": medians, "missing": missing}


def started(
    name: str, path: Path, precision: str, feed: Mapping[str, np.ndarray]
) -> Callable[[], Any] | str:
    """A call of a peer, or why there is none."""
    try:
        return PEERS[name](path, precision, feed)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]


def turns(contestants: Mapping[str, Callable[[], Any]]) -> dict[str, list[float]]:
    """Medians of runs, contestant by contestant, in rotating order."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    order = list(contestants)
    for name in order:
        contestants[name]()
    for _ in range(_ROUNDS):
        for name in order:
            seen = []
            for _ in range(_RUNS):
                begin = time.perf_counter()
                contestants[name]()
                seen.append(time.perf_counter() - begin)
            times[name].append(statistics.median(seen))
        order = [*order[1:], order[0]]
    return times


def onnxruntime_cuda(
    path: Path, precision: str, feed: Mapping[str, np.ndarray]
) -> Callable[[], Any]:
    """ONNX Runtime's CUDA provider, graphs captured. It computes float32 models as they are."""
    import onnxruntime

    if precision != "float32":
        raise ValueError("the file is float32")
    if "CUDAExecutionProvider" not in onnxruntime.get_available_providers():
        raise ValueError("the package has no CUDA provider")
    options = {"cudnn_conv_algo_search": "EXHAUSTIVE", "use_tf32": "0"}
    session = onnxruntime.InferenceSession(
        str(path), providers=[("CUDAExecutionProvider", options)]
    )
    return lambda: session.run(None, dict(feed))


def torch_compiled(path: Path, precision: str, feed: Mapping[str, np.ndarray]) -> Callable[[], Any]:
    """The model as a module of PyTorch, by `onnx2torch` where it is installed, compiled in its
    best mode, inputs and outputs copied as in ours.
    """
    import torch

    if importlib.util.find_spec("onnx2torch") is None:
        raise ValueError("onnx2torch is not installed, which makes a module of the file")
    convert = importlib.import_module("onnx2torch").convert
    kind = torch.float32 if precision == "float32" else torch.float16
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    module = convert(str(path)).eval().cuda().to(kind)
    best = torch.compile(module, mode="max-autotune")

    def run() -> Any:
        given = [torch.from_numpy(item).cuda() for item in feed.values()]
        given = [item.to(kind) if item.is_floating_point() else item for item in given]
        with torch.inference_mode():
            result = best(*given)
        parts = result if isinstance(result, tuple | list) else (result,)
        return [part.float().cpu().numpy() for part in parts]

    return run


#: What makes a peer's call of a model, by name.
PEERS: Mapping[str, Callable[[Path, str, Mapping[str, np.ndarray]], Callable[[], Any]]] = {
    "onnxruntime-cuda": onnxruntime_cuda,
    "torch.compile": torch_compiled,
}
