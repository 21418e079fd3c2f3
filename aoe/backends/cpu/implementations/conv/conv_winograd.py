"""3×3 convolution of stride 1 by Winograd's minimal filtering
(`aoe.backends.cpu.lowering.winograd.winograd`).

Operands may be bfloat16; everything from the transforms on is float32. Rounding errors are larger
than those of direct convolution, so the error of every layer is measured before the implementation
is chosen for it (`tolerance`).

Format `transform`: "f4x4", "f3x3", "f2x2" or, for images of 2×2, "whole2x2". Schedule `kernels`:
"fused" runs all steps for `block` rows of Winograd tiles in one thread's scratch. "staged" makes
each step a parallel region over the whole image, so that threads share the traffic of the
transformed weights. The other decisions are those of a contraction. Weights that are not constant
are transformed in each run, by a parallel region of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, prod

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
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.transforms import TRANSFORMS
from aoe.backends.cpu.lowering.winograd.weights import computed_weights, constant_weights
from aoe.backends.cpu.lowering.winograd.whole_image import (
    around_product,
    buffers,
    tiles_and_products,
    whole_product,
)
from aoe.backends.cpu.lowering.winograd.winograd import (
    SquareLayer,
    filters_planes,
    input_nest,
    layer_of,
    matmul_of,
    output_nest,
    tile_axes,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.expression import Expression
from aoe.loops.loop_nest import Buffer, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: Policies kept for each transform and kind of kernels.
_MOST_OF_A_KIND = 32
#: Unrolling where weights are prefetched in streams, so that there are enough lines for several.
_STREAMING = 4


def supports(operator: Operator, target: CpuTarget) -> bool:
    """Whether a convolution is one of those that F(m×m, 3×3) computes."""
    return len(operator.output.shape) == 4 and filters_planes(operator)


def _policy(
    format: str, kernels: str, across: int | None, schedule: contractions.Schedule
) -> Policy:
    decisions = {**schedule.decisions(), "kernels": kernels}
    if across is not None:
        decisions["across"] = across
    return Policy.of("conv_winograd", {"transform": format}, decisions)


@dataclass(frozen=True, slots=True)
class _Decisions:
    """The decisions of a policy for a layer."""

    layer: SquareLayer
    kernels: str
    across: int
    schedule: contractions.Schedule


def _decoded(operator: Operator, policy: Policy) -> _Decisions:
    decisions = dict(policy.schedule)
    format, kernels = dict(policy.format).get("transform"), decisions.get("kernels")
    if format not in TRANSFORMS or kernels not in ("fused", "staged"):
        raise PolicyError(f"not a policy of conv_winograd: {policy}")
    layer, schedule = layer_of(operator, str(format)), contractions.schedule_of(policy)
    if not layer.fits:
        raise PolicyError(f"{format} is for images that are one tile, not for {layer.image}")
    across = decisions.get("across", layer.tiles[1])
    if not isinstance(across, int) or not 1 <= across <= layer.tiles[1]:
        raise PolicyError(f"{across} tiles across are not in an image of {layer.tiles[1]}")
    if kernels == "staged" and across != layer.tiles[1]:
        raise PolicyError("staged kernels go over whole rows of tiles")
    return _Decisions(layer, str(kernels), across, schedule)


def _whole_product(layer: SquareLayer, kernels: str) -> Contraction:
    """The matrix multiplications over the whole image, for ranking and checking."""
    if kernels == "staged":
        return whole_product(layer)
    return matmul_of(layer, *tiles_and_products(layer, layer.tiles))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    most = breadth * _MOST_OF_A_KIND
    return best_of_kinds(
        _kinds(operator, target), lambda policy: _estimate(operator, policy, target), most
    )


def formats(operator: Operator) -> list[str]:
    """Transforms worth trying. Tiles of 3×3 only where tiles of 4×4 take more multiplications, as
    in images of three, five, six and nine pixels a side.
    """
    layers = {name: layer_of(operator, name) for name in TRANSFORMS}
    products = {name: layer.positions * prod(layer.tiles) for name, layer in layers.items()}
    return [
        name
        for name, layer in layers.items()
        if layer.fits and (name != "f3x3" or products[name] < products["f4x4"])
    ]


def _kinds(operator: Operator, target: CpuTarget) -> Iterator[list[Policy]]:
    for format in formats(operator):
        layer = layer_of(operator, format)
        for kernels in ("fused", "staged"):
            product = _whole_product(layer, kernels)
            yield [
                _policy(format, kernels, across, schedule)
                for across, schedule in _schedules(layer, product, kernels, target)
            ]


def _schedules(
    layer: SquareLayer, product: Contraction, kernels: str, target: CpuTarget
) -> Iterator[tuple[int | None, contractions.Schedule]]:
    """Tiles across a block, None for a whole row, and the schedule of the matmuls."""
    down, across = layer.tiles
    if kernels == "staged":
        ranked = contraction_space.ranked(product, target, 24)
        for schedule in contraction_space.with_prefetch(product, ranked):
            yield None, schedule
            if schedule.prefetch and target.multiplies_amx:  # elsewhere it was not measured
                yield None, replace(schedule, prefetch=2, unroll=_STREAMING)
        return
    best: dict[tuple[tuple[int, int], int, int], contractions.Schedule] = {}
    for schedule in contraction_space.ranked(product, target, 96):
        best.setdefault((schedule.tile, schedule.vectors, schedule.unroll), schedule)
    for schedule in list(best.values())[:12]:
        for block in sorted({1, 2, 4, 7, down}):
            if schedule.tile[0] <= block <= down:
                blocked = replace(schedule, block=block, parallel="rows")
                for width in _widths(across, schedule.tile[1], block):
                    yield width, blocked
                    yield width, replace(blocked, prefetch=1)


def _widths(across: int, tile: int, block: int) -> list[int | None]:
    """Tiles across a block, None for all: blocks of about equal size in whole register tiles, so
    that only the last leaves a remainder. Blocks of several rows are whole rows.
    """
    if block > 1:
        return [None]
    even = {tile * ceil(across / decided / tile) for decided in (2, 3, 4, 6)}
    return [None, *sorted(width for width in even if width < across)]


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    decided = _decoded(operator, policy)
    layer, schedule = decided.layer, decided.schedule
    format = str(dict(policy.format)["transform"])
    seconds = _product_seconds(operator, format, decided.kernels, target)(schedule)
    lanes = target.lanes("float32")
    tiles = layer.batch * layer.tiles[0] * layer.tiles[1]
    vectors = ceil(layer.inputs / lanes) + ceil(layer.outputs / lanes)
    transforms = profile_of(target).winograd.transform_cycles * layer.positions * tiles * vectors
    transforms /= cost.frequency(target)
    transforms /= target.threads
    transforms += image_seconds(operator, target)
    packing = weights_seconds(operator, layer, target)
    if decided.kernels == "staged":
        transforms += moving_seconds(layer, tiles / target.threads, target, exchanged=True)
        return seconds + transforms + packing + 2 * target.speed.fork_join
    held = schedule.block * decided.across
    transforms += moving_seconds(layer, held, target)
    tasks = layer.batch * ceil(layer.tiles[0] / schedule.block)
    tasks *= ceil(layer.tiles[1] / decided.across)
    passes = ceil(tasks / target.threads)
    again = weights_again_seconds(layer, held, passes, target)
    seconds = cost.overlapped(target, seconds, again) if schedule.prefetch else seconds + again
    return packing + (seconds + transforms) * max(1.0, passes * held * target.threads / tiles)


@lru_cache(maxsize=16)
def _product_seconds(
    operator: Operator, format: str, kernels: str, target: CpuTarget
) -> Callable[[contractions.Schedule], float]:
    """The seconds of the matrix multiplications, for many schedules of a format."""
    product = _whole_product(layer_of(operator, format), kernels)
    return contraction_space.estimator(product, target, kernels == "fused").seconds


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    decided = _decoded(operator, policy)
    product = _whole_product(decided.layer, decided.kernels)
    return lower_bound.arithmetic(operator, product.flops / 2, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    return lowered(operator, operator.epilogue, inputs, output, policy, target)


def lowered(
    operator: Operator,
    epilogue: Expression,
    inputs: Sequence[View],
    output: View,
    policy: Policy,
    target: CpuTarget,
    pool: int = 1,
) -> LoweredOperator:
    """The loop nests of a convolution under a policy. `pool`: the side of the pooling windows whose
    maxima `epilogue` is applied to and `output` has.
    """
    decided = _decoded(operator, policy)
    layer, schedule = decided.layer, decided.schedule
    contraction_space.check(_whole_product(layer, decided.kernels), schedule, target)
    held = (schedule.block, decided.across) if decided.kernels == "fused" else layer.tiles
    source, destination = tiles_and_products(layer, held)
    product = contractions.sliced(matmul_of(layer, source, destination), schedule.depth)
    layout = Panels.of(product, schedule.vectors * target.lanes("float32"))
    product = replace(product, b=layout.read("packed", "float32", "k"))
    transform = input_nest(layer, inputs[0], source)
    back = output_nest(layer, epilogue, inputs, output, destination, pool)
    packed = (Buffer("packed", "float32", layout.elements),)
    scratch = buffers(layer, held)
    nests, temporaries = (transform, back), scratch if decided.kernels == "staged" else ()
    kernels: tuple[Kernel, ...]
    if decided.kernels == "fused":
        kernels = (_fused(decided, product, nests, len(inputs), scratch, target),)
    else:
        merged = contractions.merge_rows(product)
        multiply = panels.kernel("multiply", merged, schedule, target)
        kernels = around_product(layer, transform, multiply, back, len(inputs))
    once = operator.inputs[1].constant
    if once:
        pack = constant_weights(layer, inputs[1], layout)
    else:
        pack = computed_weights(layer, inputs[1], layout, target.lanes("float32"))
    return with_packing(kernels, (pack,), packed, once, temporaries)


def _fused(
    decided: _Decisions,
    product: Contraction,
    transforms: tuple[LoopNest, LoopNest],
    inputs: int,
    scratch: tuple[Buffer, ...],
    target: CpuTarget,
) -> Kernel:
    lanes, fetched = target.lanes("float32"), panels.prefetches(product, decided.schedule)
    multiply = contractions.nest(product, decided.schedule, lanes, "multiply", fetched)
    extras = tuple(f"input{number}" for number in range(2, inputs))
    return Kernel(
        "conv_winograd",
        tile_axes(decided.layer),
        (Loop("n", 1), Loop("th", decided.schedule.block), Loop("tw", decided.across)),
        3,
        (transforms[0], multiply, transforms[1]),
        ("input0", "packed", *extras, "output0"),
        scratch,
    )


IMPLEMENTATION = Implementation(
    name="conv_winograd",
    operator_type="Conv",
    supports=supports,
    adds_factors=True,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=5e-5,
    lower_bound=_lower_bound,
    packed_by=("transform", "vectors"),
)
