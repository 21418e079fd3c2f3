"""Estimates of what implementations of Winograd's minimal filtering do around their products:
reading images, transforming weights, moving tiles between the steps; and what a task may hold.

The constants are those of the cost profile (`aoe.backends.cpu.cost.profile`).
"""

from __future__ import annotations

from math import ceil
from typing import Protocol

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.packing import transforming_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator import Operator


class TiledLayer(Protocol):
    """What estimates need of a layer in tiles."""

    @property
    def batch(self) -> int:
        """Images."""

    @property
    def inputs(self) -> int:
        """Input channels."""

    @property
    def outputs(self) -> int:
        """Output channels."""

    @property
    def tiles(self) -> tuple[int, int]:
        """Tiles down and across."""

    @property
    def positions(self) -> int:
        """Multiplications for each tile and pair of channels."""

    @property
    def weights(self) -> int:
        """Transformed weights."""


#: Share of the second-level cache that what a task holds may take, sums or a panel of weights.
L2_SHARE = 0.7


def image_seconds(operator: Operator, target: CpuTarget) -> float:
    """Seconds to read the image and to write the result, whose lines are read before they are
    written, as far as the second-level caches miss.
    """
    read, written = (item.bytes for item in (operator.inputs[0], operator.output))
    beyond = cost.miss_ratio(read + written, target.l2 * target.threads)
    return beyond * (read + 2.0 * written) / (target.speed.l3 * target.threads)


def weights_seconds(operator: Operator, layer: TiledLayer, target: CpuTarget) -> float:
    """Seconds to transform the weights in each run; 0 for constant ones."""
    if operator.inputs[1].constant:
        return 0.0
    lanes = target.lanes("float32")
    packed = layer.weights // layer.outputs * lanes * ceil(layer.outputs / lanes)
    return transforming_seconds(packed, profile_of(target).winograd.transform_cycles, target)


def weights_again_seconds(layer: TiledLayer, held: int, passes: int, target: CpuTarget) -> float:
    """Seconds in which a thread that reads the transformed weights `passes` times does so again: as
    far as its second-level cache does not hold them beside `held` tiles and their products.
    """
    scratch = 4.0 * layer.positions * (layer.inputs + layer.outputs) * held
    weights = 4.0 * layer.weights
    beyond = cost.miss_ratio(scratch + weights, target.l2)
    return (passes - 1) * weights * beyond / target.speed.l3


def last_level_misses(held: float, target: CpuTarget) -> float:
    """The share of `held` bytes, written and then read, that the last-level cache misses."""
    costs = profile_of(target).winograd
    missed = costs.llc_miss_slope * held / target.l3 - costs.llc_miss_offset
    return min(max(missed, 0.0), 1.0)


def moving_seconds(
    layer: TiledLayer, held: float, target: CpuTarget, exchanged: bool = False
) -> float:
    """Seconds to write and to read the transformed tiles and their products, of which a thread
    holds `held` tiles at once. Weights pass the caches in between. `exchanged`: a thread reads what
    all threads have written.
    """
    tiles = layer.batch * layer.tiles[0] * layer.tiles[1]
    scratch = 4.0 * layer.positions * (layer.inputs + layer.outputs)
    weights = 4.0 * layer.weights
    costs = profile_of(target).winograd
    going_by = max(costs.weights_between * weights, costs.scratch_between * scratch * held)
    beyond_l2 = cost.miss_ratio(scratch * held + going_by, target.l2)
    together = scratch * held * target.threads + weights
    beyond_l3 = last_level_misses(together, target)
    speed = target.speed
    # What the second-level cache misses is read from the last-level cache, and written back.
    others = costs.exchanged_share * (1.0 - 1.0 / target.threads) if exchanged else 0.0
    each = 1.0 / speed.l2 + max(beyond_l2, others) / speed.l3
    memory = beyond_l3 / cost.memory_bandwidth(target)
    return 2.0 * scratch * tiles * (each / target.threads + memory)
