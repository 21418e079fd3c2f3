"""`aoe report` writes a page about a model, a job or a result file, and refuses what is none."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from aoe.application.command_line import main
from aoe.application.report import command
from aoe.application.report.collect.tuning import tuning_contents
from aoe.application.report.command import WatchedJob, job_of, report_of
from aoe.application.tune.job_folder import JOURNAL, JobRecord, jobs_in, running_job, set_finished
from aoe.application.tune.journal import Journal
from aoe.results.gradient_report import GradientTuningReport, ReducedSegment
from aoe.results.report import TuningReport
from aoe.results.result_file import SharedResultFile, SingleResultFile
from aoe.settings import read_settings
from aoe.tuning.deadline import Deadline
from tests.application.bank.banks import TARGET, operator_of, policy_of

pytest.importorskip("bokeh")

TUNE = ["--model=small.onnx", "--input_shape=x:2,8", "--job_type=2", "--output=tuned"]


def record(started: str) -> JobRecord:
    return JobRecord(started, {}, "", "", "", "", False)


def reported(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What the page says that the command has written."""
    assert main(["report", *arguments, "-o", "page.html"]) == 0
    assert "report: page.html" in capsys.readouterr().out
    found = re.search(r'id="aoe-report">(.*?)</script>', Path("page.html").read_text(), re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_an_offline_model_is_reported_with_its_policies_times_and_memory(
    compiled_folder: Path, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = reported(capsys, str(compiled_folder / "small.om"), "--threads=1")
    assert (data["title"], data["tuning"], data["gradients"]) == ("small", None, None)
    model = data["model"]
    (operator,) = model["operators"]
    expected = operator_of("small.onnx")
    assert (operator["key"], operator["label"]) == (expected.key, "MatMul+Relu")
    assert operator["policy"] == policy_of(expected, 0).to_json()
    assert operator["origin"] == "default policy"
    assert [node["kind"] for node in model["nodes"]] == ["input", "operator", "output"]
    assert [node["reads"] for node in model["nodes"]] == [[], [0], [1]]
    assert 0 < operator["lower_bound"] < operator["seconds"]
    assert sum(call["seconds"] for call in model["calls"]) == pytest.approx(operator["seconds"])
    assert data["facts"]["Model"]["name"] == "small"
    assert data["facts"]["Machine"]["device model"] == TARGET.soc_version


@pytest.mark.parametrize(
    "arguments", [["small.onnx"], ["other.om", "--against=small.onnx"]], ids=["subject", "against"]
)
def test_a_page_does_not_replace_a_model_that_it_is_about(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    before = (place / "small.onnx").read_bytes()
    assert main(["report", *arguments, "-o", "small.onnx"]) == 2
    assert "cannot write small.onnx: it would replace a file" in capsys.readouterr().err
    assert (place / "small.onnx").read_bytes() == before


def test_a_source_model_is_reported_as_it_would_be_compiled(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = reported(capsys, "small.onnx", "--input_shape=x:2,8", "--threads=1")
    assert data["model"]["threads"] == 1


def test_a_job_and_the_model_that_it_wrote_are_reported_together(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(TUNE) == 0
    (job,) = jobs_in(place / "aoe_workspace")
    capsys.readouterr()
    data = reported(capsys, "tuned.om")
    settings = read_settings()
    for name in (None, job.folder.name, str(job.folder)):
        assert job_of(name, settings) == job
    assert job_of("tuned.om", settings) is None
    assert report_of(None, 1, None, settings).tuning == tuning_contents(job)
    assert data["title"] == "small"
    assert data["tuning"]["state"] == "finished"
    assert [item["label"] for item in data["tuning"]["items"]] == ["MatMul+Relu"]
    assert data["tuning"]["before"] > 0
    assert len(data["tuning"]["trials"]) > 0
    assert all(trial["at"] >= 0 for trial in data["tuning"]["trials"])
    (operator,) = data["model"]["operators"]
    assert operator["tried"] >= len(operator["alternatives"]) > 0


def test_a_job_whose_model_cannot_be_shown_is_reported_without_it(place: Path) -> None:
    folder = place / "aoe_workspace" / "job"
    with running_job(folder, record("now")):
        Journal(folder / JOURNAL, Deadline()).ended(place / "broken.om", None)
        set_finished(folder)
    (place / "broken.om").write_bytes(b"no model")
    found = report_of("job", 1, None, read_settings())
    assert found.model is None
    assert found.tuning is not None
    assert "broken.om" in found.facts["Job"]["its model is left out"]


def test_gradients_are_reported_from_their_result_file(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    segment = ReducedSegment(3, 4096, 1.0, 1.5, 2.0)
    after = (replace(segment, updated_ms=2.5), replace(segment, end_ms=3.0, updated_ms=3.5))
    found = GradientTuningReport(
        "tuning successful", 2, "1 GB/s", "7", before=(segment,), after=after
    )
    path = Path("aoe_result_gdat_1.json")
    shared = SharedResultFile(path)
    shared.task(datetime(2026, 1, 1)).write(TuningReport("chain", 9, gradients=found))
    data = reported(capsys, str(path))
    assert data["model"] is None
    assert len(data["gradients"]["after"]) == 2
    assert data["gradients"]["before"][0]["end"] == pytest.approx(2e-3)
    assert data["gradients"]["after"][1]["updated"] == pytest.approx(3.5e-3)
    page = next(Path().glob("*.html")).read_text()
    assert "updates of segment 2" in page
    shared.task(datetime(2026, 1, 2)).write(TuningReport("loop", 9, gradients=found))
    assert main(["report", str(path)]) == 2
    assert "is about 2 models (chain, loop); name a file about one" in capsys.readouterr().err


def test_two_reports_are_compared(
    compiled_folder: Path, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = str(compiled_folder / "small.om")
    reported(capsys, model, "--threads=1")
    Path("page.html").rename("before.html")
    reported(capsys, model, "--threads=1", "--against=before.html")
    assert 'id="difference"' in Path("page.html").read_text()


def test_the_page_is_named_after_its_subject(
    compiled_folder: Path, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(compiled_folder / "small.om"), "--threads=1"]) == 0
    assert "report: small_report.html" in capsys.readouterr().out
    assert Path("small_report.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "aoe_workspace has no job; name an offline model"),
        (["absent.om"], 2, "absent.om: there is no such file"),
        (["other.json"], 2, "has no section of gradients"),
        (["small.onnx", "--input_shape=x:2,8", "--port=80"], 2, "--port belongs to --serve"),
        (["small.onnx", "--serve", "-o", "x.html"], 2, "--output does not belong to --serve"),
        (["small.onnx"], 2, "inputs of dynamic shape"),
        (["small.onnx", "--threads=0"], 2, "threads"),
        (["small.onnx", "--input_shape=x:2,8", "--against=gone.html"], 2, "cannot read gone.html"),
        (
            ["small.onnx", "--input_shape=x:2,8", "-o", "small.onnx/page.html"],
            2,
            "cannot write there",
        ),
    ],
)
def test_what_cannot_be_reported_is_refused(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    message: str,
) -> None:
    SingleResultFile(Path("other.json")).write(TuningReport("small"))
    assert main(["report", *arguments]) == status
    assert message in capsys.readouterr().err


def test_without_bokeh_nothing_is_measured(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    monkeypatch.setattr(command, "report_of", None)
    assert main(["report", "small.onnx"]) == 1
    assert "pip install 'open-aoe[report]'" in capsys.readouterr().err


def test_a_running_job_is_the_one_meant_without_a_name(place: Path) -> None:
    settings = read_settings()
    for name in ("first", "second"):
        with running_job(Path("aoe_workspace") / name, record(name)):
            set_finished(Path("aoe_workspace") / name)
    with running_job(Path("aoe_workspace/first"), record("first")):
        found = job_of(None, settings)
        assert found is not None
        assert (found.folder.name, found.running) == ("first", True)
        watched = WatchedJob(found, 1, settings)
        assert "data-follow" in watched.page()
        assert watched.live()["state"] == "running"
    assert watched.live()["state"] == "finished"
    assert "data-follow" not in watched.page()


@pytest.mark.parametrize("output", ["bank", "small.onnx/page.html", "a" * 300])
def test_a_place_where_no_page_can_be_is_refused_before_a_model_is_measured(
    output: str, place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(command, "report_of")
    assert main(["report", "small.onnx", f"--output={output}"]) == 2
    assert f"--output={output}: cannot write there: " in capsys.readouterr().err


def test_a_folder_that_is_no_model_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "bank"]) == 2
    assert "bank: is a folder and not a model; name a file in it" in capsys.readouterr().err
