"""`aoe run` and `aoe bench` on a small offline model."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import IO

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.opening import opened_session
from aoe.application.run import bench_command, contest
from aoe.application.run.bench_command import Report, Statistics, relative_error
from aoe.isolation.worker_process import WorkerProcess
from aoe.settings import read_settings
from tests.application.conftest import expected, small_model
from tests.application.run.in_process import measure_in_process
from tests.graph.models import model


@pytest.fixture
def offline(compiled_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A copy of the offline model in a working directory of its own, where turns of a benchmark
    have no pauses between them, and engines no processes.
    """
    shutil.copy(compiled_folder / "small.om", tmp_path)
    monkeypatch.chdir(tmp_path)
    measure_in_process(monkeypatch)
    return "small.om"


def test_a_full_disk_leaves_no_half_of_an_output(
    offline: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(file: IO[bytes], array: np.ndarray) -> None:
        file.write(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    assert main(["run", offline, "--random", "--output", "outputs"]) == 1
    assert "cannot write the outputs to outputs: No space left" in capsys.readouterr().err
    assert list((tmp_path / "outputs").iterdir()) == []


def test_a_run_writes_every_output(
    offline: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    x = np.random.default_rng(1).standard_normal((2, 8)).astype(np.float32)
    np.save("x.npy", x)
    assert main(["run", offline, "--input", "x=x.npy", "--output", "new/outputs"]) == 0
    written = np.load(tmp_path / "new/outputs/y.npy")
    np.testing.assert_allclose(written, expected(x), atol=1e-5)
    assert capsys.readouterr().out.startswith("y: float32 [2, 4] min ")


def test_made_up_inputs_are_seeded(offline: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for seed in ("1", "1", "2"):
        assert main(["run", offline, "--random", "--seed", seed]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != said[2]


def test_a_missing_input_is_an_error_that_says_how(
    offline: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", offline]) == 2
    message = capsys.readouterr().err
    assert "x (float32 [2, 8])" in message
    assert "--input x=FILE.npy" in message
    assert "--random" in message


def _save(array: np.ndarray) -> Callable[[], None]:
    return lambda: np.save("x.npy", array)


@pytest.mark.parametrize(
    ("prepare", "argument", "said"),
    [
        (lambda: None, "x=missing.npy", "no such file"),
        (lambda: Path("x.npy").write_text("1 2 3"), "x=x.npy", "write one with numpy.save"),
        (lambda: np.savez("x.npz", a=1), "x=x.npz", "archive"),
        (_save(np.zeros((2, 8), np.float64)), "x=x.npy", "float64"),
        (_save(np.zeros((3, 8), np.float32)), "x=x.npy", "[3, 8]"),
        (_save(np.array([{}])), "x=x.npy", "not a .npy file"),
        (_save(np.zeros((2, 8), np.float32)), "z=x.npy", "no such input"),
    ],
)
def test_an_input_that_does_not_fit_is_refused(
    offline: str,
    prepare: Callable[[], object],
    argument: str,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    prepare()
    assert main(["run", offline, "--input", argument]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "bench"])
@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 cut off", b"\x00" * 500])
def test_what_is_no_offline_model_is_refused(
    command: str,
    content: bytes | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("bad.om").write_bytes(content)
    assert main([command, "bad.om"]) == (2 if content is None else 1)
    message = capsys.readouterr().err
    assert "bad.om" in message
    assert message.count("\n") == 1


def test_a_benchmark_prints_figures_as_json(
    offline: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", offline, "--threads", "1", "--seconds", "0.1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    ours = data["engines"]["open-aoe"]
    assert data["threads"] == 1
    assert 0 < ours["minimum_ms"] <= ours["median_ms"] <= ours["p95_ms"]
    assert data["speedup"] is None


def test_a_comparison_measures_both_and_checks_they_agree(
    offline: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("onnxruntime")
    arguments = ["bench", offline, "--threads", "1", "--seconds", "0.1"]
    assert main([*arguments, "--compare", "onnxruntime", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data["engines"]) == {"open-aoe", "onnxruntime"}
    assert data["speedup"] > 0
    assert data["error"] < 1e-5
    assert main([*arguments, "--compare", "onnxruntime"]) == 0
    assert "x the speed of onnxruntime" in capsys.readouterr().out


@contextmanager
def _never_quiet(target: object) -> Iterator[Callable[[], bool]]:
    yield lambda: False


def test_a_busy_machine_is_told_of_in_place_of_a_ratio(
    offline: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("onnxruntime")
    monkeypatch.setattr(bench_command, "quiet_machine", _never_quiet)
    arguments = ["bench", offline, "--threads", "1", "--seconds", "0.01"]
    assert main([*arguments, "--compare", "onnxruntime"]) == 0
    text = capsys.readouterr().out
    assert "onnxruntime: outputs agree to" in text
    assert "the machine was busy in" in text
    assert "x the speed" not in text


@pytest.mark.parametrize(("others", "told"), [(0.0, False), (3.0, True)])
def test_times_of_a_busy_machine_are_told_as_such(
    offline: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    others: float,
    told: bool,
) -> None:
    monkeypatch.setattr(bench_command, "running_programs", lambda: others)
    assert main(["bench", offline, "--threads", "1", "--seconds", "0.01"]) == 0
    text = capsys.readouterr().out
    assert "open-aoe" in text
    assert ("the machine was busy: 3.0 other programs ran" in text) is told


def test_engines_run_in_processes_of_their_own(
    offline: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("onnxruntime")
    monkeypatch.setattr(contest, "WorkerProcess", WorkerProcess)
    monkeypatch.setattr(contest, "PROCESSES", 1)
    arguments = ["bench", offline, "--threads", "1", "--seconds", "0.01", "--json"]
    assert main([*arguments, "--compare", "onnxruntime"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["versions"].keys() == {"open-aoe", "onnxruntime"}
    assert data["error"] < 1e-5


@pytest.mark.parametrize(
    ("compare", "said"),
    [
        ("onnxruntime,tensorrt", "'tensorrt' is none of onnxruntime, openvino, torch"),
        ("", "--compare: its value is empty; give one, or leave --compare out"),
    ],
)
def test_an_engine_that_is_not_known_is_refused(
    compare: str, said: str, offline: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", offline, "--compare", compare]) == 2
    assert said in capsys.readouterr().err


def test_an_engine_that_is_not_installed_is_refused(
    offline: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_command, "find_spec", lambda name: None)
    assert main(["bench", offline, "--compare", "torch"]) == 1
    assert "--compare torch needs it: pip install torch onnx2torch" in capsys.readouterr().err


def test_a_ratio_is_told_by_the_median_and_by_the_fastest_runs() -> None:
    engines = {"open-aoe": Statistics(9, 1.0, 2.0, 3.0), "torch": Statistics(9, 4.0, 5.0, 6.0)}
    report = Report("m.om", 2, engines, 2.5, 1e-6, errors={"torch": 1e-6})
    assert bench_command._table(report).splitlines()[-1] == (
        "2.50 x the speed of torch (4.00 x by the fastest runs); outputs agree to 1.0e-06 of their "
        "largest value"
    )


@pytest.mark.parametrize(
    ("milliseconds", "told"),
    [(0.0004, "us per inference"), (0.012, "ms per inference")],
)
def test_the_times_of_a_small_model_are_told(milliseconds: float, told: str) -> None:
    engines = {"open-aoe": Statistics(9, milliseconds, milliseconds, milliseconds)}
    heading, _, row = bench_command._table(Report("m.om", 1, engines, None, None)).splitlines()
    assert heading == f"m.om, 1 thread, {told}"
    assert row.split()[1:] == [*(["0.400" if milliseconds < 0.01 else "0.012"] * 3), "9"]


@pytest.fixture
def movable(compiled_folder: Path, tmp_path: Path) -> Iterator[Path]:
    """An offline model's source, put back after the test."""
    source = compiled_folder / "small.onnx"
    shutil.copy(source, tmp_path / "kept.onnx")
    yield source
    shutil.copy(tmp_path / "kept.onnx", source)


def test_a_source_that_moved_cannot_be_compared(
    offline: str, movable: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    movable.unlink()
    assert main(["bench", offline, "--compare", "onnxruntime"]) == 1
    assert "no longer exists" in capsys.readouterr().err


def test_a_source_that_changed_cannot_be_compared(
    offline: str, movable: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    onnx.save(small_model(scale=2.0), movable)
    assert main(["bench", offline, "--compare", "onnxruntime"]) == 1
    assert "has changed since" in capsys.readouterr().err


def test_statistics_summarise_seconds_in_milliseconds() -> None:
    statistics = Statistics.of([number / 1000 for number in range(1, 102)])
    assert (statistics.runs, statistics.minimum_ms) == (101, 1.0)
    assert statistics.median_ms == pytest.approx(51.0)
    assert statistics.p95_ms == pytest.approx(96.0)


def test_the_error_is_relative_to_the_largest_value() -> None:
    reference = [np.array([1.0, -4.0]), np.array([], np.float32)]
    assert relative_error([np.array([1.0, -3.0]), reference[1]], reference) == 0.25


@pytest.mark.parametrize(
    ("ours", "error"),
    [([np.nan, 2.0], inf), ([1.0, np.inf], inf), ([[1.0, 2.0]], inf), ([1.0, 2.0], 0.0)],
)
def test_outputs_that_are_no_numbers_or_of_another_shape_are_infinitely_wrong(
    ours: list[object], error: float
) -> None:
    assert relative_error([np.array(ours)], [np.array([1.0, 2.0])]) == error


def test_what_is_not_a_number_in_both_outputs_agrees() -> None:
    assert relative_error([np.array([np.nan, 3.0])], [np.array([np.nan, 4.0])]) == 0.25


def test_texts_agree_or_not() -> None:
    reference = [np.array(["a", "long one"], object)]
    assert relative_error([np.array(["a", "long one"])], reference) == 0
    assert relative_error([np.array(["a", "another"])], reference) == inf
    assert relative_error([np.zeros(2, np.float32)], reference) == inf


def test_a_model_of_texts_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("onnxruntime")
    measure_in_process(monkeypatch)
    texts = onnx.helper.make_tensor_value_info("x", onnx.TensorProto.STRING, [3])
    same = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.STRING, [3])
    node = onnx.helper.make_node("Identity", ["x"], ["y"])
    graph = onnx.helper.make_graph([node], "texts", [texts], [same])
    opset = [onnx.helper.make_opsetid("", 17)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=opset, ir_version=8), tmp_path / "t.onnx")
    monkeypatch.chdir(tmp_path)
    command = ["bench", "t.onnx", "--compare", "onnxruntime", "--seconds", "0.1"]
    assert main(command) == 0, capsys.readouterr().err
    assert "agree to 0.0e+00" in capsys.readouterr().out


def test_a_default_input_that_is_given_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("onnxruntime")
    measure_in_process(monkeypatch)
    monkeypatch.chdir(tmp_path)
    text = "(float[2] x, float[2] w) => (float[2] y) <float[2] w = {2, 3}> { y = Mul (x, w) }"
    onnx.save(model(text), "scaled.onnx")
    np.save("w.npy", np.full(2, 5, np.float32))
    command = ["bench", "scaled.onnx", "--compare", "onnxruntime", "--seconds", "0.1"]
    assert main([*command, "--threads=1", "--input", "w=w.npy"]) == 0, capsys.readouterr().err
    assert "agree to 0.0e+00" in capsys.readouterr().out


def test_a_benchmark_says_how_many_threads_the_session_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with aoe.compile(small_model(), device="reference", input_shape="x:2,8") as session:
        session.save("reference.om")
    assert main(["bench", "reference.om", "--threads", "2", "--seconds", "0.1"]) == 0
    assert "reference.om, 1 thread, ms" in capsys.readouterr().out


def test_a_source_model_is_compiled_and_run(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    x = np.random.default_rng(1).standard_normal((2, 8)).astype(np.float32)
    np.save("x.npy", x)
    before = sorted(place.rglob("*"))
    arguments = ["small.onnx", "--input_shape=x:2,8", "--threads=1"]
    assert main(["run", *arguments, "--input", "x=x.npy", "--output", "outputs"]) == 0
    np.testing.assert_allclose(np.load("outputs/y.npy"), expected(x), atol=1e-5)
    shutil.rmtree("outputs")
    assert main(["bench", *arguments, "--seconds=0.1"]) == 0
    assert "open-aoe" in capsys.readouterr().out
    assert sorted(place.rglob("*")) == before


def test_a_source_model_is_computed_as_compile_does(place: Path) -> None:
    shapes = "x:2,8"
    with (
        aoe.compile("small.onnx", threads=1, input_shape=shapes) as compiled,
        opened_session(Path("small.onnx"), 1, shapes, read_settings()) as opened,
    ):
        assert opened.model.policies == compiled.model.policies
        assert opened.model.objects == compiled.model.objects


@pytest.mark.parametrize("command", ["run", "bench"])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["absent.onnx"], "there is no such file"),
        (["small.onnx"], "--input_shape"),
    ],
)
def test_a_model_that_cannot_be_opened_is_refused(
    command: str, arguments: list[str], said: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *arguments]) != 0
    message = capsys.readouterr().err
    assert said in message
    assert "aoe.compile" not in message


@pytest.mark.parametrize("command", ["run", "bench"])
def test_shapes_for_an_offline_model_with_fixed_ones_are_refused(
    command: str, offline: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, offline, "--input_shape=x:2,8"]) == 2
    assert "the offline model has fixed shapes" in capsys.readouterr().err


def test_a_benchmark_of_no_time_is_refused(
    offline: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for seconds in ("0", "-1", "3600", "nan"):
        assert main(["bench", offline, f"--seconds={seconds}"]) == 2
        message = capsys.readouterr().err
        assert f"--seconds={seconds}: must be more than 0 and less than 3600" in message
