"""Rough figures of a device for ranking policies before anything is measured: memory bandwidth by
working set, cost of a parallel region, and what an expression costs.

The numbers need only rank; measurements decide (`aoe.tuning`). How fast multiply-adds, caches and
memory are is the device's to say (`Speed`); the cycles of everything else are those of a common
core and count at a common frequency.
"""

from __future__ import annotations

from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.loops.expression import Apply, Expression

#: Cycles per second assumed of every core.
FREQUENCY = 3.6e9
#: Which part of the last cache's speed data come at that another core has just written: a line of
#: each of many rows at a time, which nothing fetches ahead.
_FROM_OTHERS = 0.3
#: A last cache at most so many times as fast as memory is no better, and of one that large for
#: others too a machine has at most so many bytes.
_AS_MEMORY, _SHARED_HOLDS = 1.25, 128 << 20
#: Which part of the shorter of computing and fetching ahead is not hidden behind the longer one:
#: always, and what is added where both take the same time, in one stream, in one where the last
#: cache is no better than memory, in several, and where the last cache is better and only panels
#: come.
_LATE_AT_LEAST, _LATE, _LATE_AS_MEMORY = 0.05, 0.35, 0.6
_LATE_IN_STREAMS, _LATE_IN_PANELS = 0.3, 0.15
#: Scalar operations below which one thread is faster than a parallel region.
PARALLEL_THRESHOLD = 12_000

#: Cost of one function on one vector, in units of one multiply.
_FUNCTION_COST = {
    "div": 4, "sqrt": 5, "rsqrt": 6, "reciprocal": 4, "exp": 12, "log": 14, "tanh": 18, "erf": 24,
    "sigmoid": 17, "pow": 34, "mod": 12, "sin": 20, "cos": 20, "expm1": 15, "log1p": 16,
}  # fmt: skip


def bandwidth(target: Target, working_set: float, threads: int | None = None) -> float:
    """Bytes per second that `threads` cores read or write when `working_set` bytes (of all threads
    together) are gone over again and again.
    """
    cores = target.threads if threads is None else threads
    speed = target.speed
    if working_set <= target.l1 * cores:
        return speed.l1 * cores
    if working_set <= target.l2 * cores:
        return speed.l2 * cores
    if working_set <= target.l3:
        return speed.l3 * cores
    return min(speed.memory * cores, speed.memory_together)


def too_much_to_hold(target: Target) -> float:
    """Bytes of which caches hold as good as none when they are gone over again and again. What a
    last cache gives that is no faster than memory, as where virtual machines share it, is not much
    of its size.
    """
    return min(1.5 * target.l3, _SHARED_HOLDS) if is_as_memory(target) else 1.5 * target.l3


def is_as_memory(target: Target) -> bool:
    """Whether the last cache is about as slow as memory."""
    return target.speed.l3 <= _AS_MEMORY * target.speed.memory


def coming_seconds(target: Target, moved: float, shared: bool) -> float:
    """Seconds until `moved` bytes that no cache holds have come to the threads: each takes its part
    of them, or, `shared`, all of them, most of which the others have brought to the last cache.
    """
    seconds = moved / bandwidth(target, 2.0 * target.l3)
    if shared:
        seconds += moved * (1.0 - 1.0 / target.threads) / target.speed.l3
    return seconds


def overlapped(
    target: Target, computing: float, coming: float, streams: bool = False, panels: bool = False
) -> float:
    """Seconds to compute while what is needed later is fetched ahead, in several `streams` or in
    one, or in whole `panels` that nothing else is read from memory beside. The more of the time is
    spent on fetching, the likelier it is that what is needed now has to wait for it.
    """
    longer, shorter = max(computing, coming), min(computing, coming)
    if is_as_memory(target):
        part = _LATE_IN_STREAMS if streams else _LATE_AS_MEMORY
    else:
        part = _LATE_IN_PANELS if panels else _LATE_IN_STREAMS if streams else _LATE
    late = _LATE_AT_LEAST + part * (shorter / longer) ** 2 if longer > 0 else 0.0
    return longer + late * shorter


def from_others_seconds(target: Target, moved: float) -> float:
    """Seconds that threads wait for `moved` bytes in all that have just been written, all by one
    thread or by each its part, if every thread reads all of them.
    """
    return moved * (1.0 - 1.0 / target.threads) / (_FROM_OTHERS * target.speed.l3)


def missing(held: float, cache: float) -> float:
    """Which part of `held` bytes that are gone over again and again a cache does not hold. What it
    replaces is not always what was used longest ago, so something is found whatever the size.
    """
    return max(0.0, 1.0 - (cache / held) ** 2) if held > 0 else 0.0


def multiply_adds_per_cycle(target: Target) -> float:
    """How many vectors of float32 multiply-adds a core does in a cycle."""
    return target.speed.multiply_adds / target.lanes("float32") / FREQUENCY


def operations(expression: Expression) -> int:
    """What computing an expression costs per element, in units of one multiply."""
    if not isinstance(expression, Apply):
        return 0
    own = _FUNCTION_COST.get(expression.function, 1)
    return own + sum(operations(argument) for argument in expression.arguments)


def roofline(target: Target, cycles: float, moved: float, threads: int) -> float:
    """Seconds to spend `cycles` of all threads together and move `moved` bytes once.

    What does not bind counts a little too, so that it still ranks policies.
    """
    computing = cycles / FREQUENCY / threads
    moving = moved / bandwidth(target, moved, threads)
    starting = target.speed.fork_join if threads > 1 else 0.0
    return max(computing, moving) + 0.25 * min(computing, moving) + starting
