"""Convolution of stride 1 or 2 by Winograd's minimal filtering with tiles fitted to the image
(`aoe.backends.cpu.lowering.winograd.fitted`).

`conv_winograd_fitted` keeps transformed weights in 32 bits. It suits layers of few pixels, of
stride 2, and of windows other than 3×3, a single row or column included.
`conv_winograd_fitted_float24` keeps them in 24 bits
(`aoe.backends.cpu.lowering.reduced_precision.float24`), which come from memory in three quarters of
the time. Its tiles have two outputs a side: larger tiles amplify the rounding error of transformed
weights several times.

Rounding errors are larger than those of direct convolution, so the error of every layer is measured
before an implementation is chosen for it (`tolerance`). Format `outputs`: the side of a Winograd
tile. Schedule: the register tile of a contraction. Threads share the filters, panel by panel; each
multiplies and applies the output transform in its own cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import best_of_kinds, policies_by_format
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.reduced_precision import float24, float24_planes
from aoe.backends.cpu.lowering.winograd.evaluation_points import phases_of
from aoe.backends.cpu.lowering.winograd.fitted import (
    FittedLayer,
    PointGroup,
    input_nests,
    layer_of,
    matmul_of,
    output_nests,
    pack_kernel,
    point_groups,
    products_elements,
    tiles_elements,
    weights_elements,
)
from aoe.backends.cpu.lowering.winograd.fitted_tiles import MOST_POINTS
from aoe.backends.cpu.target.cpu_target import LINE_ELEMENTS, CpuTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import FLOAT24, ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Axis, Buffer, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: With fewer channels and filters, transforms take longer than the matmuls.
_FEWEST_CHANNELS, _FEWEST_FILTERS = 16, 16
#: Transformed tiles may take so many times the second-level caches of all threads.
_MOST_CACHES = 2.0
_MOST_OF_A_KIND = 12
#: The widest panel whose products and weights fit a thread's caches, in filters.
_WIDEST_PANEL = 32
#: `conv_winograd` is faster where fitted tiles need a larger share of its multiplications.
_FITTED_SHARE = 0.9
#: The most phases of a window, of both dimensions together. Each is a loop nest for each run.
_MOST_PHASES = 4
#: The fewest accumulators that hide the latency of a multiply-add.
_FEWEST_ACCUMULATORS = 8


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the implementations.

    Attributes:
        name: Its name.
        weight_type: The type of the transformed weights.
        sides: The sides that Winograd tiles may have.
    """

    name: str
    weight_type: str
    sides: tuple[int, ...]

    @property
    def weight_bytes(self) -> int:
        """Bytes of a transformed weight."""
        return ITEM_BYTES[self.weight_type]


def implementation(
    kind: Kind, supports: Callable[[Operator, CpuTarget], bool], description: str
) -> Implementation:
    """The implementation of a kind. `supports`: what it asks of operators beyond being
    computable.
    """
    return Implementation(
        name=kind.name,
        operator_type="Conv",
        supports=lambda operator, target: (
            _is_computable(kind, operator, target) and supports(operator, target)
        ),
        policies=lru_cache(maxsize=64)(partial(_ranked, kind)),
        estimate=partial(_estimate, kind),
        lower=partial(_lower, kind),
        tolerance=5e-5,
        lower_bound=partial(_lower_bound, kind),
        description=description,
        adds_factors=True,
    )


def _is_computable(kind: Kind, operator: Operator, target: CpuTarget) -> bool:
    """Whether it is a layer of enough channels, whose tiles nearly fit the second-level caches."""
    x, w = operator.inputs[:2]
    if len(x.shape) != 4 or not w.constant or not x.dtype == w.dtype == "float32":
        return False
    window, strides = w.shape[2:], operator.integers("strides")
    simple = operator.integers("dilations") == (1, 1) and operator.integer("group") == 1
    return (
        simple
        and strides in ((1, 1), (2, 2))
        and max(window) >= 3
        and 2 not in window
        and x.shape[1] >= _FEWEST_CHANNELS
        and w.shape[0] >= _FEWEST_FILTERS
        and bool(sides_of(kind, operator))
        and _are_tiles_near(layer_of(operator, sides_of(kind, operator)[-1]), target)
    )


