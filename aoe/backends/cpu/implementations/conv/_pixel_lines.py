"""1×1 convolutions over lines of another length than a row of the image. All pixels are alike to
them, so lines may have the length that fills the tile registers. Used by `conv_amx_strips.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from aoe.backends.cpu.implementations.conv.conv_contraction import shape_of
from aoe.backends.cpu.lowering.amx.amx_contraction import ROWS
from aoe.operators.operator import Operand, Operator, View

#: The longest line, in tile registers of rows, and how many lengths are worth considering.
_LONGEST, _LENGTHS = 4, 3


def lengths(operator: Operator) -> tuple[int, ...]:
    """The lengths of lines worth considering: those that fill tile registers best first, then the
    longest. Empty if the convolution is not 1×1 over all pixels, or an operand has another layout.
    """
    shape = shape_of(operator)
    pixels = prod(shape.image)
    if shape.padded or prod(shape.taps) > 1 or any(n != 1 for n in shape.strides):
        return ()
    if not all(_divisible(item, operator) for item in (*operator.inputs, operator.output)):
        return ()
    found = [n for n in range(2, min(pixels, ROWS * _LONGEST + 1)) if pixels % n == 0]
    return tuple(sorted(found, key=lambda n: (-_filled(n), -n))[:_LENGTHS])


def over_lines(operator: Operator, length: int) -> Operator:
    """The convolution over lines of `length` pixels."""
    inputs = (_cut(operator.inputs[0], operator, length), operator.inputs[1])
    extras = (_cut(item, operator, length) for item in operator.inputs[2:])
    output = _cut(operator.output, operator, length)
    return replace(operator, inputs=(*inputs, *extras), output=output)


def views_over_lines(views: Sequence[View], operator: Operator) -> list[View] | None:
    """The views of the operands and the output as those of `operator`, the same convolution over
    other lines. None where pixels are not evenly spaced.
    """
    operands = (*operator.inputs, operator.output)
    found = []
    for view, operand in zip(views, operands, strict=True):
        if view.shape == operand.shape:
            found.append(view)
            continue
        *_, outer, inner = view.strides
        if view.shape[-2] > 1 and outer != inner * view.shape[-1]:
            return None
        strides = (*view.strides[:-2], inner * operand.shape[-1], inner)
        found.append(replace(view, shape=operand.shape, strides=strides))
    return found


def _filled(length: int) -> float:
    """The share of tile registers that lines of a length fill."""
    return length / (ROWS * -(-length // ROWS))


def _has_pixels(operand: Operand, operator: Operator) -> bool:
    return operand.shape[-2:] == operator.output.shape[-2:]


def _divisible(operand: Operand, operator: Operator) -> bool:
    """Whether an operand is the same for all pixels, or contiguous along all of them."""
    rank = len(operand.shape)
    if operand == operator.inputs[1] or not _has_pixels(operand, operator):
        return rank < 2 or operand.shape[-2:] == (1, 1)
    place = operand.order.index(rank - 2)
    return operand.order[place + 1 : place + 2] == (rank - 1,)


def _cut(operand: Operand, operator: Operator, length: int) -> Operand:
    if len(operand.shape) < 2 or not _has_pixels(operand, operator):
        return operand
    pixels = prod(operand.shape[-2:])
    return replace(operand, shape=(*operand.shape[:-2], pixels // length, length))
