"""Every model of a folder is read with the options that concern it."""

from __future__ import annotations

import platform
from datetime import datetime
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import TensorProto, helper

import aoe
from aoe.application.request.tune_request import TuneRequest, tune_request
from aoe.application.tune.folder import folder_models
from aoe.application.tune.folder.folder_models import (
    FolderModel,
    joint_model,
    own_files,
    read_models,
)
from aoe.application.tune.phases.context import JobModel
from aoe.application.tune.phases.prepare import open_repositories, prepare_model
from aoe.application.tune.workspace import job_files
from aoe.frontends.model_folder import read_model_folder
from aoe.settings import read_settings
from aoe.tuning.observer import SilentObserver
from tests.application.conftest import small_model
from tests.frontends.tflite.files import tflite
from tests.frontends.tflite.test_reader import network
from tests.not_empty import not_empty


def gathering(rows: int) -> onnx.ModelProto:
    """Rows of a table of so many rows, by number."""
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "number"], ["y"])],
        "gathering",
        [
            helper.make_tensor_value_info("table", TensorProto.FLOAT, [rows, 4]),
            helper.make_tensor_value_info("number", TensorProto.INT64, [8]),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [8, 4])],
    )
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])


@pytest.fixture
def models(place: Path) -> Path:
    """`small`, whose input `x` has an open batch, and `table`, without such an input."""
    folder = place / "models"
    folder.mkdir()
    onnx.save(small_model(), folder / "small.onnx")
    onnx.save(gathering(100), folder / "table.onnx")
    return folder


def read(*options: str) -> dict[str, FolderModel]:
    given = dict(option.split("=", 1) for option in options)
    settings = read_settings()
    request = tune_request(
        {"model_path": "models", "job_type": "2", "threads": "1", **given}, settings
    )
    repositories = open_repositories(request, settings)
    folder = read_model_folder(Path("models").absolute())
    found = read_models(folder, request, settings, repositories, SilentObserver())
    return {item.name: item for item in found}


def shapes(item: FolderModel) -> list[tuple[int, ...]]:
    """The shapes of the first input in each profile."""
    profiles = item.prepared.profiles
    return [profile.default.tensors[profile.default.inputs[0]].shape for profile in profiles]


@pytest.mark.usefixtures("models")
def test_a_shape_is_for_the_models_with_that_input() -> None:
    found = read("input_shape=x:2,8")
    assert (shapes(found["small"]), shapes(found["table"])) == ([(2, 8)], [(100, 4)])


@pytest.mark.usefixtures("models")
def test_profiles_are_for_the_models_with_that_input() -> None:
    found = read("input_shape=x:-1,8", "dynamic_batch_size=1,4")
    assert (shapes(found["small"]), shapes(found["table"])) == ([(1, 8), (4, 8)], [(100, 4)])
    assert found["table"].request.model.dynamic is None


@pytest.mark.usefixtures("models")
def test_ranges_are_for_the_models_with_that_input() -> None:
    found = read("input_shape_range=x:[1~4,8]")
    assert shapes(found["small"]) == [(1, 8), (2, 8), (4, 8)]
    assert shapes(found["table"]) == [(100, 4)]
    assert found["small"].prepared.opened is not None
    assert found["table"].prepared.opened is None


def test_a_map_of_operators_is_for_every_model(place: Path, models: Path) -> None:
    (place / "names.txt").write_text("MatMul:MatMul\n")
    for item in not_empty(read("op_name_map=names.txt", "input_shape=x:2,8").values()):
        assert item.request.model.origin.operator_names.names == {"MatMul": "MatMul"}


@pytest.mark.usefixtures("models")
def test_a_named_machine_is_in_the_names_of_offline_models() -> None:
    found = read("input_shape=x:2,8", f"host_env_cpu={platform.machine()}", "output=tuned")
    own, settings = found["small"], read_settings()
    files = job_files("models", None, datetime.now(), settings)
    path = own_files(own, own.request, files).offline_model
    assert path == Path(f"tuned/small_linux_{platform.machine()}.om").absolute()


