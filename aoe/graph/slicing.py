"""Rows: which operators can be computed some rows at a time, what rows they read then, and the
operators that do so. What bands (`aoe.graph.subgraph.strips`) and parts
(`aoe.graph.subgraph.chunks`) are made of.

Along the second dimension of images "rows" are channels: of the filters of a convolution some are
applied, to all channels or, where it is grouped, to those of their groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, lcm, prod

from aoe.loops.expression import Accumulator, Apply, Expression, Index
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import ViewNode

#: The dimension that is cut where nothing else is said: the first spatial one of (N, C, spatial…);
#: and that of channels.
ROWS, CHANNELS = 2, 1
#: Channels of float32 in a cache line: lanes that begin elsewhere write to the same one.
_LINE = 16
#: Between a value's name and the rows that a part of it is.
PART = ":rows:"
#: Operators whose windows reach over rows of images, and those with sums over some dimensions.
_WINDOWED, _NORMALIZING = (
    frozenset({"Conv", "Pool"}),
    frozenset({"LayerNormalization", "Softmax"}),
)
_OF_CHANNELS = frozenset({"Conv", "Pool", "Reduce"})


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows from `begin` on, up to `end`, along a dimension of an operator's result."""

    begin: int
    end: int
    dimension: int = ROWS

    @property
    def empty(self) -> bool:
        """Whether there are none."""
        return self.begin >= self.end


def whole_value(name: str) -> str:
    """The value that a value is rows of, or itself."""
    return name.partition(PART)[0]


def can_be_banded(operator: Operator, dimension: int = ROWS) -> bool:
    """Whether an operator can be computed some rows along a dimension at a time."""
    rank = len(operator.output.shape)
    if rank <= dimension or operator.prologue != Accumulator() or _counts_rows(operator.epilogue):
        return False
    if operator.type in _WINDOWED:
        return dimension in (0, ROWS)
    if operator.type in _NORMALIZING:
        return dimension not in operator.integers("axes")
    if operator.type == "MatMul":
        return dimension < rank - 1 and not operator.integer("transpose_a")
    if operator.type == "Concat":
        return dimension != operator.integer("axis")
    return operator.type == "Pointwise" or (operator.type == "LRN" and dimension != 1)


def can_be_parted(operator: Operator, dimension: int) -> bool:
    """As `can_be_banded`, and some channels at a time too."""
    if not _by_channels(operator, dimension):
        return can_be_banded(operator, dimension)
    if operator.prologue != Accumulator() or _counts_rows(operator.epilogue):
        return False
    return operator.type != "Reduce" or min(operator.integers("axes"), default=ROWS) > CHANNELS


def granule(operators: Iterable[Operator], dimension: int) -> int:
    """The rows that parts of all these operators must have a multiple of: filters of whole groups,
    and whole cache lines of channels where there are enough.
    """
    cut = [operator for operator in operators if _by_channels(operator, dimension)]
    filters = [operator.output.shape[CHANNELS] for operator in cut]
    groups = [
        count // operator.integer("group")
        for operator, count in zip(cut, filters, strict=True)
        if operator.type == "Conv" and operator.integer("group") > 1
    ]
    smallest = lcm(*groups)
    lines = lcm(smallest, _LINE)
    return lines if cut and min(filters) >= 2 * lines else smallest


def _by_channels(operator: Operator, dimension: int) -> bool:
    """Whether a dimension of an operator's result is that of channels, which windows and sums do
    not reach over.
    """
    return dimension == CHANNELS and operator.type in _OF_CHANNELS


def _counts_rows(expression: Expression) -> bool:
    """Whether a value depends on where it lies."""
    if isinstance(expression, Apply):
        return any(_counts_rows(argument) for argument in expression.arguments)
    return isinstance(expression, Index)


