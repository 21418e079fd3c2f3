"""Bands: operators one after another computed a few rows at a time, depth first, so that what one
writes is still in a core's cache when the next one reads it. Rows are those of images; along other
dimensions, the samples of a batch, or the rows of matrices.

A band is a decision (`aoe.graph.decisions`); `in_bands` carries it out on a fused graph with what
graphs have already: an operator becomes one operator for each band, which reads rows of what is
there so far, and what is there so far is a concatenation, which `aoe.execute.placement` computes in
place. No row is computed twice, and values keep their buffers. Of every operator a band computes
the rows that the same band of the last one needs and that are not there yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Apply, Expression, Index
from aoe.operators.concat import concatenation
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode

#: The dimension that is cut where nothing else is said: the first spatial one of (N, C, spatial…).
ROWS = 2
#: Between a value's name and the rows that a part of it is.
PART = ":rows:"
#: Operators whose windows reach over rows of images, and those with sums over some dimensions.
_WINDOWED, _NORMALIZING = (
    frozenset({"Conv", "Pool"}),
    frozenset({"LayerNormalization", "Softmax"}),
)


@dataclass(frozen=True, slots=True)
class Band:
    """`values`, results of operators in topological order, are computed together, so many rows at a
    time that the last has `height` more. `dimension`: of all of them, that is cut to rows.
    """

    values: tuple[str, ...]
    height: int
    dimension: int = ROWS


@dataclass(frozen=True, slots=True)
class _Range:
    """Rows from `begin` on, up to `end`, along a dimension of an operator's result."""

    begin: int
    end: int
    dimension: int = ROWS

    @property
    def empty(self) -> bool:
        """Whether there are none."""
        return self.begin >= self.end


def in_bands(graph: OperatorGraph, bands: Sequence[Band]) -> OperatorGraph:
    """The fused graph with operators computed in bands. Raises `PolicyError` where they cannot."""
    for band in bands:
        graph = _Banding(graph, band).run()
    return graph


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


def _counts_rows(expression: Expression) -> bool:
    """Whether a value depends on where it lies."""
    if isinstance(expression, Apply):
        return any(_counts_rows(argument) for argument in expression.arguments)
    return isinstance(expression, Index)


def _rows_read(operator: Operator, number: int, rows: _Range) -> _Range | None:
    """The rows of an input that these rows of the result are computed from; None: all it has."""
    shape, output, dimension = operator.inputs[number].shape, operator.output.shape, rows.dimension
    if number < operator.anchor_inputs and operator.type in _WINDOWED:
        if number > 0:
            return None
        return rows if dimension == 0 else _reach(operator, rows)
    if number == 1 and operator.type == "MatMul" and dimension == len(output) - 2:
        return None
    place = _place(operator, number, dimension)
    broadcast = place < 0 or shape[place] != output[dimension] or output[dimension] == 1
    return None if broadcast else rows


def _place(operator: Operator, number: int, dimension: int) -> int:
    """The dimension of an input that a dimension of the result is; below 0 if it has none."""
    return len(operator.inputs[number].shape) - len(operator.output.shape) + dimension


def _reach(operator: Operator, rows: _Range) -> _Range:
    """The rows of the image that windows meet."""
    first, last = _unclipped(operator, rows)
    return _Range(max(first, 0), min(last, operator.inputs[0].shape[ROWS]), ROWS)


def _unclipped(operator: Operator, rows: _Range) -> tuple[int, int]:
    kernel = operator.integers("kernel") if operator.type == "Pool" else ()
    size = kernel[0] if kernel else operator.inputs[1].shape[ROWS]
    stride, before = operator.integers("strides")[0], operator.integers("pads")[0]
    reach = (size - 1) * operator.integers("dilations")[0] + 1
    return rows.begin * stride - before, (rows.end - 1) * stride - before + reach


def _part(operator: Operator, rows: _Range) -> Operator:
    """The operator that computes these rows of the result from the rows it reads."""
    inputs = []
    for number, operand in enumerate(operator.inputs):
        read = _rows_read(operator, number, rows)
        place = _place(operator, number, rows.dimension)
        inputs.append(operand if read is None else _cut(operand, read, place))
    attributes = operator.attribute
    if operator.type in _WINDOWED and rows.dimension == ROWS:
        first, last = _unclipped(operator, rows)
        pads, rank = list(operator.integers("pads")), len(operator.integers("pads")) // 2
        pads[0] = max(0, -first)
        pads[rank] = max(0, last - operator.inputs[0].shape[ROWS])
        attributes = {**attributes, "pads": tuple(pads)}
    return replace(
        operator,
        attributes=tuple(sorted(attributes.items())),
        inputs=tuple(inputs),
        output=_cut(operator.output, rows, rows.dimension),
    )


def _cut(operand: Operand, rows: _Range, place: int) -> Operand:
    shape = list(operand.shape)
    shape[place] = rows.end - rows.begin
    return replace(operand, shape=tuple(shape))


