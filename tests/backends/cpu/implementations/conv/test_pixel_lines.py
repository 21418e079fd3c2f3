"""Lines of pixels of another length than a row of the image."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.implementations.conv._pixel_lines import lengths, over_lines, views_over_lines
from aoe.operators.operator import Operand, Operator, View
from tests.backends.cpu.implementations.conv.test_conv_int8 import image
from tests.backends.cpu.implementations.convolutions import convolution


def pointwise(height: int, width: int, residual: bool = True) -> Operator:
    return convolution(image(8, height, width), 24, (1, 1), residual=residual)


def test_lengths_fill_registers_of_rows_best_first() -> None:
    assert lengths(pointwise(56, 56)) == (64, 32, 16)
    assert lengths(pointwise(14, 14))[:2] == (28, 14)


@pytest.mark.parametrize(
    "operator",
    [
        convolution(image(8, 6, 6), 8, (3, 3)),
        convolution(image(8, 6, 6), 8, (1, 1), strides=(2, 2)),
        convolution(image(8, 6, 6), 8, (1, 1), pads=(1, 1, 1, 1)),
    ],
)
def test_windows_strides_and_borders_tell_pixels_apart(operator: Operator) -> None:
    assert lengths(operator) == ()


def test_pixels_in_another_order_have_no_lines() -> None:
    operator = pointwise(4, 6)
    turned = replace(operator.output, order=(0, 3, 2, 1))
    assert lengths(replace(operator, output=turned)) == ()


def test_all_that_has_pixels_is_cut_alike() -> None:
    made = over_lines(pointwise(4, 6), 3)
    x, weights, bias, residual = made.inputs
    assert x.shape[2:] == residual.shape[2:] == made.output.shape[2:] == (8, 3)
    assert (weights.shape[2:], bias.shape[2:]) == ((1, 1), (1, 1))


def test_views_of_parts_with_gaps_between_rows_are_none() -> None:
    operator = pointwise(4, 6, residual=False)
    made = over_lines(operator, 3)
    operands: list[Operand] = [*operator.inputs, operator.output]
    views = [View.dense(item) for item in operands]
    assert views_over_lines(views, made) is not None
    strides = (*views[0].strides[:2], views[0].strides[2] + 8, views[0].strides[3])
    assert views_over_lines([replace(views[0], strides=strides), *views[1:]], made) is None
