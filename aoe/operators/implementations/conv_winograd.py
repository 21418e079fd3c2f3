"""3×3 convolution of stride 1 by Winograd's minimal filtering (`aoe.operators.winograd`).

Rounding errors are larger than the direct algorithm's, so every layer's error is measured before
the implementation is chosen for it (`tolerance`). Format `transform`: "f4x4" or "f2x2". Schedule
`kernels`: "fused" runs all stages for `block` rows of tiles in one thread's scratch; "staged" makes
each stage a parallel region over the whole image, so that threads share the traffic of the
transformed weights. The other decisions are those of a contraction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.stage import Axis, Buffer, Kernel, Loop, Program, Stage
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, cost, floor, panels
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.operator import Operator, View
from aoe.operators.panels import Panels
from aoe.operators.winograd import (
    TRANSFORMS,
    Layer,
    input_stage,
    layer_of,
    output_stage,
    pack_kernel,
    product_of,
    tile_axes,
    tiles_access,
)
from aoe.policy import Policy

#: Policies kept for each transform and kind of kernels.
_MOST_OF_A_KIND = 32


def _supports(operator: Operator, device: Device) -> bool:
    x, w = operator.inputs[:2]
    return (
        len(x.shape) == 4
        and w.shape[2:] == (3, 3)
        and operator.integers("strides") == (1, 1)
        and operator.integers("dilations") == (1, 1)
        and operator.integer("group") == 1
        and w.constant
        and x.dtype == w.dtype == "float32"
        and w.shape[1] >= 8
        and w.shape[0] >= 8
    )


def _policy(format: str, kernels: str, schedule: contractions.Schedule) -> Policy:
    decisions = {**schedule.decisions(), "kernels": kernels}
    return Policy.of("conv_winograd", {"transform": format}, decisions)


def _parts(policy: Policy) -> tuple[str, str, contractions.Schedule]:
    format, kernels = dict(policy.format).get("transform"), dict(policy.schedule).get("kernels")
    if format not in TRANSFORMS or kernels not in ("fused", "staged"):
        raise PolicyError(f"not a policy of conv_winograd: {policy}")
    return str(format), str(kernels), contractions.schedule_of(policy)


def _whole_product(layer: Layer, kernels: str) -> Contraction:
    """The matrix products with both operands over the whole image, for ranking and checking."""
    rows = layer.tiles[0]
    source = tiles_access(layer, "tiles", rows, "c", layer.inputs)
    target = tiles_access(layer, "products", rows, "k", layer.outputs)
    product = product_of(layer, source, target)
    return contractions.merge_rows(product) if kernels == "staged" else product


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device) -> tuple[Policy, ...]:
    found: list[tuple[float, int, Policy]] = []
    for format in TRANSFORMS:
        layer = layer_of(operator, format)
        for kernels in ("fused", "staged"):
            product = _whole_product(layer, kernels)
            policies = {
                _policy(format, kernels, schedule): None
                for schedule in _schedules(layer, product, kernels, device)
            }
            estimated = sorted(
                (_estimate(operator, policy, device), len(found) + number, policy)
                for number, policy in enumerate(policies)
            )
            found += estimated[:_MOST_OF_A_KIND]
    return tuple(policy for _, _, policy in sorted(found))


def _schedules(
    layer: Layer, product: Contraction, kernels: str, device: Device
) -> Iterator[contractions.Schedule]:
    if kernels == "staged":
        ranked = contraction_space.ranked(product, device, 24)
        yield from contraction_space.with_prefetch(product, ranked)
        return
    best: dict[tuple[tuple[int, int], int, int], contractions.Schedule] = {}
    for schedule in contraction_space.ranked(product, device, 96):
        best.setdefault((schedule.tile, schedule.vectors, schedule.unroll), schedule)
    for schedule in list(best.values())[:12]:
        for block in sorted({1, 2, 4, 7, layer.tiles[0]}):
            if schedule.tile[0] <= block <= layer.tiles[0]:
                blocked = replace(schedule, block=block, parallel="rows")
                yield blocked
                yield replace(blocked, prefetch=1)


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    format, kernels, schedule = _parts(policy)
    layer = layer_of(operator, format)
    product = _whole_product(layer, kernels)
    seconds = contraction_space.estimate(product, schedule, device)
    lanes = device.lanes("float32")
    tiles = layer.batch * layer.tiles[0] * layer.tiles[1]
    # A transformed tile costs about three cycles per position and vector of channels: load,
    # arithmetic, store.
    vectors = ceil(layer.inputs / lanes) + ceil(layer.outputs / lanes)
    transforms = 3.0 * layer.positions * tiles * vectors / cost.FREQUENCY / device.threads
    scratch = 4.0 * layer.positions * (layer.inputs + layer.outputs) * layer.tiles[1]
    scratch *= schedule.block if kernels == "fused" else layer.tiles[0]
    moved = 8.0 * layer.positions * tiles * (layer.inputs + layer.outputs)
    # The tiles share the cache with the weights, which go by once for every block.
    weights = 4.0 * layer.positions * layer.inputs * layer.outputs
    transforms += moved / cost.bandwidth(device, (scratch + weights) * device.threads)
    if kernels == "staged":
        return seconds + transforms + 2 * device.speed.fork_join
    tasks = layer.batch * ceil(layer.tiles[0] / schedule.block)
    imbalance = ceil(tasks / device.threads) * device.threads / tasks
    return (seconds + transforms) * imbalance


def _floor(operator: Operator, policy: Policy, device: Device) -> float:
    format, kernels, _ = _parts(policy)
    product = _whole_product(layer_of(operator, format), kernels)
    return floor.product(operator, product.flops / 2, device)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    format, kernels, schedule = _parts(policy)
    layer = layer_of(operator, format)
    contraction_space.check(_whole_product(layer, kernels), schedule, device)
    rows = schedule.block if kernels == "fused" else layer.tiles[0]
    source = tiles_access(layer, "tiles", rows, "c", layer.inputs)
    target = tiles_access(layer, "products", rows, "k", layer.outputs)
    product = contractions.sliced(product_of(layer, source, target), schedule.depth)
    layout = Panels.of(product, schedule.vectors * device.lanes("float32"))
    product = replace(product, b=layout.read("packed", "float32", "k"))
    images = layer.batch if rows == layer.tiles[0] else 1
    tiles = layer.positions * images * rows * layer.tiles[1]
    buffers = (
        Buffer("tiles", "float32", tiles * layer.inputs),
        Buffer("products", "float32", tiles * layer.outputs),
    )
    transform = input_stage(layer, inputs[0], source)
    back = output_stage(layer, operator, inputs, output, target)
    pack = pack_kernel(layer, inputs[1], layout)
    packed = (Buffer("packed", "float32", layout.elements),)
    if kernels == "fused":
        kernel = _fused(layer, schedule, product, (transform, back), len(inputs), buffers, device)
        return Program((kernel,), (pack,), (), packed)
    parts = _staged(layer, schedule, product, (transform, back), len(inputs), device)
    return Program(parts, (pack,), buffers, packed)


def _fused(
    layer: Layer,
    schedule: contractions.Schedule,
    product: Contraction,
    transforms: tuple[Stage, Stage],
    inputs: int,
    scratch: tuple[Buffer, ...],
    device: Device,
) -> Kernel:
    lanes, fetched = device.lanes("float32"), panels.ahead(product, schedule)
    multiply = contractions.stage(product, schedule, lanes, "multiply", fetched)
    extras = tuple(f"input{number}" for number in range(2, inputs))
    return Kernel(
        "conv_winograd",
        (Axis("n", layer.batch), Axis("th", layer.tiles[0])),
        (Loop("n", 1), Loop("th", schedule.block)),
        2,
        (transforms[0], multiply, transforms[1]),
        ("input0", "packed", *extras, "output0"),
        scratch,
    )


def _staged(
    layer: Layer,
    schedule: contractions.Schedule,
    product: Contraction,
    transforms: tuple[Stage, Stage],
    inputs: int,
    device: Device,
) -> tuple[Kernel, ...]:
    axes, loops = tile_axes(layer), tuple(Loop(axis.name, 1) for axis in tile_axes(layer))
    extras = tuple(f"input{number}" for number in range(2, inputs))
    merged = contractions.merge_rows(product)
    return (
        Kernel("transform_input", axes, loops, 3, transforms[:1], ("input0", "tiles")),
        panels.kernel("multiply", merged, schedule, device),
        Kernel(
            "transform_output", axes, loops, 3, transforms[1:], ("products", *extras, "output0")
        ),
    )


IMPLEMENTATION = Implementation(
    name="conv_winograd",
    operator_type="Conv",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=5e-5,
    floor=_floor,
)
