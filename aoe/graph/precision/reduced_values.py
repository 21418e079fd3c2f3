"""Which values of a graph can be stored in fewer bits (`aoe.graph.precision.mixed_precision`), and
which of them only together: values that share memory have one type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from aoe.operators.factors import factor_numbers
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.operators.registry import definition_of, definitions

#: The kinds of contractions: operator types, and the cells of recurrences.
CONTRACTIONS = frozenset(
    kind
    for item in definitions().values()
    if item.contraction is not None
    for kind in item.contraction.kinds
)
#: Operator types that compute in float32 whatever their operands and results are stored in.
COMPUTING = frozenset(
    item.type for item in definitions().values() if item.accepts_reduced_precision
)
#: Operator types that read and write images, whose rounding costs little accuracy.
IMAGES = frozenset(item.type for item in definitions().values() if item.of_images)


def factors_of(node: OperatorNode) -> tuple[str, ...]:
    """The values that a contraction multiplies: of attention queries, keys and values; of a
    recurrence its weights.
    """
    return tuple(node.inputs[number] for number in factor_numbers(node.operator))


class SharedMemory:
    """Sets of values that must have one type: a value and its views, and the inputs and the result
    of a Concat, which may share memory.
    """

    def __init__(
        self, graph: OperatorGraph, own: Collection[str], keeps: Callable[[OperatorNode], bool]
    ) -> None:
        """Finds the sets.

        Args:
            graph: The graph.
            own: The constants whose type may change.
            keeps: Whether what an operator reads and writes must keep its type.
        """
        self.graph = graph
        self.parents = {name: name for name in graph.tensors}
        for node in graph.nodes:
            if isinstance(node, ViewNode):
                self.join(node.input, node.output)
            elif definition_of(node.operator).joins_inputs:
                for name in node.inputs[: node.operator.anchor_inputs]:
                    self.join(name, node.output)
        fixed = {*graph.inputs, *graph.outputs, *_moved(graph.operator_nodes)}
        fixed |= {name for name, tensor in graph.tensors.items() if tensor.dtype != "float32"}
        fixed |= graph.constants.keys() - own
        for node in graph.operator_nodes:
            if keeps(node):
                fixed |= {*node.inputs, node.output}
        self.fixed = {self.memory_of(name) for name in fixed}

    def memory_of(self, name: str) -> str:
        """The value that represents all values that share its memory."""
        while self.parents[name] != name:
            self.parents[name] = name = self.parents[self.parents[name]]
        return name

    def join(self, one: str, other: str) -> None:
        """Notes that two values share memory."""
        self.parents[self.memory_of(one)] = self.memory_of(other)

    def may_be_reduced(self, name: str) -> bool:
        """Whether a value and all that share its memory can be stored in fewer bits."""
        return self.memory_of(name) not in self.fixed

    def with_moved(self, names: Collection[str]) -> frozenset[str]:
        """These values of fewer bits, and the values that they are moved from: rounding before a
        move, or before a maximum, gives the same as rounding behind it.
        """
        reduced = set(names)
        readers: dict[str, list[OperatorNode]] = {}
        for node in self.graph.operator_nodes:
            for name in node.inputs:
                readers.setdefault(self.memory_of(name), []).append(node)
        for node in reversed(self.graph.operator_nodes):
            source = self.memory_of(node.inputs[0]) if node.inputs else ""
            if _only_moves(node) and node.output in reduced and self.may_be_reduced(source):
                moved = (
                    other
                    for other in readers[source]
                    if not definition_of(other.operator).joins_inputs
                )
                if all(_only_moves(other) and other.output in reduced for other in moved):
                    reduced |= self.sharing([source])
        return frozenset(reduced)

    def sharing(self, names: Iterable[str]) -> frozenset[str]:
        """These values and all values that share memory with them."""
        chosen = {self.memory_of(name) for name in names}
        return frozenset(name for name in self.graph.tensors if self.memory_of(name) in chosen)


def _only_moves(node: OperatorNode) -> bool:
    """Whether an operator copies elements of its first input or takes the largest of some."""
    return definition_of(node.operator).moves_only(node.operator)


def _moved(nodes: Iterable[OperatorNode]) -> Iterator[str]:
    """The values that operators read and write in the type they have: operators that do not
    compute, and those that compute float32 only.
    """
    for node in nodes:
        definition = definition_of(node.operator)
        if not (definition.accepts_reduced_precision or definition.joins_inputs):
            weights = () if definition.contraction is None else factors_of(node)
            anchors = node.inputs[: node.operator.anchor_inputs]
            yield from (name for name in anchors if name not in weights)
            yield node.output
