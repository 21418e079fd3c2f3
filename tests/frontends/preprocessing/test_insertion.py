"""Inputs take the bytes of images, and become what AIPP's formulas give."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx_ir
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto

from tests.frontends.preprocessing.blocks import (
    COLORED,
    CROP,
    FORMATS,
    LAYOUTS,
    NCHW,
    NHWC,
    NORMALISED,
    PADDING,
)
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
from tests.graph.models import one_thread
from tests.properties import examples


def shaped(channels: int, size: tuple[int, int], layout: str, batch: int = 1) -> list[int]:
    if layout == NHWC:
        return [batch, *size, channels]
    return [batch, channels, *size]


def run(changed: onnx_ir.Model, raw: np.ndarray) -> np.ndarray:
    """What ONNX Runtime gives for a model of one input."""
    proto = onnx_ir.to_proto(changed)
    session = onnxruntime.InferenceSession(proto.SerializeToString(), one_thread())
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
    proto = onnx_ir.to_proto(changed)
    session = onnxruntime.InferenceSession(proto.SerializeToString(), one_thread())
    raw = np.full((1, 2, 2, 1), 5, np.uint8)
    numbers = np.full((1, 1, 2, 2), 5, np.float32)
    a, b, c = session.run(None, {"a": raw, "b": numbers, "c": raw})
    assert (a.max(), b.max(), c.max()) == (3, 5, 4)
