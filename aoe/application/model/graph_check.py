"""Finds operator graphs in files that are not consistent, before code is compiled from them.

Compiled code checks no shapes: it relies on a graph that was made of a model, and a graph in a file
can be anything. So it is computed once in NumPy, on inputs of zeros, which finds shapes, types and
indices that do not fit. It is no proof: references of some operators, such as windows of a pool,
make a result of the shape that the operator says, whatever its attributes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.element_types import numpy_type
from aoe.errors import MALFORMED, AoeError, OfflineModelError, quoted
from aoe.operators.evaluate import view_array
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.operators.reference import references

#: What NumPy raises where a node does not fit what it reads.
_UNFIT = (*MALFORMED, AssertionError, MemoryError, AoeError)


def require_consistent(graph: OperatorGraph, label: str) -> None:
    """Computes a graph, and compares everything with what it says of itself.

    Args:
        graph: The graph, from a file.
        label: What messages call the file.

    Raises:
        OfflineModelError: A node does not fit what it reads, or a value is another than the graph
            says.
    """
    try:
        _compute(graph)
    except _UNFIT as error:
        raise OfflineModelError(
            f"the graph in {label} is not consistent ({quoted(error) or type(error).__name__}); "
            "do not open the file, and ask for the source model"
        ) from error


def _compute(graph: OperatorGraph) -> None:
    values: dict[str, np.ndarray] = {}
    for name in graph.inputs:
        tensor = graph.tensors[name]
        zero = np.zeros((), numpy_type(tensor.dtype))
        values[name] = np.broadcast_to(zero, tensor.shape)
    for name, array in graph.constants.items():
        _require(graph, name, array)
        values[name] = array
    last = {name: number for number, node in enumerate(graph.nodes) for name in _read(node)}
    with np.errstate(all="ignore"):
        for number, node in enumerate(graph.nodes):
            if isinstance(node, ViewNode):
                _require_view(graph, node)
                made: Sequence[np.ndarray] = (view_array(values[node.input], node),)
                outputs: Sequence[str] = (node.output,)
            else:
                operator = node.operator
                _require_operands(graph, node.inputs, operator.inputs)
                _require_operands(graph, node.outputs, operator.outputs)
                made = references(operator, [values[name] for name in node.inputs])
                outputs = node.outputs
            for name, array in zip(outputs, made, strict=True):
                _require(graph, name, array)
                values[name] = array
            for name in _read(node):
                if last[name] == number and name not in graph.outputs:
                    values.pop(name, None)
    for name in graph.outputs:
        _require(graph, name, values[name])


def _read(node: OperatorNode | ViewNode) -> Sequence[str]:
    return (node.input,) if isinstance(node, ViewNode) else node.inputs


def _require_view(graph: OperatorGraph, node: ViewNode) -> None:
    """Compiled code takes the numbers of a view as they are, where NumPy understands more."""
    whole = node.kind in ("reshape", "broadcast")
    if min(node.arguments, default=0) < 0 and node.kind != "slice":
        raise ValueError(f"a view of {node.input} has negative numbers")
    if whole and tuple(node.arguments) != graph.tensors[node.output].shape:
        raise ValueError(f"a view of {node.input} has another shape than it says")
    if node.kind == "slice" and min(node.arguments[0::3], default=0) < 0:
        raise ValueError(f"a slice of {node.input} begins before it")


def _require_operands(
    graph: OperatorGraph, names: Sequence[str], operands: Sequence[Operand]
) -> None:
    for name, operand in zip(names, operands, strict=True):
        tensor = graph.tensors[name]
        if (tensor.dtype, tensor.shape, tensor.order) != (
            operand.dtype,
            operand.shape,
            operand.order,
        ):
            raise ValueError(f"an operator reads or writes {name} as something else")


def _require(graph: OperatorGraph, name: str, array: np.ndarray) -> None:
    tensor = graph.tensors[name]
    if array.shape != tensor.shape or array.dtype != numpy_type(tensor.dtype):
        raise ValueError(f"{name} is {array.dtype} of shape {array.shape}, not as it says")
    if sorted(tensor.order) != list(range(len(tensor.shape))):
        raise ValueError(f"{name} has an order of dimensions that is none")
