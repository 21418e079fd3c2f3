"""Images that get another size, against a formula of each pixel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import TensorProto

from tests.frontends.preprocessing.blocks import COLORED, LAYOUTS, NCHW, NORMALISED, PADDING
from tests.frontends.preprocessing.formulas import (
    TO_RGB,
    expected,
    images,
    matrix,
    model,
    prepared,
    written,
)
from tests.frontends.preprocessing.test_insertion import run, shaped

_SOURCE = {"src_image_size_h": 8, "src_image_size_w": 12, "resize": True}


def _resized(image: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """An image with channels last, interpolated between the middles of pixels, halves up."""
    old = image.shape[:2]
    made = np.zeros((*size, image.shape[2]))
    for y, x in np.ndindex(*size):
        places = [
            min(max((place + 0.5) * whole / new - 0.5, 0), whole - 1)
            for place, whole, new in zip((y, x), old, size, strict=True)
        ]
        (top, down), (left, right) = (divmod(place, 1) for place in places)
        for line, share in ((int(top), 1 - down), (int(top) + 1, down)):
            for column, part in ((int(left), 1 - right), (int(left) + 1, right)):
                if share and part:
                    made[y, x] += image[line, column] * share * part
    return np.floor(made + 0.5)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("image_format", "colors"), COLORED)
@pytest.mark.parametrize("size", [(16, 24), (4, 6), (8, 3), (8, 12)])
def test_images_get_another_size(
    image_format: str, colors: bool, size: tuple[int, int], layout: str
) -> None:
    block: dict[str, Any] = {"input_format": image_format, **_SOURCE, **NORMALISED}
    if colors:
        block |= matrix(TO_RGB) | {"csc_switch": True}
    channels = 1 if image_format == "YUV400_U8" else 3
    raw = images(block, 8, 12, batch=2)
    found = run(prepared(model(shaped(channels, size, layout, 2)), written(block), layout), raw)
    bytes_ = expected(block, raw, (8, 12), (8, 12), channels, normalised=False)
    wanted = np.stack([_resized(image, size) for image in bytes_])
    for number in range(channels):
        wanted[..., number] -= block.get(f"mean_chn_{number}", 0)
        wanted[..., number] -= block.get(f"min_chn_{number}", 0)
        wanted[..., number] *= block.get(f"var_reci_chn_{number}", 1)
    if layout == NCHW:
        found = found.transpose(0, 2, 3, 1)
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-4)


@pytest.mark.parametrize("image_format", ["YUV420SP_U8", "RGB888_U8"])
@pytest.mark.parametrize("opset", [7, 13, 21])
def test_images_are_cut_before_and_padded_afterwards(image_format: str, opset: int) -> None:
    block: dict[str, Any] = {
        "input_format": image_format,
        "src_image_size_h": 10,
        "src_image_size_w": 12,
        "crop": True,
        "load_start_pos_h": 2,
        "load_start_pos_w": 4,
        "crop_size_h": 5,
        "crop_size_w": 7,
        "resize": True,
        **PADDING,
    }
    raw = images(block, 10, 12)
    given = model([1, 3, 10 + 7, 28 + 3], opset=opset)
    found = run(prepared(given, written(block)), raw).transpose(0, 2, 3, 1)
    cut = {key: value for key, value in block.items() if "padding" not in key}
    (bytes_,) = expected(cut, raw, (10, 12), (5, 7), 3)
    wanted = np.pad(_resized(bytes_, (10, 28)), ((3, 4), (1, 2), (0, 0)), constant_values=-7.5)
    np.testing.assert_array_equal(found[0], wanted)


def test_uneven_sizes_and_bytes_of_the_model() -> None:
    block = {"input_format": "RGB888_U8", **_SOURCE, "resize_output_h": 5, "resize_output_w": 17}
    raw = images(block, 8, 12)
    given = model([1, 3, 5, 17], TensorProto.UINT8)
    found = run(prepared(given, written(block)), raw).transpose(0, 2, 3, 1)
    wanted = _resized(raw[0].astype(float), (5, 17))
    # A number in the middle between two may be rounded to either: it is computed in float32.
    assert np.abs(found[0] - wanted).max() <= 1
    assert np.mean(found[0] != wanted) < 0.02
