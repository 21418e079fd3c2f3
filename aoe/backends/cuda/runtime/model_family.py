"""Programs of one model for shapes that come and go, on a GPU: they share constants, and what is
packed of them. Each program has execution contexts of its own.

Blocks are known by their content, as in `aoe.backends.cpu.runtime.model_family`.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.backend import CompiledPlan, LoadedModel, ModelFamily
from aoe.backends.call_hints import NO_HINTS, CallHints
from aoe.backends.cuda.runtime.device import Device, Stream, undone_on_failure
from aoe.backends.cuda.runtime.program import Program
from aoe.backends.cuda.runtime.work import Kernels, Tables
from aoe.backends.device_array import DeviceArray
from aoe.errors import AoeError
from aoe.runtime.array_digest import ArrayDigests
from aoe.runtime.plan import KernelCall, Plan


class Block:
    """Memory of a device for as long as this object lives."""

    def __init__(self, device: Device, size: int) -> None:
        self.address = device.allocate(size)
        self._end = weakref.finalize(self, _freed, device, self.address)


def _freed(device: Device, address: int) -> None:
    with device.kept_current():
        device.free(address)


class CudaFamily(ModelFamily):
    """See `aoe.backends.backend.ModelFamily`."""

    def __init__(self, device: Device, multiprocessors: int) -> None:
        self._device, self._multiprocessors = device, multiprocessors
        self._digests = ArrayDigests()
        self._constants: weakref.WeakValueDictionary[bytes, Block] = weakref.WeakValueDictionary()
        self._packed: weakref.WeakValueDictionary[tuple[object, ...], Block] = (
            weakref.WeakValueDictionary()
        )
        self._programs: weakref.WeakSet[Program] = weakref.WeakSet()
        self._loading = threading.Lock()
        self._closed = False

    @property
    def threads(self) -> int:
        """Multiprocessors."""
        return self._multiprocessors

    def digest(self, array: np.ndarray) -> bytes:
        """See `aoe.backends.backend.ModelFamily.digest`."""
        return self._digests.of(array)

    def load(
        self, program: CompiledPlan, constants: Mapping[str, np.ndarray | bytes]
    ) -> LoadedModel | None:
        """See `aoe.backends.backend.ModelFamily.load`."""
        plan = program.plan
        given = [constants[info.name] for info in plan.constants]
        digests = [item if isinstance(item, bytes) else self.digest(item) for item in given]
        with self._loading, self._device.kept_current():
            if self._closed:
                raise AoeError("the session is closed; make a new one")
            keys = [
                (item.how, *(digests[place] for place in item.constants))
                for item in plan.packed_blocks
            ]
            blocks = {key: self._packed.get(key) for key in keys}
            numbers = {key: number for number, key in enumerate(keys) if blocks[key] is None}
            calls = [call for call in plan.prepare if call.done_block in numbers.values()]
            held = self._constant_blocks(plan, given, digests, calls)
            if held is None:
                return None
            for key, number in numbers.items():
                blocks[key] = Block(self._device, plan.packed_blocks[number].bytes)
            packed = [block for key in keys if (block := blocks[key])]
            made = self._program(program, held, packed)
            with undone_on_failure(made.close):
                made.prepare(calls)
            self._packed.update(zip(keys, packed, strict=True))  # they are filled now
            self._programs.add(made)
            return _Loaded(made, self._multiprocessors)

    def _program(
        self, program: CompiledPlan, held: Sequence[Block | None], packed: Sequence[Block]
    ) -> Program:
        """A program that uses some blocks."""
        tables = Tables(
            [0 if block is None else block.address for block in held],
            [block.address for block in packed],
        )
        kernels = Kernels(self._device, program.objects)
        with undone_on_failure(kernels.close):
            return Program(self._device, program.plan, kernels, tables, (held, packed))

    def close(self) -> None:
        """See `aoe.backends.backend.ModelFamily.close`."""
        with self._loading, ExitStack() as last:
            self._closed = True
            for program in list(self._programs):
                last.callback(program.close)

    def _constant_blocks(
        self,
        plan: Plan,
        given: Sequence[np.ndarray | bytes],
        digests: Sequence[bytes],
        calls: Sequence[KernelCall],
    ) -> list[Block | None] | None:
        """The blocks of the constants that inferences read, or calls that pack; None if one of them
        is missing.
        """
        read = {at.index for at in plan.read_locations if at.space == "constant"}
        read |= {at.index for call in calls for at in call.arguments if at.space == "constant"}
        blocks: dict[bytes, Block] = {}
        with closing(self._device.stream()) as stream:
            for number in sorted(read):
                item, digest = given[number], digests[number]
                block = blocks.get(digest) or self._constants.get(digest)
                if block is None and isinstance(item, bytes):
                    return None
                blocks[digest] = block or self._uploaded(item, stream)
            stream.wait()
        self._constants.update(blocks)  # they are filled now
        return [blocks[digest] if number in read else None for number, digest in enumerate(digests)]

    def _uploaded(self, array: np.ndarray | bytes, stream: Stream) -> Block:
        """A constant in a block of its own."""
        values = np.ascontiguousarray(array)
        block = Block(self._device, values.nbytes)
        stream.upload(block.address, values)
        return block


class _Loaded(LoadedModel):
    """One program of a family."""

    def __init__(self, program: Program, multiprocessors: int) -> None:
        self._program, self._multiprocessors = program, multiprocessors
        self._end = weakref.finalize(self, program.close)

    @property
    def threads(self) -> int:
        """Multiprocessors."""
        return self._multiprocessors

    def run(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> list[np.ndarray]:
        """See `aoe.backends.backend.LoadedModel.run`; there is one profile."""
        return self._program.run(feed)

    def run_on_device(
        self, feed: Mapping[str, ArrayLike], into: Mapping[int, DeviceArray], profile: int = 0
    ) -> list[DeviceArray]:
        """See `aoe.backends.device_array.DeviceModel.run_on_device`."""
        return self._program.run_on_device(feed, into)

    def run_at(
        self,
        inputs: Sequence[int],
        outputs: Sequence[int],
        profile: int = 0,
        hints: CallHints = NO_HINTS,
    ) -> None:
        """See `aoe.backends.backend.LoadedModel.run_at`; there is one profile."""
        self._program.run_at(inputs, outputs)

    @property
    def workspace_bytes(self) -> int:
        """See `aoe.backends.stream_model.StreamModel.workspace_bytes`."""
        return self._program.workspace_bytes

    def enqueue(
        self, inputs: Sequence[int], outputs: Sequence[int], workspace: int, stream: int
    ) -> None:
        """See `aoe.backends.stream_model.StreamModel.enqueue`."""
        self._program.enqueue(inputs, outputs, workspace, stream)

    def time_runs(
        self, feed: Mapping[str, ArrayLike], count: int, profile: int = 0
    ) -> tuple[float, ...]:
        """See `aoe.backends.backend.LoadedModel.time_runs`."""
        return self._program.time_runs(feed, count)

    def call_seconds(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> tuple[float, ...]:
        """See `aoe.backends.backend.LoadedModel.call_seconds`."""
        return self._program.call_seconds(feed)

    def close(self) -> None:
        """Frees it."""
        self._program.close()
