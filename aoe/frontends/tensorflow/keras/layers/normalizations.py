"""Normalizations, and scales and offsets that a layer has."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.layout import NchwView, dtype_of_tensor, shape_of_tensor
from aoe.frontends.tensorflow.context import Context, axis_of, integers
from aoe.frontends.tensorflow.keras.layer import Call, Layer, LayerTable
from aoe.frontends.tensorflow.values import Held

TABLE = LayerTable()


@TABLE.add("BatchNormalization")
def _batch(context: Context, layer: Layer, call: Call) -> Held:
    layer.refuse("renorm")
    value = context.tensor(call.only("mask"))
    rank = len(shape_of_tensor(value))
    if axis_of(layer.integer("axis", -1), rank) != rank - 1:
        raise UnsupportedNodeError(f"it normalizes the axis {layer.integer('axis')}, not the last")
    number = 0
    size = shape_of_tensor(value)[-1]
    scale, offset = np.ones(size, np.float32), np.zeros(size, np.float32)
    if layer.flag("scale", True):
        scale, number = layer.weight(number), number + 1
    if layer.flag("center", True):
        offset, number = layer.weight(number), number + 1
    statistics = layer.weight(number), layer.weight(number + 1)
    epsilon = layer.number("epsilon", 1e-3)
    if rank >= 3:
        held = context.first(value)
        made = context.node("BatchNormalization", held, scale, offset, *statistics, epsilon=epsilon)
        return NchwView(made)
    return context.node(
        "BatchNormalization", context.plain(value), scale, offset, *statistics, epsilon=epsilon
    )


@TABLE.add("LayerNormalization")
def _layer(context: Context, layer: Layer, call: Call) -> Held:
    value = context.plain(call.only())
    rank = len(shape_of(value))
    given = layer.config.get("axis", -1)
    axes = sorted(
        axis_of(int(item), rank) for item in (given if isinstance(given, list) else [given])
    )
    if axes != list(range(axes[0], rank)):
        raise UnsupportedNodeError(f"it normalizes the axes {given}, which are not the last")
    sizes = shape_of(value)[axes[0] :]
    if layer.flag("rms_scaling"):
        raise UnsupportedNodeError("it scales by the root of the mean square (rms_scaling)")
    number, scale, offset = 0, np.ones(sizes, np.float32), None
    if layer.flag("scale", True):
        scale, number = layer.weight(number), 1
    if layer.flag("center", True):
        offset = layer.weight(number)
    return context.node(
        "LayerNormalization",
        value,
        scale,
        offset,
        axis=axes[0],
        epsilon=layer.number("epsilon", 1e-3),
    )


@TABLE.add("RMSNormalization")
def _root_mean_square(context: Context, layer: Layer, call: Call) -> Held:
    value = context.plain(call.only())
    if layer.config.get("axis", -1) not in (-1, [-1], len(shape_of(value)) - 1):
        raise UnsupportedNodeError(f"it normalizes the axes {layer.config['axis']}, not the last")
    squares = context.node("Mul", value, value)
    mean = context.node("ReduceMean", squares, integers([-1]), keepdims=1)
    epsilon = np.asarray(layer.number("epsilon", 1e-6), np.float32)
    root = context.node("Sqrt", context.node("Add", mean, epsilon))
    return context.node("Mul", context.node("Div", value, root), layer.weight(0))


@TABLE.add("GroupNormalization")
def _group(context: Context, layer: Layer, call: Call) -> Held:
    value = context.tensor(call.only())
    shape = shape_of_tensor(value)
    if axis_of(layer.integer("axis", -1), len(shape)) != len(shape) - 1 or len(shape) < 3:
        raise UnsupportedNodeError(
            f"it normalizes the axis {layer.integer('axis')} of {len(shape)}"
        )
    groups = layer.integer("groups", 32)
    groups = shape[-1] if groups == -1 else groups
    number = 0
    scale, offset = np.ones(shape[-1], np.float32), np.zeros(shape[-1], np.float32)
    if layer.flag("scale", True):
        scale, number = layer.weight(number), 1
    if layer.flag("center", True):
        offset = layer.weight(number)
    first = context.first(value)
    sizes = shape_of(first)
    made: Held = context.node(
        "InstanceNormalization",
        context.reshaped(first, (sizes[0], groups, int(np.prod(sizes[1:])) // max(groups, 1))),
        np.ones(groups, np.float32),
        np.zeros(groups, np.float32),
        epsilon=layer.number("epsilon", 1e-3),
    )
    made = NchwView(context.builder.value(context.reshaped(context.plain(made), sizes)))
    return context.elementwise("Add", context.elementwise("Mul", made, scale), offset)


@TABLE.add("UnitNormalization")
def _unit(context: Context, layer: Layer, call: Call) -> Held:
    """As Keras: divided by the root of the sum of squares, which is at least 1e-12."""
    value = context.plain(call.only())
    given = layer.config.get("axis", -1)
    axes = integers(given if isinstance(given, list) else [given])
    total = context.node("ReduceSum", context.node("Mul", value, value), axes, keepdims=1)
    least = context.node("Max", total, np.asarray(1e-12, np.float32))
    return context.node("Div", value, context.node("Sqrt", least))


def _real(context: Context, value: Held) -> Held:
    """A value as float32, which pixels of whole numbers become."""
    if dtype_of_tensor(context.tensor(value)) == np.float32:
        return value
    return context.elementwise("Cast", value, to=int(onnx_ir.DataType.FLOAT))


@TABLE.add("Normalization")
def _normalization(context: Context, layer: Layer, call: Call) -> Held:
    """With the mean and the variance of its settings, or those that it was adapted to."""
    value = context.tensor(_real(context, call.only()))
    shape = shape_of_tensor(value)
    given = layer.config.get("axis", -1)
    axes = [
        axis_of(int(item), len(shape))
        for item in ([] if given is None else given if isinstance(given, list) else [given])
    ]
    sizes = tuple(size if axis in axes else 1 for axis, size in enumerate(shape))
    if layer.config.get("mean") is not None:
        mean = np.asarray(layer.config["mean"], np.float32)
        variance = np.asarray(layer.config["variance"], np.float32)
        if mean.size == 1:
            sizes = (1,) * len(shape)
    else:
        mean, variance = layer.weight(0), layer.weight(1)
    spread = np.maximum(np.sqrt(variance), np.float32(1e-7)).reshape(sizes)
    if layer.flag("invert"):
        scaled = context.elementwise("Mul", value, spread)
        return context.elementwise("Add", scaled, mean.reshape(sizes))
    centred = context.elementwise("Sub", value, mean.reshape(sizes))
    return context.elementwise("Div", centred, spread)


@TABLE.add("Rescaling")
def _rescaling(context: Context, layer: Layer, call: Call) -> Held:
    scale = np.asarray(layer.config["scale"], np.float32)
    offset = np.asarray(layer.config.get("offset", 0.0), np.float32)
    made = context.elementwise("Mul", _real(context, call.only()), scale)
    return context.elementwise("Add", made, offset) if offset.any() else made


@TABLE.add("LayerScale")
def _layer_scale(context: Context, layer: Layer, call: Call) -> Held:
    """Of the ConvNeXt that Keras has."""
    return context.elementwise("Mul", call.only(), layer.weight(0))


@TABLE.add("CustomScaleLayer")
def _sum_of_scaled(context: Context, layer: Layer, call: Call) -> Held:
    """Of the Inception-ResNet that Keras has: the first tensor plus the scaled second."""
    one, other = call.tensors()
    scale = np.asarray(layer.config["scale"], np.float32)
    return context.elementwise("Add", one, context.elementwise("Mul", other, scale))
