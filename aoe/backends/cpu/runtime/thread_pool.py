"""Owns the memory and the life of a thread pool whose code is in a loaded offline model
(`aoe.backends.cpu.codegen.plan.thread_pool_code`, `aoe.backends.cpu.runtime.pool_layout`).

Workers are made when a session first has work for them, in the process it runs in, and never by an
import. A child makes them again after `fork`, because the parent's workers do not exist there.
"""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from typing import TYPE_CHECKING, TypeAlias

from aoe.backends.cpu.runtime import pool_layout as layout
from aoe.errors import AoeError
from aoe.runtime.memory import Memory
from aoe.settings import usable_cores

if TYPE_CHECKING:
    from aoe.backends.cpu.runtime.native import NativeCode

#: How long a thread spins for work before it sleeps. Longer than the gaps between the parallel
#: regions of an inference, far shorter than anybody notices in the load of an idle process.
SPIN_NANOSECONDS = 200_000
#: The same between two inferences of a program whose other work has threads of its own, such as
#: PyTorch's: a thread that spins keeps one of them from its CPU. Longer than a fork and join.
REST_NANOSECONDS = 20_000

#: What ends the workers of a pool, once.
_Stop: TypeAlias = "weakref.finalize[[NativeCode, Memory, int, threading.Lock], ThreadPool]"
CLOSED_POOL = "the thread pool is closed; make a new session"


class ThreadPool:
    """A pool of `threads` threads, the caller included; `None` means one per allowed CPU.

    Several sessions may share one; they take turns by holding `lock`. A pool serves one process:
    after `fork`, a session makes itself another.
    """

    def __init__(self, threads: int | None = None) -> None:
        self.threads = usable_cores() if threads is None else threads
        self.process = os.getpid()
        self.lock = threading.Lock()
        self.closed = False
        #: Whether its workers are there and spin for work as long as usual.
        self.ready = False
        self._memory = Memory(layout.pool_bytes(self.threads))
        self._stop: _Stop | None = None
        # Spinning threads that outnumber the CPUs would keep each other from working.
        self._spins = self.threads <= usable_cores()
        spin_at = self._memory.address + layout.SPIN_NANOSECONDS
        self._spin = ctypes.c_int64.from_address(spin_at)
        self._spin.value = SPIN_NANOSECONDS if self._spins else 0
        _write(self._memory, layout.THREADS, self.threads)

    @property
    def address(self) -> int:
        """Where the pool lies, for native code."""
        return self._memory.address

    def start(self, code: NativeCode) -> None:
        """Makes the workers if there are none yet; `lock` must be held. Raises `AoeError`.

        They run `code` from now on and end when the pool is closed or collected, or the process
        exits. A later inference, as of another exit callback, is computed by its caller alone.
        """
        if self._stop is not None:
            return
        if self.closed:
            raise AoeError(CLOSED_POOL)
        status = code.start_pool(self.address)
        if status != 0:
            raise AoeError(
                f"cannot start {self.threads} threads: {os.strerror(status)}; use fewer threads"
            )
        self._stop = weakref.finalize(
            self, _stop_workers, code, self._memory, self.process, self.lock
        )

    def expect_work(self) -> None:
        """Threads spin for work as long as usual."""
        if self._spins:
            self._spin.value = SPIN_NANOSECONDS
        self.ready = self._stop is not None

    def rest(self) -> None:
        """Threads that spin now, and those that wait from now on, soon sleep."""
        self.ready = False
        if self._spins:
            self._spin.value = REST_NANOSECONDS

    def close(self) -> None:
        """Ends the workers, after a running inference. Does nothing the second time."""
        if self.process != os.getpid():
            return  # the workers, and perhaps the holder of the lock, are the parent's
        with self.lock:
            self.closed, self.ready = True, False
        if self._stop is not None:
            self._stop()


def _stop_workers(code: NativeCode, memory: Memory, process: int, lock: threading.Lock) -> None:
    """Ends the workers. When the process exits, a thread of the program, a daemon or one of a
    framework, may be within an inference: that ends first, since its shares would be lost.
    """
    if process == os.getpid():
        with lock:
            code.stop_pool(memory.address)


def _write(memory: Memory, offset: int, value: int) -> None:
    ctypes.c_int64.from_address(memory.address + offset).value = value
