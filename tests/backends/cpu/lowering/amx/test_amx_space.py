"""How estimates of AMX contractions account for caches and threads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.implementations.conv_transposed import conv_transposed_amx
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.implementation import Implementation
from aoe.operators.operator import Operand, Operator
from aoe.policy import Decision, Policy
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.conv.test_conv_bfloat16 import of_pairs
from tests.backends.cpu.implementations.conv_transposed.test_conv_transposed_joint import layer
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES

CONV_AMX_STRIPS = implementations()["conv_amx_strips"]

#: A core with AMX.
TARGET = changed(TILES, l1=48 << 10, l2=2 << 20, l3=500 << 20)


def image(channels: int, size: int, filters: int, residual: bool = False) -> Operator:
    x = Operand("float32", (1, channels, size, size), (0, 2, 3, 1))
    wide = 1 if residual else 3
    pads = (wide // 2,) * 4
    return of_pairs(convolution(x, filters, (wide, wide), pads=pads, residual=residual))


def seconds(implementation: Implementation, operator: Operator, **decisions: Decision) -> float:
    """The estimate of the best policy with these decisions."""
    found = [
        implementation.estimate(operator, policy, TARGET)
        for policy in implementation.space(operator, TARGET, 8)
        if _has(policy, decisions)
    ]
    assert found
    return min(found)


def _has(policy: Policy, decisions: dict[str, Decision]) -> bool:
    schedule = dict(policy.schedule)
    return all(schedule[name] == value for name, value in decisions.items())


@pytest.mark.parametrize(("channels", "sliced"), [(64, False), (128, True)])
def test_windows_are_sliced_where_a_panel_does_not_stay_in_the_first_cache(
    channels: int, sliced: bool
) -> None:
    operator = image(channels, 128, 64)
    tile: dict[str, Decision] = {"tile": (1, 32), "vectors": 2, "block": 4}
    whole = seconds(CONV_AMX_STRIPS, operator, depth=3, **tile)
    rows = seconds(CONV_AMX_STRIPS, operator, depth=1, **tile)
    assert (rows < whole) == sliced


def test_strips_of_many_rows_copy_less() -> None:
    operator = image(128, 128, 64)
    rest: dict[str, Decision] = {"tile": (1, 32), "vectors": 2, "depth": 1}
    high = seconds(CONV_AMX_STRIPS, operator, block=8, **rest)
    assert high < seconds(CONV_AMX_STRIPS, operator, block=1, **rest)


def test_sums_that_leave_the_first_cache_take_longer() -> None:
    operator = of_pairs(layer(64, (128, 128), 32))
    rest: dict[str, Decision] = {"tile": (1, 32), "vectors": 2}
    near = seconds(conv_transposed_amx.IMPLEMENTATION, operator, block=1, **rest)
    assert near < seconds(conv_transposed_amx.IMPLEMENTATION, operator, block=16, **rest)


def test_threads_that_share_columns_wait_for_a_residual() -> None:
    def columns_to_rows(operator: Operator) -> float:
        found = implementations()["conv_amx"]
        columns = seconds(found, operator, parallel="columns")
        return columns / seconds(found, operator, parallel="rows")

    with_it, without = image(256, 14, 1024, True), image(256, 14, 1024, True)
    x, weights, bias, _ = without.inputs
    epilogue = convolution(x, 1024, (1, 1)).epilogue
    without = replace(without, inputs=(x, weights, bias), epilogue=epilogue)
    assert columns_to_rows(with_it) > columns_to_rows(without)
