"""Transposed convolution of 3×3 windows and strides of 2 by Winograd's minimal filtering
(`aoe.backends.cpu.lowering.winograd.transposed`).

Each phase of the strides is computed by kernels of its own, as in `conv_transposed.py`. Rounding
errors are larger, so the error of every layer is measured before the implementation is chosen for
it (`tolerance`).

Format `tile`: pixels of the input along the side of a tile. A task runs all steps of a phase in
one thread's scratch. Schedule `task`: "rows" for `block` rows of tiles of an image, "images" for
`block` whole images. The other decisions are those of a contraction of the phase with the most
taps; the other phases have register tiles and blocks of about as many rows. Weights that are not
constant are transformed in each run, by a parallel region of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.packing import transforming_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.conv.winograd_costs import (
    image_seconds,
    moving_seconds,
    weights_again_seconds,
)
from aoe.backends.cpu.implementations.conv_transposed.transposed_phases import (
    joining_seconds,
    phase_contraction,
)
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.implementations.scheduling import best_of_kinds
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.transforms import TWO_TAPS
from aoe.backends.cpu.lowering.winograd.transposed import (
    PhaseLayer,
    elements,
    input_nest,
    layers_of,
    matmul_of,
    output_nest,
    tile_axes,
    tiles_access,
)
from aoe.backends.cpu.lowering.winograd.transposed_weights import (
    PackedPhase,
    computed_kernels,
    computed_weights,
    constant_weights,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Buffer, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: With fewer filters, transforms cost more than the saved multiplications.
_FEWEST_FILTERS = 8
#: Policies kept for each tile and kind of kernels, and register tiles considered for them.
_MOST_OF_A_KIND, _REGISTER_TILES = 16, 12


def _supports(operator: Operator, target: CpuTarget) -> bool:
    x, w = operator.inputs[:2]
    return (
        len(x.shape) == 4
        and w.shape[2:] == (3, 3)
        and operator.integers("strides") == (2, 2)
        and operator.integers("dilations") == (1, 1)
        and operator.integer("group") == 1
        and x.dtype == w.dtype == "float32"
        and w.shape[1] >= _FEWEST_FILTERS
        and min(x.shape[2:]) > 1
    )


@dataclass(frozen=True, slots=True)
class _Decisions:
    """The decisions of a policy for an operator.

    Attributes:
        layers: The phases, the one with the most taps first.
        tile: Pixels of the input along the side of a tile.
        images: Whether a task is for whole images.
        schedule: The schedule of the first phase.
    """

    layers: tuple[PhaseLayer, ...]
    tile: int
    images: bool
    schedule: Schedule

    @property
    def share(self) -> Fraction:
        """The share of all rows that a task has."""
        first = self.layers[0]
        return Fraction(self.schedule.block, first.batch if self.images else first.tiles[0])

    def held(self, layer: PhaseLayer) -> tuple[int, int, int]:
        """Images, rows and columns of tiles of a task."""
        down, across = layer.tiles
        if self.images:
            return self.schedule.block, down, across
        rows = self.schedule.block * self.tile // layer.down.filtering.outputs
        return 1, min(rows, down), across


def _decoded(operator: Operator, policy: Policy, target: CpuTarget) -> _Decisions:
    tile, task = dict(policy.format).get("tile"), dict(policy.schedule).get("task")
    if not isinstance(tile, int) or tile not in _tiles(operator) or task not in ("rows", "images"):
        raise PolicyError(f"not a policy of conv_transposed_winograd: {policy}")
    schedule, layers = contractions.schedule_of(policy), layers_of(operator, tile)
    first, images = layers[0], task == "images"
    contraction_space.check(_all_tiles(first), replace(schedule, block=1), target)
    fewest, most = (2, first.batch) if images else (1, first.tiles[0])
    fits = schedule.depth == first.inputs and schedule.parallel == "rows"
    if not fits or not fewest <= schedule.block <= most:
        raise PolicyError(f"schedule {schedule} is outside the space of conv_transposed_winograd")
    decided = _Decisions(layers, tile, images, schedule)
    if not _may_hold(decided, target):
        raise PolicyError(
            f"tiles of {schedule.block} {task} for a task of conv_transposed_winograd exceed the "
            "last-level cache"
        )
    return decided


def _may_hold(decided: _Decisions, target: CpuTarget) -> bool:
    """Whether the tiles and products of a task, which each thread has memory for, fit in the
    last-level cache. The smallest task may be larger.
    """
    if not decided.images and decided.schedule.block == 1:
        return True
    return all(
        4 * layer.positions * (layer.inputs + layer.outputs) * prod(decided.held(layer))
        <= target.l3
        for layer in decided.layers
        if layer.transformed
    )


def _all_tiles(layer: PhaseLayer) -> Contraction:
    """The matrix multiplications of a phase, with all tiles of all images as one axis."""
    return contractions.merge_rows(matmul_of(layer, (layer.batch, *layer.tiles)))


def _tiles(operator: Operator) -> list[int]:
    """The sides of tiles that are not larger than the image."""
    return [tile for tile in TWO_TAPS if tile <= max(operator.inputs[0].shape[2:])]


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    most = breadth * _MOST_OF_A_KIND
    return best_of_kinds(
        _kinds(operator, target), lambda policy: _estimate(operator, policy, target), most
    )


def _kinds(operator: Operator, target: CpuTarget) -> Iterator[list[Policy]]:
    for tile in _tiles(operator):
        layers = layers_of(operator, tile)
        schedules = _schedules(layers[0], target)
        ranges = (("rows", 1, layers[0].tiles[0]), ("images", 2, layers[0].batch))
        for task, fewest, most in ranges:
            blocks = {1, 2, 4, 7, most, ceil(most / target.threads)}
            blocked = [
                replace(schedule, block=block)
                for schedule in schedules
                for block in sorted(blocks)
                if fewest <= block <= most
            ]
            yield [
                Policy.of(
                    "conv_transposed_winograd",
                    {"tile": tile},
                    {**schedule.decisions(), "prefetch": prefetch, "task": task},
                )
                for schedule in blocked
                if _may_hold(_Decisions(layers, tile, task == "images", schedule), target)
                for prefetch in (0, 1)
            ]


def _schedules(layer: PhaseLayer, target: CpuTarget) -> list[Schedule]:
    """Register tiles worth considering."""
    product = _all_tiles(layer)
    best: dict[tuple[tuple[int, int], int], Schedule] = {}
    for schedule in contraction_space.ranked(product, target, 96):
        kept = replace(schedule, depth=layer.inputs, parallel="rows")
        best.setdefault((schedule.tile, schedule.vectors), kept)
    return [*best.values()][:_REGISTER_TILES]


def _fitted(decided: _Decisions, layer: PhaseLayer, product: Contraction) -> Schedule:
    """The schedule of a phase: about as many rows in a register tile and in a block as for the
    phase with the most taps.
    """
    outer, inner = contractions.row_axes(product)
    most, blocked = decided.schedule.tile[1], outer if outer.name else inner
    images, strips, _ = decided.held(layer)
    rows = images if decided.images else strips
    if not layer.transformed:
        rows = ceil(decided.share * blocked.extent)
    width = ceil(inner.extent / ceil(inner.extent / most))
    height = min(most // width, rows) if outer.name and width == inner.extent else 1
    depth = product.reduction[0].extent
    return replace(decided.schedule, tile=(height, width), block=rows, depth=depth)


def _directly(
    operator: Operator, inputs: Sequence[View], output: View, layer: PhaseLayer
) -> Contraction:
    """A phase that is not transformed, from the input to the output."""
    phase = (layer.down.part, layer.across.part)
    return contractions.merge_rows(phase_contraction(operator, inputs, output, phase))


# Estimates


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    decided, w = _decoded(operator, policy, target), operator.inputs[1]
    products = _products(operator, decided.tile, decided.images, target)
    seconds = image_seconds(operator, target)
    for layer, (product, estimator) in zip(decided.layers, products, strict=True):
        schedule = _fitted(decided, layer, product)
        if layer.transformed:
            seconds += _phase_seconds(operator, layer, decided, estimator, schedule, target)
        else:
            seconds += (estimator.seconds if w.constant else estimator.cached)(schedule)
    if not w.constant:
        lanes, count = target.lanes("float32"), len(decided.layers)
        positions = sum(layer.positions for layer in decided.layers)
        weights = positions * w.shape[0] * lanes * ceil(w.shape[1] / lanes)
        each = profile_of(target).winograd.transform_cycles
        seconds += transforming_seconds(weights, each, target, computed_kernels(w, count))
    return seconds + joining_seconds(len(decided.layers), target)


@lru_cache(maxsize=16)
def _products(
    operator: Operator, tile: int, images: bool, target: CpuTarget
) -> tuple[tuple[Contraction, contraction_space.Estimator], ...]:
    """The matrix multiplications of each phase: of one image where tasks are rows of tiles."""
    inputs, output = [View.dense(item) for item in operator.inputs], View.dense(operator.output)
    found = []
    for layer in layers_of(operator, tile):
        product = _directly(operator, inputs, output, layer)
        if layer.transformed and images:
            product = matmul_of(layer, (layer.batch, *layer.tiles))
        elif layer.transformed:
            product = matmul_of(layer, (1, *layer.tiles))
            product = contractions.over_rows(product, product.rows[1:])
        found.append((product, contraction_space.estimator(product, target)))
    return tuple(found)


def _phase_seconds(
    operator: Operator,
    layer: PhaseLayer,
    decided: _Decisions,
    estimator: contraction_space.Estimator,
    schedule: Schedule,
    target: CpuTarget,
) -> float:
    """Seconds of a phase that is transformed."""
    constant, lanes = operator.inputs[1].constant, target.lanes("float32")
    images, rows, across = decided.held(layer)
    held, tiles = images * rows * across, layer.batch * prod(layer.tiles)
    tasks = ceil(layer.batch / images) * ceil(layer.tiles[0] / rows)
    passes = ceil(tasks / target.threads)
    seconds = (estimator.seconds if constant else estimator.cached)(schedule)
    if not decided.images:
        seconds += (layer.batch - 1) * estimator.cached(schedule)
    # Weights that are transformed in each run are in no second-level cache at first.
    again = weights_again_seconds(layer, held, passes + (not constant), target)
    seconds = cost.overlapped(target, seconds, again) if schedule.prefetch else seconds + again
    vectors = ceil(layer.inputs / lanes) + ceil(layer.outputs / lanes)
    transforms = profile_of(target).winograd.transform_cycles * layer.positions * tiles * vectors
    seconds += transforms / cost.frequency(target) / target.threads
    seconds += moving_seconds(layer, held, target)
    return seconds * max(1.0, passes * held * target.threads / tiles)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    decided = _decoded(operator, policy, target)
    products = 0
    for layer in decided.layers:
        tiles = prod(layer.tiles)
        if not layer.transformed:  # outputs beyond the input may be skipped
            tiles = layer.down.met * layer.across.met
        products += layer.batch * tiles * layer.positions * layer.inputs * layer.outputs
    return lower_bound.arithmetic(operator, products, target)


# Lowering


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    decided, lanes = _decoded(operator, policy, target), target.lanes("float32")
    kernels: list[Kernel] = []
    packed: list[PackedPhase] = []
    for number, layer in enumerate(decided.layers):
        held = decided.held(layer)
        if layer.transformed:
            product = matmul_of(layer, held)
        else:
            product = _directly(operator, inputs, output, layer)
        schedule = _fitted(decided, layer, product)
        item = PackedPhase(layer, Panels.of(product, schedule.vectors * lanes), f"packed{number}")
        packed.append(item)
        product = replace(product, b=item.panels.read(item.buffer, "float32", "k"))
        if layer.transformed:
            fetched = panels.prefetches(product, schedule)
            nests = (
                input_nest(layer, inputs[0], tiles_access(layer, "tiles", held, "c")),
                contractions.nest(product, schedule, lanes, "multiply", fetched),
                output_nest(
                    layer, operator, inputs, output, tiles_access(layer, "products", held, "k")
                ),
            )
            kernels.append(_kernel(layer, held, nests, item.buffer, len(inputs)))
        else:
            kernels.append(panels.kernel("multiply", product, schedule, target))
    weights = tuple(Buffer(item.buffer, "float32", item.panels.elements) for item in packed)
    once = operator.inputs[1].constant
    w = inputs[1]
    packing = constant_weights(w, packed) if once else computed_weights(w, packed, lanes)
    return with_packing(kernels, packing, weights, once)


def _kernel(
    layer: PhaseLayer,
    held: tuple[int, int, int],
    nests: tuple[LoopNest, ...],
    weights: str,
    inputs: int,
) -> Kernel:
    """The kernel that runs all steps of a phase, a task of `held` tiles at a time."""
    extras = (f"input{number}" for number in range(2, inputs))
    accesses = [tiles_access(layer, *of) for of in (("tiles", held, "c"), ("products", held, "k"))]
    images, rows, _ = held
    n, down, _ = tile_axes(layer)
    axes, loops = [n], [Loop("n", images)]
    if images == 1:
        axes.append(down)
        loops.append(Loop("th", rows))
    return Kernel(
        "conv_transposed_winograd",
        tuple(axes),
        tuple(loops),
        len(loops),
        nests,
        ("input0", weights, *extras, "output0"),
        tuple(Buffer(a.buffer, "float32", elements(layer, a)) for a in accesses),
    )


IMPLEMENTATION = Implementation(
    name="conv_transposed_winograd",
    operator_type="ConvTranspose",
    supports=_supports,
    adds_factors=True,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=5e-5,
    lower_bound=_lower_bound,
)
