"""Windows of images as columns, and diagonals of matrices: elements at known places."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import operand, whole, wholes
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()


@PRIMITIVES.reads("Im2Col")
def _windows(
    emit: Emitter,
    x: Item,
    *,
    ksizes: Item,
    strides: Item = 1,
    dilations: Item = 1,
    pads: Item = 0,
) -> Item:
    """Images × channels × elements of a window × windows."""
    columns, batch, channels = _columns(emit, operand(x), ksizes, dilations, pads, strides)
    height, width, *counts = shape_of(columns)[2:]
    return emit.reshaped(columns, (batch, channels, height * width, prod(counts)))


@PRIMITIVES.reads("Im2ColExt")
def _flat_windows(
    emit: Emitter,
    input: Item,
    kernel_size: Item,
    dilation: Item = 1,
    padding: Item = 0,
    stride: Item = 1,
) -> Item:
    """Images × channels and elements of a window × windows; or without images."""
    value = operand(input)
    images = len(shape_of(value)) == 4
    if not images:
        value = emit.reshaped(value, (1, *shape_of(value)))
    columns, batch, channels = _columns(emit, value, kernel_size, dilation, padding, stride)
    height, width, *counts = shape_of(columns)[2:]
    shape = (channels * height * width, prod(counts))
    return emit.reshaped(columns, (batch, *shape) if images else shape)


def _columns(
    emit: Emitter, value: Operand, sizes: Item, distances: Item, pads: Item, strides: Item
) -> tuple[Operand, int, int]:
    """Images × channels × rows and columns of a window × rows and columns of windows."""
    if len(shape_of(value)) != 4:
        raise UnsupportedNodeError(f"its images have the shape {list(shape_of(value))}")
    batch, channels, *space = shape_of(value)
    window, apart, around, steps = (
        _pair(item, what)
        for item, what in (
            *((sizes, "window"), (distances, "dilation")),
            *((pads, "padding"), (strides, "stride")),
        )
    )
    if min(*window, *apart, *steps) < 1 or min(around) < 0:
        raise UnsupportedNodeError(f"its window is {window}, its stride {steps}")
    if any(around):
        value = emit.node("Pad", value, ints([0, 0, *around, 0, 0, *around]))
    for place, axis in enumerate((2, 4)):
        rest = space[place] + 2 * around[place] - (window[place] - 1) * apart[place] - 1
        if rest < 0:
            raise UnsupportedNodeError(f"its window {window} is larger than its images")
        first = np.arange(rest // steps[place] + 1) * steps[place]
        places = np.arange(window[place])[:, None] * apart[place] + first
        value = emit.node("Gather", value, places.astype(np.int64), axis=axis)
    return emit.transposed(value, (0, 1, 2, 4, 3, 5)), batch, channels


def _pair(item: Item, what: str) -> tuple[int, int]:
    found = wholes(item, what)
    if len(found) not in (1, 2):
        raise UnsupportedNodeError(f"its {what} is {found}")
    return found[0], found[-1]


@PRIMITIVES.reads("Diagonal", "DiagonalView")
def _diagonal(emit: Emitter, input: Item, offset: Item = 0, dim1: Item = 0, dim2: Item = 1) -> Item:
    """A diagonal of the matrices that two axes make, as the last axis."""
    value, start = operand(input), whole(offset, "offset")
    axes = axis_of(dim1, value), axis_of(dim2, value)
    if axes[0] == axes[1]:
        raise UnsupportedNodeError(f"its diagonal is of axis {axes[0]} twice")
    rest = [axis for axis in range(len(shape_of(value))) if axis not in axes]
    return _of_matrices(emit, emit.transposed(value, (*rest, *axes)), start)


def _of_matrices(emit: Emitter, value: Operand, start: int) -> Operand:
    batch: Sequence[int]
    *batch, rows, columns = shape_of(value)
    first = np.arange(max(0, min(rows + min(start, 0), columns - max(start, 0))))
    places = (first - min(start, 0)) * columns + first + max(start, 0)
    flat = emit.reshaped(value, (*batch, rows * columns))
    return emit.node("Gather", flat, places.astype(np.int64), axis=len(batch))
