"""The stages of `aoe.graph` in their order."""

from __future__ import annotations

import onnx_ir

from aoe.graph.fuse import fuse
from aoe.graph.importing import import_graph
from aoe.graph.invalid_models import understood
from aoe.graph.layout import lay_out
from aoe.graph.prepare import prepare
from aoe.operators.operator_graph import OperatorGraph


def build(model: onnx_ir.Model, name: str) -> OperatorGraph:
    """The operator graph of a model; prepares `model` in place.

    Raises `ModelError` where shapes stay unknown and `UnsupportedModelError` listing every node
    that is not computed.
    """
    prepared = prepare(model)
    with understood(model.graph.name):
        return lay_out(fuse(import_graph(prepared, name)))
