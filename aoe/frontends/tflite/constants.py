"""The arrays of constant tensors: also those of 4 bits, and sparse ones."""

from __future__ import annotations

from math import prod

import numpy as np

from aoe.errors import counted
from aoe.frontends.tflite.model_file import FileTensor, Quantization, Sparsity

#: The most elements of a constant that is made of less data.
MOST_ELEMENTS = 1 << 27


def constant_array(tensor: FileTensor) -> np.ndarray:
    """The elements of a constant tensor, of its element type; those of 4 bits are int8.

    Raises:
        ValueError: The data do not fit the shape.
    """
    assert tensor.dtype is not None, "the reader has looked for types that are no numbers"
    if tensor.data is None:
        return np.zeros(tensor.shape, tensor.dtype)
    if tensor.kind == "INT4":
        elements = _four_bits(tensor.data)
    else:
        if len(tensor.data) % tensor.dtype.itemsize:
            raise ValueError(f"{tensor.name!r} has {counted(len(tensor.data), 'byte')}")
        elements = tensor.data.view(tensor.dtype.newbyteorder("<")).astype(tensor.dtype, copy=False)
    if tensor.sparsity is not None:
        return _dense(elements, tensor.sparsity, tensor.shape)
    count = prod(tensor.shape)
    if len(elements) != count and not (tensor.kind == "INT4" and len(elements) == count + 1):
        raise ValueError(
            f"{tensor.name!r} has {counted(len(elements), 'element')} instead of {count}"
        )
    return np.asarray(elements[:count].reshape(tensor.shape))


def dequantized(array: np.ndarray, quantization: Quantization) -> np.ndarray:
    """The numbers that a constant's integers stand for, in float32."""
    shape = [1] * array.ndim
    if quantization.scale.size > 1:
        shape[quantization.axis] = quantization.scale.size
    else:
        shape = []
    zero = quantization.zero_point.reshape(shape).astype(np.int32)
    scale = quantization.scale.reshape(shape)
    with np.errstate(over="ignore"):
        return np.asarray((array.astype(np.int32) - zero).astype(np.float32) * scale, np.float32)


def _four_bits(data: np.ndarray) -> np.ndarray:
    """Pairs of signed integers of 4 bits; the first has the lower bits of a byte."""
    pairs = np.stack([data & 15, data >> 4], axis=1).reshape(-1).astype(np.int8)
    return np.where(pairs > 7, pairs - 16, pairs).astype(np.int8)


def _dense(elements: np.ndarray, sparsity: Sparsity, shape: tuple[int, ...]) -> np.ndarray:
    """A sparse tensor with its zeros.

    The levels are gone through from the outermost. Each is dense, or lists the indices that each
    entry of the level before has. Blocks are levels of their own, within the axes they divide.
    """
    rank, order, blocks = len(shape), sparsity.order, sparsity.blocks
    if sorted(order) != list(range(rank + len(blocks))) or len(sparsity.levels) != len(order):
        raise ValueError("the levels of a sparse tensor do not fit its shape")
    if len(set(blocks)) != len(blocks) or not set(blocks) <= set(range(rank)):
        raise ValueError("the blocks of a sparse tensor do not fit its shape")
    if prod(shape) > MOST_ELEMENTS:
        raise ValueError("a sparse tensor is too large")
    entries = np.zeros(1, np.int64)
    coordinates: list[np.ndarray] = []
    for level in sparsity.levels:
        if level.indices is None or level.segments is None:
            if not 0 < level.size <= MOST_ELEMENTS // max(1, len(entries)):
                raise ValueError("a level of a sparse tensor is too large")
            parents = np.repeat(np.arange(len(entries)), level.size)
            index = np.tile(np.arange(level.size), len(entries))
            entries = entries[parents] * level.size + index
        else:
            starts, ends = level.segments[entries], level.segments[entries + 1]
            counts = ends - starts
            if counts.min(initial=0) < 0 or counts.sum() > len(level.indices):
                raise ValueError("the segments of a sparse tensor do not fit its indices")
            parents = np.repeat(np.arange(len(entries)), counts)
            firsts = np.repeat(np.cumsum(counts) - counts, counts)
            entries = starts[parents] + np.arange(len(parents)) - firsts
            index = level.indices[entries]
        coordinates = [*(item[parents] for item in coordinates), index]
    places = [np.zeros(len(entries), np.int64) for _ in shape]
    sizes = {number: level.size for number, level in zip(order, sparsity.levels, strict=True)}
    for number, index in zip(order, coordinates, strict=True):
        if number < rank:
            inner = sizes[rank + blocks.index(number)] if number in blocks else 1
            places[number] += index * inner
        else:
            places[blocks[number - rank]] += index
    if len(entries) != len(elements):
        raise ValueError(
            f"a sparse tensor has {counted(len(elements), 'element')} for "
            f"{counted(len(entries), 'place')}"
        )
    dense = np.zeros(shape, elements.dtype)
    flat = np.ravel_multi_index(places, shape) if shape else np.zeros(len(entries), np.int64)
    dense.reshape(-1)[flat] = elements[entries]
    return dense
