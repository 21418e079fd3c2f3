"""Convolutions of bfloat16, two channels at a time: interpreted, and compiled with and without the
instruction.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.operators.operator import Operator
from aoe.operators.reference import reference
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.computing import compute
from tests.backends.cpu.implementations.conv.test_conv_int8 import image
from tests.backends.cpu.implementations.convolutions import Placed, convolution, convolutions
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.backends.cpu.targets import named, some
from tests.operators.operator_cases import check, target
from tests.properties import examples

IMPLEMENTATION = implementations()["conv_bfloat16"]

_PAIRS = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512bf16")


def of_pairs(operator: Operator) -> Operator:
    """A convolution that reads bfloat16."""
    x, w, *others = operator.inputs
    inputs = (replace(x, dtype="bfloat16"), replace(w, dtype="bfloat16"), *others)
    return replace(operator, inputs=inputs)


CASES = [
    of_pairs(convolution(image(8, 5, 6), 20, (3, 3), pads=(1, 1, 1, 1), bias=False)),
    of_pairs(convolution(image(3, 7, 6), 7, (3, 2), strides=(2, 1), pads=(0, 1, 2, 0))),
    of_pairs(convolution(image(6, 4, 4), 8, (2, 2), dilations=(2, 1), group=2)),
    of_pairs(convolution(image(4, 9, batch=2), 17, (1,), bias=False, constant=False)),
    of_pairs(convolution(image(5, 2, 3, 2), 3, (1, 2, 2), pads=(1, 0, 0, 0, 1, 1))),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_convolutions_of_pairs_agree_with_the_reference(operator: Operator, padding: int) -> None:
    check("conv_bfloat16", operator, _PAIRS, padding, arrays_of(operator))


@given(
    preset=some("host", "avx2", "sse"),
    case=convolutions(),
    number=st.integers(0, 127),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(38)
def test_a_random_compiled_convolution_of_pairs_agrees_with_and_without_the_instruction(
    preset: str, case: Placed, number: int, threads: int
) -> None:
    operator, destination = of_pairs(case.operator), named(preset)
    lowered_for = changed(destination, features=_PAIRS.features, triple=_PAIRS.triple)
    if not IMPLEMENTATION.supports(operator, lowered_for):
        return
    views = [replace(v, dtype=i.dtype) for v, i in zip(case.views, operator.inputs, strict=True)]
    policies = list(IMPLEMENTATION.space(operator, lowered_for))
    policy, arrays = policies[number % len(policies)], arrays_of(operator)
    expected = reference(operator, arrays)
    found = compute(operator, policy, lowered_for, arrays, views, case.output, threads, destination)
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    np.testing.assert_allclose(found, expected, atol=1e-5 * scale, rtol=0, err_msg=str(policy))
