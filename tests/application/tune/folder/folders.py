"""Models for folders, and the reports of a job of several models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from aoe.application.command_line import main
from aoe.results.result_file import read_result_file

#: The second constant of `pair_model`.
SECOND = np.linspace(-2, 2, 64, dtype=np.float32).reshape(4, 16)
TUNE = ("--model_path=models", "--job_type=2", "--threads=1", "--input_shape=x:2,8")


def pair_model() -> onnx.ModelProto:
    """Two matrix products: `x` [batch, 8] to [batch, 4] to `y` [batch, 16]."""
    weights = [np.linspace(-1, 1, 32, dtype=np.float32).reshape(8, 4), SECOND]
    graph = helper.make_graph(
        [
            helper.make_node("MatMul", ["x", "v"], ["product"], name="product"),
            helper.make_node("Relu", ["product"], ["relu"], name="relu"),
            helper.make_node("MatMul", ["relu", "w"], ["y"], name="second"),
        ],
        "pair",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 8])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 16])],
        [
            onnx.numpy_helper.from_array(item, name)
            for item, name in zip(weights, "vw", strict=True)
        ],
    )
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])


def wide_model(name: str = "wide_x") -> onnx.ModelProto:
    """A matrix product of its own size."""
    weights = np.ones((16, 16), np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", [name, "w"], ["y"], name="wide")],
        "wide",
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, [4, 16])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [4, 16])],
        [onnx.numpy_helper.from_array(weights, "w")],
    )
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])


def tune(*more: str) -> int:
    return main([*TUNE, *more])


def reports(kind: str = "opat") -> dict[str, dict[str, Any]]:
    """The sections of each model's report in the only result file, by the model's name."""
    (path,) = Path().glob(f"aoe_result_{kind}_*.json")
    read_result_file(path)
    data = json.loads(path.read_text())
    path.unlink()
    found = {}
    for report in data.values():
        sections = {name: content for item in report for name, content in item.items()}
        found[sections["basic"]["tuning_name"]] = sections
    return found
