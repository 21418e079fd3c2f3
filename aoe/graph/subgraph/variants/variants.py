"""The variants of operators of a fused graph, and their application.

A variant computes the same value by other arithmetic, or reads another value of the graph. A policy
of the operator alone cannot do that. Each kind is one function in a module of its own. A new kind
is one entry of `VARIANTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from aoe.errors import PolicyError
from aoe.graph.subgraph.region import reads_of
from aoe.graph.subgraph.variants.channel_shuffle import unshuffled
from aoe.graph.subgraph.variants.conv_as_matmul import pixels_by_filters
from aoe.graph.subgraph.variants.convolution_phases import (
    dilated_as_phases,
    transposed_as_phases,
)
from aoe.graph.subgraph.variants.pooled_convolution import pooled_convolution
from aoe.graph.subgraph.variants.replacement import Replacement
from aoe.graph.subgraph.variants.scaled_weights import scaled_weights
from aoe.graph.subgraph.variants.shift_gemm import taps_apart
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode

#: The kinds by name. Each makes the replacement of an operator, or None if it does not apply.
VARIANTS: Mapping[str, Callable[[OperatorGraph, OperatorNode], Replacement | None]]
VARIANTS = MappingProxyType(
    {
        "dilated_as_phases": dilated_as_phases,
        "pixels_by_filters": pixels_by_filters,
        "pooled_convolution": pooled_convolution,
        "scaled_weights": scaled_weights,
        "taps_apart": taps_apart,
        "transposed_as_phases": transposed_as_phases,
        "unshuffled": unshuffled,
    }
)


def with_variants(graph: OperatorGraph, chosen: Mapping[str, str]) -> OperatorGraph:
    """The fused graph with variants of some operators; unread nodes are removed.

    Args:
        graph: The graph.
        chosen: The kind of the variant, by the value that the operator computes.

    Raises:
        PolicyError: An operator has no such variant.
    """
    for value, variant in chosen.items():
        graph = _with_variant(graph, value, variant)
    return _without_unread(graph) if chosen else graph


def variants_of(graph: OperatorGraph, node: OperatorNode) -> tuple[str, ...]:
    """The kinds of variants that an operator has."""
    return tuple(name for name, make in VARIANTS.items() if make(graph, node) is not None)


def _with_variant(graph: OperatorGraph, value: str, variant: str) -> OperatorGraph:
    node = next((item for item in graph.operator_nodes if item.output == value), None)
    make = VARIANTS.get(variant)
    made = None if node is None or make is None else make(graph, node)
    if made is None:
        raise PolicyError(f"{value} is not made by an operator that has a variant {variant!r}")
    nodes: list[Node] = []
    for item in graph.nodes:
        nodes += made.nodes if item is node else [item]
    return replace(
        graph,
        nodes=tuple(nodes),
        tensors={**graph.tensors, **made.tensors},
        constants={**graph.constants, **made.constants},
    )


def _without_unread(graph: OperatorGraph) -> OperatorGraph:
    read = set(graph.outputs)
    kept: list[Node] = []
    for node in reversed(graph.nodes):
        if node.output in read:
            read |= set(reads_of(node))
            kept.append(node)
    constants = {name: array for name, array in graph.constants.items() if name in read}
    return replace(graph, nodes=tuple(reversed(kept)), constants=constants)
