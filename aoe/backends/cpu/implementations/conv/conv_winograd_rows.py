"""Convolution of stride 1 or 2 by Winograd's minimal filtering along the height
(`aoe.backends.cpu.lowering.winograd.one_dimensional`).

It serves windows that `conv_winograd` does not take, such as the 7×7 window of stride 2 in the
first layer of many networks. It also serves windows of a single column or row, in one dimension or
two (`aoe.backends.cpu.lowering.contraction.conv_1d`).

Rounding errors are larger than those of direct convolution, so the error of every layer is measured
before the implementation is chosen for it (`tolerance`). Format `rows`: output rows of a strip,
which are computed at once. Schedule: that of a contraction. A block is `block` strips, for which
all steps run in one thread's scratch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.packing import transforming_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.implementations.scheduling import best_of_kinds, policies_by_format
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.conv_1d import (
    as_column_convolution,
    as_column_view,
    is_column_convolution,
)
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.evaluation_points import phases_of
from aoe.backends.cpu.lowering.winograd.one_dimensional import (
    MOST_POINTS,
    RowLayer,
    input_nest,
    layer_of,
    lines_elements,
    matmul_of,
    output_nest,
    products_access,
)
from aoe.backends.cpu.lowering.winograd.one_dimensional_weights import (
    PackedGroup,
    computed_kernels,
    computed_weights,
    constant_weights,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Axis, Buffer, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: With fewer filters, transforms cost more than the saved multiplications.
_FEWEST_FILTERS = 16
#: Output rows computed at once, and policies kept for each number.
_ROWS = (2, 3, 4)
#: The most phases of a window. Each is a loop nest.
_MOST_PHASES = 3
_MOST_OF_A_KIND = 24


def _supports(operator: Operator, target: CpuTarget) -> bool:
    x, w = operator.inputs[:2]
    simple = set(operator.integers("dilations")) == {1} and operator.integer("group") == 1
    if len(x.shape) not in (3, 4) or not simple:
        return False
    if not x.dtype == w.dtype == "float32" or w.shape[0] < _FEWEST_FILTERS:
        return False
    if not is_column_convolution(operator) and x.order[-1] != 1:
        return False
    whole = as_column_convolution(operator)
    (height, width), stride = whole.inputs[1].shape[2:], whole.integers("strides")[0]
    # `conv_winograd` saves more for 3×3 windows of stride 1.
    square = stride == 1 and height == 3 and width > 1
    return stride in (1, 2) and height >= 3 and not square and bool(_rows(whole))


def _rows(operator: Operator) -> list[int]:
    """Output rows of a strip that need few enough phases, of about equally many taps."""
    taps, stride = operator.inputs[1].shape[2], operator.integers("strides")[0]
    return [rows for rows in _ROWS if rows <= operator.output.shape[2] and _few(taps, stride, rows)]


def _few(taps: int, stride: int, rows: int) -> bool:
    counts = [count for _, count in phases_of(taps, stride, rows, MOST_POINTS)]
    return len(counts) <= _MOST_PHASES and counts[0] - counts[-1] <= 1


def _decoded(operator: Operator, policy: Policy) -> tuple[RowLayer, contractions.Schedule]:
    """The layer and the schedule of a policy. The window has more than one row."""
    rows = dict(policy.format).get("rows")
    if not isinstance(rows, int) or rows not in _rows(operator):
        raise PolicyError(f"not a policy of conv_winograd_rows: {policy}")
    layer, schedule = layer_of(operator, rows), contractions.schedule_of(policy)
    if schedule.depth != len(layer.filtering.phases) or schedule.block > layer.strips:
        raise PolicyError(f"schedule {schedule} is outside the space of conv_winograd_rows")
    return layer, schedule


def _products(layer: RowLayer, held: int) -> list[Contraction]:
    return [matmul_of(layer, group, held) for group in range(len(layer.filtering.groups))]


def _of_group(schedule: contractions.Schedule, product: Contraction) -> contractions.Schedule:
    """The schedule of one group of points: `depth` is all of its outermost reduction axis."""
    return replace(schedule, depth=product.reduction[0].extent)


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    whole = as_column_convolution(operator)
    schedules = {rows: _schedules(layer_of(whole, rows), target) for rows in _rows(whole)}
    kinds = policies_by_format("conv_winograd_rows", "rows", schedules)
    most = breadth * _MOST_OF_A_KIND
    return best_of_kinds(kinds, lambda policy: _estimate(operator, policy, target), most)


def _schedules(layer: RowLayer, target: CpuTarget) -> Iterator[contractions.Schedule]:
    product = matmul_of(layer, 0, layer.strips)
    best: dict[tuple[tuple[int, int], int, int], contractions.Schedule] = {}
    for schedule in contraction_space.ranked(product, target, 96):
        whole = _of_group(schedule, product)
        best.setdefault((whole.tile, whole.vectors, whole.unroll), whole)
    for schedule in list(best.values())[:12]:
        for block in (1, 2, 4):
            if schedule.tile[0] <= block <= layer.strips:
                blocked = replace(schedule, block=block, parallel="rows", prefetch=0)
                yield blocked
                yield replace(blocked, prefetch=1)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    operator = as_column_convolution(operator)
    layer, schedule = _decoded(operator, policy)
    products = _products(layer, layer.strips)
    weights = sum(_weights(product) for product in products)
    w = operator.inputs[1]
    # Weights come from memory again for each further image as far as the last-level cache misses,
    # where those that they are computed from have been, too.
    held = 4.0 * (weights if w.constant else weights + prod(w.shape))
    images = 1.0 + (layer.batch - 1) * cost.miss_ratio(held, target.l3)
    seconds = 0.0
    for product in products:
        found, scheduled = (
            contraction_space.estimator(product, target),
            _of_group(schedule, product),
        )
        seconds += images * found.seconds(scheduled)
        seconds += (layer.batch - images) * found.cached(scheduled)
    # Threads rarely read the same panel at the same time, which costs memory bandwidth.
    streams = max(1, target.threads // 2)
    memory = 4.0 * images * weights / cost.memory_bandwidth(target, streams)
    seconds = cost.overlapped(target, seconds, memory)
    lanes = target.lanes("float32")
    points = sum(layer.filtering.outputs + phase.taps - 1 for phase in layer.filtering.phases)
    inner, others = (layer.inputs, layer.width)[:: 1 if layer.vector == 1 else -1]
    vectors = points * others * ceil(inner / lanes)
    vectors += layer.filtering.points * layer.result[1] * ceil(layer.outputs / lanes)
    strips = layer.batch * layer.strips
    each = profile_of(target).winograd_rows.transform_cycles
    seconds += each * vectors * strips / cost.frequency(target) / target.threads
    packing = 0.0
    if not w.constant:
        packing = transforming_seconds(weights, each, target, computed_kernels(layer, w))
    scratch = 4.0 * products_access(layer, 1).stride("x") * layer.filtering.points
    moved = 2.0 * scratch * strips
    seconds += moved / cost.bandwidth(target, scratch * schedule.block * target.threads)
    tasks = layer.batch * ceil(layer.strips / schedule.block)
    busiest = ceil(tasks / target.threads) * schedule.block
    return packing + seconds * max(1.0, busiest * target.threads / strips)


def _weights(product: Contraction) -> int:
    """Transformed weights that a contraction reads."""
    axes = (*product.batch, *product.reduction, product.column)
    return prod(axis.extent for axis in axes)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    layer, _ = _decoded(as_column_convolution(operator), policy)
    flops = sum(product.flops for product in _products(layer, layer.strips))
    return lower_bound.arithmetic(operator, layer.batch * flops / 2, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    inputs, output = (
        [as_column_view(operator, view) for view in inputs],
        as_column_view(operator, output),
    )
    operator = as_column_convolution(operator)
    layer, schedule = _decoded(operator, policy)
    lanes, held = target.lanes("float32"), schedule.block
    whole = matmul_of(layer, 0, layer.strips)
    contraction_space.check(whole, _of_group(schedule, whole), target)
    nests: list[LoopNest] = [
        input_nest(layer, inputs[0], phase, held) for phase in range(len(layer.filtering.phases))
    ]
    packed: list[PackedGroup] = []
    for group, product in enumerate(_products(layer, held)):
        stored = PackedGroup(group, Panels.of(product, schedule.vectors * lanes), f"packed{group}")
        packed.append(stored)
        product = replace(product, b=stored.panels.read(stored.buffer, "float32", "k"))
        scheduled = _of_group(schedule, product)
        fetched = panels.prefetches(product, scheduled)
        nests.append(contractions.nest(product, scheduled, lanes, f"multiply{group}", fetched))
    nests.append(output_nest(layer, operator, inputs, output, held))
    extras = tuple(f"input{number}" for number in range(2, len(inputs)))
    elements = layer.filtering.points * products_access(layer, held).stride("x")
    kernel = Kernel(
        "conv_winograd_rows",
        (Axis("n", layer.batch), Axis("th", layer.strips)),
        (Loop("n", 1), Loop("th", held)),
        2,
        tuple(nests),
        ("input0", *(item.buffer for item in packed), *extras, "output0"),
        (
            Buffer("lines", "float32", lines_elements(layer, held)),
            Buffer("products", "float32", elements),
        ),
    )
    weights = tuple(Buffer(item.buffer, "float32", item.panels.elements) for item in packed)
    once, w = operator.inputs[1].constant, inputs[1]
    if once:
        packing = [pack for item in packed for pack in constant_weights(layer, w, item)]
    else:
        packing = computed_weights(layer, w, packed, lanes)
    return with_packing((kernel,), packing, weights, once)


IMPLEMENTATION = Implementation(
    name="conv_winograd_rows",
    operator_type="Conv",
    supports=_supports,
    adds_factors=True,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=5e-5,
    lower_bound=_lower_bound,
)
