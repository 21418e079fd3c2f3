"""Slices: which operators can be computed slice by slice along a dimension of their output, what
each slice reads, and the operator that computes one. Strips (`aoe.graph.subgraph.strips`) and
chunks (`aoe.graph.subgraph.chunks`) are made of them.

What an operator type reads for a slice stands in its definition (`OperatorDefinition.access`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import lcm, prod

from aoe.loops.expression import Accumulator, Apply, Expression, Index
from aoe.operators.access import Access, InputSlice, aligned
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import ViewNode
from aoe.operators.registry import definition_of
from aoe.target import COMMON_LINE_ELEMENTS

#: The dimension that is sliced by default, the first spatial one of (N, C, spatial…), and that of
#: channels.
HEIGHT, CHANNELS = 2, 1
#: Between the name of a value and the slice of it. It stands in stored graphs.
SLICE_MARK = ":rows:"


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice of a tensor along one dimension.

    Attributes:
        begin: The first coordinate.
        end: The coordinate behind the last.
        dimension: The dimension of an operator's output that is sliced.
    """

    begin: int
    end: int
    dimension: int = HEIGHT

    @property
    def empty(self) -> bool:
        """Whether it holds no coordinate."""
        return self.begin >= self.end


def whole_value(name: str) -> str:
    """The value that a value is a slice of, or itself."""
    return name.partition(SLICE_MARK)[0]


def can_be_strip(operator: Operator, dimension: int = HEIGHT) -> bool:
    """Whether strips of an operator can be computed one after another along a dimension."""
    access = _access(operator, dimension)
    return access is not None and not access.of_channels


def can_be_chunked(operator: Operator, dimension: int) -> bool:
    """Whether chunks of an operator can be computed in parallel along a dimension."""
    return _access(operator, dimension) is not None


def chunk_multiple(
    operators: Iterable[Operator], dimension: int, line: int = COMMON_LINE_ELEMENTS
) -> int:
    """The multiple that chunks of all these operators must begin and end at: the filters of whole
    groups, and whole cache lines of channels where there are enough. Threads whose channels begin
    elsewhere write to one line.

    Args:
        operators: The operators.
        dimension: The dimension that is cut.
        line: Elements of a cache line.
    """
    found = [(item, _access(item, dimension)) for item in operators]
    smallest = lcm(*(access.multiple for _, access in found if access is not None))
    channels = [
        item.output.shape[dimension]
        for item, access in found
        if access is not None and access.of_channels
    ]
    lines = lcm(smallest, line)
    return lines if channels and min(channels) >= 2 * lines else smallest


def slice_read(operator: Operator, number: int, rows: Slice) -> Slice | None:
    """The slice of an input that a slice of the output is computed from; None: all of it."""
    read = _input_slice(operator, number, rows.dimension)
    return None if read is None else Slice(*read.range_of(rows.begin, rows.end), rows.dimension)


def sliced_dimension(operator: Operator, number: int, dimension: int) -> int:
    """The dimension of an input that is sliced where a dimension of the output is; -1 where all of
    the input is read.
    """
    read = _input_slice(operator, number, dimension)
    return -1 if read is None else read.dimension


def sliced_dimension_of_view(shape: Sequence[int], dimension: int, view: ViewNode) -> int | None:
    """The dimension of a view that is a dimension of its source, of this shape; None if the view
    does not keep that dimension as it is.
    """
    if view.kind == "transpose":
        return view.arguments.index(dimension)
    if view.kind == "reshape":
        before = prod(shape[:dimension])
        places = [
            place
            for place, size in enumerate(view.arguments)
            if size == shape[dimension] and prod(view.arguments[:place]) == before
        ]
        return places[0] if places else None
    if view.kind == "slice" and view.arguments[3 * dimension :][:3] == (0, 1, shape[dimension]):
        return dimension
    return None


def slice_operator(operator: Operator, rows: Slice) -> Operator:
    """The operator that computes a slice of the output from the slices that it reads."""
    access = _access(operator, rows.dimension)
    assert access is not None, "only such operators are sliced"
    inputs = list(operator.inputs)
    for number, operand in enumerate(operator.inputs):
        read = _input_slice(operator, number, rows.dimension)
        if read is not None:
            inputs[number] = _cut(operand, *read.range_of(rows.begin, rows.end), read.dimension)
    attributes = {**operator.attribute, **access.attributes(rows.begin, rows.end)}
    return replace(
        operator,
        attributes=tuple(sorted(attributes.items())),
        inputs=tuple(inputs),
        output=_cut(operator.output, rows.begin, rows.end, rows.dimension),
    )


def _access(operator: Operator, dimension: int) -> Access | None:
    """How an operator is computed slice by slice, with what is fused into it."""
    if len(operator.output.shape) <= dimension or operator.prologue != Accumulator():
        return None
    if _depends_on_place(operator.epilogue):
        return None
    return definition_of(operator).access(operator, dimension)


def _depends_on_place(expression: Expression) -> bool:
    """Whether a value depends on its coordinates, which are others in a slice."""
    if isinstance(expression, Apply):
        return any(_depends_on_place(argument) for argument in expression.arguments)
    return isinstance(expression, Index)


def _input_slice(operator: Operator, number: int, dimension: int) -> InputSlice | None:
    """The slice of an input that is read; None where all of it is."""
    if number >= operator.anchor_inputs:
        return aligned(operator, number, dimension)
    access = _access(operator, dimension)
    assert access is not None, "only such operators are sliced"
    return access.anchors[number]


def _cut(operand: Operand, begin: int, end: int, dimension: int) -> Operand:
    shape = list(operand.shape)
    shape[dimension] = end - begin
    return replace(operand, shape=tuple(shape))
