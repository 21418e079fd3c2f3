from __future__ import annotations

import pytest

from aoe.backends.cpu.implementations.conv import conv_direct
from aoe.backends.cpu.implementations.conv.conv_depthwise import IMPLEMENTATION
from aoe.backends.cpu.target.host import target_for
from aoe.backends.implementation import Implementation
from aoe.operators.operator import Operand
from tests.backends.cpu.implementations.convolutions import convolution


@pytest.mark.parametrize("channels", [480, 672, 1152])
@pytest.mark.parametrize("size", [3, 5, 7])
def test_the_default_keeps_sums_and_the_inputs_of_a_row_of_taps_in_registers(
    channels: int, size: int
) -> None:
    target = target_for("avx512", threads=2)
    x = Operand("float32", (1, channels, 14, 14), (0, 2, 3, 1))
    operator = convolution(x, channels, (size, size), pads=(size // 2,) * 4, group=channels)
    decisions = dict(IMPLEMENTATION.default(operator, target).schedule)
    vectors, width, taps = (decisions[name] for name in ("vectors", "width", "taps"))
    assert isinstance(vectors, int)
    assert isinstance(width, int)
    inputs = width + size - 1 if taps else 0
    assert vectors * (width + inputs) <= target.vector_registers


def test_the_default_does_not_check_loads_in_every_tile_of_a_small_padded_image() -> None:
    target = target_for("avx512", threads=2)
    x = Operand("float32", (1, 576, 14, 14), (0, 2, 3, 1))
    operator = convolution(x, 576, (3, 3), pads=(1, 1, 1, 1), group=576)
    width = dict(IMPLEMENTATION.default(operator, target).schedule)["width"]
    assert width != 7  # two tiles alike, each at a border


def test_many_filters_of_one_channel_are_not_estimated_as_vectors() -> None:
    target = target_for("avx512", threads=1)
    x = Operand("float32", (1, 1, 352), (0, 2, 1))
    operator = convolution(x, 256, (256,), strides=(128,))  # a window of a short spectrum

    def estimated(implementation: Implementation) -> float:
        return implementation.estimate(operator, implementation.default(operator, target), target)

    assert estimated(IMPLEMENTATION) > 4 * estimated(conv_direct.IMPLEMENTATION)
