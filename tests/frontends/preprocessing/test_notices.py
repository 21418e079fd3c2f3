"""What is told of settings without effect, and of images without settings that have no room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx_ir
import pytest

import aoe
from aoe.application.command_line import main
from aoe.errors import AoeError
from aoe.frontends.preprocessing.notices import preprocessing_notices
from aoe.frontends.preprocessing.parameters import EACH, HEAD, NAME
from aoe.frontends.preprocessing.settings import read_preprocessing
from tests.frontends.preprocessing.formulas import model


def compiled(most: int, shape: list[int]) -> aoe.InferenceSession:
    """A model whose input takes so many bytes of images."""
    Path("aipp.cfg").write_text(f"aipp_op {{ aipp_mode: dynamic max_src_image_size: {most} }}")
    options = aoe.ModelOptions(insert_op_conf="aipp.cfg")
    return aoe.compile(model(shape), threads=1, device="reference", model_options=options)


@pytest.mark.parametrize(
    ("shape", "least", "image_format"),
    [
        ([2, 1, 3, 5], 30, "YUV400_U8"),
        ([2, 3, 4, 6], 72, "RGB888_U8"),
        ([1, 3, 3, 6], 54, "RGB888_U8"),
        ([1, 3, 4, 5], 60, "YUV420SP_U8"),
    ],
)
def test_a_model_with_little_room_takes_images_with_settings(
    shape: list[int],
    least: int,
    image_format: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.chdir(tmp_path)
    batch, _, height, width = shape
    nothing = np.zeros(HEAD + EACH * batch, np.uint8)
    with compiled(least, shape) as session:
        (found,) = session.run(None, {"x": np.zeros(least, np.uint8), NAME: nothing})
    assert found.shape == tuple(shape)
    assert not caplog.messages
    small = aoe.AippParameters(image_format, 2, 2, resize=(width, height), batch=batch)
    images = np.full(least - 1, 128, np.uint8)  # gray also where colors are shared
    told = f"{NAME}: all bytes are 0, which stands for .* max_src_image_size: {least}$"
    with compiled(least - 1, shape) as session:
        (found,) = session.run(None, {"x": images, NAME: small.to_bytes()})
        with pytest.raises(AoeError, match=told):
            session.run(None, {"x": images, NAME: nothing})
    np.testing.assert_array_equal(found, np.full(shape, 128))
    (message,) = caplog.messages
    assert f"max_src_image_size is {least - 1}, but settings that are all 0" in message
    assert message.endswith(f"give settings with each inference, or at least {least}")


def test_the_benchmark_and_tuning_say_what_to_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("aipp.cfg").write_text("aipp_op { aipp_mode: dynamic max_src_image_size: 35 }")
    onnx.save(model([1, 3, 4, 6]), "m.onnx")
    options = ["--insert_op_conf=aipp.cfg", "--output=m.om", "--device=reference"]
    assert main(["compile", "m.onnx", *options]) == 0
    assert "or at least 36" in capsys.readouterr().err
    assert main(["tune", "m.onnx", *options]) == 2  # before any work
    assert "or at least 36" in capsys.readouterr().err
    assert main(["bench", "m.om"]) == 1
    assert "compile the model with max_src_image_size: 36" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("mean_chn_0: 3 var_reci_chn_1: 0.5", ["mean_chn_0"]),
        ("var_reci_chn_1: 0.5", ["var_reci_chn_1"]),
        ("mean_chn_0: 0", []),
    ],
)
@pytest.mark.parametrize("dtype", [onnx_ir.DataType.UINT8, onnx_ir.DataType.FLOAT])
def test_normalisation_has_no_effect_on_bytes(
    keys: str, told: list[str], dtype: onnx_ir.DataType, tmp_path: Path
) -> None:
    text = f"aipp_op {{ aipp_mode: static input_format: RGB888_U8 {keys} }}"
    (tmp_path / "aipp.cfg").write_text(text)
    wanted = read_preprocessing("aipp.cfg", tmp_path)
    found = preprocessing_notices(graph_of([1, 3, 4, 6], dtype), wanted, "NCHW", [])
    expected = [f"block in line 1: {key} has no effect on the input 'x'" for key in told]
    assert len(found) == (len(told) if dtype == onnx_ir.DataType.UINT8 else 0)
    assert all(part in text for part, text in zip(expected, found, strict=False))


@pytest.mark.parametrize(
    ("layout", "shape", "profiles", "told"),
    [
        ("NHWC", [1, 4, 6, 3], [], "1 image of 4x6"),
        ("NCHW", ["n", 3, 4, 6], [{"x": (1, 3, 4, 6)}, {"x": (2, 3, 4, 6)}], "2 images of 4x6"),
        ("NCHW", ["n", 3, 4, 6], [], ""),
    ],
)
def test_the_largest_profile_counts(
    layout: str, shape: list[Any], profiles: list[Any], told: str, tmp_path: Path
) -> None:
    (tmp_path / "aipp.cfg").write_text("aipp_op { aipp_mode: dynamic max_src_image_size: 9 }")
    wanted = read_preprocessing("aipp.cfg", tmp_path)
    graph = graph_of(shape, onnx_ir.DataType.FLOAT)
    found = preprocessing_notices(graph, wanted, layout, profiles)
    assert bool(found) == bool(told)
    assert all(told in text for text in found)


def graph_of(shape: list[Any], dtype: onnx_ir.DataType) -> onnx_ir.Model:
    """A model of one input."""
    value = onnx_ir.Value(name="x", type=onnx_ir.TensorType(dtype), shape=onnx_ir.Shape(shape))
    return onnx_ir.Model(onnx_ir.Graph([value], [value], nodes=[]), ir_version=10)
