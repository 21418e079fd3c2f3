"""Rewrites pooling that is more than one operator: the two outputs of MaxPool, norms over
everything.
"""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir

from aoe.graph.rewriting import Builder, Rule, has_shape, integer, shape_of


def max_pool_with_indices(node: onnx_ir.Node, build: Builder) -> Sequence[onnx_ir.Value] | None:
    """MaxPool whose second output is used becomes one without and a node that finds where the
    maxima lie (`aoe.operators.pool_indices`).
    """
    if node.op_type != "MaxPool" or len(node.outputs) < 2:
        return None
    places = node.outputs[1]
    used = bool(places.uses()) or places.is_graph_output()
    if not used or not has_shape(node.inputs[0], node.outputs[0]):
        return None
    shape = shape_of(node.outputs[0])
    largest = build.again(node, node.inputs, shape)
    copied = {name: item.value for name, item in node.attributes.items()}
    places = build.make("MaxPoolIndices", [node.inputs[0], largest], shape, **copied)
    places.dtype = onnx_ir.DataType.INT64
    return largest, places


def global_norm(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """GlobalLpPool becomes LpPool with a window over the whole map."""
    if node.op_type != "GlobalLpPool" or not has_shape(node.inputs[0], node.outputs[0]):
        return None
    value = node.inputs[0]
    assert value is not None
    return build.make(
        "LpPool",
        [value],
        shape_of(node.outputs[0]),
        kernel_shape=shape_of(value)[2:],
        p=integer(node, "p", 2),
    )


RULES: tuple[Rule, ...] = (max_pool_with_indices, global_norm)
