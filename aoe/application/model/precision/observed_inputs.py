"""Means of what the contractions of a model read, measured while it runs on synthetic inputs.

`aoe.graph.precision.balanced_rounding` needs them to round weights to fewer bits. A model to
observe has these values as further outputs. The inputs differ from those that measure the error of
mixed precision (`aoe.application.model.precision.precision`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.backends.session import InferenceSession
from aoe.graph.precision.mixed_precision import contractions
from aoe.operators.factors import contraction_of
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.runtime.offline_model import OfflineModel

#: Seeds of the synthetic inputs.
_SEEDS = (3, 4)
#: Most bytes of all observed values; the smallest values come first.
MOST_BYTES = 2**29


def shown_outputs(graph: OperatorGraph) -> tuple[str, ...]:
    """The outputs of a graph that users see."""
    return graph.shown


def observed(graph: OperatorGraph, most_bytes: int = MOST_BYTES) -> OperatorGraph:
    """The graph with further outputs: the values that its contractions multiply by constants.
    `most_bytes`: of all of them; the smallest come first.
    """
    shown = shown_outputs(graph)
    counts = graph.outputs[len(shown) :]
    return replace(graph, outputs=(*shown, *_observed_names(graph, most_bytes), *counts))


def mean_inputs(
    model: OfflineModel,
    graph: OperatorGraph,
    threads: int | None,
    most_bytes: int = MOST_BYTES,
) -> dict[str, np.ndarray]:
    """The mean of what each contraction reads, in float32: by reduction step of a matmul, by
    channel of an image.

    Args:
        model: The compiled graph of `observed`.
        graph: The graph without the further outputs.
        threads: Threads to run with.
        most_bytes: As `observed` had it.

    Returns:
        Means by the name of the contraction. Inputs of the model and values that are too large to
        observe are left out.
    """
    names = _observed_names(graph, most_bytes)
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


def _observed_names(graph: OperatorGraph, most_bytes: int) -> tuple[str, ...]:
    """Names of the values to observe."""
    known = {*graph.inputs, *graph.outputs, *graph.constants}
    sizes = {}
    for node in _with_weights(graph):
        name = node.inputs[0]
        if name not in known:
            tensor = graph.tensors[name]
            sizes[name] = tensor.bytes
    left, chosen = most_bytes, []
    for name in sorted(sizes, key=sizes.__getitem__):
        left -= sizes[name]
        if left >= 0:
            chosen.append(name)
    return tuple(chosen)


def _with_weights(graph: OperatorGraph) -> Iterator[OperatorNode]:
    """The contractions whose weights are rounded by the mean of what they are multiplied by."""
    return (node for node in contractions(graph) if _mean_axis(node) is not None)


def _mean(node: OperatorNode, array: np.ndarray) -> np.ndarray:
    """The mean over all axes except that of channels or reduction steps."""
    axis = _mean_axis(node)
    others = tuple(number for number in range(array.ndim) if number != axis)
    return np.asarray(array.mean(axis=others, dtype=np.float64))


def _mean_axis(node: OperatorNode) -> int | None:
    """The axis of a contraction's first input that means are kept along."""
    return contraction_of(node.operator).mean_axis(node.operator)
