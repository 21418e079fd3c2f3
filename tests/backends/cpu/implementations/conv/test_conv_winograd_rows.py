from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv.conv_winograd_rows import IMPLEMENTATION
from aoe.backends.cpu.lowering.winograd.taps import are_taps_together
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    dense_views,
    error,
    inside_larger,
    random_arrays,
)
from tests.backends.cpu.implementations.convolutions import Placed, convolution, placed
from tests.backends.cpu.targets import each, named, some
from tests.properties import examples

FIRST, LAST = (0, 1, 2, 3), (0, 2, 3, 1)


def image(channels: int, height: int, width: int, order: tuple[int, ...] = FIRST) -> Operand:
    return Operand("float32", (1, channels, height, width), order)


@st.composite
def layers(draw: st.DrawFn) -> Placed:
    stride = draw(st.sampled_from((1, 2, 2)))
    taps = draw(st.integers(3, 10) if stride == 1 else st.integers(3, 7))
    kernel = (taps, draw(st.integers(1, 4)))
    strides = (stride, draw(st.sampled_from((1, 2, 3))))
    if draw(st.booleans()):
        kernel, strides = (1, taps), strides[::-1]
    pads = [draw(st.integers(0, 3)) for _ in range(4)]
    sizes = [n + draw(st.integers(2, 12)) for n in kernel]
    shape = (draw(st.integers(1, 2)), draw(st.sampled_from((1, 3, 8, 17))), *sizes)
    operator = convolution(
        Operand("float32", shape, draw(st.sampled_from((FIRST, LAST, (0, 3, 1, 2))))),
        draw(st.sampled_from((16, 19, 33))),
        kernel,
        strides,
        pads=pads,
        residual=draw(st.booleans()),
        function=draw(st.sampled_from(("relu", "sigmoid"))),
        order=draw(st.sampled_from((FIRST, LAST))),
        constant=draw(st.booleans()),
    )
    return draw(placed(operator))


