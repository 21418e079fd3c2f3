"""Describes the inputs and outputs of an operator graph in its plan, for every backend alike.

A graph names values, a plan numbers them.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.plan import Alias, DataDependentSize, Requirement, TensorInfo


def tensor_infos(graph: OperatorGraph, names: Sequence[str]) -> tuple[TensorInfo, ...]:
    """The description of some inputs or outputs."""
    return tuple(
        TensorInfo(
            name, graph.tensors[name].dtype, graph.tensors[name].shape, name in graph.texts.values
        )
        for name in names
    )


def data_dependent_sizes(graph: OperatorGraph) -> tuple[DataDependentSize, ...]:
    """The sizes of outputs that other outputs tell."""
    return tuple(
        DataDependentSize(
            graph.outputs.index(item.output), item.dimension, graph.outputs.index(item.count)
        )
        for item in graph.data_dependent_sizes
    )


def requirements(graph: OperatorGraph) -> tuple[Requirement, ...]:
    """What an inference must compute for its outputs to be right."""
    return tuple(
        Requirement(
            graph.outputs.index(item.output),
            item.holds,
            item.message,
            item.grows,
            item.element,
            graph.outputs.index(item.details) if item.details else None,
        )
        for item in graph.requirements
    )


def aliases(graph: OperatorGraph) -> tuple[Alias, ...]:
    """The outputs that overwrite inputs."""
    return tuple(
        Alias(graph.outputs.index(output), graph.inputs.index(source))
        for output, source in graph.aliases.items()
    )
