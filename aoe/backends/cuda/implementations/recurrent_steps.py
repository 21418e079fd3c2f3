"""What is expected of the time of recurrences on a GPU: one kernel after the other for each step,
of which each waits for the state of the one before.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from aoe.backends.cpu.implementations.recurrent.cells import Cell
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.target.cuda_target import WARP, CudaTarget
from aoe.operators.operator import Operator


@dataclass(frozen=True, slots=True)
class Step:
    """How a step is shared.

    Attributes:
        units: Units of a block.
        threads: Threads of a block.
        vector: Neighbouring terms of a product that a thread reads at once.
    """

    units: int
    threads: int
    vector: int


def recurrence_seconds(operator: Operator, step: Step, target: CudaTarget) -> float:
    """Seconds of all steps. The warps of a block take its products in turns; a lane waits for its
    terms, vector by vector. Blocks read the weights from the second cache.
    """
    cell, known = Cell.of(operator), profile_of(target).loop_nests
    speed, limits = target.speed, target.limits
    held = max(1, limits.threads_per_multiprocessor // step.threads)
    blocks = cell.directions * ceil(cell.hidden / step.units)
    waves = ceil(blocks / (target.threads * held))
    products = ceil(cell.gates * step.units * cell.batch / (step.threads // WARP))
    terms = ceil(cell.hidden / (WARP * step.vector))
    kernels = 2 if cell.reset_first else 1
    waiting = 2 * kernels * known.nest_seconds + products * terms * known.term_seconds
    weights = operator.inputs[1].bytes
    moving = weights / costs.bandwidth(target, weights) * max(1.0, target.threads / blocks)
    return speed.launch + cell.steps * (kernels * speed.launch + max(waves * waiting, moving))
