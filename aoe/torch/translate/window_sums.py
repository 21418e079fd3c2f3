"""Sums of listed places along dimensions, which gradients are of whatever reads a place more than
once: windows of different sizes, windows that overlap, and mirrored or repeated borders.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np
import onnx_ir

from aoe.torch.translate.emitter import Emitter

#: For each result along a dimension, the places that it is made of.
Places = Sequence[Sequence[int]]


def summed(
    emit: Emitter, value: onnx_ir.Value, shape: Sequence[int], axis: int, places: Places, dtype: str
) -> onnx_ir.Value:
    """The sums of listed places along an axis of a value of a shape and a type."""
    index, mask = padded(places)
    found = emit.node("Gather", value, emit.constant(index, "int64"), axis=axis)
    if not mask.all():
        along = mask.reshape(*mask.shape, *[1] * (len(shape) - 1 - axis))
        found = emit.node("Where", emit.constant(along, "bool"), found, emit.constant(0, dtype))
    return emit.node("ReduceSum", found, emit.integers([axis + 1]), keepdims=0)


def padded(places: Places) -> tuple[np.ndarray, np.ndarray]:
    """A table with a row for each list, and which of its elements are of the list."""
    width = max(1, *map(len, places))
    table = np.zeros((len(places), width), np.int64)
    mask = np.zeros((len(places), width), bool)
    for row, listed in enumerate(places):
        table[row, : len(listed)] = listed
        mask[row, : len(listed)] = True
    return table, mask


def adaptive_windows(size: int, count: int) -> list[range]:
    """So many windows of about the same size that have all places of a dimension."""
    return [range(n * size // count, -(-(n + 1) * size // count)) for n in range(count)]


def readers(places: Places, size: int) -> list[list[int]]:
    """For each of so many places, the results that it is part of."""
    found: list[list[int]] = [[] for _ in range(size)]
    for result, listed in enumerate(places):
        for place in listed:
            found[place].append(result)
    return found


def window_counts(
    image: Sequence[int],
    result: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    with_padding: bool,
) -> np.ndarray:
    """How many elements each window of an average has, with those of the padding or without."""
    counts = []
    for size, count, taps, step, pad in zip(image, result, kernel, stride, padding, strict=True):
        first = np.arange(count) * step - pad
        last = np.minimum(first + taps, size + pad)
        if not with_padding:
            first, last = np.maximum(first, 0), np.minimum(last, size)
        counts.append(last - first)
    return reduce(np.multiply.outer, counts)
