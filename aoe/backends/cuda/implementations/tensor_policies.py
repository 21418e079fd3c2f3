"""Policies of contractions in tiles by `mma.sync`: the space, and what is expected of their time.

`aoe.backends.cuda.implementations.tensor_contraction` lowers them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil

from aoe.backends.cuda.cost.kernel_costs import TensorCosts
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.contractions import (
    dense_contraction,
    dense_contractions,
    sizes_of,
)
from aoe.backends.cuda.implementations.occupancy import BlockNeeds
from aoe.backends.cuda.kernels.tensor_kernel import (
    SHORTEST_COPY,
    copied_elements,
    shared_bytes_of,
    threads_of,
)
from aoe.backends.cuda.target.cuda_target import (
    WARP,
    CudaTarget,
)
from aoe.element_types import FLOAT8, FLOAT8_E5M2, ITEM_BYTES
from aoe.errors import PolicyError
from aoe.operators.operator import Operator
from aoe.policy import Decision, Policy

#: How the names of implementations of float32 end: one product of TF32 numbers, or three of the
#: TF32 parts of both factors.
TF32, SPLIT_FLOAT32 = "_tf32", "_tf32x3"
#: How those of bytes end.
BYTES = "_int8"
#: How those of float8 end, and the types that they multiply.
FLOAT8_ENDING = "_float8"
MULTIPLIED_FLOAT8 = frozenset({FLOAT8, FLOAT8_E5M2})
#: Tiles with warps that share them: those that the measurements of a prototype found useful.
_TILES: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = (
    ((64, 64), (2, 2)),
    ((64, 64), (4, 2)),
    ((64, 32), (2, 1)),
    ((64, 32), (4, 1)),
    ((32, 64), (1, 2)),
    ((32, 32), (2, 1)),
    ((128, 64), (2, 2)),
    ((64, 128), (2, 2)),
    ((128, 128), (2, 2)),
    ((128, 128), (2, 4)),
    ((256, 64), (4, 1)),
    ((64, 256), (1, 4)),
    ((16, 64), (1, 2)),
    ((16, 128), (1, 4)),
)
_DEPTHS, _STAGES, _SPLITS = (32, 64), (3, 4, 2), (1, 2, 4, 8)
#: Bytes of the terms of one instruction, of each row and column.
_INSTRUCTION_BYTES = 32
#: Registers of a copy that is not asynchronous: where it lies, its bounds, and what is on its way.
_EACH_SHORT_COPY = 5
#: Registers of a thread beside sums and fragments.
_OTHER_REGISTERS = 40


@dataclass(frozen=True, slots=True)
class Tiling:
    """The decisions of a policy.

    Attributes:
        tile: Rows, columns and terms of a tile.
        warps: Warps along its rows and columns.
        stages: Steps of the reduction in shared memory.
        split: Parts of the reduction.
        item: Bytes of an element.
        cluster: Whether blocks of a cluster have the parts.
        copied: Elements of the first operand that are copied at a time.
    """

    tile: tuple[int, int, int]
    warps: tuple[int, int]
    stages: int
    split: int
    item: int
    cluster: bool
    copied: int

    @property
    def shared(self) -> int:
        """Bytes of shared memory of a block."""
        together = self.cluster and self.split > 1
        return shared_bytes_of(self.tile, self.warps, self.stages, self.item, together)

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return threads_of(self.warps)

    @property
    def registers(self) -> int:
        """Registers of a thread: its sums, fragments of both operands, what is on its way where
        copies are not asynchronous, and the rest.
        """
        rows, columns = self.tile[0] // self.warps[0], self.tile[1] // self.warps[1]
        held = 0 if self.asynchronous else self.tile[0] * self.tile[2] // self.threads
        return (
            rows * columns // WARP
            + rows // 4
            + columns // 4
            + _EACH_SHORT_COPY * held
            + _OTHER_REGISTERS
        )

    @property
    def asynchronous(self) -> bool:
        """Whether copies of the first operand are asynchronous."""
        return self.copied * self.item >= SHORTEST_COPY

    @property
    def needs(self) -> BlockNeeds:
        """What a block needs of a multiprocessor."""
        return BlockNeeds(self.threads, self.registers, self.shared)


def policies_of(name: str, operator: Operator, target: CudaTarget) -> Iterator[Policy]:
    """All policies of an implementation."""
    _, rows, columns, terms = sizes_of(dense_contraction(operator))
    item = ITEM_BYTES[operator.inputs[0].dtype]
    reductions = [work.reduction for work in dense_contractions(operator)]
    clusters = target.limits.clusters
    depths = [(size * 2 // item, _copied(operator, size * 2 // item)) for size in _DEPTHS]
    for ((tile_rows, tile_columns), warps), (depth, copied), stages, split in product(
        _TILES, depths, _STAGES, _SPLITS
    ):
        sensible = tile_rows <= 2 * rows + 16 and tile_columns <= 2 * columns + 32
        divides = clusters or all(
            any(axis.extent % split == 0 for axis in axes) for axes in reductions
        )
        long_enough = split == 1 or terms >= split * 4 * depth
        tile = (tile_rows, tile_columns, depth)
        tiling = Tiling(tile, warps, stages, split, item, clusters, copied)
        useful = tiling.asynchronous or stages == _STAGES[-1]
        if sensible and divides and long_enough and useful and tiling.needs.fit(target):
            schedule: dict[str, Decision] = {
                "tile": tiling.tile,
                "warps": warps,
                "stages": stages,
                "split": split,
            }
            yield Policy.of(name, schedule=schedule)


def tiling_of(operator: Operator, policy: Policy, target: CudaTarget) -> Tiling:
    """The decisions of a policy. Raises `PolicyError` if one is missing."""
    schedule = dict(policy.schedule)
    tile, warps = schedule.get("tile"), schedule.get("warps")
    stages, split = schedule.get("stages"), schedule.get("split")
    if (
        not isinstance(tile, tuple)
        or len(tile) != 3
        or not isinstance(warps, tuple)
        or len(warps) != 2
        or not isinstance(stages, int)
        or not isinstance(split, int)
    ):
        raise PolicyError(f"not the policy of a contraction in tiles: {policy.to_json()}")
    rows, columns, depth = (int(number) for number in tile)
    down, across = (int(number) for number in warps)
    item = ITEM_BYTES[operator.inputs[0].dtype]
    clusters, copied = target.limits.clusters, _copied(operator, depth)
    return Tiling((rows, columns, depth), (down, across), stages, split, item, clusters, copied)


def estimate(
    operator: Operator, policy: Policy, target: CudaTarget, fitted: TensorCosts | None = None
) -> float:
    """Waves of blocks. The steps of those that a multiprocessor holds overlap: together they take
    the time of all their products, copies or reads of shared memory, or as long as one of them that
    is alone. `fitted`: costs in place of those of the profile.
    """
    known = fitted or profile_of(target).tiles
    tiling = tiling_of(operator, policy, target)
    rows, columns, depth = tiling.tile
    batches, all_rows, all_columns, terms = sizes_of(dense_contraction(operator))
    speed = target.speed
    blocks = batches * ceil(all_rows / rows) * ceil(all_columns / columns) * tiling.split
    busy = min(tiling.needs.resident(target), ceil(blocks / target.threads))
    waves = ceil(blocks / (target.threads * busy))
    steps = ceil(ceil(terms / tiling.split) / depth)
    used = min(1.0, blocks / target.threads)

    peak = multiply_adds_of(tiling.item, target)
    factor = 3 * known.splitting if policy.impl.endswith(SPLIT_FLOAT32) else 1.0
    warps = busy * tiling.threads / WARP
    rate = peak * known.efficiency * warps / (warps + known.half) / target.threads
    products = rows * columns * depth * factor / rate
    moved = (rows + columns) * depth * tiling.item
    second_cache = moved / (speed.l2 * known.l2 / (target.threads * used))
    issued = moved / (tiling.copied * tiling.item * WARP) * known.copy
    fragments = (rows * tiling.warps[1] + columns * tiling.warps[0]) * depth * tiling.item
    work = max(products, second_cache, fragments / known.shared) + issued
    alone = known.step + known.part * depth * tiling.item / _INSTRUCTION_BYTES
    alone = max(alone, _latency(known, tiling))
    seconds = speed.launch + waves * (known.start + steps * max(alone, busy * work))
    if tiling.split > 1 and tiling.cluster:
        seconds += waves * known.meeting
    elif tiling.split > 1:
        partial = 4.0 * batches * all_rows * all_columns * (tiling.split + 1)
        seconds += speed.launch + known.joining + partial / speed.l2
    others = len(dense_contractions(operator)) - 1
    seconds += others * (speed.launch + known.start)
    operands = costs.operand_bytes(operator)
    return max(seconds, operands / costs.bandwidth(target, operands))


def multiply_adds_of(item: int, target: CudaTarget) -> float:
    """Multiply-adds per second of instructions on elements of so many bytes. Those of 8 bits have
    twice as many terms as those of 16 bits.
    """
    speed = target.speed
    rates = {
        1: 2 * speed.half_multiply_adds,
        2: speed.half_multiply_adds,
        4: speed.tf32_multiply_adds,
    }
    return rates[item]


def _latency(known: TensorCosts, tiling: Tiling) -> float:
    """Seconds of a step of a block that waits for copies. These are as many steps ahead, unless
    they are too short to be asynchronous.
    """
    return known.start / 2 / (max(1, tiling.stages - 1) if tiling.asynchronous else 1)


def _copied(operator: Operator, depth: int) -> int:
    """Elements of the first operand that are copied at a time. Weights are packed."""
    work = dense_contraction(operator)
    return copied_elements(work.a, work.reduction[-1], depth)
