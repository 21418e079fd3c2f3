"""Grouped matmuls: which rows a group has, and what is refused."""

from __future__ import annotations

import re

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.operators.operator import Operand
from aoe.operators.reference import reference
from aoe.operators.types.matmul.grouped_matmul import OPERATOR, grouped_matmul
from tests.operators.source_node import TypedNode

RNG = np.random.default_rng(0)
ROWS, MATRICES = RNG.normal(size=(7, 3)), RNG.normal(size=(4, 3, 2))


def computed(a: np.ndarray, b: np.ndarray, ends: list[int]) -> np.ndarray:
    arrays = [a, b, np.array(ends)]
    operands = [Operand.row_major(str(item.dtype), item.shape) for item in arrays]
    return reference(grouped_matmul(*operands), arrays)


@pytest.mark.parametrize(
    ("ends", "numbers"),
    [
        ([2, 2, 5, 7], [0, 0, 2, 2, 2, 3, 3]),
        ([0, 7, 7, 7], [1] * 7),
        ([3, 1, 4, 9], [0, 0, 0, 2, 3, 3, 3]),  # an end before that of another group, one outside
        ([-2, 1, 2, 2], [1, 2, None, None, None, None, None]),
    ],
)
def test_each_row_is_multiplied_by_the_matrix_of_its_group(
    ends: list[int], numbers: list[int | None]
) -> None:
    expected = [
        np.zeros(2) if number is None else row @ MATRICES[number]
        for row, number in zip(ROWS, numbers, strict=True)
    ]
    np.testing.assert_allclose(computed(ROWS, MATRICES, ends), expected)


def test_each_group_is_summed_by_itself() -> None:
    other = RNG.normal(size=(7, 2))
    found = computed(ROWS.T, other, [2, 2, 5, 6])
    for group, rows in enumerate([slice(0, 2), slice(2, 2), slice(2, 5), slice(5, 6)]):
        np.testing.assert_allclose(found[group], ROWS[rows].T @ other[rows], atol=1e-12)


@pytest.mark.parametrize(
    ("types", "shapes", "why"),
    [
        (("float16", "float16", "int32"), ((7, 3), (4, 3, 2), (4,)), "element types float16"),
        (("float32", "float64", "int32"), ((7, 3), (4, 3, 2), (4,)), "element types float32"),
        (("float32", "float32", "float32"), ((7, 3), (4, 3, 2), (4,)), "element types float32"),
        (("float32", "float32", "int32"), ((1, 7, 3), (4, 3, 2), (4,)), "are not computed"),
        (("float32", "float32", "int32"), ((7, 3), (4, 2, 2), (4,)), "do not multiply"),
        (("float32", "float32", "int32"), ((7, 3), (4, 3, 2), (5,)), "do not multiply"),
        (("float32", "float32", "int32"), ((3, 7), (6, 2), (5,)), "do not multiply"),
        (("float32", "float32", "int32"), ((7, 3), (0, 3, 2), (0,)), "(0, 3, 2) have no elements"),
        (("float32", "float32", "int32"), ((7, 0), (4, 0, 2), (4,)), "(4, 0, 2) have no elements"),
        (("float32", "float32", "int32"), ((7, 3), (4, 3, 0), (4,)), "(4, 3, 0) have no elements"),
        (("float32", "float32", "int32"), ((3, 7), (7, 2), (0,)), "put zeros of shape (0, 3, 2)"),
    ],
)
def test_what_does_not_multiply_is_refused(
    types: tuple[str, ...], shapes: tuple[tuple[int, ...], ...], why: str
) -> None:
    inputs = [Operand.row_major(*item) for item in zip(types, shapes, strict=True)]
    node = TypedNode("GroupedMatMul", inputs, inputs[0])
    with pytest.raises(UnsupportedModelError, match=re.escape(why)):
        OPERATOR.import_node(node)
