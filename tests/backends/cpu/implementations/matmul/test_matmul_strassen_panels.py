from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul.matmul_strassen_panels import IMPLEMENTATION
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.loops.expression import apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import reference
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    dense_views,
    inside_larger,
    random_arrays,
    with_schedule,
)
from tests.backends.cpu.implementations.matmul_cases import matrix_product, products_of_quadrants
from tests.backends.cpu.targets import named, some
from tests.not_empty import not_empty
from tests.properties import examples


def matrices(*shape: int, constant: bool = False) -> Operand:
    return Operand.row_major("float32", shape, constant)


def product(
    rows: int, steps: int, columns: int, *batch: int, transposed: tuple[bool, bool] = (False, False)
) -> Operator:
    """A product with a bias and a residual, neither of whose matrices is constant."""
    a_sizes, b_sizes = (rows, steps), (steps, columns)
    return matrix_product(
        matrices(*batch, *(a_sizes[::-1] if transposed[0] else a_sizes)),
        matrices(*(b_sizes[::-1] if transposed[1] else b_sizes)),
        *transposed,
        bias=True,
        residual=True,
        scale=0.5,
    )


def first_policy(operator: Operator) -> Policy:
    return not_empty(IMPLEMENTATION.space(operator, named("host")))[0]


@given(
    name=some("host", "avx2", "sse"),
    operator=products_of_quadrants(constant=False),
    number=st.integers(0, 1000),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(15)
def test_a_random_product_agrees_with_the_reference_under_any_policy(
    name: str, operator: Operator, number: int, threads: int
) -> None:
    target = named(name)
    found = IMPLEMENTATION.space(operator, target)
    check(operator, found[number % len(found)], target, threads=threads)


@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("transposed", [(False, False), (True, True)])
def test_partial_sums_of_a_long_reduction_wait_with_the_products(
    transposed: tuple[bool, bool], batch: tuple[int, ...]
) -> None:
    operator = product(33, 1536, 259, *batch, transposed=transposed)
    policies = IMPLEMENTATION.space(operator, named("host"))
    sliced = [policy for policy in policies if contractions.schedule_of(policy).depth < 768]
    check(operator, not_empty(sliced)[0], named("host"), threads=2)


def test_operands_may_lie_within_larger_tensors() -> None:
    operator = product(33, 256, 270, 2)
    views = [
        inside_larger(item, [1] * len(item.shape), [2] * len(item.shape))
        if not item.constant
        else view
        for item, view in zip(operator.inputs, dense_views(operator), strict=True)
    ]
    output = inside_larger(operator.output, (0, 2, 3), (1, 0, 5))
    check(operator, first_policy(operator), named("host"), views, output, threads=2)


def test_the_epilogue_is_applied_once_to_every_element() -> None:
    plain = matrix_product(matrices(35, 128), matrices(128, 131), scale=0.0625)
    operator = replace(plain, epilogue=apply("tanh", plain.epilogue))
    check(operator, first_policy(operator), named("host"))


def test_errors_of_long_sums_of_one_sign_stay_below_what_is_allowed() -> None:
    """Sums of quadrants are larger than the quadrants: the worst case for rounding."""
    operator = product(64, 2048, 256)
    arrays = [np.abs(array) for array in random_arrays(operator)]
    result = compute(operator, first_policy(operator), named("host"), arrays)
    right = reference(operator, [array.astype(np.float64) for array in arrays])
    assert np.abs(result - right).max() < IMPLEMENTATION.tolerance * np.abs(right).max()


@pytest.mark.parametrize(
    ("operator", "supported"),
    [
        (product(512, 512, 512), True),
        (product(16, 512, 512), True),
        (product(4, 512, 512), False),
        (product(512, 513, 512), False),
        (product(512, 512, 90), False),
        (matrix_product(matrices(64, 512), matrices(512, 512, constant=True)), False),
        (matrix_product(matrices(3, 64, 512), matrices(3, 512, 512)), False),
        (replace(product(512, 512, 512), precision="direct"), False),
    ],
)
def test_matrices_that_leave_large_quadrants_are_cut(operator: Operator, supported: bool) -> None:
    assert IMPLEMENTATION.computes(operator, named("host")) == supported


def test_what_a_thread_holds_fits_its_cache() -> None:
    """Sums of 1536 rows and a panel would not: neither would all steps of 16384."""
    target = named("avx512")
    assert not IMPLEMENTATION.computes(product(1 << 14, 512, 512), target)
    for policy in not_empty(IMPLEMENTATION.space(product(256, 1 << 14, 512), target)):
        assert contractions.schedule_of(policy).depth < 1 << 13


@pytest.mark.parametrize(
    ("rows", "steps", "columns", "chosen"),
    [(256, 768, 3072, True), (64, 25088, 256, False), (1576, 192, 576, False)],
)
def test_it_is_chosen_where_products_outweigh_sums(
    rows: int, steps: int, columns: int, chosen: bool
) -> None:
    operator = matrix_product(matrices(rows, steps), matrices(steps, columns))
    target = replace(named("avx512"), threads=2)
    assert (default_policy(operator, target).impl == IMPLEMENTATION.name) == chosen


@pytest.mark.parametrize(
    "changes", [{"prefetch": 1}, {"parallel": "rows"}, {"block": 8}, {"depth": 3}]
)
def test_a_policy_outside_the_space_is_refused(changes: dict[str, int | str]) -> None:
    operator, target = product(64, 256, 256), named("host")
    policy = with_schedule(first_policy(operator), **changes)
    with pytest.raises(PolicyError):
        lower(operator, dense_views(operator), dense_views(operator)[0], policy, target)
