"""One network in several formats gives the same operators."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from aoe.application.model.source import load_graph
from aoe.frontends.frontend import ModelOrigin
from tests.frontends.caffe.nets import layer, source, write_net
from tests.frontends.tensorflow.graphs import constant, graph, node, placeholder
from tests.frontends.tflite.files import Graph, Operator, Tensor, tflite

_RANDOM = np.random.default_rng(0)
#: Weights of two convolutions and a product, in the layout of ONNX.
_FIRST = _RANDOM.standard_normal((8, 1, 3, 3)).astype(np.float32)
_SECOND = _RANDOM.standard_normal((16, 8, 1, 1)).astype(np.float32)
_LAST = _RANDOM.standard_normal((10, 16)).astype(np.float32)
_BIASES = [_RANDOM.standard_normal(size).astype(np.float32) for size in (8, 16, 10)]


def _onnx(folder: Path) -> ModelOrigin:
    text = """
        <ir_version: 10, opset_import: ["" : 21]>
        net (float[1, 1, 12, 12] x) => (float[1, 10] y) {
            a = Conv <pads = [1, 1, 1, 1]> (x, w0, b0)
            b = Relu (a)
            c = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (b)
            d = Conv (c, w1, b1)
            e = Relu (d)
            f = GlobalAveragePool (e)
            g = Flatten (f)
            h = Gemm <transB = 1> (g, w2, b2)
            y = Softmax (h)
        }
    """
    proto = onnx.parser.parse_model(text)
    for number, array in enumerate((_FIRST, _SECOND, _LAST)):
        proto.graph.initializer.append(onnx.numpy_helper.from_array(array, f"w{number}"))
        proto.graph.initializer.append(onnx.numpy_helper.from_array(_BIASES[number], f"b{number}"))
    path = folder / "net.onnx"
    onnx.save(proto, path)
    return ModelOrigin(path)


def _tensorflow(folder: Path) -> ModelOrigin:
    path = folder / "net.pb"
    window = {"strides": [1, 2, 2, 1], "ksize": [1, 2, 2, 1], "padding": "VALID"}
    message: Any = graph(
        placeholder("x", 1, 12, 12, 1),
        constant("w0", _FIRST.transpose(2, 3, 1, 0)),
        constant("w1", _SECOND.transpose(2, 3, 1, 0)),
        constant("w2", _LAST.T),
        *(constant(f"b{number}", bias) for number, bias in enumerate(_BIASES)),
        constant("axes", [1, 2], np.int32),
        node("Conv2D", "a0", "x", "w0", strides=[1, 1, 1, 1], padding="SAME"),
        node("BiasAdd", "a", "a0", "b0"),
        node("Relu", "b", "a"),
        node("MaxPool", "c", "b", **window),
        node("Conv2D", "d0", "c", "w1", strides=[1, 1, 1, 1], padding="VALID"),
        node("BiasAdd", "d", "d0", "b1"),
        node("Relu", "e", "d"),
        node("Mean", "g", "e", "axes"),
        node("MatMul", "h0", "g", "w2"),
        node("BiasAdd", "h", "h0", "b2"),
        node("Softmax", "y", "h"),
    )
    path.write_bytes(message.SerializeToString())
    return ModelOrigin(path)


def _tflite(folder: Path) -> ModelOrigin:
    path = folder / "net.tflite"
    weights = (_FIRST.transpose(0, 2, 3, 1), _SECOND.transpose(0, 2, 3, 1), _LAST)
    constants = [(f"w{n}", array) for n, array in enumerate(weights)]
    constants += [(f"b{n}", array) for n, array in enumerate(_BIASES)]
    tensors = [Tensor(name, shape=array.shape, data=array) for name, array in constants]
    tensors.append(Tensor("axes", "INT32", (2,), np.asarray([1, 2], np.int32)))
    tensors += [Tensor("x", shape=(1, 12, 12, 1)), *(Tensor(name) for name in "bceghy")]
    step = {"stride_w": 1, "stride_h": 1, "activation": 1}
    window = {"stride_w": 2, "stride_h": 2, "filter_w": 2, "filter_h": 2, "padding": 1}
    operators = [
        Operator("CONV_2D", ["x", "w0", "b0"], ["b"], {**step, "padding": 0}),
        Operator("MAX_POOL_2D", ["b"], ["c"], window),
        Operator("CONV_2D", ["c", "w1", "b1"], ["e"], {**step, "padding": 1}),
        Operator("MEAN", ["e", "axes"], ["g"]),
        Operator("FULLY_CONNECTED", ["g", "w2", "b2"], ["h"]),
        Operator("SOFTMAX", ["h"], ["y"], {"beta": 1.0}),
    ]
    path.write_bytes(tflite(Graph(tensors, operators, ["x"], ["y"])))
    return ModelOrigin(path)


def _caffe(folder: Path) -> ModelOrigin:
    text = source((1, 1, 12, 12), "x")
    text += layer(
        "Convolution", "convolution_param { num_output: 8 kernel_size: 3 pad: 1 }", "x", "a", "w0"
    )
    text += layer("ReLU", "", "a", "a", "r0")
    text += layer("Pooling", "pooling_param { kernel_size: 2 stride: 2 }", "a", "c", "p")
    text += layer(
        "Convolution", "convolution_param { num_output: 16 kernel_size: 1 }", "c", "d", "w1"
    )
    text += layer("ReLU", "", "d", "d", "r1")
    text += layer("Pooling", "pooling_param { pool: AVE global_pooling: true }", "d", "g", "q")
    text += layer("InnerProduct", "inner_product_param { num_output: 10 }", "g", "h", "w2")
    text += layer("Softmax", "", "h", "y", "s")
    blobs = {f"w{n}": [w, _BIASES[n]] for n, w in enumerate((_FIRST, _SECOND, _LAST))}
    model, weight = write_net(folder, text, blobs)
    return ModelOrigin(model, 0, weight)


def _keys(origin: ModelOrigin) -> list[str]:
    _, graph = load_graph(origin, {})
    return [item.operator.key for item in graph.operator_nodes]


@pytest.mark.parametrize("written", [_tensorflow, _tflite, _caffe])
def test_the_operators_are_those_of_the_network_in_onnx(
    written: Callable[[Path], ModelOrigin], tmp_path: Path
) -> None:
    assert _keys(written(tmp_path)) == _keys(_onnx(tmp_path))
