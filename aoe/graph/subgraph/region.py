"""A set of operators as a region of a graph: its nodes, inputs and outputs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from aoe.operators.operator_graph import Node, OperatorNode, ViewNode


@dataclass(frozen=True, slots=True)
class Region:
    """A region of a graph; values are given by name.

    Attributes:
        nodes: The operators and the views that they read through, in topological order.
        inputs: Values that the nodes read and others compute.
        outputs: Values that the nodes compute and others read.
    """

    nodes: tuple[Node, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


class Regions:
    """Finds the regions of a list of nodes.

    `outputs` are values that are read outside of all nodes.
    """

    def __init__(self, nodes: Sequence[Node], outputs: Collection[str]) -> None:
        self.outputs = frozenset(outputs)
        self.made = {node.output: node for node in nodes}
        self.readers: dict[str, list[Node]] = {}
        for node in nodes:
            for name in dict.fromkeys(node.inputs):
                self.readers.setdefault(name, []).append(node)

    def of(self, members: Sequence[OperatorNode]) -> Region:
        """The region of these operators, given in topological order."""
        own = {node.output for node in members}
        needed: dict[str, Node] = {}
        inputs: dict[str, None] = {}
        for node in members:
            needed[node.output] = node
            for name in node.inputs:
                while isinstance(view := self.made.get(name), ViewNode):
                    needed[name] = view
                    name = view.input
                if name not in own:
                    inputs.setdefault(name)
        outputs = tuple(node.output for node in members if self._is_read_outside(node, own))
        return Region(tuple(_in_order(needed)), tuple(inputs), outputs)

    def _is_read_outside(self, node: OperatorNode, own: set[str]) -> bool:
        values = [node.output]
        while values:
            name = values.pop()
            if name in self.outputs:
                return True
            for reader in self.readers.get(name, ()):
                if isinstance(reader, ViewNode):
                    values.append(reader.output)
                elif reader.output not in own:
                    return True
        return False


def _in_order(needed: Mapping[str, Node]) -> list[Node]:
    """The nodes in topological order."""
    done: dict[str, Node] = {}
    for node in needed.values():
        walk = [node]
        while walk:
            waiting = [
                needed[name] for name in walk[-1].inputs if name in needed and name not in done
            ]
            if waiting:
                walk += waiting[:1]
            else:
                done.setdefault(walk[-1].output, walk[-1])
                walk.pop()
    return list(done.values())
