"""An interrupted job goes on where it was, as what it was, and in no other way."""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from pathlib import Path

import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.tune.job_folder import JOURNAL, RECORD, jobs_in, running_job
from aoe.application.tune.journal import read_journal
from aoe.application.tune.phases import finish
from aoe.errors import UsageError
from aoe.tuning.search import policy_search
from tests.application.conftest import furnish, small_model, work_in
from tests.application.tune.interruption.kills import (
    WORKSPACE,
    decided,
    killed_before,
    run_again_and_again,
)
from tests.application.tune.test_command import TUNE, report


def interrupted(*more: str) -> Path:
    """The folder of a job that died after its search."""
    with killed_before(finish, "compile_with"):
        main([*TUNE, *more])
    (job,) = [job for job in jobs_in(WORKSPACE.absolute()) if job.interrupted]
    return job.folder


@pytest.fixture(scope="module")
def died(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working directory with an interrupted job with `--budget=600`, which its searches never
    need.
    """
    folder = tmp_path_factory.mktemp("died")
    furnish(folder)
    with pytest.MonkeyPatch.context() as patch:
        work_in(folder, patch)
        interrupted("--budget=600", "--progress_bar=off")
    return folder


@pytest.fixture
def job(place: Path, died: Path) -> Path:
    """The folder of that job, as if it had died in this working directory."""
    shutil.copytree(died, place, dirs_exist_ok=True)
    (found,) = jobs_in(WORKSPACE.absolute())
    record = found.folder / RECORD
    record.write_text(record.read_text().replace(str(died), str(place)))
    return found.folder


def refused(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    before = sorted(Path().rglob("*"))
    assert main(list(options)) == 2
    assert sorted(Path().rglob("*")) == before
    return capsys.readouterr().err


def test_a_continued_job_searches_nothing_again_and_ends_as_one(
    place: Path, job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = read_journal(job / JOURNAL).finished
    assert len(found) == 1
    for path in place.glob("aoe_result_opat_*.json"):
        path.unlink()
    monkeypatch.setattr(policy_search, "race", lambda *_: pytest.fail("searched again"))
    assert main(["--reload"]) == 0
    (model,) = job.glob("tunespace/result/*_tune.om")
    assert model.name == f"{job.name}_tune.om"
    counted = report(place)[1]["OPAT"]["repo_summary"]
    (outcome,) = found.values()
    assert counted["total_num"] == 1
    assert counted["repo_hit_num"] == 0
    assert (job / RECORD).exists()
    assert [item.record.finished for item in jobs_in(WORKSPACE.absolute())] == [True]
    assert read_journal(job / JOURNAL).finished.keys() == {outcome.key}


def test_a_new_run_searches_again_what_was_not_satisfied(place: Path, job: Path) -> None:
    (outcome,) = read_journal(job / JOURNAL).finished.values()
    assert main([*TUNE, "--budget=600"]) == 0
    (new,) = [item for item in jobs_in(WORKSPACE.absolute()) if item.folder != job]
    (again,) = read_journal(new.folder / JOURNAL).finished.values()
    expected = {"add": "reserved"}.get(outcome.decision)
    assert expected is None or again.decision == expected


def test_time_spent_counts(place: Path, job: Path) -> None:
    with (job / JOURNAL).open("a") as file:
        file.write('{"seconds": 3000.5}\n')
    result = aoe.tune("small.onnx", reload=True)
    assert result.seconds > 3000
    assert result.outcomes


@pytest.mark.parametrize(
    "again",
    [
        ["--model=./small.onnx", "--job_type=2", "--budget=10m", "--threads=1"],
        ["--input_shape=x:2,8", "--progress_bar=off"],
        [f"--log={'error'}"],
    ],
)
def test_options_may_be_repeated_in_other_words_or_left_out(
    place: Path, job: Path, again: list[str]
) -> None:
    assert main(["--reload", *again]) == 0
    assert list(job.glob("tunespace/result/*.om"))


@pytest.mark.parametrize(
    ("option", "then"),
    [
        ("--budget=2m", "with --budget=600"),
        ("--input_shape=x:3,8", "with --input_shape=x:2,8"),
        ("--output=elsewhere", "without it"),
        ("--model=other.onnx", "with --model="),
        ("--framework=5", "without it"),
    ],
)
def test_a_contradiction_is_refused_by_name(
    place: Path, job: Path, option: str, then: str, capsys: pytest.CaptureFixture[str]
) -> None:
    onnx.save(small_model(), place / "other.onnx")
    message = refused(capsys, "--reload", option)
    assert message.startswith(f"error: {option} contradicts the interrupted job ")
    assert then in message


def test_jobs_go_by_their_folder_and_the_latest_is_the_default(
    place: Path, job: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with killed_before(finish, "compile_with"):
        main([*TUNE, "--output=second"])
    first, second = jobs_in(WORKSPACE.absolute())
    assert main(["--reload"]) == 0
    assert (place / "second.om").exists()
    for name in ("missing", second.name):
        assert first.name in refused(capsys, f"--reload={name}")
    assert main(["--reload", first.name]) == 0
    assert list(job.glob("tunespace/result/*.om"))
    assert "come to its end" in refused(capsys, f"--reload={job.name}")


def test_without_an_interrupted_job_it_says_where_it_looked(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert str(place / WORKSPACE) in refused(capsys, "--reload")


def test_a_running_job_is_let_be(
    place: Path, job: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = jobs_in(WORKSPACE.absolute())
    with running_job(job, found.record):
        assert "no interrupted job" in refused(capsys, "--reload")
        assert "still running" in refused(capsys, f"--reload={job.name}")


def test_a_model_that_has_changed_is_refused(
    place: Path, job: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = small_model()
    model.graph.node[1].op_type = "Sigmoid"
    onnx.save(model, place / "small.onnx")
    assert "the model" in refused(capsys, "--reload")


def test_another_repository_is_refused(
    place: Path,
    job: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (place / "other").mkdir()
    monkeypatch.setenv("TUNE_BANK_PATH", "other")
    assert "TUNE_BANK_PATH" in refused(capsys, "--reload")


def test_a_winner_of_a_search_that_did_not_end_is_searched_again(place: Path, job: Path) -> None:
    def without_outcomes(line: str) -> bool:
        return "outcome" not in json.loads(line)

    journal = job / JOURNAL
    kept = [line for line in journal.read_text().splitlines() if without_outcomes(line)]
    journal.write_text("".join(f"{line}\n" for line in kept))
    for path in place.glob("bank/*/unified_bank/*.json"):  # nor is a search that did not end there
        known = {**json.loads(path.read_text()), "searched": {}}
        path.write_text(json.dumps(known))
    assert main(["--reload"]) == 0
    (outcome,) = read_journal(journal).finished.values()
    assert outcome.decision in ("add", "unsatisfied")
    assert outcome.candidates > 0


def test_a_model_that_is_no_file_is_continued_from_python_only(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = small_model().SerializeToString()
    with killed_before(finish, "compile_with"):
        aoe.tune(model, input_shape={"x": (2, 8)}, threads=1, output="tuned")
    assert "aoe.tune(model" in refused(capsys, "--reload")
    with pytest.raises(UsageError, match=r"^threads=2 contradicts"):
        aoe.tune(model, threads=2, reload=True)
    assert aoe.tune(model, reload=True).model_path == place / "tuned.om"


def test_a_job_killed_again_and_again_repeats_no_finished_search(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TUNING_PARALLEL_NUM", "1")  # so that searches end one after the other
    onnx.save(_chain(3), place / "chain.onnx")
    start = ["--model=chain.onnx", "--job_type=2", "--threads=1", "--output=out"]
    run_again_and_again(start, ("outcome", "outcome"))
    with aoe.InferenceSession(place / "out.om", threads=1) as session:
        assert session.model.manifest.tuning["total_num"] == len(decided("outcome")) == 3


def _chain(length: int) -> onnx.ModelProto:
    """Matrix products of different sizes, one after the other."""
    sizes = [16 + 8 * number for number in range(length + 1)]
    nodes = [
        onnx.helper.make_node("MatMul", [f"v{number}", f"w{number}"], [f"v{number + 1}"])
        for number in range(length)
    ]
    weights = [
        onnx.helper.make_tensor(
            f"w{number}", onnx.TensorProto.FLOAT, (before, after), [0.01] * (before * after)
        )
        for number, (before, after) in enumerate(pairwise(sizes))
    ]
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        nodes,
        "chain",
        [value("v0", onnx.TensorProto.FLOAT, (4, sizes[0]))],
        [value(f"v{length}", onnx.TensorProto.FLOAT, (4, sizes[-1]))],
        weights,
    )
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 21)])
