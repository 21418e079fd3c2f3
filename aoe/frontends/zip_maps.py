"""ZipMap of `ai.onnx.ml`, which makes a list of maps from labels to scores of a matrix of scores.

A compiled model has tensors only, so the matrix itself becomes the output, with a column for each
label in the order of the classifier's labels. Exporters of scikit-learn add ZipMap by default
(`zipmap=False` leaves it out).
"""

from __future__ import annotations

import onnx

_DOMAIN = "ai.onnx.ml"


def without_zip_maps(proto: onnx.ModelProto) -> onnx.ModelProto:
    """The model with the matrix in place of each ZipMap; the given one, which is not changed, if it
    has none.
    """
    if not any(map(_is_zip_map, proto.graph.node)):
        return proto
    changed = onnx.ModelProto()
    changed.CopyFrom(proto)
    maps = set()
    for node in changed.graph.node:
        if _is_zip_map(node):
            maps.update(node.output)
            node.op_type, node.domain = "Identity", ""
            del node.attribute[:]
    for value in (*changed.graph.output, *changed.graph.value_info):
        if value.name in maps:
            value.type.Clear()
            value.type.tensor_type.elem_type = onnx.TensorProto.FLOAT
    return changed


def _is_zip_map(node: onnx.NodeProto) -> bool:
    return node.op_type == "ZipMap" and node.domain == _DOMAIN
