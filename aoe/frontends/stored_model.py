"""Writes a model for a file that keeps its large constants elsewhere, and reads it back.

The file is an offline model with open shapes (`aoe.runtime.open_model`), which is compiled from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import onnx
import onnx_ir
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

from aoe.errors import MALFORMED, OfflineModelError, quoted
from aoe.graph.model_copy import copied_model

#: Bytes from which a constant is kept elsewhere.
LARGE = 1024


def stored_model(model: onnx_ir.Model) -> tuple[bytes, dict[str, np.ndarray]]:
    """The model without its large constants, and these by a name for each. It is not changed."""
    copied = copied_model(model)
    weights: dict[str, np.ndarray] = {}
    for value, tensor in _large(copied):
        name = str(len(weights))
        weights[name] = np.ascontiguousarray(tensor.numpy())
        value.const_value = onnx_ir.ExternalTensor(
            name,
            offset=0,
            length=tensor.nbytes,
            dtype=tensor.dtype,
            shape=onnx_ir.Shape(tensor.shape.numpy()),
            name=str(value.name),
        )
    data: bytes = onnx_ir.serde.serialize_model(copied).SerializeToString()
    return data, weights


def restored_model(data: bytes, weights: Mapping[str, np.ndarray], label: str) -> onnx_ir.Model:
    """The model that `stored_model` wrote. `label` names what holds it in messages. Raises
    `OfflineModelError` if it is not sound.
    """
    try:
        model = onnx_ir.serde.deserialize_model(onnx.ModelProto.FromString(data))
        if not model.graph.outputs:
            raise ValueError("it has no outputs")
        for graph in model.graphs():
            for value in graph.initializers.values():
                tensor = value.const_value
                if isinstance(tensor, onnx_ir.ExternalTensor):
                    value.const_value = _found(tensor, weights[str(tensor.location)])
    except (*MALFORMED, DecodeError, onnx_ir.serde.SerdeError) as error:
        raise OfflineModelError(f"{label}: the model in it is damaged: {quoted(error)}") from error
    return model


def _large(
    model: onnx_ir.Model,
) -> Iterator[tuple[onnx_ir.Value, onnx_ir.TensorProtocol]]:
    for graph in model.graphs():
        for value in graph.initializers.values():
            tensor = value.const_value
            if tensor is None or tensor.dtype == onnx_ir.DataType.STRING or tensor.nbytes < LARGE:
                continue
            if tensor.size * tensor.dtype.numpy().itemsize == tensor.nbytes:
                yield value, tensor


def _found(tensor: onnx_ir.ExternalTensor, array: np.ndarray) -> onnx_ir.TensorProtocol:
    if array.shape != tuple(tensor.shape.numpy()) or array.dtype != tensor.dtype.numpy():
        raise ValueError(f"the constant {tensor.name} is another one")
    return onnx_ir.Tensor(array, dtype=tensor.dtype, name=tensor.name)
