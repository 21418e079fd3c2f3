"""Compiles kernels and other modules to object code, in parallel and each distinct one once.

Code in the compile cache (`aoe.backends.compile_cache`) is not compiled again. A
`CompilePool` with one process compiles in this process. With more it keeps that many worker
processes (`aoe.isolation.worker_process`), which hold the code generator and nothing of the model.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from multiprocessing.connection import wait
from typing import ClassVar, Generic, TypeAlias

from aoe.backends.compile_cache import CompileCache
from aoe.backends.cpu.codegen.kernel_code import kernel_ir
from aoe.backends.cpu.codegen.object_code import object_code, plain_object_code
from aoe.backends.cpu.compile.cache_key import cache_key
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.errors import CompileError
from aoe.isolation.memory_limit import limit_memory
from aoe.isolation.worker_process import (
    WAIT_INTERVAL,
    Handler,
    WorkerError,
    WorkerHung,
    WorkerProcess,
)
from aoe.loops.loop_nest import Kernel
from aoe.target import AnyTarget

#: Seconds after which a compilation counts as hung; typical are 10 to 100 ms.
COMPILE_TIMEOUT = 60.0
#: A worker may use this fraction of the memory that is free at its start, and at least so many
#: bytes; typical are 200 MB.
MEMORY_FRACTION, MIN_MEMORY = 0.5, 1 << 30

#: A symbol with the kernel that defines it, or a name with the text of a module.
Job: TypeAlias = tuple[str, Kernel | str]
Compiled: TypeAlias = bytes | CompileError
#: The name of the module that calls the kernels of a plan. LLVM does not optimise it: it loads and
#: stores pointers between calls, which does not become faster, and takes six times as long.
PLAN = "plan"


class CompilePool(Generic[AnyTarget]):
    """Compiles for one target and keeps the object code in memory. Other devices have a `handler`,
    and override `compiled` and `key`.
    """

    #: What worker processes answer with (`aoe.isolation.worker_process`).
    handler: ClassVar[str] = f"{__name__}:compile_handler"

    def __init__(
        self,
        target: AnyTarget,
        processes: int,
        cache: CompileCache | None = None,
        arguments: tuple[str, ...] = (),
    ) -> None:
        """Starts the worker processes.

        Args:
            target: The target.
            processes: With 1, this process compiles; with more, that many workers do.
            cache: The cache that is read first and that keeps new object code. It is closed with
                the pool.
            arguments: What the function that returns the handler of a worker is called with.
        """
        self.target = target
        self._arguments = arguments
        self._cache = cache
        self._objects: dict[Job, Compiled] = {}
        #: Keys in the cache of jobs that are not compiled yet.
        self._keys: dict[Job, str] = {}
        self._workers = [
            WorkerProcess(self.handler, *arguments)
            for _ in range(processes if processes > 1 else 0)
        ]

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.pid for worker in self._workers]

    @property
    def saved_seconds(self) -> float:
        """About how much longer compiling would have taken without the cache."""
        saved = 0.0 if self._cache is None else self._cache.saved_seconds
        return saved / max(1, len(self._workers))

    def compile(self, jobs: Collection[Job]) -> dict[Job, Compiled]:
        """Returns the object code of every job, or the error in its place."""
        new = [job for job in dict.fromkeys(jobs) if job not in self._objects]
        missing = [job for job in new if not self._load_cached(job)]
        if self._workers:
            self._compile_in_workers(missing)
        else:
            for job in missing:
                begin = time.monotonic()
                result = self.compiled(job)
                self._record(job, result, time.monotonic() - begin)
        return {job: self._objects[job] for job in jobs}

    def compiled(self, job: Job) -> Compiled:
        """The object code of a job, made in this process, or the error in its place."""
        assert isinstance(self.target, CpuTarget), "pools of other devices compile otherwise"
        return _compiled(job, self.target)

    def key(self, job: Job) -> str:
        """The key of a job in the cache."""
        assert isinstance(self.target, CpuTarget), "pools of other devices have keys of their own"
        return cache_key(*job, self.target)

    def close(self) -> None:
        """Ends the worker processes and closes the cache."""
        for worker in self._workers:
            worker.close()
        if self._cache is not None:
            self._cache.close()

    def _load_cached(self, job: Job) -> bool:
        """Reads a job's object code from the cache and returns whether it was there."""
        if self._cache is None or not self._cache.is_open:
            return False
        key = self.key(job)
        found = self._cache.get(key)
        if found is None:
            self._keys[job] = key
        else:
            self._objects[job] = found
        return found is not None

    def _record(self, job: Job, result: Compiled, seconds: float) -> None:
        """Records the result of a job that took `seconds`, object code in the cache too."""
        self._objects[job] = result
        key = self._keys.pop(job, None)
        if self._cache is not None and key is not None and isinstance(result, bytes):
            self._cache.put(key, result, seconds)

    def _compile_in_workers(self, jobs: Sequence[Job]) -> None:
        """Keeps every worker busy until all jobs are in `_objects`."""
        waiting = list(reversed(jobs))
        running: dict[int, tuple[Job, float]] = {}
        waited: dict[int, float] = {}
        try:
            while waiting or running:
                for number in range(len(self._workers)):
                    if number not in running and waiting:
                        running[number] = (waiting.pop(), time.monotonic())
                        waited[number] = 0.0
                        self._dispatch(number, running[number][0])
                for number in self._ready(waited):
                    job, begin = running[number]
                    timed_out = waited.pop(number) >= COMPILE_TIMEOUT
                    self._record(
                        job, self._receive(number, job, timed_out), time.monotonic() - begin
                    )
                    del running[number]
        finally:
            for number in running:  # interrupted: a late reply must not answer the next request
                self._restart(number)

    def _dispatch(self, number: int, job: Job) -> None:
        try:
            self._workers[number].send((job, self.target))
        except WorkerError:  # killed while idle, e.g. because the system ran out of memory
            self._restart(number)
            self._workers[number].send((job, self.target))

    def _ready(self, waited: dict[int, float]) -> list[int]:
        """Returns the numbers of the workers that replied, ended or timed out.

        Args:
            waited: The seconds each worker was waited for; updated here.
        """
        connections = {self._workers[number].connection: number for number in waited}
        ready: set[int] = set()
        while not ready:
            begin = time.monotonic()
            done = wait(list(connections), WAIT_INTERVAL)
            passed = min(time.monotonic() - begin, WAIT_INTERVAL)
            for number in waited:
                waited[number] += passed
            timed_out = (number for number, seconds in waited.items() if seconds >= COMPILE_TIMEOUT)
            ready = {connections[item] for item in done if item in connections} | set(timed_out)
        return sorted(ready)

    def _receive(self, number: int, job: Job, timed_out: bool) -> Compiled:
        try:
            reply: Compiled = self._workers[number].receive(0.0 if timed_out else COMPILE_TIMEOUT)
        except WorkerHung:
            self._restart(number)
            text = f"the compiler gave no result on {job[0]} within {COMPILE_TIMEOUT:.0f} s"
            return CompileError(text)
        except WorkerError as error:
            self._restart(number)
            return CompileError(f"the compiler failed on {job[0]}: {error}")
        except Exception as error:  # a defect of the code generator fails this job only
            return CompileError(f"the code generator failed on {job[0]}: {error!r}")
        return reply

    def _restart(self, number: int) -> None:
        self._workers[number].close()
        self._workers[number] = WorkerProcess(self.handler, *self._arguments)


def compile_handler() -> Handler:
    """Returns the worker's handler: (job, target) to object code or `CompileError`.

    It limits the worker's memory, so that a kernel that needs too much fails without side effects.
    """
    limit_memory(MEMORY_FRACTION, MIN_MEMORY)

    def answer(request: tuple[Job, CpuTarget]) -> Compiled:
        return _compiled(*request)

    return answer


def _compiled(job: Job, target: CpuTarget) -> Compiled:
    name, content = job
    try:
        if name == PLAN:
            return plain_object_code(str(content), target)
        ir = content if isinstance(content, str) else kernel_ir(content, name, target)
        return object_code(ir, target)
    except CompileError as error:
        return error
