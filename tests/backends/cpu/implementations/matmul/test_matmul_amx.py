"""Matmuls of bfloat16 with AMX: interpreted, and compiled with and without the instructions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.host import host_target
from aoe.backends.implementation import Implementation
from aoe.backends.registry import default_policy
from aoe.element_types import numpy_type
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.policy import Decision, Policy
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.computing import compute
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import (
    arrays_of,
    product_of_pairs,
)
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import check, target
from tests.properties import examples

IMPLEMENTATION = implementations()["matmul_amx"]

FEATURES = "+avx512f,+avx512vl,+avx512bf16,+amx-tile,+amx-bf16"
#: The target to lower for: AMX needs vectors of 64 bytes.
TILES = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features=FEATURES)

needs_amx = pytest.mark.skipif(
    not host_target().multiplies_amx, reason="this CPU or its system has no tile registers"
)


def with_bias(operator: Operator) -> Operator:
    """With a bias, and a result in float32."""
    bias = Operand.row_major("float32", operator.output.shape[-1:], constant=True)
    output = replace(operator.output, dtype="float32")
    epilogue = apply("max", apply("add", Accumulator(), Load(2)), Load(2))
    return replace(operator, inputs=(*operator.inputs, bias), output=output, epilogue=epilogue)


CASES = [
    with_bias(product_of_pairs(5, 32, 32)),
    with_bias(product_of_pairs(40, 13, 7)),
    with_bias(product_of_pairs(33, 70, 33)),
    with_bias(product_of_pairs(1, 64, 100)),
    with_bias(product_of_pairs(3, 48, 20, (2,))),
    with_bias(product_of_pairs(9, 8, 16, (2, 3), constant=False)),
    product_of_pairs(17, 34, 50),
]


def computed(
    operator: Operator, policy: Policy, threads: int, arrays: Sequence[np.ndarray]
) -> np.ndarray:
    """The result of a matmul that is lowered for AMX and compiled for this CPU."""
    destination = named("host", threads)
    lowered_for = changed(destination, features=FEATURES, triple=TILES.triple)
    views = [View.dense(item) for item in operator.inputs]
    output = View.dense(operator.output)
    return compute(operator, policy, lowered_for, arrays, views, output, threads, destination)


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 4])
def test_matmuls_with_amx_agree_with_the_reference(operator: Operator, padding: int) -> None:
    check("matmul_amx", operator, TILES, padding, arrays_of(operator))


def check_without_tiles(
    implementation: Implementation, operator: Operator, preset: str, atol: float = 1e-4
) -> None:
    """Computes a matmul that is lowered for AMX on a CPU without it."""
    destination, arrays = named(preset), arrays_of(operator)
    lowered_for = changed(destination, features=FEATURES, triple=TILES.triple)
    views, output = [View.dense(item) for item in operator.inputs], View.dense(operator.output)
    policy = implementation.default(operator, lowered_for)
    found = compute(operator, policy, lowered_for, arrays, views, output, 2, destination)
    np.testing.assert_allclose(found, reference(operator, arrays), rtol=1e-5, atol=atol)


@pytest.mark.parametrize("preset", each("avx512", "avx2"))
def test_a_cpu_without_the_instructions_computes_the_same(preset: str) -> None:
    check_without_tiles(IMPLEMENTATION, CASES[2], preset)


#: Sizes of a matmul, the number of a policy, and threads.
any_product = given(
    rows=st.integers(1, 100),
    steps=st.integers(1, 150),
    columns=st.integers(1, 90),
    batch=st.sampled_from([(), (2,), (2, 3)]),
    number=st.integers(0, 511),
    threads=st.sampled_from([1, 2, 3]),
)


@needs_amx
@any_product
@examples(60)
def test_any_matmul_with_amx_agrees_with_one_in_float64(
    rows: int, steps: int, columns: int, batch: tuple[int, ...], number: int, threads: int
) -> None:
    operator = with_bias(product_of_pairs(rows, steps, columns, batch))
    arrays = arrays_of(operator)
    policies = IMPLEMENTATION.space(operator, named("host", threads))
    policy = policies[number % len(policies)]
    a, b, bias = (array.astype(np.float64) for array in arrays)
    expected = np.maximum(a @ b + bias, bias)
    found = computed(operator, policy, threads, arrays)
    np.testing.assert_allclose(found, expected, atol=1e-5 * steps, rtol=0, err_msg=str(policy))


@needs_amx
def test_results_in_bfloat16_are_rounded_to_nearest() -> None:
    operator = product_of_pairs(37, 64, 40)
    arrays = arrays_of(operator)
    policy = IMPLEMENTATION.default(operator, named("host"))
    found = computed(operator, policy, 2, arrays).astype(np.float32)
    exact = arrays[0].astype(np.float32) @ arrays[1].astype(np.float32)
    rounded = exact.astype(numpy_type("bfloat16")).astype(np.float32)
    np.testing.assert_allclose(found, rounded, rtol=2**-7, atol=1e-6)
    assert np.mean(found == rounded) > 0.99


def test_amx_is_used_only_where_the_cpu_has_it() -> None:
    operator = product_of_pairs(128, 256, 256)
    assert default_policy(operator, TILES).impl == "matmul_amx"
    without = changed(TILES, features="+avx512f,+avx512vl,+avx512bf16")
    assert not IMPLEMENTATION.supports(operator, without)
    assert default_policy(operator, without).impl == "matmul_bfloat16"


@pytest.mark.parametrize(
    "change",
    [
        {"tile": (1, 41)},
        {"tile": (2, 16)},
        {"tile": (1, 40), "vectors": 2},
        {"vectors": 9},
        {"unroll": 8},
        {"block": 41},
        {"depth": 16},
    ],
)
def test_a_schedule_that_tile_registers_cannot_have_is_refused(change: dict[str, Decision]) -> None:
    operator = product_of_pairs(40, 64, 64)
    policy = IMPLEMENTATION.default(operator, TILES)
    views = [View.dense(item) for item in operator.inputs]
    output = View.dense(operator.output)
    schedule = {**dict(policy.schedule), **change}
    with pytest.raises(PolicyError):
        IMPLEMENTATION.lower(
            operator, views, output, Policy.of("matmul_amx", schedule=schedule), TILES
        )
