from __future__ import annotations

from dataclasses import replace
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv import _padded_input
from aoe.backends.cpu.implementations.conv.conv_direct import IMPLEMENTATION
from aoe.backends.cpu.lowering.contraction.contraction import schedule_of
from aoe.backends.cpu.target.host import target_for
from aoe.loops.expression import Accumulator, Load, apply
from aoe.operators.operator import Operand, Operator, View
from tests.backends.cpu.implementations.computing import (
    check,
    dense_views,
    inside_larger,
    with_schedule,
)
from tests.backends.cpu.implementations.convolutions import Placed, convolution, convolutions
from tests.backends.cpu.targets import named, some
from tests.properties import examples

LAST = (0, 2, 3, 1)


def image(channels: int, height: int, width: int, batch: int = 1) -> Operand:
    return Operand("float32", (batch, channels, height, width), LAST)


@given(
    name=some("host", "avx2", "sse"),
    case=convolutions(),
    number=st.integers(0, 127),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(38)
def test_a_random_convolution_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    target = named(name)
    policies = list(IMPLEMENTATION.space(case.operator, target))
    policy = policies[number % len(policies)]
    check(case.operator, policy, target, case.views, case.output, threads)


@pytest.mark.parametrize("format", ["padded", "direct"])
@pytest.mark.parametrize("order", [(0, 1, 2, 3), LAST])
def test_a_border_is_computed_in_both_formats_and_any_input_order(
    format: str, order: tuple[int, ...]
) -> None:
    target = named("host")
    x = Operand("float32", (2, 5, 9, 7), order)
    operator = convolution(x, 20, (3, 3), pads=(1, 0, 2, 1), strides=(2, 1), residual=True)
    policies = [p for p in IMPLEMENTATION.space(operator, target) if p.format[0][1] == format]
    for policy in (policies[0], policies[len(policies) // 2], policies[-1]):
        check(operator, policy, target, threads=2)


@pytest.mark.parametrize(
    "x",
    [
        Operand("float32", (2, 256, 3, 4), LAST),
        Operand("float32", (2, 3, 2, 254), (0, 1, 2, 3)),
    ],
)
def test_a_padded_copy_with_gaps_that_spread_cache_sets_is_read_right(x: Operand) -> None:
    target = named("host")
    operator = convolution(x, 17, (3, 3), pads=(1, 1, 1, 1))
    padded = [p for p in IMPLEMENTATION.space(operator, target) if p.format[0][1] == "padded"]
    for policy in (padded[0], padded[-1]):
        check(operator, policy, target, threads=2)


def test_the_padded_copy_of_few_channels_is_shared_out_by_rows() -> None:
    target = target_for("avx512", threads=2)
    x = Operand("float32", (1, 3, 224, 224), (0, 1, 2, 3))
    operator = convolution(x, 32, (3, 3), (2, 2), pads=(1, 1, 1, 1))
    policy = next(p for p in IMPLEMENTATION.space(operator, target) if "padded" in p.format[0])
    views, output = dense_views(operator), View.dense(operator.output)
    copy = IMPLEMENTATION.lower(operator, views, output, policy, target).kernels[0]
    assert prod(axis.extent for axis in copy.axes[: copy.parallel]) >= 64


#: Images that are neighbours in memory, as channels are where the gradient of weights is computed.
IMAGES_LAST = (1, 2, 3, 0)


@pytest.mark.parametrize("format", ["padded", "direct"])
@pytest.mark.parametrize(("kernel", "dilations"), [((7, 5), (1, 1)), ((4, 3), (2, 2))])
def test_images_that_are_neighbours_are_the_rows_of_register_tiles(
    format: str, kernel: tuple[int, int], dilations: tuple[int, int]
) -> None:
    target = named("host")
    x = Operand("float32", (37, 32, 9, 7), IMAGES_LAST)
    operator = convolution(x, 20, kernel, pads=(1, 1, 0, 1), dilations=dilations, residual=True)
    policies = [p for p in IMPLEMENTATION.space(operator, target) if p.format[0][1] == format]
    assert max(schedule_of(policy).tile[1] for policy in policies) > 9
    for policy in (policies[0], policies[len(policies) // 2], policies[-1]):
        check(operator, policy, target, threads=2)


@pytest.mark.parametrize(("order", "outermost"), [(LAST, "o1"), ((0, 1, 2, 3), "g")])
def test_threads_share_rows_of_pixels_with_all_groups_where_these_lie_together(
    order: tuple[int, ...], outermost: str
) -> None:
    target = target_for("avx512", threads=2)
    operator = convolution(Operand("float32", (1, 32, 28, 28), order), 32, (1, 1), group=4)
    operator = replace(operator, output=replace(operator.output, order=order))
    policy = next(
        p for p in IMPLEMENTATION.space(operator, target) if ("parallel", "rows") in p.schedule
    )
    views, output = dense_views(operator), View.dense(operator.output)
    kernel = IMPLEMENTATION.lower(operator, views, output, policy, target).kernels[-1]
    assert kernel.outer[0].axis == outermost


def test_tiles_that_leave_no_registers_for_checks_at_the_border_are_not_preferred() -> None:
    target = target_for("avx512", threads=2)
    x = Operand("float32", (1, 3, 224, 224), (0, 1, 2, 3))
    operator = convolution(x, 32, (3, 3), (2, 2), pads=(1, 1, 1, 1))
    direct = [p for p in IMPLEMENTATION.space(operator, target) if "direct" in p.format[0]]
    tight = with_schedule(direct[0], tile=(1, 14), vectors=2, unroll=2)
    loose = with_schedule(tight, tile=(1, 13))
    seconds = [IMPLEMENTATION.estimate(operator, policy, target) for policy in (tight, loose)]
    assert seconds[0] > 1.3 * seconds[1]


def test_a_first_layer_whose_channels_lie_together_is_not_copied() -> None:
    target = target_for("avx512", threads=2)
    operator = convolution(image(3, 224, 224), 24, (3, 3), (2, 2), pads=(1, 1, 1, 1))
    assert dict(IMPLEMENTATION.space(operator, target)[0].format) == {"input": "direct"}


def test_partial_sums_of_a_long_reduction_wait_in_the_output() -> None:
    target = named("host")
    operator = convolution(image(120, 3, 4), 17, (3, 3), pads=(1, 1, 1, 1), residual=True)
    for policy in list(IMPLEMENTATION.space(operator, target))[::40]:
        check(operator, with_schedule(policy, depth=1), target, threads=2)


def test_policies_far_down_the_space_are_right() -> None:
    target = named("host")
    operator = convolution(image(3, 5, 6), 18, (1, 1))
    for policy in list(IMPLEMENTATION.space(operator, target))[::5]:
        check(operator, policy, target, threads=2)


def test_an_output_can_be_a_slice_of_a_concatenation() -> None:
    target = named("host")
    operator = convolution(image(8, 6, 6, batch=2), 12, (1, 1), bias=True)
    output = inside_larger(operator.output, (0, 5, 0, 0), (0, 3, 0, 0))
    check(operator, IMPLEMENTATION.default(operator, target), target, None, output)


def test_an_input_can_be_a_slice_of_channels() -> None:
    target = named("host")
    operator = convolution(image(8, 6, 6), 12, (3, 3), pads=(1, 1, 1, 1))
    views = dense_views(operator)
    views[0] = inside_larger(operator.inputs[0], (0, 4, 0, 0), (0, 4, 0, 0))
    for policy in list(IMPLEMENTATION.space(operator, target))[::40]:
        check(operator, policy, target, views)


def test_depthwise_convolutions_are_left_to_others() -> None:
    target = named("host")
    depthwise = convolution(image(8, 6, 6), 8, (3, 3), group=8)
    assert not IMPLEMENTATION.supports(depthwise, target)


def test_weights_computed_at_run_time_are_packed_in_every_run() -> None:
    target = named("host")
    operator = convolution(image(4, 9, 9), 40, (3, 3), pads=(1, 1, 1, 1), constant=False)
    policy = IMPLEMENTATION.default(operator, target)
    views = dense_views(operator)
    program = IMPLEMENTATION.lower(operator, views, View.dense(operator.output), policy, target)
    assert not program.prepare
    check(operator, policy, target, threads=2)


def test_the_epilogue_may_scale_and_use_an_operand_twice() -> None:
    target = named("host")
    plain = convolution(image(4, 5, 5), 9, (1, 1), bias=True, function="")
    gated = apply("mul", apply("add", Accumulator(), Load(2)), apply("sigmoid", Accumulator()))
    operator = Operator("Conv", plain.attributes, plain.inputs, plain.output, 2, epilogue=gated)
    check(operator, IMPLEMENTATION.default(operator, target), target)


@pytest.mark.parametrize("name", ["sse", "avx", "avx2", "avx512", "neon"])
def test_every_device_has_policies_for_shapes_with_little_to_tile(name: str) -> None:
    target = target_for(name, threads=2)
    for filters in (1, 3, 17, 40, 100):
        for x in (image(1, 1, 1), image(5, 1, 3), image(2, 4, 4, batch=2)):
            operator = convolution(x, filters, (1, 1))
            policies = list(IMPLEMENTATION.space(operator, target))
            assert IMPLEMENTATION.default(operator, target) in policies


def test_what_policies_have_in_common_is_estimated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def counted(*arguments: object) -> float:
        asked.append(arguments)
        return 1.0

    monkeypatch.setattr(_padded_input, "copying_seconds", counted)
    operator = convolution(image(24, 37, 41), 48, (3, 3), pads=(1, 1, 1, 1))
    assert len(IMPLEMENTATION.space(operator, named("host"))) > 50
    assert len(asked) == 1
