"""Matmuls of a few rows of bfloat16 by weights read in several streams: interpreted, and compiled
for all CPUs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul import matmul_bfloat16_streams
from aoe.backends.cpu.implementations.matmul.matmul_bfloat16_streams import IMPLEMENTATION
from aoe.backends.registry import default_policy
from aoe.errors import PolicyError
from aoe.operators.operator import Operator, View
from aoe.policy import Decision, Policy
from tests.backends.cpu.implementations.matmul.test_matmul_amx import (
    TILES,
    check_without_tiles,
    computed,
    with_bias,
)
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import (
    arrays_of,
    product_of_pairs,
)
from tests.backends.cpu.implementations.matmul.test_matmul_float24 import with_transposed_weights
from tests.backends.cpu.targets import each
from tests.operators.operator_cases import check, target
from tests.properties import examples


@pytest.fixture(autouse=True)
def _few_weights_are_enough(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Small matmuls are interpreted and compiled quickly."""
    monkeypatch.setattr(matmul_bfloat16_streams, "_LEAST_WEIGHTS", 1)
    yield
    matmul_bfloat16_streams._ranked.cache_clear()


CASES = [
    with_bias(product_of_pairs(1, 32, 64)),
    with_bias(product_of_pairs(1, 64, 7)),
    with_bias(product_of_pairs(3, 96, 100)),
    product_of_pairs(8, 64, 33),
]


@pytest.mark.parametrize("operator", [*CASES, with_transposed_weights(CASES[2])])
@pytest.mark.parametrize("padding", [0, 3, 4])
def test_products_of_streamed_pairs_agree_with_the_reference(
    operator: Operator, padding: int
) -> None:
    check("matmul_bfloat16_streams", operator, TILES, padding, arrays_of(operator))


@pytest.mark.parametrize("preset", each("host", "avx512", "avx2"))
def test_every_cpu_computes_the_same(preset: str) -> None:
    check_without_tiles(IMPLEMENTATION, CASES[2], preset)


@given(
    rows=st.integers(1, 8),
    steps=st.integers(1, 30),
    columns=st.integers(1, 150),
    number=st.integers(0, 511),
    threads=st.sampled_from([1, 2, 3]),
)
@examples(40)
def test_any_product_of_streamed_pairs_agrees_with_one_in_float64(
    rows: int, steps: int, columns: int, number: int, threads: int
) -> None:
    operator = with_bias(product_of_pairs(rows, 8 * steps, columns))
    arrays = arrays_of(operator)
    policies = IMPLEMENTATION.space(operator, replace(TILES, threads=threads))
    policy = policies[number % len(policies)]
    a, b, bias = (array.astype(np.float64) for array in arrays)
    found = computed(operator, policy, threads, arrays)
    np.testing.assert_allclose(found, np.maximum(a @ b + bias, bias), atol=1e-4 * steps)


def reading(operator: Operator, **change: Decision) -> Policy:
    """The default policy with a changed schedule."""
    found = IMPLEMENTATION.default(operator, TILES)
    return Policy.of(found.impl, dict(found.format), {**dict(found.schedule), **change})


def test_slices_keep_their_sums_in_an_output_of_float32_only() -> None:
    long = product_of_pairs(1, 25088, 128)
    views = [View.dense(item) for item in long.inputs]
    assert dict(IMPLEMENTATION.default(with_bias(long), TILES).schedule)["depth"] != 12544
    assert dict(IMPLEMENTATION.default(long, TILES).schedule)["depth"] == 12544
    with pytest.raises(PolicyError, match="as they come"):
        IMPLEMENTATION.lower(long, views, View.dense(long.output), reading(long, depth=3136), TILES)


@pytest.mark.parametrize(
    "operator",
    [
        product_of_pairs(9, 64, 64),
        product_of_pairs(1, 63, 64),
        product_of_pairs(1, 64, 64, constant=False),
    ],
    ids=["many rows", "odd steps", "weights that are computed"],
)
def test_other_products_are_not_streamed(operator: Operator) -> None:
    assert not IMPLEMENTATION.supports(operator, TILES)


def test_few_weights_and_cpus_without_amx_are_left_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    operator = product_of_pairs(1, 512, 256)
    assert IMPLEMENTATION.supports(operator, TILES)
    assert not IMPLEMENTATION.supports(operator, target(2, 64))
    monkeypatch.setattr(matmul_bfloat16_streams, "_LEAST_WEIGHTS", 2**18)
    assert not IMPLEMENTATION.supports(operator, TILES)


def test_a_row_and_many_weights_are_streamed_by_default() -> None:
    assert default_policy(product_of_pairs(1, 4096, 4096), TILES).impl == IMPLEMENTATION.name
