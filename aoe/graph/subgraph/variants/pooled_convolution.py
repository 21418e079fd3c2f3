"""A convolution and the pooling behind it as one operator (`aoe.operators.types.pooled_conv`): of
what the convolution gives, only the maxima are ever in memory, a quarter.

What comes between the two, as a rectifier, is done to the maxima instead of to all: it must keep
the larger of two numbers the larger, and be the same for all pixels.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from aoe.element_types import is_floating
from aoe.graph.subgraph.variants.replacement import Replacement
from aoe.loops.expression import Accumulator, Apply, Constant, Expression, Load
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.operators.types import conv, pool
from aoe.operators.types.conv import window_of
from aoe.operators.types.pooled_conv import TYPE, WINDOW

#: Functions of two numbers that keep the larger the larger, in either of them.
_RISING = frozenset({"add", "max", "min"})
#: Fewer channels are not computed by Winograd's algorithm.
_LEAST = 8


def pooled_convolution(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The convolution of maxima that a pooling is the last step of; None if the operator is not a
    pooling of the largest of 2×2 numbers that a 3×3 convolution gives to it alone.
    """
    maker = _convolution_before(graph, node) if _takes_largest(node.operator) else None
    if maker is None:
        return None
    operator, shape = maker.operator, node.operator.output.shape
    if shape[2:] != tuple(extent // WINDOW for extent in operator.output.shape[2:]):
        return None
    made = Replacement(graph, replace(node, name=maker.name, sources=maker.sources + node.sources))
    output = Operand.row_major(operator.output.dtype, shape)
    made.finish(replace(operator, type=TYPE, output=output), maker.inputs)
    return made


def _takes_largest(operator: Operator) -> bool:
    if not pool.OPERATOR.describes(operator) or operator.attribute["combine"] != "max":
        return False
    windows = (operator.integers(name) for name in ("kernel", "strides"))
    plain = operator.prologue == operator.epilogue == Accumulator()
    return (
        plain
        and all(window == (WINDOW, WINDOW) for window in windows)
        and operator.integers("dilations") == (1, 1)
        and not any(operator.integers("pads"))
    )


def _convolution_before(graph: OperatorGraph, node: OperatorNode) -> OperatorNode | None:
    """The convolution that only this operator reads, if it can be of maxima."""
    value = node.inputs[0]
    reads = [
        name
        for item in graph.nodes
        for name in ((item.input,) if isinstance(item, ViewNode) else item.inputs)
    ]
    maker = next((item for item in graph.operator_nodes if item.output == value), None)
    if maker is None or not conv.OPERATOR.describes(maker.operator):
        return None
    if value in graph.outputs or reads.count(value) > 1 or maker.inputs[1] not in graph.constants:
        return None
    return maker if _suits(maker.operator) else None


def _suits(operator: Operator) -> bool:
    window, weights = window_of(operator), operator.inputs[1].shape
    ones = (1, 1)
    alike = all(
        prod(operand.shape[-window.rank :]) == 1
        for operand in operator.inputs[operator.anchor_inputs :]
        if len(operand.shape) >= window.rank
    )
    return (
        window.kernel == (3, 3)
        and window.strides == window.dilations == ones
        and operator.integer("group") == 1
        and weights[1] >= _LEAST
        and operator.prologue == Accumulator()
        and is_floating(operator.output.dtype)
        and alike
        and _is_rising(operator.epilogue)
    )


def _is_rising(expression: Expression) -> bool:
    """Whether of two results, that of the larger accumulator is the larger."""
    if isinstance(expression, Apply):
        return expression.function in _RISING and all(map(_is_rising, expression.arguments))
    return isinstance(expression, Accumulator | Constant | Load)
