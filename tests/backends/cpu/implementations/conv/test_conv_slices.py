from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv.conv_slices import IMPLEMENTATION
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operand, Operator, View
from tests.backends.cpu.implementations.computing import (
    check,
    dense_views,
    inside_larger,
    with_schedule,
)
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.targets import named, some
from tests.properties import examples

#: Images that are neighbours in memory, as channels are where the gradient of weights is computed.
IMAGES_LAST = (1, 2, 3, 0)


def gradient(
    channels: int,
    batch: int,
    image: tuple[int, int],
    filters: int,
    window: tuple[int, int],
    stride: int = 1,
    pads: tuple[int, int, int, int] = (1, 1, 1, 1),
    dtype: str = "float32",
) -> Operator:
    """The gradient of the weights of a convolution of `stride` from `channels` to `filters`."""
    x = Operand(dtype, (channels, batch, *image), IMAGES_LAST)
    operator = convolution(
        x, filters, window, dilations=(stride, stride), pads=pads, residual=True, constant=False
    )
    results = Operand(dtype, (filters, batch, *window), IMAGES_LAST)
    return replace(operator, inputs=(x, results, *operator.inputs[2:]))


@given(
    name=some("host", "avx2", "sse"),
    threads=st.sampled_from((1, 3)),
    channels=st.integers(20, 40),
    filters=st.integers(1, 40),
    strided=st.booleans(),
    pads=st.sampled_from(((1, 1, 1, 1), (1, 1, 0, 0), (0, 0, 0, 0))),
    dtype=st.sampled_from(("float32", "float32", "bfloat16")),
    placed=st.booleans(),
    number=st.integers(0, 400),
)
@examples(40)
def test_a_random_gradient_agrees_with_the_reference_under_any_policy(
    name: str,
    threads: int,
    channels: int,
    filters: int,
    strided: bool,
    pads: tuple[int, int, int, int],
    dtype: str,
    placed: bool,
    number: int,
) -> None:
    target = replace(named(name), threads=threads)
    image, window, stride = ((14, 16), (7, 8), 2) if strided else ((8, 9), (8, 9), 1)
    if pads == (0, 0, 0, 0):
        image = (image[0] + 1, image[1] + 1)
    operator = gradient(channels, 6, image, filters, window, stride, pads, dtype)
    assert IMPLEMENTATION.supports(operator, target)
    policies = IMPLEMENTATION.space(operator, target)
    views = [View.dense(item) for item in operator.inputs]
    if placed:
        views[:2] = [inside_larger(item, [1] * 4, [2] * 4) for item in operator.inputs[:2]]
    check(operator, policies[number % len(policies)], target, views, threads=threads)


def _strided() -> Operator:
    return gradient(128, 8, (56, 56), 128, (28, 28), 2, (1, 1, 0, 0))


@pytest.mark.parametrize("threads", [1, 2])
def test_slices_are_around_all_rows_and_the_next_one_is_fetched(threads: int) -> None:
    pad, kernel = _lowered(_strided(), threads, depth=4, tile=(1, 13)).kernels
    (nest,) = kernel.nests
    assert pad.name == "pad"
    assert [axis.name for axis in kernel.axes] == ["k"]
    assert [loop.axis for loop in nest.schedule.order][:3] == ["c", "d", "o0"]
    of_a, of_b = nest.prefetch
    assert (of_a.operand, of_a.elements, of_b.operand) == (0, 13, 1)
    assert of_b.offset == 4 * 28 * 128


@pytest.mark.parametrize(
    "change", [{"prefetch": 0}, {"depth": 28}, {"depth": 3}, {"parallel": "rows"}]
)
def test_other_slices_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(PolicyError, match="not a policy of conv_slices"):
        _lowered(_strided(), **change)


def _lowered(operator: Operator, threads: int = 2, **change: Any) -> LoweredOperator:
    target = replace(named("avx512"), threads=threads)
    policy = with_schedule(IMPLEMENTATION.default(operator, target), **change)
    return lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


def test_others_are_not_cut_into_slices() -> None:
    target, operator = named("host"), _strided()
    x, w, *others = operator.inputs
    row_major = replace(w, order=(0, 1, 2, 3))
    for inputs in ((replace(x, constant=True), w), (x, replace(w, constant=True)), (x, row_major)):
        assert not IMPLEMENTATION.supports(replace(operator, inputs=(*inputs, *others)), target)
    plain = convolution(Operand("float32", (2, 64, 14, 14), (0, 2, 3, 1)), 64, (3, 3))
    few = gradient(32, 2, (8, 8), 32, (8, 8))  # too few slices
    long = gradient(1024, 8, (14, 14), 64, (14, 14))  # a row fills a page
    for other in (plain, few, long):
        assert not IMPLEMENTATION.supports(other, target)


@pytest.mark.parametrize(
    "operator", [_strided(), gradient(256, 8, (28, 28), 256, (14, 14), 2, (1, 1, 0, 0))]
)
def test_slices_are_the_default_where_lines_of_images_are_far_apart(operator: Operator) -> None:
    direct, target = replace(operator, precision="direct"), replace(named("avx512"), threads=2)
    assert default_policy(direct, target).impl == "conv_slices"
