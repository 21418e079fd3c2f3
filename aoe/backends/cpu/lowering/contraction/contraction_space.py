"""The schedules of a contraction worth considering, and an estimate of the time of each.

The cost model follows the micro-kernel analysis of BLIS (Low et al., "Analytical Modeling Is Enough
for High-Performance BLIS", TOMS 2016). Registers bound the accumulators. Multiply-add throughput,
loads and latency bound the cycles of a step. Cache levels bound panels and blocks. Constants come
from the cost profile (`aoe.backends.cpu.cost.profile`), loop nests from `contraction.py`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import CostProfile, profile_of
from aoe.backends.cpu.lowering.contraction import contraction_traffic as traffic
from aoe.backends.cpu.lowering.contraction import matmul_contraction, panels
from aoe.backends.cpu.lowering.contraction.balance import imbalance_of
from aoe.backends.cpu.lowering.contraction.contraction import (
    Contraction,
    Schedule,
    row_axes,
    schedule_of,
    shared_rows,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES, computed_type, is_floating
from aoe.errors import PolicyError
from aoe.operators.operator import Operator
from aoe.policy import Policy

#: How many schedules of a contraction are usually worth considering.
USUAL = 64
#: Reductions of more steps have slices of about as many steps as others have.
_LONG = 4096
#: Widths of register tiles, in vectors.
_VECTORS = (1, 2, 3, 4, 6, 8)


def check(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> None:
    """Checks a schedule. The bounds limit code size and registers.

    Raises:
        PolicyError: The schedule is not in the space of the contraction.
    """
    outer, inner = row_axes(contraction)
    height, width = schedule.tile
    if (
        height > outer.extent
        or width > inner.extent
        or schedule.unroll > 32
        or schedule.block > max(outer.extent, inner.extent)
        or schedule.depth not in _depths(contraction)
        or not _fits_registers(contraction, height * width, schedule.vectors, target)
    ):
        raise PolicyError(f"schedule {schedule} is outside the space of this contraction")


def _fits_registers(contraction: Contraction, rows: int, vectors: int, target: CpuTarget) -> bool:
    # Accumulators, a step of the panel, and one spare register, without which LLVM spills
    # accumulators in the innermost loop. An element other than a product needs more: its operands
    # from a are not broadcast from memory, and some wait in registers.
    others = 1 if contraction.element is None else 4
    # A vector has as many elements as one of float32, so that of a wider type takes two registers.
    each = max(1, ITEM_BYTES[computed_type(contraction.a.dtype)] // ITEM_BYTES["float32"])
    return each * (rows * vectors + vectors) + others <= target.vector_registers


def schedules(
    contraction: Contraction, target: CpuTarget, widths: Sequence[int] = _VECTORS
) -> Iterator[Schedule]:
    """All schedules worth considering, unranked. `widths`: vectors in a register tile."""
    outer, inner = row_axes(contraction)
    panels = ceil(contraction.column.extent / target.lanes("float32"))
    shapes = [
        (tile, vectors)
        for vectors, tile in product(widths, _tiles(outer.extent, inner.extent))
        if vectors <= panels and _fits_registers(contraction, prod(tile), vectors, target)
    ]
    # Too few accumulators to hide the latency of a multiply-add only where no tile has more.
    least = min(8, max(prod(tile) * vectors for tile, vectors in shapes))
    for tile, vectors in shapes:
        if prod(tile) * vectors < least:
            continue
        for depth in _depths(contraction):
            # Unrolling by two or four takes as long as one step an iteration, whatever the tile.
            start = Schedule(tile, vectors, 1, 1, depth, 0, "rows")
            yield from _blocked(contraction, start, target)


def _depths(contraction: Contraction) -> list[int]:
    """Slices of the outermost reduction axis: all of it, and parts of it where the reduction is
    long.
    """
    whole = contraction.reduction[0].extent
    if contraction.output.dtype != "float32" or not is_floating(contraction.a.dtype):
        return [whole]  # partial sums are kept in the output
    if len(contraction.reduction) > 1:
        return [whole, 1] if traffic.reduction_steps(contraction) >= 1024 and whole > 1 else [whole]
    pieces = [whole // n for n in (2, 3, 4, 6, 8, 12) if whole % n == 0]
    if whole > _LONG:
        pieces += [largest_divisor(whole, most) for most in (1024, 512, 256)]
    return [whole, *(depth for depth in dict.fromkeys(pieces) if 192 <= depth <= 1024)]


def largest_divisor(number: int, most: int) -> int:
    """The largest divisor of a number that is at most `most`."""
    return next(n for n in range(most, 0, -1) if number % n == 0)


def _tiles(height: int, width: int) -> Iterator[tuple[int, int]]:
    """Rows of register tiles: all of a short axis, else sizes that waste little at its end."""
    seen = set()
    for rows in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 20, 24, 28):
        tile = (1, min(rows, width))
        if tile not in seen:
            seen.add(tile)
            yield tile
    for tall in (2, 3, 4):
        if tall <= height and width * tall <= 28:
            yield (tall, width)


def _blocked(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> Iterator[Schedule]:
    size, step, share = shared_rows(contraction, schedule, target.threads)
    for block in sorted({step, min(size, 4 * step), min(size, share), size}):
        yield replace(schedule, block=block, parallel="rows")
    if target.threads > 1:
        for block in sorted({min(size, share), size}):
            yield replace(schedule, block=block, parallel="columns")


def with_prefetch(contraction: Contraction, schedules: Sequence[Schedule]) -> Iterator[Schedule]:
    """Schedules of a contraction over panels, each without and with prefetch."""
    outer, inner = row_axes(contraction)
    size = outer.extent if outer.name else inner.extent
    for schedule in schedules:
        yield schedule
        if schedule.parallel == "rows" or schedule.block == size:
            yield replace(schedule, prefetch=1)


def estimate(
    contraction: Contraction, schedule: Schedule, target: CpuTarget, shared: bool = False
) -> float:
    """Seconds that a schedule should take: micro-kernel cycles and traffic, mostly overlapped.
    `shared`: all threads read all of b, whatever the schedule says of columns and batches.
    """
    return estimator(contraction, target, shared).seconds(schedule)


class Estimator:
    """`estimate` for many schedules of one contraction. These differ in few decisions, so what
    depends on some of them only is computed once.
    """

    def __init__(self, contraction: Contraction, target: CpuTarget, shared: bool = False) -> None:
        """Arguments are those of `estimate`."""
        self._contraction, self._target, self._shared = contraction, target, shared
        self._costs = profile_of(target).contraction
        self._frequency = cost.frequency(target)
        self._around = prod(axis.extent for axis in (*contraction.batch, *contraction.rows[:-2]))
        columns = contraction.column.extent * self._around
        self._b_bytes = 4.0 * traffic.reduction_steps(contraction) * columns
        self._transfers = traffic.transfer_seconds(contraction, target)
        outer, inner = row_axes(contraction)
        self._rows = outer.extent * inner.extent
        self._rows_beside = inner.extent if outer.name else 1
        self._own_batches = traffic.has_own_batches(contraction, target)
        # Seconds to stream b, by whether all threads read all of it.
        self._streams = {
            by_rows: cost.stream_seconds(target, self._b_bytes, by_rows)
            for by_rows in (True, False)
        }
        self._known_cycles = cache(self._cycles)
        self._known_conflicts = cache(self._conflicting_lines)
        self._known_imbalance = cache(self._imbalance)
        self._known_traffic = cache(self._traffic_seconds)
        self._known_strips = cache(self._strip_seconds)
        self._known_scatter = cache(self._scattered_seconds)

    def seconds(self, schedule: Schedule) -> float:
        """The estimate."""
        target, vectors, block = self._target, schedule.vectors, schedule.block
        seconds = self._beside_b(schedule)
        # Threads that share rows each fetch all of b, those that share columns their part of it.
        by_rows = self._shared or (schedule.parallel == "rows" and not self._own_batches)
        streaming = self._streams[by_rows]
        width = vectors * target.lanes("float32")
        if prod(schedule.tile) >= self._rows and seconds < streaming:
            # A panel that is read once is a stream, which hardware prefetches.
            return cost.overlapped(target, seconds, streaming)
        if not schedule.prefetch or panels.fetched_share(self._contraction, schedule, width) < 1:
            exposed = self._streams[False] * (target.threads if by_rows else 1)
            return max(seconds, exposed) + min(seconds, exposed)
        # Where the second-level cache does not hold the next panel beside the one in use, the
        # prefetched lines are evicted before their use.
        steps = traffic.depth_steps(self._contraction, schedule)
        used = 4.0 * steps * (2 * width + block * self._rows_beside)
        lost = cost.miss_ratio(used, self._costs.l2_share * target.l2)
        again = lost * self._b_bytes / cost.bandwidth(target, target.l3, 1 if by_rows else None)
        ahead = cost.overlapped(target, seconds, streaming + again, streams=schedule.prefetch > 1)
        return ahead + min(seconds, lost * streaming)

    def arithmetic(self, schedule: Schedule) -> float:
        """Seconds of the arithmetic alone, which are never more if nothing is prefetched."""
        cycles = self._known_cycles(schedule.tile, schedule.vectors, schedule.depth)
        shares = self._known_imbalance(schedule.vectors, schedule.block, schedule.parallel)
        return cycles * self._around / self._frequency * shares

    def cached(self, schedule: Schedule) -> float:
        """The estimate where the caches hold both operands."""
        rows, vectors, block = prod(schedule.tile), schedule.vectors, schedule.block
        compute = self.arithmetic(schedule)
        compute *= self._costs.prefetch_factor if schedule.prefetch else 1.0
        moving = self._known_traffic(rows, vectors, block, schedule.depth, schedule.parallel)
        return max(compute, moving) + self._costs.unhidden_share * min(compute, moving)

    def fetched(self, schedule: Schedule) -> float:
        """The estimate where threads that share columns fetch b while they multiply."""
        return cost.overlapped(self._target, self._beside_b(schedule), self._streams[False])

    def _beside_b(self, schedule: Schedule) -> float:
        """Seconds without those in which b comes from memory."""
        # Threads that share columns fetch all of a. Threads with own batches share nothing.
        seconds = self.cached(schedule) + self._known_strips(schedule.vectors, schedule.block)
        seconds += self._known_scatter(schedule.vectors)
        shared_columns = schedule.parallel == "columns" and not self._own_batches
        return seconds + (self._transfers if shared_columns else 0.0)

    def _cycles(self, tile: tuple[int, int], vectors: int, depth: int) -> float:
        evicted = self._costs.eviction_cycles * self._known_conflicts(tile)
        schedule = Schedule(tile, vectors, 1, 1, depth, 0, "rows")
        return _cycles(self._contraction, schedule, evicted, self._target)

    def _conflicting_lines(self, tile: tuple[int, int]) -> int:
        return traffic.conflicting_lines(self._contraction, tile, self._target)

    def _imbalance(self, vectors: int, block: int, parallel: str) -> float:
        schedule = Schedule((1, 1), vectors, 1, block, 1, 0, parallel)
        return imbalance_of(self._contraction, schedule, self._target)

    def _traffic_seconds(
        self, rows: int, vectors: int, block: int, depth: int, parallel: str
    ) -> float:
        schedule = Schedule((1, rows), vectors, 1, block, depth, 0, parallel)
        return self._around * traffic.traffic_seconds(self._contraction, schedule, self._target)

    def _strip_seconds(self, vectors: int, block: int) -> float:
        return traffic.strip_seconds(self._contraction, vectors, block, self._target)

    def _scattered_seconds(self, vectors: int) -> float:
        return traffic.scattered_seconds(self._contraction, vectors, self._target)


@lru_cache(maxsize=16)
def estimator(contraction: Contraction, target: CpuTarget, shared: bool = False) -> Estimator:
    """The estimator of a contraction, with what it computed before."""
    return Estimator(contraction, target, shared)


def computing_seconds(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> float:
    """Seconds that one core takes for all register tiles, with operands in its caches."""
    around = prod(axis.extent for axis in (*contraction.batch, *contraction.rows[:-2]))
    conflicts = traffic.conflicting_lines(contraction, schedule.tile, target)
    evicted = profile_of(target).contraction.eviction_cycles * conflicts
    return _cycles(contraction, schedule, evicted, target) * around / cost.frequency(target)


def lower_bound_of(
    operator: Operator, contraction: Contraction, schedule: Schedule, target: CpuTarget
) -> float:
    """The lower bound of a schedule: all multiply-adds at their peak, shared by threads as the
    schedule says, and one pass over every operand.
    """
    busiest = imbalance_of(contraction, schedule, target)
    return lower_bound.arithmetic(operator, contraction.flops / 2, target, busiest)


def matmul_lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """`lower_bound_of` a policy of a matmul, with a schedule and dense operands."""
    contraction = matmul_contraction.dense(operator)
    return lower_bound_of(operator, contraction, schedule_of(policy), target)


def _cycles(
    contraction: Contraction, schedule: Schedule, evicted: float, target: CpuTarget
) -> float:
    """Cycles of all register tiles for one coordinate of the outer axes. `evicted`: further cycles
    of each step.
    """
    lanes, profile = target.lanes("float32"), profile_of(target)
    costs, rate = profile.contraction, cost.multiply_adds_per_cycle(target)
    grouped = contraction.element is not None
    if not grouped and not is_floating(contraction.a.dtype):
        rate /= costs.integer_factor
    outer, inner = row_axes(contraction)
    depths = _pieces(
        traffic.reduction_steps(contraction), traffic.depth_steps(contraction, schedule)
    )
    widths = _pieces(contraction.column.extent, schedule.vectors * lanes)
    arrival = costs.residual_cycles * traffic.residuals(contraction)
    cycles = 0.0
    for height, times_high in _pieces(outer.extent, schedule.tile[0]):
        for width, times_wide in _pieces(inner.extent, schedule.tile[1]):
            for columns, times in widths:
                for steps, repeats in depths:
                    vectors = ceil(columns / lanes)
                    tile = _tile_cycles(height * width, vectors, steps, rate, grouped, profile)
                    tile += evicted * steps
                    exposed = max(0, height * width * vectors - costs.residual_hidden_vectors)
                    tile += arrival * exposed
                    cycles += tile * times_high * times_wide * times * repeats
    return cycles


def _pieces(extent: int, step: int) -> list[tuple[int, int]]:
    pieces = [(step, extent // step), (extent % step, 1)]
    return [(size, times) for size, times in pieces if size and times]


def _tile_cycles(
    rows: int, vectors: int, steps: int, rate: float, grouped: bool, profile: CostProfile
) -> float:
    # `rate` multiply-adds per cycle, loads that do not overlap completely with them, and the
    # latency of a multiply-add bound a step. Accumulators are cleared and stored around the steps.
    # Groups of a are broadcast by loads of their own.
    core, costs = profile.core, profile.contraction
    loads = rows + vectors
    loading = costs.broadcast_cycles * rows + vectors if grouped else loads / core.loads_per_cycle
    per_step = max(rows * vectors / rate, loading, core.fma_latency)
    per_step += costs.unhidden_load_cycles * loads
    around = costs.accumulator_multiply_adds * rows * vectors / rate
    return steps * per_step + around + costs.tile_cycles


def ranked(contraction: Contraction, target: CpuTarget, limit: int = USUAL) -> Sequence[Schedule]:
    """The most promising schedules, best first. One whose arithmetic alone takes longer than as
    many others as are wanted is not estimated.
    """
    estimates = estimator(contraction, target)
    best: list[tuple[float, Schedule]] = []
    candidates = {*schedules(contraction, target)}
    for least, item in sorted((estimates.arithmetic(item), item) for item in candidates):
        if len(best) == limit and least > best[-1][0]:
            break
        insort(best, (estimates.seconds(item), item))
        del best[limit:]
    return [item for _, item in best]