@given(
    name=some("host", "avx2", "sse"),
    case=layers(),
    number=st.integers(0, 71),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(15)
def test_a_random_layer_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    target = named(name)
    if not IMPLEMENTATION.supports(case.operator, target):
        return
    found = IMPLEMENTATION.space(case.operator, target)
    check(case.operator, found[number % len(found)], target, case.views, case.output, threads)


@given(
    name=some("host", "avx2"),
    taps=st.integers(3, 9),
    stride=st.integers(1, 2),
    channels=st.integers(1, 19),
    length=st.integers(10, 40),
    number=st.integers(0, 71),
    constant=st.booleans(),
)
@examples(10)
def test_lines_agree_with_the_reference_under_any_policy(
    name: str, taps: int, stride: int, channels: int, length: int, number: int, constant: bool
) -> None:
    target, x = named(name), Operand("float32", (2, channels, length), (0, 2, 1))
    pads = (taps // 2, taps // 3)
    operator = convolution(x, 19, (taps,), (stride,), pads=pads, residual=True, constant=constant)
    if IMPLEMENTATION.supports(operator, target):
        found = IMPLEMENTATION.space(operator, target)
        check(operator, found[number % len(found)], target, threads=2)


@pytest.mark.parametrize("order", [FIRST, LAST])
@pytest.mark.parametrize(("height", "width"), [(15, 9), (16, 16), (9, 21)])
def test_sizes_that_groups_of_rows_do_not_divide_are_right(
    order: tuple[int, ...], height: int, width: int
) -> None:
    x = image(3, height, width, order)
    operator = convolution(x, 20, (7, 7), (2, 2), pads=(3, 3, 3, 3), residual=True)
    found = IMPLEMENTATION.space(operator, named("host"))
    for rows in (2, 3, 4):
        policy = next(policy for policy in found if dict(policy.format)["rows"] == rows)
        check(operator, policy, named("host"), threads=3)


@pytest.mark.parametrize("name", each("host", "avx2", "sse"))
@pytest.mark.parametrize(
    ("channels", "filters", "window"), [(3, 20, 7), (37, 16, 3), (16, 40, 3), (1, 64, 5)]
)
def test_computed_weights_are_transformed_in_each_run(
    name: str, channels: int, filters: int, window: int
) -> None:
    x = image(channels, 15, 13, LAST)
    pads = (window // 2,) * 4
    operator = convolution(x, filters, (window, window), (2, 2), pads=pads, constant=False)
    found = IMPLEMENTATION.space(operator, named(name))
    for rows in (2, 3, 4):
        policy = next(policy for policy in found if dict(policy.format)["rows"] == rows)
        check(operator, policy, named(name), threads=3)


@pytest.mark.parametrize(
    ("strides", "offset"),
    [((1, 24, 24 * 32 * 3, 24 * 32), 0), ((288, 1, 96, 32), 0), ((9 * 32, 9, -3, -1), 8)],
)
def test_computed_weights_may_lie_in_any_order(strides: tuple[int, ...], offset: int) -> None:
    x = image(32, 9, 11, LAST)
    operator = convolution(x, 24, (3, 3), (2, 2), pads=(1,) * 4, constant=False)
    views = dense_views(operator)
    views[1] = View("float32", (24, 32, 3, 3), strides, offset)
    policy = IMPLEMENTATION.space(operator, named("host"))[0]
    check(operator, policy, named("host"), views, None, threads=2)


@pytest.mark.parametrize(
    ("shape", "strides", "offset"),
    [
        ((24, 32, 1, 5), (160, 5, 5, 1), 0),
        ((24, 32, 5, 1), (160, 5, 1, 5), 0),
        ((24, 32, 5, 1), (160, 5, 1, 1), 0),
        ((24, 32, 5, 1), (160, 5, -1, -5), 4),
        ((24, 32, 5, 1), (160, 1, 32, 32), 0),
        ((24, 32, 5, 1), (1, 24, 24 * 32, 24 * 32), 0),
    ],
)
def test_taps_of_a_line_are_transposed_where_they_lie_together(
    shape: tuple[int, ...], strides: tuple[int, ...], offset: int
) -> None:
    turned = shape[2] == 1
    x = image(32, 9, 21, LAST) if turned else image(32, 21, 9, LAST)
    pads = (0, 2, 0, 2) if turned else (2, 0, 2, 0)
    operator = convolution(x, 24, shape[2:], (1, 1), pads=pads, constant=False)
    views = dense_views(operator)
    views[1] = View("float32", shape, strides, offset)
    assert are_taps_together(views[1]) == (strides[0] != 1)
    policy = IMPLEMENTATION.space(operator, named("host"))[0]
    check(operator, policy, named("host"), views, None, threads=2)


def test_an_output_can_be_a_slice_of_a_concatenation() -> None:
    operator = convolution(image(8, 14, 14, LAST), 16, (3, 3), (2, 2), pads=(1, 1, 1, 1))
    output = inside_larger(operator.output, (0, 5, 0, 0), (0, 3, 0, 0))
    policy = IMPLEMENTATION.space(operator, named("host"))[0]
    check(operator, policy, named("host"), None, output, threads=2)


@pytest.mark.parametrize(
    ("operator", "supported"),
    [
        (convolution(image(3, 32, 32), 16, (7, 7), (2, 2)), True),
        (convolution(image(3, 32, 32), 16, (3, 3), (2, 2)), True),
        (convolution(image(3, 32, 32), 16, (5, 5)), True),
        (convolution(image(3, 32, 32), 16, (3, 3)), False),
        (convolution(image(3, 32, 32), 16, (2, 3), (2, 2)), False),
        (convolution(image(3, 32, 32), 16, (7, 7)), True),
        (convolution(image(3, 32, 32), 16, (3, 1)), True),
        (convolution(image(3, 32, 32, LAST), 16, (1, 3)), True),
        (convolution(image(3, 32, 32), 16, (1, 3)), False),  # along rows, channels first
        (convolution(image(3, 32, 32, LAST), 16, (1, 7), (1, 2)), True),
        (convolution(image(3, 32, 32, LAST), 16, (1, 7), (1, 3)), False),
        (convolution(image(3, 32, 32), 16, (21, 1)), False),  # more stages than it is worth
        (convolution(image(3, 32, 32), 16, (2, 1)), False),
        (convolution(image(3, 32, 32, LAST), 16, (1, 1)), False),
        (convolution(Operand("float32", (1, 3, 32), (0, 2, 1)), 16, (3,)), True),
        (convolution(Operand.row_major("float32", (1, 3, 32)), 16, (3,)), False),
        (convolution(Operand.row_major("float32", (1, 3, 9, 9, 9)), 16, (3, 3, 3)), False),
        (convolution(image(3, 32, 32), 16, (7, 7), (3, 3)), False),
        (convolution(image(3, 32, 32), 8, (7, 7), (2, 2)), False),
        (convolution(image(4, 32, 32), 16, (7, 7), (2, 2), group=2), False),
        (convolution(image(3, 32, 32), 16, (3, 3), (2, 2), (2, 2)), False),
        (convolution(image(3, 32, 32), 16, (7, 7), (2, 2), constant=False), True),
    ],
)
def test_only_windows_that_save_enough_are_taken(operator: Operator, supported: bool) -> None:
    assert IMPLEMENTATION.supports(operator, named("host")) == supported


@pytest.mark.parametrize("constant", [True, False])
def test_it_is_the_default_of_a_first_layer_of_seven_by_seven(constant: bool) -> None:
    pads = (3, 3, 3, 3)
    operator = convolution(image(3, 224, 224), 64, (7, 7), (2, 2), pads=pads, constant=constant)
    assert default_policy(operator, named("avx512")).impl == "conv_winograd_rows"


@pytest.mark.parametrize("window", [(3, 1), (1, 3), (7, 7)])
def test_it_is_the_default_of_large_images_under_other_windows(window: tuple[int, int]) -> None:
    pads = (window[0] // 2, window[1] // 2) * 2
    operator = convolution(image(64, 128, 128, LAST), 64, window, pads=pads, order=LAST)
    assert default_policy(operator, named("avx512")).impl == "conv_winograd_rows"


@pytest.mark.parametrize("constant", [True, False])
def test_it_is_the_default_of_lines(constant: bool) -> None:
    x = Operand("float32", (1, 256, 1000), (0, 2, 1))
    operator = convolution(x, 256, (3,), pads=(1, 1), constant=constant)
    assert default_policy(operator, named("avx512")).impl == "conv_winograd_rows"


def test_fewer_weights_count_where_they_come_from_memory() -> None:
    """Strips of four rows take fewer multiplications than strips of two, but 29 instead of 16 MB of
    weights.
    """
    x = image(512, 14, 14, LAST)
    operator = convolution(x, 512, (3, 3), (2, 2), pads=(1, 1, 1, 1))
    best = IMPLEMENTATION.space(operator, replace(named("avx512"), threads=2))[0]
    assert dict(best.format)["rows"] == 2


@pytest.mark.parametrize(("channels", "size"), [(3, 7), (64, 3), (256, 3)])
@pytest.mark.parametrize("rows", [2, 3, 4])
def test_rounding_errors_stay_under_the_tolerance(channels: int, size: int, rows: int) -> None:
    # Activations after a ReLU and initialised weights, as in real layers.
    x = image(channels, 28, 28, LAST)
    operator = convolution(x, 32, (size, size), (2, 2), pads=(size // 2,) * 4)
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    arrays[1] *= np.float32(np.sqrt(2.0 / (size**2 * channels)))
    found = IMPLEMENTATION.space(operator, named("host"))
    policy = next(policy for policy in found if dict(policy.format)["rows"] == rows)
    result = compute(operator, policy, named("host"), arrays)
    assert error(operator, arrays, result) <= IMPLEMENTATION.tolerance


@pytest.mark.parametrize(
    ("window", "rows"),
    [((7, 1), 4), ((1, 7), 4), ((1, 3), 3), ((1, 3), 4), ((7, 7), 2), ((7, 7), 4), ((1, 9), 4)],
)
def test_so_do_those_of_windows_of_stride_one(window: tuple[int, int], rows: int) -> None:
    pads = (window[0] // 2, window[1] // 2) * 2
    operator = convolution(image(128, 28, 28, LAST), 32, window, pads=pads)
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    arrays[1] *= np.float32(np.sqrt(2.0 / (window[0] * window[1] * 128)))
    found = IMPLEMENTATION.space(operator, named("host"))
    policy = next(policy for policy in found if dict(policy.format)["rows"] == rows)
    result = compute(operator, policy, named("host"), arrays)
    assert error(operator, arrays, result) <= IMPLEMENTATION.tolerance


@pytest.mark.parametrize("rows", [0, 1, 5, True, "4"])
def test_numbers_of_rows_outside_the_space_are_refused(rows: int | str) -> None:
    operator, target = convolution(image(3, 32, 32), 16, (7, 7), (2, 2)), named("host")
    schedule = dict(IMPLEMENTATION.space(operator, target)[0].schedule)
    policy = Policy.of(IMPLEMENTATION.name, {"rows": rows}, schedule)
    with pytest.raises(PolicyError, match="conv_winograd_rows"):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, target)
