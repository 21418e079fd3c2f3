"""An `onnx.backend` for a backend of this package: models are compiled without values, for any
shape, and given all their inputs when they are run.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import onnx
from onnx.backend.base import Backend, BackendRep, Device

from aoe.application.model.open_shapes.open_file import opened
from aoe.application.model.open_shapes.shape_cache import ShapeCache
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import read_model
from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_named
from aoe.frontends.frontend import ModelOrigin
from aoe.settings import read_settings


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
        #: The inputs whose values were compiled for.
        self.by_value: frozenset[str] = frozenset()

    def run(self, inputs: Sequence[np.ndarray], **options: Any) -> tuple[np.ndarray, ...]:
        """The model's outputs, all of them, for its inputs in order."""
        given = {item.name for item in self.model.graph.initializer}
        names = [item.name for item in self.model.graph.input if item.name not in given]
        shapes = open_shapes(self.model, self.backend)
        with InferenceSession(shapes) as session:
            outputs = tuple(session.run(None, dict(zip(names, inputs, strict=True))))
        self.by_value |= shapes.known_inputs
        return outputs


def open_shapes(model: onnx.ModelProto, backend: str = "cpu") -> ShapeCache:
    """What compiles a model with default policies when it is run."""
    request = CompileRequest(read_settings(), 1, backend, subgraphs=False)
    return opened(read_model(ModelOrigin(model)), request, 1, compiler=_compiler(backend))


@cache
def _compiler(name: str) -> Compiler:
    """One for all tests, so that what every model needs (the thread pool) is compiled once."""
    backend = backend_named(name)
    return backend.compiler(backend.machine.target(1 if name == "cpu" else None))
