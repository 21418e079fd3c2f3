"""Tells whether this machine's cores are at present as near and as fast as they were once measured.

Virtual cores move: for seconds two of them may be one core's hardware threads, or lie in parts of
the processor that share no cache. Models on several threads then take up to twice as long, although
nothing else runs here, and what is measured holds for that moment only. Two figures show it within
a few milliseconds: what a fork and join costs, and how much all cores slow one another down.
`aoe.tuning.measurement.idle_wait` waits until it is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf

from aoe.backends.cpu.calibration.speed import ParallelRegions, parallel_regions
from aoe.backends.cpu.calibration.speed_code import busy_regions_ir
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import available_threads

#: Tries of each figure, of which the best counts.
TRIES = 6
#: Times the fork and join as it was measured once, and seconds at least, that count as near.
NEAR, NEAR_SECONDS = 2.0, 0.2e-6
#: Times the multiply-adds of a core alone that all may take together: cores that raise their
#: frequency when alone stay below, hardware threads of one core do not.
SLOWED = 1.5


@dataclass(slots=True)
class CoreWatch:
    """`regions`: None where there is nothing to watch. `target`: with the speed measured once.
    `least`: seconds of the fastest fork and join seen, because what was measured once may have been
    disturbed too.
    """

    target: CpuTarget
    regions: ParallelRegions | None
    least: float = inf

    def is_calm(self) -> bool:
        """Whether the cores are as they were; takes some milliseconds."""
        if self.regions is None:
            return True
        seconds = self.regions.fork_join(TRIES)
        self.least = min(self.least, seconds, self.target.speed.fork_join)
        if seconds > max(NEAR_SECONDS, NEAR * self.least):
            return False
        return self.regions.slowing(self.target, TRIES) <= SLOWED


@contextmanager
def core_watch(target: CpuTarget) -> Iterator[CoreWatch]:
    """Within, a watch of the cores that an inference uses."""
    if not 1 < target.threads <= available_threads():
        yield CoreWatch(target, None)
        return
    with parallel_regions(target, busy_regions_ir(target)) as regions:
        yield CoreWatch(target, regions)
