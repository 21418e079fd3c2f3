"""A convolution and the max pooling behind it as one operator.

The operator is `aoe.operators.types.conv.pooled_conv`. Only the maxima are written to memory, a
quarter of the convolution's result. The epilogue between the two, such as Relu, is applied to the
maxima. It must be monotonic, and the same for all pixels.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from aoe.graph.subgraph.variants.replacement import Replacement, sums_its_type
from aoe.loops.expression import Accumulator, Apply, Constant, Expression, Load
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.types.conv import conv
from aoe.operators.types.conv.conv import window_of
from aoe.operators.types.conv.pooled_conv import TYPE, WINDOW
from aoe.operators.types.window import pool

#: Functions that are monotonically increasing in each of two arguments.
_MONOTONIC = frozenset({"add", "max", "min"})
#: Convolutions of fewer channels are not computed by Winograd's algorithm, nor direct ones.
_LEAST = 8


def pooled_convolution(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The convolution with its pooling.

    Returns None unless the operator is a 2×2 max pooling that alone reads a 3×3 convolution.
    """
    maker = _convolution_before(graph, node) if _takes_largest(node.operator) else None
    if maker is None:
        return None
    operator, shape = maker.operator, node.operator.output.shape
    if shape[2:] != tuple(size // WINDOW for size in operator.output.shape[2:]):
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
    """The convolution that only this operator reads, if it can be pooled."""
    value = node.inputs[0]
    reads = [name for item in graph.nodes for name in item.inputs]
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
        and sums_its_type(operator)
        and operator.precision != "direct"
        and alike
        and _is_monotonic(operator.epilogue)
    )


def _is_monotonic(expression: Expression) -> bool:
    """Whether an expression increases with the accumulator."""
    if isinstance(expression, Apply):
        return expression.function in _MONOTONIC and all(map(_is_monotonic, expression.arguments))
    return isinstance(expression, Accumulator | Constant | Load)
