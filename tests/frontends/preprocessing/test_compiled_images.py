"""Compiled and tuned models take the bytes of images."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from tests.frontends.preprocessing.blocks import COLORED, CROP, NORMALISED, PADDING, RGB
from tests.frontends.preprocessing.formulas import (
    TO_RGB,
    expected,
    images,
    matrix,
    model,
    written,
)


@pytest.mark.parametrize(("image_format", "colors"), COLORED)
def test_compiled_models_compute_it(image_format: str, colors: bool, tmp_path: Path) -> None:
    block: dict[str, Any] = {
        "input_format": image_format,
        "src_image_size_h": 14,
        "src_image_size_w": 12,
        "rbuv_swap_switch": image_format == "RGB888_U8",
        **CROP,
        **NORMALISED,
        **PADDING,
        "crop_size_h": 6,
        "crop_size_w": 8,
    }
    if colors:
        block |= matrix(TO_RGB) | {"csc_switch": True}
    channels = 1 if image_format == "YUV400_U8" else 3
    (tmp_path / "aipp.cfg").write_text(written(block))
    options = aoe.ModelOptions(insert_op_conf=tmp_path / "aipp.cfg")
    raw = images(block, 14, 12, batch=2)
    given = model([2, channels, 13, 11])
    with aoe.compile(given, threads=1, model_options=options) as session:
        (taken,) = session.get_inputs()
        assert (taken.name, taken.type, taken.shape) == ("x", "tensor(uint8)", list(raw.shape))
        (found,) = session.run(None, {"x": raw})
    wanted = expected(block, raw, (14, 12), (13, 11), channels)
    np.testing.assert_allclose(found.transpose(0, 2, 3, 1), wanted, rtol=1e-6, atol=1e-4)


def test_images_of_yuv_take_three_kernels(tmp_path: Path) -> None:
    block = {"input_format": "YUV420SP_U8", "csc_switch": True, **matrix(TO_RGB), **NORMALISED}
    (tmp_path / "aipp.cfg").write_text(written(block))
    options = aoe.ModelOptions(insert_op_conf=tmp_path / "aipp.cfg")
    with aoe.compile(model([1, 3, 8, 12]), threads=1, model_options=options) as session:
        calls = session.model.plan.calls
    assert len(calls) == 3


def test_batch_sizes_may_be_profiles_or_open(tmp_path: Path) -> None:
    block = {"input_format": "YUV420SP_U8", "mean_chn_0": 3}
    (tmp_path / "aipp.cfg").write_text(written(block))
    given = model(["batch", 3, 4, 6])
    profiles: dict[str, Any] = {
        "input_shape": {"x": (-1, 3, 4, 6)},
        "model_options": aoe.ModelOptions(
            insert_op_conf=tmp_path / "aipp.cfg", dynamic_batch_size=[1, 2]
        ),
    }
    opened = {"model_options": aoe.ModelOptions(insert_op_conf=tmp_path / "aipp.cfg")}
    for arguments in (profiles, opened):
        with aoe.compile(given, threads=1, **arguments) as session:
            for batch in (1, 2):
                raw = images(block, 4, 6, batch)
                (found,) = session.run(None, {"x": raw})
                wanted = expected(block, raw, (4, 6), (4, 6), 3)
                np.testing.assert_array_equal(found.transpose(0, 2, 3, 1), wanted)


def test_image_sizes_may_be_profiles(tmp_path: Path) -> None:
    block = {"input_format": "RGB888_U8", "mean_chn_0": 3}
    (tmp_path / "aipp.cfg").write_text(written(block))
    options = aoe.ModelOptions(
        insert_op_conf=tmp_path / "aipp.cfg", dynamic_image_size=[(2, 4), (6, 8)]
    )
    given = model([1, 3, "height", "width"])
    shape = {"x": (1, 3, -1, -1)}
    with aoe.compile(given, threads=1, input_shape=shape, model_options=options) as session:
        for size in ((2, 4), (6, 8)):
            raw = images(block, *size)
            (found,) = session.run(None, {"x": raw})
            wanted = expected(block, raw, size, size, 3)
            np.testing.assert_array_equal(found.transpose(0, 2, 3, 1), wanted)


def test_the_command_writes_a_model_that_takes_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bank").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TUNE_BANK_PATH", "bank")
    block = {"input_format": "YUV420SP_U8", "csc_switch": True} | matrix(TO_RGB)
    (tmp_path / "aipp.cfg").write_text(written(block))
    onnx.save(model([1, 3, 4, 6]), tmp_path / "m.onnx")
    arguments = ["--model=m.onnx", "--job_type=2", "--insert_op_conf=aipp.cfg", "--output=out"]
    assert main([*arguments, "--threads=1", "--budget=0.01"]) == 0
    raw = images(block, 4, 6)
    with aoe.InferenceSession("out.om") as session:
        (found,) = session.run(None, {"x": raw})
    wanted = expected(block, raw, (4, 6), (4, 6), 3)
    np.testing.assert_array_equal(found.transpose(0, 2, 3, 1), wanted)


def test_python_tunes_a_model_that_takes_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bank").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TUNE_BANK_PATH", "bank")
    block = RGB | {"mean_chn_0": 9}
    (tmp_path / "aipp.cfg").write_text(written(block))
    result = aoe.tune(
        model([1, 4, 6, 3]),
        model_options=aoe.ModelOptions(insert_op_conf="aipp.cfg", input_format="NHWC"),
        threads=1,
        budget=0.01,
    )
    raw = images(block, 4, 6)
    with result.session() as session:
        (found,) = session.run(None, {"x": raw})
    np.testing.assert_array_equal(found, expected(block, raw, (4, 6), (4, 6), 3))
