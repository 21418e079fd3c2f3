"""Synthetic inputs for a whole model or a subgraph, which are compared and timed on them."""

from __future__ import annotations

import numpy as np

from aoe.element_types import is_floating, numpy_type
from aoe.operators.operator_graph import OperatorGraph, Tensor


def synthetic_model_inputs(graph: OperatorGraph, seed: int = 0) -> list[np.ndarray]:
    """An array for each input of a model, the same for the same seed."""
    generator = np.random.default_rng(seed)
    return [_synthetic(graph.tensors[name], generator) for name in graph.inputs]


def _synthetic(tensor: Tensor, generator: np.random.Generator) -> np.ndarray:
    """Ones for integers and booleans: valid as indices, as masks and as lengths."""
    if is_floating(tensor.dtype):
        return generator.standard_normal(tensor.shape).astype(numpy_type(tensor.dtype))
    return np.ones(tensor.shape, tensor.dtype)
