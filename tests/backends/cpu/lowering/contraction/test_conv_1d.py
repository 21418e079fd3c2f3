"""Convolutions with a window of one column compute what their originals do."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.cpu.lowering.contraction.conv_1d import (
    as_column_convolution,
    as_column_view,
    is_column_convolution,
)
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from tests.backends.cpu.implementations.computing import random_arrays
from tests.backends.cpu.implementations.convolutions import convolution
from tests.loops.interpreter import view_of


def line(order: tuple[int, ...]) -> Operator:
    x = Operand("float32", (2, 4, 19), order)
    return convolution(x, 5, (3,), (2,), (1,), (2, 1), residual=True, order=order)


def flat(order: tuple[int, ...]) -> Operator:
    x = Operand("float32", (2, 4, 6, 19), order)
    return convolution(x, 5, (1, 5), (1, 2), (1, 1), (1, 2, 0, 1), residual=True, order=order)


CASES = [
    pytest.param(line((0, 1, 2)), id="a line, channels first"),
    pytest.param(line((0, 2, 1)), id="a line, channels last"),
    pytest.param(flat((0, 1, 2, 3)), id="a row, channels first"),
    pytest.param(flat((0, 2, 3, 1)), id="a row, channels last"),
]


@pytest.mark.parametrize("operator", CASES)
def test_the_column_convolution_computes_the_same_on_the_same_memory(operator: Operator) -> None:
    whole, arrays = as_column_convolution(operator), random_arrays(operator)
    seen, views = [], [View.dense(operand) for operand in operator.inputs]
    for array, view, operand in zip(arrays, views, whole.inputs, strict=True):
        memory = np.zeros(array.size, array.dtype)
        view_of(memory, view)[...] = array
        turned = as_column_view(operator, view)
        assert turned.shape == operand.shape
        seen.append(view_of(memory, turned))
    result = np.zeros(np.prod(operator.output.shape), np.float32)
    view_of(result, as_column_view(operator, View.dense(operator.output)))[...] = reference(
        whole, seen
    )
    expected = reference(operator, arrays)
    found = view_of(result, View.dense(operator.output))
    np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("operator", CASES)
def test_the_window_is_of_one_column(operator: Operator) -> None:
    whole = as_column_convolution(operator)
    assert whole.inputs[1].shape[-1] == 1
    assert is_column_convolution(whole)
    assert not is_column_convolution(operator)


def test_other_convolutions_stay_as_they_are() -> None:
    operator = convolution(Operand.row_major("float32", (1, 4, 9, 9)), 5, (3, 3))
    assert as_column_convolution(operator) is operator


@pytest.mark.parametrize("operator", CASES)
def test_what_is_contiguous_stays_so(operator: Operator) -> None:
    before, after = (
        View.dense(operator.inputs[0]),
        View.dense(as_column_convolution(operator).inputs[0]),
    )
    seen = as_column_view(operator, before)
    moving = [place for place, extent in enumerate(seen.shape) if extent > 1]
    assert [seen.strides[place] for place in moving] == [after.strides[place] for place in moving]
