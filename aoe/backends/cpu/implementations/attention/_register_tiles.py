"""Register tiles and blocks of attention and its gradients: candidates, and what tasks cost.

Causal attention is cut in pieces of queries or keys, which leave out what no query of a piece sees.
"""

from __future__ import annotations

from math import ceil

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.target.cpu_target import CpuTarget

#: Candidates: vectors of a block, rows and vectors of register tiles.
_BLOCK_VECTORS = (1, 2, 3, 4)
_ROWS = (2, 3, 4, 6, 7, 8, 12, 14)
VECTORS = (1, 2, 4)
#: In how many pieces causal heads are cut. The time to compile them grows with it.
PART_COUNTS = (1, 2, 4)


def blocks(extent: int, lanes: int) -> list[int]:
    """Sizes of a block: whole vectors, and blocks of about equal size."""
    step = max(1, lanes // 2)
    most = [width * lanes for width in _BLOCK_VECTORS]
    even = [ceil(extent / ceil(extent / block) / step) * step for block in most]
    return sorted({min(extent, size) for size in (*most, *even)})


def heights(extent: int, vectors: int, registers: int) -> list[int]:
    """The two largest heights of register tiles that leave registers for the operands."""
    found = {min(size, extent) for size in _ROWS}
    return sorted(size for size in found if (size + 1) * vectors < registers)[-2:] or [1]


def vectors_of(extent: int, lanes: int) -> float:
    """Vectors of `extent` elements. A remainder that fits half a vector takes half the time."""
    whole, rest = divmod(extent, lanes)
    return whole + (0.0 if rest == 0 else 0.5 if rest <= lanes // 2 else 1.0)


def tile_cost(rows: int, vectors: float, rate: float, target: CpuTarget) -> float:
    """Cycles of one vector's multiply-add in a register tile."""
    core, loads = profile_of(target).core, rows + vectors
    step = max(rows * vectors / rate, loads / core.loads_per_cycle, core.fma_latency)
    step += profile_of(target).attention.load_cycles * loads
    return step / (rows * vectors)


def task_seconds(cycles: float, tasks: int, held: float, threads: int, target: CpuTarget) -> float:
    """The time of all tasks, without that to start threads.

    Args:
        cycles: Cycles of all tasks.
        tasks: How many there are.
        held: Bytes of scores that a task keeps.
        threads: How many threads share the tasks.
        target: The device.
    """
    costs = profile_of(target).attention
    busiest = ceil(tasks / threads) * threads / tasks
    moving = costs.score_passes * held * tasks / cost.bandwidth(target, held * threads, threads)
    computing = cycles / cost.frequency(target) / threads
    return busiest * (computing + costs.unhidden_share * moving)


def edges(extent: int, count: int, step: int) -> list[tuple[int, int]]:
    """A range in about `count` pieces of about equal size, all but the last multiples of `step`."""
    size = ceil(extent / count / step) * step
    return [(first, min(size, extent - first)) for first in range(0, extent, size)]


def seen_share(count: int) -> float:
    """The share of the scores that is computed if queries or keys are cut in so many pieces."""
    return 1.0 if count == 1 else (count + 1) / (2 * count)
