"""Strips: a chain of operators is computed a few rows at a time, depth first.

What one operator writes is still in a core's cache when the next one reads it. Besides rows of
images, strips run along the samples of a batch or the rows of matrices. In Halide's terms this is
`compute_at` with a sliding window.

A strip is a decision (`aoe.graph.subgraph.decisions`). `in_strips` carries it out on a fused graph
with existing means: each operator becomes one operator per strip, which reads the rows computed so
far. These are a concatenation that `aoe.backends.cpu.memory.placement` computes in place. No row is
computed twice, and values keep their buffers. In each strip an operator computes the rows that the
same strip of the last operator needs and that do not exist yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aoe.errors import PolicyError
from aoe.graph.slicing import (
    HEIGHT,
    SLICE_MARK,
    Slice,
    can_be_strip,
    slice_operator,
    slice_read,
    sliced_dimension,
    whole_value,
)
from aoe.graph.subgraph.slice_nodes import describe, joined_slices, slice_view
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode


@dataclass(frozen=True, slots=True)
class Strip:
    """A decision to compute values in strips.

    Attributes:
        values: Results of operators, in topological order.
        height: The rows of the last value in a strip.
        dimension: The dimension that is cut, of all values.
    """

    values: tuple[str, ...]
    height: int
    dimension: int = HEIGHT


def in_strips(graph: OperatorGraph, strips: Sequence[Strip]) -> OperatorGraph:
    """The fused graph with chains computed in strips.

    Raises:
        PolicyError: A chain cannot be computed so.
    """
    for strip in strips:
        graph = _Stripping(graph, strip).run()
    return graph


class _Stripping:
    """One chain while it is cut."""

    def __init__(self, graph: OperatorGraph, strip: Strip) -> None:
        self.graph = graph
        made = {node.output: node for node in graph.operator_nodes}
        self.members: dict[str, OperatorNode] = {}
        for name in strip.values:
            if name not in made or not can_be_strip(made[name].operator, strip.dimension):
                raise PolicyError(f"{name} cannot be computed in strips")
            self.members[name] = made[name]
        self.height, self.dimension = strip.height, strip.dimension
        self.last = strip.values[-1]
        self.ends = self._ends()
        self.tensors = dict(graph.tensors)
        #: The rows of each member so far: the value that holds them, and their number.
        self.so_far: dict[str, tuple[str, int]] = {}

    def run(self) -> OperatorGraph:
        """The graph with the members replaced."""
        nodes = tuple(self._ordered())
        return replace(self.graph, nodes=nodes, tensors=self.tensors)

    def _rows(self, name: str) -> int:
        return self.members[name].operator.output.shape[self.dimension]

    def _range(self, begin: int, end: int) -> Slice:
        return Slice(begin, end, self.dimension)

    def _ends(self) -> dict[str, list[int]]:
        """The number of rows of each member after each strip."""
        total = self._rows(self.last)
        if not 0 < self.height <= total:
            raise PolicyError(f"{self.last} of {total} rows has no strips of {self.height}")
        last = [*range(self.height, total, self.height), total]
        needed = {name: [0] * len(last) for name in self.members}
        needed[self.last] = last
        for name, node in reversed(self.members.items()):
            needed[name][-1] = self._rows(name)
            for index, end in enumerate(needed[name]):
                for number, value in enumerate(node.inputs):
                    if value in needed and end > 0:
                        read = slice_read(node.operator, number, self._range(0, end))
                        most = self._rows(value) if read is None else read.end
                        needed[value][index] = max(needed[value][index], most)
        return needed

    def _ordered(self) -> Iterator[Node]:
        """All nodes, with the strips of the members at the place of the last member.

        Nodes that read a member and came before that place follow it.
        """
        late: dict[str, Node] = {}
        missing = set(self.members)
        for node in self.graph.nodes:
            reads = node.inputs
            if node.output in self.members:
                if not late.keys().isdisjoint(reads):
                    raise PolicyError(f"{node.output} depends on a node behind its strip")
                missing.remove(node.output)
                if not missing:
                    yield from self._strips()
                    yield from late.values()
            elif missing and not (late.keys() | self.members.keys()).isdisjoint(reads):
                late[node.output] = node
            else:
                yield node

    def _strips(self) -> Iterator[Node]:
        for strip in range(len(self.ends[self.last])):
            for name in self.members:
                begin = self.ends[name][strip - 1] if strip else 0
                rows = self._range(begin, self.ends[name][strip])
                if not rows.empty:
                    yield from self._strip(name, rows)

    def _strip(self, name: str, rows: Slice) -> Iterator[Node]:
        """The nodes that compute these rows of a member and append them to those before."""
        node, total = self.members[name], self._rows(name)
        inputs = []
        for number, value in enumerate(node.inputs):
            read = slice_read(node.operator, number, rows)
            if read is not None and read.empty:
                raise PolicyError(f"rows {rows.begin} to {rows.end} of {name} read nothing")
            place = sliced_dimension(node.operator, number, self.dimension)
            source, there = self.so_far.get(value, (value, 0))
            whole = read is None or (there or self._size(value, place)) == read.end - read.begin
            if read is not None and not whole:
                view = slice_view(
                    self.tensors, source, read, place, f"{name}{SLICE_MARK}{rows.begin}:{number}"
                )
                source = view.output
                yield view
            inputs.append(source)
        operator = slice_operator(node.operator, rows)
        everything = rows == self._range(0, total)
        output = name if everything else f"{name}{SLICE_MARK}{rows.begin}-{rows.end}"
        title = node.name if everything else f"{node.name} rows {rows.begin}–{rows.end - 1}"
        describe(self.tensors, output, operator.output)
        yield OperatorNode(title, operator, tuple(inputs), output, node.sources)
        if rows.begin > 0:
            before, _ = self.so_far[name]
            joined = joined_slices(self.tensors, (before, output), self.dimension)
            joint = name if rows.end == total else f"{name}{SLICE_MARK}0-{rows.end}"
            describe(self.tensors, joint, joined.output)
            yield OperatorNode(
                f"{node.name} rows 0–{rows.end - 1}", joined, (before, output), joint
            )
            output = joint
        self.so_far[name] = output, rows.end

    def _size(self, value: str, place: int) -> int:
        return self.tensors[value].shape[place]


def with_slice_orders(
    orders: Mapping[str, tuple[int, ...]], graph: OperatorGraph
) -> dict[str, tuple[int, ...]]:
    """The dimension orders of values, and of slices of values, which lie as their value does."""
    found = dict(orders)
    for node in graph.operator_nodes:
        if (whole := whole_value(node.output)) in orders:
            found[node.output] = orders[whole]
    return found
