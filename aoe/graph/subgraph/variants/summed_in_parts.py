"""A convolution by a large computed window as a sum of convolutions over fewer channels.

The gradient of weights is such a convolution: it sums over the pixels of all images, which are its
channels. What implementations make of both operands, such as transformed tiles, is several times as
large as these. That of a few channels stays in the caches between the steps of an implementation,
while that of all of them passes through memory. The parts are of equal size where possible, so that
few operators are compiled; each adds the sum of those before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, prod

from aoe.graph.subgraph.variants.replacement import Replacement, sum_type, sums_its_type
from aoe.loops.expression import Accumulator, Expression, Load, apply, with_accumulator
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.types.conv import conv

#: Terms of a part, about; a sum of fewer is not cut.
_TERMS = 1 << 12


def summed_in_parts(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The sum of convolutions over some of the channels each.

    Returns None unless the operator is a convolution in one group of several channels, with an
    image and a window that are both computed, and sums more terms than two parts have.
    """
    operator = node.operator
    if not conv.OPERATOR.describes(operator) or not _is_plain(graph, node):
        return None
    _, channels, *window = operator.inputs[1].shape
    if channels == 1 or channels * prod(window) <= _TERMS:
        return None
    step = max(1, _TERMS // prod(window))
    step = ceil(channels / ceil(channels / step))
    made = Replacement(graph, node)
    total: str | None = None
    for start in range(0, channels, step):
        stop = min(start + step, channels)
        factors = [_piece(made, name, start, stop) for name in node.inputs[:2]]
        if stop == channels:
            made.finish(*_last(made, operator, factors, node.inputs[2:], total))
            break
        part = _part(made, operator, factors, total)
        others = [] if total is None else [total]
        total = made.compute(part, (*factors, *others), f"channels {start} to {stop}")
    return made


def _is_plain(graph: OperatorGraph, node: OperatorNode) -> bool:
    operator = node.operator
    return (
        not any(name in graph.constants for name in node.inputs[:2])
        and operator.integer("group") == 1
        and operator.prologue == Accumulator()
        and not operator.further
        and sums_its_type(operator)
    )


def _piece(made: Replacement, name: str, start: int, stop: int) -> str:
    """Some channels of a value."""
    shape = made.operand(name).shape
    bounds = [(0, 1, size) for size in shape]
    bounds[1] = (start, 1, stop - start)
    cut = (shape[0], stop - start, *shape[2:])
    return made.view("slice", [number for item in bounds for number in item], name, cut)


def _part(
    made: Replacement, operator: Operator, factors: Sequence[str], total: str | None
) -> Operator:
    """The convolution over some channels, with the sum of those before."""
    inputs = [made.operand(name) for name in factors]
    epilogue: Expression = Accumulator()
    if total is not None:
        inputs.append(made.operand(total))
        epilogue = apply("add", epilogue, Load(2))
    output = Operand.row_major(sum_type(operator), operator.output.shape)
    return replace(operator, inputs=tuple(inputs), output=output, epilogue=epilogue)


def _last(
    made: Replacement,
    operator: Operator,
    factors: Sequence[str],
    others: Sequence[str],
    total: str | None,
) -> tuple[Operator, list[str]]:
    """The convolution over the last channels, which adds the others and finishes the sum."""
    assert total is not None, "there are several parts"
    names = [*factors, *others, total]
    sums = apply("add", Accumulator(), Load(len(names) - 1))
    epilogue = with_accumulator(operator.epilogue, sums)
    inputs = (*(made.operand(name) for name in names[:2]), *operator.inputs[2:])
    return replace(operator, inputs=(*inputs, made.operand(total)), epilogue=epilogue), names
