"""Chunks: a chain of operators is cut into slices of equal size that are computed in parallel.

The slices run along one dimension: rows of images, samples of a batch, channels, or rows of
matrices. Chunks do not depend on each other. Each operator becomes one operator per chunk, which
computes the rows that later operators of the same chunk read. Rows at the seams are computed twice
where windows overlap them. Values that others read are concatenated in place
(`aoe.backends.cpu.memory.placement`).

The chunks are the branches of an inter-op region (`aoe.graph.subgraph.inter_op`). Each thread keeps
its chunk in its own cache, and the threads synchronise once. `aoe.graph.subgraph.decisions` calls
`in_chunks` on a fused graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from aoe.errors import PolicyError
from aoe.graph.slicing import (
    HEIGHT,
    SLICE_MARK,
    Slice,
    can_be_chunked,
    chunk_multiple,
    slice_operator,
    slice_read,
    sliced_dimension,
    sliced_dimension_of_view,
)
from aoe.graph.subgraph.slice_nodes import describe, joined_slices, slice_view
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, ViewNode
from aoe.target import COMMON_LINE_ELEMENTS


@dataclass(frozen=True, slots=True)
class Chunks:
    """A decision to compute values in chunks.

    Other operators may read the last value. They may read the others where the chunks compute each
    row once.

    Attributes:
        values: Results of operators, in topological order.
        count: The number of chunks.
        dimension: The dimension of the last value that is cut.
    """

    values: tuple[str, ...]
    count: int
    dimension: int = HEIGHT


def in_chunks(
    graph: OperatorGraph, chunks: Chunks, line: int = COMMON_LINE_ELEMENTS
) -> tuple[OperatorGraph, tuple[tuple[str, ...], ...]]:
    """Computes a chain of a fused graph in chunks.

    Args:
        graph: The graph.
        chunks: The chain.
        line: Elements of a cache line.

    Returns:
        The graph, and the values of each chunk.

    Raises:
        PolicyError: The chain cannot be computed so.
    """
    chunking = _Chunking(graph, chunks, line)
    changed = chunking.run()
    return changed, tuple(tuple(branch) for branch in chunking.branches)


class _Chunking:
    """One chain while it is cut."""

    def __init__(self, graph: OperatorGraph, chunks: Chunks, line: int) -> None:
        self.graph = graph
        self.last, self.along = chunks.values[-1], chunks.dimension
        #: The operators that are cut and the views between them; and the dimension of each that is
        #: cut.
        self.members: dict[str, Node] = {}
        self.dimension: dict[str, int] = {}
        for node in graph.nodes:
            self._admit(node, chunks.values)
        if missing := [name for name in chunks.values if name not in self.members]:
            raise PolicyError(f"{missing[0]} cannot be computed in chunks")
        total = graph.tensors[self.last].shape[self.along]
        operators = [n.operator for n in self.members.values() if isinstance(n, OperatorNode)]
        step = chunk_multiple(operators, self.along, line)
        if not 1 < chunks.count <= total // step:
            raise PolicyError(f"{self.last} of {total} rows has no {chunks.count} chunks")
        ends = [total // step * number // chunks.count * step for number in range(chunks.count)]
        ends.append(total)
        self.needed = [self._needed(Slice(*pair, self.along)) for pair in pairwise(ends)]
        self.tensors = dict(graph.tensors)
        self.branches: list[list[str]] = [[] for _ in range(chunks.count)]

    def _admit(self, node: Node, values: tuple[str, ...]) -> None:
        """Makes a chosen operator, or a view that keeps the cut dimension, a member."""
        if isinstance(node, OperatorNode):
            if node.output in values and can_be_chunked(node.operator, self.along):
                self.members[node.output] = node
                self.dimension[node.output] = self.along
        elif node.input in self.members and node.input != self.last:
            dimension = sliced_dimension_of_view(
                self.graph.tensors[node.input].shape, self.dimension[node.input], node
            )
            if dimension is not None:
                self.members[node.output] = node
                self.dimension[node.output] = dimension

    def run(self) -> OperatorGraph:
        """The graph with the members replaced, at the place of the last member."""
        nodes: list[Node] = []
        inside = self.members.keys() - {self.last}
        if inside & set(self.graph.outputs):
            raise PolicyError("an output of the graph cannot be an inner value of chunks")
        others = [node for node in self.graph.nodes if node.output not in self.members]
        shared = inside & {name for node in others for name in node.inputs}
        missing = shared | {self.last}
        for node in self.graph.nodes:
            if node.output == self.last:
                nodes += self._nodes()
                nodes += [self._concatenated(name) for name in self.members if name in missing]
                missing = set()
            elif node.output not in self.members:
                if not missing.isdisjoint(node.inputs):
                    raise PolicyError(f"{node.output} reads what is computed in chunks")
                nodes.append(node)
        return replace(self.graph, nodes=tuple(nodes), tensors=self.tensors)

    def _needed(self, rows: Slice) -> dict[str, Slice]:
        """The rows of each member that these rows of the last member depend on."""
        needed = {self.last: rows}
        for name, node in reversed(self.members.items()):
            if name not in needed:
                raise PolicyError(f"{name} is not read by what is computed in chunks with it")
            for number, value in enumerate(node.inputs):
                if value not in self.members:
                    continue
                read: Slice | None = needed[name]
                if isinstance(node, OperatorNode):
                    read = slice_read(node.operator, number, needed[name])
                    if self.dimension[value] != sliced_dimension(node.operator, number, self.along):
                        read = None
                if read is None or read.empty:
                    raise PolicyError(f"chunks of {name} do not read chunks of {value}")
                known = needed.get(value, read)
                begin, end = min(known.begin, read.begin), max(known.end, read.end)
                needed[value] = Slice(begin, end, self.along)
        return needed

    def _nodes(self) -> Iterator[Node]:
        for number, needed in enumerate(self.needed):
            for name, node in self.members.items():
                if isinstance(node, OperatorNode):
                    yield from self._chunk(number, node, needed)
                else:
                    yield self._view(number, node, needed[name])

    def _concatenated(self, name: str) -> OperatorNode:
        """The concatenation of a value's chunks, which must cover it and not overlap."""
        node = self.members[name]
        begins = [needed[name].begin for needed in self.needed]
        ends = [needed[name].end for needed in self.needed]
        total = self.graph.tensors[name].shape[self.dimension[name]]
        if not isinstance(node, OperatorNode) or [*begins, total] != [0, *ends]:
            raise PolicyError(f"others read {name}, whose chunks do not cover it once")
        chunks = tuple(_chunk_name(name, number) for number in range(len(self.needed)))
        operator = joined_slices(self.tensors, chunks, self.along)
        return OperatorNode(node.name, operator, chunks, name, node.sources)

    def _chunk(
        self, number: int, node: OperatorNode, needed: Mapping[str, Slice]
    ) -> Iterator[Node]:
        """The nodes that compute the rows of an operator's result that a chunk needs."""
        rows = needed[node.output]
        output = _chunk_name(node.output, number)
        inputs = []
        for place, value in enumerate(node.inputs):
            read = slice_read(node.operator, place, rows)
            if read is not None and read.empty:
                raise PolicyError(f"rows {rows.begin} to {rows.end} of {node.output} read nothing")
            source, start = value, 0
            if value in self.members:
                source, start = _chunk_name(value, number), needed[value].begin
            if read is not None:
                cut = Slice(read.begin - start, read.end - start)
                dimension = sliced_dimension(node.operator, place, self.along)
                if cut != Slice(0, self.tensors[source].shape[dimension]):
                    view = slice_view(self.tensors, source, cut, dimension, f"{output}:{place}")
                    source = view.output
                    yield view
            inputs.append(source)
        operator = slice_operator(node.operator, rows)
        describe(self.tensors, output, operator.output)
        self.branches[number].append(output)
        title = f"{node.name} rows {rows.begin}–{rows.end - 1}"
        yield OperatorNode(title, operator, tuple(inputs), output, node.sources)

    def _view(self, number: int, node: ViewNode, rows: Slice) -> ViewNode:
        """The rows of a view that a chunk needs."""
        size, dimension = rows.end - rows.begin, self.dimension[node.output]
        arguments = list(node.arguments)
        if node.kind == "slice":
            arguments[3 * dimension + 2] = size
        elif node.kind != "transpose":
            arguments[dimension] = size
        output = _chunk_name(node.output, number)
        tensor = self.tensors[node.output]
        shape = (*tensor.shape[:dimension], size, *tensor.shape[dimension + 1 :])
        self.tensors[output] = replace(tensor, shape=shape)
        return replace(
            node, arguments=tuple(arguments), input=_chunk_name(node.input, number), output=output
        )


def _chunk_name(name: str, number: int) -> str:
    return f"{name}{SLICE_MARK}{number}"
