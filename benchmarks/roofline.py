"""Computes the roofline of an operator (Williams, Waterman and Patterson, CACM 2009).

The lower bounds that tuning uses (`aoe.backends.cpu.cost.lower_bound`) hold for one policy. The
roofline is that of the operator: the arithmetic of its definition, whatever algorithm computes it.
An algorithm with less arithmetic, such as Winograd's, can therefore exceed 100 %.
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
    """The roofline of one operator.

    Attributes:
        seconds: The least time.
        bound: What takes that time: "arithmetic" or "memory".
    """

    seconds: float
    bound: str


def roofline(operator: Operator, target: CpuTarget, peak: float, cold: bool) -> Roofline:
    """Returns the roofline of an operator.

    Args:
        operator: The operator.
        target: The device, for its bandwidths.
        peak: Floating point operations a second.
        cold: Whether constants come from memory each time, as in a model whose constants exceed the
            caches.
    """
    computing = 2 * multiply_adds(operator) / peak
    moving = traffic(_read_once(operator), target, target.threads)
    if cold:
        constants = sum(_bytes(item) for item in operator.inputs if item.constant)
        together = min(target.speed.memory * target.threads, target.speed.memory_together)
        moving = max(moving, constants / together)
    return Roofline(max(computing, moving), ARITHMETIC if computing > moving else MEMORY)


def constant_bytes(operators: list[Operator]) -> int:
    """Returns the bytes of all constants that operators read; every use counts."""
    return sum(_bytes(item) for one in operators for item in one.inputs if item.constant)


def _read_once(operator: Operator) -> Operator:
    """Returns the operator with what it really reads: a gather reads only the elements it takes."""
    if operator.type != "Gather":
        return operator
    data, *others = operator.inputs
    taken = replace(data, shape=operator.output.shape, order=operator.output.order)
    return replace(operator, inputs=(taken, *others))


def _bytes(operand: Operand) -> int:
    return prod(operand.shape) * ITEM_BYTES[operand.dtype]
