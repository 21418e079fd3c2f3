"""Resize and padding with copies are computed as ONNX Runtime and onnx do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aoe
from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.prepare.rules.sampling.interpolation import Interpolation, padded, resized
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime, checked_graph, model, operator_types, weights

_COORDINATES = (
    *("half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "asymmetric", "align_corners"),
    "tf_half_pixel_for_nn",
)


@settings(max_examples=40, deadline=None)
@given(
    mode=st.sampled_from(["nearest", "linear", "cubic"]),
    coordinates=st.sampled_from(_COORDINATES),
    rounding=st.sampled_from(["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"]),
    old=st.tuples(st.integers(2, 9), st.integers(2, 9)),
    new=st.tuples(st.integers(2, 17), st.integers(2, 17)),
)
def test_an_image_is_resized_as_onnxruntime_does(
    mode: str, coordinates: str, rounding: str, old: tuple[int, int], new: tuple[int, int]
) -> None:
    height, width = old
    shape = ",".join(map(str, new))
    checked_graph(
        model(
            f"""(float[1,3,{height},{width}] x) => (float[1,3,{shape}] y) {{
            sizes = Constant <value = int64[4] {{1, 3, {shape}}}> ()
            y = Resize <mode = "{mode}", coordinate_transformation_mode = "{coordinates}",
                nearest_mode = "{rounding}"> (x, , , sizes) }}"""
        ),
        2e-4,
    )


#: Factors of which some give a whole size, some only in float32 (7 × 13 / 7).
_FACTORS = (13 / 7, 0.5, 2.0, 1.7, 2.49, 0.6, 3.0, 1.9, 5 / 3, 1.1)


@settings(max_examples=60, deadline=None)
@given(
    mode=st.sampled_from(["nearest", "linear", "cubic"]),
    coordinates=st.sampled_from(_COORDINATES),
    rounding=st.sampled_from(["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"]),
    old=st.tuples(st.integers(2, 9), st.integers(2, 9)),
    factors=st.tuples(st.sampled_from(_FACTORS), st.sampled_from(_FACTORS)),
)
def test_scales_give_the_size_and_the_places_of_onnxruntime(
    mode: str,
    coordinates: str,
    rounding: str,
    old: tuple[int, int],
    factors: tuple[float, float],
) -> None:
    height, width = old
    scales = np.asarray([1, 1, *factors], np.float32)
    checked_graph(
        model(
            f"""(float[1,3,{height},{width}] x) => (float[1,3,h,w] y) {{
            y = Resize <mode = "{mode}", coordinate_transformation_mode = "{coordinates}",
                nearest_mode = "{rounding}"> (x, , s) }}""",
            s=scales,
        ),
        2e-4,
    )


def test_computed_scales_give_the_size_they_were_computed_from() -> None:
    """13 / 7 · 7 is 13 in float32 and less than 13 in float64."""
    proto = model(
        """(float[1,4,p,q] a, float[1,4,r,s] b) => (float[1,4,t,u] y) {
        sa = Shape(a) sb = Shape(b) fa = Cast<to = 1>(sa) fb = Cast<to = 1>(sb)
        f = Div(fa, fb) i = Resize<mode = "linear">(b, , f) y = Add(a, i) }""",
        13,
    )
    feed = {"a": weights(1, 4, 13, 17), "b": weights(1, 4, 7, 9)}
    shapes = {name: array.shape for name, array in feed.items()}
    found = evaluate(build(load_onnx(proto, shapes), "test"), feed)["y"]
    np.testing.assert_allclose(found, by_onnxruntime(proto, feed)["y"], atol=1e-5)


@pytest.mark.parametrize("policy", ["not_larger", "not_smaller"])
def test_sizes_keep_the_aspect_ratio(policy: str) -> None:
    checked_graph(
        model(
            f"""(float[1,1,5,7] x) => (float[1,1,h,w] y) {{ y = Resize <mode = "linear",
                axes = [2, 3], keep_aspect_ratio_policy = "{policy}"> (x, , , n) }}""",
            18,
            n=np.asarray([8, 9]),
        )
    )


def test_a_place_that_rounding_moved_from_half_way_is_half_way() -> None:
    """6.5 / 13 · 11 is 5.5, and in float32 5.5000005."""
    how = Interpolation("nearest", "tf_half_pixel_for_nn", "round_prefer_floor")
    table = resized(how, 11, 12, float(np.float32(13 / 11)))
    assert table is not None
    assert int(table.indices[6, 0]) == 5


@pytest.mark.parametrize(
    ("how", "old", "new", "places"),
    [
        ("half_pixel ceil", 7, 17, {8: 3}),  # 8.5 · 7 / 17 - 0.5 is 3
        ("half_pixel round_prefer_floor", 6, 5, {2: 2}),  # 2.5
        ("asymmetric round_prefer_ceil", 7, 2, {1: 4}),  # 3.5
        ("asymmetric round_prefer_floor", 11, 26, {13: 5}),  # 5.5
        ("align_corners floor", 3, 13, {6: 1}),  # 1
        ("half_pixel_symmetric floor", 3, 11, {5: 0}),  # 1 - 2⁻²⁴
    ],
)
def test_places_that_are_whole_or_half_way_are_so(
    how: str, old: int, new: int, places: dict[int, int]
) -> None:
    coordinates, nearest = how.split()
    scale = float(np.float32(new) / np.float32(old))
    table = resized(Interpolation("nearest", coordinates, nearest), old, new, scale)
    assert table is not None
    assert {place: int(table.indices[place, 0]) for place in places} == places


def test_a_small_filter_is_one_pass_for_each_axis() -> None:
    graph = checked_graph(
        model(
            """(float[1,3,8,9] x) => (float[1,3,16,18] y) {
            scales = Constant <value = float[4] {1.0, 1.0, 2.0, 2.0}> ()
            y = Resize <mode = "linear"> (x, , scales) }"""
        )
    )
    assert operator_types(graph) == ["Sample", "Sample"]


def test_copies_of_neighbours_are_one_operator() -> None:
    graph = checked_graph(
        model(
            """(float[1,3,8,9] x) => (float[1,3,16,27] y) {
            scales = Constant <value = float[4] {1.0, 1.0, 2.0, 3.0}> ()
            y = Resize <mode = "nearest", nearest_mode = "floor",
                coordinate_transformation_mode = "asymmetric"> (x, , scales) }"""
        )
    )
    assert operator_types(graph) == ["Sample"]


@pytest.mark.parametrize("mode", ["reflect", "edge", "wrap"])
@pytest.mark.parametrize("pads", [(0, 2, 3, 0, 1, 2), (1, -1, 2, 0, 1, -2)])
def test_padding_repeats_elements(mode: str, pads: tuple[int, ...]) -> None:
    shape = [n + a + b for n, a, b in zip((2, 5, 6), pads[:3], pads[3:], strict=True)]
    text = f"""(float[2,5,6] x) => (float[{",".join(map(str, shape))}] y) {{
        pads = Constant <value = int64[6] {{{",".join(map(str, pads))}}}> ()
        y = Pad <mode = "{mode}"> (x, pads) }}"""
    checked_graph(model(text))


@pytest.mark.parametrize("mode", ["reflect", "edge"])
def test_padding_of_nothing_along_another_axis_is_nothing(mode: str) -> None:
    text = f"""(float[0,5] x) => (float[0,8] y) {{
        pads = Constant <value = int64[4] {{0, 2, 0, 1}}> ()
        y = Pad <mode = "{mode}"> (x, pads) }}"""
    checked_graph(model(text))


def test_a_crop_outside_the_image_is_filled() -> None:
    checked_graph(
        model(
            """(float[1,1,4,4] x) => (float[1,1,3,3] y) {
            roi = Constant <value = float[8] {0.0, 0.0, 0.4, 0.6, 1.0, 1.0, 1.2, 1.7}> ()
            sizes = Constant <value = int64[4] {1, 1, 3, 3}> ()
            y = Resize <mode = "linear", extrapolation_value = 10.0,
                coordinate_transformation_mode = "tf_crop_and_resize"> (x, roi, , sizes) }"""
        )
    )


def test_weights_of_an_antialiased_filter_total_to_one() -> None:
    table = resized(Interpolation("cubic", antialias=True), 17, 5, 5 / 17)
    assert table is not None
    assert table.weights is not None
    np.testing.assert_allclose(table.weights.sum(axis=1), 1.0)
    assert table.indices.min() >= 0
    assert table.indices.max() < 17


def test_flags_have_no_weights() -> None:
    """They are copied, or refused: nothing says how a sum of them is rounded."""
    text = """(bool[1,1,2,2] x) => (bool[1,1,4,4] y) {
        size = Constant <value = int64[4] {1, 1, 4, 4}> ()
        y = Resize <mode = "MODE"> (x, , , size) }"""
    x = np.array([[[[True, False], [False, True]]]])
    nearest = aoe.compile(model(text.replace("MODE", "nearest"), 19), threads=1)
    (found,) = nearest.run(None, {"x": x})
    np.testing.assert_array_equal(found, x.repeat(2, 2).repeat(2, 3))
    with pytest.raises(UnsupportedModelError, match=r"y \(Resize\)"):
        aoe.compile(model(text.replace("MODE", "linear"), 19), threads=1)


@pytest.mark.parametrize(
    ("inputs", "constant"),
    [("x, , c", np.array([[1, 1, 2, 1.5]], np.float32)), ("x, , , c", np.array([[1, 1, 8, 6]]))],
)
def test_scales_and_sizes_in_a_row_are_taken_as_by_onnxruntime(
    inputs: str, constant: np.ndarray
) -> None:
    text = f'(float[1,1,4,4] x) => (float[1,1,8,6] y) {{ y = Resize <mode = "linear"> ({inputs}) }}'
    checked_graph(model(text, 18, c=constant))


def test_an_axis_that_keeps_its_size_needs_no_table() -> None:
    assert resized(Interpolation("linear"), 7, 7, 1.0) is None


@given(st.sampled_from(["reflect", "edge", "wrap"]), st.integers(2, 9), st.integers(0, 20))
def test_a_padded_axis_repeats_its_elements_as_numpy_does(mode: str, size: int, pad: int) -> None:
    expected = np.pad(np.arange(size), (pad, 3), mode)  # type: ignore[call-overload]
    np.testing.assert_array_equal(padded(mode, size, pad, 3).indices[:, 0], expected)
