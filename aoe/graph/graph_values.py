"""The values of a graph of ONNX, before it is an `OperatorGraph`."""

from __future__ import annotations

from collections.abc import Iterator

import onnx_ir


def values_of(graph: onnx_ir.Graph | onnx_ir.GraphView) -> Iterator[onnx_ir.Value]:
    """The values of a graph, without those of the graphs inside it."""
    yield from graph.inputs
    yield from graph.initializers.values()
    for node in graph:
        yield from node.outputs
