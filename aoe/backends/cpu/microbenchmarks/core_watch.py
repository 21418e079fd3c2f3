"""Tells whether this machine's cores are as close and as fast as in the stored measurement.

Virtual cores move. For seconds two of them may be hardware threads of one core, or lie in parts of
the processor that share no cache. Models on several threads then take up to twice as long although
nothing else runs, and a measurement is valid for that moment only. Two figures show this within a
few milliseconds: the cost of a fork-join, and how much all cores slow one another down.
`aoe.tuning.measurement.idle_wait` waits until the machine is quiet again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf

from aoe.backends.cpu.microbenchmarks.speed import ParallelRegions, parallel_regions
from aoe.backends.cpu.microbenchmarks.speed_code import busy_regions_ir
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.settings import usable_cores

#: The number of tries of each figure; the best counts.
TRIES = 6
#: Cores count as close up to this multiple of the stored fork-join time, and always up to so many
#: seconds.
NEAR, NEAR_SECONDS = 2.0, 0.2e-6
#: The permitted slowdown of multiply-adds on all cores together. Cores that raise their frequency
#: when alone stay below it; hardware threads of one core do not.
SLOWED = 1.5


@dataclass(slots=True)
class CoreWatch:
    """Watches the cores that an inference uses.

    Attributes:
        target: The target with its stored speed.
        regions: The running thread pool; None if there is nothing to watch.
        least: The fastest fork-join seen, in seconds. The stored time may have been contaminated.
    """

    target: CpuTarget
    regions: ParallelRegions | None
    least: float = inf

    def is_quiet(self) -> bool:
        """Whether the cores are quiet: as close and as fast as before. Takes some milliseconds."""
        if self.regions is None:
            return True
        seconds = self.regions.fork_join(TRIES)
        self.least = min(self.least, seconds, self.target.speed.fork_join)
        if seconds > max(NEAR_SECONDS, NEAR * self.least):
            return False
        return self.regions.slowing(self.target, TRIES) <= SLOWED


@contextmanager
def core_watch(target: CpuTarget) -> Iterator[CoreWatch]:
    """Yields a watch of the cores that an inference uses."""
    if not 1 < target.threads <= usable_cores():
        yield CoreWatch(target, None)
        return
    with parallel_regions(target, busy_regions_ir(target)) as regions:
        yield CoreWatch(target, regions)
