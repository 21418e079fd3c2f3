"""The error of a sum does not grow with its length."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.execute.cpu.host import host_device
from aoe.operators.operator import Operand, View
from aoe.operators.reduce import reduction
from aoe.operators.registry import default_policy, lower
from tests.execute.cpu.running import run_program


@pytest.mark.parametrize(
    ("shape", "axes"),
    [((1 << 20,), (0,)), ((1 << 24,), (0,)), ((1 << 18, 4), (0,)), ((2, 1021, 509), (1, 2))],
)
def test_a_long_sum_of_equal_numbers_is_right_whatever_its_length(
    shape: tuple[int, ...], axes: tuple[int, ...]
) -> None:
    # The worst case: one by one, every rounding goes the same way, and 2²⁴ terms lose 1e-3.
    operator = reduction(Operand.row_major("float32", shape), axes, "sum", False)
    target = host_device(1)
    views = [View.dense(operator.inputs[0])]
    output = View.dense(operator.output)
    program = lower(operator, views, output, default_policy(operator, target), target)
    x = np.full(shape, 0.1, np.float32)
    total = run_program(program, [x.reshape(-1)], output, target)
    exact = np.sum(x, axis=axes, dtype=np.float64)
    assert np.abs(total / exact - 1).max() <= 128 * 2.0**-24
