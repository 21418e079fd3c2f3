"""Loops of plans: how often calls are repeated, what is collected, what is cleared."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.session import InferenceSession
from aoe.runtime.loop_region import CollectedRow, LoopRegion
from aoe.runtime.memory_location import Location
from aoe.runtime.offline_model import OfflineModel
from aoe.runtime.plan import KernelCall, Plan, TensorInfo
from tests.runtime.examples import compiled, double_ir

COUNT, ROOM = 4, 5
STATE, NEXT = Location("arena", 0, 64), Location("arena", 0, 128)
NUMBER = Location("arena", 0, 0)


def doubling_model(inner: bool) -> OfflineModel:
    """Returns `rows[i] = 2^(i + 1) · x` for each iteration that is made, and their number.

    Args:
        inner: Whether a loop of one iteration is around the doubling, inside the other loop.
    """
    limit, goes_on, one = (Location("input", place, 0) for place in (1, 2, 3))
    row = CollectedRow(NEXT, Location("output", 0, 0), 4 * COUNT, ROOM)
    outer = LoopRegion(1, 3, limit, goes_on, goes_on, NUMBER, Location("output", 1, 0), (row,))
    count = Location("arena", 0, 8)
    once = LoopRegion(1, 2, one, goes_on, goes_on, Location("arena", 0, 16), count)
    plan = Plan(
        inputs=(
            TensorInfo("x", "float32", (COUNT,)),
            TensorInfo("limit", "int64", ()),
            TensorInfo("goes_on", "bool", ()),
            TensorInfo("one", "int64", ()),
        ),
        outputs=(
            TensorInfo("rows", "float32", (ROOM, COUNT)),
            TensorInfo("count", "int64", ()),
        ),
        calls=(
            KernelCall("copy", (Location("input", 0, 0), STATE), parallel=False),
            KernelCall("double", (STATE, NEXT), parallel=True),
            KernelCall("copy", (NEXT, STATE), parallel=False),
        ),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=192,
        scratch_bytes=0,
        loops=(outer, once) if inner else (outer,),
    )
    copy = double_ir("copy", COUNT).replace("fadd float %x, %x", "fadd float %x, -0.0")
    return compiled(plan, {"double": double_ir("double", COUNT), "copy": copy})


@pytest.mark.parametrize("inner", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_calls_are_repeated_up_to_the_limit(threads: int, inner: bool) -> None:
    x = np.arange(1, 1 + COUNT, dtype=np.float32)
    with InferenceSession(doubling_model(inner), threads) as session:
        for limit in (3, 0, ROOM, -1, 2):
            feed = {"x": x, "limit": limit, "goes_on": np.asarray(True), "one": 1}
            rows, count = session.run(None, {k: np.asarray(v) for k, v in feed.items()})
            made = max(limit, 0)
            assert count == made
            powers = 2.0 ** np.arange(1, 1 + made)
            np.testing.assert_array_equal(rows[:made], np.outer(powers, x))
            assert not rows[made:].any()


def test_a_condition_that_does_not_hold_ends_at_once() -> None:
    feed = {"x": np.ones(COUNT, np.float32), "limit": 3, "goes_on": np.asarray(False), "one": 1}
    with InferenceSession(doubling_model(inner=False), 1) as session:
        rows, count = session.run(None, {k: np.asarray(v) for k, v in feed.items()})
    assert count == 0
    assert not rows.any()


def test_rows_beyond_the_room_do_not_leave_it() -> None:
    x = np.ones(COUNT, np.float32)
    feed = {"x": x, "limit": ROOM + 2, "goes_on": np.asarray(True), "one": 1}
    with InferenceSession(doubling_model(inner=False), 1) as session:
        rows, count = session.run(None, {k: np.asarray(v) for k, v in feed.items()})
    assert count == ROOM + 2
    np.testing.assert_array_equal(rows[: ROOM - 1, 0], 2.0 ** np.arange(1, ROOM))


def test_a_profile_has_one_time_for_all_iterations() -> None:
    x = np.ones(COUNT, np.float32)
    feed = {"x": x, "limit": 3, "goes_on": np.asarray(True), "one": 1}
    with InferenceSession(doubling_model(inner=True), 2) as session:
        seconds = session.profile({k: np.asarray(v) for k, v in feed.items()})
    assert len(seconds) == 3
    assert all(0 <= time < 60 for _, time in seconds)
