"""The values of a graph of ONNX, before it is an `OperatorGraph`, and which are constants."""

from __future__ import annotations

from collections.abc import Iterator

import onnx_ir


def values_of(graph: onnx_ir.Graph | onnx_ir.GraphView) -> Iterator[onnx_ir.Value]:
    """The values of a graph, without those of the graphs inside it."""
    yield from graph.inputs
    yield from graph.initializers.values()
    for node in graph:
        yield from node.outputs


def constant_tensor(value: onnx_ir.Value | None) -> onnx_ir.TensorProtocol | None:
    """The tensor of a constant; None if the value is absent, computed or given by callers. An
    initializer that is an input of its graph is no constant: it is what a caller may replace.
    """
    return None if value is None or value.is_graph_input() else value.const_value
