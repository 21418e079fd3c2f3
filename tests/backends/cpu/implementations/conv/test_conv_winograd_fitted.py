from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    dense_views,
    error,
    inside_larger,
    random_arrays,
    with_schedule,
)
from tests.backends.cpu.implementations.convolutions import Placed, convolution, placed
from tests.backends.cpu.targets import named, some
from tests.properties import examples

IMPLEMENTATION = implementations()["conv_winograd_fitted"]

FIRST, LAST = (0, 1, 2, 3), (0, 2, 3, 1)


def image(channels: int, height: int, width: int, order: tuple[int, ...] = LAST) -> Operand:
    return Operand("float32", (1, channels, height, width), order)


def of_outputs(operator: Operator, outputs: int) -> Policy:
    found = IMPLEMENTATION.space(operator, named("host"))
    return next(policy for policy in found if dict(policy.format)["outputs"] == outputs)


#: Squares, rows, columns, and windows with more taps than points, which have several phases.
WINDOWS = ((3, 3), (3, 4), (4, 3), (5, 5), (1, 3), (3, 1), (1, 7), (7, 1), (5, 3), (1, 4), (9, 1))


@st.composite
def layers(draw: st.DrawFn) -> Placed:
    stride = draw(st.sampled_from((1, 2)))
    kernel = draw(st.sampled_from(WINDOWS))
    pads = [draw(st.integers(0, 2)) for _ in range(4)]
    sizes = [n + stride * draw(st.integers(1, 9)) + draw(st.integers(0, 1)) for n in kernel]
    shape = (draw(st.integers(1, 2)), draw(st.sampled_from((16, 19, 32))), *sizes)
    operator = convolution(
        Operand("float32", shape, draw(st.sampled_from((FIRST, LAST, LAST)))),
        draw(st.sampled_from((16, 19, 33))),
        kernel,
        (stride, stride),
        pads=pads,
        residual=draw(st.booleans()),
        function=draw(st.sampled_from(("relu", "sigmoid"))),
        order=draw(st.sampled_from((FIRST, LAST, LAST))),
    )
    return draw(placed(operator))


