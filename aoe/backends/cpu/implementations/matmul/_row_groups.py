"""Rows in groups that data decide, cut into blocks of rows of one group each. How many blocks a
group has is known when the operator runs; how many there are at most, before.

Tables say of each block which group it is of and which rows it has. A block that a group does not
fill has the group's last row several times. Loop nests go over all blocks that there may be, and
`LoopNest.guard` leaves out those that there are not. Blocks of one group follow one another
(MegaBlocks, Gale et al., MLSys 2023, has such blocks on GPUs).

Used by `grouped_matmul` and `grouped_matmul_sums`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.target.cpu_target import CACHE_LINE
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Accumulator, Constant, Expression, Index, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Indirect,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.matmul.grouped_matmul import row_count

#: Numbers of rows in a block: powers of two, by which numbers of rows are divided.
BLOCKS = (8, 16, 32, 64)
#: Axes: blocks, rows of a block, groups (with their end, and those before), and all rows.
BLOCK, ROW, _GROUP, _BEFORE, _PLACE = "b", "r", "g", "h", "s"


@dataclass(frozen=True, slots=True)
class RowGroups:
    """Groups of rows in blocks.

    Attributes:
        rows: Rows of all groups, and those behind the last one.
        groups: How many groups there are.
        size: Rows of a block.
    """

    rows: int
    groups: int
    size: int

    @staticmethod
    def of(operator: Operator, size: int) -> RowGroups:
        """The groups of a grouped matmul in blocks of so many rows."""
        return RowGroups(row_count(operator), operator.inputs[2].shape[0], size)

    @property
    def most(self) -> int:
        """The most blocks that there may be."""
        return min(self.rows, (self.rows + self.groups * (self.size - 1)) // self.size)

    @property
    def usual(self) -> int:
        """About as many blocks as there usually are: groups end in the middle of one."""
        return min(self.most, (self.rows + self.groups * self.size // 2) // self.size)

    @property
    def blocks(self) -> Axis:
        """All blocks that there may be."""
        return Axis(BLOCK, self.most)

    @property
    def block(self) -> Axis:
        """The rows of a block."""
        return Axis(ROW, self.size)

    # What tables say, as accesses.

    def group(self) -> Access:
        """The group of a block."""
        return _number("groups", BLOCK)

    def row(self) -> Access:
        """The number of a row of a block."""
        return Access("rows", "int32", ((BLOCK, self.size), (ROW, 1)))

    def is_used(self) -> Access:
        """Whether there is such a block."""
        return _number("used", BLOCK)

    def is_first(self) -> Access:
        """Whether it is the first block of its group."""
        return _number("first", BLOCK)

    def is_later(self) -> Access:
        """Whether it is another block of its group."""
        return _number("later", BLOCK)

    def is_filled(self, axis: str) -> Access:
        """Whether a group has rows."""
        return _number("filled", axis)

    def is_empty(self, axis: str) -> Access:
        """Whether a group has no rows."""
        return _number("empty", axis)

    def is_behind(self, axis: str) -> Access:
        """Whether a row is behind the last group."""
        return _number("behind", axis)

    @property
    def tables(self) -> tuple[Buffer, ...]:
        """The buffers of the tables."""
        of_groups, of_blocks = ("filled", "empty"), ("groups", "starts", "stops", "used")
        return (
            *(Buffer(name, "int32", self.groups + 1) for name in ("bounds", "firsts")),
            *(Buffer(name, "int32", self.groups) for name in of_groups),
            *(Buffer(name, "int32", self.most) for name in (*of_blocks, "first", "later")),
            Buffer("rows", "int32", self.most * self.size),
            Buffer("behind", "int32", self.rows),
        )

    def listing(self, ends: View) -> Kernel:
        """Writes the tables. `ends`: input 2 of the operator."""
        nests = (*self._of_groups(ends), *self._of_blocks(), self._behind())
        return kernel("row_groups", (), (), 0, nests)

    def _of_groups(self, ends: View) -> tuple[LoopNest, ...]:
        """Where groups begin, in rows and in blocks, and which are empty."""
        group, before = Axis(_GROUP, self.groups + 1), Axis(_BEFORE, self.groups)
        is_before = apply("less", Index(_BEFORE), Index(_GROUP))
        given = Access("input2", ends.dtype, ((_BEFORE, ends.strides[0]),), ends.offset)
        end = apply("max", Load(0), Constant(0, ends.dtype))
        end = cast(apply("min", end, Constant(self.rows, ends.dtype)), "int32")
        start, stop = _number("bounds", _BEFORE), _number("bounds", _BEFORE, 1)
        steps = self.size.bit_length() - 1
        count = apply("add", apply("sub", Load(1), Load(0)), _int32(self.size - 1))
        count = apply("shift_right", count, _int32(steps))
        is_filled = apply("greater", Load(1), Load(0))

        def total(name: str, combine: str, element: Expression, *read: Access) -> LoopNest:
            chosen = apply("select", is_before, element, _int32(0))
            store = Store(_number(name, _GROUP), Accumulator())
            reduction = Reduction(combine, (_BEFORE,), chosen)
            return LoopNest(
                name, (group, before), read, (store,), reduction, LoopSchedule(_GROUP, 1)
            )

        emptiness = (
            Store(self.is_filled(_BEFORE), _flag(is_filled)),
            Store(self.is_empty(_BEFORE), _flag(apply("not", is_filled))),
        )
        return (
            total("bounds", "max", end, given),
            total("firsts", "sum", count, start, stop),
            LoopNest("filled", (before,), (start, stop), emptiness),
        )

    def _of_blocks(self) -> tuple[LoopNest, ...]:
        """The group of each block, and its rows."""
        before, place = Axis(_BEFORE, self.groups), cast(Index(BLOCK), "int32")
        is_done = _flag(apply("less_equal", Load(0), place))
        groups = LoopNest(
            "groups",
            (self.blocks, before),
            (_number("firsts", _BEFORE, 1),),
            (Store(self.group(), Accumulator()),),
            Reduction("sum", (_BEFORE,), is_done),
            LoopSchedule(BLOCK, 1),
        )
        here = (Indirect(0, 1, self.groups),)
        read = (
            self.group(),
            Access("bounds", "int32", (), 0, indirect=here),
            Access("bounds", "int32", (), 1, indirect=here),
            Access("firsts", "int32", (), 0, indirect=here),
            Access("firsts", "int32", (), self.groups),
        )
        behind = apply("mul", apply("sub", place, Load(3)), _int32(self.size))
        is_used = apply("less", place, Load(4))
        is_first = apply("equal", place, Load(3))
        stores = (
            Store(_number("starts", BLOCK), apply("add", Load(1), behind)),
            Store(_number("stops", BLOCK), Load(2)),
            Store(self.is_used(), _flag(is_used)),
            Store(self.is_first(), _flag(apply("and", is_used, is_first))),
            Store(self.is_later(), _flag(apply("and", is_used, apply("not", is_first)))),
        )
        row = apply("add", Load(0), cast(Index(ROW), "int32"))
        last = apply("sub", Load(1), _int32(1))
        rows = LoopNest(
            "rows",
            (self.blocks, self.block),
            (_number("starts", BLOCK), _number("stops", BLOCK)),
            (Store(self.row(), apply("min", row, last)),),
            None,
            LoopSchedule(ROW, 1),
        )
        return groups, LoopNest("blocks", (self.blocks,), read, stores), rows

    def _behind(self) -> LoopNest:
        end = Access("bounds", "int32", (), self.groups)
        found = _flag(apply("greater_equal", cast(Index(_PLACE), "int32"), Load(0)))
        store = Store(self.is_behind(_PLACE), found)
        schedule = LoopSchedule(_PLACE, 1)
        return LoopNest("behind", (Axis(_PLACE, self.rows),), (end,), (store,), None, schedule)

    def gathering(
        self, source: Access, stored: Access, axes: tuple[Axis, ...], row_stride: int, zeros: bool
    ) -> LoopNest:
        """Copies the rows of a block.

        Args:
            source: Where row 0 of the operand lies.
            stored: Where a row of the block goes.
            axes: The axes of a row, the last one vectorised.
            row_stride: The distance of the operand's rows.
            zeros: Whether rows beyond the group's last one are zeros, and not that row.
        """
        chosen = Indirect(1, row_stride, self.rows)
        element: Expression = Load(0)
        if zeros:
            row = apply("add", Load(2), cast(Index(ROW), "int32"))
            element = apply(
                "select", apply("less", row, Load(3)), Load(0), Constant(0, source.dtype)
            )
        beside = (_number("starts", BLOCK), _number("stops", BLOCK)) if zeros else ()
        return LoopNest(
            "gather",
            (self.blocks, self.block, *axes),
            (_through(source, chosen), self.row(), *beside),
            (Store(stored, element),),
            None,
            LoopSchedule(axes[-1].name, 2),
            guard=self.is_used(),
        )


def clearing(output: View, names: Sequence[str], guard: Access, parallel: int) -> Kernel:
    """Writes zeros to rows or results that no group writes.

    Args:
        output: The output.
        names: The names of its axes; threads share the first.
        guard: Which coordinates of the first axis are cleared.
        parallel: Whether threads share the work.

    Returns:
        The kernel.
    """
    axes = tuple(Axis(name, extent) for name, extent in zip(names, output.shape, strict=True))
    strides = tuple(zip(names, output.strides, strict=True))
    result = Access("output0", output.dtype, strides, output.offset)
    nest = LoopNest(
        "clear", axes, (), (Store(result, Constant(0, output.dtype)),), None,
        LoopSchedule(names[-1], 1), guard=guard,
    )  # fmt: skip
    return kernel("grouped_clear", axes, (Loop(names[0], 1),), parallel, (nest,))


def padded(length: int, dtype: str) -> int:
    """The distance of rows of so many elements that lie in different sets of a cache."""
    line = CACHE_LINE // ITEM_BYTES[dtype]
    return (-(-length // line) | 1) * line


def _through(access: Access, chosen: Indirect) -> Access:
    return Access(
        access.buffer, access.dtype, access.strides, access.offset, access.bounds, access.fill,
        (chosen,),
    )  # fmt: skip


def _number(name: str, axis: str, offset: int = 0) -> Access:
    return Access(name, "int32", ((axis, 1),), offset)


def _int32(value: int) -> Constant:
    return Constant(value, "int32")


def _flag(condition: Expression) -> Expression:
    return cast(condition, "int32")
