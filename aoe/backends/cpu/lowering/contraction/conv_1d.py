"""One-dimensional convolutions, and those with a window of one row, as convolutions with a window
of one column. What computes along the height then computes them, too.

Nothing moves in memory: shapes, orders and strides exchange dimensions, and get one of size 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.operators.operator import Operand, Operator, View

#: For each dimension of the result the original one; None for a new one of size 1.
_Dimensions = tuple[int | None, ...]
_UNCHANGED: _Dimensions = (0, 1, 2, 3)
_EXCHANGED: _Dimensions = (0, 1, 3, 2)
_ONE_DIMENSIONAL: _Dimensions = (0, 1, 2, None)


def is_column_convolution(operator: Operator) -> bool:
    """Whether `as_column_convolution` leaves a convolution as it is."""
    return _dimensions(operator) == _UNCHANGED


def as_column_convolution(operator: Operator) -> Operator:
    """A convolution of one or two dimensions as one of two dimensions, whose window is not a single
    row of several pixels.
    """
    dimensions = _dimensions(operator)
    if dimensions == _UNCHANGED:
        return operator
    strides, dilations = (
        _spatial(operator.integers(name), dimensions, 1) for name in ("strides", "dilations")
    )
    pads = operator.integers("pads")
    begins, ends = (
        _spatial(side, dimensions, 0) for side in (pads[: len(pads) // 2], pads[len(pads) // 2 :])
    )
    changed = {"strides": strides, "dilations": dilations, "pads": (*begins, *ends)}
    rank = len(operator.inputs[0].shape)
    return replace(
        operator,
        attributes=tuple(sorted({**operator.attribute, **changed}.items())),
        inputs=tuple(_exchanged(operand, rank, dimensions) for operand in operator.inputs),
        output=_exchanged(operator.output, rank, dimensions),
    )


def as_column_view(operator: Operator, view: View) -> View:
    """A view of an operand of a convolution, as an operand of `as_column_convolution(operator)`."""
    dimensions, missing = _dimensions(operator), len(operator.inputs[0].shape) - len(view.shape)
    shape, strides = (1,) * missing + view.shape, (0,) * missing + view.strides
    return replace(
        view,
        shape=tuple(1 if d is None else shape[d] for d in dimensions),
        strides=tuple(0 if d is None else strides[d] for d in dimensions),
    )


def _dimensions(operator: Operator) -> _Dimensions:
    window = operator.inputs[1].shape[2:]
    if len(window) == 1:
        return _ONE_DIMENSIONAL
    return _EXCHANGED if window[0] == 1 and window[1] > 1 else _UNCHANGED


def _spatial(values: Sequence[int], dimensions: _Dimensions, new: int) -> tuple[int, ...]:
    """An attribute with a value for each spatial dimension. `new`: the value of a new one."""
    return tuple(new if d is None else values[d - 2] for d in dimensions[2:])


def _exchanged(operand: Operand, rank: int, dimensions: _Dimensions) -> Operand:
    """An operand that is broadcast to so many dimensions, with dimensions exchanged."""
    missing = rank - len(operand.shape)
    shape = (*(1,) * missing, *operand.shape)
    order = (*range(missing), *(missing + d for d in operand.order))
    added = [place for place, d in enumerate(dimensions) if d is None]
    return replace(
        operand,
        shape=tuple(1 if d is None else shape[d] for d in dimensions),
        order=(*added, *(dimensions.index(d) for d in order)),
    )
