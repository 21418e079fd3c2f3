from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv.conv_winograd_panels import IMPLEMENTATION
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.operators.operator import Operator, View
from aoe.policy import Decision, Policy
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    dense_views,
    error,
    random_arrays,
    with_schedule,
)
from tests.backends.cpu.implementations.convolutions import Placed, convolutions, padded_layer
from tests.backends.cpu.targets import each, named, some
from tests.properties import examples

#: A layer whose weights are computed.
layer = partial(padded_layer, constant=False)


def policy_of(operator: Operator, transform: str, target: str = "host") -> Policy:
    found = IMPLEMENTATION.space(operator, named(target))
    return next(policy for policy in found if dict(policy.format)["transform"] == transform)


def weights_as(operator: Operator, strides: tuple[int, ...], offset: int = 0) -> list[View]:
    """Views of the inputs, with weights that lie so in memory."""
    views = dense_views(operator)
    views[1] = View(views[1].dtype, views[1].shape, strides, offset)
    return views


@given(
    name=some("host", "avx2", "sse"),
    case=convolutions(winograd=True),
    number=st.integers(0, 95),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(18)
def test_a_random_layer_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    x, w, *others = case.operator.inputs
    operator = replace(case.operator, inputs=(x, replace(w, constant=False), *others))
    found = IMPLEMENTATION.space(operator, named(name))
    policy = found[number % len(found)]
    check(operator, policy, named(name), case.views, case.output, threads)


@pytest.mark.parametrize("name", each("host", "sse"))
@pytest.mark.parametrize(("filters", "channels", "depth"), [(37, 48, 16), (16, 32, 32)])
def test_windows_that_are_turned_over_are_right(
    name: str, filters: int, channels: int, depth: int
) -> None:
    """As in the gradient of the input: filters and channels are exchanged, too."""
    operator = layer(channels, filters, 6, 9, batch=2)
    views = weights_as(operator, (9, 9 * filters, -3, -1), 8)
    policy = with_schedule(policy_of(operator, "f4x4", name), depth=depth)
    check(operator, policy, named(name), views, None, threads=2)


def test_taps_that_lie_backwards_in_dense_channels_are_right() -> None:
    operator = layer(32, 24, 6, 5)
    views = weights_as(operator, (9 * 32, 9, -3, -1), 8)
    check(operator, policy_of(operator, "f4x4"), named("host"), views, None, threads=2)


@pytest.mark.parametrize("strides", [(1, 24, 24 * 32 * 3, 24 * 32), (288, 1, 96, 32)])
def test_weights_with_filters_or_channels_innermost_are_right(strides: tuple[int, ...]) -> None:
    operator = layer(32, 24, 6, 5)
    policy = with_schedule(policy_of(operator, "f4x4"), depth=16)
    check(operator, policy, named("host"), weights_as(operator, strides), None, threads=2)


def lines_fetched(operator: Operator, views: list[View], policy: Policy) -> set[int]:
    """The cache lines of weights that are fetched while the first slice of the first panel is
    multiplied.
    """
    lowered = IMPLEMENTATION.lower(
        operator, views, View.dense(operator.output), policy, named("avx512")
    )
    multiply = lowered.kernels[1].nests[-1]
    found = set()
    for item in multiply.prefetch:
        strides, start = dict(item.strides), multiply.operands[item.operand].offset + item.offset
        extents = {axis.name: axis.extent for axis in multiply.axes}
        for x, c in product(range(extents["x"]), range(extents["c"])):
            at = start + x * strides["x"] + c * strides["c"]
            found |= {(at + stream * item.stream_stride) // 16 for stream in range(item.streams)}
    return found


@pytest.mark.parametrize("transform", ["f4x4", "f2x2"])
@pytest.mark.parametrize(
    ("strides", "offset"),
    [((9 * 128, 9, 3, 1), 0), ((9, 9 * 128, -3, -1), 8), ((9, 9 * 128, 3, 1), 0)],
)
def test_weights_of_the_next_panel_are_fetched_while_a_panel_is_multiplied(
    transform: str, strides: tuple[int, ...], offset: int
) -> None:
    operator = layer(128, 128, 4, 4, batch=2)
    views = weights_as(operator, strides, offset)
    policy = with_schedule(policy_of(operator, transform, "avx512"), depth=64)
    width = 16 * int(str(dict(policy.schedule)["vectors"]))
    filters, channels, down, across = strides
    wanted = {
        (offset + k * filters + c * channels + r * down + s * across) // 16
        for k, c in product(range(width, 2 * width), range(64))
        for r, s in product(range(3), repeat=2)
    }
    assert wanted <= lines_fetched(operator, views, policy)


def test_many_tiles_hide_what_a_panel_waits_for() -> None:
    operator = layer(128, 128, 16, 16, batch=8)
    policy = policy_of(operator, "f4x4", "avx512")
    assert not lines_fetched(operator, dense_views(operator), policy)


@pytest.mark.parametrize("depth", [16, 64, 192])
def test_partial_sums_over_slices_of_channels_wait_among_the_products(depth: int) -> None:
    operator = layer(192, 40, 5, 6, batch=2)
    policy = with_schedule(policy_of(operator, "f4x4"), depth=depth)
    check(operator, policy, named("host"), threads=2)


@pytest.mark.parametrize("channels", [257, 514])
def test_channels_without_divisors_are_one_slice(channels: int) -> None:
    operator = layer(channels, 20, 4, 4)
    policy = policy_of(operator, "f4x4")
    assert dict(policy.schedule)["depth"] == channels
    check(operator, policy, named("host"), threads=2)


@pytest.mark.parametrize("filters", [1, 3])
def test_few_filters_are_right(filters: int) -> None:
    operator = layer(32, filters, 9, 7)
    check(operator, policy_of(operator, "f4x4"), named("host"), threads=2)


@pytest.mark.parametrize(
    ("transform", "size"), [("f2x2", 5), ("f3x3", 6), ("f4x4", 9), ("whole2x2", 2)]
)
def test_every_transform_is_right(transform: str, size: int) -> None:
    operator = layer(16, 20, size, size, batch=3)
    check(operator, policy_of(operator, transform), named("host"), threads=3)


def test_bfloat16_operands_are_computed_in_float32() -> None:
    operator = layer(32, 24, 6, 5)
    x, w, *others = operator.inputs
    operands = (replace(x, dtype="bfloat16"), replace(w, dtype="bfloat16"), *others)
    operator = replace(operator, inputs=operands)
    arrays = random_arrays(operator)
    result = compute(operator, policy_of(operator, "f4x4"), named("host"), arrays)
    assert error(operator, arrays, result) <= IMPLEMENTATION.tolerance


@pytest.mark.parametrize("channels", [64, 256])
def test_rounding_errors_stay_under_the_tolerance(channels: int) -> None:
    # Activations after a ReLU and initialised weights, as in real layers.
    operator = layer(channels, 32, 14, 14)
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    arrays[1] *= np.float32(np.sqrt(2.0 / (9 * channels)))
    result = compute(operator, policy_of(operator, "f4x4"), named("host"), arrays)
    assert error(operator, arrays, result) <= IMPLEMENTATION.tolerance


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"depth": 5}, "does not divide"),
        ({"block": 1}, "all tiles at once"),
        ({"prefetch": 1}, "is not prefetched"),
        ({"parallel": "rows"}, "share the columns"),
        ({"vectors": 40}, "outside the space"),
    ],
)
def test_a_policy_outside_the_space_is_refused(changes: dict[str, Decision], said: str) -> None:
    operator, target = layer(16, 16, 8, 8, batch=2), named("host")
    policy = with_schedule(policy_of(operator, "f4x4"), **changes)
    with pytest.raises(PolicyError, match=said):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


