"""Convolutions of images that are small beside their windows, and dilated ones.

Most taps of these windows fall on the border. What matters is how much of that is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from benchmarks.models.graph import Graph
from benchmarks.models.layers import conv


def chain(
    g: Graph, channels: int, side: int, kernel: int | Sequence[int] = 3, count: int = 4
) -> str:
    """Adds `count` equal convolutions with ReLU of a square image."""
    x = g.input("x", 1, channels, side, side)
    for _ in range(count):
        x = conv(g, x, channels, kernel, act="relu")
    return x


def dilated(g: Graph, channels: int, side: int, dilation: int, kernel: int = 3) -> str:
    """Adds a dilated convolution between two by 1×1, so that layouts can be chosen freely."""
    x = conv(g, g.input("x", 1, channels, side, side), channels, 1, act="relu")
    x = conv(g, x, channels, kernel, dilation=dilation, act="relu")
    return conv(g, x, channels, 1)


def full_window(g: Graph, channels: int, filters: int, side: int) -> str:
    """Adds a convolution whose window is the whole image, with a layer before and after."""
    x = conv(g, g.input("x", 1, channels, side, side), channels, 1, act="relu")
    x = conv(g, x, filters, side, pads=0, act="relu")
    return conv(g, x, filters, 1)


def line(g: Graph, channels: int, length: int, kernel: int) -> str:
    """Adds four equal one-dimensional convolutions."""
    x = g.input("x", 1, channels, length)
    for _ in range(4):
        x = conv(g, x, channels, kernel, act="relu")
    return x


MODELS: Mapping[str, Callable[[Graph], str]] = {
    "one_pixel_512": partial(chain, channels=512, side=1, count=6),
    "two_pixels_512": partial(chain, channels=512, side=2, count=6),
    "three_pixels_512": partial(chain, channels=512, side=3),
    "five_pixels_256": partial(chain, channels=256, side=5),
    "seven_pixels_512": partial(chain, channels=512, side=7),
    "nine_pixels_256": partial(chain, channels=256, side=9),
    "row_of_three_384_at_8": partial(chain, channels=384, side=8, kernel=(1, 3)),
    "row_of_seven_192_at_17": partial(chain, channels=192, side=17, kernel=(1, 7)),
    "column_of_seven_192_at_17": partial(chain, channels=192, side=17, kernel=(7, 1)),
    "dilated_256_at_28_by_14": partial(dilated, channels=256, side=28, dilation=14),
    "dilated_512_at_14_by_7": partial(dilated, channels=512, side=14, dilation=7),
    "dilated_512_at_14_by_2": partial(dilated, channels=512, side=14, dilation=2),
    "dilated_256_at_33_by_18": partial(dilated, channels=256, side=33, dilation=18),
    "dilated_256_at_33_by_12": partial(dilated, channels=256, side=33, dilation=12),
    "dilated_256_at_33_by_2": partial(dilated, channels=256, side=33, dilation=2),
    "dilated_128_at_65_by_36": partial(dilated, channels=128, side=65, dilation=36),
    "dilated_128_at_65_five_by_two": partial(dilated, channels=128, side=65, dilation=2, kernel=5),
    "full_window_512_at_4": partial(full_window, channels=512, filters=64, side=4),
    "full_window_256_at_7": partial(full_window, channels=256, filters=512, side=7),
    "line_256_of_1000": partial(line, channels=256, length=1000, kernel=3),
}
