"""Pooling in two passes, along the last dimension for all lines of the input, then over the other
dimensions.

A window of k × k takes 2·k steps instead of k². A task is some channels of an image if channels are
vectorised, else one channel. The scratch of a thread holds their lines after the first pass.
Schedule: `vector` (the output dimension that is vectorised), `vectors` of it in a register tile
and, of channels, in a task, `width` (register tile: pixels of a line in the first pass, lines in
the second), `parallel`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    contiguous_dimension,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
)
from aoe.backends.cpu.implementations.window.pool import stored
from aoe.backends.cpu.implementations.window.windows import (
    loads_of_vector,
    pixel_names,
    tap_names,
    window_bounds,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES, computed_type
from aoe.loops.expression import Accumulator, Load
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.window.pool import lowest, window_of
from aoe.policy import Policy

#: Share of the second-level cache that the lines of a task may take. It bounds the space.
_LINES = 0.5
#: The most unrolled positions of a window, and the most loads of a register tile.
_MOST_TAPS, _MOST_LOADS = 16, 160


def _supports(operator: Operator, target: CpuTarget) -> bool:
    window = window_of(operator)
    if operator.attribute["combine"] == "norm" or window.rank < 2:
        return False
    larger = window.kernel[-1] > 1 and prod(window.kernel[:-1]) > 1
    return larger and next(_policies("pool_separable", operator, target), None) is not None


@dataclass(frozen=True, slots=True)
class _Task:
    """What a thread computes at a time.

    Attributes:
        channels: Channels of the task.
        lines: Elements of the scratch.
    """

    channels: int
    lines: int

    @staticmethod
    def of(operator: Operator, schedule: Schedule, target: CpuTarget) -> _Task:
        """The task of a schedule."""
        width = schedule["vectors"] * target.lanes("float32")
        channels = min(width, operator.output.shape[1]) if schedule["vector"] == 1 else 1
        pixels = prod(operator.inputs[0].shape[2:-1]) * operator.output.shape[-1]
        return _Task(channels, channels * pixels)


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    shape, lanes = operator.output.shape, target.lanes("float32")
    window, size = window_of(operator), ITEM_BYTES[computed_type(operator.inputs[0].dtype)]
    found = (contiguous_dimension(operator.inputs[0]), contiguous_dimension(operator.output))
    last = len(shape) - 1
    work = prod(shape) * sum(window.kernel)
    for parallel in parallel_choices(work, target):
        for vector in (d for d in dict.fromkeys(found) if d in (1, last)):
            for vectors in (n for n in (1, 2, 4) if (n - 1) * lanes < shape[vector]):
                for width in (1, 2, 3, 4, 6, 8):
                    schedule = {
                        "vector": vector,
                        "vectors": vectors,
                        "width": width,
                        "parallel": parallel,
                    }
                    lines = size * _Task.of(operator, schedule, target).lines
                    fits = width <= shape[-1] and _loads(operator, schedule) <= _MOST_LOADS
                    fits = fits and vectors * width <= target.vector_registers // 2
                    if fits and lines <= _LINES * target.l2:
                        yield Policy.of(name, schedule=schedule)


def _loads(operator: Operator, schedule: Schedule) -> int:
    """The most loads that a register tile of either pass is unrolled to."""
    taps = [n for n in window_of(operator).kernel[-2:] if n <= _MOST_TAPS]
    return schedule["vectors"] * schedule["width"] * max(taps, default=1)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, shape, window = decisions(policy), operator.output.shape, window_of(operator)
    vector, vectors, width = schedule["vector"], schedule["vectors"], schedule["width"]
    lanes, rate = target.lanes("float32"), cost.multiply_adds_per_cycle(target)
    tiles = ceil(shape[vector] / (vectors * lanes))
    across = shape[1] if vector != 1 else shape[-1]
    lines = shape[0] * prod(operator.inputs[0].shape[2:-1])
    moves = loads_of_vector(operator, window, vector, target)
    costs = profile_of(target).pool_separable

    def tile(taps: int, stride: int, moves: int, after: float) -> float:
        # Shuffles and loads of lanes that are not contiguous overlap.
        read = moves * taps * width / 2 if moves > 1 else (width - 1) * stride + taps
        steps = max(read, taps * width) / rate
        return vectors * (steps + width * (costs.store_cycles + after)) + costs.tile_cycles

    # Neighbours along a line share what they read, unless they are a vector.
    stride = window.strides[-1] if vector == 1 else window.kernel[-1]
    cycles = lines * tiles * ceil(across / width) * tile(window.kernel[-1], stride, moves, 0.0)
    pixels = prod(shape) // (shape[vector] * shape[-2])
    others = prod(window.kernel[:-1])
    finish = cost.operations(operator.epilogue, target) / 2
    rows = tile(others, others // window.kernel[-2] * window.strides[-2], 1, finish)
    cycles += pixels * tiles * ceil(shape[-2] / width) * rows
    if any(window.pads):
        cycles *= costs.padded_factor
    threads = target.threads if schedule["parallel"] else 1
    tasks = shape[0] * ceil(shape[1] / _Task.of(operator, schedule, target).channels)
    busiest, moved = ceil(tasks / threads) * threads / tasks, operand_bytes(operator)
    seconds = cost.roofline(target, busiest * cycles, moved, threads)
    if vector == 1:  # some channels of every pixel at a time
        missed = cost.miss_ratio(moved, target.l2 * target.threads)
        seconds *= 1.0 + costs.partial_pixels_share * missed
    return seconds


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    return _Lowering(operator, tuple(inputs), output, schedule, target).lowered()


@dataclass(frozen=True, slots=True)
class _Lowering:
    operator: Operator
    inputs: tuple[View, ...]
    output: View
    schedule: Schedule
    target: CpuTarget

    def lowered(self) -> LoweredOperator:
        operator, (images, channels, *_) = self.operator, self.operator.output.shape
        task = _Task.of(operator, self.schedule, self.target)
        outer = (Loop("n", 1), Loop("c", task.channels))
        buffer = Buffer("lines", computed_type(operator.inputs[0].dtype), task.lines)
        axes = (Axis("n", images), Axis("c", channels))
        parallel = 2 if self.schedule["parallel"] else 0
        nests = (self.along_lines(), self.across_lines())
        return LoweredOperator((kernel("pool_separable", axes, outer, parallel, nests, (buffer,)),))

    @property
    def pixels(self) -> tuple[Axis, ...]:
        """The spatial axes of the output."""
        shape = self.operator.output.shape[2:]
        names = pixel_names(len(shape))
        return tuple(Axis(name, extent) for name, extent in zip(names, shape, strict=True))

    @property
    def taps(self) -> tuple[Axis, ...]:
        """The axes of the window."""
        kernel = window_of(self.operator).kernel
        names = tap_names(len(kernel))
        return tuple(Axis(name, extent) for name, extent in zip(names, kernel, strict=True))

    @property
    def fill(self) -> float:
        """The value outside the image."""
        largest = self.operator.attribute["combine"] == "max"
        return lowest(self.operator.inputs[0].dtype) if largest else 0.0

    def lines(self, names: Sequence[str]) -> dict[str, int]:
        """Element strides of the scratch by the names of its lines and their pixels. Channels are
        innermost if they are the vector.
        """
        task = _Task.of(self.operator, self.schedule, self.target)
        strides, step = {"c": 1}, task.channels
        extents = (*self.operator.inputs[0].shape[2:-1], self.pixels[-1].extent)
        for name, extent in reversed([*zip(names, extents, strict=True)]):
            strides[name], step = step, step * extent
        return strides

    def along_lines(self) -> LoopNest:
        """The first pass: windows along the last dimension."""
        window, x = window_of(self.operator), self.inputs[0]
        *_, pixel = self.pixels
        *_, tap = self.taps
        last = window.rank - 1
        rows = tuple(Axis(f"i{k}", x.shape[2 + k]) for k in range(last))
        names = tuple(axis.name for axis in rows)
        step = x.strides[-1]
        along = {pixel.name: window.strides[last], tap.name: window.dilations[last]}
        strides = dict(zip(("n", "c", *names), x.strides[:-1], strict=True))
        strides |= {name: step * n for name, n in along.items()}
        read = Access(
            "input0",
            x.dtype,
            tuple(strides.items()),
            x.offset - window.before[last] * step,
            window_bounds(window, last, pixel.extent, x.shape[-1]),
            self.fill,
        )
        dtype = computed_type(x.dtype)
        destination = Access("lines", dtype, tuple(self.lines((*names, pixel.name)).items()))
        axes = (Axis("n", x.shape[0]), Axis("c", x.shape[1]), *rows, pixel)
        tiled = rows[-1] if self.schedule["vector"] != 1 else pixel
        return self.nest("along", axes, (tap,), (read,), Store(destination, Accumulator()), tiled)

    def across_lines(self) -> LoopNest:
        """The second pass: windows along the other dimensions, over the results of the first."""
        operator, window = self.operator, window_of(self.operator)
        *rows, pixel = self.pixels
        *taps, _ = self.taps
        names = tuple(axis.name for axis in rows)
        lines = self.lines((*names, pixel.name))
        strides, offset = {"c": 1, pixel.name: lines[pixel.name]}, 0
        bounds: tuple[Bound, ...] = ()
        for number, (row, tap) in enumerate(zip(rows, taps, strict=True)):
            along = {row.name: window.strides[number], tap.name: window.dilations[number]}
            strides |= {name: lines[row.name] * n for name, n in along.items()}
            offset -= window.before[number] * lines[row.name]
            extent = operator.inputs[0].shape[2 + number]
            bounds += window_bounds(window, number, row.extent, extent)
        dtype = computed_type(operator.inputs[0].dtype)
        read = Access("lines", dtype, tuple(strides.items()), offset, bounds, self.fill)
        others, store = stored(operator, self.inputs, self.output)
        shape = operator.output.shape
        axes = (Axis("n", shape[0]), Axis("c", shape[1]), *rows, pixel)
        return self.nest("across", axes, taps, (read, *others), store, rows[-1])

    def nest(
        self,
        name: str,
        axes: tuple[Axis, ...],
        taps: Sequence[Axis],
        operands: tuple[Access, ...],
        store: Store,
        tiled: Axis,
    ) -> LoopNest:
        vector = axes[1] if self.schedule["vector"] == 1 else axes[-1]
        tile = {tiled.name: min(self.schedule["width"], tiled.extent)}
        tile |= {axis.name: axis.extent for axis in taps[-1:] if axis.extent <= _MOST_TAPS}
        loops = [axis for axis in axes if axis not in (tiled, vector)] + [tiled, vector]
        combine = "max" if self.operator.attribute["combine"] == "max" else "sum"
        return LoopNest(
            name,
            (*axes, *taps),
            operands,
            (store,),
            Reduction(combine, tuple(axis.name for axis in taps), Load(0)),
            LoopSchedule(
                vector.name,
                self.schedule["vectors"],
                tuple(tile.items()),
                tuple(Loop(axis.name, 0) for axis in (*loops, *taps)),
            ),
        )


IMPLEMENTATION = ranked_implementation(
    "pool_separable",
    "Pool",
    _policies,
    _estimate,
    _lower,
    _supports,
    lower_bound=streaming,
    points_are_independent=True,
)
