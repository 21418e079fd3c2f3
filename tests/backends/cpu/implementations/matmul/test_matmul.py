from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul.matmul import IMPLEMENTATION
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import implementations_of, lower
from aoe.errors import PolicyError
from aoe.operators.operator import Operand
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import (
    check,
    dense_views,
    inside_larger,
    with_schedule,
)
from tests.backends.cpu.implementations.convolutions import Placed
from tests.backends.cpu.implementations.matmul_cases import matrix_product, matrix_products
from tests.backends.cpu.targets import named, some
from tests.not_empty import not_empty
from tests.properties import examples


def matrices(*shape: int, constant: bool = False) -> Operand:
    return Operand.row_major("float32", shape, constant)


def by_panel(policy: Policy) -> bool:
    return dict(policy.format)["b"] == "by panel"


@given(
    name=some("host", "avx2", "sse"),
    case=matrix_products(),
    number=st.integers(0, 127),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(45)
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
    policies = [item for item in IMPLEMENTATION.space(operator, target) if not by_panel(item)]
    for policy in policies[::20]:
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


@given(
    name=some("host", "avx2", "sse"),
    threads=st.sampled_from((1, 3)),
    sizes=st.tuples(st.integers(1, 40), st.integers(1, 70), st.integers(1, 150)),
    transposed=st.tuples(st.booleans(), st.booleans()),
    batch=st.sampled_from(((), (2,))),
    number=st.integers(0, 200),
)
@examples(30)
def test_a_product_by_panels_is_right_for_any_sizes(
    name: str,
    threads: int,
    sizes: tuple[int, int, int],
    transposed: tuple[bool, bool],
    batch: tuple[int, ...],
    number: int,
) -> None:
    target, (rows, steps, columns) = replace(named(name), threads=threads), sizes
    a = (*batch, *((steps, rows) if transposed[0] else (rows, steps)))
    b = (columns, steps) if transposed[1] else (steps, columns)
    operator = matrix_product(matrices(*a), matrices(*b), *transposed, bias=True, residual=True)
    found = [item for item in IMPLEMENTATION.space(operator, target) if by_panel(item)]
    views = [
        inside_larger(item, [1] * len(item.shape), [2] * len(item.shape)) if not item.constant
        else view
        for item, view in zip(operator.inputs, dense_views(operator), strict=True)
    ]  # fmt: skip
    check(operator, found[number % len(found)], target, views, threads=threads)


@pytest.mark.parametrize("change", [{"prefetch": 1}, {"block": 1}, {"parallel": "rows"}])
def test_panels_in_the_cache_are_for_all_rows(change: dict[str, int | str]) -> None:
    operator, target = matrix_product(matrices(64, 96), matrices(96, 256)), named("avx512")
    target = replace(target, threads=2)
    policy = next(item for item in IMPLEMENTATION.space(operator, target) if by_panel(item))
    view = dense_views(operator)
    with pytest.raises(PolicyError, match="all rows"):
        lower(operator, view, view[0], with_schedule(policy, **change), target)


def test_a_panel_that_exceeds_the_cache_is_not_taken_into_it() -> None:
    target = replace(named("avx512"), threads=2)
    long = matrix_product(matrices(64, 1 << 16), matrices(1 << 16, 256))
    constant = matrix_product(matrices(64, 96), matrices(96, 256, constant=True))
    for operator in (long, constant):
        assert not any(map(by_panel, IMPLEMENTATION.space(operator, target)))


def test_large_weights_that_change_are_packed_by_panel() -> None:
    """A copy of 9 MB would be written to memory and read again."""
    target = replace(named("avx512"), threads=2)
    for transposed in (False, True):
        weights = matrices(*((3072, 768) if transposed else (768, 3072)))
        operator = matrix_product(matrices(256, 768), weights, transpose_b=transposed)
        assert by_panel(IMPLEMENTATION.default(operator, target))


@pytest.mark.parametrize("name", ["sse", "avx", "avx2", "avx512", "neon"])
@pytest.mark.parametrize("rows", [1, 2, 7])
def test_every_device_has_policies_for_few_rows(name: str, rows: int) -> None:
    target = target_for(name, threads=2)
    for columns in (1, 17, 40, 100, 130):
        operator = matrix_product(matrices(rows, 7), matrices(7, columns, constant=True))
        for implementation in not_empty(implementations_of(operator, target)):
            policies = list(implementation.space(operator, target))
            assert implementation.default(operator, target) in policies
