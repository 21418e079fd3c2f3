"""Computes a model in float64; the outputs of all engines are compared with the result.

Hardly any engine computes whole models in float64, and ONNX's reference evaluator gives wrong
results for some of them, so open-aoe does it. The other engines differ from the result by rounding
only, which shows that it is the model's and not that of one engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

import aoe
from benchmarks.peers.engine import Feed
from benchmarks.sessions import repository_at


def float64_outputs(model: Path, feed: Feed, threads: int, folder: Path) -> list[np.ndarray]:
    """Returns the outputs in float64 of a model of float32 numbers.

    Args:
        model: The `.onnx` file.
        feed: Its inputs, in its own types.
        threads: The number of threads.
        folder: A folder for an empty repository.

    Raises:
        AoeError: open-aoe cannot compute the model.
    """
    with repository_at(folder), aoe.compile(widened(onnx.load(model)), threads=threads) as session:
        return list(session.run(None, {name: _wide(array) for name, array in feed.items()}))


def widened(model: onnx.ModelProto) -> onnx.ModelProto:
    """Changes a model to float64 wherever it has float32, and returns it."""
    _widen_graph(model.graph)
    for function in model.functions:
        _widen_nodes(function.node)
    return model


def _widen_graph(graph: onnx.GraphProto) -> None:
    for tensor in graph.initializer:
        _widen_tensor(tensor)
    for value in (*graph.input, *graph.output, *graph.value_info):
        kind = value.type.tensor_type
        if kind.elem_type == TensorProto.FLOAT:
            kind.elem_type = TensorProto.DOUBLE
    _widen_nodes(graph.node)


def _widen_nodes(nodes: Iterable[onnx.NodeProto]) -> None:
    for node in nodes:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                _widen_tensor(attribute.t)
            if attribute.HasField("g"):
                _widen_graph(attribute.g)
            if (node.op_type, attribute.name, attribute.i) == ("Cast", "to", TensorProto.FLOAT):
                attribute.i = TensorProto.DOUBLE


def _widen_tensor(tensor: onnx.TensorProto) -> None:
    if tensor.data_type == TensorProto.FLOAT:
        tensor.CopyFrom(numpy_helper.from_array(_wide(numpy_helper.to_array(tensor)), tensor.name))


def _wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float64) if array.dtype == np.float32 else array
