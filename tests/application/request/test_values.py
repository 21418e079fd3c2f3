"""Single values are read right, and refused in one sentence where they cannot be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aoe
from aoe.application.request.values import (
    budget_seconds,
    checked_job_types,
    checked_threads,
    named_files,
    offline_model_path,
)
from aoe.backends.registry import backend_named
from aoe.errors import UsageError
from aoe.settings import usable_cores


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("300", 300), ("90s", 90), ("5m", 300), ("1h", 3600), ("1.5h", 5400), ("2 M", 120), (7, 7)],
)
def test_budgets_are_seconds_or_have_a_unit(text: str | float, seconds: float) -> None:
    assert budget_seconds(text) == seconds


@pytest.mark.parametrize(
    "text", ["0", "-5", "", "m", "5d", "five", "1e3", "nan", "inf", "5m30s", "9" * 400]
)
def test_a_budget_that_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--budget"):
        budget_seconds(text)


@given(st.text(max_size=8))
def test_any_text_is_a_positive_budget_or_refused(text: str) -> None:
    try:
        seconds = budget_seconds(text)
    except UsageError:
        return
    assert seconds is not None
    assert seconds > 0


@pytest.mark.parametrize("count", [0, -1, usable_cores() + 1])
def test_threads_beyond_the_cores_are_refused(count: int) -> None:
    with pytest.raises(UsageError, match=f"--threads={count}"):
        checked_threads(count)


def test_gradients_are_not_tuned_by_the_command() -> None:
    with pytest.raises(UsageError, match="AOE_MODE=4 and"):
        checked_job_types(4)


@pytest.mark.parametrize(("given", "kinds"), [(1, (1,)), ("2", (2,)), ("1,2", (1, 2))])
def test_subgraphs_come_before_operators(given: int | str, kinds: tuple[int, ...]) -> None:
    assert checked_job_types(given) == kinds


@pytest.mark.parametrize("job_type", [None, 0, 3, 5, "2,1", "two"])
def test_job_types_aoe_does_not_know_are_refused(job_type: int | str | None) -> None:
    with pytest.raises(UsageError, match="--job_type"):
        checked_job_types(job_type)


def test_the_output_gets_its_suffix_once(tmp_path: Path) -> None:
    assert offline_model_path("out/model", tmp_path) == tmp_path / "out/model.om"
    assert offline_model_path("model.v2", tmp_path) == tmp_path / "model.v2.om"
    assert offline_model_path("model.om", tmp_path) == tmp_path / "model.om"


@pytest.mark.parametrize("output", ["folder", "folder/", "new/", "file/model"])
def test_an_output_that_cannot_be_written_is_refused(tmp_path: Path, output: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=f"--output={output}"):
        offline_model_path(output, tmp_path)


def test_input_files_are_named() -> None:
    assert named_files(["a=x.npy", "b:0=y=z.npy"]) == {"a": Path("x.npy"), "b:0": Path("y=z.npy")}


@pytest.mark.parametrize("texts", [["x.npy"], ["=x.npy"], ["a="], ["a=x.npy", "a=y.npy"]])
def test_input_files_without_one_name_each_are_refused(texts: list[str]) -> None:
    with pytest.raises(UsageError, match="--input"):
        named_files(texts)


def test_threads_are_checked_against_the_device_that_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = backend_named("reference").machine
    monkeypatch.setattr(type(machine), "most_threads", lambda self: usable_cores() + 7)
    most = usable_cores() + 7
    assert checked_threads(most, device="reference") == most
    with pytest.raises(UsageError, match=f"from 1 to {most}, the parallel units of reference"):
        checked_threads(most + 1, device="reference")
    with pytest.raises(UsageError, match="the cores of this machine"):
        checked_threads(most)
    model = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["": 21]> g (float[2] x) => (float[2] y) { y = Relu(x) }'
    )
    with aoe.compile(model, device="reference", threads=most) as session:
        assert session.run(None, {"x": np.ones(2, "f")})[0].tolist() == [1, 1]
