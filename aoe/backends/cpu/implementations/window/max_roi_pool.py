"""Max pooling of regions: tables of the pixels of each bin, then one pass over the rows of a bin.

The tables are computed from the regions. One says whether a bin has a row of the image; the other
rows are skipped (`LoopNest.guard`). Another one lists the columns of each bin. A narrow bin repeats
its last column, which does not change a maximum. A bin that is wider than `_Plan.width` takes
several passes; only regions beyond the image have such bins.

Schedule: `vector` (a dimension of the result), `vectors`, `parallel`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, prod
from types import MappingProxyType

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    contiguous_dimension,
    decisions,
    operand_bytes,
    parallel_choices,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import access, broadcast, kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Index,
    Load,
    apply,
    cast,
    renumber,
)
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Indirect,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.window.max_roi_pool import scale_of
from aoe.operators.types.window.pool import lowest
from aoe.policy import Policy

#: Axes of the result: regions, channels, bins along the height and along the width; of the image:
#: rows, passes over a bin's columns, and columns of a pass.
_REGION, _CHANNEL, _ROW_BIN, _COLUMN_BIN = "region", "channel", "row_bin", "column_bin"
_ROW, _PASS, _COLUMN = "row", "pass", "column"
_RESULT = (_REGION, _CHANNEL, _ROW_BIN, _COLUMN_BIN)
#: The axes of each table: the image of a region; which bins have pixels; the columns of bins; which
#: rows bins have, as far as they are wide enough for a pass.
_TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "images": (_REGION,),
        "tall": (_REGION, _ROW_BIN),
        "wide": (_REGION, _COLUMN_BIN),
        "columns": (_REGION, _COLUMN_BIN, _PASS, _COLUMN),
        "rows": (_REGION, _ROW_BIN, _PASS, _ROW),
    }
)


@dataclass(frozen=True, slots=True)
class _Plan:
    """The sizes of an operator.

    Attributes:
        regions: Regions of all images.
        channels: Channels of an image.
        bins: Bins of a region along its height and its width.
        image: Rows and columns of an image.
        width: Columns of a bin that are met in one pass.
    """

    regions: int
    channels: int
    bins: tuple[int, int]
    image: tuple[int, int]
    width: int

    @staticmethod
    def of(operator: Operator) -> _Plan:
        """Regions inside an image have bins no wider than one pass."""
        regions, channels, *bins = operator.output.shape
        image = operator.inputs[0].shape[2:]
        width = min(ceil((image[1] + 1) / bins[1]) + 1, image[1])
        return _Plan(regions, channels, (bins[0], bins[1]), (image[0], image[1]), width)

    @property
    def passes(self) -> int:
        """Passes over the columns of the widest bin there can be."""
        return ceil(self.image[1] / self.width)

    def axis(self, name: str) -> Axis:
        """An axis of the result or of an image, by its name."""
        sizes = {
            _REGION: self.regions,
            _CHANNEL: self.channels,
            _ROW_BIN: self.bins[0],
            _COLUMN_BIN: self.bins[1],
            _ROW: self.image[0],
            _PASS: self.passes,
            _COLUMN: self.width,
        }
        return Axis(name, sizes[name])

    def table(self, buffer: str) -> Access:
        """A table of int32 with an entry for each point of its axes."""
        strides, step = [], 1
        for name in reversed(_TABLES[buffer]):
            strides.append((name, step))
            step *= self.axis(name).extent
        return Access(buffer, "int32", tuple(strides))

    def fill(self, buffer: str, operands: tuple[Access, ...], value: Expression) -> LoopNest:
        """The stage that fills a table, by vectors of its innermost axis."""
        names = _TABLES[buffer]
        return LoopNest(
            buffer,
            tuple(map(self.axis, names)),
            operands,
            (Store(self.table(buffer), cast(value, "int32")),),
            schedule=LoopSchedule(vector=names[-1] if len(names) > 1 else ""),
        )

    def buffers(self) -> tuple[Buffer, ...]:
        """The memory of the tables."""
        sizes = {name: [self.axis(axis).extent for axis in axes] for name, axes in _TABLES.items()}
        return tuple(Buffer(name, "int32", prod(size)) for name, size in sizes.items())


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return 0 not in operator.inputs[0].shape


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    candidates = (contiguous_dimension(operator.output), contiguous_dimension(operator.inputs[0]))
    vectors = list(dict.fromkeys(d for d in candidates if d in (1, 3))) or [1]
    for parallel in parallel_choices(_steps(operator), target):
        for vector in vectors:
            for size in (1, 2, 4):
                schedule = {"vector": vector, "vectors": size, "parallel": parallel}
                yield Policy.of(name, schedule=schedule)


def _steps(operator: Operator) -> float:
    """Elements that are compared if a region covers a half of its image."""
    plan = _Plan.of(operator)
    return plan.regions * plan.channels * plan.bins[1] * plan.width * (plan.image[0] / 2 + 1)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, plan, lanes = decisions(policy), _Plan.of(operator), target.lanes("float32")
    size = operator.output.shape[schedule["vector"]]
    alike = schedule["vector"] == 1 == contiguous_dimension(operator.inputs[0])
    used = _steps(operator) / size * ceil(size / lanes) * lanes
    costs = profile_of(target).roi_pool
    cycles = used / lanes * (1.0 if alike else costs.strided_cycles * lanes)
    cycles *= 1 + costs.step_cycles / schedule["vectors"]
    cycles += plan.regions * plan.bins[0] * plan.passes * plan.image[0] * costs.row_cycles
    threads = target.threads if schedule["parallel"] else 1
    return cost.roofline(target, cycles, operand_bytes(operator), threads)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    plan = _Plan.of(operator)
    vector = _RESULT[schedule["vector"]]
    result = access(broadcast(output, "output0", operator.output.shape), _RESULT)
    pixels = _pixels(inputs[0])
    nests = (
        _tables(operator, plan, inputs[1]),
        (_without_pixels(operator, plan, result, vector),),
        (_maxima(plan, pixels, result, vector, schedule["vectors"]),),
    )
    loops = ((_REGION,), (_REGION,), (_REGION, _ROW_BIN, _PASS, _ROW))
    kernels = []
    for name, names, inside in zip(("regions", "fill", "maxima"), loops, nests, strict=True):
        axes = [plan.axis(axis) for axis in names]
        outer = [Loop(axis, 1) for axis in names]
        parallel = min(len(outer), 2) if schedule["parallel"] else 0
        kernels.append(kernel(name, axes, outer, parallel, inside))
    return LoweredOperator(tuple(kernels), temporaries=plan.buffers())


@dataclass(frozen=True, slots=True)
class _Bins:
    """The pixels of the bins along a dimension of images, as expressions of the corners of a region
    there, `Load(0)` and `Load(1)`, and of the number of a bin.

    Attributes:
        axis: The axis of the bins.
        size: Pixels of an image along the dimension.
        scale: What coordinates are multiplied by.
        dtype: The type of coordinates.
    """

    axis: Axis
    size: int
    scale: float
    dtype: str

    def number(self, value: float) -> Constant:
        """A literal of the type of coordinates."""
        return Constant(float(value), self.dtype)

    def corner(self, number: int) -> Expression:
        """A corner, rounded to a pixel, halves away from zero."""
        scaled = apply("mul", Load(number), self.number(self.scale))
        size = apply("abs", scaled)
        whole = apply("floor", size)
        rest = apply("greater_equal", apply("sub", size, whole), self.number(0.5))
        up = apply("select", rest, self.number(1), self.number(0))
        return apply("mul", apply("add", whole, up), apply("sign", scaled))

    @property
    def width(self) -> Expression:
        """Pixels of a bin, a fraction."""
        pixels = apply("add", apply("sub", self.corner(1), self.corner(0)), self.number(1))
        return apply("div", apply("max", pixels, self.number(1)), self.number(self.axis.extent))

    @property
    def widest(self) -> Expression:
        """No bin has more pixels than this."""
        return apply("add", self.width, self.number(2))

    @property
    def begin(self) -> Expression:
        """The first pixel."""
        place = cast(Index(self.axis.name), self.dtype)
        return self._inside("floor", place)

    @property
    def end(self) -> Expression:
        """The pixel behind the last."""
        place = cast(apply("add", Index(self.axis.name), _integer(1)), self.dtype)
        return self._inside("ceil", place)

    @property
    def some(self) -> Expression:
        """Whether there is a pixel."""
        return apply("less", self.begin, self.end)

    def _inside(self, rounded: str, place: Expression) -> Expression:
        pixel = apply("add", apply(rounded, apply("mul", place, self.width)), self.corner(0))
        return apply("min", apply("max", pixel, self.number(0)), self.number(self.size))


def _tables(operator: Operator, plan: _Plan, regions: View) -> tuple[LoopNest, ...]:
    """The stages that find out which pixels the bins of a region have."""

    def of_region(place: int) -> Access:
        step, inner = regions.strides
        return Access("input1", regions.dtype, ((_REGION, step),), regions.offset + place * inner)

    dtype, scale = computed_type(regions.dtype), scale_of(operator)
    rows = _Bins(plan.axis(_ROW_BIN), plan.image[0], scale, dtype)
    columns = _Bins(plan.axis(_COLUMN_BIN), plan.image[1], scale, dtype)
    tall, wide = (of_region(2), of_region(4)), (of_region(1), of_region(3))
    past = apply("mul", Index(_PASS), _integer(plan.width))
    place = apply("add", columns.begin, cast(apply("add", past, Index(_COLUMN)), dtype))
    last = apply("max", apply("sub", columns.end, columns.number(1)), columns.number(0))
    row = cast(Index(_ROW), dtype)
    inside = apply("and", apply("less_equal", rows.begin, row), apply("less", row, rows.end))
    reached = apply("less", cast(past, dtype), renumber(columns.widest, {0: 2, 1: 3}))
    return (
        plan.fill("images", (of_region(0),), Load(0)),
        plan.fill("tall", tall, rows.some),
        plan.fill("wide", wide, columns.some),
        plan.fill("columns", wide, apply("min", place, last)),
        plan.fill("rows", (*tall, *wide), apply("and", inside, reached)),
    )


def _without_pixels(operator: Operator, plan: _Plan, result: Access, vector: str) -> LoopNest:
    """What a bin has before its first pixel: 0 if it stays without one."""
    dtype = computed_type(operator.output.dtype)
    least = Constant(lowest(operator.output.dtype), dtype)
    some = apply("and", *(apply("greater", Load(i), Constant(0, "int32")) for i in (0, 1)))
    return LoopNest(
        "fill",
        tuple(map(plan.axis, _RESULT)),
        (plan.table("tall"), plan.table("wide")),
        (Store(result, apply("select", some, least, Constant(0.0, dtype))),),
        schedule=LoopSchedule(vector=vector),
    )


def _pixels(x: View) -> Access:
    """Pixels of the image of operand 0, in the column of operand 1."""
    images, channels, rows, columns = x.strides
    where = (Indirect(0, images, x.shape[0]), Indirect(1, columns, x.shape[3]))
    return Access("input0", x.dtype, ((_CHANNEL, channels), (_ROW, rows)), x.offset, indirect=where)


def _maxima(plan: _Plan, pixels: Access, result: Access, vector: str, vectors: int) -> LoopNest:
    """The maxima of what was there and the columns of a row, for each bin that has the row."""
    wide = apply("greater", Load(4), Constant(0, "int32"))
    largest = apply("max", Load(3), Accumulator())
    return LoopNest(
        "maxima",
        tuple(map(plan.axis, (*_RESULT, _PASS, _ROW, _COLUMN))),
        (plan.table("images"), plan.table("columns"), pixels, result, plan.table("wide")),
        (Store(result, apply("select", wide, largest, Load(3))),),
        Reduction("max", (_COLUMN,), Load(2)),
        LoopSchedule(vector=vector, vectors=vectors),
        guard=plan.table("rows"),
    )


def _integer(value: int) -> Constant:
    return Constant(value, "int64")


IMPLEMENTATION = ranked_implementation(
    "max_roi_pool", "MaxRoiPool", _policies, _estimate, _lower, supports=_supports
)
