from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul.matmul_dot import IMPLEMENTATION
from aoe.operators.operator import Operand
from tests.backends.cpu.implementations.computing import check
from tests.backends.cpu.implementations.convolutions import Placed
from tests.backends.cpu.implementations.matmul_cases import matrix_product, matrix_products
from tests.backends.cpu.targets import each, named
from tests.properties import examples


@pytest.mark.parametrize("name", each("host", "avx512", "avx2", "sse"))
@given(
    case=matrix_products(dots=True),
    number=st.integers(0, 63),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(25)
def test_a_random_product_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    target = named(name)
    assume(IMPLEMENTATION.supports(case.operator, target))
    policies = list(IMPLEMENTATION.space(case.operator, target))
    policy = policies[number % len(policies)]
    check(case.operator, policy, target, case.views, case.output, threads)


def test_many_rows_and_strided_reductions_are_left_to_others() -> None:
    target = named("host")

    def supported(rows: int, transpose_b: bool) -> bool:
        a = Operand.row_major("float32", (rows, 24))
        b = Operand.row_major("float32", (24, 24), True)
        return IMPLEMENTATION.supports(matrix_product(a, b, transpose_b=transpose_b), target)

    assert supported(4, transpose_b=True)
    assert not supported(4, transpose_b=False)
    assert not supported(100, transpose_b=True)
