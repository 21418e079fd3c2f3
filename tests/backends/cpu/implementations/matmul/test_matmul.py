from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul.matmul import IMPLEMENTATION
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import implementations_of
from aoe.operators.operator import Operand
from tests.backends.cpu.implementations.computing import check, dense_views, with_schedule
from tests.backends.cpu.implementations.convolutions import Placed
from tests.backends.cpu.implementations.matmul_cases import matrix_product, matrix_products
from tests.backends.cpu.targets import each, named
from tests.properties import examples


def matrices(*shape: int, constant: bool = False) -> Operand:
    return Operand.row_major("float32", shape, constant)


@pytest.mark.parametrize("name", each("host", "avx512", "avx2", "sse"))
@given(case=matrix_products(), number=st.integers(0, 127), threads=st.sampled_from((1, 2, 3)))
@examples(30)
def test_a_random_product_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    target = named(name)
    policies = list(IMPLEMENTATION.space(case.operator, target))
    policy = policies[number % len(policies)]
    check(case.operator, policy, target, case.views, case.output, threads)


@pytest.mark.parametrize("constant", [True, False])
def test_partial_sums_of_a_long_reduction_wait_in_the_output(constant: bool) -> None:
    target = named("host")
    operator = matrix_product(
        matrices(9, 512), matrices(512, 35, constant=constant), bias=True, residual=True
    )
    for policy in list(IMPLEMENTATION.space(operator, target))[::20]:
        check(operator, with_schedule(policy, depth=256), target, threads=2)


def test_attention_heads_are_multiplied_where_they_lie() -> None:
    target = named("host")
    # (batch, heads, tokens, width), in memory (batch, tokens, heads, width).
    heads = Operand("float32", (2, 3, 11, 8), (0, 2, 1, 3))
    operator = matrix_product(heads, heads, transpose_b=True, scale=0.125)
    for policy in list(IMPLEMENTATION.space(operator, target))[::12]:
        check(operator, policy, target, threads=3)


def test_batches_packed_by_their_threads_are_right_with_every_number_of_threads() -> None:
    target = named("host")
    operator = matrix_product(matrices(5, 7, 6), matrices(5, 6, 20))
    policy = IMPLEMENTATION.default(operator, target)
    for threads in (1, 2, 3, 7):
        check(operator, policy, target, threads=threads)


def test_both_formats_are_right() -> None:
    target = named("host")
    operator = matrix_product(matrices(6, 10), matrices(10, 50, constant=True))
    for format in ("packed", "direct"):
        policies = [p for p in IMPLEMENTATION.space(operator, target) if p.format[0][1] == format]
        check(operator, policies[0], target, dense_views(operator))


@pytest.mark.parametrize("name", ["sse", "avx", "avx2", "avx512", "neon"])
@pytest.mark.parametrize("rows", [1, 2, 7])
def test_every_device_has_policies_for_few_rows(name: str, rows: int) -> None:
    target = target_for(name, threads=2)
    for columns in (1, 17, 40, 100, 130):
        operator = matrix_product(matrices(rows, 7), matrices(7, columns, constant=True))
        for implementation in implementations_of(operator, target):
            policies = list(implementation.space(operator, target))
            assert implementation.default(operator, target) in policies
