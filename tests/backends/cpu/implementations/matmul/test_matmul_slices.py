from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul.matmul_slices import IMPLEMENTATION
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


def gradient(rows: int, steps: int, columns: int, dtype: str = "float32") -> Operator:
    """The gradient of weights of `rows` × `columns`: a and b in rows of `steps`."""
    a, b = (Operand.row_major(dtype, (steps, extent)) for extent in (rows, columns))
    return matrix_product(a, b, transpose_a=True, bias=True, residual=True)


@given(
    name=some("host", "avx2", "sse"),
    threads=st.sampled_from((1, 3)),
    sizes=st.tuples(st.integers(2, 70), st.sampled_from((384, 408, 768)), st.integers(1, 50)),
    dtype=st.sampled_from(("float32", "float32", "bfloat16")),
    number=st.integers(0, 400),
)
@examples(40)
def test_a_random_product_agrees_with_the_reference_under_any_policy(
    name: str, threads: int, sizes: tuple[int, int, int], dtype: str, number: int
) -> None:
    target = replace(named(name), threads=threads)
    operator = gradient(*sizes, dtype)
    policies = IMPLEMENTATION.space(operator, target)
    views = [inside_larger(item, [1] * 2, [2] * 2) for item in operator.inputs[:2]]
    views += [View.dense(item) for item in operator.inputs[2:]]
    check(operator, policies[number % len(policies)], target, views, threads=threads)


def test_each_step_prefetches_its_part_of_the_next_slice() -> None:
    operator = gradient(96, 1568, 64)
    policy = with_schedule(_default(operator), tile=(1, 12), vectors=2, depth=112)
    (kernel,) = _lowered(operator, policy).kernels
    (nest,) = kernel.nests
    of_a, of_b = nest.prefetch
    assert (of_a.operand, of_a.offset, of_a.elements) == (0, 112 * 96, 12)
    assert (of_b.operand, of_b.offset, of_b.elements) == (1, 112 * 64, 32)
    assert of_a.strides == nest.operands[0].strides


@pytest.mark.parametrize("change", [{"prefetch": 0}, {"depth": 784}, {"depth": 100}])
def test_a_slice_has_a_divisor_of_the_steps_and_is_fetched_ahead(change: dict[str, int]) -> None:
    operator = gradient(96, 1568, 64)
    with pytest.raises(PolicyError, match="not a policy of matmul_slices"):
        _lowered(operator, with_schedule(_default(operator), **change))


def _default(operator: Operator) -> Policy:
    return IMPLEMENTATION.default(operator, replace(named("avx512"), threads=2))


def _lowered(operator: Operator, policy: Policy) -> LoweredOperator:
    target = replace(named("avx512"), threads=2)
    return lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


def test_others_are_not_cut_into_slices() -> None:
    target = named("host")
    steps = Operand.row_major("float32", (768, 64))
    rows = Operand.row_major("float32", (64, 768))
    constant = replace(steps, constant=True)
    batch, whole = (
        Operand.row_major("float32", (3, 768, 64)),
        Operand.row_major("int32", (768, 64)),
    )
    assert IMPLEMENTATION.supports(matrix_product(steps, steps, transpose_a=True), target)
    assert not IMPLEMENTATION.supports(matrix_product(rows, steps), target)
    for a, b in ((steps, constant), (constant, steps), (batch, batch), (whole, whole)):
        assert not IMPLEMENTATION.supports(matrix_product(a, b, transpose_a=True), target)
    few = Operand.row_major("float32", (96, 64))  # too few steps
    long = Operand.row_major("float32", (768, 1024))  # a row fills a page
    for a, b in ((few, few), (long, steps), (steps, long)):
        assert not IMPLEMENTATION.supports(matrix_product(a, b, transpose_a=True), target)


@pytest.mark.parametrize(
    ("sizes", "name"),
    [
        ((256, 25088, 64), "matmul_slices"),
        ((768, 1576, 192), "matmul_slices"),
        ((1024, 1568, 512), "matmul_row_panels"),
    ],
)
def test_slices_are_the_default_of_long_sums_over_short_rows(
    sizes: tuple[int, int, int], name: str
) -> None:
    target = replace(named("avx512"), threads=2)
    assert default_policy(gradient(*sizes), target).impl == name


def test_a_slice_fits_the_second_level_cache() -> None:
    target = replace(named("avx512"), threads=2)
    for rows, most in ((64, 256), (900, 128)):
        depths = {
            dict(policy.schedule)["depth"]
            for policy in IMPLEMENTATION.space(gradient(rows, 2048, rows), target)
        }
        assert max(int(str(depth)) for depth in depths) == most
        assert 8 * rows * most <= target.l2


def test_only_neighbours_are_prefetched() -> None:
    operator = gradient(96, 1568, 64)
    a, b, *others = dense_views(operator)
    spread = View(a.dtype, a.shape, (a.strides[0] * 2, 2), a.offset)
    target, policy = replace(named("avx512"), threads=2), _default(operator)
    views = [spread, b, *others]
    (kernel,) = lower(operator, views, View.dense(operator.output), policy, target).kernels
    assert [item.operand for item in kernel.nests[0].prefetch] == [1]
