"""Rough figures of a device for ranking policies before anything is measured: memory bandwidth by
working set, cost of a parallel region, and what an expression costs.

The numbers need only rank; measurements decide (`aoe.tuning`). They come from one Zen 4 core at
3.6 GHz (two 256-bit fused multiply-adds per cycle, 117 GFLOP/s) and scale with the vector width.
"""

from __future__ import annotations

from aoe.device import Device
from aoe.loops.expression import Apply, Expression

#: Cycles per second assumed of every core.
FREQUENCY = 3.6e9
#: Seconds it takes to start the threads on a parallel region and wait for all of them.
FORK_JOIN_SECONDS = 0.5e-6
#: Scalar operations below which one thread is faster than a parallel region.
PARALLEL_THRESHOLD = 12_000

#: Cost of one function on one vector, in units of one multiply.
_FUNCTION_COST = {
    "div": 4, "sqrt": 5, "rsqrt": 6, "reciprocal": 4, "exp": 12, "log": 14, "tanh": 18, "erf": 24,
    "sigmoid": 17, "pow": 34, "mod": 12, "sin": 20, "cos": 20,
}  # fmt: skip


def bandwidth(device: Device, working_set: float, threads: int | None = None) -> float:
    """Bytes per second that `threads` cores read or write when `working_set` bytes (of all threads
    together) are gone over again and again.
    """
    cores = device.threads if threads is None else threads
    if working_set <= device.l1 * cores:
        return 2.0 * min(device.vector_bytes, 32) * FREQUENCY * cores
    if working_set <= device.l2 * cores:
        return 28.0 * FREQUENCY * cores
    if working_set <= device.l3:
        return 16.0 * FREQUENCY * cores
    return min(20e9 * cores, 60e9)


def operations(expression: Expression) -> int:
    """What computing an expression costs per element, in units of one multiply."""
    if not isinstance(expression, Apply):
        return 0
    own = _FUNCTION_COST.get(expression.function, 1)
    return own + sum(operations(argument) for argument in expression.arguments)


def roofline(device: Device, cycles: float, moved: float, threads: int) -> float:
    """Seconds to spend `cycles` of all threads together and move `moved` bytes once.

    What does not bind counts a little too, so that it still ranks policies.
    """
    computing = cycles / FREQUENCY / threads
    moving = moved / bandwidth(device, moved, threads)
    starting = FORK_JOIN_SECONDS if threads > 1 else 0.0
    return max(computing, moving) + 0.25 * min(computing, moving) + starting
