from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul.matmul_dot import IMPLEMENTATION
from aoe.backends.llvm.loop_nest_code import loop_order
from aoe.operators.operator import Operand, Operator, View
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.compiled_cases import check_compiled
from tests.backends.cpu.implementations.computing import check, inside_larger
from tests.backends.cpu.implementations.convolutions import Placed
from tests.backends.cpu.implementations.matmul_cases import matrix_product, matrix_products
from tests.backends.cpu.targets import each, named, some
from tests.operators.operator_cases import check as check_operator
from tests.operators.operator_cases import target as target_of
from tests.properties import examples


@given(
    name=some("host", "avx512", "avx2", "sse"),
    case=matrix_products(dots=True),
    number=st.integers(0, 63),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(50)
def test_a_random_product_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    target = named(name)
    assume(IMPLEMENTATION.supports(case.operator, target))
    policies = list(IMPLEMENTATION.space(case.operator, target))
    policy = policies[number % len(policies)]
    check(case.operator, policy, target, case.views, case.output, threads)


def test_many_rows_and_columns_and_strided_reductions_are_left_to_others() -> None:
    target = named("host")

    def supported(rows: int, transpose_b: bool) -> bool:
        a = Operand.row_major("float32", (rows, 24))
        b = Operand.row_major("float32", (24, 24), True)
        return IMPLEMENTATION.supports(matrix_product(a, b, transpose_b=transpose_b), target)

    assert supported(4, transpose_b=True)
    assert not supported(4, transpose_b=False)
    assert not supported(100, transpose_b=True)


@pytest.mark.parametrize("name", each("host", "avx512", "avx2", "sse"))
@pytest.mark.parametrize("rows", [1, 40, 261])
@pytest.mark.parametrize("columns", [1, 3])
def test_many_rows_by_few_columns(name: str, rows: int, columns: int) -> None:
    target = named(name)
    a = Operand.row_major("float32", (rows, 70))
    b = Operand.row_major("float32", (columns, 70), True)
    operator = matrix_product(a, b, transpose_b=True, bias=True)
    views = [View.dense(operand) for operand in operator.inputs]
    for threads in (1, 2, 3):
        for policy in list(IMPLEMENTATION.space(operator, target))[:3]:
            check(operator, policy, target, views, View.dense(operator.output), threads)


@pytest.mark.parametrize("name", each("host", "avx2", "sse"))
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_batch_of_products_is_rounded_to_fewer_bits_once(name: str, dtype: str) -> None:
    target = named(name)
    a, b = Operand.row_major(dtype, (3, 2, 150)), Operand(dtype, (3, 150, 5), (0, 2, 1))
    operator = matrix_product(a, b)
    operator = replace(operator, output=replace(operator.output, dtype=dtype))
    views = [View.dense(operand) for operand in operator.inputs]
    for policy in list(IMPLEMENTATION.space(operator, target))[:3]:
        check(operator, policy, target, views, View.dense(operator.output))


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_rows_of_a_slice_need_no_partial_sums(dtype: str) -> None:
    target = named("host")
    a, b = Operand.row_major(dtype, (3, 2, 150)), Operand.row_major(dtype, (150, 1), True)
    operator = matrix_product(a, b)
    operator = replace(operator, output=replace(operator.output, dtype=dtype))
    views = [inside_larger(a, (0, 1, 0), (0, 2, 0)), View.dense(b)]
    policy = IMPLEMENTATION.default(operator, target)
    check(operator, policy, target, views, View.dense(operator.output))
    program = IMPLEMENTATION.lower(operator, views, View.dense(operator.output), policy, target)
    (nest,) = program.kernels[0].nests
    order = [entry.axis for entry in loop_order(nest, target.lanes("float32"))]
    assert order[-1] == "c"


_BYTES = changed(
    target_of(2, 64),
    triple="x86_64-unknown-linux-gnu",
    features="+avx512bw,+avx512vl,+avx512vnni",
)


def product_of_bytes(rows: int, steps: int, columns: int) -> Operator:
    a = Operand.row_major("uint8", (rows, steps))
    b = Operand.row_major("int8", (columns, steps), True)
    operator = matrix_product(a, b, transpose_b=True)
    return replace(operator, output=replace(operator.output, dtype="int32"))


@pytest.mark.parametrize("preset", each("host", "avx2", "sse"))
@pytest.mark.parametrize("steps", [64, 68, 70])
@pytest.mark.parametrize(("rows", "columns"), [(33, 1), (3, 5), (1, 40)])
def test_bytes_are_multiplied_with_and_without_the_instruction(
    preset: str, steps: int, rows: int, columns: int
) -> None:
    operator = product_of_bytes(rows, steps, columns)
    rng = np.random.default_rng(0)
    arrays = [
        rng.integers(0, 256, (rows, steps)).astype(np.uint8),
        rng.integers(-128, 128, (columns, steps)).astype(np.int8),
    ]
    check_operator("matmul_dot", operator, _BYTES, 0, arrays)
    check_compiled("matmul_dot", operator, _BYTES, named(preset), arrays)


def test_bytes_that_lie_apart_are_multiplied_one_by_one() -> None:
    operator = product_of_bytes(8, 32, 1)
    a = View("uint8", (8, 32), (64, 2), 0)
    views = [a, View.dense(operator.inputs[1])]
    target = named("host")
    for policy in list(IMPLEMENTATION.space(operator, target))[:3]:
        check(operator, policy, target, views, View.dense(operator.output), 1)


def test_whole_groups_of_bytes_are_expected_to_be_faster() -> None:
    def seconds(steps: int) -> float:
        operator = product_of_bytes(4000, steps, 1)
        return IMPLEMENTATION.estimate(operator, IMPLEMENTATION.default(operator, _BYTES), _BYTES)

    assert 2 * seconds(64) < seconds(62)
