"""Functions that are said with operators of ONNX, compiled and run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

import aoe


def computed(function: Callable[..., str], x: np.ndarray) -> np.ndarray:
    """What a graph of one function gives for float32 or float64."""
    nodes: list[onnx.NodeProto] = []
    numbers: list[onnx.TensorProto] = []

    def node(kind: str, *operands: str, **attributes: Any) -> str:
        nodes.append(helper.make_node(kind, operands, [f"v{len(nodes)}"], **attributes))
        return str(nodes[-1].output[0])

    def number(value: float) -> str:
        numbers.append(numpy_helper.from_array(np.asarray(value, x.dtype), f"c{len(numbers)}"))
        return str(numbers[-1].name)

    result = function(node, number, "x")
    kind = helper.np_dtype_to_tensor_dtype(x.dtype)
    values = [helper.make_tensor_value_info(name, kind, x.shape) for name in ("x", result)]
    graph = helper.make_graph(nodes, "g", values[:1], values[1:], numbers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    with aoe.compile(model) as session:
        (found,) = session.run(None, {"x": x})
    return np.asarray(found)
