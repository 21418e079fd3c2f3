"""How much arithmetic the definitions of operators ask for."""

from __future__ import annotations

import pytest

from aoe.loops.expression import Accumulator
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.attention.attention import attention
from aoe.operators.useful_work import multiply_adds
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.tuning.examples import doubling

row = Operand.row_major


def recurrence() -> Operator:
    inputs = (row("float32", (2, 64, 3, 1024)), row("float32", (2, 1024, 256), constant=True))
    return Operator("Recurrent", (), inputs, row("float32", (2, 65, 2, 3, 256)), 2)


def heads() -> Operator:
    shapes = ((2, 7, 5), (2, 5, 11), (2, 11, 3))
    factors = [row("float32", shape) for shape in shapes]
    return attention(factors, Accumulator(), (), row("float32", (2, 7, 3)))


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        (convolution(row("float32", (1, 8, 6, 6)), 4, (3, 3), group=2), 4 * 4 * 4 * 4 * 3 * 3),
        (matrix_product(row("float32", (2, 3, 5)), row("float32", (5, 7))), 2 * 3 * 5 * 7),
        (recurrence(), 2 * 64 * 3 * 1024 * 256),
        (heads(), 2 * 7 * 11 * (5 + 3)),
        (doubling(1024), 0),
    ],
    ids=["convolution", "product", "recurrence", "attention", "pointwise"],
)
def test_each_product_of_the_definition_counts_once(operator: Operator, expected: int) -> None:
    assert multiply_adds(operator) == expected
