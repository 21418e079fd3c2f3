"""Estimates count the packing of computed weights, as many kernels as are started for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.cost import packing
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import MAX_BREADTH
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.matmul.grouped_matmul import grouped_matmul
from aoe.operators.types.recurrent.recurrent_gradient import recurrence_gradient
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.operators.operator_cases import target
from tests.operators.recurrent_strategies import six_steps

TARGET = target(2)
#: Seconds to start a kernel, beside which nothing else counts.
STARTING = 1e3


def starting_slowly(threads: int = 2) -> CpuTarget:
    found = target(threads)
    return replace(found, speed=replace(found.speed, fork_join=STARTING))


def floats(*shape: int) -> Operand:
    return Operand.row_major("float32", shape)


def transposed(taps: int, stride: int) -> Operator:
    size = 8 * stride
    attributes = (
        ("dilations", (1, 1)),
        ("group", 1),
        ("pads", ((taps - stride) // 2,) * 2),
        ("strides", (stride, stride)),
    )
    x, w = floats(1, 32, 8, 8), floats(32, 16, taps, taps)
    return Operator("ConvTranspose", attributes, (x, w), floats(1, 16, size, size), 2)


def image(channels: int) -> Operand:
    return Operand("float32", (1, channels, 14, 14), (0, 2, 3, 1))


def in_other_order(operator: Operator, order: tuple[int, ...]) -> Operator:
    """The operator with weights in this order."""
    x, w, *others = operator.inputs
    return replace(operator, inputs=(x, replace(w, order=order), *others))


def conv(kernel: tuple[int, int], order: tuple[int, ...]) -> Operator:
    """A convolution with weights in this order."""
    pads = (kernel[0] // 2,) * 4
    return in_other_order(convolution(image(16), 32, kernel, pads=pads, constant=False), order)


ROW_MAJOR, BY_FILTERS = (0, 1, 2, 3), (2, 3, 1, 0)
GROUPED = grouped_matmul(floats(64, 40), floats(5, 40, 72), Operand.row_major("int32", (5,)))
CASES = {
    "conv_direct": conv((3, 3), ROW_MAJOR),
    "conv_winograd": conv((3, 3), ROW_MAJOR),
    "conv_winograd_rows": conv((7, 7), ROW_MAJOR),
    "conv_winograd_rows by filters": conv((7, 7), BY_FILTERS),
    "conv_transposed": transposed(3, 2),
    "conv_transposed of some phases": transposed(1, 2),
    "conv_transposed_joint": transposed(4, 2),
    "conv_transposed_winograd": transposed(3, 2),
    "conv_transposed_winograd by filters": in_other_order(transposed(3, 2), (2, 3, 0, 1)),
    "matmul": matrix_product(floats(64, 256), floats(256, 128)),
    "matmul_row_panels": matrix_product(Operand("float32", (512, 512), (1, 0)), floats(512, 512)),
    "grouped_matmul": GROUPED,
    "recurrent": six_steps("LSTM", "float32", 32, constant=False),
    "recurrent with a reset gate first": six_steps("GRU", "float32", 32, constant=False),
    "recurrent_gradient": recurrence_gradient(
        "LSTM",
        floats(6, 6, 2, 3, 32),
        floats(2, 128, 32),
        floats(2, 5, 3, 32),
        "sigmoid tanh tanh",
        {},
    ),
}


def packing_kernels(name: str, operator: Operator, policy_number: int) -> tuple[int, float]:
    """The kernels that a policy starts to pack, and those that its estimate counts."""
    item, slow = implementations()[name.split(" ")[0]], starting_slowly()
    x, w, *others = operator.inputs
    frozen = replace(operator, inputs=(x, replace(w, constant=True), *others))
    # A constant b has no panels that a thread packs, so there is nothing to compare them with.
    policies = [
        policy
        for policy in item.space(operator, TARGET, MAX_BREADTH)
        if dict(policy.format).get("b") != "by panel"
    ]
    policy = policies[policy_number % len(policies)]
    views = [View.dense(operand) for operand in operator.inputs]
    started, kept = (
        len(item.lower(each, views, View.dense(each.output), policy, TARGET).kernels)
        for each in (operator, frozen)
    )
    seconds = [item.estimate(each, policy, slow) for each in (operator, frozen)]
    return started - kept, (seconds[0] - seconds[1]) / STARTING


@pytest.mark.parametrize("number", [0, 7, -1])
@pytest.mark.parametrize("name", CASES)
def test_estimates_count_the_kernels_that_are_started_to_pack(name: str, number: int) -> None:
    operator = CASES[name]
    assert implementations()[name.split(" ")[0]].supports(operator, TARGET)
    started, counted = packing_kernels(name, operator, number)
    assert counted == pytest.approx(started, abs=0.01)


def test_more_than_one_kernel_transforms_taps_that_lie_apart() -> None:
    assert packing_kernels("conv_winograd_rows", CASES["conv_winograd_rows by filters"], 0)[0] > 1


@pytest.mark.parametrize("name", CASES)
def test_packing_takes_longer_than_reading_what_is_packed(name: str) -> None:
    operator, item = CASES[name], implementations()[name.split(" ")[0]]
    x, w, *others = operator.inputs
    frozen = replace(operator, inputs=(x, replace(w, constant=True), *others))
    policy = item.default(frozen, TARGET)
    assert item.estimate(operator, policy, TARGET) > item.estimate(frozen, policy, TARGET)


def test_constant_weights_cost_nothing() -> None:
    constant = replace(floats(64, 64), constant=True)
    assert packing.packing_seconds(constant, TARGET) == 0.0
    assert packing.dot_packing_seconds(constant, True, TARGET) == 0.0


def test_one_thread_waits_for_no_other() -> None:
    alone = starting_slowly(1)
    assert packing.packing_seconds(floats(64, 64), alone, 5) < 1
    assert packing.packing_seconds(floats(64, 64), starting_slowly(), 5) > 5 * STARTING
