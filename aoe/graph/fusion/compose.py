"""Merges two operators: a pointwise one becomes item of the epilogue or prologue of another.

`fuse` decides which operators are merged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from aoe.element_types import computed_type, is_floating
from aoe.graph.fusion.fake_quantization import without_bytes
from aoe.loops.expression import Accumulator, Apply, Expression, Load, dtype_of, loads, substitute
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorNode

#: Limits of a fused operator: the nodes of its expressions, and the inputs besides the anchor's.
LARGEST_EXPRESSION = 96
MOST_EXTRAS = 8


class _Extras:
    """The inputs of an operator, growing as expressions need more.

    Inputs of the anchor are never shared with expressions.
    """

    def __init__(self, node: OperatorNode) -> None:
        self.names = list(node.inputs)
        self.operands = list(node.operator.inputs)
        self._anchors = node.operator.anchor_inputs

    def load(self, name: str, operand: Operand) -> Load:
        """The expression that reads a value; adds an input if there is none yet."""
        for number in range(self._anchors, len(self.names)):
            if self.names[number] == name:
                return Load(number)
        self.names.append(name)
        self.operands.append(operand)
        return Load(len(self.names) - 1)


def with_epilogue(anchor: OperatorNode, members: Sequence[OperatorNode]) -> OperatorNode | None:
    """The anchor followed by pointwise operators, the last of which computes the result.

    `members` are in topological order. Each reads the anchor, earlier members or other values.
    Returns None if the operator would be too large, or if the dtype changes without a cast.
    """
    extras = _Extras(anchor)
    results: dict[str, Expression] = {anchor.output: anchor.operator.epilogue}
    for member in members:
        results[member.output] = _inlined(member, results, extras)
    epilogue, last = without_bytes(results[members[-1].output]), members[-1]
    dtype = last.operator.output.dtype
    if anchor.operator.anchor_inputs and not _is_of(epilogue, dtype, anchor, extras):
        return None
    output = replace(anchor.operator.output, dtype=dtype)
    operator = replace(
        anchor.operator, inputs=tuple(extras.operands), output=output, epilogue=epilogue
    )
    sources = [*anchor.sources, *(source for member in members for source in member.sources)]
    return _checked(anchor, operator, extras, last.output, sources)


def _is_of(epilogue: Expression, dtype: str, anchor: OperatorNode, extras: _Extras) -> bool:
    """Whether an epilogue computes this type: that of the anchor's result before, or by a cast
    that comes last, or by one to a floating-point type on the way.
    """
    casts = isinstance(epilogue, Apply) and epilogue.function == "cast"
    if casts or dtype == anchor.operator.output.dtype:
        return True
    dtypes = [operand.dtype for operand in extras.operands]
    found = {dtype_of(epilogue, dtypes, anchored) for anchored in ("int32", "float64")}
    return is_floating(dtype) and found == {computed_type(dtype)}


def with_epilogue_operand(consumer: OperatorNode, producer: OperatorNode) -> OperatorNode | None:
    """The consumer with a pointwise operand of its epilogue inlined; None if too large."""
    extras = _Extras(consumer)
    value = _inlined(producer, {}, extras)
    anchors = consumer.operator.anchor_inputs
    numbers = [
        i for i, name in enumerate(consumer.inputs) if name == producer.output and i >= anchors
    ]

    def inline(item: Expression) -> Expression | None:
        return value if isinstance(item, Load) and item.operand in numbers else None

    operator = replace(
        consumer.operator,
        inputs=tuple(extras.operands),
        epilogue=substitute(consumer.operator.epilogue, inline),
    )
    sources = (*consumer.sources, *producer.sources)
    return _checked(consumer, operator, extras, consumer.output, sources)


def with_prologue(consumer: OperatorNode, producer: OperatorNode) -> OperatorNode | None:
    """The consumer with its first input computed from the inputs of a pointwise producer.

    Returns None if no input of the producer suits (`_first_input`), or if the operator would be too
    large.
    """
    first = _first_input(producer)
    if first is None or 0 in loads(consumer.operator.epilogue):
        return None
    extras = _Extras(consumer)
    extras.names[0], extras.operands[0] = producer.inputs[first], producer.operator.inputs[first]

    def renumbered(item: Expression) -> Expression | None:
        if not isinstance(item, Load):
            return None
        if item.operand == first:
            return Accumulator()
        return extras.load(producer.inputs[item.operand], producer.operator.inputs[item.operand])

    inner = substitute(producer.operator.epilogue, renumbered)
    prologue = substitute(
        consumer.operator.prologue, lambda item: inner if item == Accumulator() else None
    )
    operator = replace(consumer.operator, inputs=tuple(extras.operands), prologue=prologue)
    sources = (*producer.sources, *consumer.sources)
    return _checked(consumer, operator, extras, consumer.output, sources)


def _first_input(producer: OperatorNode) -> int | None:
    """The input with the shape and dtype of the result; a computed one rather than a constant. Of
    packed constants, whose elements are taken apart, only the shape is that of the result.
    """
    result = producer.operator.output
    alike = [
        (operand.dtype != result.dtype, operand.constant, number)
        for number, operand in enumerate(producer.operator.inputs)
        if operand.shape == result.shape and (operand.dtype == result.dtype or operand.constant)
    ]
    return min(alike)[2] if alike else None


def _inlined(node: OperatorNode, results: Mapping[str, Expression], extras: _Extras) -> Expression:
    """The expression of a pointwise node over known results and the inputs of another node."""

    def inline(item: Expression) -> Expression | None:
        if not isinstance(item, Load):
            return None
        name = node.inputs[item.operand]
        if name in results:
            return results[name]
        return extras.load(name, node.operator.inputs[item.operand])

    return substitute(node.operator.epilogue, inline)


def _checked(
    node: OperatorNode,
    operator: Operator,
    extras: _Extras,
    output: str,
    sources: Sequence[tuple[str, str]],
) -> OperatorNode | None:
    """The node without unread inputs; None if it is too large."""
    result = OperatorNode(node.name, operator, tuple(extras.names), output, tuple(sources))
    result = without_unused(result)
    size = expression_size(operator.prologue) + expression_size(operator.epilogue)
    extra = len(result.inputs) - operator.anchor_inputs
    return result if size <= LARGEST_EXPRESSION and extra <= MOST_EXTRAS else None


def without_unused(node: OperatorNode) -> OperatorNode:
    """The node without inputs that no expression reads."""
    operator = node.operator
    read = {*range(operator.anchor_inputs)}
    for item in operator.results:
        read |= {*loads(item.prologue), *loads(item.epilogue)}
    return with_inputs(node, sorted(read))


def with_inputs(node: OperatorNode, numbers: Sequence[int]) -> OperatorNode:
    """The node with only the inputs of these numbers, in this order."""
    place = {number: position for position, number in enumerate(numbers)}

    def renumbered(item: Expression) -> Expression | None:
        return Load(place[item.operand]) if isinstance(item, Load) else None

    operator = replace(
        node.operator,
        inputs=tuple(node.operator.inputs[number] for number in numbers),
        prologue=substitute(node.operator.prologue, renumbered),
        epilogue=substitute(node.operator.epilogue, renumbered),
        further=tuple(
            replace(
                item,
                prologue=substitute(item.prologue, renumbered),
                epilogue=substitute(item.epilogue, renumbered),
            )
            for item in node.operator.further
        ),
    )
    return replace(node, operator=operator, inputs=tuple(node.inputs[n] for n in numbers))


def expression_size(expression: Expression) -> int:
    """The number of nodes of an expression; shared parts count each time."""
    if isinstance(expression, Apply):
        return 1 + sum(expression_size(argument) for argument in expression.arguments)
    return 1
