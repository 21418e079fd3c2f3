"""The nodes that replace an operator of a fused graph.

Each kind of variant (`aoe.graph.subgraph.variants.variants`) builds a `Replacement`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import TypeAlias

import numpy as np

from aoe.element_types import FLOAT8_FORMATS, computed_type, is_floating
from aoe.loops.expression import Accumulator, Expression, Load, substitute
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode

#: Separates the name of a value from the names of the intermediate values of its variant.
VARIANT_MARK = ":variant:"
#: Maps an array with a number for each channel to the channels of another convolution.
ChannelMap: TypeAlias = Callable[[np.ndarray], np.ndarray]


def sums_its_type(operator: Operator) -> bool:
    """Whether an operator multiplies floating-point numbers of a type that holds their sums.

    Sums of bytes are int32 and those of float8 float32. What an epilogue makes of them, as where it
    dequantises, does not tell: the result is floating-point then.
    """
    dtypes = {item.dtype for item in operator.inputs[: operator.anchor_inputs]}
    floating = all(map(is_floating, {*dtypes, operator.output.dtype}))
    return floating and not dtypes & FLOAT8_FORMATS.keys()


def sum_type(operator: Operator) -> str:
    """The type in which an operator that sums its type (`sums_its_type`) adds up products. Parts of
    its sum that are stored are of this type, so that the result is rounded once.
    """
    return computed_type(operator.inputs[0].dtype)


@dataclass
class Replacement:
    """Nodes that compute the value of `node`, and values of operators that are replaced with it;
    grows while a variant is built.

    Attributes:
        graph: The graph.
        node: The operator that is replaced.
        nodes: The nodes so far, in topological order.
        tensors: The descriptions of new values.
        constants: New constants.
        others: The views that replace other operators, by the value that they compute. They are
            views of values of `nodes`, and come after `node` in topological order.
    """

    graph: OperatorGraph
    node: OperatorNode
    nodes: list[Node] = field(default_factory=list)
    tensors: dict[str, Tensor] = field(default_factory=dict)
    constants: dict[str, np.ndarray] = field(default_factory=dict)
    others: dict[str, ViewNode] = field(default_factory=dict)

    def operand(self, name: str) -> Operand:
        """A value as an operand."""
        tensor = self.tensors.get(name) or self.graph.tensors[name]
        constant = name in self.constants or name in self.graph.constants
        return Operand(tensor.dtype, tensor.shape, tensor.order, constant)

    def constant(self, array: np.ndarray) -> str:
        """Adds a constant."""
        name = self._new(f"constant{len(self.constants)}")
        self.constants[name] = array
        dtype = self.operand(self.node.inputs[1]).dtype
        self._declare(name, Operand.row_major(dtype, array.shape))
        return name

    def view(self, kind: str, arguments: Sequence[int], source: str, shape: Sequence[int]) -> str:
        """Adds a view of `source` with this shape."""
        name = self._new(f"view{len(self.nodes)}")
        self._declare(name, replace(self.operand(source), shape=tuple(shape)))
        self.nodes.append(ViewNode(kind, tuple(arguments), source, name))
        return name

    def compute(
        self,
        operator: Operator,
        inputs: Sequence[str],
        title: str,
        of: Sequence[OperatorNode] = (),
    ) -> str:
        """Adds an operator whose result is an intermediate value.

        Args:
            operator: The operator.
            inputs: The values that it reads.
            title: Follows the name of the first node that it replaces.
            of: The nodes that it replaces; by default `node`.
        """
        name = self._new(f"value{len(self.nodes)}")
        replaced = of or (self.node,)
        sources = tuple(source for node in replaced for source in node.sources)
        self._operator(operator, inputs, f"{replaced[0].name} {title}", name, sources)
        return name

    def finish(self, operator: Operator, inputs: Sequence[str]) -> None:
        """Adds the operator that computes the value."""
        self._operator(operator, inputs, self.node.name, self.node.output, self.node.sources)

    def finish_view(self, kind: str, arguments: Sequence[int], source: str) -> None:
        """Makes the value a view of an intermediate value."""
        self.nodes.append(ViewNode(kind, tuple(arguments), source, self.node.output))

    def finish_other(
        self, other: OperatorNode, kind: str, arguments: Sequence[int], source: str
    ) -> None:
        """Makes the value of another operator a view of an intermediate value."""
        self.others[other.output] = ViewNode(kind, tuple(arguments), source, other.output)

    def _operator(
        self,
        operator: Operator,
        inputs: Sequence[str],
        title: str,
        name: str,
        sources: tuple[tuple[str, str], ...],
    ) -> None:
        self._declare(name, operator.output)
        self.nodes.append(OperatorNode(title, operator, tuple(inputs), name, sources))

    def _new(self, what: str) -> str:
        return f"{self.node.output}{VARIANT_MARK}{what}"

    def _declare(self, name: str, operand: Operand) -> None:
        rows = tuple(range(len(operand.shape)))
        self.tensors[name] = Tensor(operand.dtype, operand.shape, rows)


def shifted(expression: Expression, by: int, accumulator: Expression) -> Expression:
    """The expression with operands renumbered by `by` and `accumulator` as the anchor's result."""

    def replacement(node: Expression) -> Expression | None:
        if isinstance(node, Load):
            return Load(node.operand + by)
        return accumulator if isinstance(node, Accumulator) else None

    return substitute(expression, replacement)


def per_channel_operands(
    made: Replacement, change: ChannelMap, of: OperatorNode | None = None
) -> list[str] | None:
    """The operands of the epilogue for the channels of another convolution.

    Returns None unless each has a constant for each channel, or one number for all.

    Args:
        made: What the constants are added to.
        change: Maps numbers by channel to the other convolution.
        of: The convolution; by default the one that is replaced.
    """
    names: list[str] = []
    node = made.node if of is None else of
    operator = node.operator
    rank, dtype = len(operator.output.shape), operator.inputs[1].dtype
    for name, operand in zip(node.inputs[2:], operator.inputs[2:], strict=True):
        array = made.graph.constants.get(name)
        shape = (1,) * (rank - len(operand.shape)) + operand.shape
        if prod(shape) == 1:
            names.append(name)
        elif array is not None and shape[1] == prod(shape) and operand.dtype == dtype:
            names.append(made.constant(change(array.reshape(-1)).reshape(1, -1, *shape[2:])))
        else:
            return None
    return names
