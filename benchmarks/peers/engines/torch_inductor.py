"""torch.compile with inductor, weights frozen, kernels chosen by measuring (`max-autotune`).

It compiles torch modules, not ONNX files. The package onnx2torch, where it is installed, makes a
module of an ONNX file. A file of one's own can take its place (`--builders`): it defines `NAMES`,
the models that it knows, and `build(name)`, which returns the module, example inputs and the names
of the inputs. The module's weights must be the model's.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from benchmarks.peers.engine import AbsentError, Engine, Feed, Job, Run
from benchmarks.peers.inputs import synthetic_feed

#: A torch module, example inputs as tensors, and the names of the inputs.
Built: TypeAlias = tuple[Any, Sequence[Any], Sequence[str]]


def version() -> str:
    """The library's version. Raises `AbsentError` where it is not installed."""
    try:
        import torch
    except ImportError as error:
        raise AbsentError("torch is not installed") from error
    return str(torch.__version__)


def prepare(job: Job) -> None:
    """Compiles the module; inductor keeps its kernels in the job's folder."""
    open_model(job)


def open_model(job: Job) -> Run:
    """Opens the compiled module of the model's name, which has run once."""
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(job.folder / "inductor")
    os.environ["TORCHINDUCTOR_FREEZING"] = "1"
    # Processes that compile ahead would outlive the compilation and take cores.
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    version()
    import torch

    torch.set_num_threads(job.threads)
    module, examples, names = module_of(job)
    compiled = torch.compile(module.eval(), mode="max-autotune")

    def run(feed: Feed) -> list[np.ndarray]:
        with torch.inference_mode():
            result = compiled(*(torch.from_numpy(feed[name]) for name in names))
        results = result if isinstance(result, (tuple, list)) else (result,)
        return [item.numpy() for item in results]

    run({name: example.numpy() for name, example in zip(names, examples, strict=True)})
    return run


def module_of(job: Job) -> Built:
    """Returns the model as a torch module.

    Raises:
        AbsentError: There is no way to make one.
    """
    return _built(job) or _converted(job)


def _built(job: Job) -> Built | None:
    """Returns the module by the file of builders, None if it does not know the model."""
    if job.builders is None:
        return None
    builders = _module_at(job.builders)
    if job.model.stem not in builders.NAMES:
        return None
    module, examples, names = builders.build(job.model.stem)
    return module, examples, names


def _converted(job: Job) -> Built:
    """Returns the module that onnx2torch makes of the ONNX file."""
    try:
        from onnx2torch import convert
    except ImportError as error:
        why = f"no torch module of {job.model.stem}, and onnx2torch is not installed"
        raise AbsentError(why) from error
    import onnx
    import torch

    try:
        module = convert(_without_dropout(onnx.load(job.model)))
    except NotImplementedError as error:
        raise AbsentError(f"onnx2torch: {error}") from error
    feed = synthetic_feed(job.model)
    return module, [torch.from_numpy(item) for item in feed.values()], list(feed)


def _without_dropout(model: Any) -> Any:
    """Replaces Dropout, which does nothing in inference: onnx2torch knows some versions only."""
    import onnx

    for node in model.graph.node:
        if node.op_type == "Dropout":
            kept = onnx.helper.make_node("Identity", node.input[:1], node.output[:1])
            node.CopyFrom(kept)
    return model


def _module_at(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise AbsentError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ENGINE = Engine("torch.compile", open_model, version, prepare)
