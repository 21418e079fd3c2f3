"""Type and shape of one node's outputs, by onnx's own inference.

For nodes that rewriting makes or meets (`rewriting`); whole graphs are inferred by onnxscript's
constant folding (`prepare`).
"""

from __future__ import annotations

import onnx
import onnx_ir

#: Elements of the largest constant that inference may need to see: shapes, axes, sizes.
_LARGEST_SEEN = 64


def infer_outputs(node: onnx_ir.Node, version: int) -> None:
    """Sets types and shapes of a node's outputs where onnx infers them from those of its inputs.

    `version`: the model's operator set. Nodes of other domains, of graphs inside and of invalid
    inputs are left as they are.
    """
    if node.domain not in ("", "ai.onnx") or not onnx.defs.has(node.op_type, version, ""):
        return
    if any(attribute.type == onnx_ir.AttributeType.GRAPH for attribute in node.attributes.values()):
        return
    values = {str(value.name): value for value in node.inputs if value is not None}
    types = {name: type_proto(value) for name, value in values.items()}
    known = {name: item for name, item in types.items() if item is not None}
    if len(known) != len(values) or any(output.name is None for output in node.outputs):
        return
    try:
        found = onnx.shape_inference.infer_node_outputs(
            onnx.defs.get_schema(node.op_type, version, ""),
            onnx_ir.to_proto(node),
            known,
            {name: item for name, value in values.items() if (item := _seen(value)) is not None},
        )
    except Exception:  # the library raises whatever an invalid node makes it meet
        return
    for output in node.outputs:
        inferred = found.get(str(output.name))
        if inferred is not None:
            output.type = onnx_ir.serde.deserialize_type_proto_for_type(inferred)
            shape = onnx_ir.serde.deserialize_type_proto_for_shape(inferred)
            if output.shape is None or not output.shape.is_static():
                output.shape = shape


def type_proto(value: onnx_ir.Value) -> onnx.TypeProto | None:
    """Type and, if known, shape of a value as onnx writes them; None if its type is not known."""
    if value.type is None:
        return None
    proto = onnx_ir.serde.serialize_type(value.type)
    if value.shape is not None:
        onnx_ir.serde.serialize_shape_into(proto, value.shape)
    return proto


def _seen(value: onnx_ir.Value) -> onnx.TensorProto | None:
    tensor = value.const_value
    if tensor is None or value.is_graph_input() or tensor.size > _LARGEST_SEEN:
        return None
    return onnx_ir.serde.serialize_tensor(tensor)
