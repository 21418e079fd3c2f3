"""CropAndResize against ONNX Runtime."""

from __future__ import annotations

import numpy as np
import pytest

import aoe
from aoe.errors import ModelError, UnsupportedModelError
from tests.graph.models import by_onnxruntime, model

#: Corners within images, at their borders, beyond them, turned round, and of no size.
BOXES = np.asarray(
    [
        [0, 0, 1, 1],
        [0.13, 0.21, 0.87, 0.66],
        [-0.3, 0.1, 1.2, 0.9],
        [0.9, 0.8, 0.2, 0.1],
        [0.5, 0.5, 0.5, 0.5],
        [0.25, 0, 0.75, 1.4],
    ],
    np.float32,
)
OWNERS = np.asarray([1, 0, 1, 0, 1, 0], np.int32)


@pytest.mark.parametrize("mode", ["bilinear", "nearest"])
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (3, 1), (4, 5), (9, 2)])
@pytest.mark.parametrize("image", [(5, 7), (1, 6), (4, 1)])
def test_crops_are_those_of_onnx_runtime(
    mode: str, size: tuple[int, int], image: tuple[int, int]
) -> None:
    height, width = image
    text = f"""(float[2,3,{height},{width}] x, float[6,4] boxes, int32[6] owners)
        => (float[6,3,{size[0]},{size[1]}] y) {{
        y = com.microsoft.CropAndResize <mode = "{mode}", extrapolation_value = -2.5>
            (x, boxes, owners, size) }}"""
    proto = model(text, size=np.asarray(size, np.int32))
    x = np.random.default_rng(3).standard_normal((2, 3, *image)).astype(np.float32)
    feed = {"x": x, "boxes": BOXES, "owners": OWNERS}
    expected = by_onnxruntime(proto, feed)["y"]
    (found,) = aoe.compile(proto, threads=1, device="reference").run(None, feed)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_the_last_pixel_of_a_region_that_ends_at_the_border_is_inside(device: str) -> None:
    text = """(float[1,1,7,1] x, float[100,4] boxes, int32[100] owners) => (float[100,1,6,1] y) {
        y = com.microsoft.CropAndResize <extrapolation_value = -1.0> (x, boxes, owners, size) }"""
    proto = model(text, size=np.asarray([6, 1], np.int32))
    boxes = np.zeros((100, 4), np.float32)
    boxes[:, 0], boxes[:, 2] = np.linspace(0, 0.99, 100), 1
    boxes[50:] = boxes[50:][:, [2, 1, 0, 3]]
    feed = {
        "x": np.ones((1, 1, 7, 1), np.float32),
        "boxes": boxes,
        "owners": np.zeros(100, np.int32),
    }
    (found,) = aoe.compile(proto, threads=1, device=device).run(None, feed)
    np.testing.assert_array_equal(found, by_onnxruntime(proto, feed)["y"])
    assert found.min() == 1


def test_crops_of_other_shapes_are_refused() -> None:
    text = """(float[2,3,5,7] x, float[6,4] boxes, int32[5] owners) => (float y) {
        y = com.microsoft.CropAndResize (x, boxes, owners, size) }"""
    with pytest.raises((ModelError, UnsupportedModelError), match="CropAndResize"):
        aoe.compile(model(text, size=np.asarray([2, 2], np.int32)), device="reference")


@pytest.mark.parametrize("image", [2, -1])
def test_a_constant_number_that_is_no_image_is_refused(image: int) -> None:
    text = """(float[2,3,5,7] x, float[2,4] boxes) => (float y) {
        y = com.microsoft.CropAndResize (x, boxes, owners, size) }"""
    constants = {"size": np.asarray([2, 2], np.int32), "owners": np.asarray([0, image], np.int32)}
    with pytest.raises(
        ModelError, match=f"a region is of image {image}, but its images are 0 to 1"
    ):
        aoe.compile(model(text, **constants), device="reference")
