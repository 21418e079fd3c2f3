from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv.conv_winograd_volume import IMPLEMENTATION
from aoe.backends.cpu.lowering.winograd.volume import Run, layer_of
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    dense_views,
    error,
    random_arrays,
    with_schedule,
)
from tests.backends.cpu.implementations.convolutions import Placed, convolution, volumes
from tests.backends.cpu.targets import named, some
from tests.properties import examples

LAST = (0, 2, 3, 4, 1)


def layer(
    channels: int,
    filters: int,
    depth: int,
    side: int,
    batch: int = 1,
    stride: int = 1,
    constant: bool = True,
) -> Operator:
    """A channels-last 3×3×3 layer with padding around its images."""
    x = Operand("float32", (batch, channels, depth, side, side), LAST)
    return convolution(
        x, filters, (3, 3, 3), (stride, 1, 1), pads=(1,) * 6, residual=True, constant=constant
    )


def policies(operator: Operator, kernels: str, transform: str = "f4x4") -> list[Policy]:
    return [
        policy
        for policy in IMPLEMENTATION.space(operator, named("host"))
        if dict(policy.format)["transform"] == transform
        and dict(policy.schedule)["kernels"] == kernels
    ]


@given(
    name=some("host", "avx2", "sse"),
    case=volumes(),
    number=st.integers(0, 200),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(18)
def test_a_random_layer_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    target = named(name)
    found = IMPLEMENTATION.space(case.operator, target)
    policy = found[number % len(found)]
    check(case.operator, policy, target, case.views, case.output, threads)


@pytest.mark.parametrize("planes", [1, 2, 3, 5])
def test_blocks_of_any_number_of_planes_are_right(planes: int) -> None:
    operator = layer(8, 20, 5, 7, batch=2)
    policy = policies(operator, "fused")[0]
    cut = with_schedule(policy, planes=planes, down=1, across=2, block=2, tile=(1, 2))
    check(operator, cut, named("host"), threads=3)


@pytest.mark.parametrize("kernels", ["fused", "staged"])
def test_planes_further_apart_are_right(kernels: str) -> None:
    operator = layer(8, 20, 7, 6, batch=2, stride=2)
    for policy in policies(operator, kernels)[::9]:
        check(operator, policy, named("host"), threads=2)


@pytest.mark.parametrize("kernels", ["fused", "staged"])
def test_taps_are_summed_one_by_one_or_together(kernels: str) -> None:
    operator = layer(512, 16, 3, 5)
    first = policies(operator, kernels)[0]
    for depth in (1, 3):
        check(operator, with_schedule(first, depth=depth), named("host"), threads=2)


def test_taps_that_only_see_padding_are_left_out() -> None:
    whole = layer_of(layer(8, 8, 4, 8), "f4x4", 4)
    assert whole.runs == (Run(0, 1, 1, 2), Run(1, 2, 0, 3), Run(3, 1, 0, 2))
    assert whole.planes == 4


def test_blocks_of_some_planes_read_all_taps() -> None:
    part = layer_of(layer(8, 8, 4, 8), "f4x4", 2)
    assert part.runs == (Run(0, 2, 0, 3),)
    assert part.planes == 4


def test_planes_of_padding_alone_are_computed_from_zeros() -> None:
    x = Operand("float32", (1, 8, 1, 6, 6), LAST)
    operator = convolution(x, 8, (2, 3, 3), pads=(3, 1, 1, 2, 1, 1))
    for kernels in ("fused", "staged"):
        check(operator, policies(operator, kernels)[0], named("host"))


@pytest.mark.parametrize(
    "decisions",
    [{"planes": 6}, {"planes": 0}, {"down": 3}, {"across": 0}, {"depth": 2}, {"kernels": "other"}],
)
def test_other_decisions_are_refused(decisions: dict[str, int | str]) -> None:
    operator, target = layer(8, 12, 5, 7), named("host")
    policy = with_schedule(policies(operator, "fused")[0], **decisions)
    with pytest.raises(PolicyError):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


@pytest.mark.parametrize("name", ["host", "sse"])
@pytest.mark.parametrize("turned", [False, True])
def test_computed_weights_are_transformed_in_each_run(name: str, turned: bool) -> None:
    operator, target = layer(16, 24, 4, 6, constant=False), named(name)
    views = dense_views(operator)
    if turned:  # as in the gradient of the input
        shape = operator.inputs[1].shape
        views[1] = View("float32", shape, (27, 27 * 24, -9, -3, -1), 26)
    policy = IMPLEMENTATION.space(operator, target)[0]
    assert not lower(operator, views, View.dense(operator.output), policy, target).prepare
    check(operator, policy, target, views, None, threads=2)


def test_other_windows_strides_and_groups_are_left_to_others() -> None:
    x, target = Operand("float32", (1, 16, 8, 8, 8), LAST), named("host")
    assert IMPLEMENTATION.supports(convolution(x, 16, (5, 3, 3)), target)
    assert not IMPLEMENTATION.supports(convolution(x, 16, (3, 5, 3)), target)
    assert not IMPLEMENTATION.supports(convolution(x, 16, (3, 3, 3), strides=(1, 2, 1)), target)
    assert not IMPLEMENTATION.supports(convolution(x, 16, (3, 3, 3), dilations=(2, 1, 1)), target)
    assert not IMPLEMENTATION.supports(convolution(x, 16, (3, 3, 3), group=2), target)
    assert not IMPLEMENTATION.supports(convolution(x, 4, (3, 3, 3)), target)


def test_steps_over_volumes_that_no_cache_holds_are_not_tried() -> None:
    x = Operand("float32", (1, 32, 128, 128, 128), LAST)
    found = IMPLEMENTATION.space(convolution(x, 32, (3, 3, 3), pads=(1,) * 6), named("avx512"))
    assert found
    assert {dict(policy.schedule)["kernels"] for policy in found} == {"fused"}


def test_layers_of_video_networks_are_computed_by_it() -> None:
    for channels, depth, side in ((64, 8, 56), (128, 4, 28), (256, 2, 14)):
        operator = layer(channels, channels, depth, side)
        assert default_policy(operator, named("avx512")).impl == IMPLEMENTATION.name


@pytest.mark.parametrize("transform", ["f2x2", "f4x4"])
def test_rounding_errors_stay_under_the_tolerance(transform: str) -> None:
    # Activations after a ReLU and initialised weights, as in real layers.
    operator = layer(128, 32, 3, 14)
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    arrays[1] *= np.float32(np.sqrt(2.0 / (27 * 128)))
    policy = policies(operator, "fused", transform)[0]
    result = compute(operator, policy, named("host"), arrays)
    assert error(operator, arrays, result) <= IMPLEMENTATION.tolerance
