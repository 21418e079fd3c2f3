"""Matmuls of operands that are quantised in blocks: interpreted, and compiled for all CPUs."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.cpu.implementations.registry import implementations
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.operators.types.matmul.block_quantized_matmul import EACH, GROUP, NO_ZERO
from tests.backends.cpu.implementations.computing import compute
from tests.backends.cpu.implementations.matmul.biased import with_bias
from tests.backends.cpu.targets import each, named
from tests.not_empty import not_empty
from tests.operators.operator_cases import check, target

NAME = "matmul_block_quantized"


def product(
    rows: int,
    blocks: int,
    block: int,
    panels: int,
    width: int,
    bits: int,
    runs_of_block: int = 1,
    offsets: bool = False,
) -> Operator:
    """Rows times weights, both quantised in blocks."""
    stored = (panels, blocks, block // GROUP // EACH[bits], width, GROUP)
    inputs = [
        Operand.row_major("int8", (rows, blocks * block)),
        Operand.row_major("float32", (rows, blocks)),
        Operand.row_major("int32", (rows, blocks * runs_of_block)),
        Operand.row_major("uint8", stored, True),
        *[Operand.row_major("float32", (panels, blocks, width), True)] * (2 if offsets else 1),
    ]
    zero = NO_ZERO if offsets else 1 << (bits - 1)
    output = Operand.row_major("float32", (rows, panels * width))
    attributes = (("bits", bits), ("zero", zero))
    return Operator("BlockQuantizedMatMul", attributes, tuple(inputs), output, len(inputs))


def arrays_of(operator: Operator) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    limits = {"int8": (-127, 128), "uint8": (0, 256), "int32": (-4000, 4000)}
    return [
        rng.standard_normal(item.shape).astype(np.float32)
        if item.dtype == "float32"
        else rng.integers(*limits[item.dtype], item.shape).astype(item.dtype)
        for item in operator.inputs
    ]


CASES = [
    product(1, 2, 32, 1, 64, 4),
    with_bias(product(5, 3, 16, 2, 24, 8)),
    product(7, 2, 8, 2, 19, 8, offsets=True),
    with_bias(product(6, 2, 64, 1, 40, 4, runs_of_block=2)),
    product(2, 1, 128, 3, 16, 4, runs_of_block=4, offsets=True),
    product(13, 1, 40, 1, 33, 8),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 4, 3])
def test_matmuls_of_quantised_blocks_agree_with_the_reference(
    operator: Operator, padding: int
) -> None:
    check(NAME, operator, target(2, 64), padding, arrays_of(operator))


@pytest.mark.parametrize("preset", each("host", "avx512", "avx2"))
@pytest.mark.parametrize("operator", [CASES[1], CASES[3], CASES[4]])
def test_every_cpu_computes_the_same(preset: str, operator: Operator) -> None:
    device, arrays = named(preset), arrays_of(operator)
    views, output = [View.dense(item) for item in operator.inputs], View.dense(operator.output)
    for policy in not_empty(implementations()[NAME].space(operator, device)[:3]):
        found = compute(operator, policy, device, arrays, views, output, 2, device)
        expected = reference(operator, arrays)
        scale = float(np.abs(expected).max())
        np.testing.assert_allclose(found, expected, rtol=0, atol=2e-6 * scale)
