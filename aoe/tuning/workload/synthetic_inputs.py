"""Synthetic inputs for a whole model or a subgraph, which are compared and timed on them."""

from __future__ import annotations

import numpy as np

from aoe.element_types import is_floating, numpy_type
from aoe.operators.factors import factor_numbers
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.operators.registry import definition_of

#: The standard deviation of what is given to a model whose weights are inputs, as those of training
#: are: about that of initial weights of some hundred inputs each. With one of 1, values grow in
#: each layer. Attention then depends on the last bit, and gradients are infinite.
_DEVIATION_OF_WEIGHTS = 1 / 16


def synthetic_model_inputs(graph: OperatorGraph, seed: int = 0) -> list[np.ndarray]:
    """An array for each input of a model, the same for the same seed."""
    generator = np.random.default_rng(seed)
    deviation = _DEVIATION_OF_WEIGHTS if _weights_are_inputs(graph) else 1.0
    return [
        _synthetic(graph.tensors[name], generator, graph.input_ranges.get(name), deviation)
        for name in graph.inputs
    ]


def _weights_are_inputs(graph: OperatorGraph) -> bool:
    """Whether contractions multiply by inputs of the model, and none by a constant: a model that
    has a cache as an input has constant weights, too.
    """
    given, constant = set(graph.inputs), set(graph.constants)
    for node in graph.nodes:
        if isinstance(node, ViewNode):
            for names in (given, constant):
                names.update({node.output} if node.input in names else ())
    contractions = [
        [node.inputs[number] for number in factor_numbers(node.operator)]
        for node in graph.nodes
        if isinstance(node, OperatorNode) and definition_of(node.operator).contraction
    ]
    return any(not given.isdisjoint(names[1:]) for names in contractions) and all(
        constant.isdisjoint(names) for names in contractions
    )


def _synthetic(
    tensor: Tensor,
    generator: np.random.Generator,
    limits: tuple[int, int] | None,
    deviation: float,
) -> np.ndarray:
    """Integers and booleans are within their limits, or ones where these are unknown: valid as
    indices, as masks and as lengths.
    """
    if is_floating(tensor.dtype):
        numbers = generator.standard_normal(tensor.shape) * deviation
        return numbers.astype(numpy_type(tensor.dtype))
    if limits is None:
        return np.ones(tensor.shape, tensor.dtype)
    return generator.integers(*limits, tensor.shape, endpoint=True).astype(tensor.dtype)
