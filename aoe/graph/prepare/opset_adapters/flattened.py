"""Softmax and its kin before operator set 13: all dimensions from an axis on are one."""

from __future__ import annotations

import onnx_ir

from aoe.graph.prepare.opset_adapters.adapter import adapter, first, put, rank_of
from aoe.graph.prepare.rewriting import Builder, Replacement, integer


def _over_all_from_axis(node: onnx_ir.Node, build: Builder) -> Replacement:
    value, axis = first(node), integer(node, "axis", 1)
    rank = rank_of(value)
    if axis == -1 or (rank is not None and axis == rank - 1):
        put(node, "axis", -1)
        return None
    shape = build.infer("Shape", value)
    flat = build.infer("Flatten", value, axis=axis)
    result = build.infer(node.op_type, flat, axis=-1)
    output = build.infer("Reshape", result, shape, allowzero=1)
    output.shape, output.type = node.outputs[0].shape, node.outputs[0].type
    return output


ADAPTERS = (adapter(13, _over_all_from_axis, "Hardmax", "LogSoftmax", "Softmax"),)
