"""Matmuls of float32 with AMX, numbers split into two terms: interpreted, and compiled with and
without the instructions.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import default_policy
from aoe.operators.operator import Operator
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.matmul.test_matmul_amx import (
    TILES,
    any_product,
    check_without_tiles,
    computed,
    needs_amx,
    with_bias,
)
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import (
    arrays_of,
    product_of_pairs,
)
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import check
from tests.properties import examples

IMPLEMENTATION = implementations()["matmul_amx_2_terms"]


def product(
    rows: int, steps: int, columns: int, batch: tuple[int, ...] = (), constant: bool = True
) -> Operator:
    narrow = product_of_pairs(rows, steps, columns, batch, constant)
    inputs = tuple(replace(item, dtype="float32") for item in narrow.inputs)
    return replace(narrow, inputs=inputs, output=replace(narrow.output, dtype="float32"))


CASES = [
    with_bias(product(5, 32, 32)),
    with_bias(product(40, 13, 7)),
    with_bias(product(33, 70, 33)),
    with_bias(product(1, 64, 100)),
    with_bias(product(3, 48, 20, (2,))),
    with_bias(product(9, 8, 16, (2, 3), constant=False)),
    product(17, 34, 50),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 4])
def test_matmuls_of_split_numbers_agree_with_the_reference(
    operator: Operator, padding: int
) -> None:
    check("matmul_amx_2_terms", operator, TILES, padding, arrays_of(operator))


@pytest.mark.parametrize("preset", each("avx2"))
def test_a_cpu_without_the_instructions_computes_the_same(preset: str) -> None:
    check_without_tiles(IMPLEMENTATION, CASES[1], preset)


@needs_amx
@any_product
@examples(60)
def test_any_matmul_of_split_numbers_is_as_near_to_float64_as_its_tolerance(
    rows: int, steps: int, columns: int, batch: tuple[int, ...], number: int, threads: int
) -> None:
    operator = product(rows, steps, columns, batch)
    arrays = arrays_of(operator)
    policies = IMPLEMENTATION.space(operator, named("host", threads))
    policy = policies[number % len(policies)]
    a, b = (array.astype(np.float64) for array in arrays)
    # The bound of the error if the rounding errors of all products and sums had one sign.
    limit = (3 * 2.0**-17 + steps * 2.0**-23) * (np.abs(a) @ np.abs(b)) + 1e-6
    found = computed(operator, policy, threads, arrays)
    assert np.all(np.abs(found - a @ b) <= limit), policy


@needs_amx
def test_long_sums_are_off_by_a_few_millionths_of_the_largest() -> None:
    operator = product(64, 4096, 64)
    arrays = arrays_of(operator)
    found = computed(operator, IMPLEMENTATION.default(operator, host_target(2)), 2, arrays)
    exact = arrays[0].astype(np.float64) @ arrays[1].astype(np.float64)
    assert np.abs(found - exact).max() < 5e-6 * np.abs(exact).max()


def test_large_matmuls_are_computed_so_by_default_where_there_is_amx() -> None:
    operator = product(128, 768, 768)
    assert default_policy(operator, TILES).impl == "matmul_amx_2_terms"
    without = changed(TILES, features="+avx512f,+avx512vl,+avx512bf16")
    assert not IMPLEMENTATION.supports(operator, without)
