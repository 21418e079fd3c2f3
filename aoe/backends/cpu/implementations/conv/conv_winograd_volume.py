"""Three-dimensional convolution by Winograd's minimal filtering in each plane of the image, for
windows of 3×3 in a plane and of any depth (`aoe.backends.cpu.lowering.winograd.volume`).

Rounding errors are larger than those of direct convolution, so the error of every layer is measured
before the implementation is chosen for it (`tolerance`).

Format `transform`: "f4x4", "f3x3" or "f2x2". Schedule `kernels`: "fused" runs all steps for a block
of `planes` planes of the result, `down` rows and `across` columns of tiles in one thread's scratch.
"staged" makes each step a parallel region over the whole image, so that threads share the traffic
of the transformed weights. The other decisions are those of a contraction. Weights that are not
constant are transformed in each run, by a parallel region of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product as pairs
from math import ceil

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.conv.winograd_costs import (
    image_seconds,
    moving_seconds,
    weights_again_seconds,
    weights_seconds,
)
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.implementations.scheduling import best_of_kinds
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.transforms import TRANSFORMS
from aoe.backends.cpu.lowering.winograd.volume import (
    Held,
    Run,
    VolumeLayer,
    in_plane,
    input_nest,
    layer_of,
    output_nest,
    product_of,
    tiles_and_products,
)
from aoe.backends.cpu.lowering.winograd.weights import computed_weights, constant_weights
from aoe.backends.cpu.lowering.winograd.winograd import filters_planes
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Axis, Buffer, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: Policies kept for each transform and kind of kernels.
_MOST_OF_A_KIND = 24
#: With fewer output channels, transforms take longer than the matmuls.
_FEWEST_FILTERS = 8
#: Planes of a block that are tried, besides all of them.
_PLANES = (2, 4, 8)
#: Shares of the second-level cache that the scratch of a thread may take.
_CACHE_SHARES = (0.5, 1.0, 2.0)
#: Register tiles that are tried of each block.
_TILES = 3
#: Last-level caches that all tiles and products may take where each step goes over all of them.
_MOST_STAGED = 8.0


def supports(operator: Operator, target: CpuTarget) -> bool:
    """Whether a convolution is one whose planes F(m×m, 3×3) computes."""
    shape = operator.output.shape
    return len(shape) == 5 and shape[1] >= _FEWEST_FILTERS and filters_planes(operator)


@dataclass(frozen=True, slots=True)
class _Decisions:
    """The decisions of a policy for a layer."""

    layer: VolumeLayer
    kernels: str
    held: Held
    schedule: Schedule


def _longest(layer: VolumeLayer, held: Held) -> Contraction:
    """The matrix multiplications of the most planes."""
    run = max(layer.runs, key=lambda run: (run.taps, run.count))
    return product_of(layer, held, run)


def _decoded(operator: Operator, policy: Policy, target: CpuTarget) -> _Decisions:
    decisions = dict(policy.schedule)
    format, kernels = str(dict(policy.format).get("transform")), decisions.get("kernels")
    block, down, across = (decisions.get(name) for name in ("planes", "down", "across"))
    if format not in _formats(operator) or kernels not in ("fused", "staged"):
        raise PolicyError(f"not a policy of conv_winograd_volume: {policy}")
    results, whole = operator.output.shape[2], layer_of(operator, format, 1).tiles
    sizes = []
    for size, most in ((block, results), (down, whole[0]), (across, whole[1])):
        if not isinstance(size, int) or not 1 <= size <= most:
            raise PolicyError(f"a block of {block} planes of {down} × {across} tiles does not fit")
        sizes.append(size)
    if kernels == "staged" and sizes != [results, *whole]:
        raise PolicyError("staged kernels go over all tiles of all planes")
    layer = layer_of(operator, format, sizes[0])
    held = _held(layer, str(kernels), (sizes[1], sizes[2]))
    decided = _Decisions(layer, str(kernels), held, contractions.schedule_of(policy))
    if decided.schedule.depth not in (1, layer.taps):
        raise PolicyError("the planes of a window are summed one by one or all together")
    product = _longest(layer, held)
    contraction_space.check(product, _of_run(decided.schedule, product), target)
    return decided


def _held(layer: VolumeLayer, kernels: str, tiles: tuple[int, int]) -> Held:
    return Held(1 if kernels == "fused" else layer.plane.batch, *tiles)


def _formats(operator: Operator) -> list[str]:
    """Transforms worth trying, of which none is larger than the plane in both dimensions."""
    sides = operator.output.shape[3:]
    named = {name: item for name, item in TRANSFORMS.items() if not item.padded}
    smallest = min(item.outputs for item in named.values())
    return [
        name
        for name, item in named.items()
        if item.outputs == smallest or item.outputs <= max(sides)
    ]


def _policy(format: str, kernels: str, block: tuple[int, int, int], schedule: Schedule) -> Policy:
    planes, down, across = block
    sizes = {"planes": planes, "down": down, "across": across}
    return Policy.of(
        "conv_winograd_volume",
        {"transform": format},
        {**schedule.decisions(), "kernels": kernels, **sizes},
    )


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    kinds = [
        [
            _policy(format, kernels, block, schedule)
            for block, schedule in _schedules(operator, format, kernels, target)
        ]
        for format, kernels in pairs(_formats(operator), ("fused", "staged"))
    ]
    most = breadth * _MOST_OF_A_KIND
    return best_of_kinds(kinds, lambda policy: _estimate(operator, policy, target), most)


def _schedules(
    operator: Operator, format: str, kernels: str, target: CpuTarget
) -> Iterator[tuple[tuple[int, int, int], Schedule]]:
    """Blocks, as planes and tiles down and across, and schedules of their matmuls."""
    results = operator.output.shape[2]
    whole = layer_of(operator, format, results)
    if kernels == "staged":
        held = _held(whole, kernels, whole.tiles)
        if _scratch(whole, held) > _MOST_STAGED * target.l3:
            return
        product = _longest(whole, held)
        ranked = contraction_space.ranked(product, target, 24)
        for schedule in contraction_space.with_prefetch(product, ranked):
            yield (results, *whole.tiles), _of_all_taps(schedule, whole)
        return
    for block in _blocks(whole, target):
        layer = replace(whole, block=block[0])
        product = _longest(layer, _held(layer, kernels, block[1:]))
        rows = contractions.row_axes(product)
        found: dict[tuple[tuple[int, int], int], Schedule] = {}
        for schedule in contraction_space.ranked(product, target, 24):
            found.setdefault((schedule.tile, schedule.vectors), schedule)
        for schedule in list(found.values())[:_TILES]:
            whole_rows = replace(schedule, block=(rows[0] if rows[0].name else rows[1]).extent)
            for prefetch in (0, 1):
                prefetching = replace(whole_rows, parallel="rows", prefetch=prefetch)
                yield block, _of_all_taps(prefetching, whole)


def _of_all_taps(schedule: Schedule, layer: VolumeLayer) -> Schedule:
    """A schedule of the planes that most taps of a window compute, as one of all taps."""
    return replace(schedule, depth=1 if schedule.depth == 1 else layer.taps)


def _blocks(whole: VolumeLayer, target: CpuTarget) -> Iterator[tuple[int, int, int]]:
    """Blocks whose scratch the caches hold: of each number of planes, the largest for each share of
    the second-level cache, in planes and in tiles down and across.
    """
    down, across = whole.tiles
    parts = {(1, ceil(across / pieces)) for pieces in range(1, across + 1)}
    parts |= {(rows, across) for rows in (2, 4, down) if rows <= down}
    for planes in sorted({whole.results, *(n for n in _PLANES if 2 * n <= whole.results)}):
        layer = replace(whole, block=planes)
        sized = sorted((_scratch(layer, Held(1, *part)), part) for part in parts)
        chosen = {
            max((item for item in sized if item[0] <= share * target.l2), default=sized[0])[1]
            for share in _CACHE_SHARES
        }
        for part in sorted(chosen):
            yield planes, *part


def _scratch(layer: VolumeLayer, held: Held) -> float:
    """Bytes of the tiles and products that a task holds."""
    channels = layer.planes * layer.inputs + layer.block * layer.outputs
    return 4.0 * layer.positions * held.images * held.rows * held.columns * channels


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    decided = _decoded(operator, policy, target)
    layer, held = decided.layer, decided.held
    tasks = layer.plane.batch * layer.blocks if decided.kernels == "fused" else 1
    tasks *= ceil(layer.tiles[0] / held.rows) * ceil(layer.tiles[1] / held.columns)
    computing = tasks * _multiplying_seconds(decided, target)
    computing += tasks * _transforming_seconds(layer, held, target) / target.threads
    computing += image_seconds(operator, target)
    packing = weights_seconds(operator, layer, target)
    rows = held.images * held.rows * held.columns * layer.block
    if decided.kernels == "staged":
        computing += moving_seconds(layer, rows / target.threads, target, exchanged=True)
        return packing + computing + (len(layer.runs) + 1) * target.speed.fork_join
    computing += moving_seconds(layer, rows, target)
    passes = ceil(tasks / target.threads)
    computing += weights_again_seconds(layer, rows, passes, target)
    return packing + computing * passes * target.threads / tasks


def _multiplying_seconds(decided: _Decisions, target: CpuTarget) -> float:
    """Seconds of all threads for the products of a task, or of all tiles in staged kernels."""
    products = (product_of(decided.layer, decided.held, run) for run in decided.layer.runs)
    shared = decided.kernels == "fused"
    return sum(
        contraction_space.estimator(product, target, shared).seconds(
            _of_run(decided.schedule, product)
        )
        for product in products
    )


def _transforming_seconds(layer: VolumeLayer, held: Held, target: CpuTarget) -> float:
    """Seconds of one core for the transforms of held tiles."""
    lanes = target.lanes("float32")
    vectors = layer.planes * ceil(layer.inputs / lanes) + layer.block * ceil(layer.outputs / lanes)
    cycles = profile_of(target).winograd.transform_cycles * layer.positions * vectors
    return cycles * held.images * held.rows * held.columns / cost.frequency(target)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    layer = _decoded(operator, policy, target).layer
    tiles = layer.plane.batch * layer.tiles[0] * layer.tiles[1]
    taps = sum(run.count * run.taps for run in replace(layer, block=layer.results).runs)
    products = layer.positions * tiles * taps * layer.inputs * layer.outputs
    return lower_bound.arithmetic(operator, products, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    decided = _decoded(operator, policy, target)
    layer, held, schedule = decided.layer, decided.held, decided.schedule
    lanes = target.lanes("float32")
    source, destination = tiles_and_products(layer, held)
    transform = input_nest(layer, inputs[0], source)
    back = output_nest(layer, operator.epilogue, inputs, output, destination)
    all_taps = product_of(layer, held, Run(0, layer.block, 0, layer.taps))
    layout = Panels.of(contractions.sliced(all_taps, schedule.depth), schedule.vectors * lanes)
    products = tuple(_over_panels(layer, held, run, schedule, layout) for run in layer.runs)
    packed = (Buffer("packed", "float32", layout.elements),)
    scratch = tuple(
        Buffer(access.buffer, "float32", layer.positions * access.stride("x"))
        for access in (source, destination)
    )
    staged = decided.kernels == "staged"
    extras = tuple(f"input{number}" for number in range(2, len(inputs)))
    if staged:
        kernels = _staged(decided, (transform, back), products, extras, target)
    else:
        nests = [_nest(product, schedule, lanes, number) for number, product in enumerate(products)]
        kernels = (_fused(decided, (transform, *nests, back), extras, scratch),)
    once = operator.inputs[1].constant
    pack = _packing(layer, inputs[1], layout, lanes, once)
    return with_packing(kernels, (pack,), packed, once, scratch if staged else ())


def _packing(layer: VolumeLayer, w: View, layout: Panels, lanes: int, once: bool) -> Kernel:
    """The kernel that transforms the weights into panels. `once`: whether they are constant."""
    flat, plane = in_plane(w), w.strides[2]
    if once:
        return constant_weights(layer.plane, flat, layout, plane)
    return computed_weights(layer.plane, flat, layout, lanes, plane)


def _over_panels(
    layer: VolumeLayer, held: Held, run: Run, schedule: Schedule, layout: Panels
) -> Contraction:
    """The matrix multiplications of a run over its taps of the panels."""
    product = product_of(layer, held, run)
    product = contractions.sliced(product, _of_run(schedule, product).depth)
    read = layout.read("packed", "float32", "k")
    return replace(product, b=replace(read, offset=run.tap * read.stride("r")))


def _of_run(schedule: Schedule, product: Contraction) -> Schedule:
    """The schedule of the planes of a run, which may be fewer than those of others."""
    outer, inner = contractions.row_axes(product)
    tile = (min(schedule.tile[0], outer.extent), min(schedule.tile[1], inner.extent))
    rows = outer if outer.name else inner
    taps = product.reduction[0].extent if product.reduction[0].name == "r" else 1
    depth = 1 if schedule.depth == 1 else taps
    return replace(schedule, tile=tile, block=min(schedule.block, rows.extent), depth=depth)


def _nest(product: Contraction, schedule: Schedule, lanes: int, number: int) -> LoopNest:
    """The loop nest of a run."""
    own = _of_run(schedule, product)
    fetched = panels.prefetches(product, own)
    return contractions.nest(product, own, lanes, f"multiply{number}", fetched)


def _fused(
    decided: _Decisions,
    nests: tuple[LoopNest, ...],
    extras: tuple[str, ...],
    scratch: tuple[Buffer, ...],
) -> Kernel:
    layer, held = decided.layer, decided.held
    axes = (
        Axis("n", layer.plane.batch),
        Axis("z", layer.blocks),
        Axis("th", layer.tiles[0]),
        Axis("tw", layer.tiles[1]),
    )
    loops = (Loop("n", 1), Loop("z", 1), Loop("th", held.rows), Loop("tw", held.columns))
    arguments = ("input0", "packed", *extras, "output0")
    return Kernel("conv_winograd_volume", axes, loops, 4, nests, arguments, scratch)


def _staged(
    decided: _Decisions,
    transforms: tuple[LoopNest, LoopNest],
    products: tuple[Contraction, ...],
    extras: tuple[str, ...],
    target: CpuTarget,
) -> tuple[Kernel, ...]:
    into, back = transforms
    return (
        _over_tiles("transform_input", into, ("input0", "tiles")),
        *(
            panels.kernel(f"multiply{number}", product, _of_run(decided.schedule, product), target)
            for number, product in enumerate(products)
        ),
        _over_tiles("transform_output", back, ("products", *extras, "output0")),
    )


def _over_tiles(name: str, nest: LoopNest, arguments: tuple[str, ...]) -> Kernel:
    """A transform as a parallel region over all tiles of all planes."""
    axes = nest.axes[:-1]
    loops = tuple(Loop(axis.name, 1) for axis in axes)
    return Kernel(name, axes, loops, len(loops), (nest,), arguments)


IMPLEMENTATION = Implementation(
    name="conv_winograd_volume",
    operator_type="Conv",
    supports=supports,
    adds_factors=True,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=5e-5,
    lower_bound=_lower_bound,
    packed_by=("transform", "vectors", "depth"),
)
