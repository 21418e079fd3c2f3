"""Strassen's algorithm: its combinations and its loop nests.

Both operands are cut into quadrants. Seven products of sums of quadrants replace eight products of
quadrants. The steps are: sum the quadrants of a, one matrix multiplication for each sum, combine
the products and apply the epilogue. The sums of a constant b are computed once, when a model is
loaded. Those of another b are computed in each run, a panel of columns at a time. Policies and
kernels: `matmul_strassen` and `matmul_strassen_panels` of
`aoe.backends.cpu.implementations.matmul`.

Source: Strassen, "Gaussian Elimination is not Optimal", Numerische Mathematik 13, 1969.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, prod

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction import matmul_contraction
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.loops.expression import Accumulator, Expression, Load, apply, cast, substitute
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Store,
)
from aoe.operators.operator import Operator, View

Matrix = tuple[tuple[int, ...], ...]

#: The quadrants 11, 12, 21, 22 of a and of b that each product takes, and the products that each
#: quadrant of the result takes.
_OF_A: Matrix = (
    (1, 0, 0, 1), (0, 0, 1, 1), (1, 0, 0, 0), (0, 0, 0, 1), (1, 1, 0, 0), (-1, 0, 1, 0),
    (0, 1, 0, -1),
)  # fmt: skip
_OF_B: Matrix = (
    (1, 0, 0, 1), (1, 0, 0, 0), (0, 1, 0, -1), (-1, 0, 1, 0), (0, 0, 0, 1), (1, 1, 0, 0),
    (0, 0, 1, 1),
)  # fmt: skip
_OF_PRODUCTS: Matrix = (
    (1, 0, 0, 1, -1, 0, 1),
    (0, 0, 1, 0, 1, 0, 0),
    (0, 1, 0, 1, 0, 0, 0),
    (1, -1, 1, 0, 0, 1, 0),
)

#: Rows, steps and columns of quadrants. Sums of smaller ones cost more than the saved product.
_LEAST = (8, 64, 64)
#: Products of sums of quadrants.
PRODUCTS = len(_OF_A)
#: Row and column of the quadrants 11, 12, 21, 22.
QUADRANTS = ((0, 0), (0, 1), (1, 0), (1, 1))


@dataclass(frozen=True, slots=True)
class Cut:
    """A matrix multiplication of `rows` × `steps` by `steps` × `columns`, whose operands are cut
    into quadrants.

    Attributes:
        around: Axes of further rows, which are not cut.
        rows: Rows of the first operand along the axis that is cut.
        steps: Steps of the reduction.
        columns: Columns of the second operand.
    """

    around: tuple[Axis, ...]
    rows: int
    steps: int
    columns: int

    @property
    def block(self) -> tuple[int, int, int]:
        """Rows, steps and columns of a quadrant. The last quadrants are padded with zeros."""
        return ceil(self.rows / 2), self.steps // 2, ceil(self.columns / 2)

    @property
    def axes(self) -> tuple[Axis, Axis, Axis, Axis]:
        """Product, row, step and column of the products."""
        rows, steps, columns = self.block
        return Axis("q", PRODUCTS), Axis("m", rows), Axis("c", steps), Axis("k", columns)


def whole_of(operator: Operator) -> Contraction:
    """The contraction of a matrix multiplication that is cut, over dense operands."""
    dense = [View.dense(operand) for operand in operator.inputs]
    return matmul_contraction.dimensioned(operator, dense, View.dense(operator.output))


def cut_of(whole: Contraction) -> Cut:
    """How a contraction is cut."""
    *others, row = whole.rows
    around = tuple(axis for axis in others if axis.extent > 1)
    return Cut(around, row.extent, whole.reduction[0].extent, whole.column.extent)


def can_cut(operator: Operator) -> bool:
    """Whether the quadrants of a matrix multiplication are large enough, whatever b is."""
    a, b = operator.inputs[:2]
    if not a.dtype == b.dtype == operator.output.dtype == "float32":
        return False
    whole = whole_of(operator)
    cut = cut_of(whole)
    large = all(size >= least for size, least in zip(cut.block, _LEAST, strict=True))
    return large and not whole.batch and cut.steps % 2 == 0


def _combined(matrix: Matrix, values: Sequence[Expression]) -> list[Expression]:
    """matrix · values."""
    return [_signed_sum(row, values) for row in matrix]


def _signed_sum(signs: Sequence[int], values: Sequence[Expression]) -> Expression:
    pairs = list(zip(signs, values, strict=True))
    added = [value for sign, value in pairs if sign > 0]
    total = added[0]
    for value in added[1:]:
        total = apply("add", total, value)
    for value in (value for sign, value in pairs if sign < 0):
        total = apply("sub", total, value)
    return total


def sums_access(cut: Cut, rows_inside: bool = False) -> Access:
    """The sums of a's quadrants, [around…][product][row][step], in a temporary. `rows_inside`:
    whether rows are innermost instead of steps.
    """
    rows, steps, _ = cut.block
    (inner, extent), (outer, count) = (("c", steps), ("m", rows))[:: -1 if rows_inside else 1]
    pitch = conflict_avoiding_stride(extent)
    product = conflict_avoiding_stride(count * pitch)
    strides = [(inner, 1), (outer, pitch), ("q", product)]
    step = PRODUCTS * product
    for axis in reversed(cut.around):
        strides.append((axis.name, step))
        step *= axis.extent
    return Access("sums", "float32", tuple(strides))


def products_access(cut: Cut, rows: int, columns: int, together: bool = False) -> Access:
    """The products of so many rows and columns, [product][row][column].

    Args:
        cut: The multiplication.
        rows: Rows.
        columns: Columns.
        together: Whether it has the products at all coordinates of the outer axes, not of one.

    Returns:
        The access.
    """
    product = conflict_avoiding_stride(rows * columns)
    strides = [("q", product), ("m", columns), ("k", 1)]
    step = PRODUCTS * product
    for axis in reversed(cut.around if together else ()):
        strides.append((axis.name, step))
        step *= axis.extent
    return Access("products", "float32", tuple(strides))


def around_of(cut: Cut) -> int:
    """Coordinates of the outer axes."""
    return prod(axis.extent for axis in cut.around)


def product_of(cut: Cut, destination: Access, rows_inside: bool = False) -> Contraction:
    """The products of sums at one coordinate of the outer axes. b exists as panels only.
    `rows_inside` as for `sums_access`.
    """
    product, row, step, column = cut.axes
    return Contraction(
        batch=(product,),
        rows=(row,),
        column=column,
        reduction=(step,),
        a=sums_access(cut, rows_inside),
        b=Access("packed", "float32", ()),
        extras=(),
        output=destination,
        epilogue=Accumulator(),
    )


def sums_kernel(cut: Cut, a: Access, rows_inside: bool = False) -> Kernel:
    """Sums the quadrants of a, for all products. `rows_inside` as for `sums_access`."""
    _, row, step, _ = cut.axes
    rows, steps, _ = cut.block
    operands = [_block(cut, a, ("m", rows, i, cut.rows), ("c", steps, j, cut.steps))
                for i, j in QUADRANTS]  # fmt: skip
    values = _combined(_OF_A, [Load(number) for number in range(len(operands))])
    destination = sums_access(cut, rows_inside)
    stores = tuple(Store(_at(destination, q), value) for q, value in enumerate(values))
    outer, inner = (step, row) if rows_inside else (row, step)
    axes = (*cut.around, outer)
    schedule = LoopSchedule(inner.name)
    nest = LoopNest("sums", (*axes, inner), tuple(operands), stores, None, schedule)
    loops = tuple(Loop(axis.name, 1) for axis in axes)
    return Kernel("sums", axes, loops, len(loops), (nest,), (a.buffer, "sums"))


def result_nest(cut: Cut, whole: Contraction, source: Access) -> LoopNest:
    """Combines the products to quadrants of the result and applies the epilogue."""
    _, row, _, column = cut.axes
    rows, _, columns = cut.block
    operands = [_at(source, number) for number in range(PRODUCTS)]
    values = _combined(_OF_PRODUCTS, [Load(q) for q in range(PRODUCTS)])
    stores = []
    for (i, j), value in zip(QUADRANTS, values, strict=True):
        sides = ("m", rows, i, cut.rows), ("k", columns, j, cut.columns)
        first = len(operands) - 2  # an epilogue counts the product's operands, a and b, too
        operands += [_block(cut, access, *sides) for access in whole.extras]
        result = _with_value(whole.epilogue, value, first)
        stores.append(Store(_block(cut, whole.output, *sides), result))
    return LoopNest(
        "result",
        (*cut.around, row, column),
        tuple(operands),
        tuple(stores),
        None,
        LoopSchedule("k"),
    )


def _with_value(epilogue: Expression, value: Expression, first: int) -> Expression:
    def replacement(node: Expression) -> Expression | None:
        if isinstance(node, Accumulator):
            return value
        return Load(first + node.operand) if isinstance(node, Load) else None

    return substitute(epilogue, replacement)


def _at(access: Access, product: int) -> Access:
    """The access of one product, for loop nests that name each of them."""
    strides = tuple(term for term in access.strides if term[0] != "q")
    return replace(access, strides=strides, offset=product * access.stride("q"))


def _block(cut: Cut, access: Access, *sides: tuple[str, int, int, int]) -> Access:
    """The access within one quadrant. Each side gives its axis, the size of a quadrant, the number
    of this quadrant and the size of the whole.
    """
    bounds = tuple(
        Bound(((axis, 1),), number * size, whole)
        for axis, size, number, whole in sides
        if (number + 1) * size > whole and access.stride(axis)
    )
    offset = sum(number * size * access.stride(axis) for axis, size, number, _ in sides)
    return replace(access, offset=access.offset + offset, bounds=bounds)


def pack_kernel(cut: Cut, b: Access, panels: Panels) -> Kernel:
    """Sums the quadrants of b, in float64, and stores them as panels."""
    _, steps, columns = cut.block
    width, depth = panels.width, panels.reduction[-1].extent
    axes = tuple(axis for axis in panels.axes if axis.name != "q")
    along = {"p": width * b.stride("k"), "k": b.stride("k"), "d": depth * b.stride("c")}
    along["c"] = b.stride("c")
    strides = tuple((axis.name, along[axis.name]) for axis in axes)
    operands = []
    for i, j in QUADRANTS:
        first = j * columns
        end = min(cut.columns, first + columns)
        bounds: tuple[Bound, ...] = ()
        if ceil(columns / width) * width > end - first:
            bounds = (Bound((("p", width), ("k", 1)), 0, max(0, end - first)),)
        offset = b.offset + i * steps * b.stride("c") + first * b.stride("k")
        operands.append(replace(b, strides=strides, offset=offset, bounds=bounds))
    taps = [cast(Load(number), "float64") for number in range(len(operands))]
    values = _combined(_OF_B, taps)
    places = panels.strides
    destination = tuple((axis.name, places[axis.name]) for axis in axes)
    stores = tuple(
        Store(Access("packed", "float32", destination, q * places["q"]), cast(value, "float32"))
        for q, value in enumerate(values)
    )
    nest = LoopNest("sums", axes, tuple(operands), stores, None, LoopSchedule("k"))
    outer = tuple(Loop(axis.name, 1) for axis in axes[:-1])
    return Kernel("sums", axes[:-1], outer, len(outer), (nest,), (b.buffer, "packed"))


@dataclass(frozen=True, slots=True)
class HeldSums:
    """Sums of b's quadrants in a thread's scratch: a panel of columns, some steps.

    Attributes:
        depth: Steps.
        vectors: Vectors of columns.
        lanes: Elements of a vector.
    """

    depth: int
    vectors: int
    lanes: int

    @property
    def width(self) -> int:
        """Columns."""
        return self.vectors * self.lanes

    @property
    def access(self) -> Access:
        """The sums by products "q", steps "c" and columns "k"."""
        product = conflict_avoiding_stride(self.depth * self.width)
        return Access("packed", "float32", (("q", product), ("c", self.width), ("k", 1)))

    @property
    def quadrants(self) -> Access:
        """The quadrants that they are made from, if the columns of b are far apart."""
        return replace(self.access, buffer="quadrants")

    def scratch(self, b: Access) -> tuple[Buffer, ...]:
        """The buffers of a thread."""
        buffers = [Buffer("packed", "float32", PRODUCTS * self.access.stride("q"))]
        if b.stride("k") != 1:
            size = len(QUADRANTS) * self.quadrants.stride("q")
            buffers.append(Buffer("quadrants", "float32", size))
        return tuple(buffers)


def held_sums_nests(
    cut: Cut, b: Access, held: HeldSums, slices: tuple[Axis, ...]
) -> tuple[LoopNest, ...]:
    """The loop nests that sum b's quadrants, in a kernel that goes over the columns, a panel a
    step. Columns that are far apart are transposed first.

    Args:
        cut: The multiplication.
        b: The operand.
        held: What is summed at a time.
        slices: The axis of slices of `held.depth` steps, if there are several.

    Returns:
        The loop nests.
    """
    _, steps, columns = cut.block
    axes = (*slices, Axis("c", held.depth), Axis("k", columns))
    along = [(axis.name, held.depth * b.stride("c")) for axis in slices]
    read = replace(b, strides=(*along, ("c", b.stride("c")), ("k", b.stride("k"))))
    sides = [(("c", steps, i, cut.steps), ("k", columns, j, cut.columns)) for i, j in QUADRANTS]
    quadrants = operands = [_block(cut, read, *pair) for pair in sides]
    nests = []
    if b.stride("k") != 1:
        operands = [_at(held.quadrants, number) for number in range(len(quadrants))]
        tile = (("c", min(held.lanes, held.depth)),) if b.stride("c") == 1 else ()
        schedule = LoopSchedule("k", held.vectors, tile)
        for quadrant, operand in zip(quadrants, operands, strict=True):
            store = Store(operand, Load(0))
            nests.append(LoopNest("transpose", axes, (quadrant,), (store,), None, schedule))
    values = _combined(_OF_B, [Load(number) for number in range(len(operands))])
    stores = tuple(Store(_at(held.access, q), value) for q, value in enumerate(values))
    last = LoopNest("sums_of_b", axes, tuple(operands), stores, None, LoopSchedule("k"))
    return (*nests, last)
