"""A model of float32 as one of float64: what its results are without the roundings of float32.

`aoe.training.exact_step` computes training steps so.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.errors import UnsupportedModelError
from aoe.graph.graph_values import values_of
from aoe.graph.model_copy import copied_model

_NARROW, _WIDE = onnx_ir.DataType.FLOAT, onnx_ir.DataType.DOUBLE
#: Attributes that are element types.
_TYPES = frozenset({"dtype", "output_dtype", "stash_type", "to"})


def widened(model: onnx_ir.Model) -> onnx_ir.Model:
    """A copy of a model with float64 in place of float32, its constants included.

    Raises:
        UnsupportedModelError: It has floating-point numbers of fewer bits, whose roundings are a
            part of what it computes.
    """
    copied = copied_model(model)
    for graph in copied.graphs():
        for value in values_of(graph):
            kind = value.dtype
            if kind is not None and kind.is_floating_point() and kind.bitwidth < _NARROW.bitwidth:
                raise UnsupportedModelError(f"{value.name} is of {kind.name.lower()}, not float32")
            if kind == _NARROW:
                value.dtype = _WIDE
            if value.const_value is not None and value.const_value.dtype == _NARROW:
                value.const_value = _wide(value.const_value)
        for node in graph:
            for attribute in list(node.attributes.values()):
                made = _changed(attribute)
                if made is not None:
                    node.attributes[attribute.name] = made
    return copied


def _wide(tensor: onnx_ir.TensorProtocol) -> onnx_ir.TensorProtocol:
    return onnx_ir.tensor(tensor.numpy().astype(np.float64), name=tensor.name)


def _changed(attribute: onnx_ir.Attr) -> onnx_ir.Attr | None:
    """An attribute with float64 in place of float32; None if it has none."""
    if attribute.type == onnx_ir.AttributeType.TENSOR:
        tensor = attribute.as_tensor()
        is_narrow = tensor.dtype == _NARROW
        return onnx_ir.AttrTensor(attribute.name, _wide(tensor)) if is_narrow else None
    is_type = attribute.type == onnx_ir.AttributeType.INT and attribute.name in _TYPES
    if is_type and attribute.as_int() == _NARROW:
        return onnx_ir.AttrInt64(attribute.name, int(_WIDE))
    return None
