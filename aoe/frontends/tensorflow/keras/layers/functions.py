"""Functions of `keras.ops` that a model calls on its tensors, such as `x + y` or `x[:, 0]`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.layout import NchwView, dtype_of_tensor
from aoe.frontends.tensorflow.context import Context, axis_of, integers
from aoe.frontends.tensorflow.keras.layer import Call, Layer, LayerTable
from aoe.frontends.tensorflow.keras.layers.activations import activated, softmax
from aoe.frontends.tensorflow.keras.layers.merging import concatenated
from aoe.frontends.tensorflow.values import Held, Tensor

TABLE = LayerTable()

_OF_TWO = MappingProxyType(
    {
        "Add": "Add",
        "Subtract": "Sub",
        "Multiply": "Mul",
        "TrueDivide": "Div",
        "Divide": "Div",
        "Maximum": "Max",
        "Minimum": "Min",
        "Power": "Pow",
    }
)
_OF_ONE = MappingProxyType(
    {
        "Negative": "Neg",
        "Absolute": "Abs",
        "Abs": "Abs",
        "Exp": "Exp",
        "Log": "Log",
        "Sqrt": "Sqrt",
        "Sin": "Sin",
        "Cos": "Cos",
        "Tanh": "Tanh",
        "Sigmoid": "Sigmoid",
        "Relu": "Relu",
        "Floor": "Floor",
        "Ceil": "Ceil",
    }
)
_ACTIVATIONS: Mapping[str, str] = MappingProxyType(
    {"Relu6": "relu6", "Silu": "silu", "Softplus": "softplus", "HardSigmoid": "hard_sigmoid"}
)
_REDUCTIONS = MappingProxyType(
    {"Mean": "ReduceMean", "Sum": "ReduceSum", "Max": "ReduceMax", "Min": "ReduceMin"}
)


def _operands(context: Context, call: Call) -> list[Tensor]:
    """Tensors and numbers of a call; numbers get the type of the tensors."""
    given = [*call.arguments, *call.named.values()]
    tensors = [item for item in given if isinstance(item, onnx_ir.Value | NchwView)]
    if not tensors or any(isinstance(item, str | bool | dict | list) for item in given):
        raise UnsupportedNodeError(f"it is called with {given}")
    dtype = dtype_of_tensor(tensors[0])
    if dtype.kind != "f" and any(isinstance(item, float) for item in given):
        raise UnsupportedNodeError(f"it computes {dtype} with a real number")
    return [
        np.asarray(item, dtype) if isinstance(item, int | float) else context.tensor(item)
        for item in given
    ]


@TABLE.add(*_OF_TWO)
def _two(context: Context, layer: Layer, call: Call) -> Held:
    one, other = _operands(context, call)
    if layer.kind in ("TrueDivide", "Divide") and dtype_of_tensor(one).kind != "f":
        raise UnsupportedNodeError(f"it divides {dtype_of_tensor(one)}")
    return context.elementwise(_OF_TWO[layer.kind], one, other)


@TABLE.add(*_OF_ONE)
def _one(context: Context, layer: Layer, call: Call) -> Held:
    return context.elementwise(_OF_ONE[layer.kind], call.only())


@TABLE.add("Square")
def _square(context: Context, layer: Layer, call: Call) -> Held:
    return context.elementwise("Mul", call.only(), call.only())


@TABLE.add("Rsqrt")
def _inverse_root(context: Context, layer: Layer, call: Call) -> Held:
    return context.elementwise("Reciprocal", context.elementwise("Sqrt", call.only()))


@TABLE.add(*_ACTIVATIONS)
def _activation(context: Context, layer: Layer, call: Call) -> Held:
    return activated(context, call.only(), _ACTIVATIONS[layer.kind])


@TABLE.add("Softmax")
def _softmax(context: Context, layer: Layer, call: Call) -> Held:
    return softmax(context, call.only(), int(_setting(layer, call, "axis", -1)))


def _setting(layer: Layer, call: Call, key: str, default: object) -> Any:
    """A setting, which newer files have in the config and older ones in the call."""
    return call.named.get(key, layer.config.get(key, default))


@TABLE.add(*_REDUCTIONS)
def _reduction(context: Context, layer: Layer, call: Call) -> Held:
    value = context.plain(call.tensors()[0])
    rank = len(shape_of(value))
    given = _setting(layer, call, "axis", None)
    axes = range(rank) if given is None else [given] if isinstance(given, int) else given
    numbers = integers(sorted(axis_of(int(axis), rank) for axis in axes))
    keep = int(bool(_setting(layer, call, "keepdims", False)))
    return context.node(_REDUCTIONS[layer.kind], value, numbers, keepdims=keep)


@TABLE.add("Reshape")
def _reshape(context: Context, layer: Layer, call: Call) -> Held:
    given = _setting(layer, call, "newshape", None)
    return context.node("Reshape", context.plain(call.tensors()[0]), integers(given))


@TABLE.add("Transpose")
def _transpose(context: Context, layer: Layer, call: Call) -> Held:
    value = context.plain(call.tensors()[0])
    order = _setting(layer, call, "axes", None) or list(range(len(shape_of(value))))[::-1]
    return context.node("Transpose", value, perm=[int(axis) for axis in order])


@TABLE.add("Concatenate")
def _concatenate(context: Context, layer: Layer, call: Call) -> Held:
    return concatenated(context, call.tensors(), int(_setting(layer, call, "axis", -1)))


@TABLE.add("Stack")
def _stack(context: Context, layer: Layer, call: Call) -> Held:
    values = [context.plain(item) for item in call.tensors()]
    rank = len(shape_of(values[0])) + 1
    axis = axis_of(int(_setting(layer, call, "axis", 0)), rank)
    wide = [context.node("Unsqueeze", item, integers([axis])) for item in values]
    return context.node("Concat", *wide, axis=axis)


@TABLE.add("ExpandDims")
def _expand(context: Context, layer: Layer, call: Call) -> Held:
    axis = integers([int(_setting(layer, call, "axis", -1))])
    return context.node("Unsqueeze", context.plain(call.tensors()[0]), axis)


@TABLE.add("Squeeze")
def _squeeze(context: Context, layer: Layer, call: Call) -> Held:
    given = _setting(layer, call, "axis", None)
    if given is None:
        raise UnsupportedNodeError("it takes away all axes of size 1")
    axes = integers([given] if isinstance(given, int) else given)
    return context.node("Squeeze", context.plain(call.tensors()[0]), axes)


@TABLE.add("Matmul")
def _matmul(context: Context, layer: Layer, call: Call) -> Held:
    one, other = (context.plain(item) for item in call.arguments)
    return context.node("MatMul", one, other)


@TABLE.add("Einsum")
def _einsum(context: Context, layer: Layer, call: Call) -> Held:
    operands = [context.plain(item) for item in call.arguments if not isinstance(item, str)]
    equation = layer.config.get("subscripts") or call.arguments[0]
    return context.node("Einsum", *operands, equation=str(equation))


@TABLE.add("GetItem")
def _item(context: Context, layer: Layer, call: Call) -> Held:
    """Python's indexing with numbers and slices."""
    value = context.plain(call.arguments[0])
    given = call.arguments[1]
    entries = list(given) if isinstance(given, list | tuple) else [given]
    cuts: list[tuple[int, int, int]] = []
    gone: list[int] = []
    rank = len(shape_of(value))
    if len(entries) > rank:
        raise UnsupportedNodeError(f"its index is {entries}")
    for axis, entry in enumerate(entries):
        size = shape_of(value)[axis]
        if isinstance(entry, int) and not isinstance(entry, bool):
            if not -size <= entry < size:
                raise ValueError(f"it reads place {entry} of {size}")
            start = entry % size
            cuts.append((start, start + 1, 1))
            gone.append(axis)
        elif isinstance(entry, slice):
            start, end, step = entry.indices(size)
            cuts.append((start, -size - 1 if end < 0 else end, step))
        else:
            raise UnsupportedNodeError(f"its index has {type(entry).__name__}")
    starts, ends, steps = zip(*cuts, strict=True)
    axes = range(len(cuts))
    made = context.node("Slice", value, *map(integers, (starts, ends, axes, steps)))
    return context.node("Squeeze", made, integers(gone)) if gone else made
