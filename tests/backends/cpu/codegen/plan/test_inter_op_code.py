"""Inter-op regions in machine code: one thread runs each branch, for any number of threads."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
import pytest

from aoe.backends.session import InferenceSession
from aoe.runtime.memory_location import Location
from aoe.runtime.offline_model import OfflineModel
from aoe.runtime.plan import InterOpRegion, KernelCall, Plan, TensorInfo
from tests.runtime.examples import compiled, double_ir, spread_ir

COUNT = 4


def branches_model(lengths: tuple[int, ...]) -> OfflineModel:
    """Doubles x, then doubles it further in each branch, as often as `lengths` says.

    Each branch has an output of its own. A last output repeats the first one, to which each thread
    adds its number.
    """
    shared, step = Location("arena", 0, 0), 64
    calls = [KernelCall("double", (Location("input", 0, 0), shared), parallel=True, operator="in")]
    offset = step
    for branch, length in enumerate(lengths):
        between = [Location("arena", 0, offset + step * n) for n in range(length - 1)]
        offset += step * (length - 1)
        ends = [shared, *between, Location("output", branch, 0)]
        calls += [KernelCall("double", pair, False, f"branch {branch}") for pair in pairwise(ends)]
    last = (Location("output", 0, 0), Location("output", len(lengths), 0))
    calls.append(KernelCall("spread", last, parallel=True, operator="after"))
    plan = Plan(
        inputs=(TensorInfo("x", "float32", (COUNT,)),),
        outputs=tuple(TensorInfo(f"y{n}", "float32", (COUNT,)) for n in range(len(lengths) + 1)),
        calls=tuple(calls),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=offset,
        scratch_bytes=128,
        inter_op_regions=(InterOpRegion(1, lengths),),
    )
    kernels = {"double": double_ir("double", COUNT), "spread": spread_ir(COUNT)}
    return compiled(plan, kernels)


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
@pytest.mark.parametrize("lengths", [(2, 1), (1, 3, 2), (1, 1, 1, 4)])
def test_every_branch_runs_once_with_any_number_of_threads(
    threads: int, lengths: tuple[int, ...]
) -> None:
    x = np.array([1, 2, 3, 4], np.float32)
    with InferenceSession(branches_model(lengths), threads) as session:
        for _ in range(100):
            *branches, last = session.run(None, {"x": x})
            for found, length in zip(branches, lengths, strict=True):
                assert found.tolist() == (x * 2 ** (length + 1)).tolist()
            assert last.tolist() == [value + n % threads for n, value in enumerate(branches[0])]


def test_sleeping_workers_wake_up_for_a_region() -> None:
    x = np.array([1, 2, 3, 4], np.float32)
    with InferenceSession(branches_model((2, 2)), 2) as session:
        for _ in range(20):
            time.sleep(0.002)
            assert session.run(None, {"x": x})[1].tolist() == (8 * x).tolist()


def test_the_profile_has_every_call_of_every_branch() -> None:
    feed = {"x": np.zeros(COUNT, np.float32)}
    with InferenceSession(branches_model((2, 1)), 2) as session:
        profile = session.profile(feed)
    assert [name for name, _ in profile] == ["in", "branch 0", "branch 0", "branch 1", "after"]
    assert all(seconds >= 0 for _, seconds in profile)
