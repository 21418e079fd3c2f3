"""Tuples and lists, and the shapes and types of tensors."""

from __future__ import annotations

import math

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import element_type, known, operand, whole
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import ElementType, Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()


@PRIMITIVES.reads("MakeTuple", "make_tuple", "MakeList", "make_list")
def _tuple(emit: Emitter, *parts: Item) -> Item:
    return parts


@PRIMITIVES.reads(
    "TupleGetItem", "tuple_getitem", "ListGetItem", "list_getitem", "RealTupleGetItem"
)
def _get_item(emit: Emitter, x: Item, index: Item) -> Item:
    number = whole(index, "index")
    if not isinstance(x, tuple):
        if number == 0:
            return x  # of a primitive with several results, of which only one is read
        raise UnsupportedNodeError(f"it takes element {number} of no tuple")
    if not -len(x) <= number < len(x):
        raise UnsupportedNodeError(f"it takes element {number} of {len(x)}")
    return x[number]


@PRIMITIVES.reads("TupleSetItem", "tuple_setitem", "ListSetItem", "list_setitem")
def _set_item(emit: Emitter, x: Item, index: Item, value: Item) -> Item:
    parts, number = list(_sequence(x)), whole(index, "index")
    parts[number] = value
    return tuple(parts)


@PRIMITIVES.reads("SequenceAdd", "TupleAdd", "ListAdd")
def _joined(emit: Emitter, x: Item, y: Item) -> Item:
    return (*_sequence(x), *_sequence(y))


@PRIMITIVES.reads("SequenceLen", "sequence_len", "tuple_len", "list_len")
def _length(emit: Emitter, x: Item) -> Item:
    return len(_sequence(x))


@PRIMITIVES.reads("SequenceSlice")
def _sequence_slice(emit: Emitter, x: Item, start: Item, stop: Item, step: Item = 1) -> Item:
    bounds = slice(whole(start, "start"), whole(stop, "stop"), whole(step, "step"))
    return _sequence(x)[bounds]


def _sequence(x: Item) -> tuple[Item, ...]:
    if not isinstance(x, tuple):
        raise UnsupportedNodeError(f"an operand is a {type(x).__name__}, not a tuple")
    return x


@PRIMITIVES.reads("Shape", "shape")
def _shape(emit: Emitter, x: Item) -> Item:
    return shape_of(operand(x))


@PRIMITIVES.reads("TensorShape", "DynamicShape", "DynShape")
def _shape_tensor(emit: Emitter, x: Item) -> Item:
    return np.asarray(shape_of(operand(x)), np.int64)


@PRIMITIVES.reads("Size")
def _size(emit: Emitter, x: Item) -> Item:
    return math.prod(shape_of(operand(x)))


@PRIMITIVES.reads("Rank")
def _rank(emit: Emitter, x: Item) -> Item:
    return len(shape_of(operand(x)))


@PRIMITIVES.reads("DType")
def _type(emit: Emitter, x: Item) -> Item:
    return ElementType(dtype_of(operand(x)))


@PRIMITIVES.reads("TupleToTensor", "ListToTensor", "TupleToArray", "ScalarToTensor")
def _to_tensor(emit: Emitter, x: Item, dtype: Item = None) -> Item:
    if isinstance(x, onnx_ir.Value) or _has_value(x):
        raise UnsupportedNodeError("it makes a tensor of what depends on data")
    array = np.asarray(known(x, "tuple"))
    if dtype is not None:
        return array.astype(element_type(dtype))
    return array.astype(np.float32) if array.dtype == np.float64 else array


def _has_value(x: Item) -> bool:
    return isinstance(x, tuple) and any(isinstance(part, onnx_ir.Value) for part in x)


@PRIMITIVES.reads("TensorToTuple", "TensorToList", "TensorToScalar")
def _to_tuple(emit: Emitter, x: Item) -> Item:
    return known(x, "tensor")
