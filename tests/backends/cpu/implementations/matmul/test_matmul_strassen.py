from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul import matmul_strassen
from aoe.backends.cpu.implementations.matmul.matmul_strassen import IMPLEMENTATION
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.strassen import Cut
from aoe.backends.registry import lower
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
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cpu.targets import named, some
from tests.not_empty import not_empty
from tests.properties import examples


def matrices(*shape: int, constant: bool = False) -> Operand:
    return Operand.row_major("float32", shape, constant)


def product(rows: int, steps: int, columns: int, *batch: int, residual: bool = True) -> Operator:
    a, b = matrices(*(batch or (1,)), rows, steps), matrices(steps, columns, constant=True)
    return matrix_product(a, b, bias=True, residual=residual)


def first_policy(operator: Operator) -> Policy:
    return next(iter(IMPLEMENTATION.space(operator, named("host"))))


@given(
    name=some("host", "avx2", "sse"),
    batch=st.sampled_from(((1,), (1,), (3,), (2, 2))),
    rows=st.integers(16, 47),
    steps=st.sampled_from((128, 130, 256, 260)),
    columns=st.integers(128, 290),
    transposed=st.tuples(st.booleans(), st.booleans()),
    number=st.integers(0, 1000),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(15)
def test_a_random_product_agrees_with_the_reference_under_any_policy(
    name: str,
    batch: tuple[int, ...],
    rows: int,
    steps: int,
    columns: int,
    transposed: tuple[bool, bool],
    number: int,
    threads: int,
) -> None:
    target = named(name)
    a_sizes, b_sizes = (rows, steps), (steps, columns)
    operator = matrix_product(
        matrices(*batch, *(a_sizes[::-1] if transposed[0] else a_sizes)),
        matrices(*(b_sizes[::-1] if transposed[1] else b_sizes), constant=True),
        *transposed,
        bias=True,
        residual=True,
        scale=0.5,
    )
    found = IMPLEMENTATION.space(operator, target)
    check(operator, found[number % len(found)], target, threads=threads)


@pytest.mark.parametrize("parallel", ["rows", "columns"])
def test_blocks_of_rows_that_do_not_divide_them_are_right(parallel: str) -> None:
    operator = product(45, 256, 259)
    policy = with_schedule(first_policy(operator), block=5, tile=(1, 4), parallel=parallel)
    check(operator, policy, named("host"), threads=2)


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


def test_partial_sums_of_a_long_reduction_wait_with_the_products() -> None:
    operator = product(32, 1536, 256)
    policy = with_schedule(first_policy(operator), depth=192)
    check(operator, policy, named("host"), threads=2)


def test_the_epilogue_is_applied_to_every_block() -> None:
    plain = matrix_product(matrices(1, 35, 128), matrices(128, 131, constant=True), scale=0.0625)
    operator = Operator(
        plain.type,
        plain.attributes,
        plain.inputs,
        plain.output,
        2,
        epilogue=apply("tanh", plain.epilogue),
    )
    check(operator, first_policy(operator), named("host"))


def test_errors_of_long_sums_of_one_sign_stay_below_what_is_allowed() -> None:
    """Sums of quadrants are larger than the quadrants: the worst case for rounding."""
    operator = product(64, 2048, 256, residual=False)
    arrays = [np.abs(array) for array in random_arrays(operator)]
    result = compute(operator, first_policy(operator), named("host"), arrays)
    right = reference(operator, [array.astype(np.float64) for array in arrays])
    assert np.abs(result - right).max() < IMPLEMENTATION.tolerance * np.abs(right).max()


@pytest.mark.parametrize(
    ("operator", "supported"),
    [
        (product(512, 512, 512), True),
        (product(16, 512, 512), True),
        (product(512, 514, 512), True),
        (product(512, 512, 130), True),
        (product(4, 512, 512), False),
        (product(512, 513, 512), False),
        (product(512, 512, 90), False),
        (matrix_product(matrices(512, 512), matrices(512, 512, constant=True)), False),
        (matrix_product(matrices(1, 64, 512), matrices(512, 512)), False),
        (matrix_product(matrices(3, 64, 512), matrices(3, 512, 512, constant=True)), False),
    ],
)
def test_only_rows_of_a_sample_are_cut_and_only_into_large_quadrants(
    operator: Operator, supported: bool
) -> None:
    assert IMPLEMENTATION.supports(operator, named("host")) == supported


def test_only_the_last_block_of_rows_leaves_a_remainder() -> None:
    operator = product(400, 256, 256)
    for policy in not_empty(IMPLEMENTATION.space(operator, named("host"))):
        schedule = contractions.schedule_of(policy)
        assert schedule.block == 200 or schedule.block % schedule.tile[1] == 0


def test_the_default_leaves_no_thread_waiting_for_half_of_the_columns() -> None:
    """Two spans of 256 and 128 columns would take two threads as long as 512 columns."""
    target = replace(named("avx512"), threads=2)
    policy = IMPLEMENTATION.default(product(128, 3072, 768), target)
    schedule = contractions.schedule_of(policy)
    span = dict(policy.schedule)["span"]
    assert isinstance(span, int)
    width = min(384, span * schedule.vectors * target.lanes("float32"))
    tasks = ceil(64 / schedule.block) * ceil(384 / width)
    assert ceil(tasks / 2) * width * schedule.block <= 224 * 64


@pytest.mark.parametrize("threads", [2, 4])
def test_by_default_threads_multiply_the_rows_that_they_sum_up(threads: int) -> None:
    target = replace(named("avx512"), threads=threads)
    schedule = contractions.schedule_of(IMPLEMENTATION.default(product(128, 768, 768), target))
    assert schedule.parallel == "rows"
    assert ceil(64 / schedule.block) % threads == 0


def test_a_format_is_refused() -> None:
    operator, target = product(16, 512, 512), named("host")
    policy = first_policy(operator)
    other = Policy.of(policy.impl, {"levels": 2}, dict(policy.schedule))
    with pytest.raises(PolicyError, match="matmul_strassen"):
        lower(operator, dense_views(operator), dense_views(operator)[0], other, target)


@pytest.mark.parametrize("span", [0, 3, 1 << 20])
def test_spans_outside_the_space_are_refused(span: int) -> None:
    operator, target = product(64, 256, 256), named("host")
    policy = with_schedule(first_policy(operator), span=span)
    with pytest.raises(PolicyError, match="matmul_strassen"):
        lower(operator, dense_views(operator), dense_views(operator)[0], policy, target)


def test_products_are_built_once_for_all_policies_of_an_operator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built: list[int] = []
    build = matmul_strassen._product

    def counted(cut: Cut, rows: int) -> Contraction:
        built.append(rows)
        return build(cut, rows)

    monkeypatch.setattr(matmul_strassen, "_product", counted)
    policies = IMPLEMENTATION.space(product(520, 1032, 520), named("host"))
    sizes = {dict(policy.schedule)["block"] for policy in policies}
    assert len(built) < 4 * len(sizes) < len(policies)
