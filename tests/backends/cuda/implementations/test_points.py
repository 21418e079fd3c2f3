"""Operators whose points do not depend on each other compute the reference with several results of
a thread: along any axis, in any type, beside bounds, in place, and with windows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from aoe.backends.cpu.implementations import registry as cpu
from aoe.backends.cuda.implementations import loop_nests
from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel, simt_kernel
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.backends.registry import default_policy
from aoe.loops.expression import Load, apply
from aoe.loops.loop_nest import with_buffers
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.elementwise.concat import concatenation
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.policy import Policy
from tests.backends.cuda.running import TARGET, executed
from tests.operators.operator_cases import check

LAST = (0, 2, 3, 1)


def row(*shape: int, order: Sequence[int] = (), dtype: str = "float32") -> Operand:
    return Operand(dtype, shape, tuple(order or range(len(shape))))


def pool(x: Operand, kernel: int, stride: int, pad: int, combine: str = "max") -> Operator:
    size = (x.shape[2] + 2 * pad - kernel) // stride + 1
    attributes = (
        ("combine", combine),
        ("count_include_pad", 0),
        ("dilations", (1, 1)),
        ("kernel", (kernel, kernel)),
        ("pads", (pad,) * 4),
        ("strides", (stride, stride)),
    )
    return Operator(
        "Pool", attributes, (x,), Operand(x.dtype, (*x.shape[:2], size, size), x.order), 1
    )


def compared(name: str, operator: Operator, points: int = 4) -> None:
    def has_points(policy: Policy) -> bool:
        return dict(policy.schedule)["points"] == points

    check(
        name,
        operator,
        TARGET,
        2,
        policies=1,
        run=executed,
        wanted=has_points,
        known=implementations,
    )


SUM = apply("add", Load(0), Load(1))


@pytest.mark.parametrize("shape", [(3, 40), (5, 6), (3, 7), (1, 4)])
def test_rows_and_a_line(shape: tuple[int, ...]) -> None:
    compared("simt_pointwise", pointwise(SUM, [row(*shape), row(shape[-1])], row(*shape)))


def test_channels_last_and_a_number_for_each_channel() -> None:
    image = row(2, 8, 3, 5, order=LAST)
    compared("simt_pointwise", pointwise(SUM, [image, row(2, 8, 1, 1)], image))


def test_a_transposed_operand_is_read_one_by_one() -> None:
    operator = pointwise(SUM, [row(2, 8, 4, 4), row(2, 8, 4, 4, order=LAST)], row(2, 8, 4, 4))
    compared("simt_pointwise", operator)


def test_types_of_other_widths() -> None:
    half = row(3, 32, dtype="float16")
    for result, points in ((half, 8), (row(3, 32), 4)):
        compared("simt_pointwise", pointwise(SUM, [half, half], result), points)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_concatenation(axis: int) -> None:
    operands = [row(4, 12), row(4, 12), row(4, 12)]
    compared("simt_concat", concatenation(operands, axis))


@pytest.mark.parametrize("order", [LAST, (0, 1, 2, 3)])
@pytest.mark.parametrize("combine", ["max", "average"])
def test_windows(order: tuple[int, ...], combine: str) -> None:
    compared("simt_pool", pool(row(1, 8, 8, 8, order=order), 3, 2, 1, combine))


def test_results_in_place_of_an_operand_are_written_once() -> None:
    image = row(3, 10)
    operator = pointwise(SUM, [image, image], image)
    item = implementations()["simt_pointwise"]
    policy = next(p for p in item.space(operator, TARGET) if dict(p.schedule)["points"] == 4)
    views = [View.dense(image)] * 2
    (kernel,) = item.lowered(operator, views, [View.dense(image)], policy, TARGET).kernels
    merged = with_buffers(simt_kernel(kernel, 64, 1, 4), {"input0": "output0"})
    assert isinstance(merged, SimtKernel)
    (nest,) = merged.nests
    for axis in nest.axes:
        assert axis.extent % merged.steps(nest)[axis.name] == 0


def test_large_operators_move_vectors_and_small_ones_have_many_threads() -> None:
    target = cuda_target("sm_90")
    for images, points in ((32, 4), (1, 1)):
        image = row(images, 8, 56, 56, order=LAST)
        policy = default_policy(pointwise(SUM, [image, image], image), target)
        assert dict(policy.schedule)["points"] == points


@pytest.mark.parametrize("independent", [False, True])
def test_an_implementation_says_itself_that_its_points_are_independent(independent: bool) -> None:
    """So that one for a type that is new gets the policies of such operators."""
    own = replace(cpu.implementations()["pointwise"], points_are_independent=independent)
    on_gpu = loop_nests._implementation(replace(own, name="new"))
    policies = on_gpu.space(pointwise(SUM, [row(3, 32)] * 2, row(3, 32)), TARGET)
    assert all(("points" in dict(policy.schedule)) == independent for policy in policies)
    assert {dict(policy.schedule)["sharing"] for policy in policies} == (
        {1} if independent else set(loop_nests.SHARING)
    )
