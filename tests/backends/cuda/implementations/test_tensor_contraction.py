"""Contractions by matrix instructions compute the reference: tiles that do not divide, borders,
strides, groups, batches, either order of the second operand, split reductions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cuda.implementations.registry import implementations
from aoe.element_types import numpy_type
from aoe.operators.operator import Operand, Operator
from aoe.policy import Policy
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cuda.running import TARGET, executed
from tests.operators.operator_cases import arrays_for, check


def typed(operator: Operator, dtype: str) -> Operator:
    """The operator with operands of a type; its result stays float32."""
    inputs = tuple(replace(item, dtype=dtype) for item in operator.inputs[:2])
    return replace(operator, inputs=(*inputs, *operator.inputs[2:]))


def compared(
    name: str, operator: Operator, dtype: str, split: int = 1, stages: int = 0, rows: int = 0
) -> None:
    """Checks the best policy with these decisions."""
    operator = typed(operator, dtype)

    def wanted(policy: Policy) -> bool:
        schedule = dict(policy.schedule)
        tile = schedule["tile"]
        assert isinstance(tile, tuple)
        return (
            schedule["split"] == split
            and stages in (0, schedule["stages"])
            and rows in (0, tile[0])
        )

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
        run=executed,
        tolerance=3e-6,
        wanted=wanted,
        known=implementations,
    )


def image(*shape: int) -> Operand:
    return Operand("float32", shape, (0, 2, 3, 1))


def matrix(*shape: int, order: Sequence[int] = (), constant: bool = False) -> Operand:
    return Operand("float32", shape, tuple(order or range(len(shape))), constant)


KINDS = [("", "float16"), ("", "bfloat16"), ("_tf32x3", "float32")]


@pytest.mark.parametrize(("ending", "dtype"), KINDS)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_product_whose_tiles_do_not_divide(
    ending: str, dtype: str, order: tuple[int, int]
) -> None:
    operator = matrix_product(matrix(37, 72), matrix(72, 50, order=order, constant=True), bias=True)
    compared(f"mma_matmul{ending}", operator, dtype)


@pytest.mark.parametrize(("ending", "dtype"), KINDS)
def test_a_convolution_with_borders(ending: str, dtype: str) -> None:
    operator = convolution(image(2, 16, 5, 6), 24, (3, 3), pads=(1, 1, 1, 1), residual=True)
    compared(f"mma_conv{ending}", operator, dtype)


def test_a_strided_convolution_of_groups_and_odd_channels() -> None:
    operator = convolution(
        image(1, 6, 9, 9), 10, (3, 3), strides=(2, 2), dilations=(1, 2), pads=(1, 2, 1, 2), group=2
    )
    compared("mma_conv", operator, "float16")
    compared("mma_conv_tf32x3", operator, "float32")


def test_batches_of_products_whose_operands_are_computed() -> None:
    operator = matrix_product(matrix(3, 20, 40), matrix(3, 40, 24))
    compared("mma_matmul", operator, "float16")


@pytest.mark.parametrize("stages", [2, 3, 4])
def test_any_number_of_stages(stages: int) -> None:
    operator = matrix_product(matrix(16, 200), matrix(200, 32, constant=True))
    compared("mma_matmul", operator, "float16", stages=stages)


@pytest.mark.parametrize("rows", [16, 32, 64, 128])
def test_tiles_of_several_warps(rows: int) -> None:
    operator = matrix_product(matrix(130, 64), matrix(64, 72, constant=True))
    compared("mma_matmul", operator, "float16", rows=rows)


@pytest.mark.parametrize(("ending", "dtype"), KINDS[1:])
def test_a_split_reduction_is_summed_up(ending: str, dtype: str) -> None:
    operator = matrix_product(matrix(9, 512), matrix(512, 16, constant=True), bias=True)
    compared(f"mma_matmul{ending}", operator, dtype, split=2)


def test_a_split_convolution_keeps_its_borders() -> None:
    operator = convolution(image(1, 64, 3, 3), 16, (3, 3), pads=(1, 1, 1, 1))
    compared("mma_conv", operator, "float16", split=2)


def test_three_products_of_tf32_are_as_exact_as_float32() -> None:
    operator = matrix_product(matrix(16, 128), matrix(128, 16, constant=True))
    item = implementations()["mma_matmul_tf32x3"]
    assert item.supports(operator, TARGET)
    assert not item.supports(replace(operator, precision="highest"), TARGET)
    assert not implementations()["mma_matmul"].supports(operator, TARGET)
    assert np.finfo(np.float32).eps < 3e-6 < 2.0**-11