def rows_read(operator: Operator, number: int, rows: Rows) -> Rows | None:
    """The rows of an input that these rows of the result are computed from; None: all it has."""
    shape, output, dimension = operator.inputs[number].shape, operator.output.shape, rows.dimension
    if number < operator.anchor_inputs and _by_channels(operator, dimension):
        return _channels_read(operator, number, rows)
    if number < operator.anchor_inputs and operator.type in _WINDOWED:
        if number > 0:
            return None
        return rows if dimension == 0 else _reach(operator, rows)
    if number == 1 and operator.type == "MatMul" and dimension == len(output) - 2:
        return None
    place = rows_place(operator, number, dimension)
    broadcast = place < 0 or shape[place] != output[dimension] or output[dimension] == 1
    return None if broadcast else rows


def _channels_read(operator: Operator, number: int, rows: Rows) -> Rows | None:
    """The channels of an anchor's input, or filters, that channels of the result are made of."""
    if operator.type != "Conv" or number == 1:
        return rows
    groups, channels = operator.integer("group"), operator.inputs[0].shape[CHANNELS]
    if groups == 1:
        return None
    filters = operator.output.shape[CHANNELS]
    begin, end = rows.begin * groups // filters, ceil(rows.end * groups / filters)
    return Rows(begin * channels // groups, end * channels // groups, CHANNELS)


def rows_place(operator: Operator, number: int, dimension: int) -> int:
    """The dimension of an input that a dimension of the result is; below 0 if it has none."""
    if number < operator.anchor_inputs and _by_channels(operator, dimension):
        return 0 if operator.type == "Conv" and number == 1 else CHANNELS
    return len(operator.inputs[number].shape) - len(operator.output.shape) + dimension


def rows_of_view(shape: Sequence[int], dimension: int, view: ViewNode) -> int | None:
    """Where a dimension of a value of this shape is in a view of it; None if the view does not keep
    it as it is.
    """
    if view.kind == "transpose":
        return view.arguments.index(dimension)
    if view.kind == "reshape":
        before = prod(shape[:dimension])
        places = [
            place
            for place, extent in enumerate(view.arguments)
            if extent == shape[dimension] and prod(view.arguments[:place]) == before
        ]
        return places[0] if places else None
    if view.kind == "slice" and view.arguments[3 * dimension :][:3] == (0, 1, shape[dimension]):
        return dimension
    return None


def _reach(operator: Operator, rows: Rows) -> Rows:
    """The rows of the image that windows meet."""
    first, last = _unclipped(operator, rows)
    return Rows(max(first, 0), min(last, operator.inputs[0].shape[ROWS]), ROWS)


def _unclipped(operator: Operator, rows: Rows) -> tuple[int, int]:
    kernel = operator.integers("kernel") if operator.type == "Pool" else ()
    size = kernel[0] if kernel else operator.inputs[1].shape[ROWS]
    stride, before = operator.integers("strides")[0], operator.integers("pads")[0]
    reach = (size - 1) * operator.integers("dilations")[0] + 1
    return rows.begin * stride - before, (rows.end - 1) * stride - before + reach


def part_of(operator: Operator, rows: Rows) -> Operator:
    """The operator that computes these rows of the result from the rows it reads."""
    inputs = []
    for number, operand in enumerate(operator.inputs):
        read = rows_read(operator, number, rows)
        place = rows_place(operator, number, rows.dimension)
        inputs.append(operand if read is None else _cut(operand, read, place))
    attributes = operator.attribute
    if operator.type in _WINDOWED and rows.dimension == ROWS:
        first, last = _unclipped(operator, rows)
        pads, rank = list(operator.integers("pads")), len(operator.integers("pads")) // 2
        pads[0] = max(0, -first)
        pads[rank] = max(0, last - operator.inputs[0].shape[ROWS])
        attributes = {**attributes, "pads": tuple(pads)}
    if operator.type == "Conv" and _by_channels(operator, rows.dimension):
        groups, filters = operator.integer("group"), operator.output.shape[CHANNELS]
        attributes = {**attributes, "group": max(1, groups * (rows.end - rows.begin) // filters)}
    return replace(
        operator,
        attributes=tuple(sorted(attributes.items())),
        inputs=tuple(inputs),
        output=_cut(operator.output, rows, rows.dimension),
    )


def _cut(operand: Operand, rows: Rows, place: int) -> Operand:
    shape = list(operand.shape)
    shape[place] = rows.end - rows.begin
    return replace(operand, shape=tuple(shape))
