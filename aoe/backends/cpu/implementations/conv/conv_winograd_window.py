"""Convolution by a window as large as the image with a result of 3×3 pixels, in one plane or
several, by Winograd's minimal filtering (`aoe.backends.cpu.lowering.winograd.large_window`).

The gradient of a 3×3 convolution of stride 1 or 2 with respect to its weights is such a
convolution. Input and window are transformed by parallel regions of their own. Then each plane of
the result has a region. A task of it multiplies `block` images by `columns` filters at all
positions of a phase of the result, transforms the sums back, and goes on with the next phase. Sums
stay in the thread's second-level cache. The other decisions are those of a contraction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, gcd

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.conv.winograd_costs import L2_SHARE, last_level_misses
from aoe.backends.cpu.implementations.scheduling import ranked
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.large_window import (
    DILATIONS,
    LEAST_WINDOW,
    RESULT,
    LargeWindowLayer,
    layer_of,
    over_window,
    panels_of,
    product_of,
    tile_axes,
    tiles_elements,
    whole_product,
)
from aoe.backends.cpu.lowering.winograd.large_window_nests import (
    Destination,
    input_nests,
    output_nests,
    window_nest,
    zero_nest,
)
from aoe.backends.cpu.target.cpu_target import LINE_ELEMENTS, CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Axis, Buffer, Kernel, Loop, LoopNest, LoweredOperator, Prefetch
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: The fewest images and filters: vectors of fewer are mostly empty.
_LEAST = 8
#: Sides of the block of a task, rows or columns, of which those near whole register tiles are
#: tried.
_SIDES = (16, 32, 64, 128, 256)
#: Register tiles from which blocks are made.
_TILES = 10
#: The most planes of a result, each of which is a parallel region.
_MOST_PLANES = 8
#: Policies that are usually worth considering.
_USUAL = 24


def computes(operator: Operator) -> bool:
    """Whether an operator is such a convolution. Its result may have any dimension order."""
    if operator.type != "Conv":
        return False
    x, w = operator.inputs[:2]
    return (
        len(x.shape) in (4, 5)
        and operator.output.shape[-2:] == (RESULT, RESULT)
        and min(w.shape[-2:]) >= LEAST_WINDOW
        and {*operator.integers("strides")} == {1}
        and set(operator.integers("dilations")[-2:]) <= set(DILATIONS)
        and _has_few_planes(operator)
        and operator.integer("group") == 1
        and x.dtype == w.dtype == operator.output.dtype == "float32"
        and min(x.shape[0], w.shape[0]) >= _LEAST
    )


def _has_few_planes(operator: Operator) -> bool:
    return len(operator.output.shape) == 4 or operator.output.shape[2] <= _MOST_PLANES


@dataclass(frozen=True, slots=True)
class _Decisions:
    """The decisions of a policy for a layer."""

    layer: LargeWindowLayer
    schedule: contractions.Schedule
    columns: int


def _decoded(operator: Operator, policy: Policy, target: CpuTarget) -> _Decisions:
    columns = dict(policy.schedule).get("columns")
    layer, schedule = layer_of(operator), contractions.schedule_of(policy)
    width = schedule.vectors * target.lanes("float32")
    if not isinstance(columns, int) or columns < 1 or columns % width:
        raise PolicyError(f"{columns} columns are not whole register tiles of {width}")
    if schedule.depth != layer.summed:
        raise PolicyError("tiles are summed in one piece")
    if _scratch(layer, schedule.block, columns) > target.l2:
        raise PolicyError(f"sums of {schedule.block} × {columns} exceed the second-level cache")
    return _Decisions(layer, schedule, columns)


def _scratch(layer: LargeWindowLayer, rows: int, columns: int) -> float:
    """Bytes of the sums of a phase of a task, and of the task's result."""
    return 4.0 * (layer.phases[0].positions + RESULT**2) * rows * columns


