"""Matrix multiplication of one row that is mostly zeros by constant weights. Rows of weights that a
zero would be multiplied by are not read (`Operator.zeros_expected`); reading weights is what
takes the time.

First the nonzero elements of the row are listed, a part by each thread. Weights are packed as rows
that are an odd number of cache lines long, of panels as wide as the register tile. Then several
listed rows at a time are multiplied and added to sums that stay in the first-level cache; each
thread has its share of the columns. Hardware cannot predict the next row, so software prefetches
it.

Schedule: `vectors` in the width of a panel, `rows` at a time, and how many rows `ahead` to
prefetch. Used by `matmul_nonzero` and `matmul_nonzero_float24`, which differ in `Weights`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.matmul_costs import NonzeroCosts
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import Schedule, decisions
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction import matmul_contraction
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.target.cpu_target import CACHE_LINE, CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Constant, Expression, Index, Load, apply, cast, renumber
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Indirect,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: The values of the decisions.
_VECTORS, _ROWS, _AHEAD = (2, 4, 8), (2, 4, 8), (0, 8, 16)
_SEGMENT, _STEP, _GROUP, _PANEL, _COLUMN = "s", "i", "g", "p", "k"


@dataclass(frozen=True, slots=True)
class Weights:
    """How weights are packed.

    Attributes:
        dtype: Element type of the packed weights.
        elements: Elements for each weight.
        cycles: Cycles to make a vector of float32 of them, from a cost profile.
        read: What is read of a row of a panel, given where it is and its number of columns.
        number: A weight, given the number of the first operand of `read`.
        stores: What packs a weight.
    """

    dtype: str
    elements: int
    cycles: Callable[[NonzeroCosts], float]
    read: Callable[[Access, int], tuple[Access, ...]]
    number: Callable[[int], Expression]
    stores: Callable[[Expression, Access, int], tuple[Store, ...]]

    @property
    def bytes(self) -> int:
        """Bytes of a weight."""
        return self.elements * ITEM_BYTES[self.dtype]


def plain(dtype: str) -> Weights:
    """Weights as they are, of a type that is computed in float32."""
    return Weights(
        dtype,
        1,
        cycles=lambda costs: 0.0 if dtype == "float32" else costs.convert_cycles,
        read=lambda panel, width: (panel,),
        number=Load,
        stores=lambda number, panel, width: (Store(panel, number),),
    )


def fits(operator: Operator) -> bool:
    """Whether an operator is such a matmul."""
    a, b = operator.inputs[:2]
    one = prod(operator.output.shape[:-1]) == 1 and prod(b.shape[:-2]) == 1
    return operator.zeros_expected and one and b.constant and a.dtype == b.dtype


def policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    """All policies, not ranked."""
    for vectors, rows, ahead in product(_VECTORS, _ROWS, _AHEAD):
        yield Policy.of(name, schedule={"vectors": vectors, "rows": rows, "ahead": ahead})


def estimate(weights: Weights, operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds of a policy."""
    schedule = decisions(policy)
    (step,) = matmul_contraction.dense(operator).reduction
    steps, columns = step.extent, operator.output.shape[-1]
    rows, vectors = schedule["rows"], schedule["vectors"]
    count = ceil(columns / (vectors * target.lanes("float32")))
    busiest = ceil(count / target.threads) / count
    costs = profile_of(target).nonzero
    cycles = weights.cycles(costs) + costs.add_cycles + costs.sum_cycles / rows + 1.0 / vectors
    computing = (1 - costs.zero_share) * steps * count * vectors * cycles / cost.frequency(target)
    fetching = (1 - costs.zero_share) * steps * columns * weights.bytes
    fetching /= cost.memory_bandwidth(target, target.threads)
    factor = 1.0 + costs.wide_share * max(0, vectors - costs.usual_vectors)
    factor *= 1.0 if schedule["ahead"] else costs.unprefetched_factor
    listing = costs.list_cycles * steps / _segments(steps, target) / cost.frequency(target)
    listed = (
        cost.transfer_seconds(target, 8.0 * steps) + costs.list_regions * target.speed.fork_join
    )
    return cost.overlapped(target, computing * busiest, factor * fetching) + listing + listed


def lower(
    weights: Weights,
    name: str,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: Schedule,
    target: CpuTarget,
) -> LoweredOperator:
    """The loop nests of a policy."""
    contraction = matmul_contraction.contraction(operator, inputs, output)
    made = _Layout.of(contraction, weights, schedule, target)
    return LoweredOperator(
        (_clear(made), _list(made), _start(made), _multiply(made, name), _finish(made)),
        (_pack(made),),
        (
            Buffer("kept", "float32", made.segments * made.listed),
            Buffer("places", "int32", made.segments * made.listed),
            Buffer("counts", "int32", made.segments * CACHE_LINE),
            Buffer("sums", "float32", made.panels * made.width),
        ),
        (Buffer("packed", weights.dtype, made.row * made.steps),),
    )


