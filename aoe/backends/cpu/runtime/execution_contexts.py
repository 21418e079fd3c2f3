"""Which inferences of a session run at the same time, and with how many threads each.

An inference needs an execution context: threads and memory to work in. One caller gets all threads
of the session. Several callers get fewer each, because that computes more in a second: a parallel
region costs a fork and a join, and no operator divides without a rest. Results do not depend on it,
but for the last digits of operators that add up a part per thread.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections import deque
from time import monotonic

from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.runtime.memory import Memory
from aoe.settings import usable_cores

#: How long callers are still counted after they have left. Callers of short inferences are often
#: all outside for a moment; without it, the next one would take all threads and let them wait.
COUNTED_SECONDS = 0.02
#: Inferences of one thread that run at once for each CPU. The system divides the CPUs between them
#: without the waiting that handing over from one to the next would take.
INFERENCES_PER_CPU = 2


class ExecutionContext:
    """What one inference works with while it runs.

    Attributes:
        pool: Its threads.
        team: The pool whose workers are threads of the caller's OpenMP runtime
            (`aoe.backends.cpu.codegen.plan.team_code`); made when it is needed.
        inputs: Pointers to inputs.
        outputs: Pointers to outputs.
        tensors: How many pointers there are of each.
        pointers: The addresses of both arrays of pointers.
        arena: The address of the memory for intermediate values.
        arena_bytes: How much that is.
        arguments: What the native function of the last caller took.
        caller: Stands for that caller (`aoe.backends.cpu.runtime.native_call`).
    """

    __slots__ = (
        "_memory",
        "arena",
        "arena_bytes",
        "arguments",
        "caller",
        "inputs",
        "outputs",
        "pointers",
        "pool",
        "team",
        "tensors",
    )

    def __init__(self, pool: ThreadPool, arena: int = 0, arena_bytes: int = 0) -> None:
        """`arena`: memory that somebody else owns; by default it is made when it is needed."""
        self.pool = pool
        self.team: ThreadPool | None = None
        self.arena, self.arena_bytes = arena, arena_bytes
        self._memory: Memory | None = None
        self.arguments: tuple[int, ...] = ()
        self.caller: object = None
        self.tensors = 0
        self.fit(1, 0)

    def team_pool(self) -> ThreadPool:
        """`team`, for as many threads as `pool` has."""
        if self.team is None:
            self.team = ThreadPool(self.pool.threads)
        return self.team

    def fit(self, tensors: int, arena_bytes: int) -> None:
        """Makes room for a plan. Only who has acquired the context may call it.

        Args:
            tensors: How many inputs, or outputs, there are at most.
            arena_bytes: How much the arena has to hold, scratch of all threads included.

        Raises:
            MemoryError: The system has no room.
        """
        self.caller = None  # its arguments are of what is replaced here
        if tensors > self.tensors:
            self.inputs = (ctypes.c_void_p * tensors)()
            self.outputs = (ctypes.c_void_p * tensors)()
            self.pointers = ctypes.addressof(self.inputs), ctypes.addressof(self.outputs)
            self.tensors = tensors
        if arena_bytes > self.arena_bytes:
            self._memory = Memory(arena_bytes)
            self.arena, self.arena_bytes = self._memory.address, arena_bytes


class ExecutionContexts:
    """The execution contexts of a session in one process, made when they are needed.

    Attributes:
        threads: How many threads an inference has that runs alone.
        process: The process that they serve.
    """

    def __init__(
        self, threads: int, most: int | None = None, only: ExecutionContext | None = None
    ) -> None:
        """Makes no threads yet.

        Args:
            threads: See the attribute.
            most: How many inferences may run at once; by default so many as CPUs can serve.
            only: The one context there is to be, whose pool others may use too.
        """
        self.threads = threads
        self.process = os.getpid()
        cpus = max(threads, usable_cores())
        self._budget = cpus
        self._most = 1 if only is not None else most or INFERENCES_PER_CPU * cpus
        self._lock = threading.Lock()
        self._all = [] if only is None else [only]
        self._widest = list(self._all)
        self._free = {threads: self._widest}
        #: Inferences that run, the threads that they have, and how many run or wait.
        self._running = self._used = self._callers = 0
        #: Whether the one that runs must not have others beside it.
        self._alone = False
        #: The most callers at once not long ago, and until when they are counted.
        self._crowd, self._crowd_ends = 1, 0.0
        self._waiting: deque[_Waiter] = deque()

    def acquire(self, alone: bool = False) -> ExecutionContext:
        """A context that nobody else has until `release`. Waits for one if there are too many.

        Args:
            alone: Whether no other inference may run meanwhile, as when something is timed. It has
                all threads then.

        Raises:
            MemoryError: The system has no room for another context.
        """
        with self._lock:
            callers = self._callers = self._callers + 1
            if callers == self._crowd == 1 and self._widest:  # the usual case, without calls
                self._running, self._used, self._alone = 1, self.threads, alone
                return self._widest.pop()
            if callers > 1 or self._crowd > 1:
                callers = self._counted(callers)
            threads = self.threads if alone or callers == 1 else self._share(callers)
            if not self._waiting and self._has_room(threads, alone):
                return self._taken(threads, alone)
            waiter = _Waiter(alone, callers)
            self._waiting.append(waiter)
        try:
            waiter.ready.acquire()
        except BaseException:
            self._withdraw(waiter)
            raise
        if waiter.context is None:
            raise MemoryError("no room for another inference at the same time")
        return waiter.context

    def release(self, context: ExecutionContext) -> None:
        """Gives a context back."""
        with self._lock:
            self._callers -= 1
            self._running -= 1
            self._alone = False
            threads = context.pool.threads
            self._used -= threads
            self._free[threads].append(context)
            if self._waiting:
                self._admit()

    def close(self) -> None:
        """Ends all threads, after running inferences."""
        with self._lock:
            made = list(self._all)
        for context in made:
            context.pool.close()

    def _counted(self, callers: int) -> int:
        """How many callers there are, or were a moment ago."""
        now = monotonic()
        if callers >= self._crowd or now > self._crowd_ends:
            self._crowd, self._crowd_ends = callers, now + COUNTED_SECONDS
        return self._crowd

    def _share(self, callers: int) -> int:
        """How many threads each of some callers has: all, half of them, a quarter, …"""
        at_once = min(callers, self._most)
        threads = self.threads
        while threads > 1 and threads * at_once > self._budget:
            threads //= 2
        return threads

    def _has_room(self, threads: int, alone: bool) -> bool:
        if alone or not self._running:
            return not self._running
        if self._alone or self._running >= self._most:
            return False
        all_single = threads == 1 and self._used == self._running
        return all_single or self._used + threads <= self._budget

    def _taken(self, threads: int, alone: bool) -> ExecutionContext:
        """A context of so many threads; the lock is held."""
        free = self._free.setdefault(threads, [])
        if free:
            context = free.pop()
        else:
            try:
                context = ExecutionContext(ThreadPool(threads))
            except BaseException:
                self._callers -= 1
                raise
            self._all.append(context)
        self._running += 1
        self._used += threads
        self._alone = alone
        return context

    def _admit(self) -> None:
        """Lets those in who wait, in the order of their coming, while there is room; the lock is
        held.
        """
        while self._waiting:
            waiter = self._waiting[0]
            callers = max(waiter.callers, self._callers)
            threads = self.threads if waiter.alone else self._share(callers)
            if not self._has_room(threads, waiter.alone):
                return
            self._waiting.popleft()
            try:
                waiter.context = self._taken(threads, waiter.alone)
            except MemoryError:
                waiter.context = None  # it is the waiter's error, not that of who lets it in
            waiter.ready.release()

    def _withdraw(self, waiter: _Waiter) -> None:
        """A waiter was interrupted."""
        with self._lock:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
                self._callers -= 1
                self._admit()
                return
        if waiter.context is not None:
            self.release(waiter.context)


class _Waiter:
    """A caller that waits.

    Attributes:
        alone: Whether it needs to run alone.
        callers: How many callers there were when it came.
        context: What it is given.
        ready: Released when it may go on.
    """

    __slots__ = ("alone", "callers", "context", "ready")

    def __init__(self, alone: bool, callers: int) -> None:
        self.alone, self.callers = alone, callers
        self.context: ExecutionContext | None = None
        self.ready = threading.Lock()
        self.ready.acquire()


class ProcessContexts:
    """Execution contexts for each process: a child made by `fork` has its parent's memory but not
    its threads.
    """

    def __init__(self, contexts: ExecutionContexts) -> None:
        self.threads = contexts.threads
        self._contexts = {contexts.process: contexts}

    def here(self) -> ExecutionContexts:
        """Those of this process; new ones after `fork`. `setdefault` lets one of several threads
        win.
        """
        process = os.getpid()
        found = self._contexts.get(process)
        return found or self._contexts.setdefault(process, ExecutionContexts(self.threads))
