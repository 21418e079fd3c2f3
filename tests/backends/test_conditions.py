"""What inferences must compute is looked at, one requirement after the other."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.conditions import conditions_of
from aoe.errors import AoeError, CapacityError
from aoe.runtime.plan import Plan, Requirement, TensorInfo

ON = Requirement(0, True, "not on")


def plan(*requirements: Requirement) -> Plan:
    outputs = (
        TensorInfo("on", "bool", ()),
        TensorInfo("met", "bool", (3,)),
        TensorInfo("told", "int64", (2,)),
    )
    return Plan((), outputs, (), (), 0, 0, 0, 0, requirements=requirements)


def outputs(on: bool, met: list[bool]) -> list[np.ndarray]:
    return [np.asarray(on), np.asarray(met), np.asarray([7, -8])]


def test_the_first_one_that_is_not_met_is_told() -> None:
    told = [
        Requirement(1, True, f"{place}: {{0}} and {{1}}", element=place, details=2)
        for place in range(3)
    ]
    conditions = conditions_of(plan(ON, *told))
    assert conditions.met == ((0, b"\1"), (1, b"\1\1\1"))
    conditions.check(outputs(True, [True, True, True]))
    with pytest.raises(AoeError, match=r"^1: 7 and -8$"):
        conditions.check(outputs(True, [True, False, False]))
    with pytest.raises(AoeError, match="not on"):
        conditions.check(outputs(False, [True, False, True]))


@pytest.mark.parametrize(
    "requirements",
    [
        (Requirement(1, True, "no", element=0), Requirement(1, False, "yes", element=2)),
        (Requirement(1, False, "yes", element=2), Requirement(1, True, "no", element=0), ON),
    ],
)
def test_elements_without_a_requirement_are_any(requirements: tuple[Requirement, ...]) -> None:
    conditions = conditions_of(plan(*requirements))
    assert conditions.met is None
    for middle in (False, True):
        conditions.check(outputs(True, [True, middle, False]))
        with pytest.raises(AoeError, match="no"):
            conditions.check(outputs(True, [False, middle, False]))


def test_what_is_to_be_false_may_want_more_room() -> None:
    conditions = conditions_of(plan(Requirement(0, False, "too much {0}", grows=True)))
    conditions.check(outputs(False, []))
    with pytest.raises(CapacityError, match=r"too much \{0\}"):
        conditions.check(outputs(True, []))
