from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv_transposed.conv_transposed_winograd import IMPLEMENTATION
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy
from aoe.target import MemoryLevel
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    dense_views,
    error,
    inside_larger,
    random_arrays,
    with_schedule,
)
from tests.backends.cpu.implementations.convolutions import Placed, placed
from tests.backends.cpu.implementations.convolutions import transposed_layer as layer
from tests.backends.cpu.targets import each, named, some
from tests.properties import examples

FIRST, LAST = (0, 1, 2, 3), (0, 2, 3, 1)


def with_residual(operator: Operator) -> Operator:
    """The layer with a bias, an operand as large as its output, and a function behind it."""
    output = operator.output
    bias = Operand.row_major("float32", (1, output.shape[1], 1, 1), constant=True)
    epilogue = apply("add", apply("add", Accumulator(), Load(2)), Load(3))
    inputs = (*operator.inputs, bias, output)
    return replace(operator, inputs=inputs, epilogue=apply("max", epilogue, Constant(0.0)))


@st.composite
def layers(draw: st.DrawFn) -> Placed:
    """Layers of any size, padding and padding of the output, in any layout."""
    height, width = draw(st.integers(2, 12)), draw(st.integers(2, 12))
    pads = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    # One output or more.
    down, across = max(-1, 2 * (pads[0] - height)), max(-1, 2 * (pads[1] - width))
    operator = layer(
        (draw(st.integers(1, 5)), draw(st.sampled_from((1, 3, 8, 17))), height, width),
        draw(st.sampled_from((8, 19, 33))),
        pads,
        (draw(st.integers(down, 3)), draw(st.integers(across, 3))),
        draw(st.booleans()),
        draw(st.sampled_from((FIRST, LAST, (0, 3, 1, 2)))),
    )
    return draw(placed(with_residual(operator) if draw(st.booleans()) else operator))


