from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.backend import CpuBackend
from aoe.backends.cpu.implementations.conv.conv_winograd_window import IMPLEMENTATION
from aoe.backends.cpu.lowering.winograd.large_window import filtering
from aoe.backends.registry import lower
from aoe.errors import PolicyError
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    dense_views,
    error,
    inside_larger,
    random_arrays,
    with_schedule,
)
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.targets import named, some
from tests.properties import examples

#: Channels and filters innermost, as channels-last tensors are once batch and channels are
#: exchanged; the result has the order of weights.
INNERMOST, WEIGHTS = (1, 2, 3, 0), (1, 0, 2, 3)


def gradient(
    images: int,
    filters: int,
    channels: int,
    window: tuple[int, int],
    pads: tuple[int, int, int, int] = (1, 1, 1, 1),
    order: tuple[int, ...] = WEIGHTS,
    strides: tuple[int, int] = (1, 1),
    residual: bool = False,
) -> Operator:
    """The convolution that is the gradient of the weights of a 3×3 convolution. `residual`: with
    another part of the gradient that is added to it.
    """
    height, width = (strides[d] * (window[d] - 1) + 3 - pads[d] - pads[2 + d] for d in range(2))
    x = Operand("float32", (images, channels, height, width), INNERMOST)
    operator = convolution(
        x,
        filters,
        window,
        dilations=strides,
        pads=pads,
        bias=False,
        residual=residual,
        function="",
        order=order,
        constant=False,
    )
    w = replace(operator.inputs[1], order=INNERMOST)
    return replace(operator, inputs=(operator.inputs[0], w, *operator.inputs[2:]))


@st.composite
def gradients(draw: st.DrawFn) -> Operator:
    number = st.sampled_from((8, 13, 16, 33, 40))
    window = (draw(st.integers(4, 11)), draw(st.integers(4, 11)))
    pads = [draw(st.integers(0, 1)) for _ in range(4)]
    return gradient(
        draw(number),
        draw(number),
        draw(st.integers(1, 3)),
        window,
        (pads[0], pads[1], pads[2], pads[3]),
        draw(st.sampled_from((WEIGHTS, (0, 1, 2, 3), (0, 2, 3, 1), (2, 3, 1, 0)))),
        (draw(st.integers(1, 2)), draw(st.integers(1, 2))),
        draw(st.booleans()),
    )


@given(
    name=some("host", "avx2", "sse"),
    operator=gradients(),
    number=st.integers(0, 23),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(18)
def test_a_random_gradient_agrees_with_the_reference_under_any_policy(
    name: str, operator: Operator, number: int, threads: int
) -> None:
    found = IMPLEMENTATION.space(operator, named(name))
    check(operator, found[number % len(found)], named(name), threads=threads)


def volume_gradient(
    images: int,
    channels: int,
    planes: tuple[int, int],
    pads: tuple[int, int] = (1, 1),
    stride: int = 1,
    order: tuple[int, ...] = (1, 0, 2, 3, 4),
    residual: bool = False,
) -> Operator:
    """The gradient of the weights of a three-dimensional convolution.

    Args:
        images: Channels of the layer.
        channels: Images of the layer.
        planes: Planes of the layer's result and of its window.
        pads: Planes of padding in front and behind.
        stride: Planes from one result of the layer to the next.
        order: The dimension order of the weights.
        residual: Whether another part of the gradient is added to it.
    """
    window, result = planes
    depth = stride * (window - 1) + result - sum(pads)
    x = Operand("float32", (images, channels, depth, 6, 7), (1, 2, 3, 4, 0))
    operator = convolution(
        x,
        24,
        (window, 6, 7),
        dilations=(stride, 1, 1),
        pads=(pads[0], 1, 1, pads[1], 1, 1),
        bias=False,
        residual=residual,
        function="",
        order=order,
        constant=False,
    )
    w = replace(operator.inputs[1], order=(1, 2, 3, 4, 0))
    return replace(operator, inputs=(operator.inputs[0], w, *operator.inputs[2:]))


@pytest.mark.parametrize("name", ["host", "sse"])
@pytest.mark.parametrize(
    ("channels", "planes", "pads", "stride"),
    [
        (1, (5, 3), (1, 1), 1),
        (2, (5, 3), (1, 1), 1),
        (2, (2, 3), (1, 1), 1),
        (3, (1, 3), (1, 1), 1),
        (2, (4, 2), (0, 1), 1),
        (2, (4, 1), (0, 0), 1),
        (2, (3, 3), (1, 1), 2),
        (1, (3, 5), (2, 1), 3),
    ],
)
def test_gradients_of_volumes_are_right_in_each_plane(
    name: str, channels: int, planes: tuple[int, int], pads: tuple[int, int], stride: int
) -> None:
    operator, target = volume_gradient(16, channels, planes, pads, stride), named(name)
    for policy in IMPLEMENTATION.space(operator, target)[::9]:
        check(operator, policy, target, threads=2)


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (0, 2, 3, 4, 1), (2, 3, 4, 1, 0)])
def test_weights_of_volumes_lie_in_any_order(order: tuple[int, ...]) -> None:
    operator, target = volume_gradient(16, 2, (4, 3), order=order), named("host")
    check(operator, IMPLEMENTATION.space(operator, target)[0], target, threads=2)


