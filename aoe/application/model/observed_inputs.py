"""What the convolutions and products of a model read on average: seen while it runs on made-up
inputs, for the rounding of their weights to fewer bits (`aoe.graph.precision.balanced_rounding`).

A model that is to be observed has these values as outputs, too. The inputs are others than those
that the error of mixed precision is measured with (`aoe.application.model.precision`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from math import prod

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.element_types import ITEM_BYTES
from aoe.graph.precision.mixed_precision import contractions
from aoe.operators.factors import contraction_of
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.runtime.offline_model import OfflineModel
from aoe.runtime.session import InferenceSession

#: Of the made-up inputs.
_SEEDS = (3, 4)
#: What all that is observed may take in memory, the smallest values first.
_MOST_BYTES = 2**29


def shown_outputs(graph: OperatorGraph) -> tuple[str, ...]:
    """The outputs of a graph that users see."""
    return graph.outputs[: len(graph.outputs) - len(graph.data_dependent_sizes)]


def observed(graph: OperatorGraph) -> OperatorGraph:
    """The graph with what its contractions multiply by constants as further outputs."""
    shown = shown_outputs(graph)
    counts = graph.outputs[len(shown) :]
    return replace(graph, outputs=(*shown, *_observed_names(graph), *counts))


def mean_inputs(
    model: OfflineModel, graph: OperatorGraph, threads: int | None
) -> dict[str, np.ndarray]:
    """By the name of a contraction, what it reads on average, float32: at each step of a product,
    of each channel of an image. Inputs of the model, and what is too large to be looked at, are
    left out. `model`: compiled of what `observed` makes of `graph`.
    """
    names = _observed_names(graph)
    if not names:
        return {}
    with closing(InferenceSession(model, threads)) as session:
        runs = [
            dict(
                zip(
                    names,
                    session.run(names, synthetic_arrays(model.plan.inputs, seed)),
                    strict=True,
                )
            )
            for seed in _SEEDS
        ]
    found = {}
    for node in _with_weights(graph):
        if node.inputs[0] in names:
            means = np.mean([_mean(node, run[node.inputs[0]]) for run in runs], axis=0)
            if np.isfinite(means).all():
                found[node.name] = means.astype(np.float32)
    return found


def _observed_names(graph: OperatorGraph) -> tuple[str, ...]:
    """The values to observe."""
    known = {*graph.inputs, *graph.outputs, *graph.constants}
    sizes = {}
    for node in _with_weights(graph):
        name = node.inputs[0]
        if name not in known:
            tensor = graph.tensors[name]
            sizes[name] = prod(tensor.shape) * ITEM_BYTES[tensor.dtype]
    left, chosen = _MOST_BYTES, []
    for name in sorted(sizes, key=sizes.__getitem__):
        left -= sizes[name]
        if left >= 0:
            chosen.append(name)
    return tuple(chosen)


def _with_weights(graph: OperatorGraph) -> Iterator[OperatorNode]:
    """The contractions whose weights are rounded by the mean of what they are multiplied by."""
    return (node for node in contractions(graph) if _mean_axis(node) is not None)


def _mean(node: OperatorNode, array: np.ndarray) -> np.ndarray:
    """The mean along all axes but that of channels or steps."""
    axis = _mean_axis(node)
    others = tuple(number for number in range(array.ndim) if number != axis)
    return np.asarray(array.mean(axis=others, dtype=np.float64))


def _mean_axis(node: OperatorNode) -> int | None:
    """The axis of a contraction's first input that means are kept along."""
    return contraction_of(node.operator).mean_axis(node.operator)
