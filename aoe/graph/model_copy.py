"""Copies a model, so that the copy may be changed and the model stays as it is.

`onnx_ir.Model.clone` copies values, but not their types. A value's element type is set inside its
type, so setting it in such a clone changes the model too. A copy of a graph that is given up is
detached from the values around it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import chain

import onnx_ir

from aoe.graph.graph_values import values_of


def copied_model(model: onnx_ir.Model) -> onnx_ir.Model:
    """A copy of a model. Both share the tensors of constants, which nothing changes."""
    copied = model.clone()
    for value in _values(copied):
        own_type(value)
    return copied


def own_type(value: onnx_ir.Value) -> None:
    """Gives a value a type that it shares with no other value, in place."""
    shared = value.type
    if type(shared) is onnx_ir.TensorType:  # as nearly all are; this is much faster
        value.type = onnx_ir.TensorType(shared.dtype, denotation=shared.denotation)
    else:
        value.type = copy.deepcopy(shared)


def detach(graph: onnx_ir.Graph) -> None:
    """Ends all uses of values by a graph that is given up."""
    for node in list(onnx_ir.traversal.RecursiveGraphIterator(graph)):
        for position in range(len(node.inputs)):
            node.replace_input_with(position, None)
    for item in (graph, *graph.subgraphs()):
        item.outputs.clear()


def _values(model: onnx_ir.Model) -> Iterator[onnx_ir.Value]:
    """Every value of a model, in subgraphs and functions too."""
    bodies = [item.graph for item in model.functions.values()]
    inner = [item.subgraphs() for item in model.functions.values()]
    for graph in chain(model.graphs(), bodies, *inner):
        yield from values_of(graph)
