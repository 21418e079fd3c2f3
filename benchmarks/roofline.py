"""What an operator cannot be faster than on a machine, its useful work counted once (the roofline
of Williams, Waterman and Patterson, CACM 2009).

Unlike the floors that tuning uses (`aoe.backends.cpu.cost.lower_bound`), which hold for one policy,
this is of the operator: the arithmetic of its definition, whatever algorithm computes it, so one
that does less of it, such as Winograd's, can exceed 100 %.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from aoe.backends.cpu.cost.lower_bound import traffic
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.operators.operator import Operand, Operator
from aoe.operators.useful_work import multiply_adds

ARITHMETIC, MEMORY = "arithmetic", "memory"


@dataclass(frozen=True, slots=True)
class Roofline:
    """Seconds, and which of the two, "arithmetic" or "memory", takes so long."""

    seconds: float
    bound: str


def roofline(operator: Operator, target: CpuTarget, peak: float, cold: bool) -> Roofline:
    """The least seconds of an operator at `peak` floating point operations a second and at the
    bandwidths of the device. `cold`: constants come from memory each time, because those of the
    whole model do not stay in any cache.
    """
    computing = 2 * multiply_adds(operator) / peak
    moving = traffic(_read_once(operator), target, target.threads)
    if cold:
        constants = sum(_bytes(item) for item in operator.inputs if item.constant)
        together = min(target.speed.memory * target.threads, target.speed.memory_together)
        moving = max(moving, constants / together)
    return Roofline(max(computing, moving), ARITHMETIC if computing > moving else MEMORY)


def constant_bytes(operators: list[Operator]) -> int:
    """Bytes of all constants that operators read, each use counted."""
    return sum(_bytes(item) for one in operators for item in one.inputs if item.constant)


def _read_once(operator: Operator) -> Operator:
    """The operator with what it really reads: a gather only the elements that it takes."""
    if operator.type != "Gather":
        return operator
    data, *others = operator.inputs
    taken = replace(data, shape=operator.output.shape, order=operator.output.order)
    return replace(operator, inputs=(taken, *others))


def _bytes(operand: Operand) -> int:
    return prod(operand.shape) * ITEM_BYTES[operand.dtype]
