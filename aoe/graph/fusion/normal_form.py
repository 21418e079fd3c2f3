"""The normal form of an operator: arguments of commutative functions sorted, inputs in the order
the expressions read them.

Operators that compute the same get equal signatures, whatever the order in which a model wrote
their operands.
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
    """The node with its expressions in normal form and its inputs in the order they are read."""
    operator = node.operator
    prologue = _sorted(operator.prologue, operator.inputs)
    epilogue = _sorted(operator.epilogue, operator.inputs)
    node = replace(node, operator=replace(operator, prologue=prologue, epilogue=epilogue))
    anchors = range(operator.anchor_inputs)
    read = dict.fromkeys([*anchors, *_reads(prologue), *_reads(epilogue)])
    return with_inputs(node, list(read))


def _sorted(expression: Expression, inputs: Sequence[Operand]) -> Expression:
    if not isinstance(expression, Apply):
        return expression
    arguments = [_sorted(argument, inputs) for argument in expression.arguments]
    if expression.function in _COMMUTATIVE:
        arguments.sort(key=lambda argument: _rank(argument, inputs))
    return Apply(expression.function, tuple(arguments), expression.dtype)


def _rank(expression: Expression, inputs: Sequence[Operand]) -> tuple[int, str]:
    """Where an argument stands among others: the anchor's value, computed ones, inputs, literals.
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
    """The inputs an expression reads, in the order it does."""
    if isinstance(expression, Load):
        return [expression.operand]
    if isinstance(expression, Apply):
        return [number for argument in expression.arguments for number in _reads(argument)]
    return []
