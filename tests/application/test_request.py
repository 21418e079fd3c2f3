"""What options ask for is read right, and refused in one sentence where it cannot be done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.request import (
    budget_seconds,
    check_job_type,
    checked_threads,
    named_files,
    offline_model_path,
    shapes_by_input,
    static_shapes,
    tune_request,
)
from aoe.errors import UsageError
from aoe.settings import read_settings, usable_cores


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("300", 300), ("90s", 90), ("5m", 300), ("1h", 3600), ("1.5h", 5400), ("2 M", 120), (7, 7)],
)
def test_budgets_are_seconds_or_have_a_unit(text: str | float, seconds: float) -> None:
    assert budget_seconds(text) == seconds


@pytest.mark.parametrize("text", ["0", "-5", "", "m", "5d", "five", "1e3", "nan", "inf", "5m30s"])
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


@pytest.mark.parametrize("job_type", [1, 4])
def test_other_kinds_of_tuning_are_not_available_yet(job_type: int) -> None:
    with pytest.raises(UsageError, match="not available yet"):
        check_job_type(job_type)


@pytest.mark.parametrize("job_type", [None, 0, 3, 5])
def test_job_types_aoe_does_not_know_are_refused(job_type: int | None) -> None:
    with pytest.raises(UsageError, match="--job_type"):
        check_job_type(job_type)


def test_shapes_are_read_by_input() -> None:
    assert static_shapes("image:1,3,224,224;scale:;ids:0:8") == {
        "image": (1, 3, 224, 224),
        "scale": (),
        "ids:0": (8,),
    }


@pytest.mark.parametrize("text", ["image:-1,3,224,224", "image:1,-1", "image:1~8,3", "a:2;b:4,-1"])
def test_open_dimensions_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="not supported"):
        static_shapes(text)


def test_shapes_may_be_a_mapping_or_text() -> None:
    wanted = {"a": (1, 3), "b": ()}
    sizes: Any = {"a": [1, np.int64(3)], "b": ()}
    assert shapes_by_input(sizes) == wanted
    assert shapes_by_input("a:1,3;b:") == wanted
    assert shapes_by_input(None) == {}


@pytest.mark.parametrize("shapes", [{"a": (2.5, 3)}, {"a": 3}, {"a": ("x",)}, 3, [("a", (1,))]])
def test_shapes_that_are_no_whole_numbers_by_name_are_refused(shapes: Any) -> None:
    with pytest.raises(UsageError, match=r"input_shape=.*whole numbers"):
        shapes_by_input(shapes)


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


@pytest.fixture
def options(tmp_path: Path) -> dict[str, str | None]:
    (tmp_path / "m.onnx").write_bytes(b"")
    return {"model": str(tmp_path / "m.onnx"), "job_type": "2"}


def test_the_least_options_make_a_request(options: dict[str, str | None], tmp_path: Path) -> None:
    request = tune_request(options, read_settings({}, tmp_path))
    assert request.model == tmp_path / "m.onnx"
    assert request.output is None
    assert request.budget_seconds is None


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"job_type": None}, "--job_type"),
        ({"job_type": "two"}, "--job_type=two"),
        ({"model": None}, "--model"),
        ({"model": "missing.onnx"}, "missing.onnx"),
        ({"model": "."}, "directory"),
        ({"model_path": "models"}, "--model_path"),
        ({"weight": "w.caffemodel"}, "--weight"),
        ({"framework": "5", "weight": "w.caffemodel"}, "--framework=0"),
        ({"framework": "onnx"}, "--framework=onnx"),
        ({"port": "8000"}, "--ip"),
        ({"job_type": "1", "fdeeper_opat": "\0"}, "--Fdeeper_opat"),
        ({"fnonhomo_split": "\0"}, "--Fnonhomo_split"),
        ({"device": "1"}, "--device=1"),
        ({"device": "x"}, "--device=x"),
        ({"progress_bar": "maybe"}, "--progress_bar=maybe"),
        ({"log": "loud"}, "--log=loud"),
        ({"input_format": "NHWC"}, "--input_format=NHWC"),
        ({"input_shape": "image"}, "image"),
        ({"threads": "0"}, "--threads=0"),
        ({"threads": "all"}, "--threads=all"),
        ({"budget": "soon"}, "--budget=soon"),
        ({"output": ""}, "--output: its value is empty"),
        ({"dump_graph": " "}, "--dump_graph: its value is empty"),
        ({"dump_graph": "m.onnx"}, "--dump_graph=m.onnx"),
    ],
)
def test_a_contradiction_or_bad_value_is_named(
    options: dict[str, str | None], tmp_path: Path, more: dict[str, str | None], named: str
) -> None:
    with pytest.raises(UsageError) as caught:
        tune_request({**options, **more}, read_settings({}, tmp_path))
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_device_option_wins_over_the_variable(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    settings = read_settings({"ASCEND_DEVICE_ID": "1"}, tmp_path)
    with pytest.raises(UsageError, match="ASCEND_DEVICE_ID=1"):
        tune_request(options, settings)
    assert tune_request({**options, "device": "0"}, settings).model
