"""The analytic cost model's figures of a target: bandwidth by working set, transfers between cores,
how computing and transfers overlap, and what an expression costs.

Estimates only rank policies before anything is measured; measurements decide (`aoe.tuning`). The
speed of multiply-adds, caches and memory is that of the target
(`aoe.backends.cpu.target.cpu_target.Speed`). Everything else comes from the cost profile of its
microarchitecture (`aoe.backends.cpu.cost.profile`). The roofline is that of Williams, Waterman and
Patterson (CACM 2009).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Apply, Expression

#: Scalar operations below which one thread is faster than a parallel region. It decides which loops
#: a policy stands for, so it is not in the cost profile.
PARALLEL_THRESHOLD = 12_000


def bandwidth(target: CpuTarget, working_set: float, threads: int | None = None) -> float:
    """The bandwidth of a working set.

    Args:
        target: What reads or writes.
        working_set: Bytes of all threads together, read or written again and again.
        threads: Cores that do so; all of the target's by default.

    Returns:
        Bytes per second of these cores together.
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


def memory_bandwidth(target: CpuTarget, threads: int | None = None) -> float:
    """Bytes per second of data that no cache holds, for `threads` cores or all of them."""
    return bandwidth(target, 2.0 * target.l3, threads)


def exceeding_llc_bytes(target: CpuTarget) -> float:
    """The bytes of a working set that exceeds the last-level cache: reading it again and again
    finds as good as nothing there. A last-level cache that is no faster than memory, as where
    virtual machines share it, holds little of its nominal size.
    """
    costs = profile_of(target).memory
    exceeding = costs.exceeding_llc * target.l3
    return min(exceeding, costs.shared_llc_bytes) if has_slow_llc(target) else exceeding


def has_slow_llc(target: CpuTarget) -> bool:
    """Whether the last-level cache is about as slow as memory."""
    return target.speed.l3 <= profile_of(target).memory.slow_llc_ratio * target.speed.memory


def stream_seconds(target: CpuTarget, moved: float, shared: bool) -> float:
    """Seconds to stream `moved` bytes from memory to the threads. Each thread takes its part.
    `shared`: each takes all of them, most of which others have brought to the last-level cache.
    """
    seconds = moved / memory_bandwidth(target)
    if shared:
        seconds += moved * (1.0 - 1.0 / target.threads) / target.speed.l3
    return seconds


def overlapped(
    target: CpuTarget,
    computing: float,
    fetching: float,
    streams: bool = False,
    panels: bool = False,
) -> float:
    """Seconds to compute while data for later is prefetched. The closer the two times are, the more
    often computing waits for data.

    Args:
        target: What computes.
        computing: Seconds to compute with all data in caches.
        fetching: Seconds to fetch the data.
        streams: Whether it is fetched in several streams, not in one.
        panels: Whether it is fetched in whole panels and nothing else is read from memory.
    """
    costs = profile_of(target).memory
    longer, shorter = max(computing, fetching), min(computing, fetching)
    if has_slow_llc(target):
        share = costs.unhidden_streams if streams else costs.unhidden_slow_llc
    elif panels:
        share = costs.unhidden_panels
    else:
        share = costs.unhidden_streams if streams else costs.unhidden_stream
    unhidden = costs.unhidden_always + share * (shorter / longer) ** 2 if longer > 0 else 0.0
    return longer + unhidden * shorter


def transfer_seconds(target: CpuTarget, moved: float) -> float:
    """Seconds that threads wait for `moved` bytes in all which other cores have just written, if
    every thread reads all of them. One thread wrote them, or each its part.
    """
    rate = profile_of(target).memory.transfer_share * target.speed.l3
    return moved * (1.0 - 1.0 / target.threads) / rate


def miss_ratio(working_set: float, cache: float) -> float:
    """The share of a working set that a cache misses when it is read again and again. Replacement
    is not exactly LRU, so there are hits whatever the size.
    """
    return max(0.0, 1.0 - (cache / working_set) ** 2) if working_set > 0 else 0.0


def multiply_adds_per_cycle(target: CpuTarget) -> float:
    """Vectors of float32 multiply-adds that a core does in a cycle."""
    return target.speed.multiply_adds / target.lanes("float32") / frequency(target)


def frequency(target: CpuTarget) -> float:
    """The clock frequency of a core in Hz."""
    return profile_of(target).core.frequency


def operations(expression: Expression, target: CpuTarget) -> int:
    """The cost of an expression for each element, relative to one multiply."""
    return _operations(expression, profile_of(target).core.function_cost)


def operations_together(expressions: Iterable[Expression], target: CpuTarget) -> int:
    """The cost of several expressions for each element, relative to one multiply. What occurs more
    than once is computed once.
    """
    function_cost = profile_of(target).core.function_cost
    distinct = {part for item in expressions for part in _applied(item)}
    return sum(function_cost.get(part.function, 1) for part in distinct)


def _applied(expression: Expression) -> Iterator[Apply]:
    if isinstance(expression, Apply):
        yield expression
        for argument in expression.arguments:
            yield from _applied(argument)


def _operations(expression: Expression, function_cost: Mapping[str, int]) -> int:
    if not isinstance(expression, Apply):
        return 0
    own = function_cost.get(expression.function, 1)
    return own + sum(_operations(argument, function_cost) for argument in expression.arguments)


def roofline(target: CpuTarget, cycles: float, moved: float, threads: int) -> float:
    """Seconds to spend `cycles` of all threads together and move `moved` bytes once.

    The shorter of the two counts a little, too, so that it still ranks policies.
    """
    costs = profile_of(target)
    computing = cycles / costs.core.frequency / threads
    moving = moved / bandwidth(target, moved, threads)
    unhidden = costs.memory.roofline_unhidden * min(computing, moving)
    starting = target.speed.fork_join if threads > 1 else 0.0
    return max(computing, moving) + unhidden + starting
