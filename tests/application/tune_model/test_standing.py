"""What is said of a model that tuning did not make faster."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aoe.application.run.contest import FEWEST_ROUNDS, Contest, Round
from aoe.application.run.engines import EngineError
from aoe.application.tune.tune_result import TuneResult
from aoe.application.tune_model import standing
from aoe.application.tune_model.command import is_faster
from aoe.application.tune_model.standing import onnxruntime_sentence, roofline_sentence, told
from aoe.settings import read_settings
from tests.application.run.in_process import always_quiet, measure_in_process


def _contest(quiet: bool) -> Contest:
    seconds = {"open-aoe": [2e-3], "onnxruntime": [3e-3]}
    rounds = [Round(quiet, seconds) for _ in range(FEWEST_ROUNDS)]
    return Contest({"open-aoe": "0.1.0", "onnxruntime": "1.31"}, {}, rounds)


def test_a_ratio_is_told_of_a_quiet_machine() -> None:
    assert told(_contest(quiet=True)) == (
        "ONNX Runtime 1.31: 3.000 ms, open-aoe 2.000 ms, which is 1.50 x its speed"
    )


def test_no_ratio_is_told_of_a_busy_machine() -> None:
    sentence = told(_contest(quiet=False))
    assert "the machine was busy" in sentence
    assert " x " not in sentence


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("ONNX Runtime cannot open a.onnx: no", "ONNX Runtime: cannot open a.onnx: no"),
        ("onnxruntime stopped while it ran: no", "ONNX Runtime: stopped while it ran: no"),
        ("the source model takes x", "ONNX Runtime: the source model takes x"),
    ],
)
def test_what_prevents_a_comparison_names_the_engine_once(
    reason: str, sentence: str, compiled_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise EngineError(reason)

    monkeypatch.setattr(standing, "held", refused)
    monkeypatch.setattr(standing, "quiet_machine", always_quiet)
    found = onnxruntime_sentence(
        compiled_folder / "small.om", compiled_folder / "small.onnx", read_settings()
    )
    assert found == sentence


def test_the_roofline_is_a_share_of_the_measured_time(
    compiled_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "model_lower_bound", lambda *_: 1e-3)
    sentence = roofline_sentence(compiled_folder / "small.om", 4.0, read_settings())
    assert sentence is not None
    assert sentence.startswith("roofline: 4.000 ms is 25% of the speed")
    assert sentence.endswith("(1.000 ms)")


def test_onnx_runtime_is_measured_beside_the_model(
    compiled_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("onnxruntime")
    measure_in_process(monkeypatch)
    shutil.copy(compiled_folder / "small.om", tmp_path)
    monkeypatch.setattr(standing, "MEASURING", 0.0)
    sentence = onnxruntime_sentence(
        tmp_path / "small.om", compiled_folder / "small.onnx", read_settings()
    )
    assert sentence.endswith("x its speed")


@contextmanager
def _busy(target: object) -> Iterator[Callable[[], bool]]:
    yield lambda: False


@pytest.mark.parametrize(
    ("quiet", "left", "said"),
    [
        (always_quiet, 1.0, "the budget left no time to compare it"),
        (_busy, None, "the machine is busy, so it is not compared"),
    ],
)
def test_nothing_is_measured_without_time_or_on_a_busy_machine(
    quiet: object,
    left: float | None,
    said: str,
    compiled_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(standing, "quiet_machine", quiet)
    monkeypatch.setattr(standing, "held", lambda *_, **__: pytest.fail("measured"))
    model, source = (compiled_folder / name for name in ("small.om", "small.onnx"))
    assert onnxruntime_sentence(model, source, read_settings(), left) == f"ONNX Runtime: {said}"


@pytest.mark.parametrize(
    ("after", "off_by", "faster"),
    [(3.0, 10.0, True), (3.0, 50.0, False), (3.0, None, False), (4.0, 1.0, False)],
)
def test_a_gain_within_its_uncertainty_is_none(
    after: float, off_by: float | None, faster: bool
) -> None:
    times = {"baseline_ms": 4.0, "result_ms": after, "improvement_uncertainty": off_by}
    result = TuneResult("m", Path("m.om"), Path("r.json"), 1.0, **times)  # type: ignore[arg-type]
    assert is_faster(result) == faster
