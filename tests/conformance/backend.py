"""An `onnx.backend` that compiles with default policies for the shapes of the inputs it is given,
for a backend of this package.

Inputs that determine shapes (the `shape` of a Reshape, the `k` of a TopK) are unknown to a compiler
of static shapes. So a model that cannot be computed as it is, is specialised to the values of its
small inputs (`aoe.frontends.input_values`), of as few as will do, the last ones first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
import onnx
from onnx.backend.base import Backend, BackendRep, Device

from aoe.application.model.compilation import compile_with
from aoe.application.model.source import Source
from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_named, require_computable
from aoe.backends.session import InferenceSession
from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.runtime.offline_model import OfflineModel

#: Elements of the largest input whose value may be fixed when the model is compiled.
_LARGEST_FIXED = 32


class CompilerBackend(Backend):
    """Compiles a model when it is run, because only then are its shapes known."""

    @classmethod
    def prepare(
        cls, model: onnx.ModelProto, device: str = "CPU", **options: Any
    ) -> CompilerBackendRep:
        """The model, ready to be compiled. Options: `backend`, the name of one of this package."""
        return CompilerBackendRep(model, options.get("backend", "cpu"))

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """There is code for the CPU only."""
        return bool(Device(device).type == Device("CPU").type)


class CompilerBackendRep(BackendRep):
    """One model."""

    def __init__(self, model: onnx.ModelProto, backend: str) -> None:
        self.model = model
        self.backend = backend

    def run(self, inputs: Sequence[np.ndarray], **options: Any) -> tuple[np.ndarray, ...]:
        """The model's outputs, all of them, for its inputs in order."""
        given = {item.name for item in self.model.graph.initializer}
        names = [item.name for item in self.model.graph.input if item.name not in given]
        feed = dict(zip(names, inputs, strict=True))
        compiled = compile_for(self.model, feed, self.backend)
        open_inputs = {info.name: feed[info.name] for info in compiled.plan.inputs}
        with InferenceSession(compiled, threads=1) as session:
            return tuple(session.run(None, open_inputs))


def compile_for(
    model: onnx.ModelProto, feed: Mapping[str, np.ndarray], backend: str = "cpu"
) -> OfflineModel:
    """The model compiled for the shapes of these inputs and, where they determine shapes, values.

    Raises the `ModelError` of the attempt that fixes most values if none succeeds.
    """
    *attempts, last = _specialisations(feed)
    for values in attempts:
        with suppress(ModelError):
            return _compile_specialised(model, feed, values, backend)
    return _compile_specialised(model, feed, last, backend)


def _compile_specialised(
    model: onnx.ModelProto,
    feed: Mapping[str, np.ndarray],
    values: Mapping[str, np.ndarray],
    backend: str,
) -> OfflineModel:
    shapes = {
        item.name: feed[item.name].shape
        for item in model.graph.input
        if item.name in feed and item.name not in values and not _is_static(item)
    }
    pool = _compiler(backend)
    graph = build(load_onnx(model, shapes, values), "the node test")
    require_computable(graph, pool.target)
    return compile_with(graph, Source("node test"), {}, pool.target, pool)


def _specialisations(feed: Mapping[str, np.ndarray]) -> Iterator[dict[str, np.ndarray]]:
    """Values to fix: none, then more and more integers from the last, then more of all inputs."""
    yield {}
    small = [name for name, array in feed.items() if _is_small(array)]
    integers = [name for name in small if feed[name].dtype.kind in "iub"]
    before: set[str] = set()
    for candidates in (integers, small):
        chosen: dict[str, np.ndarray] = {}
        for name in reversed(candidates):
            chosen[name] = feed[name]
            if not set(chosen) <= before:
                yield dict(chosen)
        before = set(chosen)


def _is_small(array: object) -> bool:
    return isinstance(array, np.ndarray) and array.ndim <= 1 and array.size <= _LARGEST_FIXED


def _is_static(item: onnx.ValueInfoProto) -> bool:
    tensor = item.type.tensor_type
    return tensor.HasField("shape") and all(d.HasField("dim_value") for d in tensor.shape.dim)


@cache
def _compiler(name: str) -> Compiler:
    """One for all tests, so that what every model needs (the thread pool) is compiled once."""
    backend = backend_named(name)
    return backend.compiler(backend.machine.target(1))
