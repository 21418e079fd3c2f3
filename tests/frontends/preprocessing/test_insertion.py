"""Inputs take the bytes of images, and become what AIPP's formulas give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx_ir
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto

import aoe
from aoe.application.command_line import main
from aoe.errors import UsageError
from tests.frontends.preprocessing.formulas import (
    TO_GRAY,
    TO_RGB,
    TO_YUV,
    expected,
    images,
    matrix,
    model,
    prepared,
    written,
)
from tests.properties import examples

NCHW, NHWC = "NCHW", "NHWC"
LAYOUTS = (NCHW, NHWC)
FORMATS = ("YUV420SP_U8", "RGB888_U8", "XRGB8888_U8", "YUV400_U8")
#: Formats, without and with a conversion of colors.
COLORED = [(name, colors) for name in FORMATS for colors in (False, True)][:-1]
NORMALISED = {
    "mean_chn_0": 104,
    "mean_chn_1": 117,
    "mean_chn_2": 123,
    "min_chn_0": 0.25,
    "min_chn_2": 3.5,
    "var_reci_chn_0": 0.0039,
    "var_reci_chn_1": -2,
    "var_reci_chn_2": 0.017,
}
CROP = {"crop": True, "load_start_pos_w": 2, "load_start_pos_h": 4}
PADDING = {
    "padding": True,
    "left_padding_size": 1,
    "right_padding_size": 2,
    "top_padding_size": 3,
    "bottom_padding_size": 4,
    "padding_value": -7.5,
}


def shaped(channels: int, size: tuple[int, int], layout: str, batch: int = 1) -> list[int]:
    if layout == NHWC:
        return [batch, *size, channels]
    return [batch, channels, *size]


def run(changed: onnx_ir.Model, raw: np.ndarray) -> np.ndarray:
    """What ONNX Runtime gives for a model of one input."""
    proto = onnx_ir.to_proto(changed)
    session = onnxruntime.InferenceSession(proto.SerializeToString())
    (found,) = session.run(None, {"x": raw})
    return np.asarray(found)


def check(
    block: dict[str, Any],
    channels: int,
    source: tuple[int, int],
    size: tuple[int, int],
    layout: str,
    batch: int = 1,
) -> None:
    """Compares a model with the formulas."""
    raw = images(block, *source, batch)
    given = model(shaped(channels, size, layout, batch))
    found = run(prepared(given, written(block), layout), raw)
    if layout == NCHW:
        found = found.transpose(0, 2, 3, 1)
    wanted = expected(block, raw, source, size, channels)
    assert found.shape == wanted.shape
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-4)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("extra", [{}, NORMALISED], ids=["plain", "normalised"])
@pytest.mark.parametrize(
    ("image_format", "swaps", "alpha"),
    [
        ("YUV420SP_U8", False, False),
        ("YUV420SP_U8", True, False),
        ("RGB888_U8", False, False),
        ("RGB888_U8", True, False),
        ("XRGB8888_U8", False, False),
        ("XRGB8888_U8", True, False),
        ("XRGB8888_U8", False, True),
        ("XRGB8888_U8", True, True),
        ("YUV400_U8", False, False),
    ],
)
def test_channels_of_each_format(
    image_format: str, swaps: bool, alpha: bool, extra: dict[str, Any], layout: str
) -> None:
    block = {"input_format": image_format, "rbuv_swap_switch": swaps, "ax_swap_switch": alpha}
    channels = 1 if image_format == "YUV400_U8" else 3
    check(block | extra, channels, (6, 8), (6, 8), layout)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("swaps", [False, True])
@pytest.mark.parametrize(
    ("image_format", "numbers", "channels"),
    [
        ("YUV420SP_U8", TO_RGB, 3),
        ("YUV420SP_U8", (256, 0, 0, *[0] * 6), 1),
        ("RGB888_U8", TO_YUV, 3),
        ("RGB888_U8", TO_GRAY, 1),
        ("XRGB8888_U8", TO_YUV, 3),
        ("XRGB8888_U8", TO_GRAY, 1),
        ("RGB888_U8", (0,) * 9, 3),
    ],
)
def test_colors_are_converted(
    image_format: str, numbers: tuple[int, ...], channels: int, swaps: bool, layout: str
) -> None:
    block = {"input_format": image_format, "csc_switch": True, "rbuv_swap_switch": swaps}
    check(block | matrix(numbers) | NORMALISED, channels, (6, 8), (6, 8), layout)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("image_format", "colors"), COLORED)
@pytest.mark.parametrize("size", [(6, 8), (5, 7), (1, 1)])
def test_images_are_cut(
    image_format: str, colors: bool, size: tuple[int, int], layout: str
) -> None:
    block: dict[str, Any] = {
        "input_format": image_format,
        "src_image_size_h": 14,
        "src_image_size_w": 12,
        **CROP,
    }
    if colors:
        block |= matrix(TO_RGB) | {"csc_switch": True}
    channels = 1 if image_format == "YUV400_U8" else 3
    check(block, channels, (14, 12), size, layout)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("crop", [False, True])
@pytest.mark.parametrize("image_format", FORMATS)
def test_images_are_padded_after_all_else(image_format: str, crop: bool, layout: str) -> None:
    block = {
        "input_format": image_format,
        "src_image_size_h": 10,
        "src_image_size_w": 8,
        **PADDING,
        **NORMALISED,
    }
    size = (10 + 7, 8 + 3)
    if crop:
        block |= CROP | {"crop_size_h": 3, "crop_size_w": 4}
        size = (3 + 7, 4 + 3)
    channels = 1 if image_format == "YUV400_U8" else 3
    check(block, channels, (10, 8), size, layout)


def test_the_brightness_of_yuv_is_a_gray_image() -> None:
    check({"input_format": "YUV420SP_U8"} | NORMALISED, 1, (6, 8), (6, 8), NCHW)


def test_each_image_of_a_batch_is_prepared() -> None:
    check({"input_format": "YUV420SP_U8"} | NORMALISED, 3, (4, 6), (4, 6), NCHW, batch=3)


@pytest.mark.parametrize(("image_format", "colors"), COLORED)
def test_models_of_bytes_get_bytes(image_format: str, colors: bool) -> None:
    block: dict[str, Any] = {
        "input_format": image_format,
        "src_image_size_h": 4,
        "src_image_size_w": 6,
        **NORMALISED,
        **PADDING,
        "padding_value": 9,
    }
    if colors:
        block |= matrix(TO_RGB) | {"csc_switch": True}
    channels = 1 if image_format == "YUV400_U8" else 3
    raw = images(block, 4, 6)
    given = model([1, channels, 11, 9], TensorProto.UINT8)
    found = run(prepared(given, written(block)), raw).transpose(0, 2, 3, 1)
    wanted = expected(block, raw, (4, 6), (11, 9), channels, normalised=False)
    np.testing.assert_array_equal(found, wanted)


def test_models_of_float16_get_numbers_that_are_rounded_once() -> None:
    block = {"input_format": "RGB888_U8"} | NORMALISED
    raw = images(block, 4, 6)
    changed = prepared(model([1, 3, 4, 6], TensorProto.FLOAT16), written(block))
    found = run(changed, raw).transpose(0, 2, 3, 1)
    wanted = expected(block, raw, (4, 6), (4, 6), 3).astype(np.float16)
    np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("opset", [7, 9, 10, 12, 17])
def test_models_of_older_operator_sets_are_prepared_too(opset: int) -> None:
    block = {
        "input_format": "YUV420SP_U8",
        "src_image_size_h": 10,
        "src_image_size_w": 8,
        "csc_switch": True,
        **matrix(TO_RGB),
        **PADDING,
    }
    raw = images(block, 10, 8)
    found = run(prepared(model([1, 3, 17, 11], opset=opset), written(block)), raw)
    wanted = expected(block, raw, (10, 8), (17, 11), 3)
    np.testing.assert_array_equal(found.transpose(0, 2, 3, 1), wanted)


NUMBERS = st.integers(-(1 << 15), (1 << 15) - 1)
BYTES = st.integers(0, 255)


@examples(60)
@given(
    st.sampled_from(["YUV420SP_U8", "RGB888_U8"]),
    st.lists(NUMBERS, min_size=9, max_size=9),
    st.lists(BYTES, min_size=6, max_size=6),
    st.lists(st.sampled_from([0, 1, 254, 255]) | BYTES, min_size=18, max_size=18),
)
def test_colors_are_exact_for_any_matrix(
    image_format: str, numbers: list[int], biases: list[int], data: list[int]
) -> None:
    block: dict[str, Any] = {"input_format": image_format, "csc_switch": True} | matrix(numbers)
    for i in range(3):
        block |= {f"input_bias_{i}": biases[i], f"output_bias_{i}": biases[3 + i]}
    raw = np.resize(np.array(data, np.uint8), images(block, 4, 6).shape)
    found = run(prepared(model([1, 3, 4, 6]), written(block)), raw)
    wanted = expected(block, raw, (4, 6), (4, 6), 3)
    np.testing.assert_array_equal(found.transpose(0, 2, 3, 1), wanted)


@examples(60)
@given(st.data())
def test_any_sizes_and_switches(data: st.DataObject) -> None:
    draw = data.draw
    image_format = draw(st.sampled_from(FORMATS))
    source = 2 * draw(st.integers(1, 6)), 2 * draw(st.integers(1, 6))
    top, left = (draw(st.integers(0, edge // 2 - 1)) * 2 for edge in source)
    taken = draw(st.integers(1, source[0] - top)), draw(st.integers(1, source[1] - left))
    pads = [draw(st.integers(0, 3)) for _ in range(4)]
    gray = image_format == "YUV400_U8"
    block: dict[str, Any] = {
        "input_format": image_format,
        "src_image_size_h": source[0],
        "src_image_size_w": source[1],
        "rbuv_swap_switch": not gray and draw(st.booleans()),
        "ax_swap_switch": image_format == "XRGB8888_U8" and draw(st.booleans()),
        "crop": True,
        "load_start_pos_h": top,
        "load_start_pos_w": left,
        "crop_size_h": taken[0],
        "crop_size_w": taken[1],
        "padding": True,
        "padding_value": draw(st.integers(-9, 9)),
        "mean_chn_0": draw(BYTES),
        "mean_chn_1": draw(BYTES),
        "var_reci_chn_1": draw(st.sampled_from([0.5, -0.25, 3])),
    }
    sides = ("left", "right", "top", "bottom")
    block |= {f"{side}_padding_size": pads[i] for i, side in enumerate(sides)}
    if not gray and draw(st.booleans()):
        block |= matrix(draw(st.sampled_from([TO_RGB, TO_YUV]))) | {"csc_switch": True}
    size = taken[0] + pads[2] + pads[3], taken[1] + pads[0] + pads[1]
    batch = draw(st.integers(1, 2))
    check(block, 1 if gray else 3, source, size, draw(st.sampled_from(LAYOUTS)), batch)


def test_inputs_are_chosen_by_number_and_by_name() -> None:
    gray = {"input_format": "YUV400_U8", "mean_chn_0": 1}
    text = written(
        gray | {"related_input_rank": 2},
        gray | {"related_input_name": '"a"', "related_input_rank": 2, "mean_chn_0": 2},
    )
    changed = prepared(model([1, 1, 2, 2], names=("a", "b", "c")), text)
    assert [value.dtype for value in changed.graph.inputs] == [
        onnx_ir.DataType.UINT8,
        onnx_ir.DataType.FLOAT,
        onnx_ir.DataType.UINT8,
    ]
    session = onnxruntime.InferenceSession(onnx_ir.to_proto(changed).SerializeToString())
    raw = np.full((1, 2, 2, 1), 5, np.uint8)
    numbers = np.full((1, 1, 2, 2), 5, np.float32)
    a, b, c = session.run(None, {"a": raw, "b": numbers, "c": raw})
    assert (a.max(), b.max(), c.max()) == (3, 5, 4)


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


RGB = {"input_format": "RGB888_U8"}
SIZED = RGB | {"src_image_size_h": 8, "src_image_size_w": 6}


@pytest.mark.parametrize(
    ("block", "shape", "told"),
    [
        (SIZED, [1, 3, 4, 6], "gives images of 8x6 .height x width., but 'x' takes 4x6"),
        (
            SIZED | {"crop": True, "crop_size_h": 5},
            [1, 3, 4, 6],
            "gives images of 5x6 .*'x' takes 4x6; correct crop_size",
        ),
        (
            SIZED | {"padding": True, "top_padding_size": 1},
            [1, 3, 8, 6],
            "gives images of 9x6 .*'x' takes 8x6; correct padding",
        ),
        (
            SIZED | {"crop": True, "load_start_pos_h": 5},
            [1, 3, 4, 6],
            "load_start_pos_h 5 and the crop size 4 end at 9, but src_image_size_h is 8",
        ),
        (RGB | {"crop": True}, [1, 3, 4, 6], "give src_image_size_w and src_image_size_h"),
        (
            SIZED | {"crop": True, "padding": True},
            [1, 3, 4, 6],
            "crop with padding needs a size; give crop_size_w",
        ),
        ({"input_format": "YUV420SP_U8"}, [1, 3, 5, 6], "even height and width, not 5x6"),
        (RGB, [1, 4, 6, 3], "has 4 channels, shape 1,4,6,3 as NCHW, .* becomes 3; .*=NHWC"),
        (RGB, [1, 1, 4, 6], "becomes 3; convert colors to gray with csc_switch"),
        ({"input_format": "YUV400_U8"}, [1, 3, 4, 6], "YUV400_U8 becomes 1; "),
        ({"input_format": "YUV420SP_U8"}, [1, 2, 4, 6], "YUV420SP_U8 becomes 1 or 3; "),
        (RGB, [1, 12], "has the shape 1,12, but images have four dimensions"),
        (RGB, [1, 3, "h", 6], "has the shape 1,3,h,6; its height, .* so give --input_shape"),
        (RGB | {"related_input_rank": 1}, [1, 3, 4, 6], "rank is 1, but the inputs .* are 'x'"),
        (
            RGB | {"related_input_name": '"y"'},
            [1, 3, 4, 6],
            "related_input_name is 'y', but the inputs of the model are 'x'",
        ),
    ],
)
def test_images_that_do_not_fit_the_model_are_refused(
    block: dict[str, Any], shape: list[int | str], told: str
) -> None:
    with pytest.raises(UsageError, match=f"^--insert_op_conf=aipp.cfg: .*line 1: .*{told}"):
        prepared(model(shape), written(block))


def test_two_blocks_for_one_input_are_refused() -> None:
    with pytest.raises(UsageError, match="'x' is the input of the block in line 1 too"):
        prepared(model([1, 3, 4, 6]), written(RGB, RGB))


def test_inputs_of_other_element_types_are_refused() -> None:
    with pytest.raises(UsageError, match="holds INT32; images become float32, float16 or uint8"):
        prepared(model([1, 3, 4, 6], TensorProto.INT32), written(RGB))


@pytest.mark.parametrize("number", [0.5, -1, 256])
def test_padding_of_bytes_is_a_byte(number: float) -> None:
    block = RGB | {
        "src_image_size_h": 2,
        "src_image_size_w": 2,
        "padding": True,
        "padding_value": number,
    }
    with pytest.raises(UsageError, match=r"padding_value is .*, but 'x' holds uint8; give a whole"):
        prepared(model([1, 3, 2, 2], TensorProto.UINT8), written(block))


def test_an_input_is_not_both_an_image_and_float16() -> None:
    with pytest.raises(UsageError, match="'x' takes images, but --input_fp16_nodes names it too"):
        prepared(model([1, 3, 4, 6]), written(RGB), input_fp16_nodes=["x"])


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


def test_an_input_that_is_an_output_keeps_its_type() -> None:
    source = model([1, 3, 4, 6])
    source.graph.output.append(source.graph.input[0])
    with pytest.raises(UsageError, match="'x' is an output of the model, too"):
        prepared(source, written(RGB))


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
