"""Execution contexts: how many inferences run at once, and with how many threads each."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from aoe.backends.cpu.runtime import execution_contexts
from aoe.backends.cpu.runtime.execution_contexts import (
    COUNTED_SECONDS,
    ExecutionContext,
    ExecutionContexts,
    ProcessContexts,
)
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.runtime.memory import Memory
from tests.backends.cpu.runtime.test_thread_pool import in_child


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands still; four CPUs."""
    now = [100.0]
    monkeypatch.setattr(execution_contexts, "monotonic", lambda: now[0])
    monkeypatch.setattr(execution_contexts, "usable_cores", lambda: 4)
    return now


@pytest.fixture
def callers() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


def waiting(contexts: ExecutionContexts) -> int:
    return len(contexts._waiting)


def waits(
    callers: ThreadPoolExecutor, contexts: ExecutionContexts, alone: bool = False
) -> Future[ExecutionContext]:
    """A call of `acquire` that waits already."""
    before = waiting(contexts)
    future = callers.submit(contexts.acquire, alone)
    deadline = time.monotonic() + 10
    while waiting(contexts) == before and time.monotonic() < deadline:
        time.sleep(0.0005)
    assert waiting(contexts) == before + 1
    return future


def test_one_caller_has_all_threads_each_time(clock: list[float]) -> None:
    contexts = ExecutionContexts(4)
    for _ in range(3):
        context = contexts.acquire()
        assert context.pool.threads == 4
        contexts.release(context)
    assert len(contexts._all) == 1


def test_a_second_caller_waits_for_the_threads_and_then_leaves_half_of_them(
    clock: list[float], callers: ThreadPoolExecutor
) -> None:
    contexts = ExecutionContexts(4)
    first = contexts.acquire()
    second = waits(callers, contexts)
    contexts.release(first)
    assert second.result().pool.threads == 2
    assert contexts.acquire().pool.threads == 2


def test_callers_run_at_once_where_there_are_more_cpus_than_threads(clock: list[float]) -> None:
    contexts = ExecutionContexts(2)
    assert [contexts.acquire().pool.threads for _ in range(2)] == [2, 2]


def test_many_callers_have_one_thread_each_and_more_of_them_than_cpus(
    clock: list[float], callers: ThreadPoolExecutor
) -> None:
    contexts = ExecutionContexts(1)
    held = [contexts.acquire() for _ in range(8)]
    assert {context.pool.threads for context in held} == {1}
    assert len(set(map(id, held))) == 8
    late = waits(callers, contexts)
    contexts.release(held.pop())
    assert late.result() not in held


def test_callers_that_left_are_counted_for_a_moment(
    clock: list[float], callers: ThreadPoolExecutor
) -> None:
    contexts = ExecutionContexts(4)
    first = contexts.acquire()
    second = waits(callers, contexts)
    contexts.release(first)
    contexts.release(second.result(10))
    clock[0] += COUNTED_SECONDS / 2
    again = contexts.acquire()
    assert again.pool.threads == 2
    contexts.release(again)
    clock[0] += COUNTED_SECONDS
    assert contexts.acquire().pool.threads == 4


def test_those_who_wait_come_in_by_the_order_of_their_coming(
    clock: list[float], callers: ThreadPoolExecutor
) -> None:
    contexts = ExecutionContexts(1, most=1)
    context = contexts.acquire()
    futures = [waits(callers, contexts) for _ in range(3)]
    for place, future in enumerate(futures):
        contexts.release(context)
        context = future.result(10)
        assert [item.done() for item in futures] == [number <= place for number in range(3)]


def test_one_inference_at_a_time_has_all_threads(
    clock: list[float], callers: ThreadPoolExecutor
) -> None:
    contexts = ExecutionContexts(4, most=1)
    first = contexts.acquire()
    second = waits(callers, contexts)
    contexts.release(first)
    assert second.result() is first


def test_a_caller_who_must_be_alone_waits_for_all_and_lets_nobody_in_before(
    clock: list[float], callers: ThreadPoolExecutor
) -> None:
    contexts = ExecutionContexts(2, most=8)
    held = [contexts.acquire() for _ in range(2)]
    alone = waits(callers, contexts, alone=True)
    later = waits(callers, contexts)
    contexts.release(held[0])
    assert not alone.done()
    contexts.release(held[1])
    context = alone.result(10)
    assert context.pool.threads == 2
    assert not later.done()
    contexts.release(context)
    assert later.result(10)


def test_an_interrupted_caller_leaves_no_trace(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    contexts = ExecutionContexts(1, most=1)
    context = contexts.acquire()

    class Interrupted(execution_contexts._Waiter):
        @property
        def ready(self) -> threading.Lock:
            raise KeyboardInterrupt

        @ready.setter
        def ready(self, value: object) -> None: ...

        def __init__(self, alone: bool, callers: int) -> None:
            self.alone, self.callers, self.context = alone, callers, None

    monkeypatch.setattr(execution_contexts, "_Waiter", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        contexts.acquire()
    contexts.release(context)
    assert (waiting(contexts), contexts._callers, contexts._running) == (0, 0, 0)


def test_no_room_for_a_context_is_an_error_of_who_asks(
    clock: list[float], callers: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    contexts = ExecutionContexts(2)
    context = contexts.acquire()

    def full(threads: int) -> ThreadPool:
        raise MemoryError

    monkeypatch.setattr(execution_contexts, "ThreadPool", full)
    monkeypatch.setattr(contexts, "_budget", 2)
    late = waits(callers, contexts)
    contexts.release(context)
    with pytest.raises(MemoryError):
        late.result(10)
    clock[0] += 2 * COUNTED_SECONDS
    assert contexts.acquire() is context


def test_a_context_of_somebody_else_serves_one_caller_at_a_time(
    clock: list[float], callers: ThreadPoolExecutor
) -> None:
    only = ExecutionContext(ThreadPool(2))
    contexts = ExecutionContexts(2, only=only)
    assert contexts.acquire() is only
    late = waits(callers, contexts)
    contexts.release(only)
    assert late.result(10) is only


def test_memory_grows_with_what_plans_need() -> None:
    context = ExecutionContext(ThreadPool(1))
    context.fit(3, 1000)
    pointers, arena = context.pointers, context.arena
    context.fit(2, 500)
    assert (context.pointers, context.arena) == (pointers, arena)
    context.fit(4, 5000)
    assert (context.tensors, context.arena_bytes) == (4, 5000)
    assert len(context.inputs) == len(context.outputs) == 4


def test_arguments_of_replaced_memory_are_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(size: int) -> Memory:
        raise MemoryError(f"no room for {size} bytes")

    context = ExecutionContext(ThreadPool(1))
    context.caller = object()  # whose arguments hold the addresses of the pointers
    monkeypatch.setattr(execution_contexts, "Memory", full)
    with pytest.raises(MemoryError):
        context.fit(8, 1000)
    assert context.caller is None


def test_a_child_has_contexts_of_its_own() -> None:
    contexts = ProcessContexts(ExecutionContexts(1))
    parents = contexts.here()
    held = parents.acquire()
    assert in_child(lambda: contexts.here() is not parents and contexts.here().acquire() != held)
    assert contexts.here() is parents
