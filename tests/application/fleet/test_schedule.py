"""Workers get the tasks of their kind; what a lost worker was doing begins again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aoe.application.fleet.cluster import WorkerLostError
from aoe.application.fleet.schedule import LONGEST_ABSENCE, MOST_ATTEMPTS, Schedule, Task


@dataclass
class FakeCluster:
    """Workers that are numbers. Calls end at once, one after the other.

    Attributes:
        rooms: How many workers there may be of each kind.
        lost: Calls, by their number, whose worker is lost.
        begun: The calls, with their workers.
    """

    rooms: dict[str, int]
    lost: set[int] = field(default_factory=set)
    begun: list[tuple[int, str, Sequence[Any]]] = field(default_factory=list)
    started: list[str] = field(default_factory=list)
    after_call: Callable[[], None] = lambda: None

    def workers(self) -> Mapping[str, int]:
        return self.rooms

    def start(self, kind: str) -> int:
        self.started.append(kind)
        return len(self.started) - 1

    def call(self, worker: int, method: str, arguments: Sequence[Any]) -> int:
        self.begun.append((worker, method, arguments))
        return len(self.begun) - 1

    def finished(self, calls: Sequence[int], seconds: float) -> Sequence[int]:
        self.after_call()
        return calls[:1]

    def result(self, call: int) -> Mapping[str, Any]:
        if call in self.lost:
            self.rooms = {kind: room for kind, room in self.rooms.items() if room}
            raise WorkerLostError("it is gone")
        return {"value": self.begun[call][2][0]}

    def close(self) -> None: ...


@dataclass
class Log:
    """What became of tasks."""

    done: list[Any] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    warned: list[str] = field(default_factory=list)

    def task(self, value: Any, kind: str = "a_1c", then: Iterable[Task] = ()) -> Task:
        def done(result: Mapping[str, Any]) -> Iterable[Task]:
            self.done.append(result["value"])
            return then

        def failed(why: str) -> Iterable[Task]:
            self.failed.append(why)
            return []

        return Task(kind, f"task {value}", "work", lambda: [value], done, failed)


def test_each_worker_gets_tasks_of_its_kind() -> None:
    cluster, log = FakeCluster({"a_1c": 1, "b_2c": 1}), Log()
    schedule = Schedule(cluster, log.warned.append)
    schedule.add([log.task(1, "a_1c"), log.task(2, "b_2c"), log.task(3, "b_2c")])
    schedule.run()
    assert sorted(log.done) == [1, 2, 3]
    kinds = [cluster.started[worker] for worker, _, _ in cluster.begun]
    assert sorted(kinds) == ["a_1c", "b_2c", "b_2c"]


def test_there_are_no_more_workers_than_tasks() -> None:
    cluster, log = FakeCluster({"a_1c": 8}), Log()
    schedule = Schedule(cluster, log.warned.append)
    schedule.add([log.task(1), log.task(2)])
    schedule.run()
    assert len(cluster.started) == 2


def test_workers_for_tasks_that_follow_start_at_once() -> None:
    cluster, log = FakeCluster({"a_1c": 3, "b_2c": 3}), Log()
    started: list[int] = []
    cluster.after_call = lambda: started.append(len(cluster.started))
    schedule = Schedule(cluster, log.warned.append)
    first = log.task(1, then=[log.task(number) for number in (2, 3)])
    first.opening = True
    schedule.add([first])
    schedule.run()
    assert started[0] == 3
    assert cluster.started == ["a_1c"] * 3
    assert sorted(log.done) == [1, 2, 3]


def test_tasks_that_follow_are_carried_out() -> None:
    log = Log()
    schedule = Schedule(FakeCluster({"a_1c": 1}), log.warned.append)
    schedule.add([log.task(1, then=[log.task(2)])])
    schedule.run()
    assert log.done == [1, 2]


def test_a_lost_worker_costs_what_it_was_doing_once() -> None:
    cluster, log = FakeCluster({"a_1c": 1}, lost={0}), Log()
    schedule = Schedule(cluster, log.warned.append)
    schedule.add([log.task(1), log.task(2)])
    schedule.run()
    assert log.done == [1, 2]
    assert len(cluster.started) == 2
    assert log.warned == ["a worker of a_1c was lost; task 1 begins again"]


def test_a_task_that_loses_every_worker_is_given_up() -> None:
    cluster, log = FakeCluster({"a_1c": 1}, lost={0, 1, 2}), Log()
    schedule = Schedule(cluster, log.warned.append)
    schedule.add([log.task(1), log.task(2)])
    schedule.run()
    assert log.done == [2]
    assert log.failed == [f"its worker was lost {MOST_ATTEMPTS} times: it is gone"]


def test_a_worker_that_joins_later_gets_work() -> None:
    cluster, log = FakeCluster({"a_1c": 1}), Log()
    cluster.after_call = lambda: cluster.rooms.update(a_1c=2)
    schedule = Schedule(cluster, log.warned.append)
    schedule.add([log.task(number) for number in range(5)])
    schedule.run()
    assert {worker for worker, _, _ in cluster.begun} == {0, 1}


def test_without_workers_tasks_are_given_up_after_a_while() -> None:
    times = iter(range(0, 1000, 10))
    log = Log()
    schedule = Schedule(FakeCluster({}), log.warned.append, lambda: next(times))
    schedule.add([log.task(1)])
    schedule.run()
    assert log.failed == ["there is no worker of a_1c any more"]
    assert next(times) > LONGEST_ABSENCE


def test_a_task_that_is_not_to_begin_is_left_out() -> None:
    cluster, log = FakeCluster({"a_1c": 1}), Log()
    schedule = Schedule(cluster, log.warned.append)
    late = log.task(1)
    late.arguments = lambda: None
    schedule.add([late, log.task(2)])
    schedule.run()
    assert log.done == [2]
    assert log.failed == [""]
