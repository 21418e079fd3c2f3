"""Convolutions of many groups with few channels each, depthwise ones above all, and of few filters:
each thread sums up a tile of neighbouring results.

The tile spans channels, or the width of the image, along which results are contiguous, and pixels
beside each other. Inputs that windows share and the weights of the window are loaded once for a
tile, up to 16 bytes at a time, and stay in registers. Constant weights are packed ones, with the
channels of a tap contiguous. Nothing here is worth a matrix instruction: a group has fewer columns
than one multiplies.

Schedule: `tile` (results of a thread along the contiguous axis, and along the last two other axes
of an image), `threads` (of a block).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import ceil, prod

from aoe.backends.cpu.implementations.conv.conv_contraction import shape_of
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, contractible
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.contractions import dense_contraction
from aoe.backends.cuda.implementations.ranking import ranked
from aoe.backends.cuda.implementations.simt_contraction import contraction_nest, convolution
from aoe.backends.cuda.kernels.simt_kernel import simt_kernel
from aoe.backends.cuda.kernels.wide_access import WIDEST
from aoe.backends.cuda.target.cuda_target import LANES, SCHEDULERS, WARP, CudaTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.loops.loop_nest import Access, Axis, Buffer, Kernel, LoopNest, LoweredOperator, Store
from aoe.operators.operator import Operator, View
from aoe.policy import Decision, Policy

NAME = "simt_conv_groups"
#: The most filters of one of several groups, and of all channels.
_MOST_FILTERS, _FEW_FILTERS = 256, 4
#: Results of a thread along the contiguous axis, and along the next ones.
_ALONG, _ACROSS, _DOWN = (4, 8, 2, 1), (1, 2, 4, 7, 8), (1, 2)
_BLOCKS = (128, 64, 256)
#: The most products of a tile that are one piece of code, and values that it holds.
_MOST_PRODUCTS, _MOST_VALUES = 800, 160
#: How many policies are usually worth considering.
_USUAL = 24


def _axes(work: Contraction) -> tuple[Axis, ...]:
    """The axis along which results are contiguous, and the last two rows that it is not."""
    candidates = (work.column, *work.batch, *reversed(work.rows))
    able = [axis for axis in candidates if axis.extent > 1 and work.output.stride(axis.name) == 1]
    first = able[0] if able else work.rows[-1]
    return first, *[axis for axis in reversed(work.rows) if axis != first][:2]


def _each(work: Contraction, tile: Sequence[int]) -> dict[str, int]:
    """Coordinates along axes of a thread's tile: of results, and of products in one piece."""
    each = {axis.name: size for axis, size in zip(_axes(work), tile, strict=False)}
    room = _MOST_PRODUCTS // prod(tile)
    for axis in reversed(work.reduction):
        step = next(
            (n for n in (axis.extent, 8, 4, 2) if axis.extent % n == 0 and n <= room),
            1,
        )
        each[axis.name] = step
        room //= step
        if step < axis.extent:
            break
    return each


def _read(operator: Operator, each: Mapping[str, int]) -> int:
    """Elements of the input that a tile reads at a time: windows beside each other overlap."""
    shape = shape_of(operator)
    count = each.get("g", 1) * each.get("c", 1)
    for i, (stride, dilation) in enumerate(zip(shape.strides, shape.dilations, strict=True)):
        pixels, taps = each.get(f"o{i}", 1), each.get(f"r{i}", 1)
        count *= min(pixels * taps, (pixels - 1) * stride + (taps - 1) * dilation + 1)
    return count


def _weights(work: Contraction, each: Mapping[str, int]) -> int:
    """Weights that a tile reads at a time."""
    names = (*work.batch, work.column, *work.reduction)
    return prod(each.get(axis.name, 1) for axis in names)


def _tiles(operator: Operator) -> Iterator[tuple[int, int, int]]:
    work = dense_contraction(operator)
    axes = (*_axes(work), Axis("", 1), Axis("", 1))
    widest = WIDEST // ITEM_BYTES[operator.output.dtype]
    for along, across, down in product(_ALONG, _ACROSS, _DOWN):
        tile = (along, across, down)
        fits = all(n == 1 or n <= axis.extent for axis, n in zip(axes, tile, strict=False))
        if fits and along <= widest and axes[0].extent % along == 0:
            each = _each(work, tile)
            values = prod(tile) + _weights(work, each) + _read(operator, each) // 2
            if values <= _MOST_VALUES or prod(tile) == 1:
                yield tile


