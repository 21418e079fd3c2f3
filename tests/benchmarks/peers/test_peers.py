"""Engines in processes of their own, compared on a model of one operator."""

import time
from pathlib import Path

import numpy as np
import onnx
import pytest

from benchmarks.overheads.call import relu_model
from benchmarks.peers.__main__ import main, parser, plan_of
from benchmarks.peers.contest import Entry
from benchmarks.peers.contestant import Contestant, FailedError
from benchmarks.peers.engine import (
    FLOAT32,
    MIXED,
    PRECISIONS,
    Feed,
    Job,
    engine_modules,
    engine_named,
)
from benchmarks.peers.results import read_comparisons
from benchmarks.peers.worker import job_of, job_to_json, turn


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "relu.onnx"
    onnx.save(relu_model(), path)
    return path


def test_engines_are_found_by_listing_and_their_names_differ() -> None:
    engines = [engine_named(module) for module in engine_modules()]
    assert len({engine.name for engine in engines}) == len(engines) >= 6
    assert all(set(engine.precisions) <= set(PRECISIONS) for engine in engines)


def test_engines_are_compared_and_what_is_done_is_not_done_again(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    engines = ["open_aoe", "open_aoe_tuned", "onnxruntime"]
    options = [str(model), "--output", str(folder), "--engines", *engines]
    options += ["--threads", "1", "--seconds", "0", "--processes", "1", "--precisions", "f32"]
    assert main(options) == 0
    (found,) = read_comparisons(folder)
    assert [item.engine for item in found.results] == ["open-aoe", "ONNX Runtime"]
    assert all(item.error == 0.0 for item in found.results)
    assert [item.engine for item in found.absences] == ["open-aoe tuned"]
    before = (folder / "relu_1.json").stat().st_mtime_ns
    assert main(options) == 0
    assert (folder / "relu_1.json").stat().st_mtime_ns == before
    assert "| relu " in capsys.readouterr().out


def test_a_model_that_cannot_be_run_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "unknown.onnx"
    unknown = relu_model()
    unknown.graph.node[0].op_type = "NoSuchOperator"
    onnx.save(unknown, path)
    options = [str(path), "--output", str(tmp_path / "out"), "--engines", "onnxruntime"]
    assert main([*options, "--threads", "1", "--seconds", "0", "--processes", "1"]) == 1
    assert "NoSuchOperator" in capsys.readouterr().out


def test_without_models_and_results_there_is_nothing_to_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as found:
        main(["--output", str(tmp_path)])
    assert found.value.code == 2
    assert "name models to compare" in capsys.readouterr().err


def test_a_contestant_stands_still_unless_it_is_asked(model: Path, tmp_path: Path) -> None:
    feed, results = tmp_path / "feed.npz", tmp_path / "results.npz"
    np.savez(feed, x=np.full(16, -1.0, np.float32))
    with Contestant("onnxruntime", None, tmp_path / "log") as contestant:
        contestant.open(Job(model, 1, tmp_path), feed, results)
        pid = contestant.process_id
        assert _state(pid, "T") == "T"
        assert all(seconds > 0 for seconds in contestant.turn(0.0))
    assert not Path(f"/proc/{pid}").exists()
    with np.load(results) as arrays:
        assert not arrays["0"].any()


def test_a_worker_that_dies_is_told_of(tmp_path: Path) -> None:
    with (
        Contestant("no_such_engine", None, tmp_path / "log") as contestant,
        pytest.raises(FailedError, match="process died"),
    ):
        contestant.turn(0.0)


def test_a_turn_begins_with_a_run_that_is_not_timed() -> None:
    runs: list[Feed] = []

    def run(feed: Feed) -> list[np.ndarray]:
        runs.append(feed)
        return []

    times = turn(run, {}, 0.0)
    assert len(runs) == len(times) + 1


def test_a_job_arrives_as_it_was_sent() -> None:
    job = Job(Path("/m.onnx"), 2, Path("/f"), MIXED, 30.0, repository=Path("/r"))
    assert job_of(job_to_json(job)) == job


def test_an_engine_takes_part_at_the_precisions_it_has() -> None:
    engines = ["--engines", "onnxruntime", "openvino"]
    plan = plan_of(parser().parse_args(engines), Path("/p"))
    expected = [("onnxruntime", FLOAT32), ("openvino", FLOAT32), ("openvino", MIXED)]
    assert list(plan.entries) == [Entry(*pair) for pair in expected]


@pytest.mark.parametrize("setting", ["nobody=3", "onnxruntime=3", "tvm"])
def test_a_budget_for_what_does_not_tune_is_refused(setting: str) -> None:
    with pytest.raises(SystemExit, match="--budget"):
        plan_of(parser().parse_args(["--budget", setting]), Path("/p"))


def _state(pid: int, wanted: str) -> str:
    """The state of a process, waited for a moment: a signal takes one to arrive."""
    state = ""
    for _ in range(100):
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        if state == wanted:
            break
        time.sleep(0.02)
    return state
