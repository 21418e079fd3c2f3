"""torch.compile with inductor, weights frozen, kernels chosen by measuring (`max-autotune`).

It compiles torch modules, not ONNX files: `--builders` names the Python file that builds the module
of a model, see `benchmarks.peers.models`. Its weights must be the model's for the outputs to agree.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import numpy as np

from benchmarks.peers.engine import AbsentError, Engine, Feed, Job, Run


def version() -> str:
    """The library's version. Raises `AbsentError` where it is not installed."""
    try:
        import torch
    except ImportError as error:
        raise AbsentError("torch is not installed") from error
    return str(torch.__version__)


def prepare(job: Job) -> None:
    """Compiles the module, whose kernels inductor keeps in the job's folder."""
    open_model(job)


def open_model(job: Job) -> Run:
    """The compiled module of the model's name, which has run once."""
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(job.folder / "inductor")
    os.environ["TORCHINDUCTOR_FREEZING"] = "1"
    # Processes that compile ahead would outlive the compilation and take cores.
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    version()
    import torch

    torch.set_num_threads(job.threads)
    if job.builders is None:
        raise AbsentError("no file with torch modules was given")
    builders = _module_at(job.builders)
    if job.model.stem not in builders.NAMES:
        raise AbsentError(f"{job.builders.name} does not build {job.model.stem}")
    module, examples, names = builders.build(job.model.stem)
    compiled = torch.compile(module.eval(), mode="max-autotune")

    def run(feed: Feed) -> list[np.ndarray]:
        with torch.inference_mode():
            result = compiled(*(torch.from_numpy(feed[name]) for name in names))
        results = result if isinstance(result, (tuple, list)) else (result,)
        return [item.numpy() for item in results]

    run({name: example.numpy() for name, example in zip(names, examples, strict=True)})
    return run


def _module_at(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise AbsentError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ENGINE = Engine("torch.compile", open_model, version, prepare)
