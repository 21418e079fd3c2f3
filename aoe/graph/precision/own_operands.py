"""Copies of operands for some of their readers, so that the copies can be stored in another type
(`aoe.graph.precision.mixed_precision`).

A constant is duplicated unless it has no other reader. A computed value and an input of the model
are copied by a pointwise operator. Views of a copied value are repeated for the copy.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from aoe.loops.expression import Load
from aoe.operators.factors import factor_numbers
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, ViewNode
from aoe.operators.types.elementwise.pointwise import pointwise


def views_of(graph: OperatorGraph) -> dict[str, ViewNode]:
    """The views of a graph by their names."""
    return {node.output: node for node in graph.nodes if isinstance(node, ViewNode)}


def base_of(name: str, views: dict[str, ViewNode]) -> str:
    """The value that a value is a view of, directly or through other views; itself if it is not a
    view.
    """
    while name in views:
        name = views[name].input
    return name


def copying_node(graph: OperatorGraph, source: str, target: str, dtype: str) -> OperatorNode:
    """The operator that copies a value as another type."""
    tensor = graph.tensors[source]
    operand = Operand(tensor.dtype, tensor.shape, tensor.order)
    operator = pointwise(Load(0), (operand,), replace(operand, dtype=dtype))
    return OperatorNode(f"{source} (copy)", operator, (source,), target)


def with_own_operands(
    graph: OperatorGraph, outputs: Collection[str], copied: Collection[str], ending: str
) -> tuple[OperatorGraph, frozenset[str]]:
    """The graph in which some contractions have copies of what they multiply.

    Args:
        graph: The graph.
        outputs: What the contractions compute. They share no constant factor with other readers.
        copied: Computed values and inputs of which they get copies.
        ending: What the names of copies end with.

    Returns:
        The graph, and the names of the constants that only these contractions read.
    """
    owning = _Owning(graph, copied, ending)
    for node in graph.nodes:
        if isinstance(node, OperatorNode) and node.output in outputs:
            own = {
                number: owning.own(node.inputs[number]) for number in factor_numbers(node.operator)
            }
            inputs = tuple(own.get(number, name) for number, name in enumerate(node.inputs))
            node = replace(node, inputs=inputs)
        owning.nodes.append(node)
    return owning.graph(), frozenset(owning.copies.values()) & owning.constants.keys()


class _Owning:
    def __init__(self, graph: OperatorGraph, copied: Collection[str], ending: str) -> None:
        self.before = graph
        self.copied = copied
        self.ending = ending
        self.views = views_of(graph)
        self.tensors, self.constants = dict(graph.tensors), dict(graph.constants)
        self.nodes: list[Node] = []
        self.copies: dict[str, str] = {}

    def own(self, name: str) -> str:
        """The copy of a value or of a view, made on the first call; the value itself if it is not
        to be copied.
        """
        if name in self.copies:
            return self.copies[name]
        base = base_of(name, self.views)
        if base not in self.constants and base not in self.copied:
            return name
        self.copies[name] = copy = f"{name}{self.ending}"
        self.tensors[copy] = self.tensors[name]
        if name in self.views:
            view = self.views[name]
            self.nodes.append(replace(view, input=self.own(view.input), output=copy))
        elif name in self.constants:
            self.constants[copy] = self.constants[name]
        else:
            dtype = self.tensors[name].dtype
            self.nodes.append(copying_node(self.before, name, copy, dtype))
        return copy

    def graph(self) -> OperatorGraph:
        """The graph, without the constants, and views of constants, that nothing reads any more."""
        read = set(self.before.outputs)
        kept: list[Node] = []
        for node in reversed(self.nodes):
            if isinstance(node, OperatorNode) or node.output in read:
                read |= set(node.inputs)
                kept.append(node)
        names = read | {node.output for node in kept} | set(self.before.inputs)
        return replace(
            self.before,
            nodes=tuple(reversed(kept)),
            tensors={name: item for name, item in self.tensors.items() if name in names},
            constants={name: item for name, item in self.constants.items() if name in names},
        )
