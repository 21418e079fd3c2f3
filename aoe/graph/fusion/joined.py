"""Merges two operators into one of several results, for `aoe.graph.fusion.several_results`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from aoe.loops.expression import (
    Accumulator,
    Earlier,
    Expression,
    Load,
    substitute,
)
from aoe.operators.operator import Operand, Operator, Result
from aoe.operators.operator_graph import OperatorNode
from aoe.operators.types.reduction import reduce


def joined_pointwise(first: OperatorNode, second: OperatorNode) -> OperatorNode:
    """Two pointwise operators as one. What the second reads of the first is computed once."""
    inputs = _Inputs(first)
    known = {
        name: item.epilogue
        for name, item in zip(first.outputs, first.operator.results, strict=True)
    }

    def inlined(item: Expression) -> Expression | None:
        if not isinstance(item, Load):
            return None
        name = second.inputs[item.operand]
        return known.get(name) or inputs.load(name, second.operator.inputs[item.operand])

    further = [
        replace(item, epilogue=substitute(item.epilogue, inlined))
        for item in second.operator.results
    ]
    return _with_further(first, second, inputs, further)


def sums(operator: Operator) -> bool:
    """Whether an operator is a sum of float32 that may get further results."""
    return (
        reduce.OPERATOR.describes(operator)
        and operator.attribute["combine"] == "sum"
        and all(item.dtype == "float32" for item in (*operator.inputs, *operator.outputs))
    )


def reduced(first: OperatorNode, second: OperatorNode) -> OperatorNode | None:
    """A sum with a second one over the same axes, or with a function of its results; None if the
    second one needs all of the first before it begins, as a sum of its results does. The variance
    of what the first is the mean of does not.
    """
    inputs = _Inputs(first)
    results = {name: Earlier(number) for number, name in enumerate(first.outputs)}
    of_sum = not second.operator.is_pointwise
    if of_sum and second.inputs[0] in results:
        return None
    if of_sum and not _reduce_alike(first.operator, second.operator):
        return None
    same = second.inputs[0] == first.inputs[0]

    def inlined(item: Expression) -> Expression | None:
        if isinstance(item, Load):
            name = second.inputs[item.operand]
            return results.get(name) or inputs.load(name, second.operator.inputs[item.operand])
        if isinstance(item, Earlier):
            return Earlier(item.result + len(first.outputs))
        return None

    def element(item: Expression) -> Expression | None:
        if item == Accumulator() and not same:
            return inputs.load(second.inputs[0], second.operator.inputs[0])
        if isinstance(item, Load) and second.inputs[item.operand] == first.inputs[0]:
            return Accumulator()
        return inlined(item)

    further = [
        Result(
            item.operand,
            substitute(item.epilogue, inlined),
            substitute(item.prologue, element) if of_sum else Accumulator(),
        )
        for item in second.operator.results
    ]
    made = _with_further(first, second, inputs, further)
    known = made.operator.results
    return made if all(reduce.is_summable(made.operator, item) for item in known) else None


def preceded(first: OperatorNode, second: OperatorNode) -> OperatorNode | None:
    """A sum with a pointwise operator before it; None if the sum itself reads its results."""
    inputs = _Inputs(second)
    results = {name: Earlier(number) for number, name in enumerate(first.outputs)}

    def own(item: Expression) -> Expression | None:
        if not isinstance(item, Load):
            return None
        return inputs.load(first.inputs[item.operand], first.operator.inputs[item.operand])

    def shifted(item: Expression) -> Expression | None:
        if isinstance(item, Load):
            return results.get(second.inputs[item.operand])
        return Earlier(item.result + len(results)) if isinstance(item, Earlier) else None

    found = [
        Result(item.operand, substitute(item.epilogue, own)) for item in first.operator.results
    ]
    found += [
        Result(item.operand, substitute(item.epilogue, shifted), substitute(item.prologue, shifted))
        for item in second.operator.results
    ]
    output, *further = found
    operator = replace(
        second.operator,
        inputs=tuple(inputs.operands),
        output=output.operand,
        epilogue=output.epilogue,
        prologue=output.prologue,
        further=tuple(further),
    )
    if second.inputs[0] in results or not all(reduce.is_summable(operator, i) for i in found):
        return None
    names = (*first.outputs, *second.outputs)
    return replace(
        second,
        operator=operator,
        inputs=tuple(inputs.names),
        output=names[0],
        sources=(*first.sources, *second.sources),
        further=names[1:],
    )


def with_results(node: OperatorNode, wanted: Collection[str]) -> OperatorNode:
    """A pointwise operator with only the results of these names, of which it has one."""
    pairs = zip(node.outputs, node.operator.results, strict=True)
    (name, result), *others = [(name, item) for name, item in pairs if name in wanted]
    operator = replace(
        node.operator,
        output=result.operand,
        epilogue=result.epilogue,
        further=tuple(item for _, item in others),
    )
    return replace(node, operator=operator, output=name, further=tuple(name for name, _ in others))


class _Inputs:
    """The inputs of an operator, growing as expressions need more. What the anchor reads is not
    shared with them.
    """

    def __init__(self, node: OperatorNode) -> None:
        self.names = list(node.inputs)
        self.operands = list(node.operator.inputs)
        self._first = node.operator.anchor_inputs

    def load(self, name: str, operand: Operand) -> Load:
        """The expression that reads a value; adds an input if there is none yet."""
        if name not in self.names[self._first :]:
            self.names.append(name)
            self.operands.append(operand)
        return Load(self.names.index(name, self._first))


def _with_further(
    first: OperatorNode, second: OperatorNode, inputs: _Inputs, further: list[Result]
) -> OperatorNode:
    operator = replace(
        first.operator,
        inputs=tuple(inputs.operands),
        further=(*first.operator.further, *further),
    )
    return replace(
        first,
        operator=operator,
        inputs=tuple(inputs.names),
        sources=(*first.sources, *second.sources),
        further=(*first.further, *second.outputs),
    )


def _reduce_alike(first: Operator, second: Operator) -> bool:
    same = first.attributes == second.attributes and second.anchor_inputs == first.anchor_inputs
    return same and first.inputs[0].shape == second.inputs[0].shape
