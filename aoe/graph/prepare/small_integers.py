"""Stores integers of 2 and 4 bits as bytes, which all operators can move and compute.

Models have weights of such types, and zero points. What selects or moves them (Gather, Reshape,
Transpose) works on bytes as well, and DequantizeLinear gives the same. Constants are dequantised
when the model is compiled (`aoe.graph.prepare.rules.quantized`). QuantizeLinear to such a type
quantises to bytes and clips them.
"""

from __future__ import annotations

import numpy as np
import onnx_ir
from onnx_ir import DataType

from aoe.graph.graph_values import values_of
from aoe.graph.model_copy import own_type
from aoe.graph.prepare.shapes.shape_inference import infer_outputs

#: The bytes that stand for a type, and its least and largest number.
_BYTES = {
    DataType.INT4: (DataType.INT8, -8, 7),
    DataType.UINT4: (DataType.UINT8, 0, 15),
    DataType.INT2: (DataType.INT8, -2, 1),
    DataType.UINT2: (DataType.UINT8, 0, 3),
}
#: Attributes that are the element type of a result.
_TYPE_ATTRIBUTES = ("to", "dtype", "output_dtype")


def infer_small_types(model: onnx_ir.Model) -> None:
    """Gives what nodes make of integers of 2 or 4 bits its inferred type, in place, whatever it is
    declared to have.
    """
    version = model.opset_imports[""]
    for graph in model.graphs():
        for node in graph:
            if has_small_integers(node):
                infer_outputs(node, version)


def has_small_integers(node: onnx_ir.Node) -> bool:
    """Whether a node reads, holds or makes integers of 2 or 4 bits."""
    if any(value is not None and value.dtype in _BYTES for value in node.inputs):
        return True
    for name in ("value", *_TYPE_ATTRIBUTES):
        attribute = node.attributes.get(name)
        if attribute is None or attribute.is_ref():
            continue
        if attribute.type == onnx_ir.AttributeType.TENSOR:
            if attribute.as_tensor().dtype in _BYTES:
                return True
        elif name != "value" and attribute.value in _BYTES:
            return True
    return False


def store_as_bytes(model: onnx_ir.Model) -> None:
    """Gives all values of a model with 2 or 4 bits a type of 8 bits, in place. Inputs of the model
    keep theirs, and are refused later. So are outputs that were declared to have such a type.
    """
    graphs = list(model.graphs())
    for graph in graphs:
        for node in list(graph):
            _clip(graph, node)
            _read_by_bytes(graph, node)
    outer = {*model.graph.inputs}
    for graph in graphs:
        for node in graph:
            for name, attribute in node.attributes.items():
                if attribute.type == onnx_ir.AttributeType.TENSOR and not attribute.is_ref():
                    tensor = attribute.as_tensor()
                    if tensor.dtype in _BYTES:
                        node.attributes[name] = onnx_ir.AttrTensor(name, _as_bytes(tensor))
        for value in values_of(graph):
            if value.dtype not in _BYTES or value in outer:
                continue
            if value.const_value is not None:
                value.const_value = _as_bytes(value.const_value)
            dtype = _BYTES[value.dtype][0]
            own_type(value)
            value.dtype = dtype


def is_small(dtype: DataType) -> bool:
    """Whether a type has integers of 2 or 4 bits."""
    return dtype in _BYTES


def stored_type(dtype: DataType) -> DataType:
    """The type that values of a type are stored in."""
    return _BYTES[dtype][0] if dtype in _BYTES else dtype


def _as_bytes(tensor: onnx_ir.TensorProtocol) -> onnx_ir.TensorProtocol:
    dtype = _BYTES[tensor.dtype][0].numpy()
    return onnx_ir.Tensor(np.asarray(tensor.numpy()).astype(dtype), name=tensor.name)


def _clip(graph: onnx_ir.Graph, node: onnx_ir.Node) -> None:
    """Puts Clip behind a QuantizeLinear to a small type."""
    if node.op_type != "QuantizeLinear":
        return
    output = node.outputs[0]
    small = _quantized_type(node)
    if small not in _BYTES:
        return
    dtype, least, most = _BYTES[small]
    if "output_dtype" in node.attributes:
        node.attributes["output_dtype"] = onnx_ir.AttrInt64("output_dtype", int(dtype))
    bounds = []
    for name, number in (("least", least), ("most", most)):
        tensor = onnx_ir.Tensor(np.asarray(number, dtype.numpy()))
        bounds.append(_number(tensor, f"{output.name}_{name}"))
    clip = onnx_ir.Node("", "Clip", [output, *(item.outputs[0] for item in bounds)])
    clipped = clip.outputs[0]
    clipped.dtype, clipped.shape = dtype, output.shape
    graph.insert_after(node, [*bounds, clip])
    clipped.name, output.name = output.name, f"{output.name}_unclipped"
    output.replace_all_uses_with(clipped, replace_graph_outputs=True)
    clip.replace_input_with(0, output)


def _read_by_bytes(graph: onnx_ir.Graph, node: onnx_ir.Node) -> None:
    """Says of a GatherBlockQuantized whose table has numbers of few bits that bytes hold one number
    each. Otherwise it takes unsigned bytes for packed numbers, around the middle of their range.
    """
    if node.op_type != "GatherBlockQuantized" or node.inputs[0] is None:
        return
    stored = _BYTES.get(node.inputs[0].dtype or DataType.UNDEFINED)
    if stored is None or stored[0] != DataType.UINT8:
        return
    node.attributes["bits"] = onnx_ir.AttrInt64("bits", 8)
    if len(node.inputs) > 3 and node.inputs[3] is not None:
        return
    tensor = onnx_ir.Tensor(np.asarray(0, np.uint8))
    zero = _number(tensor, f"{node.outputs[0].name}_zero")
    graph.insert_before(node, zero)
    node.resize_inputs(4)
    node.replace_input_with(3, zero.outputs[0])


def _number(tensor: onnx_ir.TensorProtocol, name: str) -> onnx_ir.Node:
    """A constant node of one number."""
    constant = onnx_ir.Node("", "Constant", [], [onnx_ir.AttrTensor("value", tensor)])
    result = constant.outputs[0]
    result.name, result.dtype, result.shape = name, tensor.dtype, onnx_ir.Shape(())
    return constant


def _quantized_type(node: onnx_ir.Node) -> DataType | None:
    zero = node.inputs[2] if len(node.inputs) > 2 else None
    if zero is not None:
        return zero.dtype
    if "output_dtype" in node.attributes:
        return DataType(node.attributes["output_dtype"].as_int())
    return node.outputs[0].dtype
