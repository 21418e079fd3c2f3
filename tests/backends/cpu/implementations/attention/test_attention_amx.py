"""Attention of bfloat16 with AMX, compiled with and without the instructions.
`test_attention_amx_2_terms` has layouts, and what is the same for split numbers.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.registry import default_policy
from aoe.operators.operator import Operator
from aoe.operators.reference import reference
from aoe.operators.types.attention.attention import FACTORS
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.attention.test_attention import Attended, any_heads, heads
from tests.backends.cpu.implementations.computing import compute, random_arrays
from tests.backends.cpu.implementations.matmul.test_matmul_amx import FEATURES, TILES, needs_amx
from tests.backends.cpu.targets import each, named
from tests.properties import examples

IMPLEMENTATION = implementations()["attention_amx"]


def narrow(operator: Operator) -> Operator:
    factors = (replace(item, dtype="bfloat16") for item in operator.inputs[:FACTORS])
    return replace(operator, inputs=(*factors, *operator.inputs[FACTORS:]))


def error(operator: Operator, number: int, destination: str, threads: int = 1) -> float:
    """The error of compiled code under some policy, relative to the largest result."""
    target = named(destination, threads)
    lowered_for = changed(target, features=FEATURES, triple=TILES.triple)
    policies = IMPLEMENTATION.space(operator, lowered_for)
    policy = policies[number % len(policies)]
    arrays = random_arrays(operator)
    found = compute(operator, policy, lowered_for, arrays, threads=threads, destination=target)
    expected = reference(operator, arrays).astype(np.float32)
    return float(np.abs(found.astype(np.float32) - expected).max() / np.abs(expected).max())


@pytest.mark.parametrize("preset", each("avx512", "avx2"))
def test_a_cpu_without_the_instructions_computes_the_same(preset: str) -> None:
    operator = narrow(heads(17, 33, 7, 20, (17, 33)))
    assert error(operator, 0, preset) <= IMPLEMENTATION.tolerance


@needs_amx
@any_heads
@examples(25)
def test_any_heads_of_pairs_are_attended_under_any_policy(case: Attended) -> None:
    operator = narrow(case.operator)
    assert error(operator, case.number, "host", case.threads) <= IMPLEMENTATION.tolerance


@needs_amx
def test_results_are_stored_as_bfloat16_where_that_is_asked_for() -> None:
    operator = narrow(heads(40, 70, 32, 64))
    operator = replace(operator, output=replace(operator.output, dtype="bfloat16"))
    assert error(operator, 0, "host") <= IMPLEMENTATION.tolerance + 2.0**-8


def test_heads_are_attended_with_amx_by_default_where_there_is_amx() -> None:
    operator = narrow(heads(128, 128, 64, 64))
    assert default_policy(operator, TILES).impl == "attention_amx"
    without = changed(TILES, features="+avx512f,+avx512vl,+avx512bf16")
    assert default_policy(operator, without).impl == "attention"


def test_values_of_another_type_are_not_multiplied_with_amx() -> None:
    queries, keys, values, *rest = narrow(heads(128, 128, 64, 64)).inputs
    inputs = (queries, keys, replace(values, dtype="float32"), *rest)
    operator = replace(narrow(heads(128, 128, 64, 64)), inputs=inputs)
    assert not IMPLEMENTATION.supports(operator, TILES)
