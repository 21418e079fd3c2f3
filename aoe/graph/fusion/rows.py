"""Fuses reductions of rows and the pointwise operator that reads them, and the rows, into one
operator.

The gradients of softmax and of normalisations are such. Each row is then read from memory once.
`fuse` looks for it once operators have their epilogues and prologues.

As all fusion it is a decision: where the numbers of the rows are stored, the operators stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from aoe.element_types import is_floating
from aoe.graph.fusion.compose import LARGEST_EXPRESSION, MOST_EXTRAS, expression_size
from aoe.loops.expression import Accumulator, Expression, Load, loads, substitute
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorNode
from aoe.operators.types.reduction import reduce
from aoe.operators.types.reduction.row_wise import RowReduction, row_wise

#: Elements of the longest row, which has to stay in a core's cache.
_LONGEST_ROW = 1 << 14
#: The fewest rows: threads share them.
_FEWEST_ROWS = 32
#: Functions that are computed again for each reduction rather than stored.
_CHEAP = frozenset({"add", "sub", "mul", "neg", "max", "min", "select", "fma", "equal"})


def is_row_reduction(reduction: OperatorNode, result: OperatorNode) -> bool:
    """Whether an operator reduces the rows of a pointwise operator that reads it."""
    operator, shape = reduction.operator, result.operator.output.shape
    if not reduce.OPERATOR.describes(operator) or not operator.integer("keepdims"):
        return False
    rank, axes = len(shape), operator.integers("axes")
    if not axes or axes != tuple(range(rank - len(axes), rank)):
        return False
    reduced, made = operator.inputs[0], operator.output
    # Masks and classes are read beside what is reduced, in a pointwise operator of its own or here.
    types = {item.dtype for item in (*operator.inputs, made) if is_floating(item.dtype)}
    constant_along_rows = (
        _is_constant_along(operator.inputs[number], len(axes))
        for number in loads(operator.epilogue)
    )
    return (
        reduced.shape == shape
        and types == {reduced.dtype} == {made.dtype}
        and all(constant_along_rows)
        and prod(shape[rank - len(axes) :]) <= _LONGEST_ROW
        and prod(shape[: rank - len(axes)]) >= _FEWEST_ROWS
    )


def _is_constant_along(operand: Operand, last: int) -> bool:
    """Whether the last dimensions of an operand are of size 1."""
    return all(size == 1 for size in operand.shape[-last:])


@dataclass
class _Inputs:
    """What the new operator reads: first full rows of the type that is reduced."""

    shape: tuple[int, ...]
    dtype: str
    names: list[str] = field(default_factory=list)
    operands: list[Operand] = field(default_factory=list)

    def add(self, name: str, operand: Operand) -> None:
        if name in self.names:
            return
        place = 0 if self._leads(operand) and not self.has_rows() else len(self.names)
        self.names.insert(place, name)
        self.operands.insert(place, operand)

    def has_rows(self) -> bool:
        """Whether the first operand is such rows."""
        return bool(self.operands) and self._leads(self.operands[0])

    def _leads(self, operand: Operand) -> bool:
        return operand.shape == self.shape and operand.dtype == self.dtype


def fused_rows(
    reductions: Sequence[OperatorNode], inner: Sequence[OperatorNode], result: OperatorNode
) -> OperatorNode | None:
    """The operator that computes `result`; None if that is not possible or too large.

    Args:
        reductions: What `result` reads of its rows (`is_row_reduction`), in order.
        inner: Pointwise operators that only these and `result` read, in order.
        result: A pointwise operator.
    """
    shape = result.operator.output.shape
    made = {node.output for node in (*reductions, *inner)}
    inputs = _Inputs(shape, reductions[0].operator.output.dtype)
    for node in (*inner, *reductions, result):
        for name, operand in zip(node.inputs, node.operator.inputs, strict=True):
            if name not in made:
                inputs.add(name, operand)
    if not inputs.has_rows():
        return None
    count = len(inputs.names)
    known: dict[str, Expression] = {name: Load(i) for i, name in enumerate(inputs.names)}
    for node in inner:
        known[node.output] = _over(node.operator.epilogue, node, known)
    listed: list[RowReduction] = []
    for number, node in enumerate(reductions):
        operator = node.operator
        first = known[node.inputs[0]]
        element = _over(operator.prologue, node, known, first)
        combine = str(operator.attribute["combine"])
        listed.append(RowReduction(combine, element, _over(operator.epilogue, node, known)))
        known[node.output] = Load(count + number)
    value = _over(result.operator.epilogue, result, known)
    size = sum(expression_size(e) for item in listed for e in (item.element, item.result))
    if size + expression_size(value) > LARGEST_EXPRESSION or count > MOST_EXTRAS:
        return None
    axes = reductions[0].operator.integers("axes")
    operator = row_wise(inputs.operands, axes, listed, value, result.operator.output)
    sources = tuple(source for node in (*inner, *reductions, result) for source in node.sources)
    return OperatorNode(result.name, operator, tuple(inputs.names), result.output, sources)


def is_cheap(operator: Operator) -> bool:
    """Whether a pointwise operator is computed several times rather than stored."""
    return operator.is_pointwise and _is_cheap(operator.epilogue)


def _is_cheap(expression: Expression) -> bool:
    arguments = getattr(expression, "arguments", ())
    function = getattr(expression, "function", "add")
    return function in _CHEAP and all(map(_is_cheap, arguments))


def _over(
    expression: Expression,
    node: OperatorNode,
    known: dict[str, Expression],
    accumulator: Expression | None = None,
) -> Expression:
    """An expression of a node over the inputs of the new operator."""

    def place(item: Expression) -> Expression | None:
        if isinstance(item, Load):
            return known[node.inputs[item.operand]]
        return accumulator if item == Accumulator() else None

    return substitute(expression, place)
