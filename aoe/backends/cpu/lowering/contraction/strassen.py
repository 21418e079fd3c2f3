"""Strassen's algorithm with a constant right operand: its combinations and its loop nests.

Both operands are cut into quadrants. Seven products of sums of quadrants replace eight products of
quadrants. The steps are: sum the quadrants of a, one matrix multiplication for each sum, combine
the products and apply the epilogue. The sums of b are computed once, when a model is loaded, in
float64. Policies and kernels: `aoe.backends.cpu.implementations.matmul.matmul_strassen`.

Source: Strassen, "Gaussian Elimination is not Optimal", Numerische Mathematik 13, 1969.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.loops.expression import Accumulator, Expression, Load, apply, cast, substitute
from aoe.loops.loop_nest import Access, Axis, Bound, Kernel, Loop, LoopNest, LoopSchedule, Store

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


def sums_access(cut: Cut) -> Access:
    """The sums of a's quadrants, [around…][product][row][step], in a temporary."""
    rows, steps, _ = cut.block
    pitch = conflict_avoiding_stride(steps)
    product = conflict_avoiding_stride(rows * pitch)
    strides = [("c", 1), ("m", pitch), ("q", product)]
    step = PRODUCTS * product
    for axis in reversed(cut.around):
        strides.append((axis.name, step))
        step *= axis.extent
    return Access("sums", "float32", tuple(strides))


def products_access(rows: int, columns: int) -> Access:
    """The products, [product][row][column], in scratch of so many rows and columns."""
    product = conflict_avoiding_stride(rows * columns)
    return Access("products", "float32", (("q", product), ("m", columns), ("k", 1)))


def product_of(cut: Cut, destination: Access) -> Contraction:
    """The products of sums at one coordinate of the outer axes. b exists as panels only."""
    product, row, step, column = cut.axes
    return Contraction(
        batch=(product,),
        rows=(row,),
        column=column,
        reduction=(step,),
        a=sums_access(cut),
        b=Access("packed", "float32", ()),
        extras=(),
        output=destination,
        epilogue=Accumulator(),
    )


def sums_kernel(cut: Cut, a: Access) -> Kernel:
    """Sums the quadrants of a, for all products."""
    _, row, step, _ = cut.axes
    rows, steps, _ = cut.block
    operands = [_block(a, ("m", rows, i, cut.rows), ("c", steps, j, cut.steps))
                for i, j in QUADRANTS]  # fmt: skip
    values = _combined(_OF_A, [Load(number) for number in range(len(operands))])
    destination = sums_access(cut)
    stores = tuple(Store(_at(destination, q), value) for q, value in enumerate(values))
    axes = (*cut.around, row)
    nest = LoopNest("sums", (*axes, step), tuple(operands), stores, None, LoopSchedule("c"))
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
        operands += [_block(access, *sides) for access in whole.extras]
        result = _with_value(whole.epilogue, value, first)
        stores.append(Store(_block(whole.output, *sides), result))
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


def _block(access: Access, *sides: tuple[str, int, int, int]) -> Access:
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
