"""What the snippets of the documentation work on: small models under the names that pages use.

`furnish` fills a folder with them. `resnet50.onnx` has the input and the output of a ResNet-50 and
two layers, so that it is compiled in a second.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from aoe.backends.cpu.target.host import host_target
from aoe.settings import BUILTIN_PATH
from tests.frontends.caffe.nets import layer, source, write_weights
from tests.frontends.mindspore.files import MindirWriter
from tests.frontends.tensorflow import graphs as tensorflow

Dimension = int | str
#: The kind of CPU whose policies the package has.
BUILTIN = "znver4_2c"
#: Inputs of the fuzz targets, among them small models.
CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"


def image_model(shape: Sequence[Dimension]) -> onnx.ModelProto:
    """A convolution, a pooling and a dense layer: `image` of this shape to `logits` (batch, 10)."""
    random = np.random.default_rng(0)
    filters = random.normal(0, 0.2, (4, 3, 3, 3)).astype(np.float32)
    weights = random.normal(0, 0.5, (10, 4)).astype(np.float32)
    nodes = [
        helper.make_node("Conv", ["image", "filters"], ["stem"], name="stem", strides=[8, 8]),
        helper.make_node("Relu", ["stem"], ["relu"], name="conv1"),
        helper.make_node("GlobalAveragePool", ["relu"], ["pool"], name="pool"),
        helper.make_node("Flatten", ["pool"], ["flat"], name="flat"),
        helper.make_node("Gemm", ["flat", "weights"], ["logits"], name="logits", transB=1),
    ]
    return _model(
        nodes,
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [shape[0], 10])],
        {"filters": filters, "weights": weights},
    )


def token_model() -> onnx.ModelProto:
    """Embeddings times a mask: `ids` and `mask` (batch, length) to `y` (batch, length, 8)."""
    table = np.random.default_rng(0).normal(0, 1, (100, 8)).astype(np.float32)
    nodes = [
        helper.make_node("Gather", ["table", "ids"], ["embedded"], name="embedding"),
        helper.make_node("Unsqueeze", ["mask", "last"], ["column"], name="column"),
        helper.make_node("Mul", ["embedded", "column"], ["y"], name="masked"),
    ]
    shape = ["batch", "length"]
    return _model(
        nodes,
        [
            helper.make_tensor_value_info("ids", TensorProto.INT64, shape),
            helper.make_tensor_value_info("mask", TensorProto.FLOAT, shape),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [*shape, 8])],
        {"table": table, "last": np.array([-1])},
    )


def reshape_model() -> onnx.ModelProto:
    """A Reshape whose `shape` is an input."""
    return _model(
        [helper.make_node("Reshape", ["x", "shape"], ["y"], name="reshape")],
        [
            helper.make_tensor_value_info("x", TensorProto.FLOAT, [4, 4]),
            helper.make_tensor_value_info("shape", TensorProto.INT64, [2]),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["rows", "columns"])],
        {},
    )


def caffe_model(folder: Path) -> None:
    """Writes a network of Caffe and its weights."""
    given = "convolution_param { num_output: 4 kernel_size: 7 stride: 4 bias_term: false }"
    text = source((1, 3, 224, 224)) + layer("Convolution", given, top=("prob",), name="conv1")
    (folder / "resnet50.prototxt").write_text(text)
    weights = np.full((4, 3, 7, 7), 0.1, np.float32)
    write_weights(folder / "resnet50.caffemodel", {"conv1": [weights]})


def tensorflow_model(folder: Path) -> None:
    """Writes a frozen graph of TensorFlow whose batch is open."""
    kernel = np.full((3, 3, 3, 4), 0.1, np.float32)
    strides = [1, 4, 4, 1]
    nodes = (
        tensorflow.placeholder("input", -1, 224, 224, 3),
        tensorflow.constant("kernel", kernel),
        tensorflow.node("Conv2D", "prob", "input", "kernel", strides=strides, padding="SAME"),
    )
    (folder / "mobilenet.pb").write_bytes(tensorflow.graph(*nodes).SerializeToString())


def mindspore_model(folder: Path) -> None:
    """Writes a MindIR model."""
    writer = MindirWriter()
    x = writer.input("x", (1, 16))
    weights = writer.parameter("w", np.full((16, 4), 0.1, np.float32))
    writer.output(writer.node("MatMul", x, weights, False, False))
    writer.write(folder / "resnet50.mindir")


def operator_files(folder: Path) -> None:
    """Writes descriptions of a matrix product, as a file and in a folder."""
    shapes = ([64, 256], [128, 256], [64, 128])
    first, second, result = ({"format": "ND", "shape": shape, "type": "float"} for shape in shapes)
    turned = {"name": "transpose_x2", "type": "bool", "value": True}
    described = {
        "op": "MatMulV2",
        "input_desc": [first, second],
        "output_desc": [result],
        "attr": [turned],
    }
    (folder / "json").mkdir()
    for path in (folder / "gemm.json", folder / "json" / "gemm.json"):
        path.write_text(json.dumps([described]))


def furnish(folder: Path) -> None:
    """Writes all that the pages name into a folder; `resnet50.om` is the caller's."""
    onnx.save(image_model([1, 3, 224, 224]), folder / "resnet50.onnx")
    onnx.save(image_model(["batch", 3, "height", "width"]), folder / "dynamic.onnx")
    caffe_model(folder)
    tensorflow_model(folder)
    mindspore_model(folder)
    operator_files(folder)
    shutil.copy(CORPUS / "tflite_model" / "network", folder / "model.tflite")
    (folder / "models").mkdir()
    for name in ("resnet50.onnx", "model.tflite"):
        shutil.copy(folder / name, folder / "models")
    onnx.save(token_model(), folder / "tokens.onnx")
    onnx.save(reshape_model(), folder / "reshape.onnx")
    np.save(folder / "image.npy", np.zeros((1, 3, 224, 224), np.float32))
    chosen = {"tune_ops_name": ["stem"], "tune_ops_type": ["Gemm"]}
    (folder / "operators.json").write_text(json.dumps(chosen))
    switches = {"Switch": {"UBFusion": {"ALL": "off", "Attention": "on"}}}
    (folder / "fusion_switch.cfg").write_text(json.dumps(switches))
    page = (Path(__file__).parents[2] / "docs/guide/preprocessing.md").read_text("utf-8")
    (folder / "aipp.cfg").write_text(page.partition("```textproto\n")[2].partition("```")[0])
    (folder / "mixlist.json").write_text('{"white-list": {"to-remove": ["Conv"]}}')
    (folder / "keep.txt").write_text("stem\nOpType::Gemm\n")
    (folder / "weights.cfg").write_text("accuracy_limit: 0.02\nlogits\n")
    calibration = "input_data_dir: images.bin input_shape: image:2,3,224,224 accuracy_limit: 0.04"
    (folder / "optimize.cfg").write_text(f"calibration: {{ {calibration} }}")
    np.random.default_rng(0).random((2, 3, 224, 224), np.float32).tofile(folder / "images.bin")
    (folder / "modes.ini").write_text("[ByOpType]\nConv2D=high_precision\n")
    line = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
    (folder / "types.cfg").write_text(line)
    for name in ("bank", "bank_a", "bank_b"):
        _copy_repository(BUILTIN_PATH / "op" / BUILTIN, folder / name)


def _copy_repository(builtin: Path, folder: Path) -> None:
    """Copies the entries of a kind of CPU as those of this machine's."""
    soc_version = host_target(2).soc_version
    shutil.copytree(builtin, folder / soc_version)
    for path in (folder / soc_version).rglob("*.json"):
        path.write_text(path.read_text("utf-8").replace(BUILTIN, soc_version), "utf-8")


def known_key(folder: Path) -> str:
    """The key of an entry that the repositories of a furnished folder have."""
    file = min((folder / "bank_a").rglob("Conv.json"))
    return str(min(json.loads(file.read_text())["entries"]))


def _model(
    nodes: Sequence[onnx.NodeProto],
    inputs: Sequence[onnx.ValueInfoProto],
    outputs: Sequence[onnx.ValueInfoProto],
    constants: dict[str, np.ndarray],
) -> onnx.ModelProto:
    weights = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "stand_in", inputs, outputs, weights)
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
