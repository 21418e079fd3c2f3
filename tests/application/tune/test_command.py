"""A whole tuning job on a small model: what it writes, what it says, how it is interrupted."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.tune.command import finished_sentence, times_sentence
from aoe.application.tune.phases import finish, whole_model
from aoe.application.tune.tune_result import TuneResult
from aoe.policy import Policy
from aoe.results.repository_summary import RepositorySummary
from aoe.tuning import operator_tuning
from aoe.tuning.comparison.timing_statistics import Comparison, Measurement
from aoe.tuning.model_check.model_check import ModelCheck
from aoe.tuning.observer import Observer
from aoe.tuning.operator_tuning import OperatorTuning
from aoe.tuning.search import final_ranking, policy_search
from aoe.tuning.search.revalidation import Revalidation
from aoe.tuning.tuning_result import Tuning
from tests.application.conftest import expected, small_model
from tests.application.tune.outcomes import outcome

TUNE = ("--model=small.onnx", "--job_type=2", "--input_shape=x:2,8", "--threads=1")


def tune(*more: str) -> int:
    return main([*TUNE, *more])


def report(place: Path) -> list[dict[str, Any]]:
    (path,) = place.glob("aoe_result_opat_*.json")
    data: list[dict[str, Any]] = json.loads(path.read_text())
    path.unlink()
    return data


@pytest.mark.usefixtures("processes")
def test_a_job_writes_model_result_and_repository_and_the_next_searches_nothing(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("--output=tuned", "--budget=200") == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-1] == "Aoe process finished"
    assert captured.out.splitlines()[-2].startswith("small process finished.")
    assert "tuning 1 operator" in captured.err
    basic, operators = report(place)
    assert basic["basic"]["tuning_name"] == "small"
    assert operators["OPAT"]["opat_tuning_result"] == "tuning successful"
    assert operators["OPAT"]["model_baseline_performance(ms)"] > 0
    assert operators["OPAT"]["repo_summary"]["total_num"] == 1
    x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
    with aoe.InferenceSession("tuned.om", threads=1) as session:
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)
        assert session.model.manifest.source == str(place / "small.onnx")
    added = operators["OPAT"]["repo_summary"]["repo_add_num"]
    assert len(_stored(place / "bank")) == added


def test_what_is_switched_off_stays_off(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "off").write_text(
        '{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}, "UBFusion": {"ALL": "off"}}}'
    )
    assert tune("--output=tuned", "--budget=10", "--fusion_switch_file=off") == 0
    assert capsys.readouterr().err.count("ignores their switches: SoftmaxFusionPass") == 1
    with aoe.InferenceSession("tuned.om", threads=1) as session:
        assert len(session.model.plan.calls) == 2
        x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)


def test_a_switch_that_does_not_exist_is_misuse(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "off").write_text("Epilog:off")
    assert tune("--output=tuned", "--fusion_switch_file=off") == 2
    assert "--fusion_switch_file=off: 'Epilog' is off, but there is no" in capsys.readouterr().err
    assert not (place / "tuned.om").exists()


def test_options_of_ascends_compiler_become_options(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bypass = "--build_bypass=ge.exec.disableReuseMemory=2,ge.debugDir=x"
    assert tune("--output=tuned", bypass) == 2
    assert "--disable_reuse_memory=2: must be 0 or 1" in capsys.readouterr().err
    assert not (place / "tuned.om").exists()


def test_scope_fusions_are_told_of(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = "--enable_scope_fusion_passes=ScopeLayerNormPass"
    assert tune("--output=tuned", "--budget=10", wanted) == 0
    assert "notice: --enable_scope_fusion_passes: ScopeLayerNormPass is always recognised" in (
        capsys.readouterr().err
    )
    assert (place / "tuned.om").exists()


def _stored(repository: Path) -> list[str]:
    """The keys of all entries."""
    files = repository.glob("*/unified_bank/*.json")
    return [key for path in files for key in json.loads(path.read_text())["entries"]]


def _found(policies: bool) -> Callable[..., OperatorTuning]:
    """A tuning that finds its one operator in the repository, or is interrupted before it does."""

    def tune_operators(
        graph: object,
        target: object,
        store: object,
        options: object,
        observer: Observer,
        *_: object,
    ) -> OperatorTuning:
        observer.started(1)
        if not policies:
            return Tuning({}, (), interrupted=True)
        found = outcome("product", "reserved")
        observer.decided(found)
        return Tuning({}, (found,))

    return tune_operators


def test_winners_that_lose_inside_the_model_are_in_no_file(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stored: list[Path] = []

    def lost(
        graph: object, old: Mapping[str, Policy], tuned: Mapping[str, Policy], *rest: object
    ) -> ModelCheck:
        stored.extend(place.glob("bank/*/unified_bank/MatMul.json"))
        same = Measurement(1e-3, 1e-3, 0.0, 9)
        return ModelCheck(old, same, same, frozenset(tuned))

    fast, slow = (Measurement(time, time, 0.0, 9) for time in (1e-6, 2e-6))
    won = Comparison(-1, 0.5, 0.0, fast, slow)
    for name in ("challenge", "confirmation"):
        monkeypatch.setattr(policy_search, name, lambda *_: won)
    monkeypatch.setattr(policy_search, "race", lambda _, numbers: {n: 1 / (1 + n) for n in numbers})
    monkeypatch.setattr(Revalidation, "failed", property(lambda _: False))
    monkeypatch.setattr(final_ranking, "compared_when_reloaded", lambda *_: won)
    monkeypatch.setattr(whole_model, "check_model", lost)
    assert tune("--output=tuned") == 0
    assert "no operator has a policy that makes the model faster" in capsys.readouterr().out
    section = report(place)[1]["OPAT"]
    assert section["repo_modified_operators"] == []
    assert section["repo_summary"]["repo_unsatisfied_num"] == 1
    assert section["repo_summary"]["repo_add_num"] == 0
    (bank,) = stored
    assert json.loads(bank.read_text())["entries"] == {}
    with aoe.InferenceSession("tuned.om", threads=1) as session:
        assert session.model.manifest.tuning["repo_unsatisfied_num"] == 1


def test_a_full_repository_means_no_search_and_no_measurement(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(operator_tuning, "tune_operators", _found(True))
    for home, name in ((whole_model, "check_model"), (finish, "unchanged_times")):
        monkeypatch.setattr(home, name, lambda *_: pytest.fail("measured"))
    assert tune("--output=tuned") == 0
    assert "nothing was searched or measured" in capsys.readouterr().out
    assert "model_baseline_performance(ms)" not in report(place)[1]["OPAT"]
    assert (place / "tuned.om").exists()


def test_an_interrupted_job_still_writes_model_and_result(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(operator_tuning, "tune_operators", _found(False))
    assert tune("--output=tuned") == 0
    assert "small process interrupted" in capsys.readouterr().out
    assert report(place)[1]["OPAT"]["opat_tuning_result"] == "tuning incomplete"
    assert (place / "tuned.om").exists()


def test_a_budget_too_small_to_search_is_said_and_the_model_is_written(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("--output=tuned", "--budget=0.01s", "--progress_bar=off") == 0
    captured = capsys.readouterr()
    assert captured.err.count("a budget of 0.01 s leaves no time to search") == 1
    assert "The budget left no time to search" in captured.out
    assert report(place)[1]["OPAT"]["opat_tuning_result"] == "tuning incomplete"
    assert (place / "tuned.om").exists()
    assert not list(place.glob("bank/*"))


def test_files_go_to_the_workspace_unless_said_otherwise(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operator_tuning, "tune_operators", _found(True))
    assert tune("--progress_bar=off", "--dump_graph=graphs") == 0
    (model,) = place.glob("aoe_workspace/small_*/tunespace/result/small_*_tune.om")
    assert model.stem == f"{model.parents[2].name}_tune"
    (graph,) = place.glob("graphs/*.onnx")
    onnx.checker.check_model(onnx.load(graph))


def test_the_log_goes_beside_the_result_file(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operator_tuning, "tune_operators", _found(True))
    monkeypatch.setenv("ASCEND_WORK_PATH", "work")
    assert tune("--output=tuned", "--log=debug") == 0
    assert sorted(path.suffix for path in (place / "work").iterdir()) == [".json", ".log"]


def _dynamic(place: Path) -> list[str]:
    return ["--model=small.onnx", "--job_type=2"]


def _not_onnx(place: Path) -> list[str]:
    (place / "text.onnx").write_text("this is not a model")
    return ["--model=text.onnx", "--job_type=2"]


def _empty(place: Path) -> list[str]:
    (place / "empty.onnx").write_bytes(b"")
    return ["--model=empty.onnx", "--job_type=2"]


def _unknown_operators(place: Path) -> list[str]:
    model = small_model()
    for node in model.graph.node:
        node.domain = "com.example"
    model.opset_import.append(onnx.helper.make_opsetid("com.example", 1))
    onnx.save(model, place / "custom.onnx")
    return ["--model=custom.onnx", "--job_type=2", "--input_shape=x:2,8"]


def _unwritable_output(place: Path) -> list[str]:
    (place / "file").write_text("")
    return [*TUNE, "--output=file/below"]


def _unknown_suffix(place: Path) -> list[str]:
    (place / "small.model").write_bytes(b"unknown")
    return ["--model=small.model", "--job_type=2"]


def _other_framework(place: Path) -> list[str]:
    return [*TUNE, "--framework=3"]


def _unusable_repository(place: Path) -> list[str]:
    (place / "bank").rmdir()
    return [*TUNE]


@pytest.mark.parametrize(
    ("arguments", "status", "named"),
    [
        (_dynamic, 2, "--input_shape"),
        (_not_onnx, 1, "text.onnx"),
        (_empty, 1, "empty.onnx"),
        (_unknown_operators, 1, "product"),
        (_unwritable_output, 2, "--output=file/below"),
        (_unknown_suffix, 2, "--framework"),
        (_other_framework, 2, "--framework=3"),
        (_unusable_repository, 2, "TUNE_BANK_PATH=bank"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(
    arguments: Callable[[Path], list[str]],
    status: int,
    named: str,
    place: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = arguments(place)
    before = sorted(place.rglob("*"))
    assert main(options) == status
    message = capsys.readouterr().err
    assert message.startswith("error: ")
    assert named in message
    assert sorted(place.rglob("*")) == before


def test_a_model_may_have_a_name_that_is_no_text(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = os.fsdecode(b"bad\xff.onnx")
    (place / "small.onnx").rename(place / name)
    assert main(["--model=" + name, *TUNE[1:]]) == 0
    (results,) = place.glob("aoe_result_opat_*.json")
    assert "\\udcff" in results.read_text()
    assert main(["report"]) == 0
    assert "no text" not in capsys.readouterr().err


def _result(**changes: Any) -> TuneResult:
    result = TuneResult(
        name="m",
        model_path=Path("m.om"),
        result_path=Path("r.json"),
        seconds=1.0,
        outcomes=(outcome("a", "add", 20, 10),),
        summary=RepositorySummary(add=1),
        baseline_ms=4.0,
        result_ms=3.2,
    )
    return dataclasses.replace(result, **changes)


def test_a_gain_is_told_in_the_documented_words() -> None:
    told = finished_sentence(_result(improvement_uncertainty=3.0))
    assert told == "m process finished. Performance improved by 25.00%"


@pytest.mark.parametrize(
    ("uncertainty", "doubt"),
    [(None, "the cores were too noisy"), (30.0, "may be off by 30.00 percentage points")],
)
def test_a_gain_within_its_uncertainty_is_told_as_undecided(
    uncertainty: float | None, doubt: str
) -> None:
    told = finished_sentence(_result(improvement_uncertainty=uncertainty))
    assert "undecided whether performance improved: 25.00% was measured" in told
    assert doubt in told


def test_the_times_of_the_model_are_told_with_their_spreads() -> None:
    result = _result(baseline_spread_ms=0.25, result_spread_ms=0.125)
    told = "one inference: 4.000 ms ± 250.0 us before, 3.200 ms ± 125.0 us after"
    assert times_sentence(result) == told
    small = dataclasses.replace(_result(), baseline_ms=0.0004, result_ms=0.0123)
    assert times_sentence(small) == "one inference: 400 ns before, 12.3 us after"
    assert times_sentence(_result(baseline_ms=None)) is None


def test_a_model_that_is_computed_as_before_has_one_time() -> None:
    summary = RepositorySummary(unsatisfied=1)
    undone = _result(summary=summary, baseline_ms=0.0001, result_ms=0.0001)
    undone = dataclasses.replace(undone, baseline_spread_ms=0.0, result_spread_ms=0.0)
    told = "one inference: 100 ns ± under 1 ns; the model is computed as before"
    assert times_sentence(undone) == told


def test_how_sure_the_gain_is_is_told_beside_the_times() -> None:
    said = times_sentence(_result(improvement_uncertainty=0.849))
    assert said is not None
    assert said.endswith("3.200 ms after; the improvement may be off by 0.85 percentage points")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"result_ms": 4.5}, "not improved"),
        ({"summary": RepositorySummary(unsatisfied=1), "result_ms": 4.0}, "not improved"),
        ({"baseline_ms": None, "result_ms": None}, "in the repository"),
        (
            {"outcomes": (outcome("a", "failed", 20, 20),), "baseline_ms": None},
            "1 of 1 operator could not be measured",
        ),
        ({"outcomes": (), "baseline_ms": None}, "no operator to tune"),
        ({"interrupted": True}, "interrupted"),
        ({"outcomes": (), "untried": 3, "baseline_ms": None}, "no time to search"),
        ({"untried": 3, "baseline_ms": None}, "ended before the model was measured"),
        ({"unchecked": True, "baseline_ms": None}, "it uses 1 faster policy, measured alone."),
    ],
)
def test_no_gain_is_told_honestly(changes: dict[str, Any], said: str) -> None:
    sentence = finished_sentence(_result(**changes))
    assert said in sentence
    assert "improved by" not in sentence


def test_improvement_is_that_of_the_whole_model() -> None:
    assert _result().improvement == pytest.approx(25.0)
    assert _result(baseline_ms=None).improvement is None
