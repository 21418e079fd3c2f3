"""`aoe run` and `aoe bench` on a model with open shapes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from tests.application.conftest import expected, small_model
from tests.graph.models import model


@pytest.fixture
def opened(place: Path) -> str:
    """An offline model with open shapes, in a working directory of its own."""
    with aoe.compile("small.onnx", threads=1) as session:
        session.save("open.om")
    return "open.om"


def test_a_file_gives_the_shape(
    opened: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    x = np.random.default_rng(1).standard_normal((3, 8)).astype(np.float32)
    np.save("x.npy", x)
    assert main(["run", opened, "--input", "x=x.npy", "--output", "outputs"]) == 0
    np.testing.assert_allclose(np.load(place / "outputs/y.npy"), expected(x), atol=1e-5)
    assert capsys.readouterr().out.startswith("y: float32 [3, 4] min ")


def test_an_option_gives_the_shape_of_random_inputs(
    opened: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", opened, "--random", "--input_shape=x:5,8"]) == 0
    assert capsys.readouterr().out.startswith("y: float32 [5, 4] min ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], '--input_shape="x:1,8"'),
        (["--random"], '--input_shape="x:1,8"'),
        (["--random", "--profile=2"], "--profile=2"),
        (["--random", "--input_shape=x:2,8;z:2"], "'z'; the model's inputs: x"),
    ],
)
def test_an_open_shape_is_asked_for(
    opened: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", opened, *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_does_not_fit_is_refused(
    opened: str, capsys: pytest.CaptureFixture[str]
) -> None:
    np.save("x.npy", np.zeros((3, 7), np.float32))
    assert main(["run", opened, "--input", "x=x.npy"]) == 2
    assert "[3, 7]" in capsys.readouterr().err


def test_a_source_model_with_open_shapes_takes_any(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    onnx.save(small_model(), place / "source.onnx")
    np.save("x.npy", np.ones((3, 8), np.float32))
    assert main(["run", "source.onnx", "--input", "x=x.npy", "--threads=1"]) == 0
    assert capsys.readouterr().out.startswith("y: float32 [3, 4] min ")
    assert main(["run", "source.onnx", "--random", "--threads=1", "--input_shape=x:5,8"]) == 0
    assert capsys.readouterr().out.startswith("y: float32 [5, 4] min ")


def test_one_shape_is_explained(opened: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", opened]) == 2
    assert "give its source model, and --input_shape" in capsys.readouterr().err


def test_it_is_measured_beside_its_source(opened: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--input_shape=x:5,8", "--compare=onnxruntime", "--seconds=0.01", "--json"]
    assert main(["bench", opened, "--threads=1", *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["error"] < 1e-5
    assert set(found["engines"]) == {"open-aoe", "onnxruntime"}


def test_a_model_of_fixed_shapes_has_them(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    onnx.save(small_model(), place / "small.onnx")
    with aoe.compile("small.onnx", threads=1, input_shape={"x": (2, 8)}) as session:
        session.save("fixed.om")
    assert main(["run", "fixed.om", "--random", "--input_shape=x:5,8"]) == 2
    assert "fixed shapes" in capsys.readouterr().err


def test_a_file_gives_a_default_input(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "(float[2] x, float scale) => (float[2] y) <float scale = {2}> { y = Mul (x, scale) }"
    onnx.save(model(text), place / "scaled.onnx")
    np.save("x.npy", np.ones(2, np.float32))
    np.save("scale.npy", np.array(5, np.float32))
    given = ["run", "scaled.onnx", "--input", "x=x.npy", "--threads=1"]
    assert main(given) == 0
    assert capsys.readouterr().out == "y: float32 [2] min 2 max 2 mean 2\n"
    assert main([*given, "--input", "scale=scale.npy"]) == 0
    assert capsys.readouterr().out == "y: float32 [2] min 5 max 5 mean 5\n"
    with aoe.compile("scaled.onnx", threads=1) as session:
        session.save("scaled.om")
    assert main(["run", "scaled.om", "--random", "--input", "scale=scale.npy"]) == 2
    assert "compiled with the default value of 'scale'" in capsys.readouterr().err


def test_a_negative_seed_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "m.om", "--random", "--seed=-1"]) == 2
    assert capsys.readouterr().err == "error: --seed=-1: must be 0 or more\n"


@pytest.fixture
def of_any_rank(place: Path) -> str:
    """A model whose input has an unknown rank, in a working directory of its own."""
    relu = onnx.helper.make_node("Relu", ["x"], ["y"])
    info = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in "xy"]
    graph = onnx.helper.make_graph([relu], "any", info[:1], info[1:])
    onnx.save(onnx.helper.make_model(graph), place / "any.onnx")
    return "any.onnx"


def test_what_to_run_next_takes_an_input_of_unknown_rank_as_an_image(
    of_any_rank: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", of_any_rank, "-o", "any"]) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == "next: aoe run any.om --random --input_shape=x:1,3,224,224"
    assert main(said.split()[2:]) == 0


def test_a_file_gives_the_rank_of_an_input(
    of_any_rank: str, capsys: pytest.CaptureFixture[str]
) -> None:
    np.save("x.npy", np.ones((2, 3), np.float32))
    assert main(["run", of_any_rank, "--input", "x=x.npy"]) == 0
    assert capsys.readouterr().out.startswith("y: float32 [2, 3] ")


@pytest.mark.parametrize("command", [["run", "--random"], ["bench", "--seconds=0.1"]])
def test_the_shape_of_an_input_of_unknown_rank_is_asked_for(
    of_any_rank: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, of_any_rank]) == 2
    assert '--input_shape="x:1,3,224,224"' in capsys.readouterr().err


def test_an_empty_shape_makes_an_input_of_unknown_rank_a_number(
    of_any_rank: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", of_any_rank, "--random", "--input_shape=x:"]) == 0
    assert capsys.readouterr().out.startswith("y: float32 [] ")


def test_a_file_of_another_type_for_an_input_of_unknown_rank_is_refused(
    of_any_rank: str, capsys: pytest.CaptureFixture[str]
) -> None:
    np.save("x.npy", np.ones((2, 3)))
    assert main(["run", of_any_rank, "--input", "x=x.npy"]) == 2
    assert capsys.readouterr().err.endswith("the model needs float32 of any shape\n")