def _policies(operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    layer, lanes = layer_of(operator), target.lanes("float32")
    product = whole_product(layer, 1, 1)
    tiles: dict[tuple[int, int], contractions.Schedule] = {}
    for schedule in contraction_space.ranked(product, target, 96):
        tiles.setdefault((schedule.tile[1], schedule.vectors), schedule)
    for schedule in list(tiles.values())[:_TILES]:
        rows, width = schedule.tile[1], schedule.vectors * lanes
        for block in _multiples(rows, layer.images):
            for columns in _multiples(width, layer.filters):
                if _scratch(layer, block, columns) > L2_SHARE * target.l2:
                    continue
                decided = replace(
                    schedule, block=block, depth=layer.summed, prefetch=1, parallel="rows"
                )
                yield Policy.of(
                    "conv_winograd_window", {}, {**decided.decisions(), "columns": columns}
                )


def _multiples(step: int, extent: int) -> list[int]:
    """Multiples of `step` that are near the usual sides, and what covers the whole extent."""
    whole = ceil(extent / step) * step
    sides = {ceil(side / step) * step for side in _SIDES} | {step, whole}
    return sorted(side for side in sides if side <= whole)


@lru_cache(maxsize=256)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    found = ranked(_policies(operator, target), lambda policy: _estimate(operator, policy, target))
    return found[: breadth * _USUAL]


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    decided = _decoded(operator, policy, target)
    layer = decided.layer
    seconds = _products_seconds(decided, target)
    seconds += _transforming_seconds(operator, layer, target) / target.threads
    written = _written(layer)
    seconds += last_level_misses(written / 2, target) * written / cost.memory_bandwidth(target)
    return seconds + (1 + layer.planes.result) * target.speed.fork_join


def _products_seconds(decided: _Decisions, target: CpuTarget) -> float:
    """Seconds of the busiest thread for the products of all planes, which read both operands from
    the last-level cache.
    """
    layer, schedule, columns = decided.layer, decided.schedule, decided.columns
    product = whole_product(layer, schedule.block, columns)
    tasks = ceil(layer.images / schedule.block) * ceil(layer.filters / columns)
    seconds = _multiplying_seconds(product, schedule, target)
    rows = _in_lines(schedule.block) + columns
    moving = tasks * 4.0 * layer.positions * layer.summed * rows / target.speed.l3
    if schedule.prefetch:
        seconds = _overlapped(seconds, moving, target)
    else:
        seconds += moving
    seconds *= _busiest_share(layer, schedule.block, columns, target.threads)
    return seconds * (layer.summed_planes / layer.planes.window)


def _transforming_seconds(operator: Operator, layer: LargeWindowLayer, target: CpuTarget) -> float:
    """Seconds of one core for all transforms, and to move what they read and write between its
    caches.
    """
    lanes = target.lanes("float32")
    vectors = layer.positions * layer.image_tiles * ceil(layer.images / lanes)
    vectors += layer.window_positions * layer.summed * ceil(layer.filters / lanes)
    results = layer.planes.result * layer.positions * layer.images
    vectors += results * ceil(layer.filters / lanes)
    seconds = profile_of(target).winograd.transform_cycles * vectors / cost.frequency(target)
    stored = sum(item.bytes for item in (operator.output, *operator.inputs[2:]))
    for moved in (_written(layer), stored):
        beyond = cost.miss_ratio(moved, target.l2 * target.threads)
        seconds += beyond * moved / target.speed.l3
    return seconds


def _written(layer: LargeWindowLayer) -> float:
    """Bytes of the transformed input and window, written and read."""
    transformed = layer.image_tiles * layer.positions * layer.images
    return 8.0 * (transformed + layer.summed * layer.window_positions * layer.filters)


def _multiplying_seconds(
    product: Contraction, schedule: contractions.Schedule, target: CpuTarget
) -> float:
    """Seconds that one core takes for all register tiles, whose steps read lines of both operands
    from its second-level cache.
    """
    computing = contraction_space.computing_seconds(product, schedule, target)
    rows, width = schedule.tile[1], schedule.vectors * target.lanes("float32")
    steps = product.batch[0].extent * product.reduction[0].extent
    steps *= ceil(product.rows[0].extent / rows) * ceil(product.column.extent / width)
    return _overlapped(computing, 4.0 * steps * (_in_lines(rows) + width) / target.speed.l2, target)


def _overlapped(computing: float, moving: float, target: CpuTarget) -> float:
    """Seconds of both, where one hides most of the other."""
    share = profile_of(target).contraction.unhidden_share
    return max(computing, moving) + share * min(computing, moving)


def _in_lines(rows: int) -> int:
    """Elements of the cache lines that hold so many neighbours, on average over where they begin if
    one follows the other.
    """
    step = gcd(rows, LINE_ELEMENTS)
    return rows + LINE_ELEMENTS - step


def _busiest_share(layer: LargeWindowLayer, rows: int, columns: int, threads: int) -> float:
    """The largest share of the products that a thread computes. Tasks are in order, equally many
    for each thread; the last one of a row or column may be small.
    """
    across = ceil(layer.filters / columns)
    tasks = ceil(layer.images / rows) * across

    def before(task: int) -> int:
        """Products of the tasks in front of one."""
        down, beside = divmod(task, across)
        height = min(rows, layer.images - down * rows)
        return down * rows * layer.filters + height * min(beside * columns, layer.filters)

    ends = [before(tasks * thread // threads) for thread in range(threads)]
    ends.append(layer.images * layer.filters)
    largest = max(after - first for first, after in pairwise(ends))
    return largest / (layer.images * layer.filters)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    layer = layer_of(operator)
    products = whole_product(layer, 1, 1).flops / 2
    products *= layer.summed_planes / layer.planes.window
    return lower_bound.arithmetic(operator, products, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    decided = _decoded(operator, policy, target)
    layer, schedule, lanes = decided.layer, decided.schedule, target.lanes("float32")
    contraction_space.check(whole_product(layer, 1, 1), replace(schedule, block=1), target)
    panels = panels_of(layer, schedule.vectors * lanes)
    to = Destination(output, operator.epilogue, tuple(inputs[2:]))
    products = [
        _of_plane(decided, panels, to.in_plane(plane), lanes, plane)
        for plane in range(layer.planes.result)
    ]
    temporaries = (
        Buffer("tiles", "float32", tiles_elements(layer)),
        Buffer("window", "float32", panels.elements),
    )
    tiles = tuple(input_nests(layer, inputs[0]))
    window = window_nest(layer, inputs[1], panels)
    kernels = (
        _transform("transform_input", layer, tiles, ("input0", "tiles"), layer.planes.image),
        _transform("transform_window", layer, (window,), ("input1", "window"), layer.planes.window),
        *products,
    )
    return LoweredOperator(kernels, (), temporaries)


def _of_plane(
    decided: _Decisions, panels: Panels, to: Destination, lanes: int, plane: int
) -> Kernel:
    """The parallel region that computes a plane of the result."""
    layer, schedule, columns = decided.layer, decided.schedule, decided.columns
    block, axes = schedule.block, (Axis("n", layer.images), Axis("k", layer.filters))
    loops = (Loop("n", block), Loop("k", columns))
    stored = (*(f"input{number}" for number, _ in enumerate(to.extras, 2)), "output0")
    if not layer.planes.seeing(plane):
        return Kernel("zero_plane", axes, loops, 2, (zero_nest(layer, to),), stored)
    back, last = output_nests(layer, to, block, columns, lanes)
    nests = []
    for number, (phase, transform) in enumerate(zip(layer.phases, back, strict=True)):
        product = product_of(layer, phase, block, columns, plane)
        product = over_window(layer, product, panels, plane)
        fetched = _next_position(product, schedule, lanes) if schedule.prefetch else ()
        nests += [
            contractions.nest(product, schedule, lanes, f"multiply{number}", fetched),
            transform,
        ]
    return Kernel(
        "conv_winograd_window",
        axes,
        loops,
        2,
        (*nests, *last),
        ("tiles", "window", *stored),
        (
            Buffer("products", "float32", layer.phases[0].positions * block * columns),
            Buffer("back", "float32", RESULT**2 * block * columns),
        ),
    )


def _next_position(
    product: Contraction, schedule: contractions.Schedule, lanes: int
) -> tuple[Prefetch, ...]:
    """What each step prefetches: what it reads of both operands at the next position."""
    read = ((product.a, schedule.tile[1]), (product.b, schedule.vectors * lanes))
    return tuple(
        Prefetch(number, access.strides, access.stride("y"), elements=elements)
        for number, (access, elements) in enumerate(read)
    )


def _transform(
    name: str,
    layer: LargeWindowLayer,
    nests: tuple[LoopNest, ...],
    arguments: tuple[str, ...],
    planes: int,
) -> Kernel:
    axes = tile_axes(layer, planes)
    loops = tuple(Loop(axis.name, 1) for axis in axes)
    return Kernel(name, axes, loops, len(loops), nests, arguments)


IMPLEMENTATION = Implementation(
    name="conv_winograd_window",
    operator_type="Conv",
    supports=lambda operator, target: computes(operator),
    adds_factors=True,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=5e-5,
    lower_bound=_lower_bound,
)
