from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv.conv_winograd import IMPLEMENTATION
from aoe.backends.cpu.lowering.winograd.winograd import apply_transform
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.loops.expression import Apply, Constant, Expression, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    dense_views,
    error,
    inside_larger,
    random_arrays,
    with_schedule,
)
from tests.backends.cpu.implementations.convolutions import (
    Placed,
    convolution,
    convolutions,
)
from tests.backends.cpu.implementations.convolutions import padded_layer as layer
from tests.backends.cpu.targets import each, named, some
from tests.properties import examples

LAST = (0, 2, 3, 1)


def policies(
    operator: Operator, transform: str, kernels: str, target: str = "host"
) -> list[Policy]:
    return [
        policy
        for policy in IMPLEMENTATION.space(operator, named(target))
        if dict(policy.format)["transform"] == transform
        and dict(policy.schedule)["kernels"] == kernels
    ]


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
    target = named(name)
    found = list(IMPLEMENTATION.space(case.operator, target))
    policy = found[number % len(found)]
    check(case.operator, policy, target, case.views, case.output, threads)


@pytest.mark.parametrize(
    ("transform", "kernels", "height", "width"),
    [
        ("f2x2", "fused", 7, 9),
        ("f2x2", "staged", 1, 3),
        ("f4x4", "fused", 1, 3),
        ("f4x4", "fused", 8, 4),
        ("f4x4", "fused", 13, 5),
        ("f4x4", "staged", 7, 9),
        ("f4x4", "staged", 8, 4),
        ("f4x4", "staged", 13, 5),
    ],
)
def test_sizes_that_tiles_do_not_divide_are_right(
    transform: str, kernels: str, height: int, width: int
) -> None:
    operator = layer(9, 18, height, width, batch=2)
    found = policies(operator, transform, kernels)
    check(operator, found[-1], named("host"), threads=3)


@pytest.mark.parametrize(
    ("kernels", "height", "width"),
    [("fused", 6, 5), ("fused", 9, 3), ("staged", 3, 3), ("staged", 6, 5), ("staged", 9, 9)],
)
def test_tiles_of_three_pixels_are_right_where_they_save_products(
    kernels: str, height: int, width: int
) -> None:
    operator = layer(9, 18, height, width, batch=2)
    check(operator, policies(operator, "f3x3", kernels)[-1], named("host"), threads=3)


@pytest.mark.parametrize("size", [4, 7, 14])
def test_tiles_of_three_pixels_are_not_tried_elsewhere(size: int) -> None:
    assert not policies(layer(16, 16, size, size), "f3x3", "staged")


@pytest.mark.parametrize("kernels", ["fused", "staged"])
@pytest.mark.parametrize("batch", [1, 5])
def test_images_of_two_pixels_are_one_tile_each(kernels: str, batch: int) -> None:
    operator = layer(20, 18, 2, 2, batch)
    for policy in policies(operator, "whole2x2", kernels)[::3]:
        check(operator, policy, named("host"), threads=2)


def test_other_images_are_no_such_tile() -> None:
    whole = policies(layer(16, 16, 2, 2), "whole2x2", "staged")[0]
    x = Operand("float32", (1, 16, 3, 3), LAST)
    others = [
        layer(16, 16, 2, 3),
        layer(16, 16, 4, 4),
        convolution(x, 16, (3, 3), pads=(0, 1, 1, 0)),
    ]
    for operator in others:
        assert not policies(operator, "whole2x2", "staged")
        with pytest.raises(PolicyError, match="whole2x2 is for images that are one tile"):
            lower(
                operator, dense_views(operator), View.dense(operator.output), whole, named("host")
            )


@pytest.mark.parametrize(("size", "transform"), [(2, "whole2x2"), (3, "f3x3"), (6, "f3x3")])
def test_many_small_images_are_computed_by_the_fewest_products(size: int, transform: str) -> None:
    operator = layer(256, 256, size, size, batch=144)
    assert (
        dict(default_policy(operator, target_for("avx512", threads=2)).format)["transform"]
        == transform
    )


@pytest.mark.parametrize("kernels", ["fused", "staged"])
@pytest.mark.parametrize("pads", [(0, 0, 0, 0), (1, 0, 0, 2), (2, 2, 1, 0)])
def test_any_padding_is_right(kernels: str, pads: tuple[int, ...]) -> None:
    x = Operand("float32", (1, 8, 6, 7), (0, 1, 2, 3))
    operator = convolution(x, 8, (3, 3), pads=pads)
    check(operator, policies(operator, "f4x4", kernels)[0], named("host"))


@pytest.mark.parametrize("kernels", ["fused", "staged"])
def test_partial_sums_over_many_channels_wait_among_the_products(kernels: str) -> None:
    operator = layer(512, 10, 5, 6)
    policy = with_schedule(policies(operator, "f4x4", kernels)[0], depth=256)
    check(operator, policy, named("host"), threads=2)


@pytest.mark.parametrize("across", [1, 2, 3])
def test_a_row_of_tiles_may_be_cut_into_blocks(across: int) -> None:
    operator = layer(8, 12, 9, 18, batch=2)
    policy = policies(operator, "f4x4", "fused")[0]
    cut = with_schedule(policy, block=1, across=across, tile=(1, 2))
    check(operator, cut, named("host"), threads=3)


def test_the_default_of_a_large_image_keeps_weights_and_tiles_in_the_second_level_cache() -> None:
    target = changed(named("avx512"), l2=1 << 20, threads=2)
    decisions = dict(IMPLEMENTATION.default(layer(64, 64, 224, 224), target).schedule)
    block, across = decisions["block"], decisions.get("across", 56)
    assert decisions["kernels"] == "fused"
    assert isinstance(block, int)
    assert isinstance(across, int)
    tiles = block * across
    assert 4 * 36 * (64 * 64 + 128 * tiles) <= target.l2


