"""Products of few rows compute the reference: terms that no vector divides, columns that no block
divides, several warps for a column, several rows, batches, packed weights, 1 × 1 convolutions.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cuda.implementations.registry import implementations
from aoe.element_types import numpy_type
from aoe.operators.operator import Operand, Operator
from aoe.policy import Policy
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cuda.running import TARGET, executed_and_accepted
from tests.operators.operator_cases import arrays_for, check

TYPES = ("float32", "float16", "bfloat16")


def matrix(*shape: int, order: tuple[int, ...] = (), constant: bool = False) -> Operand:
    return Operand("float32", shape, order or tuple(range(len(shape))), constant)


def compared(
    name: str, operator: Operator, dtype: str = "float32", columns: int = 0, sharing: int = 0
) -> None:
    """Checks the best policy with these decisions."""
    first = tuple(replace(item, dtype=dtype) for item in operator.inputs[:2])
    operator = replace(operator, inputs=(*first, *operator.inputs[2:]))

    def wanted(policy: Policy) -> bool:
        schedule = dict(policy.schedule)
        return columns in (0, schedule["columns"]) and sharing in (0, schedule["sharing"])

    arrays = [
        array.astype(numpy_type(item.dtype))
        for array, item in zip(arrays_for(operator, 1), operator.inputs, strict=True)
    ]
    check(
        name,
        operator,
        TARGET,
        0,
        arrays,
        policies=1,
        run=executed_and_accepted,
        tolerance=3e-6,
        wanted=wanted,
        known=implementations,
    )


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_one_row(dtype: str, order: tuple[int, int]) -> None:
    operator = matrix_product(
        matrix(1, 520), matrix(520, 37, order=order, constant=True), bias=True
    )
    compared("gemv_matmul", operator, dtype)


@pytest.mark.parametrize("terms", [1, 7, 33, 130, 1028])
def test_any_number_of_terms(terms: int) -> None:
    for dtype in TYPES:
        compared(
            "gemv_matmul", matrix_product(matrix(1, terms), matrix(terms, 5, constant=True)), dtype
        )


@pytest.mark.parametrize("columns", [1, 2, 4])
@pytest.mark.parametrize("sharing", [32, 64, 128])
def test_any_share_of_warps(columns: int, sharing: int) -> None:
    operator = matrix_product(matrix(3, 1100), matrix(1100, 11, constant=True), bias=True)
    compared("gemv_matmul", operator, "float32", columns, sharing)


def test_eight_rows_of_a_wider_result() -> None:
    operator = matrix_product(matrix(2, 4, 96), matrix(96, 130, constant=True), bias=True)
    compared("gemv_matmul", operator, "float16", columns=4)


def test_batches_whose_second_operand_is_computed() -> None:
    operator = matrix_product(matrix(3, 2, 64), matrix(3, 64, 20, order=(0, 2, 1)))
    compared("gemv_matmul", operator)


def test_rows_that_do_not_lie_along_the_terms() -> None:
    operator = matrix_product(matrix(4, 72, order=(1, 0)), matrix(72, 9, constant=True))
    compared("gemv_matmul", operator, "bfloat16")


@pytest.mark.parametrize("dtype", TYPES)
def test_a_convolution_of_one_pixel(dtype: str) -> None:
    image = Operand("float32", (2, 48, 1, 1), (0, 2, 3, 1))
    compared("gemv_conv", convolution(image, 12, (1, 1), residual=True), dtype)
    grouped = Operand("float32", (1, 32, 1, 1), (0, 1, 2, 3))
    compared("gemv_conv", convolution(grouped, 12, (1, 1), group=2), dtype)


def test_what_is_not_read_once_is_left_to_others() -> None:
    item = implementations()["gemv_matmul"]
    few = matrix_product(matrix(8, 64), matrix(64, 16, constant=True))
    assert item.supports(few, TARGET)
    assert not item.supports(matrix_product(matrix(9, 64), matrix(64, 16, constant=True)), TARGET)
    assert not item.supports(matrix_product(matrix(8, 64), matrix(64, 16)), TARGET)
    image = Operand("float32", (1, 8, 2, 2), (0, 2, 3, 1))
    window = convolution(image, 4, (2, 2))
    assert not implementations()["gemv_conv"].supports(window, TARGET)
