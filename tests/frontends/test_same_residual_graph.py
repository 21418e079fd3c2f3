"""A residual network with normalized convolutions gives the same operators in each format.

Each format writes normalization in its own way: as one node, as a product and a sum, as two layers.
See `test_same_graph`, whose network has none.
"""

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
#: Convolutions of the network by name, in the layout of ONNX: two of the branch, one beside them.
_WEIGHTS = {
    "a": _RANDOM.standard_normal((8, 1, 3, 3)).astype(np.float32),
    "b": _RANDOM.standard_normal((8, 8, 3, 3)).astype(np.float32),
    "s": _RANDOM.standard_normal((8, 1, 1, 1)).astype(np.float32),
}
_DENSE = _RANDOM.standard_normal((5, 16)).astype(np.float32)
#: Bias, mean, variance, scale and offset of each convolution.
_PARTS = {
    name: [
        _RANDOM.uniform(0.5, 1.5, 8).astype(np.float32)
        for _ in ("bias", "mean", "variance", "scale", "offset")
    ]
    for name in _WEIGHTS
}
_EPSILON = 1e-3


def _onnx(folder: Path) -> ModelOrigin:
    def convolution(name: str, source: str, padding: int) -> str:
        pads = [padding] * 4
        return f"""
            {name}0 = Conv <pads = {pads}> ({source}, {name}w, {name}bias)
            {name}1 = BatchNormalization <epsilon = {_EPSILON}>
                ({name}0, {name}scale, {name}offset, {name}mean, {name}variance)
        """

    text = f"""
        <ir_version: 10, opset_import: ["" : 21]>
        net (float[1, 1, 12, 12] x) => (float[1, 5] y) {{
            {convolution("a", "x", 1)}
            a2 = Relu (a1)
            {convolution("b", "a2", 1)}
            {convolution("s", "x", 0)}
            c = Add (b1, s1)
            d = Relu (c)
            e = Concat <axis = 1> (d, a2)
            f = AveragePool <kernel_shape = [2, 2], strides = [2, 2]> (e)
            g = GlobalAveragePool (f)
            h = Flatten (g)
            y = Gemm <transB = 1> (h, dense)
        }}
    """
    proto = onnx.parser.parse_model(text)
    arrays = {f"{name}w": array for name, array in _WEIGHTS.items()} | {"dense": _DENSE}
    for name, parts in _PARTS.items():
        keys = ("bias", "mean", "variance", "scale", "offset")
        arrays |= {f"{name}{key}": array for key, array in zip(keys, parts, strict=True)}
    proto.graph.initializer.extend(
        onnx.numpy_helper.from_array(array, name) for name, array in arrays.items()
    )
    path = folder / "net.onnx"
    onnx.save(proto, path)
    return ModelOrigin(path)


def _tensorflow(folder: Path) -> ModelOrigin:
    def convolution(name: str, source: str) -> list[Any]:
        bias, mean, variance, scale, offset = _PARTS[name]
        operands = {"scale": scale, "offset": offset, "mean": mean, "variance": variance}
        return [
            constant(f"{name}w", _WEIGHTS[name].transpose(2, 3, 1, 0)),
            constant(f"{name}bias", bias),
            *(constant(f"{name}{key}", array) for key, array in operands.items()),
            node("Conv2D", f"{name}0", source, f"{name}w", strides=[1] * 4, padding="SAME"),
            node("BiasAdd", f"{name}b", f"{name}0", f"{name}bias"),
            node(
                *("FusedBatchNormV3", f"{name}1", f"{name}b"),
                *(f"{name}{key}" for key in operands),
                epsilon=_EPSILON,
                is_training=False,
            ),
        ]

    window = {"strides": [1, 2, 2, 1], "ksize": [1, 2, 2, 1], "padding": "VALID"}
    message: Any = graph(
        placeholder("x", 1, 12, 12, 1),
        constant("dense", _DENSE.T),
        constant("axes", [1, 2], np.int32),
        constant("last", -1, np.int32),
        *convolution("a", "x"),
        node("Relu", "a2", "a1"),
        *convolution("b", "a2"),
        *convolution("s", "x"),
        node("AddV2", "c", "b1", "s1"),
        node("Relu", "d", "c"),
        node("ConcatV2", "e", "d", "a2", "last", N=2),
        node("AvgPool", "f", "e", **window),
        node("Mean", "h", "f", "axes"),
        node("MatMul", "y", "h", "dense"),
    )
    path = folder / "net.pb"
    path.write_bytes(message.SerializeToString())
    return ModelOrigin(path)


