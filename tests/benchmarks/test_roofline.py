"""The roofline counts useful work once, and what is really read."""

import pytest

from aoe.backends.cpu.target.cpu_target import Speed
from aoe.backends.cpu.target.host import target_for
from aoe.operators.operator import Operand, Operator
from benchmarks.overheads.repository import convolution
from benchmarks.roofline import roofline
from tests.backends.cpu.changed_target import changed
from tests.tuning.examples import doubling, product

SPEED = Speed(multiply_adds=1e9, l1=4e9, l2=2e9, l3=1e9, memory=5e8, memory_together=8e8)
TARGET = changed(target_for("avx2", threads=2), l1=32 << 10, l2=512 << 10, l3=8 << 20, speed=SPEED)


def test_a_product_is_bound_by_its_arithmetic_at_the_peak() -> None:
    found = roofline(product(256, 256, 256), TARGET, peak=4e9, cold=False)
    assert found.seconds == pytest.approx(2 * 256**3 / 4e9)
    assert found.bound == "arithmetic"


def test_an_elementwise_operator_is_bound_by_memory() -> None:
    found = roofline(doubling(1024), TARGET, peak=4e9, cold=False)
    assert found.seconds == pytest.approx(4096 / 8e9)
    assert found.bound == "memory"


def test_cold_constants_come_from_memory() -> None:
    operator = convolution(0)
    constants = sum(item.constant for item in operator.inputs)
    cold = roofline(operator, TARGET, peak=1e18, cold=True).seconds
    assert constants
    assert cold > roofline(operator, TARGET, peak=1e18, cold=False).seconds


def test_a_gather_reads_what_it_takes_and_not_its_table() -> None:
    row = Operand.row_major
    inputs = (row("float32", (1 << 20, 64), constant=True), row("int64", (8,)))
    attributes = (("axis", 0), ("mode", "gather"))
    operator = Operator("Gather", attributes, inputs, row("float32", (8, 64)), 2)
    taken = 8 * 64 * 4 + 8 * 8
    found = roofline(operator, TARGET, peak=4e9, cold=False).seconds
    assert found == pytest.approx(taken / 8e9)
