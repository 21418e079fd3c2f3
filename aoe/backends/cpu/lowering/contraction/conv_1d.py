"""Convolutions over one dimension as those of images that are one pixel wide, and those whose
window is of one row as those of images that lie on their side: of both the window is of one column
then, so that what computes along the height computes them.

Nothing moves in memory: dimensions are exchanged, and one of a single pixel is added, in shapes,
orders and strides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.operators.operator import Operand, Operator, View

#: For each dimension of an upright image the one it is of others, None for a new one.
_Dimensions = tuple[int | None, ...]
_UPRIGHT: _Dimensions = (0, 1, 2, 3)
_ON_ITS_SIDE: _Dimensions = (0, 1, 3, 2)
_LINE: _Dimensions = (0, 1, 2, None)


def is_upright(operator: Operator) -> bool:
    """Whether a convolution of one or two dimensions is what `upright` makes of it."""
    return _dimensions(operator) == _UPRIGHT


def upright(operator: Operator) -> Operator:
    """A convolution of one or two dimensions over images, whose window is not of a single row but
    of a single pixel.
    """
    dimensions = _dimensions(operator)
    if dimensions == _UPRIGHT:
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
        inputs=tuple(_turned(operand, rank, dimensions) for operand in operator.inputs),
        output=_turned(operator.output, rank, dimensions),
    )


def upright_view(operator: Operator, view: View) -> View:
    """A view of an operand of a convolution, as an operand of the upright one."""
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
        return _LINE
    return _ON_ITS_SIDE if window[0] == 1 and window[1] > 1 else _UPRIGHT


def _spatial(values: Sequence[int], dimensions: _Dimensions, new: int) -> tuple[int, ...]:
    """An attribute with a value for each spatial dimension; `new`: that of a new one."""
    return tuple(new if d is None else values[d - 2] for d in dimensions[2:])


def _turned(operand: Operand, rank: int, dimensions: _Dimensions) -> Operand:
    """An operand that is broadcast to so many dimensions."""
    missing = rank - len(operand.shape)
    shape = (*(1,) * missing, *operand.shape)
    order = (*range(missing), *(missing + d for d in operand.order))
    added = [place for place, d in enumerate(dimensions) if d is None]
    return replace(
        operand,
        shape=tuple(1 if d is None else shape[d] for d in dimensions),
        order=(*added, *(dimensions.index(d) for d in order)),
    )
