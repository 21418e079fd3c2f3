"""A folder of models is tuned as one job: equal operators once, every model with its own report."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import aoe
from aoe.application.command_line import main
from aoe.application.tune import tune_job
from aoe.application.tune.command import models_table
from aoe.application.tune.folder import own_phases
from aoe.application.tune.folder.folder_result import FolderResult, ModelOutcome
from aoe.application.tune.job_folder import jobs_in
from aoe.application.tune.model_times import ModelTimes
from aoe.application.tune.phases import finish, whole_model
from aoe.application.tune.tune_result import TuneResult
from aoe.tuning.model_check.model_check import ModelCheck
from aoe.tuning.search import policy_search
from tests.application.conftest import expected
from tests.application.tune.folder.folders import (
    SECOND,
    TUNE,
    reports,
    tune,
    wide_model,
)
from tests.application.tune.interruption.kills import killed_before


def test_every_model_has_a_report_and_one_that_fails_stops_no_other(
    models: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("--output=tuned", "--budget=30") == 1
    captured = capsys.readouterr()
    found = reports()
    assert set(found) == {"broken", "one", "two"}
    assert found["broken"]["OPAT"]["opat_tuning_result"] == "tuning failed"
    assert "broken.onnx" in found["broken"]["basic"]["failure"]
    for name in ("one", "two"):
        assert found[name]["OPAT"]["opat_tuning_result"] == "tuning successful"
        assert found[name]["OPAT"]["repo_summary"]["total_num"] == 2
        assert found[name]["OPAT"]["model_baseline_performance(ms)"] > 0
        x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
        with aoe.InferenceSession(f"tuned/{name}.om", threads=1) as session:
            np.testing.assert_allclose(
                session.run(None, {"x": x})[0], expected(x) @ SECOND, atol=1e-5
            )
    assert "tuning 2 operators" in captured.err
    assert "error: broken: " in captured.err
    assert "skipped, as no model: notes.txt" in captured.out
    assert captured.out.splitlines()[-1] == "Aoe process finished"


def test_models_that_all_succeed_are_a_success(models: Path) -> None:
    (models / "broken.onnx").unlink()
    assert tune("--budget=30") == 0
    written = sorted(path.name for path in Path().glob("aoe_workspace/models_*/**/*_tune.om"))
    assert [name.partition("_")[0] for name in written] == ["one", "two"]
    assert [job.record.finished for job in jobs_in(Path("aoe_workspace").absolute())] == [True]


def test_models_that_all_fail_have_their_reports(models: Path) -> None:
    for name in ("one", "two"):
        (models / f"{name}.onnx").write_bytes(b"nothing")
    assert main(["--model_path=models", "--job_type=2"]) == 1
    assert {sections["OPAT"]["opat_tuning_result"] for sections in reports().values()} == {
        "tuning failed"
    }


@pytest.mark.usefixtures("winning", "models")
def test_an_operator_of_two_models_is_searched_once_and_counts_for_both(place: Path) -> None:
    onnx.save(wide_model(), place / "models/three.onnx")
    result = aoe.tune_folder("models", threads=1, input_shape={"x": (2, 8)}, output="tuned")
    one, two, three = (result.results[name] for name in ("one", "two", "three"))
    assert one.outcomes[0].key == two.outcomes[0].key != three.outcomes[0].key
    assert one.outcomes[0].candidates == two.outcomes[0].candidates > 0
    assert list(result.failures) == ["broken"]
    assert not result.interrupted
    assert [item.name for item in result.models] == ["broken", "one", "three", "two"]
    assert one.model_path == place / "tuned/one.om"


@pytest.mark.usefixtures("models")
def test_a_winner_that_one_model_uses_stays_though_it_loses_in_another(
    place: Path, winning: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of the model that comes first takes its winner back."""
    checks: list[str] = []

    def checked(graph: Any, old: Any, tuned: Any, *_: Any) -> ModelCheck:
        checks.append(graph.name)
        if len(checks) == 1:
            return ModelCheck(old, reverted=frozenset(tuned))
        return ModelCheck(tuned)

    monkeypatch.setattr(whole_model, "check_model", checked)
    result = aoe.tune_folder("models", threads=1, input_shape={"x": (2, 8)})
    assert checks == ["one", "two"]
    assert result.results["one"].outcomes[0].decision == "unsatisfied"
    assert result.results["two"].outcomes[0].decision == "add"
    assert sorted(stored(place)) == sorted(item.key for item in result.results["two"].outcomes)


