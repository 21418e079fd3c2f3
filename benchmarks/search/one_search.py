"""Runs one search of one operator on this machine, as the operators of a model are searched.

It begins with an empty repository and cold weights, and ends when its time is over
(`aoe.tuning.task_scheduler`). `live` and `contest` do nothing else many times.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from aoe.backends.backend import Watch
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.registry import backend_of
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.repository.search_record import SearchDepth
from aoe.target import Target
from aoe.tuning.deadline import Deadline
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.observer import SilentObserver
from aoe.tuning.policy_database import Winner
from aoe.tuning.search.operator_search import OperatorSearch
from aoe.tuning.task_results import TaskResults
from aoe.tuning.task_scheduler import TaskScheduler
from aoe.tuning.throughput import Throughput
from aoe.tuning.tuning_task import TuningTask
from benchmarks.search.judging import WORKING_SET
from benchmarks.search.suite import describe

Found = TypeVar("Found")
#: A search in which so many of the looks found noisy cores is done again, in so many
#: attempts at most.
NOISY, ATTEMPTS = 0.2, 2
#: Seconds that a search waits at most for quiet cores before it begins.
MOST_WAITED = 30.0


@dataclass(frozen=True, slots=True)
class Machine:
    """What searches run on.

    That is a device, the number of compiling processes, what knows whether the cores are quiet, and
    the process that runs candidates.
    """

    target: Target
    processes: int
    watch: Watch
    runner: Runner

    def compile_pool(self) -> CpuCompiler:
        """Helpers that have compiled nothing yet."""
        assert isinstance(self.target, CpuTarget)
        return CpuCompiler(self.target, self.processes)


@dataclass(slots=True)
class Winners:
    """A `PolicyStore` that knows nothing and notes what it is given.

    `found` has seconds by `clock` since `start` and the winner, None where one was withdrawn.
    """

    start: float = 0.0
    clock: Callable[[], float] = time.monotonic
    found: list[tuple[float, Policy | None]] = field(default_factory=list)

    def lookup(self, operator: Operator) -> Policy | None:
        """Nothing."""

    def of_type(self, operator_type: str) -> Iterator[tuple[Operator, Policy]]:
        """Nothing."""
        return iter(())

    def store(self, operator: Operator, winner: Winner) -> None:
        """Notes it."""
        self.found.append((self.clock() - self.start, winner.policy))

    def withdraw(self, operator: Operator) -> None:
        """Notes that there is none."""
        self.found.append((self.clock() - self.start, None))

    def default_stands(
        self, operator: Operator, default: Callable[[], Policy], depth: SearchDepth, model: str
    ) -> bool:
        """Never: everything is searched."""
        return False

    def remember(
        self, operator: Operator, default: Policy, depth: SearchDepth, candidates: int, model: str
    ) -> None:
        """Nothing."""

    def after(self, seconds: float) -> Policy | None:
        """The winner by then."""
        known = [policy for when, policy in self.found if when <= seconds]
        return known[-1] if known else None


@dataclass(slots=True)
class CountingWatch:
    """A `watch` that counts its looks, and those that found noisy cores."""

    watch: Watch
    looks: int = 0
    noisy: int = 0

    def is_quiet(self) -> bool:
        """Returns whether the cores are quiet."""
        quiet = self.watch.is_quiet()
        self.looks += 1
        self.noisy += not quiet
        return quiet


def on_quiet_cores(search: Callable[[Machine], Found], machine: Machine) -> tuple[Found, int]:
    """Runs a search that begins on quiet cores; returns what it found and the number of attempts.

    A search is repeated if many of its looks found noisy cores, because other policies are the
    fastest then.
    """
    attempts = 0
    while True:
        attempts += 1
        IdleWait(machine.watch).wait(MOST_WAITED)
        watch = CountingWatch(machine.watch)
        found = search(replace(machine, watch=watch))
        if attempts == ATTEMPTS or watch.noisy <= NOISY * watch.looks:
            return found, attempts


@contextmanager
def machine_of(target: Target, processes: int) -> Iterator[Machine]:
    """Provides what searches run on, while the context lasts."""
    runner = Runner(target, WORKING_SET)
    with backend_of(target).machine.watch(target) as watch, closing(runner):
        yield Machine(target, processes, watch, runner)


def run_search(
    begin: Callable[[], OperatorSearch],
    seconds: float,
    machine: Machine,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[OperatorSearch, Winners]:
    """Runs what `begin` starts for some seconds of `clock`, or less if it ends by itself.

    The helper processes run already, as for all operators of a model but the first. They have
    compiled nothing. The one that runs candidates keeps its memory, but gets other inputs, so it
    has no reference outputs of an earlier search.
    """
    target = machine.target
    machine.runner.seed += 1
    with closing(machine.compile_pool()) as pool:
        pool.compile([(f"empty{number}", "") for number in range(machine.processes)])
        winners = Winners(clock(), clock)
        search = begin()
        operator = search.workload
        task = TuningTask(operator, describe(operator), (operator.type,), search=search)
        session = TaskScheduler(
            [task],
            target,
            TaskResults(winners, SilentObserver()),
            SilentObserver(),
            Throughput(Deadline(seconds, winners.start, clock)),
            measuring=MeasurementOptions(idle_wait=IdleWait(machine.watch, time.monotonic())),
        )
        session.search_in(machine.runner, pool)
    return search, winners
