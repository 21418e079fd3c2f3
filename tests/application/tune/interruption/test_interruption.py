"""Ctrl-C at any moment of a tuning job: model, result file and repository are sound after it."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.repository.bank_file import read_bank
from aoe.tuning.interruption import postponed_interruption
from tests.application.conftest import expected
from tests.application.tune.winning import let_candidates_win

TUNE = ("--model=small.onnx", "--input_shape=x:2,8", "--threads=1", "--output=tuned")


def interrupted(home: str, name: str, options: Sequence[str] = ("--job_type=2",)) -> int:
    """The exit status of a job in this process that gets SIGINT when a function is called."""
    function = getattr(importlib.import_module(home), name)
    called: list[bool] = []

    def interrupt(*arguments: Any, **more: Any) -> Any:
        if not called:
            called.append(True)
            signal.raise_signal(signal.SIGINT)
        return function(*arguments, **more)

    with pytest.MonkeyPatch.context() as patch:
        let_candidates_win(patch, 1e-6, 2e-6, final=True)
        patch.setattr(f"{home}.{name}", interrupt)
        status = main([*TUNE, *options])
    assert called
    return status


def interrupted_from_outside(place: Path, home: str, name: str) -> tuple[int, str]:
    """Exit status and output of a job in a process of its own that gets SIGINT when a function is
    called.
    """
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])}
    arguments = [home, name, *TUNE, "--job_type=2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.application.tune.interruption.interruptible", *arguments],
        cwd=place,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line == "ready\n":
                process.send_signal(signal.SIGINT)
        return process.wait(timeout=200), "".join(lines)
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("home", "name", "winners"),
    [
        ("aoe.tuning.operator_tuning", "measure_dry_run", 0),
        ("aoe.tuning.task_scheduler", "compile_candidates", 0),
        ("aoe.tuning.task_scheduler", "review", 1),
        ("aoe.application.tune.phases.whole_model", "check_model", 1),
        ("aoe.application.tune.phases.finish", "compile_with", None),
    ],
)
def test_an_interrupted_job_leaves_everything_sound(
    place: Path, home: str, name: str, winners: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert interrupted(home, name) == 0
    assert "small process interrupted" in capsys.readouterr().out
    check_files(place, winners)


@pytest.mark.parametrize(
    ("home", "name"),
    [
        ("aoe.tuning.driver", "_warn_of_untried"),
        ("aoe.application.tune.phases.finish", "write_offline_model"),
    ],
)
def test_so_does_one_that_is_interrupted_from_outside(place: Path, home: str, name: str) -> None:
    status, output = interrupted_from_outside(place, home, name)
    assert (status, "ready" in output) == (0, True), output
    assert "small process interrupted" in output
    check_files(place, None)


def test_one_that_is_interrupted_after_its_model_is_written_ends(place: Path) -> None:
    home = "aoe.application.tune.tune_job"
    status, output = interrupted_from_outside(place, home, "write_results")
    assert (status, "ready" in output) == (0, True), output
    assert "small process interrupted" in output
    (path,) = place.glob("aoe_result_opat_*.json")
    assert "tuning successful" in path.read_text()


def test_a_second_ctrl_c_ends_the_last_phases(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("aoe.application.tune.tune_job.annotate_dumps", interrupt)
    home = "aoe.application.tune.phases.finish"
    assert interrupted(home, "compile_with") == 1
    assert "error: interrupted before a model was written" in capsys.readouterr().err
    assert not (place / "tuned.om").exists()


def check_files(place: Path, winners: int | None) -> None:
    """Model, result file and repository are whole; `winners` are stored, if that is known."""
    check_model(tolerance=1e-5)
    (path,) = place.glob("aoe_result_opat_*.json")
    section = json.loads(path.read_text())[1]["OPAT"]
    assert section["opat_tuning_result"] == "tuning incomplete"
    entries = [read_bank(bank).entries for bank in place.glob("bank/*/unified_bank/*.json")]
    stored = sum(len(found) for found in entries)
    assert stored == section["repo_summary"]["repo_add_num"]
    assert stored == len(section["repo_modified_operators"])
    assert winners in (None, stored)
    assert not list(place.rglob("*.tmp"))


def check_model(tolerance: float) -> None:
    """The model that was written computes what it should."""
    x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
    with aoe.InferenceSession("tuned.om", threads=1) as session:
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=tolerance)


@pytest.mark.parametrize(
    ("precision", "narrow", "tolerance"),
    [("must_keep_origin_dtype", False, 1e-5), ("force_fp16", True, 0.05)],
)
def test_between_subgraphs_and_operators_the_winners_so_far_are_kept(
    place: Path,
    precision: str,
    narrow: bool,
    tolerance: float,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ("--job_type=1,2", f"--precision_mode={precision}")
    assert interrupted("aoe.application.tune.tune_job", "tune_operators_again", options) == 0
    captured = capsys.readouterr()
    output = captured.out + captured.err
    assert "small process interrupted" in output
    assert ("recurrences read bfloat16" in output) == narrow
    check_model(tolerance)
    assert len(list(place.glob("aoe_result_sgat_*.json"))) == 1
    assert not list(place.rglob("*.tmp"))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("read_model", ("--job_type=2",)),
        ("gated_profiles", ("--job_type=2", "--precision_mode=force_fp16")),
    ],
)
def test_ctrl_c_before_the_search_ends_the_job_without_a_model(
    place: Path, name: str, options: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert interrupted("aoe.application.tune.phases.prepare", name, options) == 1
    assert "error: interrupted before a model was written" in capsys.readouterr().err
    assert not (place / "tuned.om").exists()


def test_ctrl_c_waits_for_the_end_of_a_step_and_a_second_one_does_not() -> None:
    with postponed_interruption() as interruption:
        assert not interruption.asked
        signal.raise_signal(signal.SIGINT)
        assert interruption.asked
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_outside_the_main_thread_signals_are_left_alone() -> None:
    handler = signal.getsignal(signal.SIGINT)
    seen: list[bool] = []

    def work() -> None:
        with postponed_interruption() as interruption:
            seen.append(interruption.asked)
            assert signal.getsignal(signal.SIGINT) is handler

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]
