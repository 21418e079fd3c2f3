"""Vectors of 8-byte elements, whose lanes are outside bounds in halves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator import Operand, Operator
from tests.backends.cpu.implementations.computing import check
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.targets import each, named

#: The first lanes of each line are pixels left of the image, and the first rows are above it.
PADS = (2, 5, 0, 5)


def depthwise(image: tuple[int, int], pads: Sequence[int], strides: tuple[int, int]) -> Operator:
    x = Operand.row_major("float64", (1, 3, *image))
    made = convolution(x, 6, (5, 5), strides, pads=pads, group=3, bias=False, function="")
    weights = replace(made.inputs[1], dtype=x.dtype)
    return replace(made, inputs=(x, weights), output=replace(made.output, dtype=x.dtype))


def check_lines(operator: Operator, target: CpuTarget) -> None:
    """Checks policies whose vectors are pixels of a line."""
    known = implementations()["conv_depthwise"].space(operator, target)
    along = [policy for policy in known if dict(policy.schedule)["vector"] == 3]
    assert along
    for policy in along[:3]:
        check(operator, policy, target)


@pytest.mark.parametrize("name", each("avx", "avx2", "avx512"))
def test_a_half_outside_of_an_image_is_not_read(name: str) -> None:
    check_lines(depthwise((22, 23), PADS, (1, 1)), named(name))


@pytest.mark.parametrize("name", each("avx", "avx2", "avx512"))
@pytest.mark.parametrize("stride", [2, 3, 4])
@pytest.mark.parametrize("pixels", [2, 3, 5, 7, 9, 13])
def test_a_half_without_wanted_elements_is_not_read(name: str, stride: int, pixels: int) -> None:
    width = stride * (pixels - 1) + 5
    check_lines(depthwise((9, width), (2, 0, 2, 0), (1, stride)), named(name))


@pytest.mark.parametrize("name", each("avx", "avx2", "avx512"))
@pytest.mark.parametrize("dtype", ["float64", "int64", "uint64"])
@pytest.mark.parametrize("width", [3, 5, 8, 19])
def test_a_half_of_padding_is_not_read(name: str, dtype: str, width: int) -> None:
    x = Operand.row_major(dtype, (7, width))
    output = Operand.row_major(dtype, (7 + 3, width + 9))
    operator = Operator("Pad", (("pads", (2, 5, 1, 4)), ("value", 3.0)), (x,), output, 1)
    item, target = implementations()["pad"], named(name)
    for policy in item.space(operator, target):
        check(operator, policy, target)
