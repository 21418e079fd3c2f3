"""Lower bounds count what no code can avoid, no more and no less."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.cost.lower_bound import streaming, traffic
from aoe.backends.cpu.lowering.contraction import matmul_contraction
from aoe.backends.cpu.lowering.contraction.contraction import Schedule
from aoe.backends.cpu.lowering.contraction.contraction_space import lower_bound_of
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import implementations_of
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy
from benchmarks.overheads.repository import convolution
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.tuning.examples import doubling, product

SPEED = Speed(multiply_adds=1e9, l1=4e9, l2=2e9, l3=1e9, memory=5e8, memory_together=8e8)
TARGET = changed(target_for("avx2", threads=2), l1=32 << 10, l2=512 << 10, l3=8 << 20, speed=SPEED)


def floors(operator: Operator, target: CpuTarget = TARGET) -> dict[Policy, float]:
    return {
        policy: item.lower_bound(operator, policy, target)
        for item in implementations_of(operator, target)
        for policy in item.space(operator, target)
    }


def test_a_product_takes_its_multiply_adds_at_the_peak_of_all_cores() -> None:
    found = floors(product(256, 256, 256)).items()
    least = min(seconds for policy, seconds in found if policy.impl != "matmul_strassen")
    assert least == pytest.approx(256**3 / 2e9)


def test_strassen_is_not_bound_by_the_multiply_adds_it_saves() -> None:
    samples = Operand.row_major("float32", (1, 256, 256))
    weights = Operand.row_major("float32", (256, 256), constant=True)
    found = floors(matrix_product(samples, weights))
    saved = {seconds for policy, seconds in found.items() if policy.impl == "matmul_strassen"}
    assert list(saved) == [pytest.approx(7 / 8 * 256**3 / 2e9)]


def test_a_transposed_convolution_takes_the_multiply_adds_that_meet_its_input() -> None:
    x, output = (Operand.row_major("float32", (1, 32, n, n)) for n in (16, 29))
    weights = Operand.row_major("float32", (32, 32, 3, 3), constant=True)
    attributes = (("dilations", (1, 1)), ("group", 1), ("pads", (2, 2)), ("strides", (2, 2)))
    operator = Operator("ConvTranspose", attributes, (x, weights), output, 2)
    met = (16 * 3 - 2 * 2) ** 2  # of the taps of the first and the last element two fall outside
    found = floors(operator).items()
    (seconds,) = {seconds for policy, seconds in found if policy.impl != "conv_transposed_winograd"}
    assert seconds == pytest.approx(met * 32 * 32 / 2e9)
    saved = min(seconds for policy, seconds in found if policy.impl == "conv_transposed_winograd")
    # Along a side, three tiles of five outputs of two taps take 18 products instead of 30.
    assert saved == pytest.approx((18 + 14) ** 2 * 32 * 32 / 2e9)


def test_a_schedule_that_leaves_a_core_idle_has_a_higher_lower_bound() -> None:
    operator = product(64, 256, 64)
    views = [View.dense(operand) for operand in operator.inputs]
    contraction = matmul_contraction.contraction(operator, views, View.dense(operator.output))
    shared = Schedule((1, 4), 1, 1, 32, 256, 0, "rows")
    alone = replace(shared, block=64)
    found = [lower_bound_of(operator, contraction, item, TARGET) for item in (shared, alone)]
    assert found == [pytest.approx(64 * 64 * 256 / 2e9), pytest.approx(64 * 64 * 256 / 1e9)]


def test_winograd_is_not_bound_by_the_multiply_adds_it_saves() -> None:
    found = floors(convolution(0))
    direct = min(seconds for policy, seconds in found.items() if policy.impl == "conv_direct")
    winograd = min(seconds for policy, seconds in found.items() if policy.impl == "conv_winograd")
    assert 0 < winograd < direct / 2


@pytest.mark.parametrize(
    ("elements", "seconds"),
    [
        (1 << 10, (4 << 10) / 8e9),
        (64 << 10, (64 << 10) / 8e9 + (192 << 10) / 4e9),
        (
            16 << 20,
            (64 << 10) / 8e9 + (960 << 10) / 4e9 + (7 << 20) / 2e9 + (56 << 20) / 8e8,
        ),
    ],
)
def test_every_part_of_the_data_comes_from_the_fastest_memory_it_fits_in(
    elements: int, seconds: float
) -> None:
    assert traffic(doubling(elements), TARGET, 2) == pytest.approx(seconds)


def test_one_thread_reads_as_fast_as_one_core() -> None:
    found = floors(doubling(4096))
    alone = [value for policy, value in found.items() if dict(policy.schedule)["parallel"] == 0]
    assert alone == [pytest.approx((16 << 10) / 4e9)] * len(alone)
    assert alone


def test_an_input_that_windows_pass_over_is_not_counted() -> None:
    image = Operand.row_major("float32", (1, 64, 64, 64))
    small = Operand.row_major("float32", (1, 64, 8, 8))
    attributes = (
        ("combine", "max"), ("dilations", (1, 1)), ("kernel", (1, 1)), ("pads", (0, 0, 0, 0)),
        ("strides", (8, 8)),
    )  # fmt: skip
    operator = Operator("Pool", attributes, (image,), small, 1)
    assert streaming(operator, Policy("pool"), TARGET) == pytest.approx((16 << 10) / 8e9)


def test_gathers_have_no_lower_bound() -> None:
    table = Operand.row_major("float32", (1000, 8))
    indices, result = Operand.row_major("int64", (2,)), Operand.row_major("float32", (2, 8))
    operator = Operator("Gather", (("axis", 0),), (table, indices), result, 2)
    assert set(floors(operator).values()) == {0.0}
