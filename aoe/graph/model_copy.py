"""Copies a model, so that the copy may be changed and the model stays as it is.

`onnx_ir.Model.clone` copies values, but not their types. A value's element type is set inside its
type, so setting it in such a clone changes the model too.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import chain

import onnx_ir


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


def _values(model: onnx_ir.Model) -> Iterator[onnx_ir.Value]:
    """Every value of a model, in subgraphs and functions too."""
    bodies = [item.graph for item in model.functions.values()]
    inner = [item.subgraphs() for item in model.functions.values()]
    for graph in chain(model.graphs(), bodies, *inner):
        yield from graph.inputs
        yield from graph.initializers.values()
        for node in graph:
            yield from node.outputs
