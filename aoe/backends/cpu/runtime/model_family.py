"""Plans of one model for shapes that come and go: they share threads, arenas and constants.

A plan's constants, and what is packed of them, are blocks (`aoe.runtime.plan.Plan.scattered`). A
block is known by its content: another plan with the same constant finds it, packed already. Plans
own the blocks together, so that a block lives as long as the last of them.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aoe.backends.backend import CompiledPlan
from aoe.backends.cpu.runtime.execution_contexts import ExecutionContexts, ProcessContexts
from aoe.backends.cpu.runtime.loaded_plan import LoadedPlan
from aoe.backends.cpu.runtime.native import NativeCode
from aoe.backends.cpu.runtime.native_call import NativeCall
from aoe.errors import AoeError
from aoe.runtime.array_digest import ArrayDigests
from aoe.runtime.memory import Memory
from aoe.runtime.plan import ALIGNMENT, Plan
from aoe.settings import usable_cores


@dataclass(frozen=True, eq=False)
class ConstantBlock:
    """A constant in memory, aligned, for as long as this object lives."""

    array: np.ndarray

    @property
    def address(self) -> int:
        """Where it lies."""
        return int(self.array.ctypes.data)


class CpuFamily:
    """See `aoe.backends.backend.ModelFamily`."""

    def __init__(self, threads: int | None = None) -> None:
        """`threads` defaults to the CPUs the process may use."""
        count = usable_cores() if threads is None else threads
        self._contexts = ProcessContexts(ExecutionContexts(count))
        self._constants: weakref.WeakValueDictionary[bytes, ConstantBlock] = (
            weakref.WeakValueDictionary()
        )
        self._packed: weakref.WeakValueDictionary[tuple[object, ...], Memory] = (
            weakref.WeakValueDictionary()
        )
        self._plans: weakref.WeakSet[LoadedPlan] = weakref.WeakSet()
        self._digests = ArrayDigests()
        self._closed = False
        self._loading = threading.Lock()

    @property
    def threads(self) -> int:
        """How many threads an inference uses."""
        return self._contexts.threads

    def digest(self, array: np.ndarray) -> bytes:
        """See `aoe.backends.backend.ModelFamily.digest`."""
        return self._digests.of(array)

    def load(
        self, program: CompiledPlan, constants: Mapping[str, np.ndarray | bytes]
    ) -> LoadedPlan | None:
        """See `aoe.backends.backend.ModelFamily.load`."""
        plan = program.plan
        given = [constants[info.name] for info in plan.constants]
        arrays = {
            number: np.ascontiguousarray(item).reshape(item.shape)
            for number, item in enumerate(given)
            if isinstance(item, np.ndarray)
        }
        digests = [item if isinstance(item, bytes) else self.digest(item) for item in given]
        with self._loading:
            if self._closed:
                raise AoeError("the session is closed; make a new one")
            kept = self._kept(plan, arrays, digests)
            packed = self._packed_blocks(plan, arrays, digests)
            if kept is None or packed is None:
                return None
            return self._prepared(program, arrays, kept, packed)

    def _prepared(
        self,
        program: CompiledPlan,
        arrays: Mapping[int, np.ndarray],
        kept: Mapping[int, ConstantBlock],
        packed: Sequence[Memory],
    ) -> LoadedPlan:
        """A program whose blocks are there; what is new of them is packed."""
        plan, code = program.plan, NativeCode(tuple(program.objects.values()))
        addresses = [0] * len(plan.constants)
        for number, array in arrays.items():
            addresses[number] = array.ctypes.data
        for number, block in kept.items():
            addresses[number] = block.address
        tables = _table(addresses), _table([block.address for block in packed])
        constant_table, packed_table = map(ctypes.addressof, tables)
        call = NativeCall(code, plan, constant_table, packed_table)
        # What the machine code reads lives as long as what calls it.
        call.owned = (tables, packed, tuple(kept.values()))
        call.prepare(self._contexts.here())
        loaded = LoadedPlan(plan, code, call, self._contexts)
        self._plans.add(loaded)
        return loaded

    def close(self) -> None:
        """See `aoe.backends.backend.ModelFamily.close`."""
        with self._loading:
            self._closed = True
            for loaded in list(self._plans):
                loaded.close()
        self._contexts.here().close()

    def _packed_blocks(
        self, plan: Plan, arrays: Mapping[int, np.ndarray], digests: Sequence[bytes]
    ) -> list[Memory] | None:
        """The blocks of packed constants, those of other plans where they are the same; None if one
        is missing and cannot be packed.
        """
        blocks = []
        for item in plan.packed_blocks:
            key = (item.how, *(digests[number] for number in item.constants))
            found = self._packed.get(key)
            if found is None:
                if not all(number in arrays for number in item.constants):
                    return None
                self._packed[key] = found = Memory(item.bytes)
            blocks.append(found)
        return blocks

    def _kept(
        self, plan: Plan, arrays: Mapping[int, np.ndarray], digests: Sequence[bytes]
    ) -> dict[int, ConstantBlock] | None:
        """The constants that inferences read, by number; others are only packed. None if one is
        missing.
        """
        numbers = sorted({at.index for at in plan.read_locations if at.space == "constant"})
        kept = {}
        for number in numbers:
            digest = digests[number]
            block = self._constants.get(digest)
            if block is None:
                if number not in arrays:
                    return None
                block = self._constants[digest] = ConstantBlock(aligned_array(arrays[number]))
            kept[number] = block
        return kept


def aligned_array(array: np.ndarray) -> np.ndarray:
    """The array, or a copy if it does not begin where native code likes to read."""
    if array.ctypes.data % ALIGNMENT == 0 and array.flags.c_contiguous:
        return array
    room = np.empty(array.nbytes + ALIGNMENT, np.uint8)
    skip = -room.ctypes.data % ALIGNMENT
    made = room[skip : skip + array.nbytes].view(array.dtype).reshape(array.shape)
    made[...] = array
    return made


def _table(addresses: Sequence[int]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * max(len(addresses), 1))(*addresses)
