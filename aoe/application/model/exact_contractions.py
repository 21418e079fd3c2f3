"""Which contractions and recurrences of a model in float32 are computed exactly, decided on made-up
inputs (`aoe.graph.precision.split_precision`), where the device would be faster otherwise. It is
not where all weights stay in the last cache from one inference to the next: products of few rows
read them faster than they put together numbers of 24 bits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.split_precision import exact_names, inexact_nodes
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.types import matmul
from aoe.runtime.plan import TensorInfo
from aoe.target import Target

#: Of the made-up inputs.
_SEED = 5
#: Which part of the last cache keeps constants; how large it is at most, since larger ones are for
#: others, too; how many times as fast as memory it must be.
_STAYING, _MOST_OF_ALL, _FASTER = 0.5, 64 << 20, 1.25


def with_exact_contractions(
    profiles: Sequence[PreparedGraph], target: Target, every: bool = False
) -> tuple[PreparedGraph, ...]:
    """A model, given at each of its shapes, with those contractions exact that its accuracy needs,
    decided at the first shape at which there is a choice; with `every`, all of them multiply whole
    numbers instead.
    """
    if every:
        nodes = [node for item in profiles for node in inexact_nodes(item.unfused, target)]
        names = frozenset(node.name for node in nodes)
        return tuple(item.with_exact(names, whole=True) for item in profiles)
    profiles = [item.with_exact(_beside(item, target), whole=True) for item in profiles]
    exact: frozenset[str] = frozenset()
    judged: set[str] = set()
    for item in profiles:
        inexact = {node.name for node in inexact_nodes(item.default, target)}
        if not inexact <= judged:
            exact |= exact_names(item.default, _made_up(item.default), target)
            judged |= inexact
    return tuple(item.with_exact(exact) for item in profiles)


def _beside(item: PreparedGraph, target: Target) -> frozenset[str]:
    """The names of the products of few rows, if the last cache keeps all constants of a model."""
    held = sum(array.nbytes for array in item.unfused.constants.values())
    near = target.speed.l3 > _FASTER * target.speed.memory
    if target.multiplies_tiles or not near or held > _STAYING * min(target.l3, _MOST_OF_ALL):
        return frozenset()
    nodes = inexact_nodes(item.unfused, target)
    return frozenset(node.name for node in nodes if matmul.OPERATOR.describes(node.operator))


def has_choice(profiles: Sequence[PreparedGraph], target: Target) -> bool:
    """Whether there is anything to decide, which takes a while."""
    return any(inexact_nodes(item.default, target) for item in profiles)


def _made_up(graph: OperatorGraph) -> dict[str, np.ndarray]:
    tensors = [graph.tensors[name] for name in graph.inputs]
    wanted = [
        TensorInfo(name, tensor.dtype, tensor.shape)
        for name, tensor in zip(graph.inputs, tensors, strict=True)
    ]
    return synthetic_arrays(wanted, _SEED)
