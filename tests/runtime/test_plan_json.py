"""Plans as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from aoe.errors import OfflineModelError
from aoe.runtime.loop_region import CollectedRow, LoopRegion
from aoe.runtime.memory_location import Location
from aoe.runtime.plan import Alias, ArenaBuffer, InterOpRegion, Plan, Requirement, TensorInfo
from aoe.runtime.plan_json import plan_from_json, plan_to_json

from .examples import scale_model, two_input_model


def test_a_plan_comes_back_from_json() -> None:
    for plan in (scale_model().plan, two_input_model().plan):
        assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


def test_buffers_of_the_arena_come_back_from_json() -> None:
    buffers = (ArenaBuffer(0, 64, 0, 1, "x"), ArenaBuffer(128, 64, 1, 2))
    plan = replace(two_input_model().plan, buffers=buffers)
    assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


@pytest.mark.parametrize(
    "buffer",
    [[-64, 64, 0, 0, "x"], [0, 193, 0, 0, "x"], [0, 64, 0, 3, "x"], [0, 64, 2, 1, "x"], [0]],
)
def test_buffers_outside_the_arena_or_the_calls_are_refused(buffer: list[object]) -> None:
    data = {**plan_to_json(two_input_model().plan), "buffers": [buffer]}
    with pytest.raises(OfflineModelError, match="not a plan"):
        plan_from_json(data)


def _with_requirements(*requirements: Requirement) -> Plan:
    """A plan whose further outputs are two conditions and two details."""
    plan = two_input_model().plan
    hidden = (TensorInfo("met", "bool", (2,)), TensorInfo("told", "int64", (2,)))
    return replace(plan, outputs=(*plan.outputs, *hidden), requirements=requirements)


def test_requirements_come_back_from_json() -> None:
    number = len(two_input_model().plan.outputs)
    single = Requirement(number, False, "it is on", grows=True)
    second = Requirement(number, True, "size {1} of {0}", element=1, details=number + 1)
    plan = _with_requirements(single, second)
    data = json.loads(json.dumps(plan_to_json(plan)))
    assert plan_from_json(data) == plan
    # As earlier versions write it and read it.
    assert data["requirements"][0] == [number, False, "it is on", True]
    data["requirements"] = [[number, False, "it is on"]]
    assert plan_from_json(data).requirements == (replace(single, grows=False),)


@pytest.mark.parametrize(
    "changes",
    [
        {"output": -1},
        {"output": 99},
        {"element": 2},
        {"element": -1},
        {"details": 99},
        {"details": -1},
        {"message": "{2}"},
        {"message": "{99999999999999999999}"},
        {"details": 0},
    ],
)
def test_requirements_of_what_there_is_not_are_refused(changes: dict[str, Any]) -> None:
    number = len(two_input_model().plan.outputs)
    good = Requirement(number, True, "{0}", details=number + 1)
    data = plan_to_json(_with_requirements(replace(good, **changes)))
    with pytest.raises(OfflineModelError, match=r"not a plan: .*a requirement"):
        plan_from_json(json.loads(json.dumps(data)))


@pytest.mark.parametrize(
    "size", [(-1, 0, 2), (9, 0, 2), (0, -1, 2), (0, 9, 2), (0, 0, 9), (0, 0, 1)]
)
def test_sizes_of_what_there_is_not_are_refused(size: tuple[int, int, int]) -> None:
    plan = two_input_model().plan
    plan = replace(plan, outputs=(*plan.outputs, TensorInfo("count", "int64", ())))
    data = plan_to_json(plan)
    data["variable_extents"] = [[0, 0, len(plan.outputs) - 1]]
    plan_from_json(data)
    data["variable_extents"] = [list(size)]
    with pytest.raises(OfflineModelError, match=r"not a plan: .*a size that data decide"):
        plan_from_json(data)


@pytest.mark.parametrize("data", [None, [], {}, {"inputs": 3}, "plan"])
def test_other_json_is_refused(data: object) -> None:
    with pytest.raises(OfflineModelError, match="not a plan"):
        plan_from_json(data)


def test_an_unknown_memory_space_is_refused() -> None:
    data = json.loads(json.dumps(plan_to_json(scale_model().plan)).replace('"packed"', '"heap"'))
    with pytest.raises(OfflineModelError, match="no memory space 'heap'"):
        plan_from_json(data)


def test_rounds_come_back_from_json() -> None:
    plan = scale_model().plan
    plan = replace(plan, calls=tuple(replace(call, phase_count=50) for call in plan.calls))
    assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


@pytest.mark.parametrize("phase_count", [0, -3, None, "many", 1 << 31])
def test_calls_that_are_never_made_or_without_end_are_refused(phase_count: object) -> None:
    data = plan_to_json(scale_model().plan)
    data["calls"][0]["rounds"] = phase_count
    with pytest.raises(OfflineModelError, match="not a plan"):
        plan_from_json(data)


def test_sections_come_back_from_json() -> None:
    plan = replace(two_input_model().plan, inter_op_regions=(InterOpRegion(0, (1, 2)),))
    assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


@pytest.mark.parametrize(
    "sections", [[[0, []]], [[0, [0, 1]]], [[-1, [1]]], [[2, [1, 1]]], [[1, [1]], [0, [1]]]]
)
def test_sections_that_are_not_made_of_calls_are_refused(sections: object) -> None:
    data = {**plan_to_json(two_input_model().plan), "sections": sections}
    with pytest.raises(OfflineModelError, match="not a plan"):
        plan_from_json(data)


def looping(first: int, end: int, space: str = "arena") -> LoopRegion:
    """Returns a loop whose numbers lie at the begin of a space."""
    at = Location(space, 0, 0)
    row = CollectedRow(Location("arena", 0, 64), Location("output", 0, 0), 8, 3)
    return LoopRegion(first, end, at, at, at, at, at, (row,))


def with_loops(*loops: LoopRegion) -> Plan:
    return replace(two_input_model().plan, loops=loops)


def test_loops_come_back_from_json() -> None:
    plan = with_loops(looping(0, 2), looping(1, 2))
    assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


@pytest.mark.parametrize(
    "loops",
    [
        [looping(0, 0)],
        [looping(0, 99)],
        [looping(-1, 1)],
        [looping(0, 2), looping(1, 3)],
        [replace(looping(0, 1), rows=(replace(looping(0, 1).rows[0], row_bytes=-8),))],
    ],
)
def test_loops_that_are_not_made_of_calls_are_refused(loops: list[LoopRegion]) -> None:
    with pytest.raises(OfflineModelError, match="not a plan"):
        plan_from_json(plan_to_json(with_loops(*loops)))


def test_a_loop_outside_the_constants_is_refused() -> None:
    plan = replace(with_loops(looping(0, 1, "constant")), scattered=True, constants=())
    with pytest.raises(OfflineModelError, match="reads outside the constants"):
        plan_from_json(plan_to_json(plan))


def test_aliases_come_back_from_json() -> None:
    plan = replace(two_input_model().plan, aliases=(Alias(0, 0),))
    assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


@pytest.mark.parametrize("alias", [(2, 0), (0, 2), (-1, 0)])
def test_an_alias_of_what_there_is_not_is_refused(alias: tuple[int, int]) -> None:
    data = {**plan_to_json(two_input_model().plan), "aliases": [list(alias)]}
    with pytest.raises(OfflineModelError, match="an alias is of no output or no input"):
        plan_from_json(data)
