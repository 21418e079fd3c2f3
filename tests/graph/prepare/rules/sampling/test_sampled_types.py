"""Images of other element types than float32 are sampled where those of float32 are."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.application.model.session import InferenceSession
from aoe.element_types import numpy_type
from tests.conformance.backend import open_shapes
from tests.graph.models import by_onnxruntime, model

RANDOM = np.random.default_rng(4)
GRID = RANDOM.uniform(-1.2, 1.2, (1, 9, 7, 2)).astype(np.float32)
REGIONS = np.array([[3.3, 1.7, 90.2, 70.4], [40.1, 55.5, 99.9, 98.7]], np.float32)
BATCH = np.array([0, 0])
#: The largest rounding of a result, relative to numbers of the image.
ROUNDING = {"float16": 2.0**-10, "bfloat16": 2.0**-7}


def sampled(text: str, image: np.ndarray, **others: np.ndarray) -> np.ndarray:
    """What is compiled computes."""
    with InferenceSession(open_shapes(model(text, 20))) as session:
        return np.asarray(session.run(None, {"x": image, **others})[0])


@pytest.mark.parametrize("dtype", ROUNDING)
@pytest.mark.parametrize("mode", ["linear", "nearest", "cubic"])
def test_a_grid_keeps_its_bits_beside_an_image_of_16(dtype: str, mode: str) -> None:
    image = RANDOM.standard_normal((1, 2, 100, 100)).astype(numpy_type(dtype))

    def text(kind: str) -> str:
        return (
            f"({kind}[1,2,100,100] x, float[1,9,7,2] grid) => ({kind}[1,2,9,7] y) {{"
            f'y = GridSample <mode = "{mode}"> (x, grid) }}'
        )

    found = sampled(text(dtype), image, grid=GRID)
    feed = {"x": image.astype(np.float32), "grid": GRID}
    right = by_onnxruntime(model(text("float"), 20), feed)["y"]
    assert found.dtype == image.dtype
    np.testing.assert_allclose(found.astype(np.float32), right, rtol=0, atol=4 * ROUNDING[dtype])


@pytest.mark.parametrize("dtype", ROUNDING)
def test_regions_of_an_image_of_16_bits_lie_where_they_are_said_to(dtype: str) -> None:
    image = RANDOM.standard_normal((1, 2, 100, 100)).astype(numpy_type(dtype))
    regions = REGIONS.astype(image.dtype)

    def text(kind: str) -> str:
        return (
            f"({kind}[1,2,100,100] x, {kind}[2,4] regions, int64[2] batch) => ({kind}[2,2,5,5] y)"
            "{ y = RoiAlign <output_height = 5, output_width = 5, sampling_ratio = 2>"
            "(x, regions, batch) }"
        )

    found = sampled(text(dtype), image, regions=regions, batch=BATCH)
    feed = {"x": image.astype(np.float32), "regions": regions.astype(np.float32), "batch": BATCH}
    right = by_onnxruntime(model(text("float"), 20), feed)["y"]
    np.testing.assert_allclose(found.astype(np.float32), right, rtol=0, atol=2 * ROUNDING[dtype])


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
@pytest.mark.parametrize(
    "call",
    ['y = Resize <mode = "linear"> (x, none, none, sizes)',
     'y = Resize <mode = "cubic"> (x, none, none, sizes)',
     'y = GridSample <mode = "linear", padding_mode = "border"> (x, grid)'],
)  # fmt: skip
def test_whole_numbers_are_weighted_in_float64(call: str, dtype: str) -> None:
    """Float32 does not have all of them."""
    image = 2**30 + RANDOM.integers(0, 2**9, (1, 2, 5, 6)).astype(dtype)

    def found(kind: str) -> np.ndarray:
        constants = "none = Constant <value = float[0] {}> ()"
        constants += "sizes = Constant <value = int64[4] {1, 2, 9, 7}> ()"
        constants = constants if "sizes" in call else ""
        inputs = f"{kind}[1,2,5,6] x" + ("" if constants else ", float[1,9,7,2] grid")
        text = f"({inputs}) => ({kind}[1,2,9,7] y) {{ {constants} {call} }}"
        others = {} if constants else {"grid": GRID}
        numpy_kind = np.float64 if kind == "double" else np.dtype(kind)
        return sampled(text, image.astype(numpy_kind), **others)

    assert np.abs(found(dtype) - found("double")).max() <= 1


@pytest.mark.parametrize("dtype", ["uint8", "int32", "int64", "uint64"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
def test_the_nearest_whole_number_is_exact(dtype: str, padding: str) -> None:
    kind = np.dtype(dtype)
    limits = np.iinfo(kind)
    image = RANDOM.integers(limits.min, limits.max, (1, 2, 5, 6), kind, endpoint=True)
    numbers = np.arange(60, dtype=np.float32).reshape(image.shape) + 1

    def text(name: str) -> str:
        return (
            f"({name}[1,2,5,6] x, float[1,9,7,2] grid) => ({name}[1,2,9,7] y) {{"
            f'y = GridSample <mode = "nearest", padding_mode = "{padding}"> (x, grid) }}'
        )

    feed = {"x": numbers, "grid": GRID}
    places = by_onnxruntime(model(text("float"), 20), feed)["y"].astype(np.int64)
    right = np.concatenate([np.zeros(1, kind), image.reshape(-1)])[places]
    np.testing.assert_array_equal(sampled(text(dtype), image, grid=GRID), right)
