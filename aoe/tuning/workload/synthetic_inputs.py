"""Synthetic inputs for a whole model or a subgraph, which are compared and timed on them."""

from __future__ import annotations

import numpy as np

from aoe.element_types import is_floating, numpy_type
from aoe.operators.operator_graph import OperatorGraph, Tensor


def synthetic_model_inputs(graph: OperatorGraph, seed: int = 0) -> list[np.ndarray]:
    """An array for each input of a model, the same for the same seed."""
    generator = np.random.default_rng(seed)
    return [
        _synthetic(graph.tensors[name], generator, graph.input_ranges.get(name))
        for name in graph.inputs
    ]


def _synthetic(
    tensor: Tensor, generator: np.random.Generator, limits: tuple[int, int] | None
) -> np.ndarray:
    """Integers and booleans are within their limits, or ones where these are unknown: valid as
    indices, as masks and as lengths.
    """
    if is_floating(tensor.dtype):
        return generator.standard_normal(tensor.shape).astype(numpy_type(tensor.dtype))
    if limits is None:
        return np.ones(tensor.shape, tensor.dtype)
    return generator.integers(*limits, tensor.shape, endpoint=True).astype(tensor.dtype)
