"""The timeline of one inference: when each kernel call runs, and on which threads.

Times are measured. Threads follow from the plan: a parallel call takes all of them, another one the
first, and a branch of an inter-op region the thread that has its turn. Calls in a loop are shown
once, with the time of all iterations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from aoe.application.report.contents import TimedCall
from aoe.runtime.plan import InterOpRegion, KernelCall, Plan


def timeline(
    plan: Plan,
    seconds: Sequence[float],
    threads: int,
    nodes: Mapping[str, int],
    owners: Sequence[str] = (),
) -> tuple[TimedCall, ...]:
    """The calls of a plan in time.

    Args:
        plan: The plan.
        seconds: What each call takes. Those of an inter-op region add up to the time of the region,
            as profiles have them.
        threads: How many threads an inference uses.
        nodes: The number of the node of each operator, by name.
        owners: The operator that each call belongs to; by default the one that it names.
    """
    named = owners or [call.operator for call in plan.calls]
    numbers = [nodes.get(name, -1) for name in named]
    found: list[TimedCall] = []
    regions = {item.first: item for item in plan.inter_op_regions}
    number, clock = 0, 0.0
    while number < len(plan.calls):
        region = regions.get(number)
        if region is None:
            call = plan.calls[number]
            count = threads if call.parallel else 1
            found.append(_timed(call, numbers[number], clock, seconds[number], 0, count))
            clock += seconds[number]
            number += 1
        else:
            found += _branches(plan, region, seconds, threads, numbers, clock)
            clock += sum(seconds[region.first : region.end])
            number = region.end
    return tuple(found)


def _branches(
    plan: Plan,
    region: InterOpRegion,
    seconds: Sequence[float],
    threads: int,
    numbers: Sequence[int],
    start: float,
) -> list[TimedCall]:
    """The calls of an inter-op region. Profiles have scaled their times so that they add up to the
    time of the region; here they are stretched again until the busiest thread fills it.
    """
    starts = [*accumulate((region.first, *region.branches))]
    busy = [0.0] * threads
    for branch, first in enumerate(starts[:-1]):
        busy[branch % threads] += sum(seconds[first : starts[branch + 1]])
    whole = sum(busy)
    stretch = whole / max(busy) if whole else 1.0
    clocks = [start] * threads
    found = []
    for branch, first in enumerate(starts[:-1]):
        thread = branch % threads
        for number in range(first, starts[branch + 1]):
            taken = seconds[number] * stretch
            call = plan.calls[number]
            found.append(_timed(call, numbers[number], clocks[thread], taken, thread, 1))
            clocks[thread] += taken
    return found


def _timed(
    call: KernelCall, node: int, start: float, seconds: float, thread: int, threads: int
) -> TimedCall:
    return TimedCall(node, call.operator, start, seconds, thread, threads)
