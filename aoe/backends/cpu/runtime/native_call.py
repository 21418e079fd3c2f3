"""One inference of a loaded model as Python calls it: inputs are checked, outputs made, and what
the native function takes is put into pointers; kept to a few microseconds.

`aoe.backends.session` is what users see of it. What is told of a model after tuning is timed by the
same calls (`aoe.backends.cpu.profiler.profiler`), because users see them in every inference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.call_hints import NO_HINTS, CallHints
from aoe.backends.cpu.runtime.array_address import store_addresses
from aoe.backends.cpu.runtime.execution_contexts import ExecutionContext, ExecutionContexts
from aoe.backends.cpu.runtime.native import NativeCode
from aoe.backends.cpu.runtime.thread_pool import CLOSED_POOL
from aoe.element_types import numpy_type
from aoe.errors import AoeError
from aoe.runtime.model_inputs import ModelInputs
from aoe.runtime.plan import Plan


class NativeCall:
    """Calls a loaded model's functions. Safe to use from several threads: each call has an
    execution context of its own.
    """

    def __init__(self, code: NativeCode, plan: Plan, constants: int, packed: int) -> None:
        """`constants`, `packed`: addresses, of memory that lives as long as this, for which `owned`
        is a place.
        """
        self.owned: object = None
        self._code = code
        self._closed = False
        self._inputs = ModelInputs(plan.inputs)
        self._outputs = tuple((info.shape, numpy_type(info.dtype)) for info in plan.outputs)
        self._aliases = plan.aliases
        self._tensors = max(len(plan.inputs), len(plan.outputs))
        self._arena_bytes, self._scratch_bytes = plan.arena_bytes, plan.scratch_bytes
        self._constants, self._packed = constants, packed
        self._packs = bool(plan.prepare)
        #: Stands for this object in a context; another one after `close`.
        self._caller = object()

    def run(self, feed: Mapping[str, ArrayLike], contexts: ExecutionContexts) -> list[np.ndarray]:
        """One inference: all outputs of the plan as new arrays. Raises `UsageError` naming the
        input that is missing, unknown, or of another dtype or shape than the plan's; `AoeError`
        after `close`.
        """
        arrays = self._inputs.checked(feed)
        outputs = [np.empty(shape, dtype) for shape, dtype in self._outputs]
        if self._aliases:
            self._overwritten(arrays, outputs)
        context = contexts.acquire()
        try:
            self._call(self._code.run, context, arrays, outputs)
        finally:
            contexts.release(context)
        return outputs

    def run_at(
        self,
        inputs: Sequence[int],
        outputs: Sequence[int],
        contexts: ExecutionContexts,
        hints: CallHints = NO_HINTS,
    ) -> None:
        """One inference on memory of the caller, by addresses in the plan's order; see
        `aoe.backends.backend.LoadedModel.run_at`. Raises `AoeError` after `close`.

        The caller has work of its own between inferences, so the pool rests then, unless more of
        them follow at once. Where the caller has threads to give, these compute, and the pool is
        not needed.
        """
        context = contexts.acquire()
        try:
            pool = context.pool
            fork = hints.openmp_fork
            in_team = self._code.run_in_team if fork and pool.threads > 1 else None
            with pool.lock:
                self._begin(context, with_workers=in_team is None)
                context.inputs[: len(inputs)] = list(inputs)
                context.outputs[: len(outputs)] = list(outputs)
                if in_team is not None:
                    *memory, _ = context.arguments
                    in_team(fork, self._code.run_address, *memory, context.team_pool().address)
                    return
                self._code.run(*context.arguments)
                if not hints.more:
                    pool.rest()
        finally:
            contexts.release(context)

    def call_alone(
        self, function: Any, feed: Mapping[str, ArrayLike], contexts: ExecutionContexts, *rest: int
    ) -> None:
        """Calls another native function that takes what `run` takes, and `rest` after it, while no
        other inference runs; nobody sees the outputs. Raises as `run` does.
        """
        arrays = self._inputs.checked(feed)
        outputs = [np.zeros(shape, dtype) for shape, dtype in self._outputs]
        self._overwritten(arrays, outputs)
        context = contexts.acquire(alone=True)
        try:
            self._call(function, context, arrays, outputs, *rest)
        finally:
            contexts.release(context)

    def prepare(self, contexts: ExecutionContexts) -> None:
        """Packs constants that are not packed yet, while no inference runs. No thread is made where
        there are none.
        """
        context = contexts.acquire(alone=True)
        try:
            pool = context.pool
            with pool.lock:
                self._begin(context, with_workers=self._packs)
                self._code.prepare(self._constants, self._packed, context.arena, pool.address)
        finally:
            contexts.release(context)

    def close(self) -> None:
        """From now on calls raise."""
        self._closed = True
        self._caller = object()

    def _begin(self, context: ExecutionContext, with_workers: bool = True) -> None:
        """Gets a context ready, whose pool's lock is held. Raises `AoeError` after `close`.
        `with_workers`: whether the pool's own threads compute.
        """
        pool = context.pool
        if self._closed:
            raise AoeError("the session is closed; make a new one")
        if pool.closed:
            raise AoeError(CLOSED_POOL)
        arena = self._arena_bytes + pool.threads * self._scratch_bytes
        if arena > context.arena_bytes or self._tensors > context.tensors:
            context.fit(self._tensors, arena)
        if with_workers and not pool.ready:
            pool.start(self._code)
            pool.expect_work()
        if context.caller is not self._caller:
            memory = self._constants, self._packed, context.arena
            context.arguments = (*context.pointers, *memory, pool.address)
            context.caller = self._caller

    def _overwritten(self, arrays: Sequence[np.ndarray], outputs: Sequence[np.ndarray]) -> None:
        """Copies inputs that outputs overwrite: the caller's own array stays as it is."""
        for alias in self._aliases:
            outputs[alias.output][...] = arrays[alias.input]

    def _call(
        self,
        function: Any,
        context: ExecutionContext,
        arrays: Sequence[np.ndarray],
        outputs: Sequence[np.ndarray],
        *rest: int,
    ) -> None:
        """Calls a native function on arrays of the right dtype, shape and layout."""
        pool = context.pool
        with pool.lock:
            # Most often the last inference here was this plan's, too: all is ready then.
            if context.caller is not self._caller or not pool.ready:
                self._begin(context)
            store_addresses(context.inputs, arrays)
            store_addresses(context.outputs, outputs)
            function(*context.arguments, *rest)
