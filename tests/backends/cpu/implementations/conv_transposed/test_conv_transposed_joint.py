from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv_transposed.conv_transposed_joint import IMPLEMENTATION
from aoe.backends.cpu.implementations.conv_transposed.transposed_phases import (
    border_share,
    dense_contraction,
    memory_seconds,
)
from aoe.backends.cpu.lowering.contraction.contraction import Schedule
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.conv.conv_transposed import phases
from tests.backends.cpu.implementations.computing import check as check_compiled
from tests.backends.cpu.implementations.computing import dense_views, inside_larger, with_schedule
from tests.backends.cpu.targets import named, some
from tests.operators.operator_cases import TARGETS, check, fused, operands
from tests.properties import examples

TARGET = target_for("avx512", threads=2)

NAME, LAST = "conv_transposed_joint", (0, 2, 3, 1)


@st.composite
def layers(draw: st.DrawFn) -> Operator:
    """Transposed convolutions of every supported kind: equally many taps in all phases of the last
    dimension, and taps for all outputs in the others.
    """
    rank, last = draw(st.integers(1, 3)), draw(st.sampled_from([2, 2, 2, 3, 4]))
    strides = [draw(st.integers(1, 3)) for _ in range(rank - 1)]
    kernel = [stride + draw(st.integers(0, 2)) for stride in strides]
    dilations = [1] * (rank - 1)
    pads = [draw(st.integers(0, size - 1)) for size in kernel]
    strides.append(last)
    kernel.append(last * draw(st.integers(1, 2)))
    dilations.append(draw(st.sampled_from([1, 1, 3])) if last == 2 else 1)
    pads.append(draw(st.integers(0, 3)) if last == 2 else draw(st.sampled_from([0, last])))
    spatial = [draw(st.integers(1, 6)) for _ in range(rank)]
    outputs = [
        stride * max(1, size + draw(st.integers(-1, 1)))
        for stride, size in zip(strides, spatial, strict=True)
    ]
    channels = draw(st.sampled_from([1, 3, 8]))
    filters = draw(st.sampled_from([1, 3, 8, 19, 33]))
    batch = draw(st.integers(1, 3))
    x = draw(operands((batch, channels, *spatial)))
    weights = draw(operands((channels, filters, *kernel), constant=draw(st.booleans())))
    output = Operand.row_major("float32", (batch, filters, *outputs))
    attributes = _attributes(strides, pads, dilations)
    return draw(fused(Operator("ConvTranspose", attributes, (x, weights), output, 2)))


def _attributes(
    strides: list[int], pads: list[int], dilations: list[int] | None = None, group: int = 1
) -> tuple[tuple[str, int | tuple[int, ...]], ...]:
    return (
        ("dilations", tuple(dilations or [1] * len(strides))),
        ("group", group),
        ("pads", tuple(pads)),
        ("strides", tuple(strides)),
    )


def layer(
    channels: int,
    size: tuple[int, int],
    filters: int,
    kernel: tuple[int, int] = (2, 2),
    strides: tuple[int, int] = (2, 2),
    pads: tuple[int, int] = (0, 0),
    more: int = 0,
    group: int = 1,
    dtype: str = "float32",
) -> Operator:
    """A layer with a bias. `more`: padding of its output."""
    each = zip(size, kernel, strides, pads, strict=True)
    outputs = tuple((n - 1) * s - 2 * p + k + more for n, k, s, p in each)
    x = Operand(dtype, (1, channels * group, *size), LAST)
    weights = Operand.row_major(dtype, (channels * group, filters, *kernel), constant=True)
    bias = Operand.row_major(dtype, (1, filters * group, 1, 1), constant=True)
    return Operator(
        "ConvTranspose",
        _attributes([*strides], [*pads], group=group),
        (x, weights, bias),
        Operand(dtype, (1, filters * group, *outputs), LAST),
        2,
        epilogue=apply("add", Accumulator(), Load(2)),
    )


@given(operator=layers(), destination=TARGETS, padding=st.sampled_from([0, 0, 3]))
@examples(50)
def test_a_random_layer_is_lowered_to_what_the_reference_computes(
    operator: Operator, destination: CpuTarget, padding: int
) -> None:
    check(NAME, operator, destination, padding)


