"""Compiles kernels and other modules to object code, in parallel and each distinct one once.

Code in the compile cache (`aoe.backends.compile_cache`) is not compiled again. A
`CompilePool` with one process compiles in this process. With more it keeps that many worker
processes (`aoe.backends.cpu.compile.compile_workers`), which hold the code generator and nothing of
the model. They compile what was begun while this process plans the rest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import ClassVar, Generic, TypeAlias, TypeVar

from aoe.backends.compile_cache import CompileCache
from aoe.backends.cpu.codegen.kernel_code import kernel_ir
from aoe.backends.cpu.codegen.object_code import object_code, plain_object_code
from aoe.backends.cpu.compile.cache_key import cache_key
from aoe.backends.cpu.compile.compile_workers import Compiled, CompileWorkers, Job, Timed
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.errors import CompileError
from aoe.isolation.memory_limit import limit_memory
from aoe.isolation.worker_process import Handler
from aoe.target import AnyTarget

Planned = TypeVar("Planned")

#: A worker may use this fraction of the memory that is free at its start, and at least so many
#: bytes; typical are 200 MB.
MEMORY_FRACTION, MIN_MEMORY = 0.5, 1 << 30

#: The name of the module that calls the kernels of a plan. LLVM does not optimise it: it loads and
#: stores pointers between calls, which does not become faster, and takes six times as long.
PLAN = "plan"

#: What tells a job from all others.
_Name: TypeAlias = str | Job


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
        self._cache = cache
        self._objects: dict[_Name, Compiled] = {}
        #: Keys in the cache of jobs that are not compiled yet.
        self._keys: dict[_Name, str] = {}
        #: What was begun and is not in `_objects` yet.
        self._begun: dict[_Name, Future[Timed]] = {}
        self._workers = (
            CompileWorkers(self.handler, arguments, processes) if processes > 1 else None
        )

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers."""
        return [] if self._workers is None else self._workers.processes

    @property
    def saved_seconds(self) -> float:
        """About how much longer compiling would have taken without the cache."""
        saved = 0.0 if self._cache is None else self._cache.saved_seconds
        return saved / max(1, len(self.processes))

    def begin(self, job: Job) -> None:
        """Begins to compile a job in a worker, if there are any, while this process goes on.
        `compile` has what becomes of it.
        """
        name = _name_of(job)
        known = self._workers is None or name in self._objects or name in self._begun
        if self._workers is not None and not known and not self._load_cached(job):
            # The calls come last, and somebody waits for them.
            self._begun[name] = self._workers.begin(job, self.target, first=job[0] == PLAN)

    def attempt(self, plan: Callable[[], Planned]) -> Planned | Exception:
        """What a function plans, or why it does not: what an implementation does to a policy costs
        that policy only. If it fails, what it and others have begun, and no worker has taken yet,
        waits until it is asked for again.
        """
        try:
            return plan()
        except BaseException as error:  # Ctrl-C ends what was begun, too
            self._withdraw()
            if not isinstance(error, Exception):
                raise
            return error

    def compile(self, jobs: Collection[Job], *, joins: bool = True) -> dict[Job, Compiled]:
        """Returns the object code of every job, or the error in its place. `joins`: whether to wait
        until nothing is being compiled any more, other jobs that were begun included.
        """
        if self._workers is None:
            self._compile_here(jobs)
        else:
            self._compile_in_workers(jobs, self._workers, joins)
        return {job: self._objects[_name_of(job)] for job in jobs}

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
        if self._workers is not None:
            self._workers.close()
        if self._cache is not None:
            self._cache.close()

    def _load_cached(self, job: Job) -> bool:
        """Reads a job's object code from the cache and returns whether it was there."""
        if self._cache is None or not self._cache.is_open:
            return False
        key = self.key(job)
        found = self._cache.get(key)
        if found is None:
            self._keys[_name_of(job)] = key
        else:
            self._objects[_name_of(job)] = found
        return found is not None

    def _record(self, name: _Name, result: Compiled, seconds: float) -> None:
        """Records the result of a job that took `seconds`, object code in the cache too."""
        self._objects[name] = result
        key = self._keys.pop(name, None)
        if self._cache is not None and key is not None and isinstance(result, bytes):
            self._cache.put(key, result, seconds)

    def _compile_here(self, jobs: Collection[Job]) -> None:
        """Compiles in this process what is not in `_objects`."""
        for job in jobs:
            if _name_of(job) not in self._objects and not self._load_cached(job):
                begin = time.monotonic()
                result = self.compiled(job)
                self._record(_name_of(job), result, time.monotonic() - begin)

    def _compile_in_workers(
        self, jobs: Collection[Job], workers: CompileWorkers, joins: bool
    ) -> None:
        """Waits until all jobs are in `_objects`."""
        try:
            for job in jobs:
                self.begin(job)
            for name in map(_name_of, jobs):
                if name in self._begun:
                    self._record(name, *self._begun[name].result())
                    del self._begun[name]
            if joins:
                workers.join()
        except BaseException:  # interrupted
            self._withdraw()
            raise

    def _withdraw(self) -> None:
        """What no worker has taken is not compiled until it is asked for again."""
        for name in [name for name, future in self._begun.items() if future.cancel()]:
            del self._begun[name]


def compile_handler() -> Handler:
    """Returns the worker's handler: (job, target) to object code or `CompileError`.

    It limits the worker's memory, so that a kernel that needs too much fails without side effects.
    """
    limit_memory(MEMORY_FRACTION, MIN_MEMORY)

    def answer(request: tuple[Job, CpuTarget]) -> Compiled:
        return _compiled(*request)

    return answer


def _name_of(job: Job) -> _Name:
    """The symbol of a kernel, which has a digest of it: to hash all of a kernel takes a while."""
    return job if isinstance(job[1], str) else job[0]


def _compiled(job: Job, target: CpuTarget) -> Compiled:
    name, content = job
    try:
        if name == PLAN:
            return plain_object_code(str(content), target)
        ir = content if isinstance(content, str) else kernel_ir(content, name, target)
        return object_code(ir, target)
    except CompileError as error:
        return error
