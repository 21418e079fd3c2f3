"""Sparse tensors of an ONNX model as dense ones: sparse initializers and `sparse_value` of
Constant.

They are read from the protobuf message, before it becomes a graph.

Source: SparseTensorProto in `onnx.proto` of the ONNX project.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod

import numpy as np
import onnx

from aoe.errors import ModelError, quoted

#: Most elements of all dense tensors that are made of a model.
_MOST_ELEMENTS = 1 << 31


def with_dense_tensors(proto: onnx.ModelProto, label: str) -> onnx.ModelProto:
    """The model without sparse tensors; the given one, which is not changed, if it has none.

    Raises `ModelError` for a sparse tensor that is damaged or too large.
    """
    if not any(_is_sparse(graph) for graph in _graphs(proto)) and not any(
        _sparse_attributes(node) for node in _nodes(proto)
    ):
        return proto
    dense = onnx.ModelProto()
    dense.CopyFrom(proto)
    room = _MOST_ELEMENTS
    for graph in _graphs(dense):
        for item in graph.sparse_initializer:
            graph.initializer.append(_dense(item, label, room))
            room -= prod(item.dims)
        del graph.sparse_initializer[:]
    for node in _nodes(dense):
        for attribute in _sparse_attributes(node):
            tensor = _dense(attribute.sparse_tensor, label, room)
            room -= prod(tensor.dims)
            attribute.Clear()
            attribute.CopyFrom(onnx.helper.make_attribute("value", tensor))
    return dense


def _is_sparse(graph: onnx.GraphProto) -> bool:
    return len(graph.sparse_initializer) > 0


def _sparse_attributes(node: onnx.NodeProto) -> list[onnx.AttributeProto]:
    if node.op_type != "Constant":
        return []
    return [item for item in node.attribute if item.type == onnx.AttributeProto.SPARSE_TENSOR]


def _nodes(proto: onnx.ModelProto) -> Iterator[onnx.NodeProto]:
    for graph in _graphs(proto):
        yield from graph.node
    for function in proto.functions:
        yield from function.node


def _graphs(proto: onnx.ModelProto) -> Iterator[onnx.GraphProto]:
    yield proto.graph
    yield from _inner_graphs(proto.graph.node)
    for function in proto.functions:
        yield from _inner_graphs(function.node)


def _inner_graphs(nodes: Iterable[onnx.NodeProto]) -> Iterator[onnx.GraphProto]:
    for node in nodes:
        for attribute in node.attribute:
            for graph in (*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs):
                yield graph
                yield from _inner_graphs(graph.node)


def _dense(sparse: onnx.SparseTensorProto, label: str, room: int) -> onnx.TensorProto:
    """The dense form of a tensor. `room`: how many elements it may have."""
    name = sparse.values.name
    shape = tuple(sparse.dims)
    size = prod(shape)
    if min(shape, default=1) < 0 or size > room:
        raise ModelError(
            f"{label}: sparse tensor {name!r} has the shape {quoted(list(shape))}; at most "
            f"{_MOST_ELEMENTS} elements of all sparse tensors are made dense"
        )
    try:
        values = onnx.numpy_helper.to_array(sparse.values).reshape(-1)
        places = _places(onnx.numpy_helper.to_array(sparse.indices), shape, values.size)
        array = np.zeros(size, values.dtype)
        array[places] = values
        return onnx.numpy_helper.from_array(array.reshape(shape), name)
    except (ValueError, IndexError, TypeError) as error:
        raise ModelError(
            f"{label}: sparse tensor {name!r} is damaged: its {quoted(list(sparse.values.dims))} "
            f"values and {quoted(list(sparse.indices.dims))} indices do not make a tensor of shape "
            f"{quoted(list(shape))}"
        ) from error
    except MemoryError:
        raise ModelError(
            f"{label}: this machine has no room for the dense form of sparse tensor {name!r}, of "
            f"the shape {quoted(list(shape))}; give fewer elements"
        ) from None


def _places(indices: np.ndarray, shape: tuple[int, ...], count: int) -> np.ndarray:
    """The linear index of each value: it is given so, or by coordinates."""
    if indices.ndim == 2 and indices.shape == (count, len(shape)):
        indices = np.asarray(np.ravel_multi_index(tuple(indices.T), shape)) if count else indices
    if indices.size and indices.min() < 0:
        raise IndexError("an index is below zero")
    return np.asarray(indices.reshape(count), np.int64)
