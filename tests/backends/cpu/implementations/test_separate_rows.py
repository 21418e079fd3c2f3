"""Contractions whose rows are not one contiguous axis: read backwards along one dimension, as the
input of a recurrence's second direction, or part of a larger image. Threads share them
nevertheless.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np
import pytest

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.registry import lower
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import check, inside_larger, random_arrays
from tests.backends.cpu.implementations.conv.test_conv_bfloat16 import of_pairs
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES
from tests.backends.cpu.implementations.matmul.test_matmul_amx_2_terms import product
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import product_of_pairs
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cpu.targets import named
from tests.loops.interpreter import elements_of, run_lowered, view_of
from tests.not_empty import not_empty


def backwards(operand: Operand) -> View:
    """The operand with its first dimension reversed."""
    view = View.dense(operand)
    offset = (view.shape[0] - 1) * view.strides[0]
    return replace(view, strides=(-view.strides[0], *view.strides[1:]), offset=offset)


def views_of(operator: Operator) -> list[View]:
    first, *others = operator.inputs
    if operator.type == "Conv":
        return [inside_larger(first, (0, 0, 1, 1), (0, 0, 0, 1)), *map(View.dense, others)]
    return [backwards(first), *map(View.dense, others)]


def float32(times: int, rows: int, constant: bool = True) -> Operator:
    a = Operand.row_major("float32", (times, rows, 40))
    b = Operand.row_major("float32", (40, 70), constant)
    return matrix_product(a, b, bias=True)


def pixels(channels: int = 40) -> Operator:
    """A 1×1 convolution."""
    return convolution(Operand("float32", (1, channels, 12, 8), (0, 2, 3, 1)), 70, (1, 1))


CASES = {
    "conv_direct": pixels(),
    "conv_bfloat16": of_pairs(pixels()),
    "conv_amx": of_pairs(pixels(64)),
    "matmul": float32(12, 8),
    "matmul_bfloat16": product_of_pairs(8, 40, 70, (12,)),
    "matmul_bfloat16, copied": product_of_pairs(8, 39, 70, (12,)),
    "matmul_amx": product_of_pairs(8, 64, 70, (12,)),
    "matmul_amx_2_terms": product(8, 40, 70, (12,)),
}


def policies(implementation: str, operator: Operator, destination: CpuTarget) -> list[Policy]:
    return [*implementations()[implementation].space(operator, destination)]


def programs(name: str) -> list[tuple[Policy, LoweredOperator]]:
    implementation, operator = name.partition(",")[0], CASES[name]
    output = View.dense(operator.output)
    return [
        (policy, lower(operator, views_of(operator), output, policy, TILES))
        for policy in policies(implementation, operator, TILES)
    ]


@pytest.mark.parametrize("name", CASES)
def test_matmuls_of_separate_rows_agree_with_the_reference(name: str) -> None:
    operator = CASES[name]
    arrays, views, output = random_arrays(operator), views_of(operator), View.dense(operator.output)
    buffers = []
    for array, view in zip(arrays, views, strict=True):
        buffers.append(np.zeros(elements_of(view), array.dtype))
        view_of(buffers[-1], view)[...] = array
    expected = reference(operator, arrays).astype(np.float32)
    for policy, program in not_empty(programs(name)[::5]):
        result = run_lowered(program, buffers, views, output).astype(np.float32)
        np.testing.assert_allclose(result, expected, rtol=0.01, atol=0.01, err_msg=str(policy))


@pytest.mark.parametrize("name", CASES)
def test_threads_share_separate_rows_as_evenly_as_others(name: str) -> None:
    operator = CASES[name]
    dense = [View.dense(item) for item in operator.inputs]
    output = View.dense(operator.output)
    for policy, program in not_empty(programs(name)):
        *_, forwards = lower(operator, dense, output, policy, TILES).kernels
        *_, multiply = program.kernels
        tasks = [prod(kernel.tiles(kernel.spread)) for kernel in (forwards, multiply)]
        assert tasks[1] >= min(tasks[0], TILES.threads), policy


@pytest.mark.parametrize(
    ("times", "rows", "threads", "constant"),
    [
        (12, 8, 1, True),
        (12, 8, 3, False),
        (5, 3, 3, True),
        (2, 33, 2, False),
        (40, 1, 1, False),
        (40, 1, 3, True),
    ],
)
def test_compiled_products_of_rows_backwards_agree(
    times: int, rows: int, threads: int, constant: bool
) -> None:
    operator, destination = float32(times, rows, constant), named("host", threads)
    for policy in policies("matmul", operator, destination)[::12]:
        check(operator, policy, destination, views_of(operator), threads=threads)
