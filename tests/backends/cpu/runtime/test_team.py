"""Inferences on threads of a caller's OpenMP runtime, which a function of Python stands for."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from aoe.backends.call_hints import CallHints
from aoe.backends.cpu.runtime.loaded_model import CpuModel
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.session import InferenceSession
from aoe.errors import AoeError
from tests.runtime.examples import spread_model

_MEMBER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_FORK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint)
#: Elements of the model's input.
SIZE = 60


class Runtime:
    """Forks as OpenMP does. `others`: how many members come besides the caller; all by default.
    `late`: they come when the caller has ended.
    """

    def __init__(self, others: int | None = None, late: bool = False) -> None:
        self.forks: list[int] = []
        self._others, self._late = others, late
        self._function = _FORK(self._fork)

    @property
    def address(self) -> int:
        return ctypes.cast(self._function, ctypes.c_void_p).value or 0

    def _fork(self, member: int, data: int, count: int, flags: int) -> None:
        self.forks.append(count)
        others = count - 1 if self._others is None else self._others
        team = [threading.Thread(target=_MEMBER(member), args=(data,)) for _ in range(others)]
        if self._late:
            _MEMBER(member)(data)
        for thread in team:
            thread.start()
        if not self._late:
            time.sleep(0.01)
            _MEMBER(member)(data)
        for thread in team:
            thread.join(10)
            assert not thread.is_alive(), "a member of the team must end with its caller"


def computed(session: InferenceSession, fork: int) -> list[float]:
    x, y = np.zeros(SIZE, np.float32), np.full(SIZE, 7, np.float32)
    session.run_at([x.ctypes.data], [y.ctypes.data], fork=fork)
    return [float(value) for value in y]


def has_workers(session: InferenceSession) -> bool:
    loaded = session._loaded
    assert isinstance(loaded, CpuModel)
    (context,) = loaded._contexts.here()._all
    return context.pool._stop is not None


def by_shares(threads: int) -> list[float]:
    """What the model says: which share computed an element."""
    return [float(share) for share in range(threads)] * (SIZE // threads)


def check(threads: int, runtime: Runtime, then: Callable[[InferenceSession], None]) -> None:
    with InferenceSession(spread_model(SIZE), threads) as session:
        assert computed(session, runtime.address) == by_shares(threads)
        then(session)


def test_the_team_computes_and_no_worker_is_made() -> None:
    runtime = Runtime()

    def then(session: InferenceSession) -> None:
        assert not has_workers(session)

    check(3, runtime, then)
    assert runtime.forks == [3]


def test_a_caller_that_comes_alone_computes_all_shares() -> None:
    check(3, Runtime(others=0), lambda session: None)


def test_members_that_come_too_late_end() -> None:
    check(2, Runtime(late=True), lambda session: None)


def test_a_session_serves_a_team_again_and_its_own_threads_between() -> None:
    runtime = Runtime()

    def then(session: InferenceSession) -> None:
        for _ in range(20):
            (y,) = session.run(None, {"x": np.zeros(SIZE, np.float32)})
            assert y.tolist() == by_shares(2)
            assert computed(session, runtime.address) == by_shares(2)
        assert has_workers(session)

    check(2, runtime, then)
    assert len(runtime.forks) == 21


def test_one_thread_needs_no_team() -> None:
    runtime = Runtime()
    check(1, runtime, lambda session: None)
    assert runtime.forks == []


def test_callers_on_several_threads_have_teams_of_their_own() -> None:
    runtime = Runtime()
    results: list[list[float]] = []

    def then(session: InferenceSession) -> None:
        def call() -> None:
            results.extend(sorted({*computed(session, runtime.address)}) for _ in range(10))

        callers = [threading.Thread(target=call) for _ in range(4)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()

    check(2, runtime, then)
    assert len(results) == 40
    assert all(shares in ([0.0], [0.0, 1.0]) for shares in results)


def test_models_of_earlier_versions_have_their_own_workers() -> None:
    runtime = Runtime()
    with InferenceSession(spread_model(SIZE), 2) as session:
        loaded = session._loaded
        assert isinstance(loaded, CpuModel)
        loaded._profile(0).code.run_in_team = None
        assert computed(session, runtime.address) == by_shares(2)
        assert has_workers(session)
    assert runtime.forks == []


def test_a_closed_session_refuses_a_team() -> None:
    session = InferenceSession(spread_model(SIZE), 2)
    session.close()
    runtime = Runtime()
    with pytest.raises(AoeError, match="closed"):
        computed(session, runtime.address)
    assert runtime.forks == []


def test_a_closed_pool_refuses_a_team() -> None:
    pool, runtime = ThreadPool(2), Runtime()
    model = CpuModel(spread_model(SIZE), pool=pool)
    pool.close()
    x, y = np.zeros(SIZE, np.float32), np.zeros(SIZE, np.float32)
    with pytest.raises(AoeError, match="closed"):
        model.run_at([x.ctypes.data], [y.ctypes.data], hints=CallHints(openmp_fork=runtime.address))
    assert runtime.forks == []
