"""Convolutions of float32 with AMX, numbers split into two terms: interpreted, and compiled with
the instructions.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.operators.operator import Operator, View
from tests.backends.cpu.implementations.amx_convolutions import check_compiled
from tests.backends.cpu.implementations.conv.test_conv_int8 import image
from tests.backends.cpu.implementations.convolutions import Placed, convolution, convolutions
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES, needs_amx
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.operators.operator_cases import check
from tests.properties import examples

IMPLEMENTATION = implementations()["conv_amx_2_terms"]

CASES = [
    convolution(image(8, 5, 6), 20, (3, 3), pads=(1, 1, 1, 1), bias=False),
    convolution(image(32, 7, 7), 40, (1, 1), residual=True),
    convolution(image(3, 9, 8), 7, (3, 2), strides=(2, 1), pads=(0, 1, 2, 0)),
    convolution(image(68, 4, 4), 8, (2, 2), dilations=(2, 1)),
    convolution(image(8, 4, 4), 8, (2, 2), dilations=(2, 1), group=2),
    convolution(image(4, 9, batch=2), 17, (1,), bias=False, constant=False),
    convolution(image(5, 2, 3, 2), 3, (1, 2, 2), pads=(1, 0, 0, 0, 1, 1)),
    convolution(image(16, 7, 8), 20, (1, 1), strides=(2, 3)),
    convolution(image(6, 7, 5), 8, (3, 1), strides=(2, 2), pads=(1, 0, 1, 0), group=2),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_convolutions_of_split_numbers_agree_with_the_reference(
    operator: Operator, padding: int
) -> None:
    check("conv_amx_2_terms", operator, TILES, padding, arrays_of(operator))


@needs_amx
@given(case=convolutions(), number=st.integers(0, 511), threads=st.sampled_from((1, 2, 3)))
@examples(60)
def test_a_random_compiled_convolution_of_split_numbers_agrees(
    case: Placed, number: int, threads: int
) -> None:
    check_compiled(IMPLEMENTATION, case, number, threads, narrow=False)


def test_numbers_are_always_copied_as_terms() -> None:
    policies = IMPLEMENTATION.space(CASES[1], TILES)
    assert {dict(policy.format)["input"] for policy in policies} == {"padded"}


def test_pixels_between_windows_are_not_copied() -> None:
    operator = convolution(image(16, 7, 8), 20, (1, 1), strides=(2, 3))
    policy = IMPLEMENTATION.space(operator, TILES)[0]
    views = [View.dense(item) for item in operator.inputs]
    program = IMPLEMENTATION.lower(operator, views, View.dense(operator.output), policy, TILES)
    (copy,) = (kernel for kernel in program.kernels if kernel.name == "pad")
    assert [axis.extent for axis in copy.nests[0].axes if axis.name.startswith("i")] == [4, 3]


def test_few_channels_are_taken_together_with_those_of_neighbouring_pixels() -> None:
    operator = convolution(image(3, 20, 20), 32, (7, 7), strides=(2, 2))
    policies = IMPLEMENTATION.space(operator, TILES)
    assert {dict(policy.schedule)["unroll"] for policy in policies} == {14}
