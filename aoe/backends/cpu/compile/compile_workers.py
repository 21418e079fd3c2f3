"""Worker processes that compile side by side while this process goes on.

A thread for each busy worker (`aoe.isolation.worker_process`) sends it a job and waits for the
reply. Such a thread ends when no job waits, so that none is there while nothing is compiled.
`aoe.backends.cpu.compile.compile_pool` decides what is to be compiled.
"""

from __future__ import annotations

import os
import time
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from threading import RLock, Thread, current_thread
from typing import TypeAlias

from aoe.errors import CompileError
from aoe.isolation.worker_process import WorkerError, WorkerHung, WorkerProcess
from aoe.loops.loop_nest import Kernel
from aoe.target import Target

#: Seconds after which a compilation counts as hung; typical are 10 to 100 ms.
COMPILE_TIMEOUT = 60.0

#: By how much workers are nicer than the process that they compile for: of three on two cores it
#: has one for itself then, so that what it plans next comes sooner.
NICENESS, MOST_NICE = 3, 19

#: A symbol with the kernel that defines it, or a name with the text of a module.
Job: TypeAlias = tuple[str, Kernel | str]
Compiled: TypeAlias = bytes | CompileError
#: Object code or an error, and the seconds that it took.
Timed: TypeAlias = tuple[Compiled, float]


class CompileWorkers:
    """Compiles jobs in the order in which they come. Errors of a job are its result."""

    def __init__(self, handler: str, arguments: tuple[str, ...], processes: int) -> None:
        """Starts the worker processes. `handler` and `arguments`: see `WorkerProcess`; a handler
        answers (job, target).
        """
        self._handler, self._arguments = handler, arguments
        #: None in the place of one that ended.
        self._workers: list[WorkerProcess | None] = [
            _nice(WorkerProcess(handler, *arguments)) for _ in range(processes)
        ]
        self._idle = list(range(processes))
        self._threads: list[Thread] = []
        self._waiting: deque[tuple[Job, Target, Future[Timed]]] = deque()
        self._lock = RLock()  # the collector of garbage may close it anywhere
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.pid for worker in self._workers if worker is not None]

    def begin(self, job: Job, target: Target, *, first: bool = False) -> Future[Timed]:
        """Begins to compile a job for a target. Until a worker takes it, it can be cancelled.
        `first`: whether it comes before those that wait.
        """
        future: Future[Timed] = Future()
        with self._lock:
            (self._waiting.appendleft if first else self._waiting.append)((job, target, future))
            if not self._idle:
                return future
            for number in self._idle:  # it ends with the thread that starts it: Linux tells it to
                if self._workers[number] is None:
                    self._started(number)
            # The thread takes a worker itself: where this one is interrupted, no two take the same.
            thread = Thread(target=self._serve, name="compile", daemon=True)
            self._threads = [*filter(Thread.is_alive, self._threads), thread]
        thread.start()
        return future

    def join(self) -> None:
        """Waits until no job waits and none is compiled."""
        while self._threads:
            thread = self._threads[-1]
            if thread.ident is not None and thread is not current_thread():
                thread.join()
            if thread in self._threads:
                self._threads.remove(thread)

    def close(self) -> None:
        """Ends the worker processes, whatever they do. Jobs that wait are cancelled."""
        with self._lock:
            self._closed = True
            waiting = [future for _, _, future in self._waiting]
            self._waiting.clear()
        for future in waiting:
            future.cancel()
        for worker in self._workers:
            if worker is not None:
                worker.kill()
        self.join()
        for worker in self._workers:
            if worker is not None:
                worker.close()

    def _serve(self) -> None:
        """Has an idle worker compile what waits, until nothing does."""
        with self._lock:
            if not self._idle:
                return
            number = self._idle.pop()
            first = self._workers[number]
        while (task := self._next(number, first)) is not None:
            job, target, future = task
            if future.set_running_or_notify_cancel():
                begin = time.monotonic()
                result = self._compiled(number, job, target)
                future.set_result((result, time.monotonic() - begin))

    def _next(
        self, number: int, first: WorkerProcess | None
    ) -> tuple[Job, Target, Future[Timed]] | None:
        """The next job, or None if this thread is to end. `first`: its first worker."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            worker = self._workers[number]
            if worker is not None and worker is not first:
                worker.close()  # it ends with this thread, which started it
                self._workers[number] = None
            self._idle.append(number)
            return None

    def _compiled(self, number: int, job: Job, target: Target) -> Compiled:
        try:
            worker = self._workers[number] or self._started(number)
            try:
                worker.send((job, target))
            except WorkerError:  # killed while idle, e.g. because the system ran out of memory
                worker = self._started(number)
                worker.send((job, target))
            reply: Compiled = worker.receive(COMPILE_TIMEOUT)
        except WorkerHung:
            self._workers[number] = None
            text = f"the compiler gave no result on {job[0]} within {COMPILE_TIMEOUT:.0f} s"
            return CompileError(text)
        except WorkerError as error:
            self._workers[number] = None
            return CompileError(f"the compiler failed on {job[0]}: {error}")
        except Exception as error:  # a defect of the code generator fails this job only
            return CompileError(f"the code generator failed on {job[0]}: {error!r}")
        return reply

    def _started(self, number: int) -> WorkerProcess:
        """A new worker in the place of one that ended."""
        with self._lock:
            if self._closed:
                raise WorkerError("the workers were closed")
            made = _nice(WorkerProcess(self._handler, *self._arguments))
            self._workers[number] = made
            return made


def _nice(worker: WorkerProcess) -> WorkerProcess:
    """A worker that gives way to this process."""
    own = os.getpriority(os.PRIO_PROCESS, 0)
    with suppress(OSError):  # it has ended already, or the system does not allow it
        os.setpriority(os.PRIO_PROCESS, worker.pid, min(own + NICENESS, MOST_NICE))
    return worker
