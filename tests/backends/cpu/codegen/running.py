"""Runs kernels and lowered operators natively: the counterpart of `tests.loops.interpreter`.

Every buffer ends at a protected page, so an access behind it ends the process with a traceback of
the test. The bytes before and around the data must not change. These bytes, and memory that was
never written, are NaN as floating point and −1 as integers, so reading them gives a wrong result.
In each phase the threads run one after another, the last one first, each with its own scratch.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from aoe.backends.cpu.codegen.kernel_code import kernel_ir
from aoe.backends.cpu.codegen.object_code import object_code
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.llvm.kernel_body import scratch_bytes
from aoe.loops.loop_nest import Buffer, Kernel, LoweredOperator
from aoe.operators.operator import View
from tests.loops.interpreter import elements_of, in_words, view_of

_POISON = 0xFF
_SYMBOL = "kernel"
_NUMBERS = count()


@dataclass(slots=True)
class Guarded:
    """`size` bytes of memory that end at a protected page."""

    size: int
    pages: mmap.mmap = field(init=False)

    def __post_init__(self) -> None:
        self.pages = mmap.mmap(-1, self._end + mmap.PAGESIZE)
        np.frombuffer(self.pages, np.uint8)[: self._end] = _POISON
        library = ctypes.CDLL(None, use_errno=True)
        protect = library.mprotect
        protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        first = np.frombuffer(self.pages, np.uint8).ctypes.data
        assert protect(first + self._end, mmap.PAGESIZE, 0) == 0, "mprotect failed"

    @property
    def _end(self) -> int:
        """The whole pages of the data and of one more page in front."""
        return -(-self.size // mmap.PAGESIZE) * mmap.PAGESIZE + mmap.PAGESIZE

    @property
    def bytes(self) -> np.ndarray:
        """The memory as an array that shares it."""
        return np.frombuffer(self.pages, np.uint8)[self._end - self.size : self._end]

    def check(self, name: str) -> None:
        """Fails if memory in front of the data was changed."""
        before = np.frombuffer(self.pages, np.uint8)[: self._end - self.size]
        assert (before == _POISON).all(), f"something was written in front of {name}"


@lru_cache(maxsize=256)
def compiled(kernel: Kernel, target: CpuTarget) -> tuple[Callable[..., None], Any]:
    """Returns a kernel as a function (arguments, scratch, thread, threads), and what keeps its
    machine code.
    """
    builder = llvm.JITLibraryBuilder()
    builder.add_object_img(object_code(kernel_ir(kernel, _SYMBOL, target), target))
    builder.export_symbol(_SYMBOL)
    builder.add_current_process()
    library = builder.link(_linker(), f"kernel{next(_NUMBERS)}")
    prototype = ctypes.CFUNCTYPE(
        None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
    )
    return prototype(library[_SYMBOL]), library


@cache
def _linker() -> llvm.LLJIT:
    """One for all kernels: to make one takes longer than to load a kernel."""
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    return llvm.create_lljit_compiler(machine, use_jit_link=True)


def run_kernel(
    kernel: Kernel, memory: Mapping[str, np.ndarray], target: CpuTarget, threads: int = 1
) -> None:
    """Runs a kernel on copies of the named flat buffers and copies the results back."""
    call, library = compiled(kernel, target)
    guarded = {name: Guarded(memory[name].nbytes) for name in kernel.arguments}
    for name, place in guarded.items():
        place.bytes[:] = memory[name].view(np.uint8)
    addresses = [place.bytes.ctypes.data for place in guarded.values()]
    count = threads if kernel.parallel else 1
    for number in range(kernel.phase_count):
        values = (ctypes.c_uint64 * (len(addresses) + 1))(*addresses, number)
        for thread in reversed(range(count)):
            scratch = Guarded(scratch_bytes(kernel))
            call(ctypes.addressof(values), scratch.bytes.ctypes.data, thread, count)
            scratch.check("the scratch")
    assert library is not None  # the machine code lives as long as it
    for name, place in guarded.items():
        place.check(name)
        memory[name].view(np.uint8)[:] = place.bytes


def run_lowered(
    program: LoweredOperator,
    inputs: Sequence[np.ndarray],
    output_view: View,
    target: CpuTarget,
    threads: int = 1,
    output: np.ndarray | None = None,
) -> np.ndarray:
    """Runs a lowered operator as compiled code and returns its output in the view's shape.

    Args:
        program: The lowered operator.
        inputs: Flat buffers.
        output: The flat buffer to write into, so that a test can check what surrounds the view; by
            default a poisoned one of the right size.
    """
    memory = {f"input{i}": buffer.reshape(-1) for i, buffer in enumerate(inputs)}
    if output is None:
        output = poisoned(Buffer("output0", output_view.dtype, elements_of(output_view)))
    memory["output0"] = output
    for buffer in (*program.packed, *program.temporaries):
        assert buffer.name not in memory
        memory[buffer.name] = poisoned(buffer)
    originals = {f"input{i}": buffer.copy() for i, buffer in enumerate(inputs)}
    for kernel in (*program.prepare, *program.kernels):
        run_kernel(kernel, memory, target, threads)
    for name, original in originals.items():
        assert memory[name].tobytes() == original.tobytes(), f"{name} was written"
    return view_of(output, output_view).copy()


def poisoned(buffer: Buffer) -> np.ndarray:
    """Returns uninitialised memory: NaN, −1, or all bits set."""
    buffer = in_words(buffer)
    array = np.empty(max(buffer.elements, 1), buffer.dtype)
    array.view(np.uint8)[:] = _POISON
    return array