@given(
    name=some("host", "avx2", "sse"),
    operator=layers(),
    number=st.integers(0, 71),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(12)
def test_a_random_layer_agrees_with_the_reference_under_any_policy(
    name: str, operator: Operator, number: int, threads: int
) -> None:
    found = IMPLEMENTATION.space(operator, named(name))
    check_compiled(operator, found[number % len(found)], named(name), threads=threads)


@pytest.mark.parametrize(
    "operator",
    [
        layer(16, (9, 30), 24, (4, 4), pads=(1, 1)),
        layer(16, (9, 30), 24, (4, 2)),
        layer(5, (7, 11), 3, (3, 3), (3, 3)),
        layer(8, (6, 20), 8, (2, 6), pads=(0, 2)),
    ],
)
def test_policies_of_a_layer_with_and_without_overlap_agree_with_the_reference(
    operator: Operator,
) -> None:
    for policy in IMPLEMENTATION.space(operator, named("host"))[::20]:
        check_compiled(operator, policy, named("host"), threads=2)


def test_an_output_can_be_a_slice_of_a_concatenation() -> None:
    operator = layer(8, (6, 10), 24)
    output = inside_larger(operator.output, (0, 8, 0, 0), (0, 16, 0, 0))
    for policy in IMPLEMENTATION.space(operator, named("host"))[::16]:
        check_compiled(operator, policy, named("host"), None, output, threads=2)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_is_multiplied_in_single(dtype: str) -> None:
    operator = layer(8, (5, 6), 20)
    x, weights, bias = operator.inputs
    halves = (replace(x, dtype=dtype), replace(weights, dtype=dtype), bias)
    check(NAME, replace(operator, inputs=halves), target_for("avx2", threads=2))


@pytest.mark.parametrize(
    ("operator", "supported"),
    [
        (layer(8, (6, 10), 16), True),
        (layer(8, (6, 10), 16, (4, 4), pads=(1, 1)), True),
        (layer(8, (6, 10), 16, (3, 3), (3, 3)), True),
        (layer(8, (6, 10), 16, (3, 2), pads=(1, 0)), False),  # an odd number of rows
        (layer(8, (6, 10), 16, (4, 4), pads=(1, 1), more=1), False),
        (layer(8, (6, 10), 16, (3, 3), pads=(1, 1), more=1), False),  # one tap and two
        (layer(8, (6, 10), 16, (1, 2)), False),  # rows that no tap reaches
        (layer(8, (6, 10), 16, (3, 1), (1, 2), more=1), False),  # columns that no tap reaches
        (layer(8, (6, 10), 16, (1, 1), (1, 2), pads=(0, 1), more=1), False),
        (layer(8, (6, 10), 16, (2, 3), (2, 1)), False),
        (layer(8, (6, 10), 16, (3, 3), (3, 3), pads=(3, 3)), True),
        (layer(8, (6, 10), 16, (5, 5), (5, 5)), False),
        (layer(8, (6, 10), 16, group=2), False),
    ],
)
def test_only_layers_whose_phases_are_alike_along_the_last_dimension_are_taken(
    operator: Operator, supported: bool
) -> None:
    assert IMPLEMENTATION.supports(operator, named("host")) == supported


def test_one_kernel_writes_all_phases_of_a_row() -> None:
    operator, target = layer(8, (6, 10), 32), target_for("avx512", threads=2)
    views, output = dense_views(operator), View.dense(operator.output)
    policy = IMPLEMENTATION.default(operator, target)
    (kernel,) = lower(operator, views, output, policy, target).kernels
    assert [dict(nest.schedule.tile)["phase"] for nest in kernel.nests] == [2, 2]
    assert {axis.name for axis in kernel.axes} == {"o0"}


def test_it_is_the_default_of_a_large_layer_without_overlap() -> None:
    target = target_for("avx512", threads=2)
    assert default_policy(layer(64, (128, 128), 32), target).impl == NAME


def test_results_that_no_cache_holds_are_waited_for_by_large_tiles() -> None:
    target, large, small = target_for("avx512", threads=2), (256, 256), (16, 16)
    tiles = [Schedule((1, rows), 2, 4, 1, 64, 0, "rows") for rows in (4, 8, 12)]
    seconds = [memory_seconds(layer(64, large, 32), tile, 1, target) for tile in tiles]
    assert 0 < seconds[0] == seconds[1] < seconds[2]
    assert not any(memory_seconds(layer(64, small, 32), tile, 1, target) for tile in tiles)


#: One whose windows leave the image, of 8 channels.
PADDED = layer(8, (32, 32), 16, (4, 4), pads=(1, 1))


def share_of_border(
    operator: Operator, pixels: int, phases_in_a_tile: int = 2, unroll: int = 8
) -> float:
    """`border_share` of the first phases, with register tiles of so many pixels. Where all channels
    are unrolled, no loop is there to check bounds in front of.
    """
    found = [*phases(operator)]
    lasts = [phase[-1] for phase in found[:phases_in_a_tile]]
    schedule = Schedule((1, pixels), 2, unroll, 1, 1, 0, "rows")
    return border_share(dense_contraction(operator, found[0]), schedule, 32, lasts, TARGET)


def test_tiles_that_reach_over_the_border_count_more_the_wider_they_are() -> None:
    assert share_of_border(PADDED, 4) == 2 * share_of_border(PADDED, 2) > 0
    # The last tile is in no loop.
    assert share_of_border(PADDED, 14) == share_of_border(PADDED, 14, phases_in_a_tile=1)
    assert share_of_border(PADDED, 32) == 0


def test_tiles_whose_checks_are_in_front_of_a_loop_cost_nothing_more() -> None:
    assert share_of_border(PADDED, 4, unroll=1) == 0


def test_tiles_that_stay_inside_check_nothing() -> None:
    assert share_of_border(layer(8, (32, 32), 16), 4) == 0


@pytest.mark.parametrize("tile", [(1, 7), (2, 8), (0, 8)])
def test_policies_outside_the_space_are_refused(tile: tuple[int, int]) -> None:
    operator, target = layer(8, (6, 10), 32), target_for("avx512", threads=2)
    policy = with_schedule(IMPLEMENTATION.default(operator, target), tile=tile, vectors=3)
    with pytest.raises(PolicyError, match=r"outside the space|not a contraction's"):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, target)
