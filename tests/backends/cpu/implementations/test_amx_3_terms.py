"""Convolutions and matmuls of float32 with AMX, numbers split into three terms: interpreted, and
compiled with and without the instructions.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.host import host_target
from aoe.backends.implementation import Implementation
from aoe.backends.registry import default_policy
from aoe.operators.operator import Operator
from tests.backends.cpu.implementations.amx_convolutions import check_compiled
from tests.backends.cpu.implementations.conv import (
    test_conv_amx_2_terms,
    test_conv_amx_2_terms_strips,
)
from tests.backends.cpu.implementations.convolutions import Placed, convolutions
from tests.backends.cpu.implementations.matmul import test_matmul_amx_2_terms
from tests.backends.cpu.implementations.matmul.test_matmul_amx import (
    TILES,
    any_product,
    check_without_tiles,
    computed,
    needs_amx,
)
from tests.backends.cpu.implementations.matmul.test_matmul_amx_2_terms import product
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import check
from tests.properties import examples

MATMUL_AMX_3_TERMS = implementations()["matmul_amx_3_terms"]


def high(operator: Operator) -> Operator:
    return replace(operator, precision="high")


CASES = [
    *(("matmul_amx_3_terms", item) for item in test_matmul_amx_2_terms.CASES),
    *(("conv_amx_3_terms", item) for item in test_conv_amx_2_terms.CASES),
    *(("conv_amx_3_terms_strips", item) for item in test_conv_amx_2_terms_strips.CASES),
]


@pytest.mark.parametrize(("implementation", "operator"), CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_high_precision_contractions_with_amx_agree_with_the_reference(
    implementation: str, operator: Operator, padding: int
) -> None:
    check(implementation, high(operator), TILES, padding, arrays_of(operator))


@pytest.mark.parametrize("preset", each("avx2"))
def test_a_cpu_without_the_instructions_computes_the_same(preset: str) -> None:
    operator = high(test_matmul_amx_2_terms.CASES[1])
    check_without_tiles(MATMUL_AMX_3_TERMS, operator, preset)


@needs_amx
@any_product
@examples(60)
def test_any_high_precision_product_is_as_near_to_float64_as_sums_of_float32_are(
    rows: int, steps: int, columns: int, batch: tuple[int, ...], number: int, threads: int
) -> None:
    operator = high(product(rows, steps, columns, batch))
    arrays = arrays_of(operator)
    policies = MATMUL_AMX_3_TERMS.space(operator, named("host", threads))
    a, b = (array.astype(np.float64) for array in arrays)
    # Four times the error of the six sums of each step, if the signs of rounding errors are random.
    limit = (2.0**-22 + 4 * np.sqrt(6 * steps) * 2.0**-24) * (np.abs(a) @ np.abs(b)) + 1e-6
    found = computed(operator, policies[number % len(policies)], threads, arrays)
    assert np.all(np.abs(found - a @ b) <= limit)


@needs_amx
def test_high_precision_sums_are_off_by_less_than_a_millionth_of_the_largest() -> None:
    operator = high(product(64, 256, 64))
    arrays = arrays_of(operator)
    policy = MATMUL_AMX_3_TERMS.default(operator, host_target(2))
    found = computed(operator, policy, 2, arrays)
    right = arrays[0].astype(np.float64) @ arrays[1].astype(np.float64)
    assert np.abs(found - right).max() < 6e-7 * np.abs(right).max()


@needs_amx
@pytest.mark.parametrize(
    "implementation",
    [implementations()["conv_amx_3_terms"], implementations()["conv_amx_3_terms_strips"]],
)
@given(case=convolutions(), number=st.integers(0, 511), threads=st.sampled_from((1, 2, 3)))
@examples(40)
def test_a_random_compiled_high_precision_convolution_agrees(
    implementation: Implementation, case: Placed, number: int, threads: int
) -> None:
    made = replace(case, operator=high(case.operator))
    check_compiled(implementation, made, number, threads, narrow=False)


def test_two_terms_are_enough_where_nothing_else_is_asked() -> None:
    operator = product(128, 768, 768)
    assert not MATMUL_AMX_3_TERMS.supports(operator, TILES)
    assert default_policy(high(operator), TILES).impl == "matmul_amx_3_terms"


def test_numbers_that_are_to_stay_whole_are_not_split() -> None:
    operator = replace(product(128, 768, 768), precision="highest")
    assert "amx" not in default_policy(operator, TILES).impl
    assert not MATMUL_AMX_3_TERMS.supports(operator, TILES)
