from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul.matmul_row_panels import IMPLEMENTATION
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import (
    check,
    dense_views,
    inside_larger,
    with_schedule,
)
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cpu.targets import named, some
from tests.properties import examples


def gradient(
    rows: int, steps: int, columns: int, dtype: str = "float32", constant: bool = False
) -> Operator:
    """The gradient of weights of `rows` × `columns`: a and b in rows of `steps`."""
    a = Operand.row_major(dtype, (steps, rows))
    b = Operand.row_major(dtype, (steps, columns), constant)
    return matrix_product(a, b, transpose_a=True, bias=True, residual=True)


@given(
    name=some("host", "avx2", "sse"),
    threads=st.sampled_from((1, 3)),
    sizes=st.tuples(st.integers(2, 70), st.sampled_from((2, 7, 40, 384)), st.integers(1, 50)),
    constant=st.booleans(),
    number=st.integers(0, 400),
)
@examples(40)
def test_a_random_product_agrees_with_the_reference_under_any_policy(
    name: str, threads: int, sizes: tuple[int, int, int], constant: bool, number: int
) -> None:
    target = replace(named(name), threads=threads)
    operator = gradient(*sizes, constant=constant)
    policies = IMPLEMENTATION.space(operator, target)
    views = [_placed(item) for item in operator.inputs]
    check(operator, policies[number % len(policies)], target, views, threads=threads)


def _placed(operand: Operand) -> View:
    """The operand inside a larger tensor, unless it is packed when a model is loaded."""
    dims = len(operand.shape)
    return (
        View.dense(operand) if operand.constant else inside_larger(operand, [1] * dims, [2] * dims)
    )


@pytest.mark.parametrize("depth", [96, 192])
def test_partial_sums_of_slices_wait_in_the_output(depth: int) -> None:
    operator, target = gradient(37, 1152, 21), replace(named("host"), threads=2)
    policies = [p for p in IMPLEMENTATION.space(operator, target) if p.schedule][::25]
    for policy in policies:
        if depth == 192:
            check(operator, with_schedule(policy, depth=depth), target, threads=2)
        else:
            with pytest.raises(PolicyError, match="outside the space"):
                _lowered(operator, with_schedule(policy, depth=depth))


def test_numbers_of_16_bits_are_packed_as_float32() -> None:
    target = named("host")
    a = Operand.row_major("float16", (48, 20))
    b = Operand.row_major("float16", (48, 33))
    product = matrix_product(a, b, transpose_a=True)
    check(product, IMPLEMENTATION.default(product, target), target)


def test_another_a_is_read_where_it_lies() -> None:
    target = named("host")
    rows, steps = Operand.row_major("float32", (64, 96)), Operand.row_major("float32", (96, 64))
    constant = replace(steps, constant=True)
    batch = Operand.row_major("float32", (3, 96, 64))
    whole = Operand.row_major("int32", (96, 64))
    assert IMPLEMENTATION.supports(matrix_product(steps, steps, transpose_a=True), target)
    assert not IMPLEMENTATION.supports(matrix_product(rows, steps), target)
    for other in (constant, batch, whole):
        product = matrix_product(other, other, transpose_a=True)
        assert not IMPLEMENTATION.supports(product, target)


@pytest.mark.parametrize(
    "change", [{"prefetch": 1}, {"parallel": "columns"}, {"block": 1024, "depth": 1568}]
)
def test_blocks_are_rows_that_a_cache_holds(change: dict[str, int | str]) -> None:
    operator = gradient(1024, 1568, 512)
    policy = IMPLEMENTATION.default(operator, replace(named("avx512"), threads=2))
    with pytest.raises(PolicyError, match="not a policy of matmul_row_panels"):
        _lowered(operator, with_schedule(policy, **change))


def _lowered(operator: Operator, policy: Policy) -> LoweredOperator:
    target = replace(named("avx512"), threads=2)
    return lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


@pytest.mark.parametrize(
    ("sizes", "name"),
    [
        ((1024, 1568, 512), "matmul_row_panels"),  # steps of a are a page apart
        ((64, 25088, 256), "matmul_slices"),  # lines of a follow one another closely
        ((256, 64, 64), "matmul"),  # caches hold a
    ],
)
def test_panels_of_rows_are_the_default_where_lines_are_far_apart(
    sizes: tuple[int, int, int], name: str
) -> None:
    target = replace(named("avx512"), threads=2)
    rows, steps, columns = sizes
    a, b = (
        Operand.row_major("float32", (steps, rows)),
        Operand.row_major("float32", (steps, columns)),
    )
    assert default_policy(matrix_product(a, b, transpose_a=True), target).impl == name
