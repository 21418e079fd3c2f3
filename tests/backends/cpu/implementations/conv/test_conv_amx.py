"""Convolutions of bfloat16 with AMX: interpreted, and compiled with the instructions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.operators.operator import Operator
from tests.backends.cpu.implementations.amx_convolutions import check_compiled
from tests.backends.cpu.implementations.conv.test_conv_bfloat16 import of_pairs
from tests.backends.cpu.implementations.conv.test_conv_int8 import image
from tests.backends.cpu.implementations.convolutions import Placed, convolution, convolutions
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES, needs_amx
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.operators.operator_cases import check
from tests.properties import examples

IMPLEMENTATION = implementations()["conv_amx"]

CASES = [
    of_pairs(convolution(image(8, 5, 6), 20, (3, 3), pads=(1, 1, 1, 1), bias=False)),
    of_pairs(convolution(image(32, 7, 7), 40, (1, 1), residual=True)),
    of_pairs(convolution(image(3, 9, 8), 7, (3, 2), strides=(2, 1), pads=(0, 1, 2, 0))),
    of_pairs(convolution(image(68, 4, 4), 8, (2, 2), dilations=(2, 1))),
    of_pairs(convolution(image(8, 4, 4), 8, (2, 2), dilations=(2, 1), group=2)),
    of_pairs(convolution(image(4, 9, batch=2), 17, (1,), bias=False, constant=False)),
    of_pairs(convolution(image(5, 2, 3, 2), 3, (1, 2, 2), pads=(1, 0, 0, 0, 1, 1))),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_convolutions_with_amx_agree_with_the_reference(operator: Operator, padding: int) -> None:
    check("conv_amx", operator, TILES, padding, arrays_of(operator))


@needs_amx
@given(case=convolutions(), number=st.integers(0, 511), threads=st.sampled_from((1, 2, 3)))
@examples(60)
def test_a_random_compiled_convolution_with_amx_agrees(
    case: Placed, number: int, threads: int
) -> None:
    check_compiled(IMPLEMENTATION, case, number, threads)


def test_a_padded_convolution_copies_its_input() -> None:
    policies = IMPLEMENTATION.space(CASES[0], TILES)
    assert {dict(policy.format)["input"] for policy in policies} == {"padded"}


def test_few_channels_are_taken_together_with_those_of_neighbouring_pixels() -> None:
    operator = of_pairs(convolution(image(3, 20, 20), 32, (7, 7), strides=(2, 2)))
    policies = IMPLEMENTATION.space(operator, TILES)
    assert {dict(policy.schedule)["unroll"] for policy in policies} == {14}


def test_rows_of_a_sliced_reduction_are_not_cut_unevenly_where_registers_share_places() -> None:
    operator = of_pairs(convolution(image(1, 8, 7), 1, (2, 1)))
    policies = [dict(policy.schedule) for policy in IMPLEMENTATION.space(operator, TILES)]
    assert all(item["depth"] == 2 for item in policies if item["tile"] == (1, 49))
    assert any(item["tile"] == (1, 49) for item in policies)
