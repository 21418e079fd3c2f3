"""Convolutions of float32 with AMX over strips of rows, numbers split into two terms: interpreted,
and compiled with the instructions.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.operators.operator import Operator
from tests.backends.cpu.implementations.amx_convolutions import check_compiled
from tests.backends.cpu.implementations.conv.test_conv_int8 import image
from tests.backends.cpu.implementations.convolutions import Placed, convolution, convolutions
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES, needs_amx
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.operators.operator_cases import check
from tests.properties import examples

IMPLEMENTATION = implementations()["conv_amx_2_terms_strips"]

CASES = [
    convolution(image(8, 5, 6), 20, (3, 3), pads=(1, 1, 1, 1), bias=False),
    convolution(image(8, 12, 9), 40, (3, 3), pads=(1, 1, 1, 1), residual=True),
    convolution(image(3, 9, 8), 7, (3, 2), strides=(2, 1), pads=(0, 1, 2, 0)),
    convolution(image(68, 4, 4), 8, (2, 2), dilations=(2, 1)),
    convolution(image(40, 6, 8), 24, (1, 1), residual=True),
    convolution(image(8, 4, 4, batch=2), 7, (1, 1), bias=False),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_strips_of_split_numbers_agree_with_the_reference(operator: Operator, padding: int) -> None:
    check("conv_amx_2_terms_strips", operator, TILES, padding, arrays_of(operator))


@needs_amx
@given(case=convolutions(), number=st.integers(0, 511), threads=st.sampled_from((1, 2, 3)))
@examples(60)
def test_a_random_compiled_convolution_over_strips_of_split_numbers_agrees(
    case: Placed, number: int, threads: int
) -> None:
    check_compiled(IMPLEMENTATION, case, number, threads, narrow=False)
