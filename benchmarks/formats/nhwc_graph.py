"""Writes a network of convolutions, given as ONNX, as a frozen graph of TensorFlow.

Images have channels last there, kernels are [height, width, inputs, outputs], and weights of dense
layers are transposed, as TensorFlow's own exporters write them. Operators are translated one by
one, so both files say the same network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
import onnx
from onnx import helper, numpy_helper, shape_inference

from benchmarks.formats.graph_writer import GraphWriter


class NotTranslatedError(Exception):
    """The network has an operator, or a form of one, that is not translated."""


def nhwc_graph(model: onnx.ModelProto) -> tuple[bytes, str, str]:
    """The `.pb` file of a network with one input and one output, and the names of both in it.

    Raises:
        NotTranslatedError: The network has something that is not translated.
    """
    return _Translation(shape_inference.infer_shapes(model)).result()


class _Translation:
    """One network on the way to TensorFlow."""

    def __init__(self, model: onnx.ModelProto) -> None:
        graph = model.graph
        self._graph = graph
        self.writer = GraphWriter()
        self.constants = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
        self.shapes = {
            info.name: tuple(size.dim_value for size in info.type.tensor_type.shape.dim)
            for info in (*graph.input, *graph.value_info, *graph.output)
        }
        self.names: dict[str, str] = {}

    def result(self) -> tuple[bytes, str, str]:
        inputs = [item.name for item in self._graph.input if item.name not in self.constants]
        if len(inputs) != 1 or len(self._graph.output) != 1:
            raise NotTranslatedError("it has not one input and one output")
        (source,) = inputs
        self.names[source] = self.writer.input("input", _last(self.shapes[source]))
        for node in self._graph.node:
            translate = _TRANSLATIONS.get(node.op_type)
            if translate is None:
                raise NotTranslatedError(f"{node.op_type} is not translated")
            attributes = {item.name: helper.get_attribute_value(item) for item in node.attribute}
            self.names[node.output[0]] = translate(self, node, attributes)
        output = self.names[self._graph.output[0].name]
        return self.writer.data(), "input", f"{output}:0"

    def operand(self, name: str) -> str:
        """An operand; a constant gets the layout of the images that it meets."""
        if name not in self.names:
            array = self.constants[name]
            if array.ndim > 2:
                array = np.moveaxis(array, -3, -1)
            self.names[name] = self.writer.constant(array)
        return self.names[name]

    def operands(self, node: onnx.NodeProto) -> list[str]:
        return [self.operand(name) for name in node.input]

    def padding(self, attributes: Mapping[str, Any]) -> dict[str, object]:
        """Pads as TensorFlow's attributes."""
        if attributes.get("auto_pad", b"NOTSET") not in (b"NOTSET", b"VALID"):
            raise NotTranslatedError(f"its auto_pad is {attributes['auto_pad']!r}")
        pads = [int(pad) for pad in attributes.get("pads", (0, 0, 0, 0))]
        if not any(pads):
            return {"padding": "VALID"}
        around = [0, 0, pads[0], pads[2], pads[1], pads[3], 0, 0]
        return {"padding": "EXPLICIT", "explicit_paddings": around}

    def biased(self, value: str, node: onnx.NodeProto) -> str:
        if len(node.input) < 3:
            return value
        return self.writer.node(
            "BiasAdd", value, self.writer.constant(self.constants[node.input[2]])
        )


def _last(shape: Sequence[int]) -> list[int]:
    """A shape with channels last."""
    return [shape[0], *shape[2:], shape[1]] if len(shape) > 2 else list(shape)


def _steps(attributes: Mapping[str, Any], key: str) -> list[int]:
    return [1, *(int(size) for size in attributes.get(key, (1, 1))), 1]


_Translate: TypeAlias = "Callable[[_Translation, onnx.NodeProto, Mapping[str, Any]], str]"