@pytest.mark.parametrize("planes", [(4, 3), (1, 3)])
def test_parts_of_a_gradient_of_volumes_are_added(planes: tuple[int, int]) -> None:
    operator, target = volume_gradient(16, 2, planes, residual=True), named("host")
    check(operator, IMPLEMENTATION.space(operator, target)[0], target, threads=2)


def test_volumes_can_be_slices_of_larger_ones() -> None:
    operator, target = volume_gradient(16, 2, (4, 3)), named("host")
    views = [inside_larger(item, (1, 0, 2, 1, 0), (0, 3, 1, 0, 2)) for item in operator.inputs]
    output = inside_larger(operator.output, (0, 5, 1, 0, 0), (0, 3, 0, 0, 0))
    check(operator, IMPLEMENTATION.space(operator, target)[0], target, views, output, threads=2)


def test_planes_that_see_only_padding_are_zero() -> None:
    operator, target = volume_gradient(16, 2, (2, 5), (2, 3)), named("host")
    policy = IMPLEMENTATION.space(operator, target)[0]
    result = compute(operator, policy, target, random_arrays(operator), threads=2)
    check(operator, policy, target, threads=2)
    assert not result[:, :, 4].any()


def test_results_of_many_planes_are_left_to_others() -> None:
    assert not IMPLEMENTATION.supports(volume_gradient(16, 1, (2, 9), (0, 0)), named("host"))


def test_operands_can_be_slices_of_larger_ones() -> None:
    operator = gradient(16, 24, 2, (8, 6))
    views = [inside_larger(item, (1, 0, 2, 1), (0, 3, 1, 0)) for item in operator.inputs]
    output = inside_larger(operator.output, (0, 5, 0, 0), (0, 3, 0, 0))
    policy = IMPLEMENTATION.space(operator, named("host"))[0]
    check(operator, policy, named("host"), views, output, threads=2)


@pytest.mark.parametrize("order", [WEIGHTS, (0, 2, 3, 1)])
@pytest.mark.parametrize("placed", [WEIGHTS, (2, 3, 1, 0)])
def test_parts_of_a_gradient_are_added_wherever_they_lie(
    order: tuple[int, ...], placed: tuple[int, ...]
) -> None:
    operator, target = gradient(16, 24, 2, (8, 6), order=order, residual=True), named("host")
    views = [
        *dense_views(operator)[:2],
        View.dense(replace(operator.inputs[2], order=placed)),
    ]
    check(operator, IMPLEMENTATION.space(operator, target)[0], target, views, None, threads=2)


def test_an_epilogue_of_scales_for_each_filter_is_right() -> None:
    x = Operand("float32", (16, 2, 8, 6), INNERMOST)
    for order in (WEIGHTS, (0, 2, 3, 1)):
        operator = convolution(x, 24, (8, 6), pads=(1, 1, 1, 1), order=order, constant=False)
        target = named("host")
        check(operator, IMPLEMENTATION.space(operator, target)[0], target, threads=2)


def test_tasks_smaller_than_the_result_are_right() -> None:
    operator, target = gradient(40, 80, 2, (8, 8)), named("host")
    policy = IMPLEMENTATION.space(operator, target)[0]
    width = target.lanes("float32")
    small = with_schedule(policy, tile=(1, 4), vectors=1, block=8, columns=2 * width)
    check(operator, small, target, threads=3)