@pytest.fixture
def losing_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No model keeps a winner, because none is faster in the whole model."""

    def checked(graph: Any, old: Any, tuned: Any, *_: Any) -> ModelCheck:
        return ModelCheck(old, reverted=frozenset(tuned))

    monkeypatch.setattr(whole_model, "check_model", checked)


@pytest.mark.usefixtures("models")
def test_a_winner_that_no_model_uses_leaves_the_repository(
    place: Path, winning: None, losing_inside: None
) -> None:
    result = aoe.tune_folder("models", threads=1, input_shape={"x": (2, 8)})
    assert {item.outcomes[0].decision for item in result.results.values()} == {"unsatisfied"}
    assert stored(place) == []


@pytest.mark.usefixtures("models")
def test_what_lost_inside_the_models_is_not_searched_again(
    place: Path, winning: None, losing_inside: None
) -> None:
    options: dict[str, Any] = {"threads": 1, "input_shape": {"x": (2, 8)}, "budget": "30"}
    first = aoe.tune_folder("models", **options)
    again = aoe.tune_folder("models", **options)
    assert {item.outcomes[0].decision for item in again.results.values()} == {"unsatisfied"}
    assert first.results["one"].outcomes[0].candidates > 0
    assert [one.candidates for item in again.results.values() for one in item.outcomes] == [0] * 4


def test_a_model_of_one_operator_has_the_times_of_its_search(
    place: Path, winning: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "models").mkdir()
    for name in ("one", "two"):
        onnx.save(wide_model(name), place / f"models/{name}.onnx")
    monkeypatch.setattr(whole_model, "check_model", lambda *_: pytest.fail("a check"))
    result = aoe.tune_folder("models", threads=1)
    outcome = result.results["two"].outcomes[0]
    assert outcome.before is not None
    assert result.results["two"].baseline_ms == pytest.approx(1e3 * outcome.before.median)
    assert result.results["two"].improvement_uncertainty is not None


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (2.0, 1.6, ["2.000 ms", "1.600 ms", "25.00%", "m.om"]),
        (0.002, 0.001, ["2.0 us", "1.0 us", "100.00%", "m.om"]),
        (0.00005, 0.00004, ["50 ns", "40 ns", "25.00%", "m.om"]),
        (None, None, ["not measured", "m.om"]),
    ],
)
def test_the_table_has_the_times_of_every_model(
    before: float | None, after: float | None, shown: list[str]
) -> None:
    done = TuneResult("m", Path("m.om"), Path("r.json"), 1.0, baseline_ms=before, result_ms=after)
    outcomes = (
        ModelOutcome("m", Path("m.onnx"), done),
        ModelOutcome("broken", Path("broken.onnx"), failure="it is broken"),
    )
    result = FolderResult("models", outcomes, (), Path("r.json"), None, 1.0)
    lines = models_table(result).splitlines()
    assert re.split(r"\s{2,}", lines[2].strip()) == ["m", *shown]
    assert lines[3].split() == ["broken", "failed"]


def stored(place: Path) -> list[str]:
    """Keys of the operators in the repository."""
    files = place.glob("bank/**/*.json")
    return [key for path in files for key in json.loads(path.read_text())["entries"]]


def test_a_model_that_fails_after_the_search_stops_no_other(
    models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def failing(model: Any, *more: Any) -> Any:
        made.append(model.source.name)
        if model.source.name == "one":
            raise aoe.CompileError("the compiler gave up")
        return tune_job.completed(model, *more)

    monkeypatch.setattr(own_phases, "completed", failing)
    assert tune("--budget=30") == 1
    found = reports()
    assert made == ["one", "two"]
    assert found["one"]["basic"]["failure"] == "the compiler gave up"
    assert found["two"]["OPAT"]["opat_tuning_result"] == "tuning successful"


@pytest.mark.usefixtures("winning", "models")
@pytest.mark.parametrize("job_type", ["1", "1,2"])
def test_subgraphs_are_searched_together_too(job_type: str) -> None:
    given = [item for item in TUNE if not item.startswith("--job_type")]
    assert main([*given, f"--job_type={job_type}"]) == 1
    found = reports("sgat")
    assert set(found) == {"broken", "one", "two"}
    assert "SGAT" not in found["broken"]
    for name in ("one", "two"):
        assert found[name]["SGAT"]["model_baseline_performance(ms)"] > 0
        assert found[name]["SGAT"]["repo_summary"]["total_num"] == 1
    if job_type == "1,2":
        assert reports()["two"]["OPAT"]["opat_tuning_result"] == "tuning successful"


def test_a_second_run_searches_nothing(models: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tune("--budget=30") == 1
    reports()
    capsys.readouterr()
    assert tune("--budget=30") == 1
    out = capsys.readouterr().out
    assert "two process finished. All 2 operators were found" in out
    summary = reports()["two"]["OPAT"]["repo_summary"]
    assert summary["repo_add_num"] == summary["repo_update_num"] == 0


def test_what_an_option_says_of_an_input_counts_for_the_models_that_have_it(
    models: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    onnx.save(wide_model(), models / "three.onnx")
    (models / "broken.onnx").unlink()
    assert tune("--budget=30", "--input_fp16_nodes=wide_x") == 0
    with aoe.InferenceSession(next(Path().glob("aoe_workspace/**/three_*.om"))) as session:
        assert session.get_inputs()[0].type == "tensor(float16)"


@pytest.mark.parametrize(
    "more", ["--input_shape=z:2,8", "--input_fp16_nodes=z", "--input_value=z:1"]
)
def test_an_input_that_no_model_has_is_misuse(
    models: Path, capsys: pytest.CaptureFixture[str], more: str
) -> None:
    given = [item for item in TUNE if not more.startswith(item.partition("=")[0] + "=")]
    onnx.save(wide_model(), models / "three.onnx")
    assert main([*given, more]) == 2
    option = more.partition("=")[0]
    assert f"{option} names 'z', but no model of" in capsys.readouterr().err
    assert not list(Path().glob("aoe_result_*"))


def test_example_inputs_beside_a_model_are_used(models: Path) -> None:
    graph = helper.make_graph(
        [helper.make_node("Reshape", ["x", "shape"], ["y"]), helper.make_node("Exp", ["y"], ["z"])],
        "reshape",
        [
            helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 8]),
            helper.make_tensor_value_info("shape", TensorProto.INT64, [2]),
        ],
        [helper.make_tensor_value_info("z", TensorProto.FLOAT, None)],
    )
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, ir_version=8, opset_imports=opset), models / "r.onnx")
    (models / "r.inputs.json").write_text('{"shape": [4, 4]}')
    assert tune("--budget=30", "--output=tuned") == 1
    x = np.arange(16, dtype=np.float32).reshape(2, 8) / 16
    with aoe.InferenceSession("tuned/r.om", threads=1) as session:
        np.testing.assert_allclose(session.run(None, {"x": x})[0], np.exp(x.reshape(4, 4)), 1e-5)


def test_a_file_of_examples_that_is_wrong_fails_its_model_alone(models: Path) -> None:
    (models / "one.inputs.json").write_text("{")
    assert tune("--budget=30") == 1
    found = reports()
    assert "one.inputs.json is not JSON" in found["one"]["basic"]["failure"]
    assert found["two"]["OPAT"]["opat_tuning_result"] == "tuning successful"


def test_models_of_tensorflow_must_lie_elsewhere(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "net.pb").write_bytes(b"")
    assert main(["--model_path=.", "--job_type=2"]) == 2
    assert "another folder than the working directory" in capsys.readouterr().err


def test_a_killed_job_goes_on_where_it_was(
    models: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with killed_before(finish, "compile_with"):
        tune("--output=tuned")
    for path in Path().glob("aoe_result_*"):
        path.unlink()
    (job,) = jobs_in(Path("aoe_workspace").absolute())
    assert job.interrupted
    monkeypatch.setattr(policy_search, "challenge", lambda *_, **__: pytest.fail("searched"))
    assert main(["--reload"]) == 1
    assert reports()["two"]["OPAT"]["opat_tuning_result"] == "tuning successful"
    assert sorted(path.name for path in Path("tuned").iterdir()) == ["one.om", "two.om"]


def check_interrupted(capsys: pytest.CaptureFixture[str]) -> None:
    """A job that Ctrl-C ends says so of both models, and can be continued."""
    assert tune("--output=tuned") == 0
    out = capsys.readouterr().out
    assert "one process interrupted." in out
    assert "two process interrupted." in out
    (job,) = jobs_in(Path("aoe_workspace").absolute())
    assert job.interrupted


def test_ctrl_c_in_the_search_writes_all_models(
    models: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(policy_search, "race", interrupt)
    (models / "broken.onnx").unlink()
    check_interrupted(capsys)
    assert sorted(path.name for path in Path("tuned").iterdir()) == ["one.om", "two.om"]


@pytest.mark.parametrize("phase", ["confirm_gain", "write_results"])
def test_ctrl_c_in_the_last_phases_of_a_model_ends_the_job(
    models: Path,
    phase: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    original, calls, timed = getattr(tune_job, phase), list[bool](), list[bool]()

    def interrupt_first(*arguments: Any) -> Any:
        if not calls:
            signal.raise_signal(signal.SIGINT)
        calls.append(True)
        timed.clear()
        return original(*arguments)

    def unchanged_times(*_: object) -> ModelTimes:
        timed.append(True)
        return ModelTimes(1.0, 1.0, 0.0, 0.0)

    monkeypatch.setattr(tune_job, phase, interrupt_first)
    monkeypatch.setattr(finish, "unchanged_times", unchanged_times)
    (models / "broken.onnx").unlink()
    check_interrupted(capsys)
    assert len(calls) == 2
    assert not timed


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("--model=small.onnx", "--model and --model_path"),
        ("--out_nodes=y", "--out_nodes and --model_path"),
        ("--output_type=FP16", "--output_type and --model_path"),
        ("--weight=small.onnx", "--weight and --model_path"),
    ],
)
def test_options_of_one_model_are_refused(
    models: Path, capsys: pytest.CaptureFixture[str], more: str, told: str
) -> None:
    assert tune(more) == 2
    assert told in capsys.readouterr().err
