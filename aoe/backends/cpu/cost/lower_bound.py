"""Lower bounds: seconds that a policy cannot beat on a target, whatever its code (the roofline of
Williams, Waterman and Patterson, CACM 2009).

The estimates of `aoe.backends.cpu.cost.cost` only rank. A lower bound must never be too high. It
counts the arithmetic that no code of the policy can avoid, at the peak of its cores. It counts one
pass over the operands, each part from the fastest memory that can hold it. The search skips
policies whose lower bound exceeds a measured time (`aoe.tuning.search.search_strategy`).
"""

from __future__ import annotations

from math import inf

from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator import Operand, Operator
from aoe.policy import Policy


def streaming(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """The lower bound of a policy that reads all inputs and writes the output. A decision
    `parallel` of 0 means that one thread does everything.
    """
    threads = 1 if dict(policy.schedule).get("parallel") == 0 else target.threads
    return traffic(operator, target, threads)


def arithmetic(
    operator: Operator,
    multiply_adds: float,
    target: CpuTarget,
    busiest: float = 0.0,
    rate: float | None = None,
) -> float:
    """The lower bound of an operator with so many multiply-adds.

    Only float32 and float64 multiply-adds count. For shorter types there may be faster
    instructions.

    Args:
        operator: What is computed.
        multiply_adds: Multiply-adds that no policy can avoid.
        target: What computes.
        busiest: The share of them that the busiest thread does, if it is known to be more than an
            even share.
        rate: Multiply-adds per second and core, by default those of float32.
    """
    if operator.inputs[0].dtype not in ("float32", "float64"):
        return traffic(operator, target, target.threads)
    share = max(busiest, 1.0 / target.threads)
    computing = multiply_adds * share / (rate or target.speed.multiply_adds)
    return max(computing, traffic(operator, target, target.threads))


def traffic(operator: Operator, target: CpuTarget, threads: int) -> float:
    """Seconds in which `threads` cores read all inputs, or write the outputs if that takes longer,
    even if nothing else is in the caches.
    """
    reading = sum(_bytes(operand) for operand in _read(operator))
    moved = max(reading, sum(map(_bytes, operator.outputs)))
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
    """The inputs that are read completely. Windows with gaps between them skip a part."""
    strides = operator.attribute.get("strides", ())
    gaps = isinstance(strides, tuple) and any(isinstance(n, int) and n > 1 for n in strides)
    return operator.inputs[1:] if gaps else operator.inputs


def _bytes(operand: Operand) -> float:
    return float(operand.bytes)
