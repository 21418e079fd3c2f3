"""`aoe tune MODEL` becomes a job with the options of AOE's form."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.tuning.search import policy_search
from tests.application.conftest import expected
from tests.application.run.in_process import measure_in_process

Given = dict[str, str | None]
TUNE = ("tune", "small.onnx", "--input_shape=x:2,8", "--threads=1")


@pytest.fixture(autouse=True)
def _engines_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    measure_in_process(monkeypatch)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, Given]]:
    """Parses a command line and returns the model and the options that a job would have."""
    taken: list[tuple[str, Given]] = []

    def take(model: str, options: Given, start: float) -> int:
        taken.append((model, {name: text for name, text in options.items() if text is not None}))
        return 0

    monkeypatch.setattr("aoe.application.tune_model.command.tune_model_command", take)

    def parse(*arguments: str) -> tuple[str, Given]:
        assert main(arguments) == 0
        return taken.pop()

    return parse


def test_nothing_is_given_that_is_not_asked_for(given: Callable[..., tuple[str, Given]]) -> None:
    assert given("tune", "m.onnx") == ("m.onnx", {})


@pytest.mark.parametrize(
    ("scope", "job_type"), [("operators", "2"), ("subgraphs", "1"), ("all", "1,2")]
)
def test_a_scope_is_a_job_type(
    scope: str, job_type: str, given: Callable[..., tuple[str, Given]]
) -> None:
    assert given("tune", "m.onnx", "--scope", scope)[1] == {"job_type": job_type}


def test_other_options_of_aoe_are_taken_too(given: Callable[..., tuple[str, Given]]) -> None:
    _, options = given("tune", "m.onnx", "-o", "out", "--budget=9s", "--Fdeeper_opat", "--reload")
    assert options.keys() == {"output", "budget", "fdeeper_opat", "reload"}
    assert (options["output"], options["budget"]) == ("out", "9s")


def test_an_option_without_effect_is_noticed(
    given: Callable[..., tuple[str, Given]], capsys: pytest.CaptureFixture[str]
) -> None:
    given("tune", "m.onnx", "--aicore_num=8")
    assert capsys.readouterr().err.startswith("notice: --aicore_num=8 has no effect here")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tune"], "Missing argument 'MODEL'"),
        (["tune", ""], "aoe tune: MODEL is empty"),
        (["tune", "absent.onnx"], "absent.onnx: there is no such file"),
        (["tune", "small.onnx", "--scope=graphs"], "'graphs' is not one of"),
        (["tune", "small.onnx", "--job_type=2"], "unknown option --job_type"),
        (["tune", "small.onnx", "--budget=soon"], "--budget=soon: must be a time"),
        (["tune", "small.onnx", "--scope=subgraphs", "--Fdeeper_opat"], "needs --scope=operators"),
    ],
)
def test_misuse_is_one_sentence_and_nothing_is_written(
    arguments: list[str], said: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(place.rglob("*"))
    assert main(arguments) == 2
    message = capsys.readouterr().err
    assert message.startswith("error: ")
    assert said in message
    assert message.count("\n") == 1
    assert sorted(place.rglob("*")) == before


def test_a_model_is_tuned_into_this_directory(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TUNE, "--budget=10"]) == 0
    captured = capsys.readouterr()
    assert "tuning 1 operator" in captured.err
    lines = captured.out.splitlines()
    assert lines[0].split() == ["share", "before", "after", "gain"]
    assert lines[2].startswith("small, one inference")
    assert lines[3].startswith("product (MatMul+Relu)")
    assert "Aoe process" not in captured.out
    assert captured.out.endswith(
        "next\n  aoe bench small.om --compare onnxruntime\n"
        "  aoe report small.om\n  aoe run small.om --random\n"
    )
    x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
    with aoe.InferenceSession("small.om", threads=1) as session:
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)
    (report,) = place.glob("aoe_result_opat_*.json")
    assert json.loads(report.read_text())[1]["OPAT"]["repo_summary"]["total_num"] == 1


def test_a_model_with_other_inputs_than_its_source_is_not_to_be_compared(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(policy_search, "challenge", lambda *_: None)
    assert main([*TUNE, "--budget=10", "--input_fp16_nodes=x"]) == 0
    said = capsys.readouterr().out
    assert "  aoe bench small.om\n" in said
    assert "onnxruntime" not in said.lower()


def test_a_model_that_got_no_faster_is_compared_with_its_bounds(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    monkeypatch.setattr(policy_search, "challenge", lambda *_: None)
    assert main([*TUNE, "--budget=20"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith(("roofline", "ONNX Run"))] == [
        "roofline",
        f"ONNX Runtime {onnxruntime.__version__}",
    ]


def test_an_interrupted_job_goes_on_with_its_own_options(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    arguments = [*TUNE, "--budget=9s", "-o", "elsewhere"]
    with monkeypatch.context() as patch:
        patch.setattr("aoe.tuning.search.policy_search.race", interrupted)
        assert main(arguments) == 0
    assert "small process interrupted" in capsys.readouterr().out
    (place / "elsewhere.om").unlink()
    assert main(["tune", "small.onnx", "--reload"]) == 0
    assert "small process finished" in capsys.readouterr().out
    assert (place / "elsewhere.om").exists()


def test_a_folder_of_models_is_tuned_as_one_job(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "models").mkdir()
    shutil.copy("small.onnx", "models/one.onnx")
    arguments = ["tune", "models", "--input_shape=x:2,8", "--threads=1", "--budget=5"]
    assert main([*arguments, "-o", "tuned"]) == 0
    assert "tuned/one.om" in capsys.readouterr().out
    assert (place / "tuned" / "one.om").exists()