def _policies(operator: Operator, target: CudaTarget) -> Iterator[Policy]:
    for tile, threads in product(_tiles(operator), _BLOCKS):
        schedule: dict[str, Decision] = {"tile": tile, "threads": threads}
        yield Policy.of(NAME, schedule=schedule)


def _decisions(policy: Policy) -> tuple[tuple[int, int, int], int]:
    """Tile and threads. Raises `PolicyError` if one is missing."""
    schedule = dict(policy.schedule)
    tile, threads = schedule.get("tile"), schedule.get("threads")
    if not isinstance(tile, tuple) or len(tile) != 3 or not isinstance(threads, int):
        raise PolicyError(f"not the policy of a convolution of groups: {policy.to_json()}")
    along, across, down = (int(number) for number in tile)
    return (along, across, down), threads


def _estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
    """Instructions of the schedulers' warps, or memory traffic, and the latency of one thread."""
    tile, threads = _decisions(policy)
    known = profile_of(target).grouped_conv
    work = dense_contraction(operator)
    each, output = _each(work, tile), prod(tile)
    terms = prod(axis.extent for axis in work.reduction)
    pieces = terms / prod(each[axis.name] for axis in work.reduction if axis.name in each)
    wide = _together(work, each)
    reads = _read(operator, each)
    loads = reads / wide + _weights(work, each) / tile[0]
    checks = reads * (1 + known.check_instructions / wide) if work.a.bounds else 0
    each_piece = (
        2 * loads + checks + output * prod(each.get(axis.name, 1) for axis in work.reduction)
    )
    instructions = known.fixed_instructions + pieces * each_piece
    instructions += output * known.result_instructions
    tiles = prod(operator.output.shape) / output
    warps = ceil(tiles / WARP / target.threads / SCHEDULERS)
    cycle = target.threads * LANES / target.speed.multiply_adds
    moved = costs.operand_bytes(operator)
    busy = max(warps, 2) * instructions * cycle  # a warp alone issues every second cycle
    both = busy, moved / costs.bandwidth(target, moved)
    seconds = max(both) + known.unhidden_share * min(both)
    waits = known.latency_seconds * pieces
    return target.speed.launch + waits + seconds + costs.block_seconds(threads)


def _together(work: Contraction, each: Mapping[str, int]) -> int:
    """Elements of the input that one load has: neighbours that are all in the image or not."""
    bounded = {axis for bound in work.a.bounds for axis, _ in bound.terms}
    most = WIDEST // ITEM_BYTES[work.a.dtype]
    steps = [
        step for name, step in each.items() if work.a.stride(name) == 1 and name not in bounded
    ]
    return min(most, max(steps, default=1))


def _supports(operator: Operator, target: CudaTarget) -> bool:
    shape = shape_of(operator)
    return (
        contractible(*operator.inputs[:2])
        and shape.outputs <= (_MOST_FILTERS if shape.group > 1 else _FEW_FILTERS)
        and 0 not in operator.output.shape
    )


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
) -> LoweredOperator:
    tile, threads = _decisions(policy)
    if policy not in {*_policies(operator, target)}:
        raise PolicyError(f"policy {policy.to_json()} is not in the operator's space")
    work = convolution(operator, inputs, output)
    prepare: tuple[Kernel, ...] = ()
    packed: tuple[Buffer, ...] = ()
    if operator.inputs[1].constant:
        work, pack, buffer = _packed(work)
        prepare = (simt_kernel(kernel("pack", (), (), 0, (pack,)), costs.USUAL_BLOCK, 1),)
        packed = (buffer,)
    nest = contraction_nest("conv_groups", work)
    made = simt_kernel(kernel("conv_groups", (), (), 0, (nest,)), threads, 1)
    return LoweredOperator(
        (replace(made, each=tuple(_each(work, tile).items())),), prepare, packed=packed
    )


def _packed(work: Contraction) -> tuple[Contraction, LoopNest, Buffer]:
    """The contraction with its weights in the order of the reduction, the filters of a tap
    contiguous, and the nest that puts them there.
    """
    axes = (*work.reduction, *work.batch, work.column)
    strides, step = [], 1
    for axis in reversed(axes):
        strides.append((axis.name, step))
        step *= axis.extent
    place = Access("packed", work.b.dtype, tuple(strides))
    pack = LoopNest("pack", axes, (work.b,), (Store(place, Load(0)),))
    return replace(work, b=place), pack, Buffer("packed", place.dtype, step)


IMPLEMENTATION = Implementation(
    name=NAME,
    operator_type="Conv",
    supports=_supports,
    policies=ranked(_policies, _estimate, _USUAL),
    estimate=_estimate,
    lower=_lower,
    lower_bound=costs.lower_bound,
)
