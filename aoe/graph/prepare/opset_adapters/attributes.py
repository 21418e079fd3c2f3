"""Attributes that later operator sets dropped, renamed, or gave another type or default."""

from __future__ import annotations

import numpy as np
import onnx
import onnx_ir

from aoe.graph.prepare.opset_adapters.adapter import NotConvertibleError, adapter, first, put, take
from aoe.graph.prepare.rewriting import Builder, Replacement, text

#: Operators of sets 1 to 5 that could write their result over an input.
_IN_PLACE = (
    *("Abs", "Add", "BatchNormalization", "Ceil", "Clip", "Div", "Dropout", "Elu", "Exp", "Floor"),
    *("HardSigmoid", "InstanceNormalization", "LeakyRelu", "Log", "Max", "Mean", "Min", "Mul"),
    *("Neg", "PRelu", "Reciprocal", "Relu", "Reshape", "Selu", "Sigmoid", "Sqrt", "Sub", "Sum"),
    "Tanh",
)


def _drop_consumed_inputs(node: onnx_ir.Node, build: Builder) -> Replacement:
    take(node, "consumed_inputs")
    return None


def _drop_test_mode(node: onnx_ir.Node, build: Builder) -> Replacement:
    """A model that is compiled for inference is in test mode, whatever its attribute says."""
    take(node, "is_test")
    return None


def _dropout(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Inference drops nothing, so the share does not matter. The mask was false, not true."""
    take(node, "ratio")
    mask = node.outputs[1] if len(node.outputs) > 1 else None
    if mask is None or not (mask.uses() or mask.is_graph_output()):
        return None
    value = first(node)
    dtype = mask.dtype or onnx_ir.DataType.BOOL
    nothing = build.infer("ConstantOfShape", build.infer("Shape", value))
    build.nodes[-1].attributes["value"] = onnx_ir.AttrTensor(
        "value", onnx_ir.tensor(np.zeros(1, dtype.numpy()))
    )
    nothing.type, nothing.shape = onnx_ir.TensorType(dtype), value.shape
    return build.infer("Identity", value), nothing


def _mask_like_data(node: onnx_ir.Node, build: Builder) -> Replacement:
    """The mask was of the type of the data."""
    if len(node.outputs) > 1:
        node.outputs[1].dtype = first(node).dtype or onnx_ir.DataType.FLOAT
    return None


def _drop_output_sequence(node: onnx_ir.Node, build: Builder) -> Replacement:
    """The sequence is an output where something reads it."""
    take(node, "output_sequence")
    return None


def _default_axis(node: onnx_ir.Node, build: Builder) -> Replacement:
    if "axis" not in node.attributes:
        put(node, "axis", 1)
    return None


def _shorter_defaults(node: onnx_ir.Node, build: Builder) -> Replacement:
    """The defaults of Selu had fewer digits."""
    for name, value in (("alpha", 1.6732), ("gamma", 1.0507)):
        if name not in node.attributes:
            put(node, name, value)
    return None


def _type_by_name(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Cast named its type by a string."""
    name = text(node, "to", "")
    if name not in onnx.TensorProto.DataType.keys():  # noqa: SIM118 - an enumeration
        raise NotConvertibleError(f"there is no element type {name!r}")
    put(node, "to", onnx.TensorProto.DataType.Value(name))
    return None


def _whole_power(node: onnx_ir.Node, build: Builder) -> Replacement:
    """The power of a norm was a float."""
    power = take(node, "p")
    if power is not None and not float(power).is_integer():
        raise NotConvertibleError(f"its power p = {power} is not an integer")
    put(node, "p", 2 if power is None else int(power))
    return None


def _paddings(node: onnx_ir.Node, build: Builder) -> Replacement:
    pads = take(node, "paddings")
    if pads is not None:
        put(node, "pads", pads)
    return None


def _half_pixels_of_the_output(node: onnx_ir.Node, build: Builder) -> Replacement:
    put(node, "coordinate_transformation_mode", "output_half_pixel")
    return None


def _interpolation_names(node: onnx_ir.Node, build: Builder) -> Replacement:
    """GridSample called its modes as for images."""
    mode = text(node, "mode", "bilinear")
    put(node, "mode", {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode))
    return None


ADAPTERS = (
    adapter(2, _whole_power, "LpPool", "GlobalLpPool"),
    adapter(2, _paddings, "Pad"),
    adapter(4, _default_axis, "Concat"),
    adapter(6, _shorter_defaults, "Selu"),
    adapter(6, _drop_consumed_inputs, *_IN_PLACE),
    adapter(6, _type_by_name, "Cast"),
    adapter(7, _drop_test_mode, "BatchNormalization", "Dropout"),
    adapter(7, _drop_output_sequence, "GRU", "LSTM", "RNN"),
    adapter(10, _mask_like_data, "Dropout"),
    adapter(12, _dropout, "Dropout"),
    adapter(16, _half_pixels_of_the_output, "RoiAlign"),
    adapter(20, _interpolation_names, "GridSample"),
)
