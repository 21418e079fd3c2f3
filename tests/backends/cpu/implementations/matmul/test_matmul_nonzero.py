"""Matmuls of one row of mostly zeros: interpreted, compiled for all CPUs, and which weights they
skip.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.registry import default_policy
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.operators.operator import Operator, View
from aoe.operators.reference import evaluate
from aoe.policy import Policy
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.matmul.test_matmul_amx import (
    TILES,
    check_without_tiles,
    computed,
    with_bias,
)
from tests.backends.cpu.implementations.matmul.test_matmul_amx_2_terms import product
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.backends.cpu.implementations.matmul.test_matmul_float24 import with_transposed_weights
from tests.backends.cpu.targets import each
from tests.not_empty import not_empty
from tests.operators.operator_cases import check
from tests.properties import examples

NAMES = ("matmul_nonzero", "matmul_nonzero_float24")


@pytest.fixture(scope="module", autouse=True)
def _few_weights_are_enough() -> Iterator[None]:
    """Small matmuls are interpreted and compiled quickly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(float24, "LEAST_WEIGHTS", 1)
        yield


def sparse(operator: Operator) -> Operator:
    return replace(operator, zeros_expected=True)


def of_type(operator: Operator, dtype: str) -> Operator:
    a, b, *others = operator.inputs
    factors = replace(a, dtype=dtype), replace(b, dtype=dtype)
    return replace(operator, inputs=(*factors, *others))


def rectified(operator: Operator) -> list[np.ndarray]:
    """Synthetic data; the first operand is the output of a ReLU."""
    first, *others = arrays_of(operator)
    return [np.maximum(first, np.zeros((), first.dtype)), *others]


def exact_product(arrays: list[np.ndarray]) -> np.ndarray:
    a, b = (array.astype(np.float64) for array in arrays[:2])
    return np.asarray(a @ b)


CASES = [
    sparse(with_bias(product(1, 32, 64))),
    sparse(with_bias(product(1, 15, 7))),
    sparse(product(1, 70, 100)),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("operator", [*CASES, with_transposed_weights(CASES[2])])
@pytest.mark.parametrize("padding", [0, 4])
def test_sparse_products_agree_with_the_reference(
    name: str, operator: Operator, padding: int
) -> None:
    check(name, operator, TILES, padding, rectified(operator))


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("operator", CASES)
def test_weights_of_16_bits_agree_with_the_reference(operator: Operator, dtype: str) -> None:
    short = of_type(operator, dtype)
    check("matmul_nonzero", short, TILES, 0, rectified(short))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("preset", each("host", "avx512", "avx2"))
def test_every_cpu_computes_the_same(name: str, preset: str) -> None:
    check_without_tiles(implementations()[name], CASES[2], preset, atol=1e-3)


@given(
    name=st.sampled_from(NAMES),
    steps=st.integers(1, 200),
    columns=st.integers(1, 300),
    zeros=st.sampled_from([0.0, 0.3, 0.9, 1.0]),
    number=st.integers(0, 511),
    threads=st.sampled_from([1, 2, 3]),
    seed=st.integers(0, 99),
)
@examples(40)
def test_any_row_of_any_zeros_gives_the_product(
    name: str, steps: int, columns: int, zeros: float, number: int, threads: int, seed: int
) -> None:
    operator = sparse(product(1, steps, columns))
    a, b = arrays_of(operator)
    a[0, np.random.default_rng(seed).random(steps) < zeros] = 0
    policies = implementations()[name].space(operator, replace(TILES, threads=threads))
    policy = policies[number % len(policies)]
    sizes = np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64))
    limit = (2.0**-16 + steps * 2.0**-23) * sizes + 1e-6
    found = computed(operator, policy, threads, [a, b])
    assert np.all(np.abs(found - exact_product([a, b])) <= limit), policy


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_zero_multiplies_is_not_read(name: str, threads: int) -> None:
    """Padding of the last group of rows is read: row 0, and the last rows of each segment."""
    operator = CASES[2]
    a, b = rectified(operator)
    a[0, [0, 34, 69]] = 1.0
    a[0, 3] = -0.0
    expected = exact_product([a, b])
    b[a[0] == 0] = np.nan
    target = replace(TILES, threads=threads)
    for policy in not_empty(implementations()[name].space(operator, target)[threads % 2 :: 2]):
        found = computed(operator, policy, threads, [a, b])
        np.testing.assert_allclose(found, expected, atol=1e-3, err_msg=str(policy))


@pytest.mark.parametrize("name", NAMES)
def test_an_input_that_is_no_number_gives_results_that_are_none(name: str) -> None:
    operator = CASES[2]
    a, b = rectified(operator)
    a[0, 5] = np.nan
    policy = implementations()[name].default(operator, TILES)
    assert np.isnan(computed(operator, policy, 2, [a, b])).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_row_of_zeros_leaves_what_is_added(name: str) -> None:
    operator = CASES[0]
    arrays = arrays_of(operator)
    arrays[0][:] = 0
    policy = implementations()[name].default(operator, TILES)
    added = arrays[2].reshape(1, -1)
    np.testing.assert_array_equal(computed(operator, policy, 2, arrays), added)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("operator", [product(1, 4096, 1000), product(1, 25088, 72)])
def test_long_sums_are_off_by_a_millionth_of_the_largest(name: str, operator: Operator) -> None:
    operator = sparse(operator)
    a, b = rectified(operator)
    found = computed(operator, implementations()[name].default(operator, TILES), 2, [a, b])
    short = evaluate(float24.rounded(Load(0)), [b]) if "float24" in name else b
    exact = exact_product([a, short])
    assert 0 < np.abs(found - exact).max() < 2e-6 * np.abs(exact).max()


def test_sums_of_columns_that_the_first_cache_does_not_hold_are_cut() -> None:
    operator = sparse(product(1, 9, 500))
    check("matmul_nonzero", operator, changed(TILES, l1=1024), 0, rectified(operator))


@pytest.mark.parametrize(
    ("operator", "name"),
    [
        (sparse(product(1, 4096, 4096)), "matmul_nonzero_float24"),
        (replace(sparse(product(1, 4096, 4096)), precision="high"), "matmul_nonzero"),
        (product(1, 4096, 4096), "matmul_float24"),
    ],
)
def test_rows_full_of_zeros_and_nothing_else_are_multiplied_so_by_default(
    operator: Operator, name: str
) -> None:
    assert default_policy(operator, changed(TILES, features="+avx512f,+avx512vl")).impl == name


@pytest.mark.parametrize(
    "operator",
    [
        product(1, 512, 512),
        sparse(product(2, 512, 512)),
        sparse(product(1, 512, 512, constant=False)),
        sparse(product(1, 512, 512, (2,), constant=False)),
    ],
)
def test_several_rows_and_computed_weights_are_not_multiplied_so(operator: Operator) -> None:
    assert not implementations()["matmul_nonzero"].supports(operator, TILES)
    assert not implementations()["matmul_nonzero_float24"].supports(operator, TILES)


@pytest.mark.parametrize("name", NAMES)
def test_other_decisions_are_refused(name: str) -> None:
    operator = CASES[2]
    views = [View.dense(item) for item in operator.inputs]
    policy = Policy.of(name, schedule={"vectors": 3, "rows": 4, "ahead": 8})
    with pytest.raises(PolicyError, match="not in the operator's space"):
        implementations()[name].lower(operator, views, View.dense(operator.output), policy, TILES)