def test_a_transform_that_does_not_fit_is_refused() -> None:
    policy, target = policy_of(layer(16, 16, 2, 2), "whole2x2"), named("host")
    operator = layer(16, 16, 4, 4)
    with pytest.raises(PolicyError, match="whole2x2 is for images that are one tile"):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


def test_constant_weights_are_left_to_others() -> None:
    operator = layer(16, 16, 8, 8)
    assert IMPLEMENTATION.supports(operator, named("host"))
    x, w, *others = operator.inputs
    constant = replace(operator, inputs=(x, replace(w, constant=True), *others))
    assert not IMPLEMENTATION.supports(constant, named("host"))


@pytest.mark.parametrize(
    ("size", "channels", "implementation"),
    [(4, 512, "conv_winograd_panels"), (32, 64, "conv_winograd")],
)
def test_it_is_the_default_where_there_are_few_tiles_for_many_weights(
    size: int, channels: int, implementation: str
) -> None:
    operator, target = (
        layer(channels, channels, size, size, batch=8),
        target_for("avx512", threads=2),
    )
    assert default_policy(operator, target).impl == implementation


def test_many_tiles_are_multiplied_by_few_slices_of_channels() -> None:
    """Each slice reads and writes the products again."""
    target = target_for("avx512", threads=2)
    depths = [
        dict(IMPLEMENTATION.default(layer(256, 256, size, size, batch=8), target).schedule)["depth"]
        for size in (8, 14)
    ]
    assert depths == [64, 128]
