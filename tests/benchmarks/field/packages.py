"""A package that holds two tiny models, and a list that names them. Nothing is downloaded."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import onnx
from onnx import TensorProto, helper

PACKAGE, VERSION = "tiny-models", "1.0"


def lookup_model() -> onnx.ModelProto:
    """Builds rows of a table times a number, at any number of tokens."""
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["table", "tokens"], ["rows"]),
            helper.make_node("Mul", ["rows", "factor"], ["y"]),
        ],
        "lookup",
        [
            helper.make_tensor_value_info("tokens", TensorProto.INT64, ["n"]),
            helper.make_tensor_value_info("factor", TensorProto.FLOAT, []),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 3])],
        [helper.make_tensor("table", TensorProto.FLOAT, [5, 3], range(15))],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def unknown_model() -> onnx.ModelProto:
    """Builds a model of an operator that nobody has."""
    graph = helper.make_graph(
        [helper.make_node("NoSuchOperator", ["x"], ["y"], name="odd", domain="nobody")],
        "unknown",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [4])],
    )
    sets = [helper.make_opsetid("", 17), helper.make_opsetid("nobody", 1)]
    return helper.make_model(graph, opset_imports=sets, ir_version=8)


def write_list(path: Path) -> Path:
    """Writes a list of the package's models."""
    lookup = {
        "file": "*/lookup.onnx",
        "task": "lookup",
        "values": {"factor": 2.5},
        "ranges": {"tokens": [0, 5]},
        "cases": [
            {"shapes": {"tokens": [4], "factor": []}},
            {"shapes": {"tokens": [9], "factor": []}},
        ],
    }
    unknown = {"file": "*/unknown.onnx", "task": "nothing", "cases": [{}]}
    entry = {"package": PACKAGE, "version": VERSION, "models": [lookup, unknown]}
    path.write_text(json.dumps([entry]))
    return path


def write_wheel(package: str, version: str, folder: Path) -> None:
    """Writes the package, where `pip` would download it to."""
    with zipfile.ZipFile(folder / f"{package}-{version}-py3-none-any.whl", "w") as wheel:
        for model in (lookup_model(), unknown_model()):
            wheel.writestr(f"tiny/data/{model.graph.name}.onnx", model.SerializeToString())
