"""Matmuls of one value with several constant matrices as one matmul with these side by side.

Attention has them for queries, keys and values. The value is packed and read once, and the threads
synchronise once. The results are slices of its columns.

It applies only where the readers move elements or multiply matrices. An operator of another type
that reads a slice would not be as fast as its estimate says, which knows no strides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import accumulate
from math import prod

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.subgraph.variants.replacement import Replacement
from aoe.loops.expression import Accumulator, Expression, Load, apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode
from aoe.operators.types.attention import attention
from aoe.operators.types.matmul import matmul

#: What is added to a result: nothing, or a number for each column.
_EPILOGUES: tuple[Expression, ...] = (
    Accumulator(),
    apply("add", Accumulator(), Load(2)),
    apply("add", Load(2), Accumulator()),
)


def joined_matmuls(
    graph: OperatorGraph, node: OperatorNode, among: Collection[str] | None = None
) -> Replacement | None:
    """The matmul that computes the results of `node` and of its partners.

    Returns None if the operator has no partner.

    Args:
        graph: The graph.
        node: The first of the matmuls.
        among: The values whose operators may be joined; by default all.
    """
    joined = [item for item in partners_of(graph, node) if among is None or item.output in among]
    if len(joined) < 2 or node not in joined:
        return None
    made = Replacement(graph, node)
    weights = [graph.constants[item.inputs[1]] for item in joined]
    inputs = [node.inputs[0], made.constant(np.concatenate(weights, axis=1))]
    biases = [_bias(graph, item) for item in joined]
    if any(bias is not None for bias in biases):
        filled = [
            np.zeros(array.shape[1], array.dtype) if bias is None else bias
            for array, bias in zip(weights, biases, strict=True)
        ]
        inputs.append(made.constant(np.concatenate(filled)))
    stops = list(accumulate(array.shape[1] for array in weights))
    output = node.operator.output
    operator = replace(
        node.operator,
        inputs=tuple(map(made.operand, inputs)),
        output=Operand.row_major(output.dtype, (*output.shape[:-1], stops[-1])),
        epilogue=_EPILOGUES[len(inputs) - 2],
    )
    result = made.compute(operator, inputs, "joined", of=joined)
    for item, start in zip(joined, [0, *stops[:-1]], strict=True):
        piece = _columns(item.operator.output.shape, start)
        if item is node:
            made.finish_view("slice", piece, result)
        else:
            made.finish_other(item, "slice", piece, result)
    return made


def partners_of(graph: OperatorGraph, node: OperatorNode) -> Sequence[OperatorNode]:
    """The matmuls that can be joined, `node` among them, in topological order; none if it cannot
    be joined.
    """
    own = _alike(node.operator)
    if not _can_be_joined(graph, node):
        return ()
    return [
        item
        for item in graph.operator_nodes
        if item.inputs[:1] == node.inputs[:1]
        and item.operator.type == node.operator.type
        and _alike(item.operator) == own
        and _can_be_joined(graph, item)
    ]


def _alike(operator: Operator) -> Operator:
    """The operator without what may differ between matmuls that are joined."""
    output = replace(operator.output, shape=operator.output.shape[:-1])
    return replace(operator, inputs=operator.inputs[:1], output=output, epilogue=Accumulator())


def _can_be_joined(graph: OperatorGraph, node: OperatorNode) -> bool:
    """Whether it is a matmul with a constant matrix, and perhaps a constant bias, whose result is
    only moved and multiplied.
    """
    operator = node.operator
    if not matmul.OPERATOR.describes(operator) or not is_floating(operator.output.dtype):
        return False
    weights = graph.constants.get(node.inputs[1])
    if weights is None or weights.ndim != 2 or operator.prologue != Accumulator():
        return False
    if operator.integer("transpose_a") or operator.integer("transpose_b"):
        return False
    if operator.epilogue not in _EPILOGUES:
        return False
    if operator.epilogue != Accumulator() and _bias(graph, node) is None:
        return False
    readers = [item for item in graph.nodes if node.output in item.inputs]
    moved = all(_moves(item, node.output, weights.shape[1]) for item in readers)
    return moved and bool(readers) and node.output not in graph.outputs


def _bias(graph: OperatorGraph, node: OperatorNode) -> np.ndarray | None:
    """The constant number for each column that is added to a result, if any."""
    if node.operator.epilogue == Accumulator():
        return None
    bias, weights = graph.constants.get(node.inputs[2]), graph.constants[node.inputs[1]]
    columns = weights.shape[1]
    if bias is None or bias.dtype != weights.dtype or bias.shape[-1:] != (columns,):
        return None
    return bias.reshape(-1) if bias.size == columns else None


def _moves(reader: Node, value: str, columns: int) -> bool:
    """Whether a node can read so many columns of a wider value in place of `value`."""
    if isinstance(reader, OperatorNode):
        operator = reader.operator
        multiplies = any(item.OPERATOR.describes(operator) for item in (matmul, attention))
        return multiplies and value not in reader.inputs[operator.anchor_inputs :]
    if reader.kind != "reshape":
        return True
    shape = reader.arguments
    return any(prod(shape[start:]) == columns for start in range(len(shape)))


def _columns(shape: Sequence[int], start: int) -> tuple[int, ...]:
    """The arguments of a slice of this shape that begins at a column."""
    starts = [0] * (len(shape) - 1) + [start]
    return tuple(n for item in zip(starts, (1,) * len(shape), shape, strict=True) for n in item)