def test_measurements_use_the_ranges_of_examples(models: Path) -> None:
    (models / "table.inputs.json").write_text('{"number": {"range": [10, 99]}}')
    onnx.save(gathering(50), models / "other.onnx")
    found = read("input_shape=x:2,8")
    assert found["table"].prepared.graph({}).input_ranges == {"number": (10, 99)}
    joint = joint_model("all", [item.prepared for item in found.values()]).graph({})
    assert list(joint.input_ranges.values()) == [(10, 99)]


@pytest.mark.usefixtures("models")
def test_a_selection_of_operators_may_concern_one_model_only() -> None:
    Path("chosen.json").write_text('{"tune_ops_type": ["Gather"]}')
    options = aoe.TuneOptions(tune_ops_file="chosen.json")
    result = aoe.tune_folder("models", threads=1, input_shape="x:2,8", tune_options=options)
    assert [item.types for item in result.results["table"].outcomes] == [("Gather",)]
    assert result.results["small"].outcomes == ()
    Path("chosen.json").write_text('{"tune_ops_type": ["Conv"]}')
    with pytest.raises(aoe.UsageError, match="no operator of the model"):
        aoe.tune_folder("models", threads=1, input_shape="x:2,8", tune_options=options)


@pytest.mark.usefixtures("models")
def test_outputs_of_one_model_cannot_be_named_in_python() -> None:
    for options in (aoe.ModelOptions(out_nodes=["y"]), aoe.ModelOptions(output_type="FP16")):
        with pytest.raises(aoe.UsageError, match=r"ModelOptions\.out\w+ and model_path"):
            aoe.tune_folder("models", model_options=options)


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), "there is not enough memory for it"),
        (IndexError("no such thing"), "unexpected IndexError: no such thing; this is a defect"),
    ],
)
def test_an_error_that_nobody_expects_fails_one_model(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def failing(request: TuneRequest, *more: Any) -> JobModel:
        if str(request.model.origin.source).endswith("small.onnx"):
            raise error
        return prepare_model(request, *more)

    monkeypatch.setattr(folder_models, "prepare_model", failing)
    found = read()
    assert (found["small"].failure or "").startswith(told)
    assert found["table"].failure is None


def test_a_model_that_fails_is_told_as_the_caller_gives_options(models: Path) -> None:
    (models / "table.onnx").unlink()
    result = aoe.tune_folder("models", threads=1)
    assert 'input_shape="x:1,8"' in result.failures["small"]
    assert "--" not in result.failures["small"]


def test_images_have_the_layout_of_the_format_of_each_model(models: Path) -> None:
    (models / "last.tflite").write_bytes(tflite(network()))
    options = ("input_shape=x:2,8", "input_fp16_nodes=image", "is_input_adjust_hw_layout=true")
    assert read(*options)["last"].request.model.boundary.image_format == "NHWC"
    assert shapes(read(*options)["last"]) == [(1, 1, 6, 5, 16)]
    assert read(*options)["small"].request.model.boundary.image_format == "NCHW"
    first = read(*options, "input_format=NCHW")["last"]
    assert shapes(first) == [(1, 1, 5, 4, 16)]


def pictures(name: str) -> onnx.ModelProto:
    """The means of two rows and columns of an image of 4 by 4 pixels."""
    graph = helper.make_graph(
        [helper.make_node("AveragePool", [name], ["y"], kernel_shape=[2, 2])],
        "pictures",
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 3, 4, 4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 3, 3, 3])],
    )
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])


@pytest.mark.parametrize(
    ("key", "able"), [('related_input_name: "data"', {"named"}), ("", {"named", "other"})]
)
def test_images_go_to_a_named_input_of_every_model_as_in_atc(
    place: Path, key: str, able: set[str]
) -> None:
    folder = place / "models"
    folder.mkdir()
    onnx.save(pictures("data"), folder / "named.onnx")
    onnx.save(pictures("image"), folder / "other.onnx")
    text = f"aipp_op {{ aipp_mode: static input_format: RGB888_U8 {key} }}"
    (place / "aipp.cfg").write_text(text)
    found = read("insert_op_conf=aipp.cfg")
    assert {name for name, item in found.items() if item.failure is None} == able
    failure = found["other"].failure or "related_input_rank, which also fits"
    assert "related_input_rank, which also fits" in failure
