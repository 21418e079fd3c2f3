"""Which program of an open model serves an inference: the one for the shapes of its inputs, and for
the values of those inputs that decide shapes.

A program that is missing is compiled then (`specialization.py`). The programs that were used last
stay, up to a limit.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from math import prod

import numpy as np
import onnx_ir
from numpy.typing import ArrayLike

from aoe.application.model.open_shapes.open_inputs import Inputs, Key, OpenInputs, complete_shapes
from aoe.application.model.open_shapes.specialization import Specializer
from aoe.application.model.own_constants import OwnConstants, Recipe
from aoe.application.model.program_cache import Stored
from aoe.backends.backend import CompiledPlan
from aoe.backends.loading import memory_needed, require_memory_here
from aoe.backends.registry import backend_of
from aoe.backends.session import InferenceSession
from aoe.element_types import numpy_type
from aoe.errors import AoeError, CapacityError, ModelError, quoted
from aoe.frontends.inputs.deciding_inputs import (
    condition_inputs,
    deciding_inputs,
    row_inputs,
)
from aoe.graph.prepare.loops.capacity import GROWTH
from aoe.graph.texts import texts_of
from aoe.isolation.system_memory import available_memory
from aoe.runtime.offline_model import OfflineModel
from aoe.runtime.open_model import OpenProgram

logger = logging.getLogger(__name__)

#: How many programs stay by default.
KEPT_SHAPES = 128
#: By what the cache of programs knows the capacity of loops, beside the values of inputs.
_CAPACITY = "aoe:room"


class ShapeCache:
    """The programs of an open model. Safe to use from several threads: one compiles a program while
    the others use those that there are, or wait for it if they need it too.
    """

    def __init__(self, specializer: Specializer, threads: int | None, kept: int) -> None:
        """`threads`: of an inference; all by default. `kept`: how many programs stay."""
        self.specializer = specializer
        #: Programs that need not be compiled any more.
        self.ahead: list[OpenProgram] = []
        self._family = backend_of(specializer.target).family(threads)
        self._levels = tuple(_levels(specializer.opened.model))
        self._level = 0
        self.kept = kept
        self._programs: OrderedDict[tuple[Key, int], Future[InferenceSession]] = OrderedDict()
        self._draws = itertools.count()
        self._lock = threading.Lock()
        self._compiling = threading.Lock()
        self._closed = False
        #: How many times the first capacity was enough, or was tried last.
        self._capacity = 1
        #: The inputs whose values have been part of a program.
        self.known_inputs: frozenset[str] = frozenset()
        self._own = OwnConstants(specializer.opened.model, self._family.digest)
        #: Digests of constants that a program of this process has had.
        self._digests: set[bytes] = set()

    @property
    def threads(self) -> int:
        """How many parallel units an inference uses."""
        return self._family.threads

    @property
    def model(self) -> onnx_ir.Model:
        """The model that it compiles."""
        return self.specializer.opened.model

    @property
    def label(self) -> str:
        """What messages call that model."""
        return self.specializer.opened.label

    def run(
        self,
        output_names: Sequence[str] | None,
        feed: Mapping[str, ArrayLike],
        first_capacity: int = 1,
    ) -> list[np.ndarray]:
        """The outputs of an inference. Where a loop without a limit needs more capacity, the model
        is compiled again with it, and the inference repeated. Later inferences begin with it.

        Args:
            output_names: See `aoe.backends.session.InferenceSession.run`.
            feed: Likewise.
            first_capacity: How many times the first capacity there is to begin with.

        Raises:
            UsageError, ModelError: As `session` does.
            AoeError: There is no memory for so much.
        """
        capacity = max(first_capacity, self._capacity)
        while True:
            session, given = self.session(feed, capacity)
            try:
                return session.run(output_names, given)
            except CapacityError as error:
                capacity *= GROWTH
                logger.info("%s; repeating with %d times the first capacity", error, capacity)
            self._capacity = max(self._capacity, capacity)

    def session(
        self, feed: Mapping[str, ArrayLike], capacity: int = 1
    ) -> tuple[InferenceSession, Mapping[str, np.ndarray]]:
        """The session for these inputs, and what it is to be given. Compiles it if it is new.
        `capacity`: how many times the first capacity loops without a limit have.

        Raises:
            UsageError: The model does not take these inputs.
            ModelError: The model has no results for them.
            AoeError: The cache is closed.
        """
        tried: set[Key] = set()
        failure: ModelError | None = None
        for level in range(self._level, len(self._levels)):
            inputs = self._levels[level].checked(feed)
            if inputs.key in tried:
                continue
            tried.add(inputs.key)
            try:
                session = self._at(inputs, capacity)
            except ModelError as error:
                failure = failure or error  # where least is assumed
                continue
            self.known_inputs |= inputs.values.keys()
            if level > self._level:
                self._level = level
                logger.warning(_ADVICE, self.model.graph.name, ", ".join(map(repr, inputs.values)))
            return session, inputs.given
        assert failure is not None, "at least one level was tried"
        try:
            raise failure
        finally:
            del failure  # else it would keep itself alive, and this cache

    def _at(self, inputs: Inputs, capacity: int) -> InferenceSession:
        """The session of a program, compiled if it is new."""
        with self._lock:
            if self._closed:
                raise AoeError("the session is closed; make a new one")
            key = inputs.key, capacity
            found = self._programs.get(key)
            if found is not None:
                self._programs.move_to_end(key)
            else:
                made = self._programs[key] = Future()
                while len(self._programs) > self.kept:
                    self._programs.popitem(last=False)
        return self._compiled(inputs, capacity, made) if found is None else found.result()

    def prepare_ahead(self, profiles: Iterable[Mapping[str, tuple[int, ...]]]) -> None:
        """Compiles programs for shapes that have not come yet, to be written to a file too.

        Args:
            profiles: Shapes by input name. An input that is left out has the shape that the model
                fixes.

        Raises:
            ModelError, UsageError: The model has no results at these shapes.
        """
        for given in profiles:
            shapes = complete_shapes(self.model.graph.inputs, given)
            made = self.specializer.compiled(shapes, {}, representative=True)
            plan, objects = made.program.plan, made.program.objects
            self.ahead.append(OpenProgram(shapes, {}, plan, objects, made.constants))

    def close(self) -> None:
        """Ends threads after a running inference."""
        with self._lock:
            self._closed = True
            self._programs.clear()
        self._family.close()
        self.specializer.close()

    def _compiled(
        self, inputs: Inputs, capacity: int, waited: Future[InferenceSession]
    ) -> InferenceSession:
        """Compiles a program and hands it to those that wait for it. One that fails is forgotten,
        so that the next call tries again.
        """
        try:
            with self._compiling:
                session = self._made(inputs, capacity)
        except BaseException as error:
            with self._lock:
                if self._programs.get((inputs.key, capacity)) is waited:
                    del self._programs[inputs.key, capacity]
            waited.set_exception(error)
            del waited  # else the error would keep itself alive, and this cache
            raise
        waited.set_result(session)
        return session

    def _made(self, inputs: Inputs, capacity: int) -> InferenceSession:
        """The session of a program: from the file, from the cache of earlier processes, or compiled
        now.
        """
        for item in self.ahead if capacity == 1 else ():
            if item.shapes == inputs.shapes and _same(item.values, inputs.values):
                loaded = self._loaded(CompiledPlan(item.plan, item.objects), item.constants)
                assert loaded is not None, "all its constants are given"
                return loaded
        shapes, values = inputs.shapes, inputs.values
        known_by = {**values, _CAPACITY: np.asarray(capacity)} if capacity > 1 else values
        cached = self.specializer.programs.get(shapes, known_by)
        if cached is not None and capacity > 1:
            _require_memory(cached[0], self.model.graph.name)
        loaded = None if cached is None else self._loaded_again(*cached)
        if loaded is not None:
            return loaded
        begin = time.monotonic()
        made = self.specializer.compiled(shapes, values, capacity=capacity)
        seconds = time.monotonic() - begin
        digests = {name: self._family.digest(array) for name, array in made.constants.items()}
        known = {
            name: self._own.recipe(made.constants[name])
            or (digest if digest in self._digests else made.constants[name])
            for name, digest in digests.items()
        }
        self.specializer.programs.put(shapes, known_by, made.program, known, seconds)
        self._digests.update(digests.values())
        if capacity > 1:
            _require_memory(made.program, self.model.graph.name)
        loaded = self._loaded(made.program, made.constants)
        assert loaded is not None, "all its constants are given"
        return loaded

    def _loaded_again(
        self, program: CompiledPlan, constants: Mapping[str, Stored]
    ) -> InferenceSession | None:
        """The session of a program from the cache; None if a constant of it is not there."""
        named = {
            name: item.digest if isinstance(item, Recipe) else item
            for name, item in constants.items()
        }
        loaded = self._loaded(program, named)
        if loaded is not None:  # other programs have its constants
            return loaded
        for name, item in constants.items():
            made = self._own.made(item) if isinstance(item, Recipe) else None
            named[name] = named[name] if made is None else made
        return self._loaded(program, named)

    def _loaded(
        self, program: CompiledPlan, constants: Mapping[str, np.ndarray | bytes]
    ) -> InferenceSession | None:
        manifest = self.specializer.manifest
        name = str(self.model.graph.name)
        require_memory_here([program.plan], name, manifest.target, self.threads)
        with memory_needed(f"the model {quoted(name)!r}"):
            loaded = self._family.load(program, constants)
        if loaded is None:
            return None
        # Its constants are elsewhere, with those of other programs.
        model = OfflineModel(manifest, program.plan, program.objects, np.empty(0, np.uint8))
        return InferenceSession(model, loaded=loaded, draws=self._draws)


def _require_memory(program: CompiledPlan, name: str | None) -> None:
    """Raises `AoeError` if a program with more capacity than at first needs more memory than there
    is.
    """
    plan = program.plan
    results = sum(prod(item.shape) * numpy_type(item.dtype).itemsize for item in plan.outputs)
    needed, available = plan.arena_bytes + results, available_memory()
    if available is not None and needed > available:
        raise AoeError(
            f"a loop of {name!r} without a trip count needs more memory than {needed / GROWTH:.2g} "
            f"bytes, and there is no memory for {GROWTH} times as much; give the loop its largest "
            "trip count, or an end that it reaches"
        )


def _same(one: Mapping[str, np.ndarray], other: Mapping[str, np.ndarray]) -> bool:
    return one.keys() == other.keys() and all(
        array.shape == other[name].shape and array.tobytes() == other[name].tobytes()
        for name, array in one.items()
    )


#: The element types of values that may decide something. Smaller integers are packed weights.
_WHOLE = frozenset(
    onnx_ir.DataType[name]
    for name in ("BOOL", *(f"{kind}INT{bits}" for kind in ("", "U") for bits in (8, 16, 32, 64)))
)


def _levels(model: onnx_ir.Model) -> Iterator[OpenInputs]:
    """The inputs of a model with more and more of them taken as known, of which each step is tried
    if the one before it does not do.
    """
    inputs, texts = model.graph.inputs, texts_of(model).values
    known, rows = deciding_inputs(model), row_inputs(model)
    yield OpenInputs(inputs, known, texts, rows)
    known |= condition_inputs(model)
    yield OpenInputs(inputs, known, texts, rows)
    whole = {str(item.name) for item in inputs if item.dtype in _WHOLE}
    yield OpenInputs(inputs, known | whole, texts, rows)


_ADVICE = "%s cannot be computed without the values of %s; each new value is compiled for"
