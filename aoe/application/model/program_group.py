"""Programs of several models that run in turns, such as the graphs of a training step. They share
threads, working memory and constants, and come from the compile cache where it has them.

`shape_cache.py` does the same for one model with open shapes. `aoe.torch` is what needs groups.
"""

from __future__ import annotations

import json
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace

import numpy as np
import onnx_ir

from aoe.application.model.kept_compiler import KeptCompiler
from aoe.application.model.known_model import KnownModel, known_model
from aoe.application.model.machine import this_machine
from aoe.application.model.open_shapes.specialization import Specializer
from aoe.application.model.own_constants import OwnConstants, Recipe
from aoe.application.model.program_cache import ProgramCache, Stored
from aoe.application.model.programs import (
    Repositories,
    opened_programs,
    opened_repositories,
)
from aoe.application.model.request.cache_request import opened_cache
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.source import read_model
from aoe.backends.backend import CompiledPlan, Compiler, LoadedModel
from aoe.backends.registry import backend_of, target_from_json
from aoe.backends.session import InferenceSession
from aoe.errors import MALFORMED
from aoe.frontends.frontend import ModelOrigin
from aoe.runtime.offline_model import (
    Manifest,
    OfflineModel,
    file_manifest,
    read_manifest,
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the repository knew when a model was compiled.

    Attributes:
        operators: How many operators the model has.
        known: How many of them had a policy in a repository, or their subgraph had.
    """

    operators: int = 0
    known: int = 0


@dataclass(frozen=True, slots=True)
class GroupProgram:
    """A compiled model of a group.

    Attributes:
        session: Runs it.
        loaded: The same as the device has it.
        coverage: How many of its policies came from a repository.
        cached: Whether an earlier process had compiled it.
    """

    session: InferenceSession
    loaded: LoadedModel
    coverage: Coverage
    cached: bool


class ProgramGroup:
    """Compiles models for one device, which share threads. Safe to use from several threads."""

    def __init__(self, request: CompileRequest) -> None:
        """`request`: how to compile them all."""
        self._request = request
        self._target = this_machine(request.threads, request.settings, request.backend)
        self._family = backend_of(self._target).family(self._target.threads)
        self._compiler = KeptCompiler(self._opened_compiler)
        self._compiling = threading.Lock()

    @property
    def threads(self) -> int:
        """How many parallel units an inference uses."""
        return self._family.threads

    def start(self) -> None:
        """Starts the helper processes that compile, ahead of a model that is not in the cache."""
        self._compiler.start()

    def compiled(self, model: onnx_ir.Model | KnownModel) -> GroupProgram:
        """A model of fixed shapes, compiled and loaded. It is not changed. One whose program is in
        the cache is not read.

        Raises:
            ModelError: It cannot be compiled.
        """
        return self.begin(model)()

    def begin(self, model: onnx_ir.Model | KnownModel) -> Callable[[], GroupProgram]:
        """Begins what `compiled` does, and returns what waits for it. Helper processes go on with
        it meanwhile, and other models may be begun. Both raise as `compiled` does.
        """
        known = known_model(model) if isinstance(model, onnx_ir.Model) else model
        with self._compiling, ExitStack() as opened:
            request, target = self._request, self._target
            repositories = opened_repositories(request, target)
            programs = opened_programs(known.digest, request, target, repositories)
            opened.callback(programs.close)
            found = self._from_cache(known, programs)
            if found is not None:
                return lambda: found
            waiting = [self._begun(known, programs, repositories)]
            opened.pop_all()  # what waits closes them

        def finished() -> GroupProgram:
            with self._compiling, closing(programs):
                if waiting:
                    return waiting.pop()()
            return self.compiled(known)  # it was interrupted

        # Nobody waits where the graph that was to be begun next cannot be made.
        weakref.finalize(finished, programs.close)
        return finished

    def close(self) -> None:
        """Ends threads and helper processes after a running inference."""
        self._family.close()
        self._compiler.close()

    def _from_cache(self, known: KnownModel, programs: ProgramCache) -> GroupProgram | None:
        found, text = programs.get(known.shapes, {}), programs.note(known.shapes, {})
        note = None if text is None else self._read_note(text)
        if found is None or note is None:
            return None
        coverage, manifest = note
        program, stored = found
        constants: dict[str, Stored | None] = dict(stored)
        recipes = {name: item for name, item in stored.items() if isinstance(item, Recipe)}
        if recipes:
            own = OwnConstants(known.read(), self._family.digest)
            constants |= {name: own.made(recipe) for name, recipe in recipes.items()}
        return self._loaded(manifest, program, constants, coverage, cached=True)

    def _begun(
        self, known: KnownModel, programs: ProgramCache, repositories: Repositories
    ) -> Callable[[], GroupProgram]:
        """Begins to compile a model that is not in the cache."""
        begin = time.monotonic()
        model = known.read()
        read = read_model(ModelOrigin(model))
        specializer = Specializer(
            read,
            self._request,
            kept=self._compiler,
            target=self._target,
            repositories=repositories,
        )
        finish = specializer.begin(known.shapes, {})
        begun = time.monotonic() - begin

        def finished() -> GroupProgram:
            begin = time.monotonic()
            made = finish()
            seconds = begun + time.monotonic() - begin
            coverage = Coverage(made.operators, made.known)
            own = OwnConstants(model, self._family.digest)
            stored = {name: own.recipe(array) or array for name, array in made.constants.items()}
            programs.put(known.shapes, {}, made.program, stored, seconds)
            manifest = specializer.manifest
            note = {"coverage": asdict(coverage), "manifest": file_manifest(manifest)["model"]}
            programs.put_note(known.shapes, {}, json.dumps(note))
            found = self._loaded(manifest, made.program, made.constants, coverage, cached=False)
            assert found is not None, "all its constants are given"
            return found

        return finished

    def _loaded(
        self,
        manifest: Manifest,
        program: CompiledPlan,
        constants: Mapping[str, Stored | None],
        coverage: Coverage,
        *,
        cached: bool,
    ) -> GroupProgram | None:
        """A program, loaded; None if a constant is missing."""
        arrays = {name: item for name, item in constants.items() if isinstance(item, np.ndarray)}
        if len(arrays) < len(constants):
            return None
        loaded = self._family.load(program, arrays)
        if loaded is None:
            return None
        model = OfflineModel(manifest, program.plan, program.objects, np.empty(0, np.uint8))
        session = InferenceSession(model, loaded=loaded)
        return GroupProgram(session, loaded, coverage, cached)

    def _read_note(self, text: str) -> tuple[Coverage, Manifest] | None:
        """What `_begun` stored beside a program."""
        try:
            note = json.loads(text)
            manifest = read_manifest(note["manifest"], target_from_json)
            # The device is this one; a file does not say how fast it is.
            return Coverage(**note["coverage"]), replace(manifest, target=self._target)
        except MALFORMED:
            return None  # of another version; it is made again

    def _opened_compiler(self) -> Compiler:
        settings = self._request.settings
        cache = opened_cache(self._request.cache, settings, self._target)
        return backend_of(self._target).compiler(self._target, settings.compile_processes, cache)