@pytest.mark.parametrize(("kernels", "across"), [("fused", 0), ("fused", 6), ("staged", 1)])
def test_blocks_that_are_not_in_the_image_are_refused(kernels: str, across: int) -> None:
    operator, target = layer(8, 12, 9, 18), named("host")
    policy = with_schedule(policies(operator, "f4x4", kernels)[0], across=across)
    with pytest.raises(PolicyError, match="tiles"):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


@pytest.mark.parametrize("size", [1, 4, 6])
@given(seed=st.integers(0, 2**32 - 1))
def test_a_transform_with_shared_terms_is_the_product_of_its_matrices(size: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    half = random.integers(-3, 4, (2, size)).astype(float)
    rows = [half[0], half[0] * (-1.0) ** np.arange(size), half[1], np.ones(size)]
    matrix = tuple(tuple(float(n) for n in row) for row in rows if np.any(row))
    values = random.integers(-3, 4, size)
    found = apply_transform(matrix, [Constant(float(value)) for value in values], "float32")
    assert [_value(item) for item in found] == list(np.array(matrix) @ values)


def test_a_factor_that_divides_exactly_is_left_to_the_last_multiply_add() -> None:
    matrix = ((-0.625, 2.0, 2.5), (0.625, 2.0, -2.5))
    one, other = apply_transform(matrix, [Load(0), Load(1), Load(2)], "float32")
    assert isinstance(one, Apply)
    assert isinstance(other, Apply)
    assert one.function == other.function == "fma"
    assert one.arguments[0] == other.arguments[0] == apply("fma", Load(0), Constant(-0.25), Load(2))
    assert (one.arguments[1], other.arguments[1]) == (Constant(2.5), Constant(-2.5))


def _value(expression: Expression) -> float:
    match expression:
        case Constant(value=value):
            return float(value)
        case Apply(function=function, arguments=arguments):
            first, second, *third = (_value(argument) for argument in arguments)
            results = {"add": first + second, "sub": first - second, "mul": first * second}
            return first * second + third[0] if function == "fma" else results[function]
    raise AssertionError(expression)


@pytest.mark.parametrize("filters", [1, 3])
def test_few_filters_are_right(filters: int) -> None:
    operator = layer(32, filters, 9, 7)
    check(operator, policies(operator, "f4x4", "fused")[0], named("host"), threads=2)


def test_an_output_can_be_a_slice_of_a_concatenation() -> None:
    operator = layer(8, 12, 6, 7, batch=2)
    output = inside_larger(operator.output, (0, 5, 0, 0), (0, 3, 0, 0))
    for kernels in ("fused", "staged"):
        policy = policies(operator, "f4x4", kernels)[0]
        check(operator, policy, named("host"), None, output, threads=2)


def computed_weights(filters: int, channels: int, turned: bool = False) -> tuple[Operator, View]:
    """A layer whose weights are not constant, and their view: as they are, or turned over with
    filters and channels exchanged, as in the gradient of the input.
    """
    x = Operand("float32", (2, channels, 6, 9), LAST)
    operator = convolution(x, filters, (3, 3), pads=(1, 1, 1, 1), constant=False)
    if not turned:
        return operator, View.dense(operator.inputs[1])
    shape, strides = operator.inputs[1].shape, (9, 9 * filters, -3, -1)
    return operator, View("float32", shape, strides, 8)


@pytest.mark.parametrize("name", each("host", "sse"))
@pytest.mark.parametrize(
    ("kernels", "filters", "channels", "turned"),
    [
        ("fused", 16, 16, False),
        ("staged", 37, 9, False),
        ("fused", 37, 9, True),
        ("staged", 12, 40, True),
    ],
)
def test_computed_weights_are_transformed_in_each_run(
    name: str, kernels: str, filters: int, channels: int, turned: bool
) -> None:
    operator, weights = computed_weights(filters, channels, turned)
    views = dense_views(operator)
    views[1] = weights
    policy = policies(operator, "f4x4", kernels, name)[0]
    lowered = lower(operator, views, View.dense(operator.output), policy, named(name))
    assert not lowered.prepare
    check(operator, policy, named(name), views, None, threads=2)


def test_other_kernels_strides_and_groups_are_left_to_others() -> None:
    x, target = Operand("float32", (1, 16, 8, 8), LAST), named("host")
    assert IMPLEMENTATION.supports(convolution(x, 16, (3, 3)), target)
    assert not IMPLEMENTATION.supports(convolution(x, 16, (5, 5)), target)
    assert not IMPLEMENTATION.supports(convolution(x, 16, (3, 3), strides=(2, 2)), target)
    assert not IMPLEMENTATION.supports(convolution(x, 16, (3, 3), dilations=(2, 2)), target)
    assert not IMPLEMENTATION.supports(convolution(x, 16, (3, 3), group=2), target)


@pytest.mark.parametrize(("transform", "channels"), [("f2x2", 64), ("f4x4", 64), ("f4x4", 256)])
def test_rounding_errors_stay_under_the_tolerance(transform: str, channels: int) -> None:
    # Activations after a ReLU and initialised weights, as in real layers.
    operator = layer(channels, 32, 14, 14)
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    arrays[1] *= np.float32(np.sqrt(2.0 / (9 * channels)))
    policy = policies(operator, transform, "fused")[0]
    result = compute(operator, policy, named("host"), arrays)
    assert error(operator, arrays, result) <= IMPLEMENTATION.tolerance
