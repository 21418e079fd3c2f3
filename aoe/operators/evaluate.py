"""Computes an operator graph in NumPy, by the reference of each operator: slow, and what compiled
code and the graph stages are checked against.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.operators.reference import references

#: What an operator reads, or gives, instead of arrays.
Reading: TypeAlias = Callable[[OperatorNode, Sequence[np.ndarray]], Sequence[np.ndarray]]


def as_they_are(node: OperatorNode, arrays: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
    """For who changes nothing."""
    return arrays


def evaluate(
    graph: OperatorGraph,
    inputs: Mapping[str, np.ndarray],
    read: Reading = as_they_are,
    given: Reading = as_they_are,
) -> dict[str, np.ndarray]:
    """The graph's outputs by name, for inputs by name. Values are dropped after their last use.

    Args:
        graph: The graph.
        inputs: Its inputs by name.
        read: What each operator reads instead of its inputs.
        given: What it gives instead of its results.
    """
    values = {**graph.constants, **{name: inputs[name] for name in graph.inputs}}
    last: dict[str, int] = {}
    for number, node in enumerate(graph.nodes):
        for name in node.inputs:
            last[name] = number
    for number, node in enumerate(graph.nodes):
        if isinstance(node, ViewNode):
            values[node.output] = view_array(values[node.input], node)
            used: tuple[str, ...] = (node.input,)
        else:
            arrays = read(node, [values[name] for name in node.inputs])
            results = given(node, references(node.operator, arrays))
            values.update(zip(node.outputs, results, strict=True))
            used = node.inputs
        for name in used:
            if last[name] == number and name not in graph.outputs:
                values.pop(name, None)
    return {name: values[name] for name in graph.outputs}


def view_array(array: np.ndarray, node: ViewNode) -> np.ndarray:
    """What a view node makes of an array."""
    match node.kind:
        case "transpose":
            return array.transpose(node.arguments)
        case "reshape":
            return array.reshape(node.arguments)
        case "broadcast":
            return np.broadcast_to(array, node.arguments)
    starts, steps, lengths = node.arguments[0::3], node.arguments[1::3], node.arguments[2::3]
    indices = (
        start + step * np.arange(length)
        for start, step, length in zip(starts, steps, lengths, strict=True)
    )
    return array[np.ix_(*indices)] if array.ndim else array
