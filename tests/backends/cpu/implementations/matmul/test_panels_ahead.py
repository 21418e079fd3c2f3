"""What is fetched of a changing b before its panels are packed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import pytest

from aoe.backends.cpu.implementations.matmul.matmul import IMPLEMENTATION
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.registry import lower
from aoe.loops.loop_nest import LoopNest
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import check, dense_views, with_schedule
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cpu.targets import named

ROWS, STEPS, COLUMNS = 48, 96, 80
TILE = (1, 8)


def product(order: tuple[int, ...], batch: tuple[int, ...] = ()) -> Operator:
    """A product with a changing b whose axes lie in memory in this order."""
    a = Operand.row_major("float32", (*batch, ROWS, STEPS))
    return matrix_product(a, Operand("float32", (STEPS, COLUMNS), order))


def panels(operator: Operator, target: CpuTarget) -> Policy:
    """A policy of panels of 32 columns."""
    policy = next(
        item
        for item in IMPLEMENTATION.space(operator, target)
        if dict(item.format)["b"] == "by panel"
    )
    return with_schedule(policy, tile=TILE, vectors=2, unroll=1)


def nests(operator: Operator, target: CpuTarget) -> tuple[LoopNest, ...]:
    """The loop nests that pack and multiply."""
    return nests_of(operator, dense_views(operator), target)


def nests_of(operator: Operator, inputs: Sequence[View], target: CpuTarget) -> tuple[LoopNest, ...]:
    """The same for operands that lie so."""
    output = View.dense(operator.output)
    (kernel,) = lower(operator, inputs, output, panels(operator, target), target).kernels
    return kernel.nests


def test_steps_that_lie_far_apart_are_fetched_before_they_are_packed() -> None:
    pack, multiply = nests(product((0, 1)), named("avx512"))
    assert pack.prefetched_ahead == ((0, 32 * COLUMNS),)
    assert not multiply.prefetch


@pytest.mark.parametrize("batch", [(), (2,)])
def test_products_fetch_the_next_panel_where_it_is_one_piece(batch: tuple[int, ...]) -> None:
    operator = product((1, 0), batch)
    pack, multiply = nests(operator, named("avx512"))
    assert not pack.prefetched_ahead
    (fetched,) = multiply.prefetch
    assert multiply.operands[fetched.operand].buffer == pack.operands[0].buffer
    assert fetched.offset == 32 * STEPS
    strides = dict(fetched.strides)
    rows = prod(batch) * ROWS
    # All tiles together reach the whole panel: the last begins where its share is the end.
    assert rows * strides[multiply.schedule.tile[0][0]] >= 32 * STEPS
    assert STEPS * strides[multiply.schedule.tile[-1][0]] >= 32 * STEPS * prod(TILE) / rows


def test_columns_with_gaps_between_them_are_not_fetched() -> None:
    operator = product((1, 0))
    a, b = dense_views(operator)
    apart = replace(b, strides=(1, 2 * STEPS))
    assert not any(nest.prefetch for nest in nests_of(operator, (a, apart), named("avx512")))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("batch", [(), (3,)])
def test_results_do_not_change(order: tuple[int, ...], batch: tuple[int, ...]) -> None:
    target, operator = named("host"), product(order, batch)
    for policy in list(IMPLEMENTATION.space(operator, target))[::5]:
        if dict(policy.format)["b"] == "by panel":
            check(operator, policy, target, threads=2)
