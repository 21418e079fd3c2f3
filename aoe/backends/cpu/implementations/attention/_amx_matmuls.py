"""The two matmuls of attention by AMX instructions: where their operands are, and how those that
are packed are packed. `attention_amx.py` has the kernel around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.dot_instructions import Grouping
from aoe.backends.cpu.lowering.amx import amx_contraction
from aoe.backends.cpu.lowering.amx.amx_contraction import ROWS
from aoe.backends.cpu.lowering.contraction import panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.lowering.contraction.matmul_contraction import broadcast_access
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.reduced_precision import split_terms
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Accumulator, Load, apply, loads, renumber
from aoe.loops.loop_nest import Access, Axis, Bound, Buffer, Kernel, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention.attention import scores_of, scores_shape

#: Shapes of register tiles: tile registers of rows by vectors of columns.
REGISTERS = {1: 4, 2: 2}


@dataclass(frozen=True, slots=True)
class Product:
    """A matmul over panels under a schedule. The rows `m` of a block are in scratch.

    Attributes:
        contraction: The matmul.
        schedule: Its schedule.
        packed: What the panels are packed from. Its axis `c` is the reduction.
        panels: The layout of the panels.
        steps: Steps of the reduction, without padding.
        grouping: The operands of the instruction.
    """

    contraction: Contraction
    schedule: Schedule
    packed: Access
    panels: Panels
    steps: int
    grouping: Grouping

    @property
    def padded_steps(self) -> int:
        """Steps of the reduction, with padding."""
        return self.grouping.size * self.panels.steps

    @property
    def row(self) -> Access:
        """One term of the numbers of a row, contiguous along `c`."""
        strides = (("m", _spread(self.padded_steps, self.grouping)), ("c", 1))
        return Access(self.contraction.a.buffer, self.grouping.raw_a, strides)

    @property
    def term_stride(self) -> int:
        """Elements from one term of a block's rows to the next."""
        return self.schedule.block * self.row.stride("m")

    @property
    def row_buffer(self) -> Buffer:
        """The scratch of a block's rows."""
        return Buffer(self.row.buffer, self.row.dtype, self.grouping.terms * self.term_stride)

    @property
    def packed_buffer(self) -> Buffer:
        """The buffer of the panels."""
        return Buffer(self.contraction.b.buffer, "int32", self.panels.elements)

    def columns(self, target: CpuTarget) -> int:
        """Columns padded to whole panels."""
        width = self.schedule.vectors * target.lanes("float32")
        return ceil(self.contraction.column.extent / width) * width


def batch_axes(operator: Operator) -> tuple[Axis, ...]:
    """The axes that select a head."""
    shape = operator.output.shape[:-2]
    return tuple(Axis(f"b{number}", extent) for number, extent in enumerate(shape))


def per_query(name: str) -> Access:
    """Scratch of a number for each query of a block."""
    return Access(name, "float32", (("m", 1),))


def scores_product(
    operator: Operator,
    inputs: Sequence[View],
    grouping: Grouping,
    block: int,
    vectors: int,
    target: CpuTarget,
) -> Product:
    """Queries by keys (column `n`). Its epilogue gives the scores."""
    *_, keys = scores_shape(operator)
    made = _product(operator, inputs, grouping, 1, Axis("n", keys), "queries")
    expression = scores_of(operator)
    masks = loads(expression)
    contraction = replace(
        made,
        extras=tuple(_read(operator, inputs, number, "m", "n") for number in masks),
        epilogue=renumber(expression, {number: n for n, number in enumerate(masks, start=2)}),
    )
    return _over_panels(contraction, grouping, "keys", block, vectors, target)


def results_product(
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    grouping: Grouping,
    block: int,
    vectors: int,
    target: CpuTarget,
) -> Product:
    """Exponentials by values (column `e`). Its epilogue scales the sums and continues."""
    column = Axis("e", operator.output.shape[-1])
    made = _product(operator, inputs, grouping, 2, column, "powers")
    rest = range(operator.anchor_inputs, len(inputs))
    extras = (_read(operator, inputs, number, "m", "e") for number in rest)
    names = [axis.name for axis in batch_axes(operator)]
    contraction = replace(
        made,
        extras=(per_query("scale"), *extras),
        output=broadcast_access(output, "output0", [*names, "m", "e"]),
        epilogue=renumber(
            operator.epilogue,
            {number: n for n, number in enumerate(rest, start=3)},
            apply("mul", Accumulator(), Load(2)),
        ),
    )
    return _over_panels(contraction, grouping, "values", block, vectors, target)


