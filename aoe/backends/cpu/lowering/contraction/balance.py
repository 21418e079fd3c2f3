"""How evenly threads share the tasks of a contraction. `contraction_space` estimates with it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, prod

from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule, outer_loops
from aoe.backends.cpu.target.cpu_target import CpuTarget


def imbalance_of(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> float:
    """The share of the work that the slowest thread does. Every thread takes a contiguous range of
    tasks, as many as the others give or take one. The last tasks along an axis are smaller.
    """
    axes, loops = outer_loops(contraction, schedule, target)
    lanes = target.lanes("float32")
    sizes = []
    for axis, loop in zip(axes, loops, strict=True):
        whole = lanes if axis == contraction.column else 1  # a part of a vector takes as long
        sizes.append((ceil(axis.extent / whole) * whole, loop.step))
    tasks, threads = _tasks(sizes), target.threads
    ends = [_work_of(tasks * number // threads, sizes) for number in range(threads + 1)]
    return max(end - begin for begin, end in pairwise(ends)) / ends[-1]


def _tasks(sizes: Sequence[tuple[int, int]]) -> int:
    return prod(ceil(extent / step) for extent, step in sizes)


def _work_of(tasks: int, sizes: Sequence[tuple[int, int]]) -> int:
    """Coordinates that the first `tasks` tasks of nested loops have. `sizes`: sizes and steps of
    the loops, outermost first.
    """
    if not sizes:
        return tasks
    (extent, step), inner = sizes[0], sizes[1:]
    complete, rest = divmod(tasks, _tasks(inner))
    done = min(extent, complete * step)
    within = prod(size for size, _ in inner)
    return done * within + min(step, extent - done) * _work_of(rest, inner)
