"""The normal form of an operator.

The arguments of commutative functions are sorted, and inputs are in the order of their first use.
So operators that compute the same have equal signatures, whatever the order of operands in a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.graph.fusion.compose import with_inputs
from aoe.loops.expression import Accumulator, Apply, Constant, Expression, Load
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import OperatorNode

_COMMUTATIVE = frozenset({"add", "mul", "max", "min", "equal", "not_equal", "and", "or", "xor"})


def normal_form(node: OperatorNode) -> OperatorNode:
    """The node in normal form."""
    operator = node.operator
    prologue = _sorted(operator.prologue, operator.inputs)
    epilogue = _sorted(operator.epilogue, operator.inputs)
    further = tuple(
        replace(
            item,
            prologue=_sorted(item.prologue, operator.inputs),
            epilogue=_sorted(item.epilogue, operator.inputs),
        )
        for item in operator.further
    )
    operator = replace(operator, prologue=prologue, epilogue=epilogue, further=further)
    node = replace(node, operator=operator)
    anchors = range(operator.anchor_inputs)
    reads = [
        number
        for item in operator.results
        for part in (item.prologue, item.epilogue)
        for number in _reads(part)
    ]
    read = dict.fromkeys([*anchors, *reads])
    return with_inputs(node, list(read))


def _sorted(expression: Expression, inputs: Sequence[Operand]) -> Expression:
    if not isinstance(expression, Apply):
        return expression
    arguments = [_sorted(argument, inputs) for argument in expression.arguments]
    if expression.function in _COMMUTATIVE:
        arguments.sort(key=lambda argument: _rank(argument, inputs))
    return Apply(expression.function, tuple(arguments), expression.dtype)


def _rank(expression: Expression, inputs: Sequence[Operand]) -> tuple[int, str]:
    """The sort key of an argument: the anchor's value, computed ones, inputs, literals.

    Inputs of equal type rank equally, so their numbers do not matter.
    """
    match expression:
        case Accumulator():
            return 0, ""
        case Apply():
            return 1, _text(expression, inputs)
        case Constant():
            return 3, _text(expression, inputs)
        case _:
            return 2, _text(expression, inputs)


def _text(expression: Expression, inputs: Sequence[Operand]) -> str:
    match expression:
        case Load(operand=number):
            return str(inputs[number])
        case Apply(function=function, arguments=arguments, dtype=dtype):
            inside = ",".join(_text(argument, inputs) for argument in arguments)
            return f"{function}:{dtype}({inside})"
        case _:
            return str(expression)


def _reads(expression: Expression) -> list[int]:
    """The inputs that an expression reads, in order."""
    if isinstance(expression, Load):
        return [expression.operand]
    if isinstance(expression, Apply):
        return [number for argument in expression.arguments for number in _reads(argument)]
    return []
