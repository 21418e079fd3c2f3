"""Floors: seconds below which a policy cannot be on a device, whatever its code is like (the
roofline of Williams, Waterman and Patterson, CACM 2009).

Unlike the estimates of `aoe.backends.cpu.cost.cost`, which only rank, a floor must never be too
high: it counts the arithmetic that no code of the policy can avoid, at the peak of the cores it
uses, and the operands going by once, each part from the fastest memory that can hold it. The search
leaves out policies whose floor is above what was measured (`aoe.tuning.search.search_strategy`).
"""

from __future__ import annotations

from math import inf, prod

from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.element_types import ITEM_BYTES
from aoe.operators.operator import Operand, Operator
from aoe.policy import Policy


def streaming(operator: Operator, policy: Policy, target: Target) -> float:
    """The floor of a policy that reads all inputs and writes the output, and whose decision
    `parallel`, if it has one, is 0 where one thread does everything.
    """
    threads = 1 if dict(policy.schedule).get("parallel") == 0 else target.threads
    return traffic(operator, target, threads)


def product(
    operator: Operator,
    multiply_adds: float,
    target: Target,
    busiest: float = 0.0,
    rate: float | None = None,
) -> float:
    """The floor of so many multiply-adds over all operands. `busiest`: the share of them that one
    thread does, if known to be more than an even share; `rate`: of them in a second of a core, if
    they are not those of float32. Only those of wide floating-point numbers count: for narrower
    ones there may be faster instructions.
    """
    if operator.inputs[0].dtype not in ("float32", "float64"):
        return traffic(operator, target, target.threads)
    share = max(busiest, 1.0 / target.threads)
    computing = multiply_adds * share / (rate or target.speed.multiply_adds)
    return max(computing, traffic(operator, target, target.threads))


def traffic(operator: Operator, target: Target, threads: int) -> float:
    """Seconds that `threads` cores need to read all inputs, or to write the output if that takes
    longer, even if every cache is full of nothing else.
    """
    reading = sum(_bytes(operand) for operand in _read(operator))
    moved = max(reading, _bytes(operator.output))
    speed = target.speed
    levels = (
        (target.l1 * threads, speed.l1 * threads),
        (target.l2 * threads, speed.l2 * threads),
        (target.l3, speed.l3 * threads),
        (inf, min(speed.memory * threads, speed.memory_together)),
    )
    seconds, held = 0.0, 0.0
    for size, rate in levels:
        part = max(0.0, min(moved, size) - held)
        seconds += part / rate
        held += part
    return seconds


def _read(operator: Operator) -> tuple[Operand, ...]:
    """The inputs that are read completely: windows with gaps between them pass over a part."""
    strides = operator.attribute.get("strides", ())
    gaps = isinstance(strides, tuple) and any(isinstance(n, int) and n > 1 for n in strides)
    return operator.inputs[1:] if gaps else operator.inputs


def _bytes(operand: Operand) -> float:
    return float(prod(operand.shape) * ITEM_BYTES[operand.dtype])
