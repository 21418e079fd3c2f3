"""Other values of a model become its outputs, named in one way at a time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.errors import UsageError
from aoe.frontends.out_nodes import parse_names


def two_nodes() -> onnx.ModelProto:
    """`double` makes `d`, `negate` makes `y` of it."""
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [
            onnx.helper.make_node("Add", ["x", "x"], ["d"], name="double"),
            onnx.helper.make_node("Neg", ["d"], ["y"], name="negate"),
        ],
        "two",
        [value("x", onnx.TensorProto.FLOAT, [4])],
        [value("y", onnx.TensorProto.FLOAT, [4])],
    )
    opsets = [onnx.helper.make_opsetid("", 21)]
    return onnx.helper.make_model(graph, opset_imports=opsets, ir_version=10)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bank").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TUNE_BANK_PATH", "bank")
    return tmp_path


@pytest.mark.parametrize("wanted", [["double:0", "negate:0"], ["d", "y"]])
def test_chosen_values_are_computed_in_the_order_asked_for(place: Path, wanted: list[str]) -> None:
    result = aoe.tune(
        two_nodes(),
        model_options=aoe.ModelOptions(out_nodes=wanted),
        threads=1,
        budget=0.01,
        output="out",
    )
    x = np.arange(4, dtype=np.float32)
    with result.session() as session:
        assert [item.name for item in session.get_outputs()] == ["d", "y"]
        doubled, negated = session.run(None, {"x": x})
    np.testing.assert_array_equal(doubled, 2 * x)
    np.testing.assert_array_equal(negated, -2 * x)


def test_a_node_without_a_name_is_called_by_its_first_output(place: Path) -> None:
    proto = two_nodes()
    for node in proto.graph.node:
        node.name = ""
    options = aoe.ModelOptions(out_nodes=["y:0", "d:0"])
    with aoe.compile(proto, model_options=options, threads=1) as session:
        assert [item.name for item in session.get_outputs()] == ["y", "d"]
    with pytest.raises(UsageError, match="'d:1'"):
        aoe.compile(proto, model_options=aoe.ModelOptions(out_nodes=["d:1"]), threads=1)


@pytest.mark.parametrize(
    ("wanted", "named"),
    [
        (["z"], "'z'"),
        (["double:1"], "'double:1'"),
        (["double:-1"], "'double:-1'"),
        (["d", "negate:0"], "do not mix"),
        (["x"], "'x'"),
    ],
)
def test_what_the_model_does_not_compute_is_refused(
    place: Path, wanted: list[str], named: str
) -> None:
    with pytest.raises(UsageError, match=named):
        aoe.tune(two_nodes(), model_options=aoe.ModelOptions(out_nodes=wanted), threads=1)
    assert not list(place.glob("aoe_*"))


def test_another_engine_cannot_be_compared_on_chosen_outputs(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    onnx.save(two_nodes(), "two.onnx")
    aoe.tune(
        "two.onnx",
        model_options=aoe.ModelOptions(out_nodes=["d"]),
        threads=1,
        budget=0.01,
        output="out",
    )
    assert main(["bench", "out.om", "--compare=onnxruntime", "--seconds=0.1", "--threads=1"]) == 1
    assert "does not give d" in capsys.readouterr().err


def test_texts_are_read_and_refused() -> None:
    assert parse_names("out_nodes", "a:0; b:1") == ("a:0", "b:1")
    for text in (";", "a;a"):
        with pytest.raises(UsageError, match="--out_nodes"):
            parse_names("out_nodes", text)


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    for name, near in (("doubl:0", "double:0"), ("negate:1", "negate:0")):
        with pytest.raises(UsageError, match=f"computes no such value; did you mean {near}\\?"):
            aoe.compile(two_nodes(), model_options=aoe.ModelOptions(out_nodes=[name]), threads=1)
    with pytest.raises(UsageError, match="give names of values, or nodes and the number"):
        aoe.compile(two_nodes(), model_options=aoe.ModelOptions(out_nodes=["quux:0"]), threads=1)
