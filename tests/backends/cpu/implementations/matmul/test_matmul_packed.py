"""Matmuls by packed weights: interpreted, and compiled for all CPUs."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.cpu.implementations.registry import implementations
from aoe.graph.prepare.rules.matmul.packed_rows import in_24_bits
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.operators.types.matmul.packed_matmul import EACH, NO_ZERO
from tests.backends.cpu.implementations.computing import compute
from tests.backends.cpu.implementations.matmul.biased import with_bias
from tests.backends.cpu.targets import each, named
from tests.not_empty import not_empty
from tests.operators.operator_cases import check, target

NAME = "matmul_packed"


def product(
    rows: int, blocks: int, stored: int, panels: int, width: int, bits: int, offsets: bool = False
) -> Operator:
    """Rows times packed weights."""
    shape = (panels, blocks, stored, width)
    beside = shape if bits == 24 else (panels, blocks, width)
    kind = "uint16" if bits == 24 else "float32"
    inputs = [
        Operand.row_major("float32", (rows, blocks * stored * EACH[bits])),
        Operand.row_major("uint8", shape, True),
        Operand.row_major(kind, beside, True),
        *([Operand.row_major("float32", beside, True)] if offsets else []),
    ]
    zero = NO_ZERO if offsets or bits == 24 else 1 << (bits - 1)
    output = Operand.row_major("float32", (rows, panels * width))
    attributes = (("bits", bits), ("zero", zero))
    return Operator("PackedMatMul", attributes, tuple(inputs), output, len(inputs))


def arrays_of(operator: Operator) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    arrays = [
        rng.standard_normal(item.shape).astype(np.float32)
        if item.dtype == "float32"
        else rng.integers(0, 256, item.shape).astype(item.dtype)
        for item in operator.inputs
    ]
    if operator.integer("bits") == 24:
        weights = rng.standard_normal(operator.inputs[1].shape).astype(np.float32)
        arrays[1:3] = in_24_bits(weights)
    return arrays


CASES = [
    product(1, 2, 8, 1, 64, 8),
    with_bias(product(5, 3, 4, 2, 24, 8)),
    product(7, 2, 4, 2, 19, 8, offsets=True),
    with_bias(product(6, 2, 3, 1, 40, 4)),
    product(2, 1, 5, 3, 16, 4, offsets=True),
    with_bias(product(13, 1, 9, 2, 33, 24)),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 4])
@pytest.mark.parametrize("apart", [0, 1])
def test_matmuls_by_packed_weights_agree_with_the_reference(
    operator: Operator, padding: int, apart: int
) -> None:
    check(
        NAME,
        operator,
        target(2, 64),
        padding,
        arrays_of(operator),
        wanted=lambda policy: dict(policy.schedule)["unpacked"] == apart,
    )


@pytest.mark.parametrize("preset", each("host", "avx512", "avx2"))
@pytest.mark.parametrize("operator", [CASES[1], CASES[3], CASES[5]])
def test_every_cpu_computes_the_same(preset: str, operator: Operator) -> None:
    device, arrays = named(preset), arrays_of(operator)
    views, output = [View.dense(item) for item in operator.inputs], View.dense(operator.output)
    policies = {
        dict(policy.schedule)["unpacked"]: policy
        for policy in implementations()[NAME].space(operator, device)
    }
    for policy in not_empty(policies.values()):
        found = compute(operator, policy, device, arrays, views, output, 2, device)
        expected = reference(operator, arrays)
        scale = float(np.abs(expected).max())
        np.testing.assert_allclose(found, expected, rtol=0, atol=2e-5 * scale)


def test_more_rows_than_registers_hold_are_taken_apart_once() -> None:
    device = target(1, 64)
    first = {
        rows: implementations()[NAME].default(product(rows, 8, 32, 8, 64, 8), device)
        for rows in (2, 200)
    }
    apart = {rows: dict(policy.schedule)["unpacked"] for rows, policy in first.items()}
    assert apart == {2: 0, 200: 1}
