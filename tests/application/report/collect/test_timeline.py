"""The timeline of an inference: when each call runs, and on which threads."""

from __future__ import annotations

import pytest

from aoe.application.report.collect.timeline import timeline
from aoe.runtime.plan import InterOpRegion, KernelCall, Plan

NODES = {"a": 4, "b": 5}


def plan(*calls: tuple[str, bool], regions: tuple[InterOpRegion, ...] = ()) -> Plan:
    made = tuple(KernelCall("f", (), parallel, name) for name, parallel in calls)
    return Plan((), (), made, (), 0, 0, 0, 0, inter_op_regions=regions)


def test_calls_follow_one_another_on_all_threads_or_on_the_first() -> None:
    first, second, third = timeline(
        plan(("a", True), ("b", False), ("c", True)), [3, 1, 2], 4, NODES
    )
    assert [first.start, second.start, third.start] == [0, 3, 4]
    assert [(call.thread, call.threads) for call in (first, second, third)] == [
        (0, 4), (0, 1), (0, 4),
    ]  # fmt: skip
    assert [first.node, second.node, third.node] == [4, 5, -1]


def test_branches_run_beside_one_another_and_fill_the_time_of_their_region() -> None:
    region = InterOpRegion(1, (2, 1, 1))
    calls = timeline(
        plan(("a", True), *[("b", False)] * 4, ("a", True), regions=(region,)),
        [1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        2,
        NODES,
    )
    assert [call.thread for call in calls[1:5]] == [0, 0, 1, 0]
    # The region takes 4 s, and thread 0 has three of its four equal calls.
    assert [call.seconds for call in calls[1:5]] == [pytest.approx(4 / 3)] * 4
    assert calls[3].start == 1.0
    assert calls[4].start + calls[4].seconds == pytest.approx(calls[5].start) == pytest.approx(5.0)
