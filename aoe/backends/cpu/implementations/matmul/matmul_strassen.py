"""Matrix multiplication with a constant b by Strassen's algorithm
(`aoe.backends.cpu.lowering.contraction.strassen`), with 1/8 fewer multiply-adds.

The price is passes over sums of quadrants and 7/4 of the memory for b. Sums of quadrants mix rows:
the last dimension of rows is cut, never the first of a, which counts samples. So no sample's number
reaches another sample, and none is rounded by the size of another. Schedule: that of a
contraction, whose `block` is rows of a quadrant, and `span`, the panels of columns that are
multiplied into a thread's scratch before their products are combined. Threads share the spans of
each block of rows. `parallel` gives the loop order ("columns": rows inside columns).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, matmul_contraction, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.contraction.strassen import (
    PRODUCTS,
    QUADRANTS,
    Cut,
    pack_kernel,
    product_of,
    products_access,
    result_nest,
    sums_access,
    sums_kernel,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Buffer, Kernel, Loop, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: Sums of smaller quadrants cost more than the saved product.
_LEAST_ROWS, _LEAST_STEPS, _LEAST_COLUMNS = 8, 64, 64
#: Register tiles worth considering, and panels in a span.
_MOST_TILES = 12
_SPANS = (1, 2, 4, 8)
#: About the most rows of a block.
_MOST_ROWS = (64, 128, 256)


def _whole(operator: Operator) -> Contraction:
    dense = [View.dense(operand) for operand in operator.inputs]
    return matmul_contraction.dimensioned(operator, dense, View.dense(operator.output))


def _cut(whole: Contraction) -> Cut:
    *others, row = whole.rows
    around = tuple(axis for axis in others if axis.extent > 1)
    return Cut(around, row.extent, whole.reduction[0].extent, whole.column.extent)


def _supports(operator: Operator, target: CpuTarget) -> bool:
    a, b = operator.inputs[:2]
    if not b.constant or not a.dtype == b.dtype == operator.output.dtype == "float32":
        return False
    if len(a.shape) < 3:
        return False  # its rows may be samples
    whole = _whole(operator)
    cut, least = _cut(whole), (_LEAST_ROWS, _LEAST_STEPS, _LEAST_COLUMNS)
    large = all(size >= n for size, n in zip(cut.block, least, strict=True))
    return large and not whole.batch and cut.steps % 2 == 0


def _policy(span: int, schedule: contractions.Schedule) -> Policy:
    return Policy.of("matmul_strassen", schedule={**schedule.decisions(), "span": span})


def _decoded(operator: Operator, policy: Policy) -> tuple[Cut, int, contractions.Schedule]:
    span = dict(policy.schedule).get("span")
    if policy.format or span not in _SPANS:
        raise PolicyError(f"not a policy of matmul_strassen: {policy}")
    return _cut(_whole(operator)), int(span), contractions.schedule_of(policy)


def _product(cut: Cut, rows: int) -> Contraction:
    """The products over so many rows and all columns, for ranking and checking."""
    some = replace(cut, rows=2 * rows)
    return product_of(some, products_access(rows, some.block[2]))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    cut = _cut(_whole(operator))
    seconds = _estimator(operator, target)
    found = sorted(_schedules(cut, target, breadth), key=lambda item: seconds(*item))
    return tuple(_policy(span, schedule) for span, schedule in found)


def _schedules(
    cut: Cut, target: CpuTarget, breadth: int
) -> Iterator[tuple[int, contractions.Schedule]]:
    rows, _, columns = cut.block
    for size in _sizes(rows, target.threads):
        for tiled in _best_tiles(_product(cut, size), target, breadth):
            tile = tiled.tile[1]
            block = min(rows, tile * ceil(size / tile))
            for span in _SPANS:
                if (span - 1) * tiled.vectors * target.lanes("float32") < columns:
                    for parallel in ("rows", "columns") if block < rows else ("rows",):
                        blocked = replace(tiled, block=block, parallel=parallel)
                        yield span, blocked
                        yield span, replace(blocked, prefetch=1)


def _best_tiles(
    product: Contraction, target: CpuTarget, breadth: int
) -> list[contractions.Schedule]:
    """The best schedule of each of the best register tiles."""
    best: dict[tuple[tuple[int, int], int, int], contractions.Schedule] = {}
    for schedule in contraction_space.ranked(product, target, breadth * 96):
        best.setdefault((schedule.tile, schedule.vectors, schedule.unroll), schedule)
    return list(best.values())[: breadth * _MOST_TILES]


def _sizes(rows: int, threads: int) -> list[int]:
    """Rows of blocks of about equal size. They are padded to whole register tiles, so that only the
    last leaves a remainder. One of the sizes gives every thread equally many blocks, so that it
    multiplies the rows it has summed itself.
    """
    counts = {ceil(rows / most) for most in _MOST_ROWS}
    counts.add(threads * ceil(rows / _MOST_ROWS[0] / threads))
    return sorted({ceil(rows / count) for count in counts})


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    _, span, schedule = _decoded(operator, policy)
    return _estimator(operator, target)(span, schedule)


@lru_cache(maxsize=16)
def _estimator(
    operator: Operator, target: CpuTarget
) -> Callable[[int, contractions.Schedule], float]:
    """`_estimate` for many policies of one operator: what they have in common is computed once."""
    cut = _cut(_whole(operator))
    rows, steps, columns = cut.block
    whole, lanes = _product(cut, rows), target.lanes("float32")
    around = prod(axis.extent for axis in cut.around)
    costs = profile_of(target).strassen
    passes = costs.pass_cycles * (PRODUCTS + len(QUADRANTS)) * rows * (steps + columns)
    passes = passes / lanes / cost.frequency(target) / target.threads
    sums = 4.0 * (PRODUCTS + len(QUADRANTS)) * rows * steps
    summing = sums / cost.bandwidth(target, sums) + _beyond_caches(cut, target)

    @cache
    def product(rows: int) -> Contraction:
        return _product(cut, rows)

    @cache
    def computing(rows: int, tile: tuple[int, int], vectors: int, depth: int) -> float:
        schedule = contractions.Schedule(tile, vectors, 1, 1, depth, 0, "rows")
        return contraction_space.computing_seconds(product(rows), schedule, target)

    def seconds_of(span: int, schedule: contractions.Schedule) -> float:
        blocks = ceil(rows / schedule.block)
        shared = schedule.parallel == "rows" and blocks > 1
        seconds = contraction_space.estimator(whole, target, shared).seconds(
            replace(schedule, block=rows, parallel="columns")
        )
        # Every block has register tiles of its own rows, and the busiest thread counts.
        tiles = schedule.tile, schedule.vectors, schedule.depth
        seconds *= blocks * computing(schedule.block, *tiles)
        seconds /= computing(rows, *tiles)
        width = span * schedule.vectors * lanes
        tasks = around * blocks * ceil(columns / width)
        busiest = ceil(tasks / target.threads) * min(width, columns)
        seconds *= max(1.0, busiest * target.threads / (around * blocks * columns))
        # Every task reads all sums of its rows. Part of the time of cache misses overlaps with
        # computing.
        held = 4.0 * PRODUCTS * schedule.block * steps
        afar = held * cost.miss_ratio(held, target.l2) * ceil(tasks / target.threads) / around
        seconds += costs.unhidden_sums * afar / cost.bandwidth(target, held * target.threads, 1)
        seconds += cost.transfer_seconds(target, _passed(cut, schedule, target))
        scratch = 4.0 * PRODUCTS * schedule.block * width
        moved = 8.0 * PRODUCTS * rows * columns
        seconds += moved / cost.bandwidth(target, scratch * target.threads)
        seconds += passes
        return around * (seconds + summing) + target.speed.fork_join

    return seconds_of


def _beyond_caches(cut: Cut, target: CpuTarget) -> float:
    """Seconds to write to memory and read again what the last-level cache misses of the operands,
    sums and results. By measurement, one thread alone waits for that, several do not.
    """
    if target.threads > 1:
        return 0.0
    rows, steps, columns = cut.block
    sums, results = 4.0 * PRODUCTS * rows * steps, 4.0 * len(QUADRANTS) * rows * columns
    read = 4.0 * len(QUADRANTS) * rows * steps
    share = profile_of(target).strassen.llc_share
    beyond = cost.miss_ratio(read + sums + results, share * target.l3)
    moved = read + 2.0 * (sums + results)
    return beyond * moved / cost.memory_bandwidth(target)


def _passed(cut: Cut, schedule: contractions.Schedule, target: CpuTarget) -> float:
    """Bytes of sums and products that threads read and other threads have written: none where a
    thread has the same rows both times.
    """
    rows, steps, columns = cut.block
    if schedule.parallel == "rows" and ceil(rows / schedule.block) % target.threads == 0:
        return 0.0
    return 4.0 * (PRODUCTS + len(QUADRANTS)) * rows * (steps + columns)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    cut, _, _ = _decoded(operator, policy)
    around = prod(axis.extent for axis in cut.around)
    return lower_bound.arithmetic(operator, around * _product(cut, cut.block[0]).flops / 2, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    cut, span, schedule = _decoded(operator, policy)
    contraction_space.check(_product(cut, cut.block[0]), schedule, target)
    whole = matmul_contraction.dimensioned(operator, inputs, output)
    lanes = target.lanes("float32")
    width = schedule.vectors * lanes
    held = span * width
    destination = products_access(schedule.block, held)
    product = contractions.sliced(product_of(cut, destination), schedule.depth)
    # A span of one panel has that panel of all products, so the next panel is there, too.
    layout = replace(Panels.of(product, width), batch_inside=span == 1)
    product = replace(
        product, batch=(*cut.around, *product.batch), b=layout.read("packed", "float32", "k")
    )
    fetched = panels.prefetches(product, schedule)
    multiply = contractions.nest(product, schedule, lanes, "multiply", fetched)
    _, row, _, column = cut.axes
    loops = [*(Loop(axis.name, 1) for axis in cut.around), Loop("m", schedule.block)]
    loops.insert(0 if schedule.parallel == "columns" else len(loops), Loop("k", held))
    axes = {axis.name: axis for axis in (*cut.around, row, column)}
    extras = dict.fromkeys(access.buffer for access in whole.extras)
    kernel = Kernel(
        "matmul_strassen",
        tuple(axes[loop.axis] for loop in loops),
        tuple(loops),
        len(loops),
        (multiply, result_nest(cut, whole, destination)),
        ("sums", "packed", *extras, whole.output.buffer),
        (Buffer("products", "float32", PRODUCTS * destination.stride("q")),),
    )
    around = prod(axis.extent for axis in cut.around)
    sums = Buffer("sums", "float32", around * PRODUCTS * sums_access(cut).stride("q"))
    return LoweredOperator(
        (sums_kernel(cut, whole.a), kernel),
        (pack_kernel(cut, whole.b, layout),),
        (sums,),
        (Buffer("packed", "float32", layout.elements),),
    )


IMPLEMENTATION = Implementation(
    name="matmul_strassen",
    operator_type="MatMul",
    supports=_supports,
    adds_factors=True,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=_lower_bound,
    packed_by=("vectors", "depth", "span"),
)
