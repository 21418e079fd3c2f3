"""`aoe compile MODEL` writes an offline model without a search."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from tests.application.conftest import expected


def test_a_compiled_model_computes_what_the_source_does(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", "small.onnx", "--input_shape=x:2,8", "--threads=1"]) == 0
    assert capsys.readouterr().out.startswith("compiled model: small.om\n")
    x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
    with aoe.InferenceSession("small.om", threads=1) as session:
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)


def test_a_model_without_shapes_takes_any(place: Path) -> None:
    assert main(["compile", "small.onnx", "--threads=1", "-o", "models/any.om"]) == 0
    x = np.random.default_rng(0).standard_normal((5, 8)).astype(np.float32)
    with aoe.InferenceSession("models/any.om", threads=1) as session:
        assert session.is_open
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)


def test_the_commands_that_come_next_run_a_model_with_open_shapes(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", "small.onnx", "--threads=1"]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert told == "next: aoe run small.om --random --input_shape=x:1,8"
    assert main(told.split()[2:]) == 0


def test_the_commands_that_come_next_have_sizes_that_were_asked_for(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", "small.onnx", "--threads=1", "--input_shape_range=x:[3~5,8]"]) == 0
    assert capsys.readouterr().out.endswith(".om --random --input_shape=x:3,8\n")


def test_what_types_of_fewer_bits_do_is_told(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "types.cfg").write_text("OpType::Relu:InputDtype:float16,OutputDtype:float16\n")
    words = ["compile", "small.onnx", "--threads=1", "--customize_dtypes=types.cfg"]
    for shapes in ("--input_shape=x:2,8", "--input_shape_range=x:[1~2,8]"):
        assert main([*words, shapes]) == 0
        assert "outputs differ from those of float32 by at most" in capsys.readouterr().out


def test_what_compression_did_is_told_for_each_layer(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "weights.cfg").write_text("*\n")
    words = ["compile", "small.onnx", "--threads=1", "--compress_weight_conf=weights.cfg"]
    assert main([*words, "--input_shape=x:2,8"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("compressed weights: 0 of ")
    assert "stays float32" in told[1]


def test_profiles_of_several_shapes_are_compiled(place: Path) -> None:
    shapes = ["--input_shape=x:-1,8", "--dynamic_batch_size=1,2"]
    assert main(["compile", "small.onnx", *shapes, "--threads=1"]) == 0
    (made,) = place.glob("small_*.om")
    with aoe.InferenceSession(made, threads=1) as session:
        assert len(session.model.profiles) == 2


def test_a_folder_of_the_same_name_is_in_nobodys_way(place: Path) -> None:
    (place / "small").mkdir()
    assert main(["compile", "small.onnx", "--input_shape=x:2,8", "--threads=1"]) == 0
    assert (place / "small.om").is_file()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["absent.onnx"], "absent.onnx: there is no such file"),
        (["small.onnx", "--budget=5m"], "unknown option --budget"),
        (["."], ".: is a folder and not a model"),
        (["net.prototxt", "net.caffemodel"], "weights are given as --weight=net.caffemodel"),
    ],
)
def test_misuse_is_one_sentence(
    arguments: list[str], said: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", *arguments]) == 2
    message = capsys.readouterr().err
    assert said in message
    assert message.count("\n") == 1
    assert not list(place.glob("*.om"))
