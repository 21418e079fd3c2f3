from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv.conv_winograd import IMPLEMENTATION as CONVOLUTION
from aoe.backends.cpu.implementations.conv.pooled_winograd import IMPLEMENTATION
from aoe.backends.registry import lower
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.conv.pooled_conv import TYPE, convolution_of
from tests.backends.cpu.implementations.computing import check
from tests.backends.cpu.targets import named, some
from tests.properties import examples

LAST = (0, 2, 3, 1)


def pooled(height: int, width: int, pads: tuple[int, ...] = (1, 1, 1, 1)) -> Operator:
    """The 2×2 maxima of a layer with a bias and a ReLU."""
    attributes = (("dilations", (1, 1)), ("group", 1), ("pads", pads), ("strides", (1, 1)))
    inputs = (
        Operand("float32", (2, 9, height, width), LAST),
        Operand.row_major("float32", (18, 9, 3, 3), constant=True),
        Operand.row_major("float32", (1, 18, 1, 1), constant=True),
    )
    result = [
        (extent + low + high - 2) // 2
        for extent, low, high in zip((height, width), pads[:2], pads[2:], strict=True)
    ]
    output = Operand("float32", (2, 18, *result), LAST)
    epilogue = apply("max", apply("add", Accumulator(), Load(2)), Constant(0.0))
    return Operator(TYPE, attributes, inputs, output, 2, epilogue=epilogue)


@given(
    name=some("host", "avx2"),
    image=st.tuples(st.integers(4, 13), st.integers(4, 13)),
    pads=st.sampled_from([(1, 1, 1, 1), (0, 0, 0, 0), (2, 1, 0, 1)]),
    number=st.integers(0, 95),
)
@examples(15)
def test_the_largest_of_four_results_agree_with_the_reference_under_any_policy(
    name: str, image: tuple[int, int], pads: tuple[int, ...], number: int
) -> None:
    operator, target = pooled(*image, pads), named(name)
    found = list(IMPLEMENTATION.space(operator, target))
    check(operator, found[number % len(found)], target, threads=2)


@pytest.mark.parametrize(
    ("transform", "kernels", "image"),
    [
        ("f2x2", "fused", (9, 9)),
        ("f2x2", "staged", (5, 13)),
        ("f4x4", "fused", (5, 13)),
        ("f4x4", "fused", (8, 8)),
        ("f4x4", "fused", (11, 6)),
        ("f4x4", "staged", (9, 9)),
        ("f4x4", "staged", (11, 6)),
    ],
)
def test_what_is_left_of_odd_results_is_not_stored(
    transform: str, kernels: str, image: tuple[int, int]
) -> None:
    operator, target = pooled(*image), named("host")
    policies = [
        policy
        for policy in IMPLEMENTATION.space(operator, target)
        if dict(policy.format)["transform"] == transform
        and dict(policy.schedule)["kernels"] == kernels
    ]
    check(operator, policies[-1], target, threads=3)


def test_tiles_that_are_no_whole_windows_are_refused() -> None:
    operator, target = pooled(9, 9), named("host")
    assert {dict(p.format)["transform"] for p in IMPLEMENTATION.space(operator, target)} == {
        "f2x2",
        "f4x4",
    }
    convolution = convolution_of(operator)
    alone = (p for p in CONVOLUTION.space(convolution, target) if ("transform", "f3x3") in p.format)
    policy = replace(next(alone), impl=IMPLEMENTATION.name)
    views = [View.dense(operand) for operand in operator.inputs]
    with pytest.raises(PolicyError, match="no whole windows"):
        lower(operator, views, View.dense(operator.output), policy, target)
