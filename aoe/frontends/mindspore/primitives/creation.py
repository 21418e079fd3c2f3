"""Primitives that make tensors of known values."""

from __future__ import annotations

import math

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import element_type, known, operand, real, whole, wholes
from aoe.frontends.mindspore.emitter import MOST_MADE, Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()


def _filled(shape: tuple[int, ...], number: object, dtype: np.dtype) -> np.ndarray:
    if min(shape, default=0) < 0 or math.prod(shape) > MOST_MADE:
        raise UnsupportedNodeError(f"its shape is {shape}")
    filling = np.asarray(number)
    if filling.size != 1:
        raise UnsupportedNodeError("it fills with several values")
    return np.full(shape, filling.reshape(()).astype(dtype), dtype)


def _default(number: Item) -> np.dtype:
    """The type of a number: int64, float32 or bool."""
    if isinstance(number, float):
        return np.dtype(np.float32)
    return np.asarray(number).dtype


@PRIMITIVES.reads("Fill")
def _fill(emit: Emitter, dtype: Item, shape: Item, value: Item) -> Item:
    return _filled(wholes(shape, "shape"), known(value, "value"), element_type(dtype))


@PRIMITIVES.reads("FillV2")
def _fill_tensor(emit: Emitter, shape: Item, value: Item) -> Item:
    tensor = operand(value)
    return _filled(wholes(shape, "shape"), known(tensor, "value"), dtype_of(tensor))


@PRIMITIVES.reads("FillScalar", "FillTensor")
def _fill_extended(emit: Emitter, size: Item, fill_value: Item, dtype: Item = None) -> Item:
    kind = dtype_of(operand(fill_value)) if dtype is None else element_type(dtype)
    return _filled(wholes(size, "size"), known(fill_value, "fill_value"), kind)


@PRIMITIVES.reads("Zeros")
def _zeros(emit: Emitter, size: Item, dtype: Item = None) -> Item:
    kind = np.dtype(np.float32) if dtype is None else element_type(dtype)
    return _filled(wholes(size, "size"), 0, kind)


@PRIMITIVES.reads("Ones")
def _ones(emit: Emitter, shape: Item, dtype: Item = None) -> Item:
    kind = np.dtype(np.float32) if dtype is None else element_type(dtype)
    return _filled(wholes(shape, "shape"), 1, kind)


@PRIMITIVES.reads("ZerosLike", "ZerosLikeExt", "zeros_like")
def _zeros_like(emit: Emitter, x: Item, dtype: Item = None) -> Item:
    return _full_like(emit, x, 0, dtype)


@PRIMITIVES.reads("OnesLike", "OnesLikeExt")
def _ones_like(emit: Emitter, x: Item, dtype: Item = None) -> Item:
    return _full_like(emit, x, 1, dtype)


@PRIMITIVES.reads("FullLike")
def _full_like(emit: Emitter, x: Item, fill_value: Item, dtype: Item = None) -> Item:
    kind = dtype_of(operand(x)) if dtype is None else element_type(dtype)
    return _filled(shape_of(operand(x)), known(fill_value, "fill_value"), kind)


@PRIMITIVES.reads("NewZeros")
def _new_zeros(emit: Emitter, x: Item, size: Item, dtype: Item = None) -> Item:
    kind = dtype_of(operand(x)) if dtype is None else element_type(dtype)
    return _filled(wholes(size, "size"), 0, kind)


@PRIMITIVES.reads("NewOnes")
def _new_ones(emit: Emitter, x: Item, size: Item, dtype: Item = None) -> Item:
    kind = dtype_of(operand(x)) if dtype is None else element_type(dtype)
    return _filled(wholes(size, "size"), 1, kind)


@PRIMITIVES.reads("Eye")
def _eye(emit: Emitter, n: Item, m: Item, dtype: Item) -> Item:
    rows, columns = whole(n, "n"), whole(m, "m")
    kind = element_type(dtype)
    _filled((rows, columns), 0, kind)
    return np.eye(rows, columns).astype(kind)


@PRIMITIVES.reads("Range")
def _range(emit: Emitter, start: Item, end: Item, step: Item, maxlen: Item = None) -> Item:
    return _counted(start, end, step, None)


@PRIMITIVES.reads("Arange")
def _arange(emit: Emitter, start: Item, end: Item, step: Item, dtype: Item = None) -> Item:
    return _counted(start, end, step, dtype)


def _counted(start: Item, end: Item, step: Item, dtype: Item) -> np.ndarray:
    numbers = [real(item, "range") for item in (start, end, step)]
    kinds = {
        dtype_of(item) if isinstance(item, np.ndarray) else _default(item)
        for item in (start, end, step)
    }
    if len(kinds) > 1 and dtype is None:
        raise UnsupportedNodeError("its operands are of several types")
    low, high, width = numbers
    if not all(map(math.isfinite, numbers)) or width == 0 or abs((high - low) / width) > MOST_MADE:
        raise UnsupportedNodeError(f"it counts from {low} to {high} by {width}")
    kind = kinds.pop() if dtype is None else element_type(dtype)
    if kind.kind in "iu" and all(number.is_integer() for number in numbers):
        return np.arange(int(low), int(high), int(width)).astype(kind)
    count = max(0, math.ceil((high - low) / width))
    return (low + np.arange(count, dtype=np.float64) * width).astype(kind)


@PRIMITIVES.reads("LinSpace", "LinSpaceExt")
def _lin_space(emit: Emitter, start: Item, end: Item, steps: Item, dtype: Item = None) -> Item:
    count = whole(steps, "steps")
    kind = np.dtype(np.float32) if dtype is None else element_type(dtype)
    _filled((count,), 0, kind)
    return np.linspace(real(start, "start"), real(end, "end"), count).astype(kind)