def test_a_filter_of_the_result_is_stored_before_the_next_vector_of_filters_begins() -> None:
    operator, target = gradient(32, 64, 2, (8, 8)), named("host")
    policy = IMPLEMENTATION.space(operator, target)[0]
    views = dense_views(operator)
    lowered = lower(operator, views, View.dense(operator.output), policy, target)
    stored = lowered.kernels[-1].nests[-1]
    filters, images, pixels = (axis.name for axis in stored.axes)
    result = stored.stores[0].access
    assert result.stride(filters) > result.stride(images) > result.stride(pixels)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"columns": 7}, "whole register tiles"),
        ({"depth": 1}, "in one piece"),
        ({"block": 1 << 20}, "exceed the second-level cache"),
    ],
)
def test_a_policy_outside_the_space_is_refused(changes: dict[str, int], said: str) -> None:
    operator, target = gradient(16, 16, 2, (8, 8)), named("host")
    policy = with_schedule(IMPLEMENTATION.space(operator, target)[0], **changes)
    with pytest.raises(PolicyError, match=said):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


def test_a_policy_may_leave_out_prefetches() -> None:
    operator, target = gradient(16, 24, 2, (8, 8), strides=(2, 2)), named("host")
    policy = with_schedule(IMPLEMENTATION.space(operator, target)[0], prefetch=0)
    check(operator, policy, target, threads=2)


@pytest.mark.parametrize(("window", "tile"), [(28, 4), (14, 5), (7, 4), (4, 4), (10, 5), (6, 3)])
def test_tiles_of_dilated_windows_take_the_fewest_multiplications(window: int, tile: int) -> None:
    assert filtering(window, 2).tile == tile


def test_a_thread_that_computes_more_than_the_others_is_waited_for() -> None:
    """40 images in blocks of 24 are 24 and 16, one for each of two threads."""
    operator, target = gradient(40, 32, 8, (32, 32)), replace(named("host"), threads=2)
    policy = IMPLEMENTATION.space(operator, target)[0]
    even, uneven = (
        with_schedule(policy, tile=(1, 4), vectors=1, block=block, columns=32) for block in (20, 24)
    )
    estimates = [IMPLEMENTATION.estimate(operator, item, target) for item in (even, uneven)]
    assert estimates[1] > 1.1 * estimates[0]


def test_other_results_and_windows_are_left_to_others() -> None:
    supports, target = IMPLEMENTATION.supports, named("host")
    operator = gradient(16, 16, 2, (8, 8))
    assert supports(operator, target)
    x = Operand("float32", (16, 2, 8, 8), INNERMOST)
    assert not supports(convolution(x, 16, (5, 5), bias=False, function=""), target)
    assert supports(convolution(x, 16, (6, 6), bias=True, function="relu"), target)
    assert not supports(gradient(4, 16, 2, (8, 8)), target)
    assert not supports(gradient(16, 16, 2, (3, 3)), target)
    assert supports(gradient(16, 16, 2, (8, 8), strides=(2, 1)), target)
    assert not supports(gradient(16, 16, 2, (8, 8), strides=(3, 1)), target)


@pytest.mark.parametrize(("stride", "side"), [(1, 32), (2, 32), (2, 30)])
def test_rounding_errors_stay_under_the_tolerance(stride: int, side: int) -> None:
    # Activations after a ReLU and gradients of either sign, as in training.
    operator = gradient(64, 64, 8, (side, side), strides=(stride, stride))
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    policy = IMPLEMENTATION.space(operator, named("host"))[0]
    result = compute(operator, policy, named("host"), arrays)
    assert error(operator, arrays, result) <= IMPLEMENTATION.tolerance


def test_sums_over_many_tiles_round_as_sums_of_parts() -> None:
    """In one part, the root mean square is 1.7e-6 of that of the results."""
    operator, target = gradient(16, 16, 8, (32, 32)), named("host")
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    policy = IMPLEMENTATION.space(operator, target)[0]
    found = compute(operator, policy, target, arrays).astype(np.float64)
    expected = reference(operator, [array.astype(np.float64) for array in arrays])
    wrong = np.sqrt(((found - expected) ** 2).mean() / (expected**2).mean())
    assert wrong < 1.2e-6


def test_a_gradient_that_is_an_output_is_written_in_the_order_of_the_output() -> None:
    backend, operator = CpuBackend(), gradient(16, 16, 2, (8, 8))
    assert backend.output_order(operator, WEIGHTS) == WEIGHTS
    assert backend.output_order(operator) == (0, 2, 3, 1)
    assert backend.output_order(gradient(16, 16, 2, (8, 8), strides=(2, 2)), WEIGHTS) == WEIGHTS
    few = gradient(4, 16, 2, (8, 8))
    assert backend.output_order(few, WEIGHTS) == (0, 2, 3, 1)
