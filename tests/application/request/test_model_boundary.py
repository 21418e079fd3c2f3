"""Options for inputs and outputs fit each other, or are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import aoe
from aoe.application.request.request_options import options_of
from aoe.application.request.tune_request import tune_request
from aoe.errors import UsageError
from aoe.settings import read_settings

PLAIN = "aipp_op { aipp_mode: static input_format: RGB888_U8 }"
CUT = PLAIN.replace("}", "crop: true }")
SIZED = PLAIN.replace("}", "src_image_size_w: 2 src_image_size_h: 2 }")


@pytest.fixture
def options(tmp_path: Path) -> dict[str, str | None]:
    (tmp_path / "m.onnx").write_bytes(b"")
    for name, text in (("plain", PLAIN), ("cut", CUT), ("sized", SIZED)):
        (tmp_path / f"{name}.cfg").write_text(text)
    return {"model": "m.onnx", "job_type": "2", "insert_op_conf": "plain.cfg"}


def test_options_for_images_are_read_and_recorded(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    settings = read_settings({}, tmp_path)
    more = {
        "input_format": "NHWC",
        "input_fp16_nodes": "a;b",
        "is_input_adjust_hw_layout": "true,false",
        "out_nodes": "y",
        "is_output_adjust_hw_layout": "true",
    }
    request = tune_request({**options, **more}, settings)
    found = request.model.boundary
    assert found.image_format == "NHWC"
    assert found.preprocessing.file == tmp_path / "plain.cfg"
    assert [image.image_format for image in found.preprocessing.images] == ["RGB888_U8"]
    assert (found.input_hw_layouts, found.output_hw_layouts) == ((True, False), (True,))
    assert tune_request(options_of(request), settings) == request


@pytest.mark.parametrize("name", ["cut", "sized"])
def test_images_of_several_sizes_have_no_size_of_their_own(
    options: dict[str, str | None], tmp_path: Path, name: str
) -> None:
    more = {
        "insert_op_conf": f"{name}.cfg",
        "input_shape": "x:1,3,-1,-1",
        "dynamic_image_size": "2,2;4,4",
    }
    with pytest.raises(UsageError, match="block in line 1: with --dynamic_image_size the size"):
        tune_request({**options, **more}, read_settings({}, tmp_path))


@pytest.mark.parametrize(
    "more",
    [
        {},
        {
            "insert_op_conf": None,
            "input_fp16_nodes": "x",
            "is_input_adjust_hw_layout": "true",
        },
    ],
)
def test_shapes_of_images_are_not_left_open(
    options: dict[str, str | None], tmp_path: Path, more: dict[str, str | None]
) -> None:
    ranges = {"input_shape_range": "x:[1~2,3,4,4]"}
    with pytest.raises(UsageError, match="needs images of fixed sizes, but --input_shape_range"):
        tune_request({**options, **more, **ranges}, read_settings({}, tmp_path))


def test_profiles_of_any_dimensions_exclude_images(
    options: dict[str, str | None], tmp_path: Path
) -> None:
    more = {"dynamic_dims": "1;2", "input_format": "ND", "input_shape": "x:-1,3,4,4"}
    with pytest.raises(UsageError, match="--dynamic_dims and --insert_op_conf exclude each other"):
        tune_request({**options, **more}, read_settings({}, tmp_path))


def test_python_calls_fields_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "aipp.cfg").write_text(PLAIN.replace("static", "dynamic"))
    options = aoe.ModelOptions(insert_op_conf=tmp_path / "aipp.cfg")
    with pytest.raises(UsageError, match=r"^ModelOptions.insert_op_conf=.*aipp.cfg: line 1: input"):
        aoe.compile(b"", model_options=options)
