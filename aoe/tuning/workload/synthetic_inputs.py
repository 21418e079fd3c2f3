"""Synthetic inputs for a whole model or a subgraph, which are compared and timed on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aoe.element_types import is_floating, numpy_type
from aoe.operators.factors import factor_numbers
from aoe.operators.input_numbers import InputNumbers
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
    known = _known_numbers(graph)
    return [
        _synthetic(graph.tensors[name], generator, known.get(name), deviation)
        for name in graph.inputs
    ]


def _known_numbers(graph: OperatorGraph) -> dict[str, InputNumbers]:
    """What is known of inputs by name: what all operators allow that read them, within the range
    that is given for an input.
    """
    found: dict[str, InputNumbers] = {}
    for node in graph.operator_nodes:
        for number, numbers in definition_of(node.operator).numbers(node.operator).items():
            name = node.inputs[number]
            found[name] = found[name].within(numbers) if name in found else numbers
    ranges = {
        name: replace(found.get(name, InputNumbers(low, high)), low=low, high=high)
        for name, (low, high) in graph.input_ranges.items()
    }
    return {**found, **ranges}


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
    numbers: InputNumbers | None,
    deviation: float,
) -> np.ndarray:
    """Integers and booleans are as they are known to be, or ones where nothing is known: valid as
    indices, as masks and as lengths.
    """
    if numbers is not None:
        return numbers.array(tensor.dtype, tensor.shape, generator)
    if is_floating(tensor.dtype):
        normal = generator.standard_normal(tensor.shape) * deviation
        return normal.astype(numpy_type(tensor.dtype))
    return np.ones(tensor.shape, tensor.dtype)
