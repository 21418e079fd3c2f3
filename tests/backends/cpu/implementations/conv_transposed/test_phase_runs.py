"""Transposed convolutions of large strides have few kernels, with the results of the reference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv_transposed import conv_transposed_amx
from aoe.backends.cpu.implementations.conv_transposed.conv_transposed import IMPLEMENTATION
from aoe.backends.cpu.implementations.conv_transposed.phase_runs import MOST_ALONE, runs
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import lower
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.conv.conv_transposed import phases
from tests.backends.cpu.implementations.computing import check as check_compiled
from tests.backends.cpu.implementations.computing import dense_views
from tests.backends.cpu.implementations.conv_transposed.test_conv_transposed_joint import layer
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES
from tests.backends.cpu.targets import named
from tests.operators.operator_cases import TARGETS, check, fused, operands
from tests.properties import examples

TARGET = target_for("avx512", threads=2)


@st.composite
def layers(draw: st.DrawFn) -> Operator:
    """Transposed convolutions of many phases: strides that are larger or smaller than the kernel,
    dilated, cropped, in groups, of any number of outputs.
    """
    rank = draw(st.integers(1, 2))
    strides = [draw(st.integers(5, 9)) for _ in range(rank)] if rank > 1 else [17]
    kernel = [draw(st.integers(1, 2 * stride + 1)) for stride in strides]
    dilations = [draw(st.sampled_from([1, 1, 1, 2, 3, 6])) for _ in range(rank)]
    spatial = [draw(st.integers(1, 4)) for _ in range(rank)]
    each = zip(spatial, strides, kernel, dilations, strict=True)
    full = [(n - 1) * s + (k - 1) * d + 1 for n, s, k, d in each]
    pads = [draw(st.integers(0, min(size - 1, 7))) for size in full]
    most = [size - low + draw(st.integers(0, 3)) for size, low in zip(full, pads, strict=True)]
    outputs = [draw(st.integers(1, size)) for size in most]
    group, channels, filters = draw(
        st.sampled_from([(1, 3, 5), (1, 8, 19), (5, 1, 1), (20, 1, 1), (2, 3, 4)])
    )
    x = draw(operands((draw(st.integers(1, 2)), channels * group, *spatial)))
    shape = (channels * group, filters, *kernel)
    weights = draw(operands(shape, constant=draw(st.booleans())))
    output = Operand.row_major("float32", (x.shape[0], filters * group, *outputs))
    attributes = (
        ("dilations", tuple(dilations)),
        ("group", group),
        ("pads", tuple(pads)),
        ("strides", tuple(strides)),
    )
    return draw(fused(Operator("ConvTranspose", attributes, (x, weights), output, 2)))


@given(operator=layers(), destination=TARGETS, padding=st.sampled_from([0, 3]))
@examples(40)
def test_a_random_layer_of_many_phases_is_lowered_to_what_the_reference_computes(
    operator: Operator, destination: CpuTarget, padding: int
) -> None:
    check("conv_transposed", operator, destination, padding)


@given(operator=layers(), number=st.integers(0, 40), threads=st.sampled_from((1, 3)))
@examples(6)
def test_a_random_layer_of_many_phases_agrees_under_any_policy(
    operator: Operator, number: int, threads: int
) -> None:
    found = IMPLEMENTATION.space(operator, named("host"))
    check_compiled(operator, found[number % len(found)], named("host"), threads=threads)


@pytest.mark.parametrize("group", [1, 21])
@pytest.mark.parametrize("kernel", [20, 32, 40, 64, 77])
@pytest.mark.parametrize("more", [0, 5])
def test_a_stride_of_32_has_no_more_kernels_than_one_of_4(
    group: int, kernel: int, more: int
) -> None:
    operator = layer(1, (3, 4), 1, (kernel, kernel), (32, 32), (9, 5), more, group)
    policy = IMPLEMENTATION.default(operator, TARGET)
    views, output = dense_views(operator), View.dense(operator.output)
    lowered = lower(operator, views, output, policy, TARGET)
    assert len(lowered.kernels) <= MOST_ALONE < len([*phases(operator)])


@pytest.mark.parametrize("strides", [(4, 4), (16, 1), (3, 5)])
def test_few_phases_have_a_kernel_each(strides: tuple[int, int]) -> None:
    operator = layer(8, (5, 6), 16, strides, strides)
    assert [tuple(run[0] for run in of) for of in runs(operator)] == [*phases(operator)]


def test_every_phase_is_in_one_run() -> None:
    operator = layer(8, (5, 6), 16, (11, 30), (7, 9), (4, 3), 2)
    firsts = [
        (rows.first, columns.first) for of in runs(operator) for rows in of[0] for columns in of[1]
    ]
    assert sorted(firsts) == sorted((phase[0].first, phase[1].first) for phase in phases(operator))


def test_matrix_instructions_are_not_used_where_each_phase_would_have_code_of_its_own() -> None:
    few, many = (layer(32, (8, 8), 32, (n, n), (n, n), dtype="bfloat16") for n in (4, 5))
    supports = conv_transposed_amx.IMPLEMENTATION.supports
    assert [supports(operator, TILES) for operator in (few, many)] == [True, False]