def _read(operator: Operator, inputs: Sequence[View], number: int, *own: str) -> Access:
    names = [axis.name for axis in batch_axes(operator)]
    return broadcast_access(inputs[number], f"input{number}", [*names, *own])


def _product(
    operator: Operator,
    inputs: Sequence[View],
    grouping: Grouping,
    number: int,
    column: Axis,
    rows: str,
) -> Contraction:
    """The matmul of rows in the buffer `rows` by input `number`, not packed yet."""
    *_, queries, _ = scores_shape(operator)
    steps = inputs[number].shape[-2]
    return Contraction(
        batch=batch_axes(operator),
        rows=(Axis("m", queries),),
        column=column,
        reduction=(Axis("c", steps),),
        a=Access(rows, grouping.raw_a, (("m", 1), ("c", 1))),
        b=_read(operator, inputs, number, "c", column.name),
        extras=(),
        output=Access("", "float32", ()),
        epilogue=Accumulator(),
    )


def _over_panels(
    contraction: Contraction,
    grouping: Grouping,
    packed: str,
    block: int,
    vectors: int,
    target: CpuTarget,
) -> Product:
    """The matmul of blocks, over panels of `vectors` vectors in the buffer `packed`."""
    width, b, (summed,) = vectors * target.lanes("float32"), contraction.b, contraction.reduction
    padded_steps = _filled(summed.extent, grouping)
    stride = _spread(padded_steps, grouping)
    filled = replace(
        contraction,
        reduction=(replace(summed, extent=padded_steps),),
        a=replace(contraction.a, strides=(("m", stride), ("c", 1))),
    )
    grouped = dot_instructions.grouped(filled, grouping, width, packed, block * stride)
    batch = tuple(axis for axis in contraction.batch if b.stride(axis.name))
    layout = replace(Panels.of(grouped, width, grouping.terms), batch=batch)
    grouped = replace(grouped, b=layout.read(packed, "int32", contraction.column.name))
    tile = (1, ceil(block / ceil(block / (ROWS * REGISTERS[vectors]))))
    unroll = amx_contraction.largest_divisor(layout.steps)
    schedule = Schedule(tile, vectors, unroll, block, layout.steps, 0, "rows")
    return Product(grouped, schedule, b, layout, summed.extent, grouping)


def _filled(steps: int, grouping: Grouping) -> int:
    """Steps padded to full instructions, if there are several."""
    most = grouping.size * grouping.most
    return grouping.filled(steps) if steps <= most else ceil(steps / most) * most


def _spread(padded_steps: int, grouping: Grouping) -> int:
    """Elements from one row to the next, whose groups are four-byte words."""
    return grouping.size * conflict_avoiding_stride(padded_steps // grouping.size)


def pack_kernel(product: Product) -> Kernel:
    """Fills the panels: two steps side by side in a word, for each term of the numbers."""
    b, layout, size = product.packed, product.panels, product.grouping.size
    source = panels.unpacked(b, product.contraction.column.name, layout)
    strides = {**dict(source.strides), "c": size * b.stride("c")}
    neighbours = []
    for place in range(size):
        bounds = source.bounds
        if product.padded_steps > product.steps:
            bounds = (*bounds, Bound((("c", size),), place, product.steps))
        offset = source.offset + place * b.stride("c")
        read = replace(source, strides=tuple(strides.items()), offset=offset, bounds=bounds)
        neighbours.append(read)
    destination = Access(product.packed_buffer.name, "int32", tuple(layout.strides.items()))
    stores = tuple(
        Store(replace(destination, offset=part * layout.width), pair)
        for part, pair in enumerate(split_terms.pairs_of(Load(0), Load(1), product.grouping.terms))
    )
    nest = LoopNest("pack", layout.axes, tuple(neighbours), stores, None, LoopSchedule("k", 1))
    return panels.pack_kernel(nest)
