"""Convolutions with AMX over strips of rows: interpreted, and compiled with the instructions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.errors import PolicyError
from aoe.operators.operator import Operator, View
from tests.backends.cpu.implementations.amx_convolutions import check_compiled
from tests.backends.cpu.implementations.computing import with_schedule
from tests.backends.cpu.implementations.conv.test_conv_bfloat16 import of_pairs
from tests.backends.cpu.implementations.conv.test_conv_int8 import image
from tests.backends.cpu.implementations.convolutions import Placed, convolution, convolutions
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES, needs_amx
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.operators.operator_cases import check
from tests.properties import examples

IMPLEMENTATION = implementations()["conv_amx_strips"]

CASES = [
    of_pairs(convolution(image(8, 5, 6), 20, (3, 3), pads=(1, 1, 1, 1), bias=False)),
    of_pairs(convolution(image(8, 12, 9), 40, (3, 3), pads=(1, 1, 1, 1), residual=True)),
    of_pairs(convolution(image(3, 9, 8), 7, (3, 2), strides=(2, 1), pads=(0, 1, 2, 0))),
    of_pairs(convolution(image(68, 4, 4), 8, (2, 2), dilations=(2, 1))),
    of_pairs(convolution(image(6, 8, 8, batch=2), 17, (5, 5), strides=(2, 2), pads=(2, 2, 2, 2))),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_strips_agree_with_the_reference(operator: Operator, padding: int) -> None:
    check("conv_amx_strips", operator, TILES, padding, arrays_of(operator))


@needs_amx
@given(case=convolutions(), number=st.integers(0, 511), threads=st.sampled_from((1, 2, 3)))
@examples(60)
def test_a_random_compiled_convolution_over_strips_agrees(
    case: Placed, number: int, threads: int
) -> None:
    check_compiled(IMPLEMENTATION, case, number, threads)


@pytest.mark.parametrize("change", [{"block": 7}, {"parallel": "columns"}, {"tile": (9, 9)}])
def test_a_strip_must_be_an_even_share_of_all_rows(change: dict[str, int]) -> None:
    operator = CASES[1]
    policy = with_schedule(IMPLEMENTATION.default(operator, TILES), **change)
    views, output = [View.dense(item) for item in operator.inputs], View.dense(operator.output)
    with pytest.raises(PolicyError):
        IMPLEMENTATION.lower(operator, views, output, policy, TILES)


def test_a_1x1_convolution_has_no_strips() -> None:
    assert not IMPLEMENTATION.supports(of_pairs(convolution(image(32, 7, 7), 40, (1, 1))), TILES)
