"""The program that measures how long reading takes: open shapes, models that cannot be read."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from benchmarks.formats import reading
from benchmarks.formats.layouts import measure


def _open_model(folder: Path) -> Path:
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", 4]) for name in "xy")
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "open", [x], [y])
    path = folder / "open.onnx"
    opset = helper.make_opsetid("", 18)
    onnx.save(helper.make_model(graph, ir_version=9, opset_imports=[opset]), path)
    return path


def test_shapes_behind_a_model_fix_what_it_leaves_open(tmp_path: Path) -> None:
    path = _open_model(tmp_path)
    assert reading.measure(f"{path}@x:3,4", 1)["outcome"] == "read"


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("{0}", "inputs of dynamic shape: x [n,4]"),
        ("{0}@x:three", "has a dimension that is not a number"),
        ("{0}@y:3,4", "--input_shape names 'y'"),
        ("missing.onnx", "missing.onnx"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(argument: str, message: str, tmp_path: Path) -> None:
    row = reading.measure(argument.format(_open_model(tmp_path)), 1)
    assert message in str(row["outcome"])
    assert "Traceback" not in str(row["outcome"])
    assert row["read"] is None


@pytest.mark.parametrize("option", ["--processes=0", "--processes=one", "--limit=-1"])
def test_a_wrong_option_is_refused_by_name(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        reading.main(["model.onnx", option])
    assert f"argument {option.partition('=')[0]}" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_a_row(tmp_path: Path) -> None:
    row = measure(tmp_path / "none.onnx", tmp_path, threads=1, seconds=0.1)
    assert str(row["outcome"]).startswith("cannot be read")
