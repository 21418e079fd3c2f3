from __future__ import annotations

import re

import pytest

from aoe.backends.cpu.codegen.kernel_code import kernel_ir
from aoe.backends.cpu.codegen.object_code import assembly
from aoe.backends.cpu.implementations.conv.conv_contraction import contraction, input_image
from aoe.backends.cpu.lowering.contraction.contraction import has_checks_in_front
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import lower
from aoe.loops.loop_nest import Kernel
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Decision, Policy
from tests.backends.cpu.implementations.computing import check, dense_views
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.targets import named

TARGET = target_for("avx512", threads=2)
#: A register tile of several rows and two vectors, which leaves no free registers.
POLICY = Policy.of(
    "conv_direct",
    {"input": "direct"},
    {
        **{"tile": (2, 7), "vectors": 2, "unroll": 1, "block": 2, "depth": 3},
        **{"parallel": "rows", "prefetch": 0},
    },
)


def border_operator(channels: int) -> Operator:
    """A 3×3 convolution whose windows leave its image."""
    x = Operand("float32", (1, channels, 7, 7), (0, 2, 3, 1))
    return convolution(x, 32, (3, 3), pads=(1, 1, 1, 1), bias=False, function="")


def border_kernel(channels: int, policy: Policy = POLICY) -> Kernel:
    """The kernel of `border_operator`."""
    operator = border_operator(channels)
    views, output = dense_views(operator), View.dense(operator.output)
    *_, kernel = lower(operator, views, output, policy, TARGET).kernels
    return kernel


def inner_loops(text: str) -> list[str]:
    """The assembly of loops without loops in them that multiply."""
    parts = re.split(r"\n(?=\.LBB)", text)
    loops = [part[: part.rindex(f"\tjne\t{name}")] for part in parts if (name := of_loop(part))]
    return [part for part in loops if "vfmadd" in part]


def of_loop(part: str) -> str | None:
    """The name of a block that jumps back to itself, None of another."""
    name = part.partition(":")[0]
    return name if f"\tjne\t{name}\n" in part else None


def test_checks_are_in_front_of_a_loop_over_channels() -> None:
    ir = kernel_ir(border_kernel(64), "kernel", TARGET)
    assert "@zeros.float32.64 = private unnamed_addr constant [64 x float] zeroinitializer" in ir
    assert "@fill." not in ir


def test_accumulators_stay_in_registers_where_a_tile_of_several_rows_is_checked() -> None:
    loops = inner_loops(assembly(kernel_ir(border_kernel(64), "kernel", TARGET), TARGET))
    assert loops
    for loop in loops:
        assert "cmov" not in loop
        assert not re.search(r"vmov\w*\t[^\n]*zmm[^\n]*\(%rsp\)", loop)


def test_a_long_loop_checks_each_element() -> None:
    ir = kernel_ir(border_kernel(1025), "kernel", TARGET)
    assert "@fill.float32.1." in ir
    assert "@zeros." not in ir


@pytest.mark.parametrize(
    ("channels", "unroll"), [(8, 1), (8, 8), (64, 2), (1025, 1), (2048, 1), (4096, 4)]
)
def test_the_cost_model_knows_where_checks_are(channels: int, unroll: int) -> None:
    tile: dict[str, Decision] = {"tile": (1, 7), "vectors": 1, "unroll": unroll}
    policy = Policy.of("conv_direct", {"input": "direct"}, {**dict(POLICY.schedule), **tile})
    ir = kernel_ir(border_kernel(channels, policy), "kernel", TARGET)
    operator = border_operator(channels)
    views, output = dense_views(operator), View.dense(operator.output)
    read = contraction(operator, views, output, input_image(operator, views[0]))
    assert has_checks_in_front(read, unroll) == ("@fill." not in ir)


@pytest.mark.parametrize("order", [(0, 2, 3, 1), (0, 1, 2, 3)])
@pytest.mark.parametrize("channels", [3, 64, 1025])
def test_windows_that_leave_the_image_read_zeros(order: tuple[int, ...], channels: int) -> None:
    x = Operand("float32", (2, channels, 7, 7), order)
    operator = convolution(x, 32, (3, 3), pads=(1, 1, 1, 1))
    check(operator, POLICY, named("host"))