def _segments(steps: int, target: CpuTarget) -> int:
    """Segments of the row, which are listed separately."""
    return target.threads if steps % target.threads == 0 else 1


@dataclass(frozen=True, slots=True)
class _Layout:
    """Sizes under a schedule.

    Attributes:
        contraction: The matmul.
        weights: How weights are packed.
        lanes: Floats of a vector.
        steps: Elements of the row.
        segments: Segments of the row.
        listed: Entries that the list of a segment has room for.
        rows: Listed rows of a group, which are multiplied at a time.
        ahead: Rows to prefetch.
        panels: Panels of the columns.
        width: Columns of a panel.
        share: Panels that a thread takes at a time.
        row: Elements of a row of packed weights.
    """

    contraction: Contraction
    weights: Weights
    lanes: int
    steps: int
    segments: int
    listed: int
    rows: int
    ahead: int
    panels: int
    width: int
    share: int
    row: int

    @staticmethod
    def of(
        contraction: Contraction, weights: Weights, schedule: Schedule, target: CpuTarget
    ) -> _Layout:
        """The layout of a schedule."""
        lanes, rows, ahead = target.lanes("float32"), schedule["rows"], schedule["ahead"]
        width = schedule["vectors"] * lanes
        panels = ceil(contraction.column.extent / width)
        steps = contraction.reduction[0].extent
        segments = _segments(steps, target)
        lines = ceil(panels * width * weights.bytes / CACHE_LINE)
        return _Layout(
            contraction,
            weights,
            lanes,
            steps,
            segments,
            _rounded_up(steps // segments + ahead, max(rows, CACHE_LINE // 4)),
            rows,
            ahead,
            panels,
            width,
            ceil(panels / _pieces(contraction, target)),
            (lines | 1) * CACHE_LINE // ITEM_BYTES[weights.dtype],
        )

    @property
    def groups(self) -> int:
        """The most groups of a segment."""
        return ceil(self.steps // self.segments / self.rows)

    @property
    def columns(self) -> tuple[Axis, Axis]:
        """Panels, and the columns of one."""
        return Axis(_PANEL, self.panels), Axis(_COLUMN, self.width)

    @property
    def sums(self) -> Access:
        """The sum of a column."""
        return Access("sums", "float32", ((_PANEL, self.width), (_COLUMN, 1)))

    @property
    def vector(self) -> LoopSchedule:
        """A register tile as wide as a panel."""
        return LoopSchedule(_COLUMN, self.width // self.lanes)

    def of_columns(self, access: Access) -> Access:
        """An access along the columns as one along panels and the columns of one."""
        column = self.contraction.column
        stride = access.stride(column.name)
        strides = [(name, n) for name, n in access.strides if name != column.name]
        strides += [(_PANEL, self.width * stride), (_COLUMN, stride)] if stride else []
        bound = Bound(((_PANEL, self.width), (_COLUMN, 1)), 0, column.extent)
        bounds = (bound,) if stride and column.extent % self.width else ()
        return replace(access, strides=tuple(strides), bounds=bounds)


def _pieces(contraction: Contraction, target: CpuTarget) -> int:
    """Pieces that the columns are cut into, so that the first-level cache holds the sums of one."""
    held = ceil(4 * contraction.column.extent / target.threads / (target.l1 / 2))
    return target.threads * held


def _rounded_up(number: int, multiple: int) -> int:
    return ceil(number / multiple) * multiple


def _clear(made: _Layout) -> Kernel:
    """Empties the lists."""
    segment, place = Axis(_SEGMENT, made.segments), Axis(_STEP, made.listed)
    strides = ((_SEGMENT, made.listed), (_STEP, 1))
    lists = (
        Store(Access("kept", "float32", strides), Constant(0.0)),
        Store(Access("places", "int32", strides), Constant(0, "int32")),
    )
    count = Store(_count(), Constant(0, "int32"))
    nests = (
        LoopNest("clear", (segment, place), (), lists, None, LoopSchedule(_STEP, 1)),
        LoopNest("count", (segment,), (), (count,)),
    )
    return kernel("nonzero_clear", (segment,), (Loop(_SEGMENT, 1),), 1, nests)


def _count() -> Access:
    """The length of the list of a segment, each in a cache line of its own."""
    return Access("counts", "int32", ((_SEGMENT, CACHE_LINE),))


def _list(made: _Layout) -> Kernel:
    """Lists the nonzero elements of the row and their positions, without branches: each element is
    stored at the end of the list, which grows if it is not zero.
    """
    length = made.steps // made.segments
    axes = Axis(_SEGMENT, made.segments), Axis(_STEP, length)
    count, stride = _count(), made.contraction.a.stride(made.contraction.reduction[0].name)
    element = replace(
        made.contraction.a, strides=((_SEGMENT, length * stride), (_STEP, stride)), bounds=()
    )
    place = (Indirect(0, 1, made.listed),)
    here = apply("mul", Index(_SEGMENT), Constant(length, "int64"))
    row = cast(apply("add", here, Index(_STEP)), "int32")
    found = cast(apply("not_equal", Load(1), Constant(0.0)), "int32")
    segment = ((_SEGMENT, made.listed),)
    stores = (
        Store(Access("kept", "float32", segment, indirect=place), Load(1)),
        Store(Access("places", "int32", segment, indirect=place), row),
        Store(count, apply("add", Load(0), found)),
    )
    loops = Loop(_SEGMENT, 1), Loop(_STEP, 1)
    return kernel(
        "nonzero_list", axes, loops, 1, (LoopNest("list", axes, (count, element), stores),)
    )


def _start(made: _Layout) -> Kernel:
    """Clears the sums."""
    store = Store(made.sums, Constant(0.0))
    nest = LoopNest("start", made.columns, (), (store,), None, made.vector)
    return _over_shares("nonzero_start", made, nest)


def _over_shares(name: str, made: _Layout, nest: LoopNest, *inside: Loop) -> Kernel:
    """A loop nest for each thread's share of the columns."""
    loops = Loop(_PANEL, made.share), *inside
    return kernel(name, nest.axes, loops, 1, (nest,))


def _multiply(made: _Layout, name: str) -> Kernel:
    """Adds the products of the listed rows to the sums, a group at a time."""
    segment, group = Axis(_SEGMENT, made.segments), Axis(_GROUP, made.groups)
    strides = ((_SEGMENT, made.listed), (_GROUP, made.rows))
    operands: list[Access] = [made.sums]
    ahead: list[int] = []
    total: Expression | None = None
    for number in range(made.rows):
        row = len(operands)
        operands += [
            Access("kept", "float32", strides, number),
            Access("places", "int32", strides, number),
        ]
        operands += made.weights.read(_row(made, row + 1), made.width)
        factors = Load(row), made.weights.number(row + 2)
        total = apply("mul", *factors) if total is None else apply("fma", *factors, total)
        if made.ahead:
            later = Access("places", "int32", strides, number + made.ahead)
            operands.append(later)
            fetched = made.weights.read(_row(made, len(operands) - 1), made.width)
            ahead += range(len(operands), len(operands) + len(fetched))
            operands += fetched
    assert total is not None
    add = LoopNest(
        "add",
        (segment, group, *made.columns),
        tuple(operands),
        (Store(made.sums, apply("add", Load(0), total)),),
        None,
        made.vector,
        guard=Access("kept", "int32", strides),
        prefetched_operands=tuple(ahead),
    )
    return _over_shares(name, made, add, Loop(_SEGMENT, 1), Loop(_GROUP, 1))


def _row(made: _Layout, place: int) -> Access:
    """A panel of the row of weights whose number an operand holds."""
    indirect = (Indirect(place, made.row, made.steps),)
    panel = made.width * made.weights.elements
    strides = (_PANEL, panel), (_COLUMN, 1)
    return Access("packed", made.weights.dtype, strides, indirect=indirect)


def _finish(made: _Layout) -> Kernel:
    """The epilogue of the sums."""
    contraction = made.contraction
    extras = tuple(made.of_columns(access) for access in contraction.extras)
    numbers = {2 + number: 1 + number for number in range(len(extras))}
    value = renumber(contraction.epilogue, numbers, Load(0))
    store = Store(made.of_columns(contraction.output), value)
    nest = LoopNest("finish", made.columns, (made.sums, *extras), (store,), None, made.vector)
    return _over_shares("nonzero_finish", made, nest)


def _pack(made: _Layout) -> Kernel:
    """Copies the weights into rows of panels."""
    step = made.contraction.reduction[0]
    source = made.of_columns(made.contraction.b)
    strides = (step.name, made.row), (_PANEL, made.width * made.weights.elements), (_COLUMN, 1)
    destination = Access("packed", made.weights.dtype, strides)
    stores = made.weights.stores(Load(0), destination, made.width)
    axes = (step, *made.columns)
    schedule = LoopSchedule(_COLUMN, 1)
    nest = LoopNest("pack", axes, (source,), stores, None, schedule)
    return kernel("nonzero_pack", axes, (Loop(step.name, 1), Loop(_PANEL, 1)), 2, (nest,))
