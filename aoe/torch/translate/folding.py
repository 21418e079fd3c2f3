"""Windows of images as columns of a matrix, and images as the sums of such columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import rank_of, shape_of, sizes_of, type_of
from aoe.torch.translate.table import Operators
from aoe.torch.translate.window_sums import readers, summed

OPERATORS = Operators()


@OPERATORS.translates("im2col")
def _unfolded(
    emit: Emitter,
    node: torch.fx.Node,
    x: torch.fx.Node,
    kernel: Sequence[int],
    dilation: Sequence[int],
    padding: Sequence[int],
    stride: Sequence[int],
) -> onnx_ir.Value:
    """The windows of images, each a column."""
    pads = [0] * (rank_of(x) - 2) + sizes_of(padding, 2)
    value = emit.value(x)
    if any(pads):
        filler = emit.constant(0, type_of(node))
        value = emit.node("Pad", value, emit.integers(pads * 2), filler)
    places = _window_places(shape_of(x)[-2:], kernel, dilation, padding, stride)
    first = rank_of(x) - 2
    for number, table in enumerate(places):
        index = emit.constant(table, "int64")
        value = emit.node("Gather", value, index, axis=first + 2 * number)
    order = [*range(first), first, first + 2, first + 1, first + 3]
    return emit.reshaped(emit.permuted(value, order), shape_of(node))


@OPERATORS.translates("col2im")
def _folded(
    emit: Emitter,
    node: torch.fx.Node,
    x: torch.fx.Node,
    size: Sequence[int],
    kernel: Sequence[int],
    dilation: Sequence[int],
    padding: Sequence[int],
    stride: Sequence[int],
) -> onnx_ir.Value:
    """Images, each place the sum of all columns that have it."""
    tables = _window_places(size, kernel, dilation, padding, stride)
    (high, rows), (wide, columns) = (table.shape for table in tables)
    lead = list(shape_of(node)[:-2])
    first = len(lead)
    apart = emit.reshaped(emit.value(x), [*lead, high, wide, rows, columns])
    order = [*range(first), first, first + 2, first + 1, first + 3]
    shape = [*lead, high * rows, wide * columns]
    value = emit.reshaped(emit.permuted(apart, order), shape)
    pads = sizes_of(padding, 2)
    for number, table in enumerate(tables):
        inside = table.reshape(-1) - pads[number]
        places = [[place] if 0 <= place < size[number] else [] for place in inside.tolist()]
        listed = readers(places, size[number])
        value = summed(emit, value, shape, first + number, listed, type_of(node))
        shape[first + number] = size[number]
    return value


def _window_places(
    size: Sequence[int],
    kernel: int | Sequence[int],
    dilation: int | Sequence[int],
    padding: int | Sequence[int],
    stride: int | Sequence[int],
) -> list[np.ndarray]:
    """For each of two dimensions the places of taps, one a row, in all windows, counted from the
    beginning of the padding.
    """
    found = []
    for length, taps, gap, pad, step in zip(
        size, *(sizes_of(item, 2) for item in (kernel, dilation, padding, stride)), strict=True
    ):
        windows = (length + 2 * pad - gap * (taps - 1) - 1) // step + 1
        found.append(gap * np.arange(taps)[:, None] + step * np.arange(windows))
    return found
