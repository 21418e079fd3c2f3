"""What options ask for is read right, and refused in one sentence where it cannot be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.request.tune_request import tune_request
from aoe.errors import UsageError
from aoe.settings import read_settings


@pytest.fixture
def options(tmp_path: Path) -> dict[str, str | None]:
    (tmp_path / "m.onnx").write_bytes(b"")
    return {"model": str(tmp_path / "m.onnx"), "job_type": "2"}


def test_the_least_options_make_a_request(options: dict[str, str | None], tmp_path: Path) -> None:
    request = tune_request(options, read_settings({}, tmp_path))
    assert request.model.origin.path == tmp_path / "m.onnx"
    assert request.output.offline_model is None
    assert request.search.budget_seconds is None


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"job_type": None}, "--job_type"),
        ({"job_type": "two"}, "--job_type=two"),
        ({"model": None}, "--model"),
        ({"model": "missing.onnx"}, "missing.onnx"),
        ({"model_path": "models"}, "--model_path"),
        ({"weight": "w.caffemodel"}, "--weight"),
        ({"framework": "onnx"}, "--framework=onnx"),
        ({"port": "8000"}, "--ip"),
        ({"job_type": "1", "fdeeper_opat": "\0"}, "--Fdeeper_opat"),
        ({"tune_optimization_level": "O3"}, "--tune_optimization_level=O3"),
        ({"seed": "-1"}, "--seed=-1"),
        ({"seed": "any"}, "--seed=any"),
        ({"trial_log": "."}, "--trial_log=."),
        ({"fnonhomo_split": "\0"}, "--Fnonhomo_split"),
        ({"disable_reuse_memory": "yes"}, "--disable_reuse_memory=yes"),
        ({"host_env_os": "windows"}, "--host_env_os=windows"),
        ({"host_env_cpu": "abacus"}, "--host_env_cpu=abacus"),
        ({"device": "1"}, "--device=1"),
        ({"device": "x"}, "--device=x: no backend x is installed"),
        ({"device": "CPU"}, "did you mean cpu?; 0 is this machine's CPU"),
        ({"progress_bar": "maybe"}, "--progress_bar=maybe"),
        ({"log": "loud"}, "--log=loud"),
        ({"input_format": "NHWC"}, "--input_format=NHWC"),
        ({"input_shape": "image"}, "image"),
        ({"input_shape": "image:-1,3"}, "--input_shape_range"),
        ({"input_value": "sr"}, "--input_value"),
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


@pytest.mark.parametrize(
    ("option", "value"), [("host_env_os", "linux"), ("host_env_cpu", "znver4")]
)
def test_a_server_and_a_named_machine_are_refused_by_the_option_that_is_given(
    options: dict[str, str | None], tmp_path: Path, option: str, value: str
) -> None:
    settings = read_settings({"AOE_DEVICE_TOKEN": 16 * "a"}, tmp_path)
    with pytest.raises(UsageError, match=f"--ip and --{option} exclude each other"):
        tune_request({**options, "ip": "localhost", option: value}, settings)


def test_the_graph_repository_to_read_is_relative_to_the_working_directory(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    request = tune_request({**options, "mdl_bank_path": "graphs"}, read_settings({}, tmp_path))
    assert request.graph_repository.path == tmp_path / "graphs"


def test_the_device_option_wins_over_the_variable(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    settings = read_settings({"ASCEND_DEVICE_ID": "1"}, tmp_path)
    with pytest.raises(UsageError, match="ASCEND_DEVICE_ID=1"):
        tune_request(options, settings)
    assert tune_request({**options, "device": "0"}, settings).model


def test_an_input_that_a_model_lacks_takes_its_layout_along(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    more = {"input_fp16_nodes": "a;b;c", "is_input_adjust_hw_layout": "true,false,true"}
    request = tune_request({**options, **more}, read_settings({}, tmp_path))
    left = request.model.without_inputs("input_fp16_nodes", {"a"}).boundary
    assert left.input_fp16_nodes == ("b", "c")
    assert left.input_hw_layouts == (False, True)
