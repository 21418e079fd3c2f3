"""Convolution of stride 1 or 2 by Winograd's minimal filtering with tiles fitted to the
image (`aoe.operators.winograd_fitted`): for layers of few pixels and for those of stride 2.

Rounding errors are larger than the direct algorithm's, so every layer's error is measured before
the implementation is chosen for it (`tolerance`). Format `outputs`: the side of a tile. Schedule:
the register tile of a contraction; threads share the filters, panel by panel, multiply, and
transform back in their own caches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.stage import Axis, Buffer, Kernel, Loop, Program, Stage
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, cost, floor, panels
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.fitted_tiles import MOST_POINTS
from aoe.operators.implementations._scheduling import best_of_kinds, policies_by_format
from aoe.operators.operator import Operator, View
from aoe.operators.winograd_fitted import (
    Layer,
    Part,
    input_stages,
    layer_of,
    output_stages,
    pack_kernel,
    parts_of,
    product_of,
    products_elements,
    tiles_elements,
    weights_elements,
)
from aoe.policy import Policy

#: With fewer channels and filters, transforms take longer than products.
_FEWEST_CHANNELS, _FEWEST_FILTERS = 16, 16
_OUTPUTS = (2, 3, 4)
#: Times the second-level caches of all threads that transformed tiles may take, and the share of
#: the products with whole tiles that fitted ones must do with: beyond, `conv_winograd` is faster.
_MOST_CACHES, _FITTED_SHARE = 2.0, 0.9
_MOST_OF_A_KIND = 12
#: Filters whose products a thread's caches have room for, and their weights beside them.
_WIDEST_PANEL = 32
#: Accumulators that hide the latency of a multiply-add.
_FEWEST_ACCUMULATORS = 8
#: Cycles to transform and store a vector of a tile.
_TILE_CYCLES = 3.0
#: What of the time to read tiles again, in order, is not hidden behind multiplying.
_READ_AGAIN = 0.5


def _supports(operator: Operator, device: Device) -> bool:
    x, w = operator.inputs[:2]
    if len(x.shape) != 4 or not w.constant or not x.dtype == w.dtype == "float32":
        return False
    window, strides = w.shape[2:], operator.integers("strides")
    simple = operator.integers("dilations") == (1, 1) and operator.integer("group") == 1
    return (
        simple
        and strides in ((1, 1), (2, 2))
        and min(window) >= 3
        and x.shape[1] >= _FEWEST_CHANNELS
        and w.shape[0] >= _FEWEST_FILTERS
        and bool(_outputs(operator))
        and _pays(operator, device)
    )


def _pays(operator: Operator, device: Device) -> bool:
    """Whether the last tiles save much of what whole ones need, which those of a stride of 2 do
    anyway, and all tiles together stay in the second-level caches, or nearly.
    """
    layer = layer_of(operator, _outputs(operator)[-1])
    if 4 * tiles_elements(layer) > _MOST_CACHES * device.l2 * device.threads:
        return False
    sides = (layer.down, layer.across)
    whole = layer.batch * prod(side.points * side.tiles for side in sides)
    return layer.down.stride > 1 or layer.products <= _FITTED_SHARE * whole


def _outputs(operator: Operator) -> list[int]:
    """Sides of tiles that need few enough points and are no larger than the image."""
    taps = ceil(max(operator.inputs[1].shape[2:]) / operator.integers("strides")[0])
    least = min(operator.output.shape[2:])
    return [side for side in _OUTPUTS if side + taps - 1 <= MOST_POINTS and side <= least]


def _parts(operator: Operator, policy: Policy) -> tuple[Layer, contractions.Schedule]:
    outputs = dict(policy.format).get("outputs")
    if type(outputs) is not int or outputs not in _outputs(operator):
        raise PolicyError(f"not a policy of conv_winograd_fitted: {policy}")
    layer, schedule = layer_of(operator, outputs), contractions.schedule_of(policy)
    given = (schedule.block, schedule.depth, schedule.parallel)
    if given != (layer.down.tiles, len(layer.down.phases), "columns"):
        raise PolicyError(f"schedule {schedule} is outside the space of conv_winograd_fitted")
    return layer, schedule


def _largest_product(layer: Layer, width: int) -> Contraction:
    return product_of(layer, parts_of(layer)[0], width)


def _of_part(schedule: contractions.Schedule, product: Contraction) -> contractions.Schedule:
    """The schedule for one part: `block` and `depth` are all there is, tiles no larger."""
    outer, inner = product.rows[-2:]
    tile = (min(schedule.tile[0], outer.extent), min(schedule.tile[1], inner.extent))
    return replace(schedule, tile=tile, block=outer.extent, depth=product.reduction[0].extent)


def _together(schedule: contractions.Schedule, product: Contraction) -> int:
    """How many points of a row a register tile takes, where tiles are too few to fill it."""
    accumulators = schedule.tile[0] * schedule.tile[1] * schedule.vectors
    return min(product.batch[-1].extent, max(1, _FEWEST_ACCUMULATORS // accumulators))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device, breadth: int) -> tuple[Policy, ...]:
    schedules = {
        outputs: _schedules(layer_of(operator, outputs), device) for outputs in _outputs(operator)
    }
    kinds = policies_by_format("conv_winograd_fitted", "outputs", schedules)
    most = breadth * _MOST_OF_A_KIND
    return best_of_kinds(kinds, lambda policy: _estimate(operator, policy, device), most)


def _schedules(layer: Layer, device: Device) -> Iterator[contractions.Schedule]:
    lanes = device.lanes("float32")
    product = _largest_product(layer, lanes)
    tiles = {
        (schedule.tile, schedule.vectors, schedule.unroll): None
        for schedule in contraction_space.ranked(product, device, 128)
        if schedule.vectors * lanes <= _WIDEST_PANEL
    }
    for tile, vectors, unroll in tiles:
        yield contractions.Schedule(
            tile, vectors, unroll, layer.down.tiles, len(layer.down.phases), 1, "columns"
        )


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    layer, schedule = _parts(operator, policy)
    lanes = device.lanes("float32")
    width = schedule.vectors * lanes
    panels_each = ceil(ceil(layer.outputs / width) / device.threads)
    share = panels_each * width / layer.outputs
    seconds = share * sum(
        _computing(layer, part, schedule, width, device) for part in parts_of(layer)
    )
    seconds += _moving_seconds(layer, schedule, panels_each, device)
    # Threads read panels of their own, so memory serves them worse than what they read together.
    streams = max(1, device.threads // 2)
    weights = 4.0 * weights_elements(layer, width)
    memory = weights / cost.bandwidth(device, 2.0 * device.l3, streams)
    if schedule.prefetch:
        seconds = cost.overlapped(device, seconds, memory)
    else:
        seconds = max(seconds, memory) + 0.7 * min(seconds, memory)
    transformed = tiles_elements(layer) / lanes / device.threads
    transformed += share * products_elements(layer, width) * layer.outputs / width / lanes
    return seconds + _TILE_CYCLES * transformed / cost.FREQUENCY + device.speed.fork_join


def _moving_seconds(
    layer: Layer, schedule: contractions.Schedule, panels_each: int, device: Device
) -> float:
    """Seconds that a thread writes transformed tiles, reads them for each panel, writes and reads
    the products, and reads weights again that the first-level cache does not hold: as often as
    there are register tiles but the first, whose reading is memory's.
    """
    width = schedule.vectors * device.lanes("float32")
    tiles, products = 4.0 * tiles_elements(layer), 4.0 * products_elements(layer, width)
    each = tiles * (_READ_AGAIN * panels_each + 2.0 / device.threads)
    seconds = each / cost.bandwidth(device, tiles + device.l2 / 2, 1)
    seconds += 2.0 * panels_each * products / cost.bandwidth(device, 2.0 * products, 1)
    panel = 4.0 * layer.inputs * width
    if panel > 0.7 * device.l1:
        rows = ceil(layer.down.tiles / schedule.tile[0])
        rows *= ceil(layer.across.tiles / schedule.tile[1])
        again = (rows - 1) * panels_each * panel * layer.weights
        seconds += again / cost.bandwidth(device, device.l2, 1)
    return seconds


def _computing(
    layer: Layer, part: Part, schedule: contractions.Schedule, width: int, device: Device
) -> float:
    """Seconds one core multiplies for a part; points taken together count as longer rows."""
    product = product_of(layer, part, width)
    schedule = _of_part(schedule, product)
    together = _together(schedule, product)
    *outer, inner = product.rows
    longer = replace(
        product,
        batch=product.batch[:1],
        rows=(*outer, Axis(inner.name, inner.extent * part.across.count)),
    )
    taller = replace(schedule, tile=(schedule.tile[0], schedule.tile[1] * together))
    return contraction_space.computing_seconds(longer, taller, device)


def _floor(operator: Operator, policy: Policy, device: Device) -> float:
    layer, _ = _parts(operator, policy)
    return floor.product(operator, layer.products * layer.inputs * layer.outputs, device)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    layer, schedule = _parts(operator, policy)
    lanes = device.lanes("float32")
    width = schedule.vectors * lanes
    largest = _largest_product(layer, width)
    contraction_space.check(largest, _of_part(schedule, largest), device)
    transform = Kernel(
        "transform_input",
        (Axis("c", layer.inputs),),
        (Loop("c", lanes),),
        1,
        input_stages(layer, inputs[0]),
        ("input0", "tiles"),
    )
    stages = [_stage(product_of(layer, part, width), schedule, lanes) for part in parts_of(layer)]
    extras = tuple(f"input{number}" for number in range(2, len(inputs)))
    multiply = Kernel(
        "conv_winograd_fitted",
        (Axis("k", layer.outputs),),
        (Loop("k", width),),
        1,
        (*stages, *output_stages(layer, operator, inputs, output, width)),
        ("tiles", "packed", *extras, "output0"),
        (Buffer("products", "float32", products_elements(layer, width)),),
    )
    return Program(
        (transform, multiply),
        (pack_kernel(layer, inputs[1], width),),
        (Buffer("tiles", "float32", tiles_elements(layer)),),
        (Buffer("packed", "float32", weights_elements(layer, width)),),
    )


def _stage(product: Contraction, schedule: contractions.Schedule, lanes: int) -> Stage:
    """The loops of one part, with points of a row taken together where tiles are few."""
    schedule = _of_part(schedule, product)
    together = _together(schedule, product)
    fetched = panels.ahead(product, schedule, together)
    stage = contractions.stage(product, schedule, lanes, "multiply", fetched)
    order = tuple(
        replace(entry, step=together) if entry.axis == "j" else entry
        for entry in stage.schedule.order
    )
    tile = (*stage.schedule.tile, ("j", together))
    return replace(stage, schedule=replace(stage.schedule, tile=tile, order=order))


IMPLEMENTATION = Implementation(
    name="conv_winograd_fitted",
    operator_type="Conv",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=5e-5,
    floor=_floor,
)
