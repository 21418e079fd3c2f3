"""Attention with AMX, numbers split into two terms: interpreted, and compiled with and without the
instructions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import default_policy
from aoe.loops.expression import Accumulator, Load, apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import reference
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.attention.test_attention import Attended, any_heads, heads
from tests.backends.cpu.implementations.computing import compute, random_arrays
from tests.backends.cpu.implementations.matmul.test_matmul_amx import FEATURES, TILES, needs_amx
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import check
from tests.properties import examples

IMPLEMENTATION = implementations()["attention_amx_2_terms"]


def with_residual(operator: Operator) -> Operator:
    """With a residual added to the result."""
    residual = Operand.row_major("float32", operator.output.shape)
    epilogue = apply("add", Accumulator(), Load(len(operator.inputs)))
    return replace(operator, inputs=(*operator.inputs, residual), epilogue=epilogue)


CASES = [
    heads(8, 5, 4, 3),
    heads(17, 33, 7, 20, (17, 33)),
    with_residual(heads(40, 16, 32, 16, (1, 1, 1, 16), shared=1)),
    heads(33, 70, 5, 1),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_attention_of_split_numbers_agrees_with_the_reference(
    operator: Operator, padding: int
) -> None:
    check("attention_amx_2_terms", operator, TILES, padding)


def computed(operator: Operator, number: int, destination: str, threads: int = 1) -> np.ndarray:
    """The result of compiled attention that is lowered for AMX, under some policy."""
    target = named(destination, threads)
    lowered_for = changed(target, features=FEATURES, triple=TILES.triple)
    policies = IMPLEMENTATION.space(operator, lowered_for)
    policy = policies[number % len(policies)]
    arrays = random_arrays(operator)
    return compute(operator, policy, lowered_for, arrays, threads=threads, destination=target)


@pytest.mark.parametrize("preset", each("avx2"))
def test_a_cpu_without_the_instructions_computes_the_same(preset: str) -> None:
    operator = CASES[1]
    expected = reference(operator, random_arrays(operator))
    np.testing.assert_allclose(computed(operator, 0, preset), expected, rtol=1e-4, atol=1e-4)


@needs_amx
@any_heads
@examples(25)
def test_any_heads_are_attended_where_they_lie_under_any_policy(case: Attended) -> None:
    expected = reference(case.operator, random_arrays(case.operator))
    found = computed(case.operator, case.number, "host", case.threads)
    limit = IMPLEMENTATION.tolerance * float(np.abs(expected).max())
    assert float(np.abs(found - expected).max()) <= limit


@needs_amx
def test_masked_keys_count_nothing_and_a_row_of_nothing_but_them_is_not_a_number() -> None:
    operator = heads(9, 7, 4, 5, (9, 7))
    arrays = random_arrays(operator)
    arrays[3] = np.where(np.tri(9, 7, -1) > 0, 0.0, -np.inf).astype(np.float32)
    found = _by_default(operator, arrays)
    assert np.isnan(found[:, :, 0]).all()
    np.testing.assert_allclose(found[:, :, 1], arrays[2][:, :, 0], rtol=3e-5)
    assert np.isfinite(found[:, :, 1:]).all()


@needs_amx
def test_large_scores_do_not_overflow() -> None:
    operator = heads(8, 5, 4, 3)
    arrays = random_arrays(operator)
    arrays[0] *= 1e4
    found = _by_default(operator, arrays)
    chosen = np.argmax(arrays[0] @ arrays[1], axis=-1)
    expected = np.take_along_axis(arrays[2], chosen[..., None], axis=2)
    np.testing.assert_allclose(found, expected, rtol=3e-5)


def _by_default(operator: Operator, arrays: Sequence[np.ndarray]) -> np.ndarray:
    target = host_target(2)
    return compute(operator, IMPLEMENTATION.default(operator, target), target, arrays, threads=2)


def test_heads_are_attended_with_amx_by_default_where_there_is_amx() -> None:
    operator = heads(128, 128, 64, 64)
    assert default_policy(operator, TILES).impl == "attention_amx_2_terms"
    without = changed(TILES, features="+avx512f,+avx512vl,+avx512bf16")
    assert default_policy(operator, without).impl == "attention"


def test_numbers_that_two_terms_are_not_enough_for_are_not_split() -> None:
    operator = heads(128, 128, 64, 64)
    assert not IMPLEMENTATION.supports(replace(operator, precision="high"), TILES)
    assert not IMPLEMENTATION.supports(replace(operator, precision="highest"), TILES)
