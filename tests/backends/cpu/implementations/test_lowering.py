"""The loop nests of every implementation compute the reference: odd shapes, layouts, fusion."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.elementwise.gather import gather, windows
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.types.reduction.reduce import reduction
from aoe.operators.types.reduction.softmax import softmax
from aoe.policy import Policy
from tests.operators.operator_cases import TARGETS, check, target
from tests.operators.operator_strategies import OPERATORS


@pytest.mark.parametrize("name", OPERATORS)
@settings(max_examples=15, deadline=None)
@given(data=st.data(), destination=TARGETS, padding=st.sampled_from([0, 0, 3]))
def test_a_random_operator_is_lowered_to_what_the_reference_computes(
    data: st.DataObject, name: str, destination: CpuTarget, padding: int
) -> None:
    check(name, data.draw(OPERATORS[name]()), destination, padding)


def test_a_large_pointwise_operator_is_shared_by_all_threads() -> None:
    shape = (1, 7, 50, 61)
    last = Operand("float32", shape, (0, 2, 3, 1))
    operator = pointwise(apply("exp", Load(0)), [Operand.row_major("float32", shape)], last)
    destination = target(3)
    check("pointwise", operator, destination, policies=24)
    views = [View.dense(operator.inputs[0])]
    policy = default_policy(operator, destination)
    program = lower(operator, views, View.dense(last), policy, destination)
    assert program.kernels[0].parallel > 0


def test_a_small_pointwise_operator_runs_on_one_thread() -> None:
    operand = Operand.row_major("float32", (10, 10))
    operator = pointwise(apply("exp", Load(0)), [operand], operand)
    view, destination = View.dense(operand), target(2)
    program = lower(operator, [view], view, default_policy(operator, destination), destination)
    assert program.kernels[0].parallel == 0


def test_dense_operands_of_equal_order_become_one_loop() -> None:
    operand = Operand("float32", (2, 8, 5, 3), (0, 2, 3, 1))
    operator = pointwise(apply("add", Load(0), Load(1)), [operand, operand], operand)
    view, destination = View.dense(operand), target(1)
    program = lower(
        operator, [view, view], view, default_policy(operator, destination), destination
    )
    assert [axis.extent for axis in program.kernels[0].nests[0].axes] == [prod(operand.shape)]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 3, 1)])
def test_global_pooling_shares_channels_or_rows(order: tuple[int, ...]) -> None:
    x = Operand("float32", (1, 130, 13, 15), order)
    value = apply("mul", Accumulator(), Constant(1 / 195))
    check("reduce", reduction(x, (2, 3), "sum", True, epilogue=value), target(2), policies=24)


def test_reduction_of_integers() -> None:
    x = Operand.row_major("int64", (5, 37))
    check("reduce", reduction(x, (1,), "max", False), target(2), policies=24)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1)])
def test_softmax_of_many_rows(order: tuple[int, ...]) -> None:
    x = Operand("float32", (3, 30, 70), order)
    check("softmax", softmax(x, (2,)), target(2), policies=24)


def test_a_window_of_ceil_mode_may_leave_the_padding() -> None:
    attributes: dict[str, Any] = {
        "kernel": (3, 3),
        "strides": (2, 2),
        "dilations": (1, 1),
        "pads": (0, 0, 0, 0),
        "count_include_pad": 1,
        "combine": "average",
    }
    x = Operand("float32", (1, 20, 8, 8), (0, 2, 3, 1))
    output = Operand("float32", (1, 20, 4, 4), (0, 2, 3, 1))
    operator = Operator("Pool", tuple(sorted(attributes.items())), (x,), output, 1)
    check("pool", operator, target(2), policies=24)


@pytest.mark.parametrize(("axis", "indices"), [(0, (2, 6, 2)), (1, (3, 4, 1)), (0, (5, 1))])
def test_gather_by_tuples(axis: int, indices: tuple[int, ...]) -> None:
    x = Operand.row_major("float32", (3, 4, 33))
    positions = Operand.row_major("int64", indices)
    check("gather", gather(x, positions, axis, "nd"), target(2), policies=24)


@pytest.mark.parametrize("axis", [0, 1])
def test_gather_elements(axis: int) -> None:
    x = Operand.row_major("bool", (5, 9))
    positions = Operand.row_major("int32", (5, 4) if axis else (3, 9))
    check("gather", gather(x, positions, axis, "elements"), target(2), policies=24)


@pytest.mark.parametrize(("size", "step"), [(1, 1), (33, 1), (20, 3), (16, 4), (50, 2)])
def test_windows_of_a_vector(size: int, step: int) -> None:
    x = Operand.row_major("uint8", ((size - 1) * step + 7,))
    starts = Operand.row_major("int64", (2, 5))
    check("gather", windows(x, starts, size, step), target(2), policies=24)


#: Implementations that `_small` has an operator for.
SMALL = ("pointwise", "reduce", "softmax", "pool", "pool_separable", "lrn")


@pytest.mark.parametrize("name", SMALL)
def test_a_policy_from_outside_the_space_is_refused(name: str) -> None:
    operator = _small(name)
    item, destination = implementations()[name], target(2)
    views = [View.dense(operand) for operand in operator.inputs]
    output = View.dense(operator.output)
    default = item.default(operator, destination)
    wrong = Policy(default.impl, default.format, (*default.schedule[:-1], ("vectors", 77)))
    for policy in (wrong, Policy.of(name), Policy.of(name, schedule={"vector": "rows"})):
        with pytest.raises(PolicyError):
            item.lower(operator, views, output, policy, destination)


@pytest.mark.parametrize("name", SMALL)
def test_a_space_is_short_and_starts_with_the_default(name: str) -> None:
    operator, item, destination = _small(name), implementations()[name], target(2)
    space = list(item.space(operator, destination))
    assert 1 <= len(space) <= 24
    assert space[0] == item.default(operator, destination)
    assert all(item.estimate(operator, policy, destination) > 0 for policy in space)


def _small(name: str) -> Operator:
    x = Operand.row_major("float32", (1, 20, 9, 9))
    window = {"kernel": (3, 3), "strides": (1, 1), "dilations": (1, 1), "pads": (1, 1, 1, 1)}
    window |= {"combine": "max", "count_include_pad": 0}  # type: ignore[dict-item]
    local = (("alpha", 0.2), ("beta", 0.75), ("bias", 2.0), ("size", 5))
    return {
        "pointwise": pointwise(apply("exp", Load(0)), [x], x),
        "reduce": reduction(x, (2, 3), "sum", True),
        "softmax": softmax(x, (1,)),
        "pool": Operator("Pool", tuple(sorted(window.items())), (x,), x, 1),
        "pool_separable": Operator("Pool", tuple(sorted(window.items())), (x,), x, 1),
        "lrn": Operator("LRN", local, (x,), x, 1),
    }[name]
