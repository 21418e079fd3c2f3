"""Describes the inputs and outputs of an operator graph in its plan, for every backend alike."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.plan import TensorInfo


def tensor_infos(graph: OperatorGraph, names: Sequence[str]) -> tuple[TensorInfo, ...]:
    """The description of some inputs or outputs."""
    return tuple(
        TensorInfo(
            name, graph.tensors[name].dtype, graph.tensors[name].shape, name in graph.texts.values
        )
        for name in names
    )
