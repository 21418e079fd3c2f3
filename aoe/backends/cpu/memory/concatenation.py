"""Which values are written straight into the result of a concatenation, and where: for
`aoe.backends.cpu.memory.placement`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from aoe.loops.expression import Accumulator
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph, Tensor, ViewNode
from aoe.operators.registry import definition_of


@dataclass(frozen=True, slots=True)
class ConcatenationSlice:
    """The part of a concatenation's result that holds a value.

    Attributes:
        joined: The name of the concatenation's result.
        axis: The joined dimension.
        start: Where the part begins along that dimension.
        shape: The shape in which the concatenation reads the value.
    """

    joined: str
    axis: int
    start: int
    shape: tuple[int, ...]


def concatenation_homes(graph: OperatorGraph) -> dict[str, ConcatenationSlice]:
    """Returns the values that can be written straight into a concatenation's result.

    An operator's result can, or a view of it that only adds or drops dimensions of 1. It must have
    the result's dimension order and be used once in the concatenation. It must be neither a graph
    output nor part of another concatenation.
    """
    made = {node.output: node.output for node in graph.operator_nodes}
    for view in graph.nodes:
        if isinstance(view, ViewNode) and _keeps_sizes(view, graph) and view.input in made:
            made[view.output] = made[view.input]
    homes: dict[str, ConcatenationSlice] = {}
    for node in graph.operator_nodes:
        if not _only_concatenates(node.operator) or len(set(node.inputs)) < len(node.inputs):
            continue
        whole = graph.tensors[node.output]
        axis = node.operator.integer("axis") % len(whole.shape)
        shapes = [graph.tensors[value].shape for value in node.inputs]
        starts = (0, *accumulate(shape[axis] for shape in shapes))
        for value, shape, start in zip(node.inputs, shapes, starts, strict=False):
            root = made.get(value)
            if root is None or root in homes or {root, value} & set(graph.outputs):
                continue
            if _has_order_of(graph.tensors[value], whole):
                homes[root] = ConcatenationSlice(node.output, axis, start, shape)
    return homes


def _keeps_sizes(view: ViewNode, graph: OperatorGraph) -> bool:
    """Whether a view only adds or drops dimensions of 1."""
    before, after = graph.tensors[view.input].shape, graph.tensors[view.output].shape
    same = [n for n in before if n > 1] == [n for n in after if n > 1]
    return view.kind == "reshape" and same


def _only_concatenates(operator: Operator) -> bool:
    plain = operator.prologue == operator.epilogue == Accumulator()
    return definition_of(operator).joins_inputs and plain


def _has_order_of(part: Tensor, whole: Tensor) -> bool:
    """Whether the dimensions of a part, except those of 1, are in the same order as the whole's."""

    def essential(order: tuple[int, ...]) -> list[int]:
        return [dimension for dimension in order if part.shape[dimension] > 1]

    return part.dtype == whole.dtype and essential(part.order) == essential(whole.order)
