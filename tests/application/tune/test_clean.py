"""A workspace stays small, and what is the user's stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.application.tune import clean
from aoe.application.tune.clean import bound_workspace
from aoe.application.tune.job_folder import JobRecord, jobs_in, running_job, set_finished
from aoe.errors import AoeError

WORKSPACE = Path("aoe_workspace")


def made(number: int, finished: bool = True, model: bytes | None = b"model") -> Path:
    folder = WORKSPACE.absolute() / f"m_{number:04}"
    record = JobRecord(f"2026-01-01T00:00:00.{number:03}", {}, "", "", "", "", False)
    with running_job(folder, record):
        (folder / "journal.jsonl").write_bytes(bytes(1000))
        if model is not None:
            (folder / "tunespace/result").mkdir(parents=True)
            (folder / "tunespace/result" / f"{folder.name}_tune.om").write_bytes(model)
    if finished:
        set_finished(folder)
    return folder


def names() -> list[str]:
    return [job.folder.name for job in jobs_in(WORKSPACE.absolute())]


def test_cleaning_keeps_offline_models_and_says_what_it_freed(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made(1)
    made(2, finished=False, model=None)
    assert main(["clean"]) == 0
    said = capsys.readouterr().out
    assert "removed 2 jobs" in said
    assert "kB freed" in said
    assert "1 of them were interrupted" in said
    assert "kept 1 offline model of" in said
    left = [path for path in WORKSPACE.rglob("*") if path.is_file()]
    assert left == [WORKSPACE / "m_0001/tunespace/result/m_0001_tune.om"]
    assert folder.exists()


def test_results_go_only_when_asked_for(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(1)
    assert main(["clean"]) == 0
    made(2)
    assert main(["clean", "--results"]) == 0
    assert "removed 2 offline models: 10 bytes freed" in capsys.readouterr().out
    assert not WORKSPACE.exists()


def test_the_latest_jobs_can_be_kept(place: Path) -> None:
    for number in (3, 1, 2):
        made(number)
    assert main(["clean", "--keep=2", "--results"]) == 0
    assert names() == ["m_0002", "m_0003"]
    assert (WORKSPACE / "m_0002/tunespace/result/m_0002_tune.om").exists()
    assert not (WORKSPACE / "m_0001").exists()


def test_a_running_job_and_files_of_others_are_let_be(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made(1, finished=False)
    (folder / "notes.txt").write_text("mine")
    (job,) = jobs_in(WORKSPACE.absolute())
    with running_job(folder, job.record):
        assert main(["clean", "--results"]) == 0
        assert "1 job running" in capsys.readouterr().out
        assert (folder / "tunespace/result/m_0001_tune.om").exists()
    assert main(["clean", "--results"]) == 0
    assert [path for path in WORKSPACE.rglob("*") if path.is_file()] == [
        WORKSPACE / "m_0001/notes.txt"
    ]


def test_without_a_workspace_there_is_nothing_to_do(place: Path) -> None:
    assert main(["clean"]) == 0
    assert not WORKSPACE.exists()


def test_a_negative_number_to_keep_is_refused(place: Path) -> None:
    assert main(["clean", "--keep=-1"]) == 2


def test_old_finished_jobs_are_forgotten_without_a_word_and_their_models_stay(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clean, "FINISHED_JOBS", 2)
    unfinished = made(0, finished=False)
    for number in range(1, 5):
        made(number)
    bound_workspace(WORKSPACE.absolute())
    assert names() == [unfinished.name, "m_0003", "m_0004"]
    assert len(list(WORKSPACE.rglob("*.om"))) == 5
    assert caplog.text == ""


def test_an_interrupted_job_is_not_forgotten_without_saying_so(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clean, "INTERRUPTED_JOBS", 1)
    for number in (1, 2):
        made(number, finished=False)
    bound_workspace(WORKSPACE.absolute())
    assert names() == ["m_0002"]
    assert "m_0001" in caplog.text


def test_a_damaged_record_is_told_of_and_no_job(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = made(1)
    (folder / "job.json").write_text("{}")
    assert names() == []
    assert "m_0001" in caplog.text


def test_what_cannot_be_removed_is_an_error(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(1)

    def refuse(path: Path) -> int:
        raise PermissionError(1, "not permitted")

    monkeypatch.setattr(clean, "_remove", refuse)
    with pytest.raises(AoeError, match="not permitted"):
        clean.remove_jobs(jobs_in(WORKSPACE.absolute()))


def test_a_job_folder_that_cannot_be_made_is_refused(place: Path) -> None:
    WORKSPACE.write_text("")
    with pytest.raises(AoeError, match=r"cannot make the job folder .*aoe_workspace/m_0001: "):
        made(1)
