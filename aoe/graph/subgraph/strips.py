"""Bands: operators one after another computed a few rows at a time, depth first, so that what one
writes is still in a core's cache when the next one reads it. Rows are those of images; along other
dimensions, the samples of a batch, or the rows of matrices.

A band is a decision (`aoe.graph.subgraph.decisions`); `in_bands` carries it out on a fused graph
with what graphs have already: an operator becomes one operator for each band, which reads rows of
what is there so far, and what is there so far is a concatenation, which
`aoe.backends.cpu.memory.placement` computes in place. No row is computed twice, and values keep
their buffers. Of every operator a band computes the rows that the same band of the last one needs
and that are not there yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aoe.errors import PolicyError
from aoe.graph.slicing import (
    PART,
    ROWS,
    Rows,
    can_be_banded,
    part_of,
    rows_place,
    rows_read,
    whole_value,
)
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.operators.types.concat import concatenation


@dataclass(frozen=True, slots=True)
class Strip:
    """`values`, results of operators in topological order, are computed together, so many rows at a
    time that the last has `height` more. `dimension`: of all of them, that is cut to rows.
    """

    values: tuple[str, ...]
    height: int
    dimension: int = ROWS


def in_bands(graph: OperatorGraph, strips: Sequence[Strip]) -> OperatorGraph:
    """The fused graph with operators computed in bands. Raises `PolicyError` where they cannot."""
    for strip in strips:
        graph = _Stripping(graph, strip).run()
    return graph


class _Stripping:
    """One band while it is carried out."""

    def __init__(self, graph: OperatorGraph, strip: Strip) -> None:
        self.graph = graph
        made = {node.output: node for node in graph.operator_nodes}
        self.members: dict[str, OperatorNode] = {}
        for name in strip.values:
            if name not in made or not can_be_banded(made[name].operator, strip.dimension):
                raise PolicyError(f"{name} cannot be computed in bands of rows")
            self.members[name] = made[name]
        self.height, self.dimension = strip.height, strip.dimension
        self.last = strip.values[-1]
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

    def _range(self, begin: int, end: int) -> Rows:
        return Rows(begin, end, self.dimension)

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
                        read = rows_read(node.operator, number, self._range(0, end))
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
        for strip in range(len(self.ends[self.last])):
            for name in self.members:
                begin = self.ends[name][strip - 1] if strip else 0
                rows = self._range(begin, self.ends[name][strip])
                if not rows.empty:
                    yield from self._part(name, rows)

    def _part(self, name: str, rows: Rows) -> Iterator[Node]:
        """The nodes that compute these rows of a member and put them to those before."""
        node, total = self.members[name], self._rows(name)
        inputs = []
        for number, value in enumerate(node.inputs):
            read = rows_read(node.operator, number, rows)
            if read is not None and read.empty:
                raise PolicyError(f"rows {rows.begin} to {rows.end} of {name} read nothing")
            place = rows_place(node.operator, number, self.dimension)
            source, there = self.so_far.get(value, (value, 0))
            whole = read is None or (there or self._extent(value, place)) == read.end - read.begin
            if read is not None and not whole:
                view = self._slice(source, read, place, f"{name}{PART}{rows.begin}:{number}")
                source = view.output
                yield view
            inputs.append(source)
        operator = part_of(node.operator, rows)
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

    def _slice(self, source: str, rows: Rows, place: int, name: str) -> ViewNode:
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
