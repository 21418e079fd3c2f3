"""Infers type and shape of one node's outputs with onnx's own inference.

Sizes on which that differs from runtimes are those of `output_sizes`. It serves nodes that rules
make or read (`rewriting`). Whole graphs are inferred by onnxscript's constant folding (`prepare`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
import onnx_ir

from aoe.graph.prepare.output_sizes import output_shape

#: The domains of ONNX's own operator sets.
STANDARD_DOMAINS = ("", "ai.onnx")
#: Elements of the largest constant that inference may need: shapes, axes, sizes.
_LARGEST_CONSTANT = 64


def infer_outputs(node: onnx_ir.Node, version: int) -> None:
    """Sets types and shapes of a node's outputs where onnx infers them.

    Nodes of other domains, nodes with subgraphs and nodes with invalid inputs are left as they are.
    `version` is the operator set of the model.
    """
    try:
        found = _inferred(node, version)
    except Exception:  # the library raises whatever an invalid node makes it meet
        return
    for output in node.outputs:
        inferred = found.get(str(output.name))
        if inferred is not None:
            output.type = onnx_ir.serde.deserialize_type_proto_for_type(inferred)
            shape = onnx_ir.serde.deserialize_type_proto_for_shape(inferred)
            if output.shape is None or not output.shape.is_static():
                output.shape = shape


def correct_outputs(node: onnx_ir.Node, version: int) -> str | None:
    """Gives a node's outputs the inferred shapes where the model declares others, as runtimes do.

    Returns:
        Why inputs and attributes do not fit, in a few words; None if nothing is known to be wrong.
    """
    try:
        found = _inferred(node, version)
    except onnx.shape_inference.InferenceError as error:
        return str(error).split("] ", 1)[-1]  # after the kind of the error
    except Exception:  # other checks look at what onnx cannot
        return None
    for output in node.outputs:
        inferred = found.get(str(output.name))
        shape = inferred and onnx_ir.serde.deserialize_type_proto_for_shape(inferred)
        if not shape:
            continue
        if any(isinstance(size, int) and size < 0 for size in shape):
            return f"its result would have the shape {shape}"
        if output.shape is not None and _differ(shape, output.shape):
            output.shape = shape
    return None


def _differ(one: onnx_ir.Shape, other: onnx_ir.Shape) -> bool:
    """Whether no array has both shapes."""
    pairs = zip(one, other, strict=False)
    return len(one) != len(other) or any(
        isinstance(a, int) and isinstance(b, int) and a != b for a, b in pairs
    )


def _inferred(node: onnx_ir.Node, version: int) -> Mapping[str, onnx.TypeProto]:
    """Types and shapes of a node's outputs by name, as far as onnx infers them.

    Raises whatever the library raises.
    """
    if node.domain not in STANDARD_DOMAINS or not onnx.defs.has(node.op_type, version, ""):
        return {}
    if any(attribute.type == onnx_ir.AttributeType.GRAPH for attribute in node.attributes.values()):
        return {}
    values = {str(value.name): value for value in node.inputs if value is not None}
    types = {name: type_proto(value) for name, value in values.items()}
    known = {name: item for name, item in types.items() if item is not None}
    if len(known) != len(values) or any(output.name is None for output in node.outputs):
        return {}
    found: Mapping[str, onnx.TypeProto] = onnx.shape_inference.infer_node_outputs(
        onnx.defs.get_schema(node.op_type, version, ""),
        onnx_ir.to_proto(node),
        known,
        _small_constants(values),
    )
    shape = output_shape(node)
    if shape is not None:
        for output in found.values():
            output.tensor_type.ClearField("shape")
            onnx_ir.serde.serialize_shape_into(output, onnx_ir.Shape(shape))
    return found


def type_proto(value: onnx_ir.Value) -> onnx.TypeProto | None:
    """Type and, if known, shape of a value as onnx writes them; None if its type is unknown."""
    if value.type is None:
        return None
    proto = onnx_ir.serde.serialize_type(value.type)
    if value.shape is not None:
        onnx_ir.serde.serialize_shape_into(proto, value.shape)
    return proto


def _small_constants(values: Mapping[str, onnx_ir.Value]) -> dict[str, onnx.TensorProto]:
    found = {}
    for name, value in values.items():
        tensor = value.const_value
        if tensor is not None and not value.is_graph_input() and tensor.size <= _LARGEST_CONSTANT:
            found[name] = onnx_ir.serde.serialize_tensor(tensor)
    return found


def broadcast_shape(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape that NumPy broadcasting gives."""
    return tuple(np.broadcast_shapes(*(tuple(shape) for shape in shapes)))
