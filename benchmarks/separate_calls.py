"""Runs a compiled model without one of two optimizations of the runtime, for `contributions`.

`SeparateCalls` calls each operator from Python, as an interpreter would, instead of one native call
for the whole inference. `sleeping_session` has threads that sleep whenever they wait, instead of
spinning. Kernels, policies and memory are those of `InferenceSession`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby

import numpy as np

from aoe.backends.cpu.codegen.plan.plan_code import plan_ir
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.cpu.runtime import pool_layout
from aoe.backends.cpu.runtime.loaded_model import CpuModel
from aoe.backends.cpu.runtime.native import NativeCode
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.session import InferenceSession
from aoe.element_types import numpy_type
from aoe.errors import CompileError
from aoe.runtime.memory import Memory
from aoe.runtime.offline_model import OfflineModel
from aoe.runtime.plan import Plan


class SeparateCalls:
    """Runs a model of one profile by one native call for each of its operators."""

    def __init__(self, model: OfflineModel, threads: int, compilers: CpuCompiler) -> None:
        """Loads the model.

        Raises:
            ValueError: The plan has inter-op regions, whose calls do not follow each other.
        """
        plan = model.plan
        self._arena = Memory(plan.arena_bytes + threads * plan.scratch_bytes)
        self._packed = Memory(plan.packed_bytes)
        self._pool = ThreadPool(threads)
        self._session = CpuModel(model, pool=self._pool, packed=self._packed)
        self._model = model
        self._pieces = pieces(model, compilers)

    def run(self, feed: Mapping[str, np.ndarray]) -> list[np.ndarray]:
        """Runs one inference and returns all outputs, as `InferenceSession.run` does."""
        plan = self._model.plan
        inputs = [np.ascontiguousarray(feed[item.name]) for item in plan.inputs]
        outputs = [np.empty(item.shape, numpy_type(item.dtype)) for item in plan.outputs]
        given, wanted = _pointers(inputs), _pointers(outputs)
        arguments = (
            ctypes.addressof(given),
            ctypes.addressof(wanted),
            self._model.constant_data.ctypes.data,
            self._packed.address,
            self._arena.address,
            self._pool.address,
        )
        with self._pool.lock:
            for piece in self._pieces:
                piece.run(*arguments)
        return outputs


def pieces(model: OfflineModel, compilers: CpuCompiler) -> list[NativeCode]:
    """Compiles and loads each operator of a model's plan by itself.

    Returns:
        Native code whose `run` takes the arguments of the whole plan's `run`.

    Raises:
        ValueError: The plan has inter-op regions.
    """
    plans = cut_by_operator(model.plan)
    jobs = [("plan", plan_ir(plan, compilers.target)) for plan in plans]
    compiled = compilers.compile(set(jobs))
    loaded = []
    for plan, job in zip(plans, jobs, strict=True):
        code = compiled[job]
        if isinstance(code, CompileError):
            raise code
        kernels = sorted({call.function for call in plan.calls})
        objects = [*(model.objects[name] for name in kernels), model.objects["thread_pool"], code]
        loaded.append(NativeCode(objects))
    return loaded


def cut_by_operator(plan: Plan) -> list[Plan]:
    """Returns plans of one operator each that together do what a plan does.

    Raises:
        ValueError: The plan has inter-op regions.
    """
    if plan.inter_op_regions:
        raise ValueError("the plan has sections; it cannot be cut by operators")
    groups = groupby(plan.calls, key=lambda call: call.operator)
    return [replace(plan, calls=tuple(calls), prepare=()) for _, calls in groups]


def sleeping_session(model: OfflineModel, threads: int) -> InferenceSession:
    """Returns a session whose threads sleep whenever they wait."""
    pool = ThreadPool(threads)
    spin = ctypes.c_int64.from_address(pool.address + pool_layout.SPIN_NANOSECONDS)
    spin.value = 0
    return InferenceSession(model, loaded=CpuModel(model, pool=pool))


def _pointers(arrays: list[np.ndarray]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * max(len(arrays), 1))(*(array.ctypes.data for array in arrays))
