"""The schedule of a fleet: each worker gets the next task of its kind, as soon as it has ended one.

A task whose worker is lost goes to another worker, so a lost worker costs one task. New workers get
work while the schedule runs.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aoe.application.fleet.cluster import Cluster, WorkerLostError
from aoe.errors import counted

#: How often a task is begun before it is given up.
MOST_ATTEMPTS = 3
#: Seconds without any worker of a kind after which its tasks are given up.
LONGEST_ABSENCE = 60.0
#: Seconds after which the schedule looks for new workers.
LOOK_SECONDS = 1.0


@dataclass(eq=False, slots=True)
class Task:
    """A call of a worker.

    Attributes:
        kind: The kind of worker that it needs.
        label: What messages call it.
        method: The method of the worker.
        arguments: Makes the arguments when the call begins, or `None` if it is not to begin.
        done: Is given the result, and returns tasks that follow.
        failed: Is told why there will be no result, and returns tasks that follow. No reason stands
            for a task that was not to begin.
        opening: Whether many tasks follow from it, so that all workers of its kind start now and
            are ready for these: starting one takes seconds.
        attempts: How often it was begun.
    """

    kind: str
    label: str
    method: str
    arguments: Callable[[], Sequence[Any] | None]
    done: Callable[[Mapping[str, Any]], Iterable[Task]]
    failed: Callable[[str], Iterable[Task]]
    opening: bool = False
    attempts: int = 0


@dataclass(eq=False, slots=True)
class _Worker:
    kind: str
    handle: Any
    call: Any = None
    task: Task | None = None


@dataclass(slots=True)
class Schedule:
    """Tasks and the workers that carry them out.

    Attributes:
        cluster: Has the workers.
        warn: Is told of lost workers.
        clock: The time in seconds.
    """

    cluster: Cluster
    warn: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    _waiting: dict[str, deque[Task]] = field(default_factory=dict)
    _workers: list[_Worker] = field(default_factory=list)
    _without: dict[str, float] = field(default_factory=dict)

    def add(self, tasks: Iterable[Task]) -> None:
        """Adds tasks behind those that wait."""
        for task in tasks:
            self._waiting.setdefault(task.kind, deque()).append(task)

    def waiting(self, kind: str) -> int:
        """How many tasks of a kind wait for a worker."""
        return len(self._waiting.get(kind, ()))

    def worker_count(self, kind: str) -> int:
        """How many workers of a kind there are."""
        return sum(worker.kind == kind for worker in self._workers)

    def run(self) -> None:
        """Carries out all tasks, and those that follow from them."""
        while any(self._waiting.values()) or self._busy():
            self._start_workers()
            self._assign()
            self._give_up()
            busy = self._busy()
            ended = self.cluster.finished([worker.call for worker in busy], LOOK_SECONDS)
            for worker in busy:
                if worker.call in ended:
                    self._end(worker)

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.task is not None]

    def _start_workers(self) -> None:
        """Starts workers where tasks wait and the cluster has room."""
        for kind, room in self.cluster.workers().items():
            idle = sum(item.kind == kind and item.task is None for item in self._workers)
            missing = room - self.worker_count(kind)
            if not any(task.opening for task in self._waiting.get(kind, ())):
                missing = min(missing, self.waiting(kind) - idle)
            for _ in range(missing):
                self._workers.append(_Worker(kind, self.cluster.start(kind)))

    def _assign(self) -> None:
        for worker in self._workers:
            waiting = self._waiting.get(worker.kind)
            while worker.task is None and waiting:
                task = waiting.popleft()
                arguments = task.arguments()
                if arguments is None:
                    self.add(task.failed(""))
                    continue
                task.attempts += 1
                worker.task = task
                worker.call = self.cluster.call(worker.handle, task.method, arguments)

    def _end(self, worker: _Worker) -> None:
        task, call = worker.task, worker.call
        assert task is not None, "only workers with a task have a call"
        worker.task = worker.call = None
        try:
            result = self.cluster.result(call)
        except WorkerLostError as error:
            self._workers.remove(worker)
            if task.attempts >= MOST_ATTEMPTS:
                self.add(
                    task.failed(f"its worker was lost {counted(task.attempts, 'time')}: {error}")
                )
                return
            self.warn(f"a worker of {task.kind} was lost; {task.label} begins again")
            self._waiting[task.kind].appendleft(task)
            return
        if "failed" in result:
            self.add(task.failed(str(result["failed"])))
        else:
            self.add(task.done(result))

    def _give_up(self) -> None:
        """Fails the tasks of kinds that have had no worker for long."""
        for kind, waiting in list(self._waiting.items()):
            if not waiting or self.worker_count(kind):
                self._without.pop(kind, None)
            elif self.clock() - self._without.setdefault(kind, self.clock()) > LONGEST_ABSENCE:
                self._waiting[kind] = deque()
                for task in waiting:
                    self.add(task.failed(f"there is no worker of {kind} any more"))
