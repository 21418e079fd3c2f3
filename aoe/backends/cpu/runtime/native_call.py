"""One inference of a loaded model as Python calls it: inputs are checked, outputs made, and what
the native function takes is put into pointers; kept to a few microseconds.

`aoe.backends.session` is what users see of it. What is told of a model after tuning is timed by the
same calls (`aoe.backends.cpu.profiler.profiler`), because users see them in every inference.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.cpu.runtime.array_address import address_of
from aoe.backends.cpu.runtime.native import NativeCode
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.element_types import numpy_type
from aoe.errors import AoeError
from aoe.runtime.model_inputs import ModelInputs
from aoe.runtime.plan import Plan


class NativeCall:
    """Calls a loaded model's functions. Callers take turns by the lock of the pool."""

    def __init__(
        self, code: NativeCode, plan: Plan, constants: int, packed: int, arena: int
    ) -> None:
        """`constants`, `packed`, `arena`: addresses, of memory that lives as long as this, for
        which `owned` is a place.
        """
        self.owned: object = None
        #: The address of the arena; it is changed by who holds the lock of the pool.
        self.arena = arena
        self._code = code
        self._closed = False
        self._inputs = ModelInputs(plan.inputs)
        self._outputs = tuple((info.shape, numpy_type(info.dtype)) for info in plan.outputs)
        self._aliases = plan.aliases
        self._input_pointers = (ctypes.c_void_p * max(len(plan.inputs), 1))()
        self._output_pointers = (ctypes.c_void_p * max(len(plan.outputs), 1))()
        self._arguments = (
            ctypes.addressof(self._input_pointers),
            ctypes.addressof(self._output_pointers),
            constants,
            packed,
        )

    def run(self, feed: Mapping[str, ArrayLike], pool: ThreadPool) -> list[np.ndarray]:
        """One inference: all outputs of the plan as new arrays. Raises `UsageError` naming the
        input that is missing, unknown, or of another dtype or shape than the plan's; `AoeError`
        after `close`.
        """
        arrays = self._inputs.checked(feed)
        outputs = [np.empty(shape, dtype) for shape, dtype in self._outputs]
        self._call(self._code.run, pool, arrays, outputs)
        return outputs

    def run_at(self, inputs: Sequence[int], outputs: Sequence[int], pool: ThreadPool) -> None:
        """One inference on memory of the caller, by addresses in the plan's order; see
        `aoe.backends.backend.LoadedModel.run_at`. Raises `AoeError` after `close`.

        The caller has work of its own between inferences, so the pool rests then.
        """
        with pool.lock:
            self._require_open()
            pool.start(self._code)
            self._input_pointers[: len(inputs)] = list(inputs)
            self._output_pointers[: len(outputs)] = list(outputs)
            pool.expect_work()
            self._code.run(*self._arguments, self.arena, pool.address)
            pool.rest()

    def call(
        self, function: Any, feed: Mapping[str, ArrayLike], pool: ThreadPool, *rest: int
    ) -> None:
        """Calls another native function that takes what `run` takes, and `rest` after it; nobody
        sees the outputs. Raises as `run` does.
        """
        arrays = self._inputs.checked(feed)
        outputs = [np.zeros(shape, dtype) for shape, dtype in self._outputs]
        self._call(function, pool, arrays, outputs, *rest)

    def close(self) -> None:
        """From now on calls raise."""
        self._closed = True

    def _require_open(self) -> None:
        if self._closed:
            raise AoeError("the session is closed; make a new one")

    def _call(
        self,
        function: Any,
        pool: ThreadPool,
        arrays: Sequence[np.ndarray],
        outputs: Sequence[np.ndarray],
        *rest: int,
    ) -> None:
        """Calls a native function on arrays of the right dtype, shape and layout."""
        for alias in self._aliases:  # the caller's own array stays as it is
            outputs[alias.output][...] = arrays[alias.input]
        with pool.lock:
            self._require_open()
            pool.start(self._code)
            pool.expect_work()
            for number, array in enumerate(arrays):
                self._input_pointers[number] = address_of(array)
            for number, array in enumerate(outputs):
                self._output_pointers[number] = address_of(array)
            function(*self._arguments, self.arena, pool.address, *rest)
