"""Convolutions of many groups compute the reference: every kind of tile, borders, strides, layouts,
types and epilogues.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.target.cuda_target import GpuSpeed, cuda_target
from aoe.backends.registry import default_policy
from aoe.element_types import numpy_type
from aoe.operators.operator import Operand, Operator
from aoe.policy import Policy
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cuda.running import TARGET, executed
from tests.operators.operator_cases import arrays_for, check

LAST, FIRST = (0, 2, 3, 1), (0, 1, 2, 3)


def image(*shape: int, order: tuple[int, ...] = LAST) -> Operand:
    return Operand("float32", shape, order)


def typed(operator: Operator, dtype: str) -> Operator:
    """The operator with all operands of a type."""
    inputs = tuple(replace(item, dtype=dtype) for item in operator.inputs)
    return replace(operator, inputs=inputs, output=replace(operator.output, dtype=dtype))


def compared(operator: Operator, tile: tuple[int, int, int] | None = None, wanted: int = 1) -> None:
    """Checks the best policies, or those with a tile."""

    def has_tile(policy: Policy) -> bool:
        return tile is None or dict(policy.schedule)["tile"] == tile

    dtype = operator.output.dtype
    arrays = [
        array.astype(numpy_type(item.dtype))
        for array, item in zip(arrays_for(operator, 1), operator.inputs, strict=True)
    ]
    check(
        "simt_conv_groups",
        operator,
        TARGET,
        0,
        arrays,
        policies=wanted,
        run=executed,
        tolerance={"float32": 3e-6, "float16": 2e-3, "bfloat16": 1e-2}[dtype],
        wanted=has_tile,
        known=implementations,
    )


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_a_depthwise_convolution_of_each_type(dtype: str) -> None:
    operator = convolution(image(2, 16, 5, 6), 16, (3, 3), pads=(1, 1, 1, 1), group=16)
    compared(typed(operator, dtype), wanted=2)


@pytest.mark.parametrize("tile", [(4, 4, 2), (4, 2, 1), (2, 7, 1), (1, 1, 1), (4, 1, 2)])
def test_each_tile(tile: tuple[int, int, int]) -> None:
    operator = convolution(
        image(1, 12, 7, 7), 12, (3, 3), pads=(1, 1, 1, 1), group=12, residual=True
    )
    compared(operator, tile)


def test_tiles_that_do_not_divide_the_image_overlap() -> None:
    operator = convolution(image(1, 8, 9, 11), 8, (3, 3), pads=(1, 1, 1, 1), group=8)
    compared(operator, (4, 4, 2))


@pytest.mark.parametrize("order", [LAST, FIRST])
@pytest.mark.parametrize("stride", [1, 2])
def test_each_layout_and_stride(order: tuple[int, ...], stride: int) -> None:
    operator = convolution(
        image(2, 8, 8, 8, order=order),
        8,
        (5, 3),
        strides=(stride, stride),
        dilations=(1, 2),
        pads=(2, 2, 2, 2),
        group=8,
    )
    compared(operator, wanted=2)


def test_channels_that_no_vector_divides() -> None:
    compared(convolution(image(1, 7, 6, 6), 7, (3, 3), pads=(1, 1, 1, 1), group=7), wanted=3)


def test_several_filters_of_each_channel() -> None:
    compared(convolution(image(1, 6, 5, 5), 12, (3, 3), group=6), wanted=3)


def test_groups_of_some_channels() -> None:
    operator = convolution(image(1, 32, 6, 6), 16, (3, 3), pads=(1, 1, 1, 1), group=4)
    compared(operator, wanted=3)
    compared(convolution(image(1, 68, 5, 5), 68, (1, 1), group=2), wanted=3)


def test_few_filters_of_all_channels() -> None:
    compared(convolution(image(2, 32, 5, 6), 2, (1, 1)), wanted=3)
    compared(convolution(image(1, 24, 5, 5), 3, (3, 3), pads=(1, 1, 1, 1)), wanted=2)
    few = typed(convolution(image(1, 32, 256, 256), 2, (1, 1)), "float16")
    assert default_policy(few, cuda_target("sm_90")).impl == "simt_conv_groups"


def test_a_large_window_is_a_loop() -> None:
    compared(convolution(image(1, 4, 12, 12), 4, (11, 11), pads=(5, 5, 5, 5), group=4), wanted=1)


def test_a_line_and_a_cube() -> None:
    compared(convolution(Operand("float32", (1, 4, 9), (0, 2, 1)), 4, (3,), group=4))
    cube = Operand("float32", (1, 4, 3, 4, 5), (0, 2, 3, 4, 1))
    compared(convolution(cube, 4, (2, 2, 2), group=4))


def test_matrix_instructions_are_not_used_for_groups_of_few_filters() -> None:
    depthwise = convolution(image(1, 32, 28, 28), 32, (3, 3), pads=(1, 1, 1, 1), group=32)
    for dtype in ("float32", "float16"):
        operator = typed(depthwise, dtype)
        found = {
            item.name for item in implementations().values() if item.computes(operator, TARGET)
        }
        assert not any(name.startswith("mma") for name in found)
        for target in (TARGET, cuda_target("sm_90")):
            policy = default_policy(operator, target)
            assert policy.impl == "simt_conv_groups"
    large = convolution(image(1, 96, 112, 112), 96, (3, 3), pads=(1, 1, 1, 1), group=96)
    schedule = dict(default_policy(large, cuda_target("sm_90")).schedule)
    tile = schedule["tile"]
    assert isinstance(tile, tuple)
    assert tile[0] == 4, "channels are read in vectors"


def test_long_sums_are_not_left_to_single_threads() -> None:
    operator = convolution(image(1, 576, 14, 14), 96, (1, 1))
    fast = replace(GpuSpeed(), multiply_adds=33e12, launch=0.8e-6)
    for speed in (GpuSpeed(), fast):
        policy = default_policy(operator, cuda_target("sm_90", speed=speed))
        assert policy.impl.startswith("mma"), policy