def _are_tiles_near(layer: FittedLayer, target: CpuTarget) -> bool:
    return 4 * tiles_elements(layer) <= _MOST_CACHES * target.l2 * target.threads


def sides_of(kind: Kind, operator: Operator) -> list[int]:
    """Sides of tiles that need few enough loop nests and are no larger than the image."""
    stride = operator.integers("strides")[0]
    along = [
        (taps, size)
        for taps, size in zip(operator.inputs[1].shape[2:], operator.output.shape[2:], strict=True)
        if taps > 1
    ]
    return [
        side
        for side in kind.sides
        if all(side <= size for _, size in along)
        and prod(_phases(taps, stride, side) for taps, _ in along) <= _MOST_PHASES
    ]


def _phases(taps: int, stride: int, side: int) -> int:
    return len(phases_of(taps, stride, side, MOST_POINTS))


def _decoded(
    kind: Kind, operator: Operator, policy: Policy
) -> tuple[FittedLayer, contractions.Schedule]:
    outputs = dict(policy.format).get("outputs")
    if type(outputs) is not int or outputs not in sides_of(kind, operator):
        raise PolicyError(f"not a policy of {kind.name}: {policy}")
    layer, schedule = layer_of(operator, outputs), contractions.schedule_of(policy)
    given = (schedule.block, schedule.depth, schedule.parallel)
    if given != (layer.down.tiles, len(layer.down.phases), "columns"):
        raise PolicyError(f"schedule {schedule} is outside the space of {kind.name}")
    return layer, schedule


def _largest_product(layer: FittedLayer, width: int) -> Contraction:
    return matmul_of(layer, point_groups(layer)[0], width)


def _of_group(schedule: contractions.Schedule, product: Contraction) -> contractions.Schedule:
    """The schedule of one group of points: `block` and `depth` are complete, register tiles are no
    larger than the rows.
    """
    outer, inner = product.rows[-2:]
    tile = (min(schedule.tile[0], outer.extent), min(schedule.tile[1], inner.extent))
    return replace(schedule, tile=tile, block=outer.extent, depth=product.reduction[0].extent)