def _convolution(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    kernel = made.constants[node.input[1]].transpose(2, 3, 1, 0)
    groups = int(attributes.get("group", 1))
    op = "Conv2D"
    if groups > 1:
        if kernel.shape[2] != 1:
            raise NotTranslatedError("a convolution has groups of several channels")
        op, kernel = "DepthwiseConv2dNative", kernel.reshape(*kernel.shape[:2], groups, -1)
    found = made.writer.node(
        op,
        made.operand(node.input[0]),
        made.writer.constant(kernel),
        strides=_steps(attributes, "strides"),
        dilations=_steps(attributes, "dilations"),
        **made.padding(attributes),
    )
    return made.biased(found, node)


def _transposed(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    if int(attributes.get("group", 1)) > 1 or any(attributes.get("output_padding", ())):
        raise NotTranslatedError("a transposed convolution has groups or an output padding")
    found = made.writer.node(
        "Conv2DBackpropInput",
        made.writer.constant(_last(made.shapes[node.output[0]]), np.int32),
        made.writer.constant(made.constants[node.input[1]].transpose(2, 3, 1, 0)),
        made.operand(node.input[0]),
        strides=_steps(attributes, "strides"),
        **made.padding(attributes),
    )
    return made.biased(found, node)


def _pool(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    padding = made.padding(attributes)
    if attributes.get("ceil_mode") or (node.op_type == "AveragePool" and len(padding) > 1):
        raise NotTranslatedError("a pool rounds up, or averages over padding")
    return made.writer.node(
        "MaxPool" if node.op_type == "MaxPool" else "AvgPool",
        made.operand(node.input[0]),
        ksize=_steps(attributes, "kernel_shape"),
        strides=_steps(attributes, "strides"),
        **padding,
    )


def _normalization(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    return made.writer.node(
        "FusedBatchNormV3",
        *made.operands(node),
        epsilon=float(attributes.get("epsilon", 1e-5)),
        is_training=False,
    )


def _mean(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    axes = attributes.get("axes")
    if axes is None:
        axes = made.constants[node.input[1]].tolist() if len(node.input) > 1 else (2, 3)
    if sorted(axis % 4 for axis in axes) != [2, 3]:
        raise NotTranslatedError("a mean is not over height and width")
    keep = node.op_type == "GlobalAveragePool" or bool(attributes.get("keepdims", 1))
    places = made.writer.constant([1, 2], np.int32)
    return made.writer.node("Mean", made.operand(node.input[0]), places, keep_dims=keep)


def _elementwise(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    ops = {"Add": "AddV2", "Sum": "AddV2"}
    return made.writer.node(ops.get(node.op_type, node.op_type), *made.operands(node))


def _clip(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    if [float(made.constants[name]) for name in node.input[1:]] != [0, 6]:
        raise NotTranslatedError("a Clip has other bounds than 0 and 6")
    return made.writer.node("Relu6", made.operand(node.input[0]))


def _concat(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    if attributes["axis"] != 1:
        raise NotTranslatedError("a Concat joins no channels")
    axis = made.writer.constant(-1, np.int32)
    return made.writer.node("ConcatV2", *made.operands(node), axis, N=len(node.input))


def _flattened(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    before, after = made.shapes[node.input[0]], made.shapes[node.output[0]]
    if len(after) != 2 or int(np.prod(before[2:])) != 1:
        raise NotTranslatedError("a Reshape mixes channels and pixels")
    shape = made.writer.constant(after, np.int32)
    return made.writer.node("Reshape", made.operand(node.input[0]), shape)


def _dense(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    if attributes.get("transA") or {attributes.get(key, 1.0) for key in ("alpha", "beta")} != {1.0}:
        raise NotTranslatedError("a Gemm is more than a dense layer")
    weights = made.constants[node.input[1]]
    turned = weights.T if attributes.get("transB") else weights
    found = made.writer.node("MatMul", made.operand(node.input[0]), made.writer.constant(turned))
    return made.biased(found, node)


def _blocks(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    if attributes.get("mode", b"DCR") != b"DCR":
        raise NotTranslatedError("a DepthToSpace takes its blocks from the columns")
    block = int(attributes["blocksize"])
    return made.writer.node("DepthToSpace", made.operand(node.input[0]), block_size=block)


def _same(made: _Translation, node: onnx.NodeProto, attributes: Mapping[str, Any]) -> str:
    return made.operand(node.input[0])


_TRANSLATIONS: Mapping[str, _Translate] = MappingProxyType(
    {
        **dict.fromkeys(("Relu", "Sigmoid", "Add", "Sum", "Mul", "Softmax"), _elementwise),
        **dict.fromkeys(("MaxPool", "AveragePool"), _pool),
        **dict.fromkeys(("ReduceMean", "GlobalAveragePool"), _mean),
        **dict.fromkeys(("Reshape", "Flatten"), _flattened),
        **dict.fromkeys(("Dropout", "Identity"), _same),
        "Conv": _convolution,
        "ConvTranspose": _transposed,
        "BatchNormalization": _normalization,
        "Clip": _clip,
        "Concat": _concat,
        "Gemm": _dense,
        "DepthToSpace": _blocks,
    }
)
