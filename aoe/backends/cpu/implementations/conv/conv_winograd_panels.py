"""3×3 convolution of stride 1 by Winograd's minimal filtering, with weights that are transformed in
each run, a panel at a time (`aoe.backends.cpu.lowering.winograd.weights`).

Transformed weights take four times the memory of weights. Where an image has few tiles, writing and
reading them takes longer than multiplying. So a task transforms a panel of filters, `depth`
channels of it at a time, and multiplies all tiles by it while the second-level cache holds it.
Where that is short, it fetches the weights of the next panel meanwhile.
Tiles are transformed before, and products after, by parallel regions of their own, as in
`conv_winograd`.

Format `transform`: as in `conv_winograd`. The schedule is that of a contraction whose threads share
the columns. Weights that are constant are transformed when a model is loaded, by `conv_winograd`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.conv import conv_winograd
from aoe.backends.cpu.implementations.conv.winograd_costs import (
    L2_SHARE,
    image_seconds,
    moving_seconds,
)
from aoe.backends.cpu.implementations.scheduling import best_of_kinds
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space
from aoe.backends.cpu.lowering.contraction.contraction import Schedule
from aoe.backends.cpu.lowering.winograd.taps import are_taps_together
from aoe.backends.cpu.lowering.winograd.transforms import TRANSFORMS
from aoe.backends.cpu.lowering.winograd.weights import Panel, next_panel, panel_nests
from aoe.backends.cpu.lowering.winograd.whole_image import (
    around_product,
    buffers,
    tiles_and_products,
    whole_product,
)
from aoe.backends.cpu.lowering.winograd.winograd import (
    SquareLayer,
    input_nest,
    layer_of,
    output_nest,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Axis, Kernel, Loop, LoweredOperator, Prefetch
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: About as many channels of a panel are transformed at a time; fewer make sums of a few steps.
_DEPTHS, _LEAST = (256, 128, 64), 16
#: Most register tiles of rows that go over a panel where the weights of the next one are fetched
#: meanwhile. More of them would fetch each line again and again.
_FEW_TILES = 4
#: Policies kept for each transform.
_MOST_OF_A_KIND = 24


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return conv_winograd.supports(operator, target) and not operator.inputs[1].constant


def _decoded(operator: Operator, policy: Policy, target: CpuTarget) -> tuple[SquareLayer, Schedule]:
    """The layer and the schedule of a policy. Raises `PolicyError` if it is not one of these."""
    format = dict(policy.format).get("transform")
    if format not in TRANSFORMS:
        raise PolicyError(f"not a policy of conv_winograd_panels: {policy}")
    layer, schedule = layer_of(operator, str(format)), contractions.schedule_of(policy)
    product = whole_product(layer)
    if not layer.fits:
        raise PolicyError(f"{format} is for images that are one tile, not for {layer.image}")
    if layer.inputs % schedule.depth:
        raise PolicyError(f"a depth of {schedule.depth} does not divide {layer.inputs} channels")
    if schedule.block != product.rows[-1].extent or schedule.prefetch:
        raise PolicyError("a panel is not prefetched, and multiplies all tiles at once")
    if schedule.parallel != "columns":
        raise PolicyError("threads share the columns of conv_winograd_panels")
    contraction_space.check(product, replace(schedule, depth=layer.inputs), target)
    return layer, schedule


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    kinds = (
        [
            Policy.of("conv_winograd_panels", {"transform": format}, schedule.decisions())
            for schedule in _schedules(layer_of(operator, format), target)
        ]
        for format in conv_winograd.formats(operator)
    )
    most = breadth * _MOST_OF_A_KIND
    return best_of_kinds(kinds, lambda policy: _estimate(operator, policy, target), most)


def _schedules(layer: SquareLayer, target: CpuTarget) -> Iterator[Schedule]:
    product = whole_product(layer)
    tiles: dict[tuple[int, int], Schedule] = {}
    for schedule in contraction_space.ranked(product, target, 96):
        tiles.setdefault((schedule.tile[1], schedule.vectors), schedule)
    whole = product.rows[-1].extent
    for found in tiles.values():
        schedule = replace(found, block=whole, prefetch=0, parallel="columns")
        least, *larger = (replace(schedule, depth=depth) for depth in _depths(layer.inputs))
        yield least
        for item in larger:
            if 4 * _panel(item, target).elements(layer) <= L2_SHARE * target.l2:
                yield item


def _depths(channels: int) -> list[int]:
    """Channels of a panel: divisors of all channels, or all of them where these are too few."""
    found = {contraction_space.largest_divisor(channels, most) for most in _DEPTHS}
    return sorted(depth for depth in found if depth >= min(_LEAST, channels)) or [channels]


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    layer, schedule = _decoded(operator, policy, target)
    product, lanes = whole_product(layer), target.lanes("float32")
    rows, vectors = product.rows[-1].extent, ceil(layer.outputs / lanes)
    # A thread transforms its panels and multiplies by them.
    costs = profile_of(target).winograd
    each = costs.transform_cycles / cost.frequency(target) * layer.positions
    own = contraction_space.computing_seconds(product, schedule, target)
    own += each * layer.inputs * vectors
    own += costs.unhidden_panels * _moving_seconds(layer, schedule, target)
    width = schedule.vectors * lanes
    panels = ceil(layer.outputs / width)
    own *= min(1.0, ceil(panels / target.threads) * width / layer.outputs)
    # Threads share the tiles, and what comes from memory.
    tiles = each * rows * (ceil(layer.inputs / lanes) + vectors) / target.threads
    moved = moving_seconds(layer, rows / target.threads, target, exchanged=True)
    w = operator.inputs[1]
    moved += cost.stream_seconds(target, w.bytes, shared=False)
    moved += image_seconds(operator, target)
    return own + tiles + costs.unhidden_panels * moved + 2 * target.speed.fork_join


def _moving_seconds(layer: SquareLayer, schedule: Schedule, target: CpuTarget) -> float:
    """Seconds that one core takes to write and to read all panels, to read tiles again for each of
    them and products again for each slice of channels, as far as its second-level cache misses.
    """
    panel = _panel(schedule, target)
    panels, slices = ceil(layer.outputs / panel.width), layer.inputs / schedule.depth
    held = 4.0 * panel.elements(layer)
    of_channel = 4.0 * layer.positions * prod(layer.tiles) * layer.batch
    tiles, products = of_channel * layer.inputs, of_channel * panel.width
    moved = 2.0 * cost.miss_ratio(held, target.l2) * held * panels * slices
    moved += cost.miss_ratio(held + tiles, target.l2) * tiles * (panels - 1)
    between = held + products + tiles / slices
    moved += cost.miss_ratio(between, target.l2) * 2.0 * products * panels * (slices - 1)
    return moved / target.speed.l3


def _panel(schedule: Schedule, target: CpuTarget) -> Panel:
    return Panel(schedule.depth, schedule.vectors * target.lanes("float32"))


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    layer, _ = _decoded(operator, policy, target)
    return lower_bound.arithmetic(operator, whole_product(layer).flops / 2, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    layer, schedule = _decoded(operator, policy, target)
    lanes, panel = target.lanes("float32"), _panel(schedule, target)
    product = contractions.sliced(whole_product(layer), schedule.depth)
    product = replace(product, b=panel.access)
    fill = panel_nests(layer, inputs[1], panel, product.slices, lanes)
    fetched: tuple[Prefetch, ...] = ()
    tiles_over = ceil(product.rows[-1].extent / schedule.tile[1])
    if tiles_over <= _FEW_TILES and are_taps_together(inputs[1]):
        weights, following = next_panel(layer, inputs[1], panel, product.slices)
        product, fetched = replace(product, extras=(weights,)), (following,)
    slices = tuple(Loop(axis.name, 1) for axis in product.slices)
    multiply = Kernel(
        "conv_winograd_panels",
        (Axis("k", layer.outputs), *product.slices),
        (Loop("k", panel.width), *slices),
        1,
        (*fill, contractions.nest(product, schedule, lanes, "multiply", fetched)),
        ("input1", "tiles", "products"),
        panel.scratch(layer, inputs[1]),
    )
    tiles, products = tiles_and_products(layer, layer.tiles)
    transform = input_nest(layer, inputs[0], tiles)
    back = output_nest(layer, operator.epilogue, inputs, output, products)
    kernels = around_product(layer, transform, multiply, back, len(inputs))
    return LoweredOperator(kernels, (), buffers(layer, layer.tiles))


IMPLEMENTATION = Implementation(
    name="conv_winograd_panels",
    operator_type="Conv",
    supports=_supports,
    adds_factors=True,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=5e-5,
    lower_bound=_lower_bound,
)
