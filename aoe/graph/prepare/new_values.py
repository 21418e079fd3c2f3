"""Names for new values of a graph, and new constants in it.

`rewriting.py` makes nodes for rules, `aoe.frontends.graph_builder` for readers of other formats.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import onnx_ir

from aoe.graph.graph_values import values_of


class Names:
    """Names that are taken; makes others."""

    def __init__(self, taken: Iterable[str] = (), separator: str = "_") -> None:
        """`separator`: what stands between a name and a number."""
        self._taken = set(taken)
        self._separator = separator
        self._numbers: dict[str, int] = {}

    def take(self, name: str) -> None:
        """Takes a name, which may be taken already."""
        self._taken.add(name)

    def unused(self, base: str) -> str:
        """`base`, with a number if it is taken."""
        name = base
        while name in self._taken:
            self._numbers[base] = self._numbers.get(base, 0) + 1
            name = f"{base}{self._separator}{self._numbers[base]}"
        self._taken.add(name)
        return name


def names_of(graph: onnx_ir.Graph) -> Names:
    """The names of the values of a graph and of the graphs inside it."""
    graphs = (graph, *graph.subgraphs())
    taken = {value.name for inner in graphs for value in values_of(inner)}
    return Names(name for name in taken if name is not None)


def new_constant(graph: onnx_ir.Graph, name: str, array: np.ndarray) -> onnx_ir.Value:
    """A new constant of a graph."""
    tensor = onnx_ir.Tensor(array, name=name)
    value = onnx_ir.Value(
        name=name,
        shape=onnx_ir.Shape(array.shape),
        type=onnx_ir.TensorType(tensor.dtype),
        const_value=tensor,
    )
    graph.register_initializer(value)
    return value
