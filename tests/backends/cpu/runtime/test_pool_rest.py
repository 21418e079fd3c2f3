"""How long the workers of a pool spin between two inferences."""

from __future__ import annotations

import ctypes
import time

import numpy as np
import pytest

from aoe.backends.cpu.runtime import pool_layout, thread_pool
from aoe.backends.cpu.runtime.loaded_model import CpuModel
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.session import InferenceSession
from aoe.settings import usable_cores
from tests.runtime.examples import spread_model


def sleeping_workers(pool: ThreadPool) -> int:
    (count,) = np.ctypeslib.as_array(
        (ctypes.c_int32 * 1).from_address(pool.address + pool_layout.SLEEPING_WORKERS)
    )
    return int(count)


def all_sleep(pool: ThreadPool, workers: int) -> bool:
    """Whether so many workers sleep within ten seconds."""
    deadline = time.monotonic() + 10
    while sleeping_workers(pool) != workers and time.monotonic() < deadline:
        time.sleep(0.001)
    return sleeping_workers(pool) == workers


def pool_of(session: InferenceSession) -> ThreadPool:
    loaded = session._loaded
    assert isinstance(loaded, CpuModel)
    (context,) = loaded._contexts.here()._all
    return context.pool


@pytest.mark.skipif(usable_cores() < 2, reason="a pool of more threads than CPUs never spins")
def test_a_worker_that_spins_soon_sleeps_when_the_pool_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A quarter of an hour, unless it is told otherwise.
    monkeypatch.setattr(thread_pool, "SPIN_NANOSECONDS", 10**12)
    model = spread_model(60)
    with InferenceSession(model, 2) as session:
        pool = pool_of(session)
        session.run(None, {"x": np.zeros(60, np.float32)})
        assert not sleeping_workers(pool)
        pool.rest()
        assert all_sleep(pool, 1)


def test_all_workers_of_an_idle_pool_sleep() -> None:
    with InferenceSession(spread_model(60), 4) as session:
        session.run(None, {"x": np.zeros(60, np.float32)})
        assert all_sleep(pool_of(session), 3)


def test_a_pool_rests_after_an_inference_on_memory_of_the_caller() -> None:
    x, y = np.zeros(60, np.float32), np.zeros(60, np.float32)
    with InferenceSession(spread_model(60), 2) as session:
        pool = pool_of(session)
        before = pool._spin.value
        session.run_at([x.ctypes.data], [y.ctypes.data])
        assert pool._spin.value < before or not before
        assert y.tolist() == [0, 1] * 30
        session.run(None, {"x": x})
        assert pool._spin.value == before


def test_a_pool_does_not_rest_if_more_inferences_are_expected() -> None:
    x, y = np.zeros(60, np.float32), np.zeros(60, np.float32)
    with InferenceSession(spread_model(60), 2) as session:
        pool = pool_of(session)
        before = pool._spin.value
        session.run_at([x.ctypes.data], [y.ctypes.data], more=True)
        session.run_into({"y": y}, {"x": x})
        assert pool._spin.value == before
        assert y.tolist() == [0, 1] * 30
