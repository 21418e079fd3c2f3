"""What an approximation of a model is judged by: its outputs, and the logits of those outputs that
are probabilities of Softmax or Sigmoid.

Where one class is nearly certain, Softmax hides errors of its logits: a probability p changes by at
most p(1 − p) times their differences. How certain a class is differs from input to input, so that
one input may show an error of 1e-6 and the next one 2e-5. The errors of logits are much the same
for all inputs, and the ratio of two probabilities is off by the difference of two of them. Used by
`split_precision.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf, log, sqrt

import numpy as np

from aoe.element_types import is_floating
from aoe.graph.precision.own_operands import base_of, views_of
from aoe.loops.expression import Accumulator, Apply, Expression, Load, apply, substitute
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.types.reduction import softmax

#: Logits so far below the largest make probabilities that are 0 in float32: masked classes.
_CERTAIN = -log(float(np.finfo(np.float32).tiny))


@dataclass(frozen=True)
class JudgedOutputs:
    """What a model is judged by.

    Attributes:
        graph: The graph of the model, whose outputs include the logits.
        logits: Their names, with the dimensions over which Softmax normalises them; none for those
            of Sigmoid.
    """

    graph: OperatorGraph
    logits: Mapping[str, tuple[int, ...]]

    def error(self, found: Mapping[str, np.ndarray], expected: Mapping[str, np.ndarray]) -> float:
        """The largest error of an output, in parts of the largest number in it, or the typical one
        of the ratio of two probabilities, if that is larger.
        """
        outputs = {name: item for name, item in expected.items() if name not in self.logits}
        ratios = (
            _error_of_ratios(found[name], expected[name], axes)
            for name, axes in self.logits.items()
        )
        return max([largest_error(found, outputs), *ratios])


def judged_outputs(graph: OperatorGraph) -> JudgedOutputs:
    """The graph in which the logits of its last Softmax and Sigmoid are outputs, too; of those
    whose probabilities no other operator reads.
    """
    views = views_of(graph)
    read = {base_of(name, views) for node in graph.operator_nodes for name in node.inputs}
    last = {base_of(name, views) for name in graph.outputs} - read
    nodes: list[Node] = []
    logits: dict[str, tuple[int, ...]] = {}
    for node in graph.nodes:
        apart = _logits_apart(node) if node.output in last else None
        if isinstance(node, OperatorNode) and apart is not None:
            nodes += apart
            logits[apart[0].output] = (
                node.operator.integers("axes") if softmax.OPERATOR.describes(node.operator) else ()
            )
        else:
            nodes.append(node)
    if not logits:
        return JudgedOutputs(graph, logits)
    outputs = (*graph.outputs, *logits)
    return JudgedOutputs(replace(graph, nodes=tuple(nodes), outputs=outputs), logits)


def _logits_apart(node: Node) -> tuple[OperatorNode, OperatorNode] | None:
    """A node that computes logits and one that computes their probabilities, in place of one that
    does both; None for others.
    """
    if not isinstance(node, OperatorNode) or node.further:
        return None
    operator, name = node.operator, f"{node.output} (logits)"
    if softmax.OPERATOR.describes(operator) and not operator.integer("log"):
        expression = substitute(operator.prologue, _first_input)
        given = pointwise(expression, operator.inputs, operator.inputs[0])
        after = replace(operator, prologue=Accumulator())
        made = replace(node, operator=given, output=name)
        return made, replace(node, operator=after, inputs=(name, *node.inputs[1:]))
    match operator.epilogue:
        case Apply(function="sigmoid", arguments=(argument,)):
            made = replace(node, operator=replace(operator, epilogue=argument), output=name)
            after = pointwise(apply("sigmoid", Load(0)), (operator.output,), operator.output)
            return made, OperatorNode(name, after, (name,), node.output)
    return None


def _first_input(node: Expression) -> Expression | None:
    return Load(0) if isinstance(node, Accumulator) else None


def _error_of_ratios(found: np.ndarray, expected: np.ndarray, axes: tuple[int, ...]) -> float:
    """The relative error of the ratio of two probabilities of these logits, root mean square, where
    it is largest. Sigmoid has two: the other logit is 0.
    """
    one, other = found.astype(np.float64), expected.astype(np.float64)
    difference = _difference(one, other)
    if axes and other.size:
        with np.errstate(invalid="ignore"):
            counted = ~(other <= other.max(axis=axes, keepdims=True) - _CERTAIN)
        number = np.maximum(counted.sum(axis=axes, keepdims=True), 1)
        mean = np.where(counted, difference, 0.0).sum(axis=axes, keepdims=True) / number
        squares = np.where(counted, (difference - mean) ** 2, 0.0)
        typical = np.sqrt(2 * squares.sum(axis=axes, keepdims=True) / number)
    else:
        typical = np.abs(difference) / sqrt(2)
    return float(np.nan_to_num(typical, nan=np.inf).max(initial=0.0))


def largest_error(found: Mapping[str, np.ndarray], expected: Mapping[str, np.ndarray]) -> float:
    """The largest error of an output of floating-point numbers, relative to the largest of these;
    0 where one is no number in both, infinite where it is in one of them.
    """
    worst = 0.0
    for name, right in expected.items():
        if not is_floating(right.dtype) or not right.size:
            continue
        other = right.astype(np.float64)
        difference = np.abs(_difference(found[name].astype(np.float64), other))
        largest = np.max(np.abs(other), where=np.isfinite(other), initial=0.0)
        error = np.nan_to_num(difference, nan=np.inf).max()
        if error:
            worst = max(worst, float(error / largest) if largest else inf)
    return worst


def _difference(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The difference; 0 where both are the same infinity, or no numbers."""
    with np.errstate(invalid="ignore"):
        same = (one == other) | (np.isnan(one) & np.isnan(other))
        return np.where(same, 0.0, one - other)
