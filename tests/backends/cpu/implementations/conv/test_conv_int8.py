"""Convolutions of uint8 by int8, four channels at a time: interpreted, and compiled with and
without VNNI.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.registry import default_policy
from aoe.loops.expression import Accumulator, Constant, Load, apply, cast
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.computing import compute, dense_views
from tests.backends.cpu.implementations.convolutions import Placed, convolution, convolutions
from tests.backends.cpu.targets import named, some
from tests.operators.operator_cases import check, target
from tests.properties import examples

IMPLEMENTATION = implementations()["conv_int8"]

_VNNI = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512vnni")


def of_bytes(operator: Operator) -> Operator:
    """A convolution of bytes, with the epilogue of a quantised layer."""
    x, w, *others = operator.inputs
    scaled = apply("mul", cast(Accumulator(), "float32"), Constant(0.001))
    for number in range(2, len(operator.inputs)):
        scaled = apply("add", scaled, Load(number))
    bounded = apply("min", apply("max", apply("round", scaled), Constant(-128.0)), Constant(127.0))
    inputs = (replace(x, dtype="uint8"), replace(w, dtype="int8"), *others)
    if others:
        output = replace(operator.output, dtype="int8")
        return replace(operator, inputs=inputs, output=output, epilogue=cast(bounded, "int8"))
    output = replace(operator.output, dtype="int32")
    return replace(operator, inputs=inputs, output=output, epilogue=Accumulator())


def arrays_of(operator: Operator) -> list[np.ndarray]:
    """Inputs over the whole range, including its ends."""
    rng = np.random.default_rng(0)
    arrays = [
        rng.integers(0, 256, item.shape).astype(item.dtype)
        if item.dtype.endswith("int8")
        else rng.standard_normal(item.shape).astype(item.dtype)
        for item in operator.inputs
    ]
    arrays[0].reshape(-1)[::3] = 255
    arrays[1].reshape(-1)[::5] = -128
    return arrays


def image(channels: int, *sizes: int, batch: int = 1) -> Operand:
    order = (0, *range(2, len(sizes) + 2), 1)
    return Operand("float32", (batch, channels, *sizes), order)


CASES = [
    of_bytes(convolution(image(8, 5, 6), 20, (3, 3), pads=(1, 1, 1, 1), bias=False)),
    of_bytes(convolution(image(3, 7, 6), 7, (3, 2), strides=(2, 1), pads=(0, 1, 2, 0))),
    of_bytes(convolution(image(6, 7, 6), 7, (1, 1), strides=(2, 3))),
    of_bytes(convolution(image(6, 4, 4), 8, (2, 2), dilations=(2, 1), group=2)),
    of_bytes(convolution(image(4, 9, batch=2), 17, (1,), bias=False, constant=False)),
    of_bytes(convolution(image(5, 2, 3, 2), 3, (1, 2, 2), pads=(1, 0, 0, 0, 1, 1))),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_byte_convolutions_are_exact(operator: Operator, padding: int) -> None:
    check("conv_int8", operator, _VNNI, padding, arrays_of(operator))


@given(
    preset=some("host", "avx2", "sse"),
    case=convolutions(),
    number=st.integers(0, 127),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(38)
def test_a_random_compiled_byte_convolution_is_exact_with_and_without_the_instruction(
    preset: str, case: Placed, number: int, threads: int
) -> None:
    operator, destination = of_bytes(case.operator), named(preset)
    lowered_for = changed(destination, features=_VNNI.features, triple=_VNNI.triple)
    if not IMPLEMENTATION.supports(operator, lowered_for):
        return
    views = [replace(v, dtype=i.dtype) for v, i in zip(case.views, operator.inputs, strict=True)]
    output = replace(case.output, dtype=operator.output.dtype)
    policies = list(IMPLEMENTATION.space(operator, lowered_for))
    policy, arrays = policies[number % len(policies)], arrays_of(operator)
    expected = reference(operator, arrays)
    found = compute(operator, policy, lowered_for, arrays, views, output, threads, destination)
    np.testing.assert_array_equal(found, expected, err_msg=str(policy))


def first_layer() -> Operator:
    """The first layer of a quantised network: three channels of an image in planes."""
    return of_bytes(
        convolution(Operand("float32", (1, 3, 64, 64), (0, 1, 2, 3)), 24, (3, 3), strides=(2, 2))
    )


def test_few_channels_are_copied_in_words_of_whole_groups() -> None:
    operator = first_layer()
    views, policy = dense_views(operator), IMPLEMENTATION.default(operator, _VNNI)
    copy = IMPLEMENTATION.lower(
        operator, views, View.dense(operator.output), policy, _VNNI
    ).kernels[0]
    assert copy.nests[0].stores[0].access.dtype == "int32"
    assert copy.nests[0].schedule.vector == "i1"


def test_a_first_layer_of_bytes_multiplies_groups() -> None:
    assert default_policy(first_layer(), _VNNI).impl == "conv_int8"