class _Banding:
    """One band while it is carried out."""

    def __init__(self, graph: OperatorGraph, band: Band) -> None:
        self.graph = graph
        made = {node.output: node for node in graph.operator_nodes}
        self.members: dict[str, OperatorNode] = {}
        for name in band.values:
            if name not in made or not can_be_banded(made[name].operator, band.dimension):
                raise PolicyError(f"{name} cannot be computed in bands of rows")
            self.members[name] = made[name]
        self.height, self.dimension = band.height, band.dimension
        self.last = band.values[-1]
        self.ends = self._ends()
        self.tensors = dict(graph.tensors)
        #: What there is of each member so far: its name and how many rows.
        self.so_far: dict[str, tuple[str, int]] = {}

    def run(self) -> OperatorGraph:
        """The graph with the members' nodes replaced."""
        nodes = tuple(self._ordered())
        return replace(self.graph, nodes=nodes, tensors=self.tensors)

    def _rows(self, name: str) -> int:
        return self.members[name].operator.output.shape[self.dimension]

    def _range(self, begin: int, end: int) -> _Range:
        return _Range(begin, end, self.dimension)

    def _ends(self) -> dict[str, list[int]]:
        """How many rows of each member there are after each band."""
        total = self._rows(self.last)
        if not 0 < self.height <= total:
            raise PolicyError(f"{self.last} of {total} rows has no bands of {self.height}")
        last = [*range(self.height, total, self.height), total]
        needed = {name: [0] * len(last) for name in self.members}
        needed[self.last] = last
        for name, node in reversed(self.members.items()):
            needed[name][-1] = self._rows(name)
            for index, end in enumerate(needed[name]):
                for number, value in enumerate(node.inputs):
                    if value in needed and end > 0:
                        read = _rows_read(node.operator, number, self._range(0, end))
                        most = self._rows(value) if read is None else read.end
                        needed[value][index] = max(needed[value][index], most)
        return needed

    def _ordered(self) -> Iterator[Node]:
        """All nodes, the members' parts where the last member was; what reads a member and came
        before that comes after it.
        """
        late: dict[str, Node] = {}
        missing = set(self.members)
        for node in self.graph.nodes:
            reads = node.inputs if isinstance(node, OperatorNode) else (node.input,)
            if node.output in self.members:
                if not late.keys().isdisjoint(reads):
                    raise PolicyError(f"{node.output} waits for what waits for its band")
                missing.remove(node.output)
                if not missing:
                    yield from self._parts()
                    yield from late.values()
            elif missing and not (late.keys() | self.members.keys()).isdisjoint(reads):
                late[node.output] = node
            else:
                yield node

    def _parts(self) -> Iterator[Node]:
        for band in range(len(self.ends[self.last])):
            for name in self.members:
                begin = self.ends[name][band - 1] if band else 0
                rows = self._range(begin, self.ends[name][band])
                if not rows.empty:
                    yield from self._part(name, rows)

    def _part(self, name: str, rows: _Range) -> Iterator[Node]:
        """The nodes that compute these rows of a member and put them to those before."""
        node, total = self.members[name], self._rows(name)
        inputs = []
        for number, value in enumerate(node.inputs):
            read = _rows_read(node.operator, number, rows)
            if read is not None and read.empty:
                raise PolicyError(f"rows {rows.begin} to {rows.end} of {name} read nothing")
            place = _place(node.operator, number, self.dimension)
            source, there = self.so_far.get(value, (value, 0))
            whole = read is None or (there or self._extent(value, place)) == read.end - read.begin
            if read is not None and not whole:
                view = self._slice(source, read, place, f"{name}{PART}{rows.begin}:{number}")
                source = view.output
                yield view
            inputs.append(source)
        operator = _part(node.operator, rows)
        everything = rows == self._range(0, total)
        output = name if everything else f"{name}{PART}{rows.begin}-{rows.end}"
        title = node.name if everything else f"{node.name} rows {rows.begin}–{rows.end - 1}"
        self._declare(output, operator.output)
        yield OperatorNode(title, operator, tuple(inputs), output, node.sources)
        if rows.begin > 0:
            before, _ = self.so_far[name]
            parts = [self.tensors[before], self.tensors[output]]
            operands = [Operand(part.dtype, part.shape, part.order) for part in parts]
            joined = concatenation(operands, self.dimension)
            joint = name if rows.end == total else f"{name}{PART}0-{rows.end}"
            self._declare(joint, joined.output)
            yield OperatorNode(
                f"{node.name} rows 0–{rows.end - 1}", joined, (before, output), joint
            )
            output = joint
        self.so_far[name] = output, rows.end

    def _extent(self, value: str, place: int) -> int:
        return self.tensors[value].shape[place]

    def _slice(self, source: str, rows: _Range, place: int, name: str) -> ViewNode:
        tensor = self.tensors[source]
        arguments = [(0, 1, extent) for extent in tensor.shape]
        arguments[place] = (rows.begin, 1, rows.end - rows.begin)
        shape = tuple(length for _, _, length in arguments)
        self.tensors[name] = replace(tensor, shape=shape)
        return ViewNode("slice", tuple(n for item in arguments for n in item), source, name)

    def _declare(self, name: str, operand: Operand) -> None:
        self.tensors[name] = Tensor(operand.dtype, operand.shape, operand.order)


def with_parts(
    orders: Mapping[str, tuple[int, ...]], graph: OperatorGraph
) -> dict[str, tuple[int, ...]]:
    """Dimension orders of a graph in bands: parts lie as what they are parts of."""
    found = dict(orders)
    for node in graph.operator_nodes:
        if (whole := whole_value(node.output)) in orders:
            found[node.output] = orders[whole]
    return found
