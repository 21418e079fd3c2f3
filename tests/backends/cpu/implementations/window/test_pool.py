from __future__ import annotations

from aoe.backends.registry import default_policy
from aoe.operators.operator import Operand, Operator
from tests.backends.cpu.targets import named

LAST = (0, 2, 3, 1)


def pooling(channels: int, size: int) -> Operator:
    """3×3 max pooling of stride 2, channels-last."""
    attributes = (
        ("combine", "max"),
        ("dilations", (1, 1)),
        ("kernel", (3, 3)),
        ("pads", (1, 1, 1, 1)),
        ("strides", (2, 2)),
    )
    x = Operand("float32", (1, channels, size, size), LAST)
    result = Operand("float32", (1, channels, size // 2, size // 2), LAST)
    return Operator("Pool", attributes, (x,), result, 1)


def test_the_default_reads_whole_pixels_one_after_the_other() -> None:
    """For an image beyond the nearest caches, in the order that hardware prefetches."""
    schedule = dict(default_policy(pooling(64, 112), named("avx512")).schedule)
    vectors, width = schedule["vectors"], schedule["width"]
    assert isinstance(vectors, int)
    assert isinstance(width, int)
    assert vectors * 16 == 64
    assert width <= 2
    assert schedule["taps"] == 2
