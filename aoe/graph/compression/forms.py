"""Forms of the weights of a layer, and weights in these forms as arrays.

- Blocks: along the reduction, groups of weights of one output share a scale. Steps are unsigned
  with the zero in the middle, as those of MatMulNBits of ONNX Runtime.
- Columns: all weights of one output share a scale. Steps are int8 and symmetric.
- Two of four: of four neighbours along the reduction at most two are not zero. Stored are two
  values and their places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from aoe.element_types import FLOAT8

Kind = Literal["float24", "bfloat16", "float8", "int8", "int4", "static", "sparse"]
#: Blocks of packed weights, in the order of preference where the user names none.
BLOCKS = (32, 16, 8, 4, 2)
#: Neighbours along the reduction of which two may be other than zero.
GROUP, KEPT = 4, 2
#: Steps on either side of zero of a weight with a scale for its output.
_STEPS = 127
#: The least scale: a reciprocal that float32 holds.
_LEAST_SCALE = 1e-30


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a layer.

    Attributes:
        kind: "float24" stores weights in 24 bits. "bfloat16" rounds the weights and what they are
            multiplied by. "float8" does so too, with a scale for each output, and one for each
            row of the inputs or image that is found while the model runs. "int8" and "int4" store
            weights in steps, in blocks. Without a block, "int8" has a scale for each output, and
            inputs are quantised by row while the model runs. "static" is int8 with a calibrated
            range of the inputs. "sparse" stores two of four weights.
        block: Weights that share a scale; 0 for all of an output.
        scale: Step of the inputs, of "static".
        zero_point: Their zero point, likewise.
        levels: Steps of a weight on either side of zero, likewise.
        by_channel: Whether each output has a scale, likewise; else all share one.
        types: The types of inputs and weights, of "float8".
    """

    kind: Kind
    block: int = 0
    scale: float = 1.0
    zero_point: int = 0
    levels: int = _STEPS
    by_channel: bool = True
    types: tuple[str, str] = (FLOAT8, FLOAT8)

    @property
    def exact(self) -> bool:
        """Whether results differ from those of the float model by the order of sums only."""
        return self.kind == "sparse"

    @property
    def text(self) -> str:
        """How files and reports name it."""
        if self.kind == "static":
            return "calibrated int8"
        if self.types != (FLOAT8, FLOAT8):
            return " by ".join(self.types)
        return f"{self.kind}:{self.block}" if self.block else self.kind

    def stored_bytes(self, depth: int, columns: int) -> int:
        """Bytes of so many weights of each of the outputs, in this form."""
        weights = depth * columns
        scales = 4 * (columns if not self.block else weights // self.block)
        sizes: dict[str, int] = {
            "float24": 3 * weights,
            "bfloat16": 2 * weights,
            "float8": weights + 4 * columns,
            "int8": weights + scales,
            "int4": weights // 2 + scales,
            "static": weights + 4 * (columns if self.by_channel else 1),
            "sparse": weights // GROUP * (4 * KEPT + 1),
        }
        return sizes[self.kind]


@dataclass(frozen=True, slots=True)
class Blocks:
    """Weights in blocks: (steps - zero_point)·scales.

    Attributes:
        steps: (K / block, block, N), uint8.
        scales: (K / block, N), float32.
        zero_point: The step that stands for 0.
    """

    steps: np.ndarray
    scales: np.ndarray
    zero_point: int

    @property
    def weights(self) -> np.ndarray:
        """The weights (K, N) that these steps stand for."""
        steps = self.steps.astype(np.float32) - np.float32(self.zero_point)
        return np.asarray((steps * self.scales[:, None]).reshape(-1, self.steps.shape[-1]))


def in_blocks(weights: np.ndarray, bits: int, block: int) -> Blocks:
    """Weights (K, N) in blocks that divide K.

    The value of a block that is furthest from 0 becomes step 0, so that all steps are used. Or it
    becomes the last step, so that values of the other sign have as many. The more accurate of both
    is taken.
    """
    depth, columns = weights.shape
    middle = 1 << (bits - 1)
    split = np.asarray(weights, np.float32).reshape(depth // block, block, columns)
    lowest, highest = split.min(axis=1), split.max(axis=1)
    furthest = np.where(-lowest > highest, lowest, highest)
    found = [
        _in_steps(split, furthest / np.float32(last), middle) for last in (-middle, middle - 1)
    ]
    (steps, scales, error), (other_steps, other_scales, other_error) = found
    better = other_error < error
    chosen = np.where(better[:, None], other_steps, steps)
    return Blocks(chosen, np.where(better, other_scales, scales), middle)


def _in_steps(
    split: np.ndarray, scales: np.ndarray, middle: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Blocks (K / block, block, N) in steps of these scales (K / block, N), the scales, and the
    squared error of each block.
    """
    scales = np.where(np.abs(scales) < _LEAST_SCALE, np.float32(1), scales).astype(np.float32)
    steps = np.clip(np.rint(split / scales[:, None]), -middle, middle - 1)
    error = ((steps * scales[:, None] - split) ** 2).sum(axis=1)
    return (steps + middle).astype(np.uint8), scales, error


def by_output(
    weights: np.ndarray, axis: int, levels: int = _STEPS, by_channel: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Weights as int8, and their scales as a vector along `axis`, that of outputs."""
    wide = np.asarray(weights, np.float32)
    others = tuple(number for number in range(wide.ndim) if number != axis % wide.ndim)
    largest = np.abs(wide).max(axis=others, keepdims=True)
    if not by_channel:
        largest = np.broadcast_to(largest.max(), largest.shape)
    scales = np.maximum(largest / np.float32(levels), np.float32(_LEAST_SCALE))
    steps = np.clip(np.rint(wide / scales), -levels, levels).astype(np.int8)
    return steps, scales.reshape(-1).astype(np.float32)


def is_two_of_four(weights: np.ndarray, axis: int) -> bool:
    """Whether of four neighbours along an axis at most two are not zero, everywhere."""
    moved = np.moveaxis(weights, axis, -1)
    if moved.shape[-1] % GROUP or not moved.size:
        return False
    groups = moved.reshape(*moved.shape[:-1], -1, GROUP)
    return bool((np.count_nonzero(groups, axis=-1) <= KEPT).all())


def two_of_four(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of weights (K, N) the values (K / 4, 2, N) and their places (K / 4, 2, N), from 0 to 3."""
    groups = weights.reshape(-1, GROUP, weights.shape[-1])
    places = np.argsort(groups == 0, axis=1, kind="stable")[:, :KEPT]
    places.sort(axis=1)
    return np.take_along_axis(groups, places, axis=1), places.astype(np.uint8)
