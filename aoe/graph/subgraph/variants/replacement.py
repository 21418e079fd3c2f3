"""What takes the place of an operator of a fused graph, and the values it brings along.

Made by the variants of operators (`aoe.graph.subgraph.variants.variants`), each in a module of its
subject.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from aoe.loops.expression import Accumulator, Expression, Load, substitute
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode

#: Between the name of a value and what a variant makes on the way to it.
INNER = ":variant:"


@dataclass
class Replacement:
    """Nodes that compute a value in place of `node`, growing while they are found out; `constants`
    are what they read beside the values of the graph.
    """

    graph: OperatorGraph
    node: OperatorNode
    nodes: list[Node] = field(default_factory=list)
    tensors: dict[str, Tensor] = field(default_factory=dict)
    constants: dict[str, np.ndarray] = field(default_factory=dict)

    def operand(self, name: str) -> Operand:
        """A value as an operand."""
        tensor = self.tensors.get(name) or self.graph.tensors[name]
        constant = name in self.constants or name in self.graph.constants
        return Operand(tensor.dtype, tensor.shape, tensor.order, constant)

    def constant(self, array: np.ndarray) -> str:
        """A constant of its own."""
        name = self._new(f"constant{len(self.constants)}")
        self.constants[name] = array
        dtype = self.operand(self.node.inputs[1]).dtype
        self._declare(name, Operand.row_major(dtype, array.shape))
        return name

    def view(self, kind: str, arguments: Sequence[int], source: str, shape: Sequence[int]) -> str:
        """A view of `source`, of this shape."""
        name = self._new(f"view{len(self.nodes)}")
        self._declare(name, replace(self.operand(source), shape=tuple(shape)))
        self.nodes.append(ViewNode(kind, tuple(arguments), source, name))
        return name

    def compute(self, operator: Operator, inputs: Sequence[str], title: str) -> str:
        """The result of an operator on the way."""
        name = self._new(f"value{len(self.nodes)}")
        self._operator(operator, inputs, f"{self.node.name} {title}", name)
        return name

    def finish(self, operator: Operator, inputs: Sequence[str]) -> None:
        """The operator computes the value itself."""
        self._operator(operator, inputs, self.node.name, self.node.output)

    def finish_view(self, kind: str, arguments: Sequence[int], source: str) -> None:
        """The value is a view of what was computed on the way."""
        self.nodes.append(ViewNode(kind, tuple(arguments), source, self.node.output))

    def _operator(self, operator: Operator, inputs: Sequence[str], title: str, name: str) -> None:
        self._declare(name, operator.output)
        self.nodes.append(OperatorNode(title, operator, tuple(inputs), name, self.node.sources))

    def _new(self, what: str) -> str:
        return f"{self.node.output}{INNER}{what}"

    def _declare(self, name: str, operand: Operand) -> None:
        rows = tuple(range(len(operand.shape)))
        self.tensors[name] = Tensor(operand.dtype, operand.shape, rows)


def shifted(expression: Expression, by: int, accumulator: Expression) -> Expression:
    """The expression with all operands `by` places further on and `accumulator` in the place of
    the anchor's result.
    """

    def replacement(node: Expression) -> Expression | None:
        if isinstance(node, Load):
            return Load(node.operand + by)
        return accumulator if isinstance(node, Accumulator) else None

    return substitute(expression, replacement)