def _tflite(folder: Path) -> ModelOrigin:
    tensors = [Tensor("x", shape=(1, 12, 12, 1))]
    step = {"stride_w": 1, "stride_h": 1, "padding": 0}

    def known(name: str, array: np.ndarray, kind: str = "FLOAT32") -> str:
        tensors.append(Tensor(name, kind, shape=array.shape, data=array))
        return name

    def convolution(name: str, source: str, activation: int) -> list[Operator]:
        bias, mean, variance, scale, offset = _PARTS[name]
        factor = scale / np.sqrt(variance + _EPSILON, dtype=np.float64)
        addend = (offset - mean * factor).astype(np.float32)
        tensors.extend(Tensor(f"{name}{number}") for number in range(3))
        operands = [
            known(f"{name}w", _WEIGHTS[name].transpose(0, 2, 3, 1)),
            known(f"{name}bias", bias),
        ]
        return [
            Operator("CONV_2D", [source, *operands], [f"{name}0"], step),
            Operator(
                "MUL",
                [f"{name}0", known(f"{name}f", factor.astype(np.float32))],
                [f"{name}1"],
            ),
            Operator(
                "ADD",
                [f"{name}1", known(f"{name}o", addend)],
                [f"{name}2"],
                {"activation": activation},
            ),
        ]

    window = {"stride_w": 2, "stride_h": 2, "filter_w": 2, "filter_h": 2, "padding": 1}
    operators = [
        *convolution("a", "x", 1),
        *convolution("b", "a2", 0),
        *convolution("s", "x", 0),
        Operator("ADD", ["b2", "s2"], ["d"], {"activation": 1}),
        Operator("CONCATENATION", ["d", "a2"], ["e"], {"axis": -1}),
        Operator("AVERAGE_POOL_2D", ["e"], ["f"], window),
        Operator("MEAN", ["f", known("axes", np.asarray([1, 2], np.int32), "INT32")], ["h"]),
        Operator("FULLY_CONNECTED", ["h", known("dense", _DENSE)], ["y"]),
    ]
    tensors += [Tensor(name) for name in "defhy"]
    path = folder / "net.tflite"
    path.write_bytes(tflite(Graph(tensors, operators, ["x"], ["y"])))
    return ModelOrigin(path)


def _caffe(folder: Path) -> ModelOrigin:
    blobs: dict[str, list[np.ndarray]] = {"y": [_DENSE]}

    def convolution(name: str, bottom: str, kernel: int) -> str:
        bias, mean, variance, scale, offset = _PARTS[name]
        blobs[f"{name}0"] = [_WEIGHTS[name], bias]
        blobs[f"{name}n"] = [mean, variance, np.ones(1, np.float32)]
        blobs[f"{name}1"] = [scale, offset]
        setting = f"num_output: 8 kernel_size: {kernel} pad: {kernel // 2}"
        return (
            layer("Convolution", f"convolution_param {{ {setting} }}", bottom, name, f"{name}0")
            + layer("BatchNorm", f"batch_norm_param {{ eps: {_EPSILON} }}", name, name, f"{name}n")
            + layer("Scale", "scale_param { bias_term: true }", name, name, f"{name}1")
        )

    text = source((1, 1, 12, 12), "x")
    text += convolution("a", "x", 3) + layer("ReLU", "", "a", "a", "a2")
    text += convolution("b", "a", 3) + convolution("s", "x", 1)
    text += layer("Eltwise", "", ["b", "s"], "d", "c")
    text += layer("ReLU", "", "d", "d", "d2")
    text += layer("Concat", "", ["d", "a"], "e", "e")
    text += layer("Pooling", "pooling_param { pool: AVE kernel_size: 2 stride: 2 }", "e", "f", "f")
    text += layer("Pooling", "pooling_param { pool: AVE global_pooling: true }", "f", "g", "g")
    dense = "inner_product_param { num_output: 5 bias_term: false }"
    text += layer("InnerProduct", dense, "g", "y", "y")
    model, weight = write_net(folder, text, blobs)
    return ModelOrigin(model, 0, weight)


def _keys(origin: ModelOrigin) -> list[str]:
    _, found = load_graph(origin, {})
    return [item.operator.key for item in found.operator_nodes]


@pytest.mark.parametrize("written", [_tensorflow, _tflite, _caffe])
def test_normalized_convolutions_are_those_of_the_network_in_onnx(
    written: Callable[[Path], ModelOrigin], tmp_path: Path
) -> None:
    assert _keys(written(tmp_path)) == _keys(_onnx(tmp_path))
