"""The variants of operators of a fused graph, and their application.

A variant computes the same value by other arithmetic, or reads another value of the graph. A policy
of the operator alone cannot do that. Each kind is one function in a module of its own. A new kind
is one entry of `VARIANTS`. Subgraph tuning tries all kinds, and
`aoe.graph.subgraph.default_variants` chooses some without measurements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from aoe.errors import PolicyError
from aoe.graph.subgraph.variants.channel_shuffle import channel_shuffle_elimination
from aoe.graph.subgraph.variants.conv_as_matmul import conv_as_matmul
from aoe.graph.subgraph.variants.convolution_phases import (
    dilated_as_phases,
    transposed_as_phases,
)
from aoe.graph.subgraph.variants.grouped_shuffle import grouped_shuffle_elimination
from aoe.graph.subgraph.variants.joined_matmuls import joined_matmuls, partners_of
from aoe.graph.subgraph.variants.pixel_shuffle import pixel_shuffle_elimination
from aoe.graph.subgraph.variants.pooled_convolution import pooled_convolution
from aoe.graph.subgraph.variants.replacement import Replacement
from aoe.graph.subgraph.variants.scaled_weights import scaled_weights
from aoe.graph.subgraph.variants.shift_gemm import shift_gemm
from aoe.graph.subgraph.variants.summed_in_parts import summed_in_parts
from aoe.graph.switches import ALL_ON, Switches
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, ViewNode

#: The kind that replaces several operators by one. Each is chosen, and those chosen are joined.
_JOINED = "joined_matmuls"
#: The kinds by name. Each makes the replacement of an operator, or None if it does not apply.
VARIANTS: Mapping[str, Callable[[OperatorGraph, OperatorNode], Replacement | None]]
VARIANTS = MappingProxyType(
    {
        "dilated_as_phases": dilated_as_phases,
        "pixel_shuffle_elimination": pixel_shuffle_elimination,
        "grouped_shuffle_elimination": grouped_shuffle_elimination,
        _JOINED: joined_matmuls,
        "conv_as_matmul": conv_as_matmul,
        "pooled_convolution": pooled_convolution,
        "scaled_weights": scaled_weights,
        "shift_gemm": shift_gemm,
        "transposed_as_phases": transposed_as_phases,
        "channel_shuffle_elimination": channel_shuffle_elimination,
        "summed_in_parts": summed_in_parts,
    }
)


def with_variants(
    graph: OperatorGraph, chosen: Mapping[str, str], subgraph_of: Mapping[str, int] | None = None
) -> OperatorGraph:
    """The fused graph with variants of some operators, applied in topological order.

    Views of views that are one view are merged, and unread nodes are removed.

    Args:
        graph: The graph.
        chosen: The kind of the variant, by the value that the operator computes.
        subgraph_of: The number of the subgraph of each of these values. Operators of several
            subgraphs are not replaced together, because nobody has estimated or measured that. By
            default, all are of one subgraph.

    Raises:
        PolicyError: An operator has no such variant.
    """
    place = {node.output: number for number, node in enumerate(graph.nodes)}
    done: set[str] = set()
    for value in sorted(chosen, key=lambda name: place.get(name, len(place))):
        if value not in done:
            made = _replacement(graph, value, chosen, subgraph_of or {})
            done |= made.others.keys()
            graph = _with(graph, made)
    return _without_unread(merged_views(graph)) if chosen else graph


def variants_of(
    graph: OperatorGraph, node: OperatorNode, switches: Switches = ALL_ON
) -> tuple[str, ...]:
    """The kinds of variants that an operator has, without those that are off."""
    return tuple(
        name
        for name in VARIANTS
        if name not in switches.variants_off and replaced_together(graph, node, name)
    )


def sites(graph: OperatorGraph, kind: str) -> Iterator[tuple[str, ...]]:
    """The values whose operators a kind of variant can replace, in topological order; those that
    are replaced together in one tuple.
    """
    for node in graph.operator_nodes:
        values = replaced_together(graph, node, kind)
        if values[:1] == (node.output,):
            yield values


def replaced_together(graph: OperatorGraph, node: OperatorNode, kind: str) -> tuple[str, ...]:
    """The values whose operators one variant of an operator replaces, in topological order; none
    if the operator has no such variant.
    """
    if kind == _JOINED:
        joined = partners_of(graph, node)
        return tuple(item.output for item in joined) if len(joined) > 1 else ()
    return (node.output,) if VARIANTS[kind](graph, node) is not None else ()


def _replacement(
    graph: OperatorGraph, value: str, chosen: Mapping[str, str], subgraph_of: Mapping[str, int]
) -> Replacement:
    variant = chosen[value]
    node = next((item for item in graph.operator_nodes if item.output == value), None)
    make = VARIANTS.get(variant)
    if variant == _JOINED:
        own = subgraph_of.get(value)
        alike = (name for name, kind in chosen.items() if kind == variant)
        among = [name for name in alike if subgraph_of.get(name) == own]
        make = partial(joined_matmuls, among=among)
    made = None if node is None or make is None else make(graph, node)
    if made is None:
        raise PolicyError(f"{value} is not made by an operator that has a variant {variant!r}")
    return made


def _with(graph: OperatorGraph, made: Replacement) -> OperatorGraph:
    """The graph with nodes replaced."""
    nodes: list[Node] = []
    for item in graph.nodes:
        own = item.output == made.node.output
        nodes += made.nodes if own else [made.others.get(item.output, item)]
    return replace(
        graph,
        nodes=tuple(nodes),
        tensors={**graph.tensors, **made.tensors},
        constants={**graph.constants, **made.constants},
    )


def merged_views(graph: OperatorGraph) -> OperatorGraph:
    """The graph with a reshape of a reshape, or a transposition of a transposition, as one view,
    where nothing else reads the value between them.

    A variant ends with views, and its readers may begin with views. The value between the two may
    need a copy that both together do not need.
    """
    reads = Counter(name for node in graph.nodes for name in node.inputs)
    reads.update(graph.outputs)
    made: dict[str, ViewNode] = {}
    nodes: list[Node] = []
    for node in graph.nodes:
        if isinstance(node, ViewNode):
            before = made.get(node.input) if reads[node.input] == 1 else None
            node = made[node.output] = _merged(node, before)
        nodes.append(node)
    return replace(graph, nodes=tuple(nodes))


def _merged(view: ViewNode, before: ViewNode | None) -> ViewNode:
    """The view of what `before` is a view of, if both together are one."""
    if before is None or before.kind != view.kind:
        return view
    if view.kind == "reshape":
        return replace(view, input=before.input)
    if view.kind == "transpose":
        order = tuple(before.arguments[axis] for axis in view.arguments)
        return replace(view, input=before.input, arguments=order)
    return view


def _without_unread(graph: OperatorGraph) -> OperatorGraph:
    read = set(graph.outputs)
    kept: list[Node] = []
    for node in reversed(graph.nodes):
        if node.output in read:
            read |= set(node.inputs)
            kept.append(node)
    constants = {name: array for name, array in graph.constants.items() if name in read}
    return replace(graph, nodes=tuple(reversed(kept)), constants=constants)
