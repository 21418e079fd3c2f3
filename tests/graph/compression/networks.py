"""Small models with layers to compress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def layer(
    kind: str,
    shape: Sequence[int],
    weights: np.ndarray,
    bias: np.ndarray | None = None,
    **attributes: Any,
) -> onnx.ModelProto:
    """A model of one layer, `x` to `y`."""
    arrays: Mapping[str, np.ndarray | None] = {"w": weights, "b": bias}
    given = {name: array for name, array in arrays.items() if array is not None}
    node = helper.make_node(kind, ["x", *given], ["y"], name="layer", **attributes)
    return model([node], shape, given)


def model(
    nodes: Sequence[onnx.NodeProto], shape: Sequence[int], arrays: Mapping[str, np.ndarray]
) -> onnx.ModelProto:
    """A model from `x` to `y`."""
    graph = helper.make_graph(
        list(nodes),
        "network",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(array, name) for name, array in arrays.items()],
    )
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 18)])


def normal(*shape: int, seed: int = 0) -> np.ndarray:
    """Normally distributed numbers."""
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def two_of_four(depth: int, columns: int, seed: int = 0) -> np.ndarray:
    """Weights (K, N) of which two of four neighbours along K are zero."""
    weights = normal(depth, columns, seed=seed)
    groups = weights.reshape(-1, 4, columns)
    order = np.random.default_rng(seed + 1).permuted(
        np.broadcast_to(np.arange(4)[:, None], groups.shape), axis=1
    )
    return np.where(order < 2, groups, 0).reshape(depth, columns).astype(np.float32)
