"""The sizes of convolutions that are computed in phases.

A phase holds the pixels at every d-th place along each dimension. A dilated convolution has phases
of its input, a transposed one has phases of its output. `convolution_phases` builds the operators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np


@dataclass(frozen=True, slots=True)
class SpatialDimension:
    """One spatial dimension of a convolution.

    Attributes:
        image: Size of the input.
        taps: Size of the window.
        result: Size of the output.
        stride: Distance between two windows. A transposed convolution spreads its input by it.
        dilation: Distance between two taps.
        pad_before: Padding in front of the input. A transposed convolution crops its output by it.
    """

    image: int
    taps: int
    result: int
    stride: int
    dilation: int
    pad_before: int


@dataclass(frozen=True, slots=True)
class DilatedDimension:
    """A spatial dimension of stride 1 that is cut into phases.

    Attributes:
        space: The dimension of the dilated convolution.
    """

    space: SpatialDimension

    @property
    def dilation(self) -> int:
        """The number of phases; 1 where the window has one tap."""
        return self.space.dilation if self.space.taps > 1 else 1

    @property
    def pad_before(self) -> int:
        """Padding in front of each phase, done by the convolution."""
        before = self.space.pad_before
        return 0 if before % self.dilation else before // self.dilation

    @property
    def fill_before(self) -> int:
        """Zeros in front of the image before it is cut."""
        return self.space.pad_before - self.pad_before * self.dilation

    @property
    def pixels(self) -> int:
        """Size of each phase."""
        return ceil((self.space.image + self.fill_before) / self.dilation)

    @property
    def fill_after(self) -> int:
        """Zeros behind the image before it is cut."""
        return self.pixels * self.dilation - self.space.image - self.fill_before

    @property
    def pad_after(self) -> int:
        """Padding behind each phase, done by the convolution."""
        needed = ceil(self.space.result / self.dilation) + self.space.taps - 1
        return max(0, needed - self.pixels - self.pad_before)

    @property
    def outputs(self) -> int:
        """Size of the result of each phase."""
        return self.pixels + self.pad_before + self.pad_after - self.space.taps + 1


@dataclass(frozen=True, slots=True)
class TransposedDimension:
    """A spatial dimension of a transposed convolution that is cut into phases.

    Attributes:
        space: The dimension. Its `pad_before` crops the output.
    """

    space: SpatialDimension

    @property
    def taps(self) -> int:
        """Taps of a phase."""
        return ceil(self.space.taps / self.space.stride)

    @property
    def outputs(self) -> int:
        """Results of each phase."""
        stride, cropped = self.space.stride, self.space.pad_before
        return (self.space.result - 1 + cropped) // stride - cropped // stride + 1

    @property
    def pad_before(self) -> int:
        """Padding in front of the image."""
        return self.taps - 1 - self.space.pad_before // self.space.stride

    @property
    def pad_after(self) -> int:
        """Padding behind the image."""
        return self.outputs - self.space.image - self.pad_before + self.taps - 1

    @property
    def first(self) -> int:
        """The first of the interleaved results that is part of the output."""
        return self.space.pad_before % self.space.stride


def phase_weights(weights: np.ndarray, dimensions: Sequence[TransposedDimension]) -> np.ndarray:
    """The weights (C, K, taps…) as those of a convolution (phases·K, C, taps of a phase…).

    The order of the taps is reversed.
    """
    channels, filters = weights.shape[:2]
    rank = len(dimensions)
    more = [(0, item.taps * item.space.stride - item.space.taps) for item in dimensions]
    filled = np.pad(weights, [(0, 0), (0, 0), *more])
    split = [size for item in dimensions for size in (item.taps, item.space.stride)]
    cut = filled.reshape(channels, filters, *split)
    taps, phases = range(2, 2 + 2 * rank, 2), range(3, 3 + 2 * rank, 2)
    moved = np.flip(cut, tuple(taps)).transpose(*phases, 1, 0, *taps)
    return np.asarray(moved.reshape(-1, channels, *(item.taps for item in dimensions)), order="C")
