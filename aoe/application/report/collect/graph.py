"""The graph of a model as a report draws it: operators, inputs and outputs. Views and constants are
left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from aoe.application.report.contents import GraphNode
from aoe.operators.operator_graph import OperatorGraph, ViewNode


def graph_nodes(
    graph: OperatorGraph, operators: Sequence[str], seconds: Mapping[str, float]
) -> tuple[GraphNode, ...]:
    """The nodes of a graph in topological order.

    Args:
        graph: The graph.
        operators: The keys of the distinct operators, by number.
        seconds: What the calls of each operator take, by its name. Operators of one name share it.
    """
    numbers = {key: number for number, key in enumerate(operators)}
    names = Counter(node.name for node in graph.operator_nodes)
    found = [_end(graph, name, "input", ()) for name in graph.inputs]
    made = {name: number for number, name in enumerate(graph.inputs)}
    for node in graph.nodes:
        if isinstance(node, ViewNode):
            if node.input in made:
                made[node.output] = made[node.input]
            continue
        made |= dict.fromkeys(node.outputs, len(found))
        found.append(
            GraphNode(
                node.name,
                "operator",
                numbers[node.operator.key],
                seconds.get(node.name, 0.0) / names[node.name],
                tuple(dict.fromkeys(made[name] for name in node.inputs if name in made)),
                node.sources,
                graph.tensors[node.output].shape,
            )
        )
    found += [
        _end(graph, name, "output", (made[name],) if name in made else ()) for name in graph.shown
    ]
    return tuple(found)


def _end(graph: OperatorGraph, name: str, kind: str, reads: tuple[int, ...]) -> GraphNode:
    return GraphNode(name, kind, -1, 0.0, reads, (), graph.tensors[name].shape)