@given(
    name=some("host", "avx2", "sse"),
    case=layers(),
    number=st.integers(0, 35),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(12)
def test_a_random_layer_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    target = named(name)
    if not IMPLEMENTATION.supports(case.operator, target):
        return
    found = IMPLEMENTATION.space(case.operator, target)
    check(case.operator, found[number % len(found)], target, case.views, case.output, threads)


@pytest.mark.parametrize(("size", "stride"), [(14, 1), (7, 1), (28, 2)])
def test_many_channels_make_little_error(size: int, stride: int) -> None:
    """Where sums have one part and points are ±1 and ±2, it is 7e-6 to 1.5e-5."""
    x = image(512, size, size)
    operator = convolution(x, 32, (3, 3), (stride, stride), pads=(1, 1, 1, 1))
    random = np.random.default_rng(1)
    arrays = [
        random.standard_normal(item.shape).astype(np.float32) for item in operator.inputs[:2]
    ] + random_arrays(operator)[2:]
    side = 3 if size == 7 else 4
    result = compute(operator, of_outputs(operator, side), named("host"), arrays)
    right = reference(operator, arrays)
    assert np.abs(result - right).max() <= 3.5e-6 * np.abs(right).max()


@pytest.mark.parametrize(("stride", "height", "width"), [(1, 7, 6), (1, 9, 5), (2, 15, 9)])
@pytest.mark.parametrize("outputs", [2, 3, 4])
def test_whatever_is_left_for_the_last_tiles_is_right(
    stride: int, height: int, width: int, outputs: int
) -> None:
    x = image(16, height, width)
    operator = convolution(x, 20, (3, 3), (stride,) * 2, pads=(1, 1, 1, 1), residual=True)
    check(operator, of_outputs(operator, outputs), named("host"), threads=3)


@pytest.mark.parametrize("fetched", [0, 1])
def test_few_tiles_share_a_register_tile_of_several_points(fetched: int) -> None:
    operator = convolution(image(16, 5, 5), 16, (3, 3), pads=(1, 1, 1, 1))
    policy = with_schedule(of_outputs(operator, 4), tile=(1, 1), vectors=1, prefetch=fetched)
    check(operator, policy, named("host"), threads=2)


def test_padding_wider_than_a_tile_is_zero() -> None:
    operator = convolution(image(16, 3, 3), 16, (3, 3), pads=(5, 5, 5, 5))
    check(operator, of_outputs(operator, 4), named("host"))


def test_an_output_can_be_a_slice_of_a_concatenation() -> None:
    operator = convolution(image(16, 14, 14), 16, (3, 3), (2, 2), pads=(1, 1, 1, 1))
    output = inside_larger(operator.output, (0, 5, 0, 0), (0, 3, 0, 0))
    check(operator, of_outputs(operator, 4), named("host"), None, output, threads=2)


@pytest.mark.parametrize(
    ("operator", "supported"),
    [
        (convolution(image(16, 16, 16), 16, (3, 3)), True),
        (convolution(image(16, 14, 14), 16, (3, 3)), False),  # 12×12 outputs fill whole tiles
        (convolution(image(16, 29, 29), 16, (3, 3)), False),  # nearly all tiles are whole ones
        (convolution(image(512, 113, 113), 16, (3, 3), (2, 2)), False),  # more than the caches hold
        (convolution(image(16, 14, 14), 16, (3, 3), (2, 2)), True),
        (convolution(image(16, 14, 14), 16, (5, 5), (2, 2)), True),
        (convolution(image(16, 14, 14), 16, (7, 7)), True),
        (convolution(image(16, 14, 14), 16, (3, 1)), True),
        (convolution(image(16, 14, 14), 16, (1, 3), (2, 2)), True),
        (convolution(image(16, 14, 14), 16, (13, 1)), True),
        (convolution(image(16, 14, 14), 16, (13, 13)), False),  # more stages than it is worth
        (convolution(image(16, 14, 14), 16, (2, 1)), False),
        (convolution(image(16, 14, 14), 16, (3, 2)), False),
        (convolution(image(16, 14, 14), 16, (1, 1)), False),
        (convolution(image(16, 14, 14), 16, (3, 3), (1, 2)), False),
        (convolution(image(16, 14, 14), 16, (3, 3), (3, 3)), False),
        (convolution(image(8, 14, 14), 16, (3, 3)), False),
        (convolution(image(16, 14, 14), 8, (3, 3)), False),
        (convolution(image(16, 3, 3), 16, (3, 3)), False),
        (convolution(image(32, 14, 14), 32, (3, 3), group=2), False),
        (convolution(image(16, 14, 14), 16, (3, 3), (1, 1), (2, 2)), False),
        (convolution(image(16, 14, 14), 16, (3, 3), constant=False), False),
    ],
)
def test_only_layers_that_fitted_tiles_serve_are_taken(operator: Operator, supported: bool) -> None:
    assert IMPLEMENTATION.supports(operator, named("host")) == supported


def test_it_is_the_default_of_large_layers_of_stride_two() -> None:
    operator = convolution(image(128, 56, 56), 128, (3, 3), (2, 2), pads=(1, 1, 1, 1))
    assert default_policy(operator, named("avx512")).impl == "conv_winograd_fitted"


@pytest.mark.parametrize("window", [(1, 3), (3, 1)])
def test_it_is_the_default_of_few_pixels_under_windows_of_one_row_or_column(
    window: tuple[int, int],
) -> None:
    pads = (window[0] // 2, window[1] // 2) * 2
    operator = convolution(image(384, 8, 8), 384, window, pads=pads)
    assert default_policy(operator, named("avx512")).impl == "conv_winograd_fitted"


def test_layers_of_many_channels_and_few_pixels_take_tiles_of_few_weights() -> None:
    operator = convolution(image(512, 7, 7), 512, (3, 3), pads=(1, 1, 1, 1))
    policy = default_policy(replace(operator, precision="high"), named("avx512", threads=1))
    assert (policy.impl, dict(policy.format)) == (IMPLEMENTATION.name, {"outputs": 2})


@pytest.mark.parametrize(
    ("stride", "channels", "window", "outputs"),
    [
        (1, 64, (3, 3), 4),
        (1, 256, (3, 3), 2),
        (1, 256, (3, 3), 3),
        (1, 256, (3, 3), 4),
        (2, 256, (3, 3), 3),
        (2, 256, (3, 3), 4),
        (1, 64, (5, 5), 4),
        (1, 256, (1, 7), 4),
        (1, 256, (3, 1), 4),
    ],
)
def test_rounding_errors_stay_under_the_tolerance(
    stride: int, channels: int, window: tuple[int, int], outputs: int
) -> None:
    # Errors grow with the side of tiles.
    # Activations after a ReLU and initialised weights, as in real layers.
    x = image(channels, 14 * stride, 14 * stride)
    pads = (window[0] // 2, window[1] // 2) * 2
    operator = convolution(x, 32, window, (stride, stride), pads=pads)
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    arrays[1] *= np.float32(np.sqrt(2.0 / (window[0] * window[1] * channels)))
    result = compute(operator, of_outputs(operator, outputs), named("host"), arrays)
    assert error(operator, arrays, result) <= IMPLEMENTATION.tolerance


@pytest.mark.parametrize("outputs", [0, 1, 5, True, "4"])
def test_sides_of_tiles_outside_the_space_are_refused(outputs: int | str) -> None:
    operator = convolution(image(16, 14, 14), 16, (3, 3), pads=(1, 1, 1, 1))
    schedule = dict(of_outputs(operator, 4).schedule)
    policy = Policy.of(IMPLEMENTATION.name, {"outputs": outputs}, schedule)
    views = dense_views(operator)
    with pytest.raises(PolicyError, match="conv_winograd_fitted"):
        lower(operator, views, View.dense(operator.output), policy, named("host"))


@pytest.mark.parametrize("change", [{"block": 3}, {"depth": 2}, {"parallel": "rows"}])
def test_what_the_schedule_does_not_decide_is_fixed(change: dict[str, int | str]) -> None:
    operator = convolution(image(16, 14, 14), 16, (3, 3), pads=(1, 1, 1, 1))
    policy = with_schedule(of_outputs(operator, 4), **change)
    views = dense_views(operator)
    with pytest.raises(PolicyError, match="outside the space"):
        lower(operator, views, View.dense(operator.output), policy, named("host"))