@given(
    name=some("host", "avx2", "sse"),
    case=layers(),
    number=st.integers(0, 199),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(25)
def test_a_random_layer_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    found = IMPLEMENTATION.space(case.operator, named(name))
    policy = found[number % len(found)]
    check(case.operator, policy, named(name), case.views, case.output, threads)


def of_kinds(operator: Operator, target: CpuTarget) -> list[Policy]:
    """The first and the last policy of each tile and kind of task."""
    kinds: dict[object, list[Policy]] = {}
    for policy in IMPLEMENTATION.space(operator, target):
        kinds.setdefault((policy.format, dict(policy.schedule)["task"]), []).append(policy)
    return [policy for found in kinds.values() for policy in dict.fromkeys((found[0], found[-1]))]


@pytest.mark.parametrize("order", [FIRST, LAST])
@pytest.mark.parametrize(
    ("size", "pads", "more"),
    [
        ((13, 9), (1, 1), (1, 1)),  # an even result
        ((13, 9), (1, 1), (0, 0)),  # an odd one
        ((8, 11), (0, 2), (0, 1)),
        ((2, 3), (0, 0), (3, 4)),  # outputs that no tap reaches
        ((4, 4), (3, 3), (0, 0)),  # fewer outputs than a tile has
    ],
)
def test_every_kind_of_task_computes_any_border(
    order: tuple[int, ...], size: tuple[int, int], pads: tuple[int, int], more: tuple[int, int]
) -> None:
    operator = with_residual(layer((3, 5, *size), 20, pads, more, order=order))
    kinds = of_kinds(operator, named("host"))
    assert len({dict(policy.schedule)["task"] for policy in kinds}) == 2
    for policy in kinds:
        check(operator, policy, named("host"), threads=3)


@pytest.mark.parametrize("name", each("host", "avx2", "sse"))
@pytest.mark.parametrize(("channels", "filters"), [(3, 20), (37, 16), (16, 40)])
def test_computed_weights_are_transformed_in_each_run(
    name: str, channels: int, filters: int
) -> None:
    operator = layer((2, channels, 7, 6), filters, constant=False)
    for policy in of_kinds(operator, named(name)):
        check(operator, policy, named(name), threads=3)


@pytest.mark.parametrize(
    ("strides", "offset"),
    [((1, 32, 32 * 24 * 3, 32 * 24), 0), ((1, 288, 96, 32), 0), ((9, 9 * 32, -3, -1), 8)],
)
def test_computed_weights_may_lie_in_any_order(strides: tuple[int, ...], offset: int) -> None:
    operator = layer((1, 32, 9, 11), 24, constant=False)
    views = dense_views(operator)
    views[1] = View("float32", (32, 24, 3, 3), strides, offset)
    policy = IMPLEMENTATION.space(operator, named("host"))[0]
    check(operator, policy, named("host"), views, None, threads=2)


def test_an_output_can_be_a_slice_of_a_concatenation() -> None:
    operator = layer((2, 8, 7, 7), 16)
    output = inside_larger(operator.output, (0, 5, 0, 0), (0, 3, 0, 0))
    for policy in of_kinds(operator, named("host")):
        check(operator, policy, named("host"), None, output, threads=2)


def having(**attributes: int | tuple[int, int]) -> Operator:
    """A layer with other attributes."""
    operator = layer((1, 8, 9, 9), 16)
    return replace(operator, attributes=(*{**dict(operator.attributes), **attributes}.items(),))


@pytest.mark.parametrize(
    ("operator", "supported"),
    [
        (layer((1, 8, 9, 9), 16), True),
        (layer((1, 3, 2, 2), 8), True),
        (layer((1, 8, 9, 9), 7), False),
        (layer((1, 8, 1, 9), 16), False),  # no tile has one pixel
        (having(strides=(2, 1)), False),
        (having(dilations=(2, 2)), False),
        (having(group=2), False),
        (replace(layer((1, 8, 9, 9), 16), precision="direct"), False),
    ],
)
def test_only_windows_that_save_enough_are_taken(operator: Operator, supported: bool) -> None:
    assert IMPLEMENTATION.computes(operator, named("host")) == supported


@pytest.mark.parametrize(
    ("shape", "filters", "chosen"),
    [
        ((8, 128, 28, 28), 128, True),
        ((8, 256, 14, 14), 256, True),
        ((8, 512, 7, 7), 512, True),
        ((128, 256, 4, 4), 128, True),
        ((1, 64, 128, 128), 32, True),
        ((4, 8, 32, 32), 8, False),
        ((1, 3, 64, 64), 16, False),
    ],
)
def test_it_is_the_default_where_it_is_measured_to_be_faster(
    shape: tuple[int, ...], filters: int, chosen: bool
) -> None:
    target = replace(named("avx512"), threads=2)
    policy = default_policy(layer(shape, filters, constant=False), target)
    assert (policy.impl == IMPLEMENTATION.name) == chosen


def test_tasks_of_several_images_are_the_default_of_small_ones() -> None:
    target = replace(named("avx512"), threads=2)
    policy = IMPLEMENTATION.default(layer((128, 256, 4, 4), 128), target)
    assert dict(policy.schedule)["task"] == "images"


@pytest.mark.parametrize("tile", [2, 3, 4, 5])
def test_rounding_errors_stay_under_the_tolerance(tile: int) -> None:
    # Activations after a ReLU and initialised weights, as in real layers.
    operator = layer((1, 256, 14, 14), 32)
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    arrays[1] *= np.float32(np.sqrt(2.0 / (9 * 256)))
    found = IMPLEMENTATION.space(operator, named("host"))
    policy = next(policy for policy in found if dict(policy.format)["tile"] == tile)
    result = compute(operator, policy, named("host"), arrays)
    assert error(operator, arrays, result) <= IMPLEMENTATION.tolerance / 5


@pytest.mark.parametrize("tile", [0, 1, 6, True, "4", 12])
def test_tiles_outside_the_space_are_refused(tile: int | str) -> None:
    operator, target = layer((1, 8, 9, 9), 16), named("host")
    schedule = dict(IMPLEMENTATION.space(operator, target)[0].schedule)
    policy = Policy.of(IMPLEMENTATION.name, {"tile": tile}, schedule)
    with pytest.raises(PolicyError, match="conv_transposed_winograd"):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


@pytest.mark.parametrize(
    "decisions",
    [
        {"task": "rows", "block": 6},
        {"task": "images", "block": 1},
        {"task": "images", "block": 4},
        {"task": "columns"},
        {"parallel": "columns"},
        {"depth": 4},
        {"tile": (1, 40), "vectors": 4},
    ],
)
def test_schedules_outside_the_space_are_refused(decisions: dict[str, int | str]) -> None:
    operator, target = layer((3, 8, 9, 9), 16), named("host")
    policy = with_schedule(IMPLEMENTATION.space(operator, target)[0], **decisions)
    with pytest.raises(PolicyError, match=r"conv_transposed_winograd|outside the space"):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, target)


@pytest.mark.parametrize("rows", [0.5, 3])
def test_a_task_holds_no_more_than_the_last_level_cache_unless_it_is_the_smallest(
    rows: float,
) -> None:
    operator, whole = layer((6, 16, 12, 12), 16), named("host")
    row = 4 * 25 * (16 + 16) * 3  # bytes of three tiles of 4 × 4 pixels, and of their products
    cache = MemoryLevel("l3", int(rows * row), shared=True)
    small = replace(whole, memories=(*whole.memories[:2], cache))
    found = IMPLEMENTATION.space(operator, small)
    schedules = [dict(policy.schedule) for policy in found]
    assert {schedule["task"] for schedule in schedules} == {"rows"}
    assert 1 in {schedule["block"] for schedule in schedules}
    large = with_schedule(IMPLEMENTATION.space(operator, whole)[0], task="images", block=6)
    lower(operator, dense_views(operator), View.dense(operator.output), large, whole)
    with pytest.raises(PolicyError, match=r"tiles of 6 images .* exceed the last-level cache"):
        lower(operator, dense_views(operator), View.dense(operator.output), large, small)
