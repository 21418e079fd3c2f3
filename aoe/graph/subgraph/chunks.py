"""Parts: a chain of operators cut into equal parts of rows, which need nothing of each other. Rows
are those of images; along other dimensions, the samples of a batch, channels, or the rows of
matrices.

A decision (`aoe.graph.subgraph.decisions`) carried out on a fused graph: an operator becomes one
operator for each part, which computes the rows that the operators of the same part behind it read,
so that rows at the seams are computed twice where windows reach over them. Parts of what others
read are concatenated, in place (`aoe.backends.cpu.memory.placement`). The parts are the lanes of a
section (`aoe.graph.subgraph.inter_op`): each thread keeps its part of the chain in its own cache,
and threads wait for each other once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from aoe.errors import PolicyError
from aoe.graph.slicing import (
    PART,
    ROWS,
    Rows,
    can_be_parted,
    granule,
    part_of,
    rows_of_view,
    rows_place,
    rows_read,
)
from aoe.graph.subgraph.region import reads_of
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.operators.types.concat import concatenation


@dataclass(frozen=True, slots=True)
class Parts:
    """`values`, results of operators in topological order, are computed in `count` parts of rows
    side by side; others may read the last, and what no part computes rows of that another one does.
    `dimension`: of all of them, that is cut.
    """

    values: tuple[str, ...]
    count: int
    dimension: int = ROWS


def in_parts(
    graph: OperatorGraph, parts: Parts
) -> tuple[OperatorGraph, tuple[tuple[str, ...], ...]]:
    """The fused graph with a chain computed in parts, and the values of each part. Raises
    `PolicyError` where it cannot be.
    """
    parting = _Parting(graph, parts)
    changed = parting.run()
    return changed, tuple(tuple(lane) for lane in parting.lanes)


class _Parting:
    """One chain while it is cut."""

    def __init__(self, graph: OperatorGraph, parts: Parts) -> None:
        self.graph = graph
        self.last, self.along = parts.values[-1], parts.dimension
        #: What is cut: the operators, and views between them; and in which dimension.
        self.members: dict[str, Node] = {}
        self.dimension: dict[str, int] = {}
        for node in graph.nodes:
            self._admit(node, parts.values)
        if missing := [name for name in parts.values if name not in self.members]:
            raise PolicyError(f"{missing[0]} cannot be computed in parts of rows")
        total = graph.tensors[self.last].shape[self.along]
        operators = [n.operator for n in self.members.values() if isinstance(n, OperatorNode)]
        step = granule(operators, self.along)
        if not 1 < parts.count <= total // step:
            raise PolicyError(f"{self.last} of {total} rows has no {parts.count} parts")
        ends = [total // step * number // parts.count * step for number in range(parts.count)]
        ends.append(total)
        self.needed = [self._needed(Rows(*pair, self.along)) for pair in pairwise(ends)]
        self.tensors = dict(graph.tensors)
        self.lanes: list[list[str]] = [[] for _ in range(parts.count)]

    def _admit(self, node: Node, values: tuple[str, ...]) -> None:
        """Makes a node a member if it is a chosen operator, or a view of one that has its rows."""
        if isinstance(node, OperatorNode):
            if node.output in values and can_be_parted(node.operator, self.along):
                self.members[node.output] = node
                self.dimension[node.output] = self.along
        elif node.input in self.members and node.input != self.last:
            dimension = rows_of_view(
                self.graph.tensors[node.input].shape, self.dimension[node.input], node
            )
            if dimension is not None:
                self.members[node.output] = node
                self.dimension[node.output] = dimension

    def run(self) -> OperatorGraph:
        """The graph with the members' nodes replaced, where the last of them was."""
        nodes: list[Node] = []
        inside = self.members.keys() - {self.last}
        if inside & set(self.graph.outputs):
            raise PolicyError("an output of the graph is inside of parts")
        others = [node for node in self.graph.nodes if node.output not in self.members]
        shared = inside & {name for node in others for name in reads_of(node)}
        missing = shared | {self.last}
        for node in self.graph.nodes:
            if node.output == self.last:
                nodes += self._parts()
                nodes += [self._joined(name) for name in self.members if name in missing]
                missing = set()
            elif node.output not in self.members:
                if not missing.isdisjoint(reads_of(node)):
                    raise PolicyError(f"{node.output} reads what is computed in parts")
                nodes.append(node)
        return replace(self.graph, nodes=tuple(nodes), tensors=self.tensors)

    def _needed(self, rows: Rows) -> dict[str, Rows]:
        """The rows of each member that these rows of the last one are computed from."""
        needed = {self.last: rows}
        for name, node in reversed(self.members.items()):
            if name not in needed:
                raise PolicyError(f"{name} is not read by what is computed in parts with it")
            for number, value in enumerate(reads_of(node)):
                if value not in self.members:
                    continue
                read: Rows | None = needed[name]
                if isinstance(node, OperatorNode):
                    read = rows_read(node.operator, number, needed[name])
                    if self.dimension[value] != rows_place(node.operator, number, self.along):
                        read = None
                if read is None or read.empty:
                    raise PolicyError(f"parts of {name} do not read parts of {value}")
                known = needed.get(value, read)
                begin, end = min(known.begin, read.begin), max(known.end, read.end)
                needed[value] = Rows(begin, end, self.along)
        return needed

    def _parts(self) -> Iterator[Node]:
        for number, needed in enumerate(self.needed):
            for name, node in self.members.items():
                if isinstance(node, OperatorNode):
                    yield from self._part(number, node, needed)
                else:
                    yield self._view(number, node, needed[name])

    def _joined(self, name: str) -> OperatorNode:
        """What puts the parts of a value together, which must be all of it and nothing twice."""
        node = self.members[name]
        begins = [needed[name].begin for needed in self.needed]
        ends = [needed[name].end for needed in self.needed]
        total = self.graph.tensors[name].shape[self.dimension[name]]
        if not isinstance(node, OperatorNode) or [*begins, total] != [0, *ends]:
            raise PolicyError(f"others read {name}, whose parts do not make it up")
        parts = tuple(_called(name, number) for number in range(len(self.needed)))
        tensors = [self.tensors[part] for part in parts]
        operands = [Operand(part.dtype, part.shape, part.order) for part in tensors]
        operator = concatenation(operands, self.along)
        return OperatorNode(node.name, operator, parts, name, node.sources)

    def _part(self, number: int, node: OperatorNode, needed: Mapping[str, Rows]) -> Iterator[Node]:
        """The nodes that compute the rows of an operator's result that a part needs."""
        rows = needed[node.output]
        output = _called(node.output, number)
        inputs = []
        for place, value in enumerate(node.inputs):
            read = rows_read(node.operator, place, rows)
            if read is not None and read.empty:
                raise PolicyError(f"rows {rows.begin} to {rows.end} of {node.output} read nothing")
            source, start = value, 0
            if value in self.members:
                source, start = _called(value, number), needed[value].begin
            if read is not None:
                cut = Rows(read.begin - start, read.end - start)
                dimension = rows_place(node.operator, place, self.along)
                view = self._slice(source, cut, dimension, f"{output}:{place}")
                yield from view
                source = view[0].output if view else source
            inputs.append(source)
        operator = part_of(node.operator, rows)
        made = operator.output
        self.tensors[output] = Tensor(made.dtype, made.shape, made.order)
        self.lanes[number].append(output)
        title = f"{node.name} rows {rows.begin}–{rows.end - 1}"
        yield OperatorNode(title, operator, tuple(inputs), output, node.sources)

    def _view(self, number: int, node: ViewNode, rows: Rows) -> ViewNode:
        """The rows of a view that a part needs."""
        size, dimension = rows.end - rows.begin, self.dimension[node.output]
        arguments = list(node.arguments)
        if node.kind == "slice":
            arguments[3 * dimension + 2] = size
        elif node.kind != "transpose":
            arguments[dimension] = size
        output = _called(node.output, number)
        tensor = self.tensors[node.output]
        shape = (*tensor.shape[:dimension], size, *tensor.shape[dimension + 1 :])
        self.tensors[output] = replace(tensor, shape=shape)
        return replace(
            node, arguments=tuple(arguments), input=_called(node.input, number), output=output
        )

    def _slice(self, source: str, rows: Rows, dimension: int, name: str) -> list[ViewNode]:
        """A view of some rows of a value; none if these are all it has."""
        tensor = self.tensors[source]
        if rows == Rows(0, tensor.shape[dimension]):
            return []
        arguments = [(0, 1, extent) for extent in tensor.shape]
        arguments[dimension] = (rows.begin, 1, rows.end - rows.begin)
        shape = tuple(length for _, _, length in arguments)
        self.tensors[name] = replace(tensor, shape=shape)
        return [ViewNode("slice", tuple(n for item in arguments for n in item), source, name)]


def _called(name: str, number: int) -> str:
    return f"{name}{PART}{number}"
