"""Matrix multiplication of a few rows by constant weights that are read from memory as they are
used, in one register tile for all rows. Shared by `matmul_float24` and `matmul_bfloat16_streams`.

Schedule: that of a contraction, and `streams`, the number of read streams of a panel
(`aoe.backends.cpu.lowering.contraction.streams`). With slices of `depth` steps, panels do not evict
the rows from the second-level cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import ceil

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.matmul_costs import StreamedTypeCosts
from aoe.backends.cpu.cost.profile import CostProfile, profile_of
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, streams
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.divisors import divisors
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.errors import PolicyError
from aoe.policy import Policy

#: Numbers of read streams.
STREAMS = (1, 2, 4, 8)
#: Widths of panels with several streams, in vectors.
_VECTORS = (2, 3, 4, 6, 8)


@dataclass(frozen=True, slots=True)
class Reading:
    """How an implementation reads weights.

    Attributes:
        implementation: Its name.
        bytes: Bytes of each column that a step reads.
        costs: Its section of a cost profile.
    """

    implementation: str
    bytes: int
    costs: Callable[[CostProfile], StreamedTypeCosts]

    def decisions(self, policy: Policy) -> Decisions:
        """The decisions of a policy. Raises `PolicyError` if they do not fit."""
        number = dict(policy.format).get("streams", 1)
        if number not in STREAMS:
            raise PolicyError(f"not a policy of {self.implementation}: {policy}")
        return Decisions(int(number), contractions.schedule_of(policy))

    def policy(self, decided: Decisions) -> Policy:
        """The policy of these decisions."""
        formats = {"streams": decided.streams} if decided.streams > 1 else {}
        return Policy.of(self.implementation, formats, decided.schedule.decisions())

    def several(self, contraction: Contraction, target: CpuTarget) -> Iterator[Decisions]:
        """Every way to read weights in several streams."""
        for number, vectors in product(STREAMS, _VECTORS):
            for depth in self._depths(contraction, vectors, target):
                decided = Decisions(number, _streaming(contraction, number, vectors, depth, target))
                if number > 1 and _is_in_space(contraction, decided, target):
                    yield decided

    def seconds(self, contraction: Contraction, decided: Decisions, target: CpuTarget) -> float:
        """Seconds to compute while weights are read."""
        schedule = decided.schedule
        steps, columns = contraction.reduction[0].extent, contraction.column.extent
        count = ceil(columns / (schedule.vectors * target.lanes("float32")))
        threads = target.threads if schedule.parallel == "columns" else 1
        busiest = ceil(count / threads) / count
        costs = self.costs(profile_of(target))
        joining = costs.join_cycles * steps * count * schedule.vectors / cost.frequency(target)
        computing = contraction_space.computing_seconds(contraction, schedule, target)
        fetching = self.bytes * steps * columns / cost.memory_bandwidth(target, threads)
        fetching *= self._wait_factor(contraction, decided, target)
        return cost.overlapped(target, (computing + joining) * busiest, fetching)

    def _wait_factor(
        self, contraction: Contraction, decided: Decisions, target: CpuTarget
    ) -> float:
        """How many times as long weights take as by the measured bandwidth."""
        schedule, whole = decided.schedule, contraction.reduction[0].extent
        shared, own = profile_of(target).weight_streams, self.costs(profile_of(target))
        wide = max(0, schedule.vectors - own.read_ahead_vectors)
        if own.wait_factor_past_llc and not cost.has_slow_llc(target):
            slices = shared.sliced_factor if schedule.depth < whole else 1.0
            wider = 1.0 + shared.wide_share_past_llc * wide if decided.streams > 1 else 1.0
            return own.wait_factor_past_llc[decided.streams] * slices * wider
        factor = own.wait_factor[decided.streams] * (1.0 + shared.wide_share * wide)
        near = schedule.depth < whole or self._is_near(whole, schedule.vectors, target)
        return factor if near else shared.far_factor * factor

    def _depths(self, contraction: Contraction, vectors: int, target: CpuTarget) -> list[int]:
        """Sizes of slices: all, and the largest whose panel the second-level cache holds beside the
        rows.
        """
        whole = contraction.reduction[0].extent
        fitting = (n for n in reversed(divisors(whole)) if self._is_near(n, vectors, target))
        return sorted({whole, next(fitting, whole)})

    def _is_near(self, depth: int, vectors: int, target: CpuTarget) -> bool:
        """Whether the rows stay in the second-level cache until the next panel needs them."""
        share = self.costs(profile_of(target)).l2_share_of_panel
        return self.bytes * depth * vectors * target.lanes("float32") <= share * target.l2


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of a policy.

    Attributes:
        streams: Read streams of a panel.
        schedule: The schedule of the contraction.
    """

    streams: int
    schedule: Schedule


def rows(contraction: Contraction) -> tuple[int, int]:
    """The register tile that has all rows, so that each weight is read once."""
    outer, inner = contractions.row_axes(contraction)
    return outer.extent, inner.extent


def check(contraction: Contraction, decided: Decisions, target: CpuTarget) -> None:
    """Raises `PolicyError` if a policy cannot be computed."""
    schedule, whole = decided.schedule, contraction.reduction[0].extent
    contraction_space.check(contraction, replace(schedule, depth=whole), target)
    if decided.streams == 1:
        fits = schedule.depth == whole
    else:
        even = whole % schedule.depth == 0 and schedule.depth % decided.streams == 0
        # Partial sums of slices are kept in the output.
        kept = schedule.depth == whole or contraction.output.dtype == "float32"
        fits = even and kept and schedule.prefetch == 0
    if schedule.tile != rows(contraction) or not fits:
        raise PolicyError(f"schedule {schedule} does not read weights as they come")


def in_streams(contraction: Contraction, decided: Decisions) -> Contraction:
    """The contraction, not over panels yet, in slices, and these in streams."""
    return streams.in_streams(
        contractions.sliced(contraction, decided.schedule.depth), decided.streams
    )


def layout(contraction: Contraction, width: int, terms: int, size: int) -> Panels:
    """Panels of weights of a contraction in streams, each stream of a panel in one piece. A step
    reads `terms` elements of `size` bytes for each of `width` columns.
    """
    found = Panels.of(contraction, width, terms)
    if len(contraction.reduction) == 1:
        return found
    steps, places = contraction.reduction
    length = steps.extent * terms * width * size
    gap = streams.gap(length, places.extent, width * size) // size
    return replace(found, reduction=(places, steps), gap=gap)


def _streaming(
    contraction: Contraction, number: int, vectors: int, depth: int, target: CpuTarget
) -> Schedule:
    """The schedule for a number of streams."""
    tile = rows(contraction)
    parallel = "columns" if target.threads > 1 else "rows"
    return Schedule(tile, vectors, number, max(tile), depth, 0, parallel)


def _is_in_space(contraction: Contraction, decided: Decisions, target: CpuTarget) -> bool:
    try:
        check(contraction, decided, target)
    except PolicyError:
        return False
    return True
