"""Decides which contractions and recurrences of a float32 model need a higher precision than the
device's fastest way has (`aoe.graph.precision.split_precision`).

The decision is made on synthetic inputs. Operators that fewer bits would slow down in this model
have the highest precision: the backend says which (`aoe.backends.precision_rules`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.backends.registry import backend_of
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.split_precision import (
    approximated_nodes,
    high_precision_names,
    names_with_infinite_weights,
)
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.plan import TensorInfo
from aoe.target import Target

#: Seed of the synthetic inputs.
_SEED = 5


@dataclass
class Judgement:
    """What was decided of a model, for shapes that come later.

    Attributes:
        high: Names of the contractions that need a high precision.
        judged: Names of the contractions that were judged.
    """

    high: frozenset[str] = frozenset()
    judged: frozenset[str] = frozenset()


def with_contraction_precision(
    profiles: Sequence[PreparedGraph],
    target: Target,
    every: bool = False,
    judgement: Judgement | None = None,
) -> tuple[PreparedGraph, ...]:
    """Marks the contractions of a model with the precision that its accuracy demands.

    Args:
        profiles: The model at each of its shapes. The first shape with a choice decides.
        target: The device.
        every: Whether all contractions are computed without splitting float32 into terms.
        judgement: What was decided at other shapes, which holds. What is decided now is added.
    """
    if every:
        nodes = [node for item in profiles for node in approximated_nodes(item.unfused, target)]
        names = frozenset(node.name for node in nodes)
        return tuple(item.with_precision(names, "highest") for item in profiles)
    profiles = [
        item.with_precision(
            _cached_matmuls(item, target) | names_with_infinite_weights(item.unfused, target),
            "highest",
        )
        for item in profiles
    ]
    known = Judgement() if judgement is None else judgement
    for item in profiles:
        names = frozenset(node.name for node in approximated_nodes(item.default, target))
        if not names <= known.judged:
            known.high |= high_precision_names(
                item.default, _synthetic_inputs(item.default), target
            )
            known.judged |= names
    return tuple(item.with_precision(known.high, "high") for item in profiles)


def _cached_matmuls(item: PreparedGraph, target: Target) -> frozenset[str]:
    """Names of the operators that fewer bits would slow down in this model."""
    constants = sum(array.nbytes for array in item.unfused.constants.values())
    rules = backend_of(target).precision
    nodes = approximated_nodes(item.unfused, target)
    return frozenset(
        node.name
        for node in nodes
        if rules.is_highest_precision_faster(node.operator, constants, target)
    )


def has_choice(profiles: Sequence[PreparedGraph], target: Target) -> bool:
    """Whether there is anything to decide, which takes a while."""
    return any(approximated_nodes(item.default, target) for item in profiles)


def _synthetic_inputs(graph: OperatorGraph) -> dict[str, np.ndarray]:
    tensors = [graph.tensors[name] for name in graph.inputs]
    wanted = [
        TensorInfo(name, tensor.dtype, tensor.shape)
        for name, tensor in zip(graph.inputs, tensors, strict=True)
    ]
    return synthetic_arrays(wanted, _SEED)
