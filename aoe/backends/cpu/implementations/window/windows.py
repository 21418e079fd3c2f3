"""Window kernels: what `pool`, `pool_indices` and `conv_depthwise` share.

A window loop nest has the axes n, c and o0… (output pixels) and reduces over r0… (positions of the
window). Padding is the bounds of the input's access. Tiles inside the image run without checks.

Schedule: `vector` (the output dimension that is vectorised), `vectors`, `width` (register tile
along the last pixel axis, or along the one before it if that is the vector), `taps` (0: loop over
the window, 1: its last dimension unrolled, 2: all of it), `order` (0: pixels run inside vectors, 1:
vectors inside pixels), `parallel`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    contiguous_dimension,
    decisions,
    operand_bytes,
    parallel_choices,
    spread,
)
from aoe.backends.cpu.lowering.access import Strided, access, broadcast, kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Expression
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.window import Window
from aoe.policy import Policy

#: The most unrolled loads of the input in a register tile. Compile time grows with them.
_MOST_LOADS = 160


def pixel_names(rank: int) -> tuple[str, ...]:
    """The axes of the spatial dimensions of the output."""
    return tuple(f"o{i}" for i in range(rank))


def tap_names(rank: int) -> tuple[str, ...]:
    """The axes of the dimensions of the window."""
    return tuple(f"r{i}" for i in range(rank))


def window_access(x: View, window: Window, fill: float, pixels: Sequence[int]) -> Access:
    """The input (N, C, spatial…) as output pixels and window positions see it."""
    rank = window.rank
    offset = x.offset
    bounds: tuple[Bound, ...] = ()
    strides = list(x.strides[:2])
    for i in range(rank):
        stride = x.strides[2 + i]
        offset -= window.before[i] * stride
        strides.append(window.strides[i] * stride)
        bounds += window_bounds(window, i, pixels[i], x.shape[2 + i])
    strides += [d * s for d, s in zip(window.dilations, x.strides[2:], strict=True)]
    names = ("n", "c", *pixel_names(rank), *tap_names(rank))
    return access(Strided("input0", x.dtype, tuple(strides), offset), names, bounds, fill)


def window_bounds(window: Window, i: int, pixels: int, extent: int) -> tuple[Bound, ...]:
    """The bounds of spatial dimension `i`, if windows of so many pixels leave the input there."""
    reach = (pixels - 1) * window.strides[i] + (window.kernel[i] - 1) * window.dilations[i]
    if not window.before[i] and reach < extent:
        return ()
    terms = ((f"o{i}", window.strides[i]), (f"r{i}", window.dilations[i]))
    return (Bound(terms, -window.before[i], extent),)


def result_access(view: View, buffer: str, shape: Sequence[int]) -> Access:
    """A view broadcast to the output (N, C, pixels…)."""
    return access(broadcast(view, buffer, shape), ("n", "c", *pixel_names(len(shape) - 2)))


def window_kernel(
    name: str,
    axes: Sequence[Axis],
    taps: Sequence[Axis],
    operands: Sequence[Access],
    store: Store,
    reduction: tuple[str, Expression],
    schedule: Mapping[str, int],
    target: CpuTarget,
    extra: Sequence[Axis] = (),
) -> Kernel:
    """The kernel of one window loop nest.

    Args:
        name: The name of the kernel and the nest.
        axes: The axes of the output, dimension by dimension: (N, C, pixels…).
        taps: The axes of the window.
        operands: What is read, which `reduction` and `store` call by number.
        store: How a result is written, from the accumulator.
        reduction: How the taps are combined ("sum", "max" or "min"), and what is combined of each.
        schedule: The decisions that the head of this module describes.
        target: The CPU.
        extra: Further axes of the output, such as the results of one channel.

    Returns:
        The kernel. It has outer loops only where threads share it.
    """
    vector = axes[schedule["vector"]]
    tiled = axes[-2] if vector == axes[-1] else axes[-1]
    last = [tiled, vector] if schedule["order"] else [vector, tiled]
    loops = [*(axis for axis in axes if axis not in last), *extra, *last]
    width = schedule["vectors"] * target.lanes("float32")
    tile = {} if tiled == vector else {tiled.name: schedule["width"]}
    unrolled = (taps[:0], taps[-1:], taps)[schedule["taps"]]
    tile |= {axis.name: axis.extent for axis in unrolled}
    nest = LoopNest(
        name,
        (*axes, *extra, *taps),
        tuple(operands),
        (store,),
        Reduction(reduction[0], tuple(axis.name for axis in taps), reduction[1]),
        LoopSchedule(
            vector=vector.name,
            vectors=schedule["vectors"],
            tile=tuple(tile.items()),
            order=tuple(Loop(axis.name, 0) for axis in (*loops, *taps)),
        ),
    )
    outer: tuple[Loop, ...] = ()
    if schedule["parallel"]:
        candidates = [axis for axis in axes if axis not in (vector, tiled)] + [vector, tiled]
        granularity = {vector.name: width, tiled.name: tile.get(tiled.name, width)}
        outer = spread(candidates, granularity, target.threads)
    return kernel(name, axes, outer, len(outer), (nest,))


def policies(name: str, operator: Operator, window: Window, target: CpuTarget) -> Iterator[Policy]:
    """The policies of a window implementation, not ranked."""
    shape, lanes = _points(operator), target.lanes("float32")
    found = (contiguous_dimension(operator.inputs[0]), contiguous_dimension(operator.output))
    candidates = [d for d in dict.fromkeys(found) if d in (1, len(shape) - 1)] or [1]
    work = prod(shape) * prod(window.kernel)
    unrolls = [0, *(u for u in (1, 2) if _unrolled(window, u) <= (16, 7)[u == 1])]
    for parallel in parallel_choices(work, target):
        for vector in candidates:
            across = shape[-2] if vector == len(shape) - 1 else shape[-1]
            moves = loads_of_vector(operator, window, vector, target)
            for vectors in (1, 2, 4, 8):
                for width in (1, 2, 3, 4, 6, 7, 8):
                    if vectors > 1 and (vectors - 1) * lanes >= shape[vector]:
                        continue
                    if width > across or vectors * width > target.vector_registers // 2:
                        continue
                    for taps in unrolls:
                        if vectors * width * _unrolled(window, taps) * moves > _MOST_LOADS:
                            continue
                        for order in (0, 1):
                            schedule = {
                                "vector": vector,
                                "vectors": vectors,
                                "width": width,
                                "taps": taps,
                                "order": order,
                                "parallel": parallel,
                            }
                            yield Policy.of(name, schedule=schedule)


def _points(operator: Operator) -> tuple[int, ...]:
    """The output's extents as a loop nest has them: several results for each channel of the input
    are further images, since vectors run along the channels of the input.
    """
    images, results, *pixels = operator.output.shape
    channels = operator.inputs[0].shape[1]
    return (images * (results // max(channels, 1)), channels, *pixels)


def loads_of_vector(operator: Operator, window: Window, vector: int, target: CpuTarget) -> int:
    """Loads, or instructions of equal cost, for a vector of the input. A contiguous vector takes
    one. Lanes that are a few elements apart take some for each vector that they are picked from.
    Others take one each.
    """
    lanes = target.lanes("float32")
    if contiguous_dimension(operator.inputs[0]) != vector:
        return lanes
    spacing = 1 if vector == 1 else window.strides[-1]
    picked = spacing if ITEM_BYTES[operator.inputs[0].dtype] >= 4 else lanes
    return 1 if spacing == 1 else min(profile_of(target).window.shuffle_loads * picked, lanes)


def _unrolled(window: Window, taps: int) -> int:
    return (1, window.kernel[-1], prod(window.kernel))[taps]


def _registers(window: Window, schedule: Mapping[str, int]) -> int:
    """Registers of a tile with unrolled taps: sums, and the inputs along a row of taps, each loaded
    once for all taps that use it.
    """
    sums = schedule["vectors"] * schedule["width"]
    if not schedule["taps"] or window.strides[-1] > 1:
        return sums
    return sums + schedule["vectors"] * (schedule["width"] + window.kernel[-1] - 1)


def _checked(operator: Operator, window: Window, schedule: Mapping[str, int], lanes: int) -> float:
    """The share of the output in tiles whose loads are checked because windows leave the input."""
    shape, vector = operator.output.shape, schedule["vector"]
    tiled = len(shape) - (2 if vector == len(shape) - 1 else 1)
    steps = {vector: schedule["vectors"] * lanes, tiled: schedule["width"]}
    unchecked = 1.0
    for i in range(window.rank):
        unchecked *= _unchecked(operator, window, i, steps.get(i + 2, 1)) / shape[i + 2]
    return 1.0 - unchecked


def _unchecked(operator: Operator, window: Window, i: int, step: int) -> int:
    """Coordinates of the output's pixel dimension `i` in tiles of `step` without run-time checks.
    These are tiles inside the input, and tiles at a position known at compile time: a single tile,
    and the remainder.
    """
    extent, size = operator.output.shape[i + 2], operator.inputs[0].shape[i + 2]
    alike, rest = divmod(extent, step)
    if alike <= 1:
        return extent
    stride, reach = window.strides[i], (window.kernel[i] - 1) * window.dilations[i]
    starts = (tile * step * stride - window.before[i] for tile in range(alike))
    wide = (step - 1) * stride + reach
    return sum(step for start in starts if start >= 0 and start + wide < size) + rest


def estimate(
    operator: Operator, window: Window, weights: int, policy: Policy, target: CpuTarget
) -> float:
    """Seconds: vector instructions, or memory traffic if that takes longer. `weights`: loads of
    weights for each position of the window.
    """
    schedule, shape = decisions(policy), _points(operator)
    costs = profile_of(target).window
    lanes, vector = target.lanes("float32"), schedule["vector"]
    vectors, width = schedule["vectors"], schedule["width"]
    positions = prod(window.kernel)
    across = shape[-2] if vector == len(shape) - 1 else shape[-1]
    tiles = ceil(shape[vector] / (vectors * lanes)) * ceil(across / width)
    tiles *= prod(shape) // max(shape[vector] * across, 1)
    hoisted = (
        weights
        and schedule["taps"] == 2
        and positions * vectors + width * vectors <= (target.vector_registers)
    )
    loads = vectors * width + (0 if hoisted else weights * vectors)
    moves = loads_of_vector(operator, window, vector, target)
    if vector == len(shape) - 1 and any(window.pads[window.rank - 1 :: window.rank]):
        moves = max(moves, costs.masked_loads)
    loads += vectors * width * (moves if moves > 1 else 0)
    latency = costs.loop_latency if schedule["taps"] < 2 else costs.unrolled_latency
    per_position = max(loads / costs.loads_per_cycle, vectors * width / 2, latency)
    per_position += costs.loop_cycles / _unrolled(window, schedule["taps"])
    per_position += costs.order_cycles * (schedule["order"] if hoisted else 1 - schedule["order"])
    finish = vectors * width * (1 + cost.operations(operator.epilogue, target) / 2)
    finish += costs.tile_cycles
    unrolled = vectors * width * _unrolled(window, schedule["taps"])
    size = unrolled * moves
    long = 1 + costs.long_code_share * max(0, size - costs.short_code)
    cycles = tiles * (positions * per_position + finish) * long
    if _registers(window, schedule) > target.vector_registers:
        cycles *= costs.spill_factor
    shares = (costs.checked_share_by_vectors, costs.checked_share_by_pixels)
    cycles *= 1 + shares[schedule["order"]] * _checked(operator, window, schedule, lanes)
    if vector == len(shape) - 1 and window.rank > 1 and window.strides[-2] > 1:
        cycles *= 1 + costs.unshared_row_share * (width - 1)
    threads = target.threads if schedule["parallel"] else 1
    return cost.roofline(target, cycles, operand_bytes(operator), threads)