def _together(schedule: contractions.Schedule, product: Contraction) -> int:
    """Points of a row in a register tile, where tiles are too few to fill it."""
    accumulators = schedule.tile[0] * schedule.tile[1] * schedule.vectors
    return min(product.batch[-1].extent, max(1, _FEWEST_ACCUMULATORS // accumulators))


def _ranked(kind: Kind, operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    schedules = {
        outputs: _schedules(layer_of(operator, outputs), target)
        for outputs in sides_of(kind, operator)
    }
    kinds = policies_by_format(kind.name, "outputs", schedules)
    most = breadth * _MOST_OF_A_KIND
    return best_of_kinds(kinds, lambda policy: _estimate(kind, operator, policy, target), most)


def _schedules(layer: FittedLayer, target: CpuTarget) -> Iterator[contractions.Schedule]:
    lanes = target.lanes("float32")
    product, widest = _largest_product(layer, lanes), max(1, _WIDEST_PANEL // lanes)
    ranked = contraction_space.ranked(product, target, 128)
    found = [schedule for schedule in ranked if schedule.vectors <= widest]
    if not found:  # few tiles: what is ranked has all its accumulators in columns
        narrow = range(1, widest + 1)
        found = sorted({*contraction_space.schedules(product, target, narrow)})
    for tile, vectors, unroll in dict.fromkeys((s.tile, s.vectors, s.unroll) for s in found):
        yield contractions.Schedule(
            tile, vectors, unroll, layer.down.tiles, len(layer.down.phases), 1, "columns"
        )


def _estimate(kind: Kind, operator: Operator, policy: Policy, target: CpuTarget) -> float:
    layer, schedule = _decoded(kind, operator, policy)
    costs, lanes = profile_of(target).winograd_fitted, target.lanes("float32")
    width = schedule.vectors * lanes
    panels_each = ceil(ceil(layer.outputs / width) / target.threads)
    share = panels_each * width / layer.outputs
    seconds = share * sum(
        _computing(layer, group, schedule, width, target) for group in point_groups(layer)
    )
    seconds += _moving_seconds(kind, layer, schedule, panels_each, target)
    if kind.weight_type == FLOAT24:
        joined = _passes(layer, schedule) * layer.weights * layer.inputs * panels_each * width
        rate = cost.multiply_adds_per_cycle(target)
        seconds += costs.join_multiply_adds * joined / lanes / rate / cost.frequency(target)
    # Threads read different panels. Where the last-level cache is no faster than memory, that
    # costs bandwidth.
    readers = max(1, target.threads // 2) if cost.has_slow_llc(target) else target.threads
    weights = float(kind.weight_bytes) * weights_elements(layer, width)
    memory = weights / cost.memory_bandwidth(target, readers)
    if schedule.prefetch:
        seconds = cost.overlapped(target, seconds, memory, panels=True)
    else:
        seconds = max(seconds, memory) + costs.unhidden_share * min(seconds, memory)
    tasks = ceil(layer.inputs / lanes)  # threads share out vectors of channels to be transformed
    busiest = ceil(tasks / target.threads) / tasks
    transferred = (busiest - 1.0 / target.threads) * tiles_elements(layer)
    seconds += costs.line_transfer * transferred / LINE_ELEMENTS
    transformed = busiest * tiles_elements(layer) / lanes
    transformed += share * products_elements(layer, width) * layer.outputs / width / lanes
    cycles = costs.transform_cycles * transformed
    return seconds + cycles / cost.frequency(target) + target.speed.fork_join


def _passes(layer: FittedLayer, schedule: contractions.Schedule) -> int:
    """Register tiles that read a panel's weights."""
    rows = ceil(layer.down.tiles / schedule.tile[0])
    return rows * ceil(layer.across.tiles / schedule.tile[1])


def _moving_seconds(
    kind: Kind,
    layer: FittedLayer,
    schedule: contractions.Schedule,
    panels_each: int,
    target: CpuTarget,
) -> float:
    """Seconds in which a thread writes transformed tiles, reads them for each panel, writes and
    reads the products, and reads weights again that the first-level cache misses. Weights are read
    once for each register tile; the first time counts as memory traffic.
    """
    costs, width = profile_of(target).winograd_fitted, schedule.vectors * target.lanes("float32")
    tiles, products = 4.0 * tiles_elements(layer), 4.0 * products_elements(layer, width)
    each = tiles * (costs.unhidden_reread * panels_each + 2.0 / target.threads)
    seconds = each / cost.bandwidth(target, tiles + target.l2 / 2, 1)
    seconds += 2.0 * panels_each * products / cost.bandwidth(target, 2.0 * products, 1)
    panel = float(kind.weight_bytes) * layer.inputs * width
    if panel > costs.l1_share_of_panel * target.l1:
        again = (_passes(layer, schedule) - 1) * panels_each * panel * layer.weights
        seconds += again / cost.bandwidth(target, target.l2, 1)
    return seconds


def _computing(
    layer: FittedLayer,
    group: PointGroup,
    schedule: contractions.Schedule,
    width: int,
    target: CpuTarget,
) -> float:
    """Seconds of one core for the matmuls of a group. Points in one register tile count as longer
    rows.
    """
    product = matmul_of(layer, group, width)
    schedule = _of_group(schedule, product)
    together = _together(schedule, product)
    *outer, inner = product.rows
    longer = replace(
        product,
        batch=product.batch[:1],
        rows=(*outer, Axis(inner.name, inner.extent * group.across.count)),
    )
    taller = replace(schedule, tile=(schedule.tile[0], schedule.tile[1] * together))
    return contraction_space.computing_seconds(longer, taller, target)


def _lower_bound(kind: Kind, operator: Operator, policy: Policy, target: CpuTarget) -> float:
    layer, _ = _decoded(kind, operator, policy)
    return lower_bound.arithmetic(operator, layer.products * layer.inputs * layer.outputs, target)


def _lower(
    kind: Kind,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    policy: Policy,
    target: CpuTarget,
) -> LoweredOperator:
    layer, schedule = _decoded(kind, operator, policy)
    lanes = target.lanes("float32")
    width = schedule.vectors * lanes
    largest = _largest_product(layer, width)
    contraction_space.check(largest, _of_group(schedule, largest), target)
    transform = Kernel(
        "transform_input",
        (Axis("c", layer.inputs),),
        (Loop("c", lanes),),
        1,
        input_nests(layer, inputs[0]),
        ("input0", "tiles"),
    )
    products = [matmul_of(layer, group, width) for group in point_groups(layer)]
    pack = pack_kernel(layer, inputs[1], width)
    packed = Buffer("packed", "float32", weights_elements(layer, width))
    if kind.weight_type == FLOAT24:
        products = [
            float24_planes.over_planes(product, float24_planes.in_bytes(product.b), width)
            for product in products
        ]
        pack = float24_planes.storing_planes(pack, width)
        packed = Buffer("packed", "uint8", kind.weight_bytes * weights_elements(layer, width))
    nests = [_nest(product, schedule, lanes) for product in products]
    extras = tuple(f"input{number}" for number in range(2, len(inputs)))
    multiply = Kernel(
        kind.name,
        (Axis("k", layer.outputs),),
        (Loop("k", width),),
        1,
        (*nests, *output_nests(layer, operator, inputs, output, width)),
        ("tiles", "packed", *extras, "output0"),
        (Buffer("products", "float32", products_elements(layer, width)),),
    )
    return LoweredOperator(
        (transform, multiply),
        (pack,),
        (Buffer("tiles", "float32", tiles_elements(layer)),),
        (packed,),
    )


def _nest(product: Contraction, schedule: contractions.Schedule, lanes: int) -> LoopNest:
    """The loop nest of one group, with several points in a register tile where tiles are few."""
    schedule = _of_group(schedule, product)
    together = _together(schedule, product)
    fetched = panels.prefetches(product, schedule, together)
    nest = contractions.nest(product, schedule, lanes, "multiply", fetched)
    order = tuple(
        replace(entry, step=together) if entry.axis == "j" else entry
        for entry in nest.schedule.order
    )
    tile = (*nest.schedule.tile, ("j", together))
    return replace(nest, schedule=replace(nest.schedule, tile=tile, order=order))


def _saves_enough(operator: Operator, target: CpuTarget) -> bool:
    """Whether fitted tiles save enough multiplications over whole tiles, where `conv_winograd`
    applies.
    """
    if operator.inputs[1].shape[2:] != (3, 3) or operator.integers("strides") != (1, 1):
        return True
    layer = layer_of(operator, sides_of(_FLOAT32, operator)[-1])
    sides = (layer.down, layer.across)
    whole = layer.batch * prod(side.points * side.tiles for side in sides)
    return layer.products <= _FITTED_SHARE * whole


def _may_round_weights(operator: Operator, target: CpuTarget) -> bool:
    return float24.takes_float24_weights(operator) and operator.inputs[1].shape[1] % 2 == 0


_FLOAT32 = Kind("conv_winograd_fitted", "float32", (2, 3, 4))
_FLOAT24 = Kind("conv_winograd_fitted_float24", FLOAT24, (2,))

IMPLEMENTATIONS = (
    implementation(
        _FLOAT32,
        _saves_enough,
        "Convolution of stride 1 or 2 by Winograd's minimal filtering with tiles fitted to the "
        "image, for few pixels, stride 2 or windows other than 3×3",
    ),
    implementation(
        _FLOAT24,
        _may_round_weights,
        "Convolution of few pixels by Winograd's minimal filtering with tiles fitted to the image "
        "and transformed weights in 24 bits",
    ),
)
