"""Rounding to the steps of a quantised tensor, as models have it that were trained for it:
TensorFlow's FakeQuantWithMinMaxVars and TFLite's FAKE_QUANT.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps that numbers are rounded to. All are float32, one number or one for each channel.

    Attributes:
        lowest: The lowest step.
        highest: The highest one.
        scale: How far they are apart.
        inverse: 1 by that.
    """

    lowest: np.ndarray
    highest: np.ndarray
    scale: np.ndarray
    inverse: np.ndarray

    def rounded(self, x: np.ndarray) -> np.ndarray:
        """The nearest step of each number of float32. Of two that are equally near it is the higher
        one, as in TensorFlow's `FakeQuantWithMinMaxVars` and TFLite's `FAKE_QUANT`. ONNX's
        QuantizeLinear takes the even one.
        """
        above = (np.clip(x, self.lowest, self.highest) - self.lowest) * self.inverse
        return np.asarray(np.floor(above + np.float32(0.5)) * self.scale + self.lowest, np.float32)

    def nodes(self, node: Callable[..., Made], x: object) -> Made:
        """The same as nodes that `node` makes."""
        clipped = node("Min", node("Max", x, self.lowest), self.highest)
        above = node("Mul", node("Sub", clipped, self.lowest), self.inverse)
        steps = node("Floor", node("Add", above, np.asarray(0.5, np.float32)))
        return node("Add", node("Mul", steps, self.scale), self.lowest)


def steps_between(
    low: np.ndarray, high: np.ndarray, bits: int, *, narrow: bool = False
) -> Steps | None:
    """Steps between two limits, which are moved so that 0 is a step. None if 0 is not between.

    Args:
        low: The lower limit, float32.
        high: The upper one, of the same shape.
        bits: There are two to the power of this many steps.
        narrow: Whether there is one step less.
    """
    least, most = np.float32(narrow), np.float32((1 << bits) - 1)
    sound = np.isfinite(low) & np.isfinite(high) & (low <= 0) & (high >= 0) & (low < high)
    if not np.all(sound):
        return None
    scale = np.asarray((high - low) / (most - least), np.float32)
    zero = np.clip(np.floor(least - low / scale + np.float32(0.5)), least, most)
    lowest, highest = (np.asarray((end - zero) * scale, np.float32) for end in (least, most))
    return Steps(lowest, highest, scale, np.asarray(np.float32(1) / scale, np.float32))
