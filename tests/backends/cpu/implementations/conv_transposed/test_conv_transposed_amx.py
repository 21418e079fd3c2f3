"""Transposed convolutions of bfloat16 with AMX: interpreted, and compiled with the instructions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.conv_transposed.conv_transposed_amx import IMPLEMENTATION
from aoe.backends.registry import default_policy
from aoe.errors import PolicyError
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy
from tests.backends.cpu.implementations.amx_convolutions import check_compiled
from tests.backends.cpu.implementations.computing import with_schedule
from tests.backends.cpu.implementations.conv.test_conv_bfloat16 import of_pairs
from tests.backends.cpu.implementations.conv_transposed.test_conv_transposed_joint import layer
from tests.backends.cpu.implementations.convolutions import Placed, placed
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES, needs_amx
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.backends.cpu.targets import named
from tests.operators.operator_cases import check, fused, operands
from tests.properties import examples

NAME = "conv_transposed_amx"


@st.composite
def layers(draw: st.DrawFn) -> Placed:
    """Transposed convolutions of one group, of every kind. No tap reaches some of the outputs."""
    rank = draw(st.integers(1, 3))

    def each(*choices: int) -> tuple[int, ...]:
        return tuple(draw(st.sampled_from(choices)) for _ in range(rank))

    kernel, strides, dilations = each(1, 2, 2, 3, 4), each(1, 2, 2, 3), each(1, 1, 1, 2)
    spatial, pads = each(1, 2, 5, 7, 18 if rank < 3 else 3), each(0, 0, 1, 2)
    sizes = zip(spatial, strides, kernel, dilations, pads, strict=True)
    outputs = [
        max(1, (n - 1) * s + (k - 1) * d + 1 - 2 * low + draw(st.integers(-1, 1)))
        for n, s, k, d, low in sizes
    ]
    channels, filters = draw(st.sampled_from((1, 8, 19, 32, 40))), draw(st.sampled_from((1, 8, 33)))
    batch = draw(st.integers(1, 2))
    x = draw(operands((batch, channels, *spatial)))
    if draw(st.booleans()):
        x = replace(x, order=(0, *range(2, rank + 2), 1))
    weights = draw(operands((channels, filters, *kernel), constant=draw(st.booleans())))
    attributes = (("dilations", dilations), ("group", 1), ("pads", pads), ("strides", strides))
    output = Operand.row_major("float32", (batch, filters, *outputs))
    operator = draw(fused(Operator("ConvTranspose", attributes, (x, weights), output, 2)))
    return draw(placed(operator))


CASES = [
    of_pairs(layer(32, (6, 20), 24)),
    of_pairs(layer(8, (5, 7), 20, (4, 4), pads=(1, 1))),
    of_pairs(layer(40, (3, 5), 17, (3, 3), pads=(1, 1), more=1)),
    of_pairs(layer(5, (4, 9), 3, (1, 2), (3, 2))),
    of_pairs(layer(4, (2, 3), 40, (5, 3), (2, 3), pads=(2, 0))),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_layers_with_amx_agree_with_the_reference(operator: Operator, padding: int) -> None:
    check(NAME, operator, TILES, padding, arrays_of(operator))


@given(case=layers())
@examples(25)
def test_a_random_layer_is_lowered_to_what_the_reference_computes(case: Placed) -> None:
    operator = of_pairs(case.operator)
    if IMPLEMENTATION.supports(operator, TILES):
        check(NAME, operator, TILES, 0, arrays_of(operator))


@needs_amx
@given(case=layers(), number=st.integers(0, 511), threads=st.sampled_from((1, 2, 3)))
@examples(60)
def test_a_random_compiled_layer_with_amx_agrees(case: Placed, number: int, threads: int) -> None:
    check_compiled(IMPLEMENTATION, case, number, threads)


def test_a_layer_that_stays_inside_its_input_reads_it_where_it_lies() -> None:
    policies = IMPLEMENTATION.space(CASES[0], TILES)
    assert {dict(policy.format)["input"] for policy in policies} == {"direct"}


@pytest.mark.parametrize("operator", [CASES[1], of_pairs(layer(5, (6, 20), 24))])
def test_borders_and_odd_channels_are_copied(operator: Operator) -> None:
    policies = IMPLEMENTATION.space(operator, TILES)
    assert {dict(policy.format)["input"] for policy in policies} == {"padded"}


def test_phases_of_equally_many_outputs_are_one_kernel() -> None:
    operator = CASES[0]
    policy = IMPLEMENTATION.default(operator, TILES)
    views = [View.dense(item) for item in operator.inputs]
    program = IMPLEMENTATION.lower(operator, views, View.dense(operator.output), policy, TILES)
    assert [len(kernel.nests) for kernel in program.kernels] == [2 * 4]


@pytest.mark.parametrize(
    "operator",
    [
        layer(32, (6, 20), 24),  # float32
        of_pairs(layer(16, (6, 10), 16, group=2)),
    ],
)
def test_other_types_and_groups_are_for_other_implementations(operator: Operator) -> None:
    assert not IMPLEMENTATION.supports(operator, TILES)


def test_a_cpu_without_the_instructions_has_none() -> None:
    assert not IMPLEMENTATION.supports(CASES[0], named("avx2"))


def _changed(policy: Policy, change: str) -> Policy:
    if change == "format":
        return Policy.of(NAME, {"input": "padded"}, dict(policy.schedule))
    return with_schedule(policy, **{change: 7})


@pytest.mark.parametrize("change", ["format", "unroll", "depth", "vectors"])
def test_a_policy_outside_the_space_is_refused(change: str) -> None:
    operator = CASES[0]
    policy = _changed(IMPLEMENTATION.default(operator, TILES), change)
    views = [View.dense(item) for item in operator.inputs]
    with pytest.raises(PolicyError):
        IMPLEMENTATION.lower(operator, views, View.dense(operator.output), policy, TILES)


def test_many_channels_are_computed_with_amx_by_default() -> None:
    operator = of_pairs(layer(128, (64, 64), 64))
    bfloat16 = Operand("bfloat16", operator.output.shape, operator.output.order)
    assert default_policy(replace(operator, output=bfloat16), TILES).impl == NAME
