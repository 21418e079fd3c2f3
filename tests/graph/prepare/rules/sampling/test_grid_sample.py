"""GridSample, RoiAlign and DeformConv are computed as ONNX Runtime does."""

from __future__ import annotations

import numpy as np
import pytest

from tests.graph.models import checked_graph, model, operator_types


@pytest.mark.parametrize("mode", ["linear", "nearest", "cubic"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("aligned", [0, 1])
def test_a_grid_is_sampled(mode: str, padding: str, aligned: int) -> None:
    graph = checked_graph(
        model(
            f"""(float[2,3,5,7] x, float[2,4,3,2] grid) => (float[2,3,4,3] y) {{
            y = GridSample <mode = "{mode}", padding_mode = "{padding}",
                align_corners = {aligned}> (x, grid) }}""",
            20,
        ),
        1e-4,
    )
    assert operator_types(graph)[-1] == "Sample"


def test_a_volume_is_sampled() -> None:
    checked_graph(
        model(
            """(float[1,2,3,4,5] x, float[1,2,3,2,3] grid) => (float[1,2,2,3,2] y) {
            y = GridSample <mode = "linear"> (x, grid) }""",
            20,
        ),
        1e-4,
    )


@pytest.mark.parametrize("mode", ["avg", "max"])
@pytest.mark.parametrize("coordinates", ["half_pixel", "output_half_pixel"])
def test_regions_are_pooled(mode: str, coordinates: str) -> None:
    checked_graph(
        model(
            f"""(float[2,3,9,8] x) => (float[2,3,2,3] y) {{
            rois = Constant <value = float[2,4] {{0.5, 1.0, 6.0, 5.5, 2.0, -1.0, 9.0, 7.0}}> ()
            batch = Constant <value = int64[2] {{1, 0}}> ()
            y = RoiAlign <mode = "{mode}", output_height = 2, output_width = 3, sampling_ratio = 2,
                coordinate_transformation_mode = "{coordinates}"> (x, rois, batch) }}"""
        ),
        1e-4,
    )


@pytest.mark.parametrize("mode", ["avg", "max"])
@pytest.mark.parametrize("coordinates", ["half_pixel", "output_half_pixel"])
@pytest.mark.parametrize("scale", [0.5, 3.0])
def test_each_region_decides_how_many_samples_it_takes(
    mode: str, coordinates: str, scale: float
) -> None:
    """Among the regions are ones of negative size, of no size, and beyond the image."""
    regions = np.array(
        [[0, 0, 7, 8], [1, 1, 1, 1], [5, 5, 2, 2], [-9, -4, 13, 25], [3, 3, 2.9, 6]], np.float32
    )
    checked_graph(
        model(
            f"""(float[2,3,9,8] x) => (float[5,3,2,3] y) {{
            zero = Constant <value = float {{0}}> ()
            one = ReduceMax <keepdims = 0> (x)
            nothing = Mul(one, zero)
            computed = Add(regions, nothing)
            y = RoiAlign <mode = "{mode}", output_height = 2, output_width = 3,
                spatial_scale = {scale}, coordinate_transformation_mode = "{coordinates}">
                (x, computed, batch) }}""",
            regions=regions,
            batch=np.array([0, 1, 0, 1, 0]),
        ),
        1e-4,
    )


@pytest.mark.parametrize("samples", [0, 2])
def test_no_region_has_no_result(samples: int) -> None:
    text = f"""(float[1,3,9,8] x, float[0,4] rois, int64[0] batch) => (float[0,3,2,3] y) {{
        y = RoiAlign <output_height = 2, output_width = 3, sampling_ratio = {samples}>
            (x, rois, batch) }}"""
    checked_graph(model(text))


@pytest.mark.parametrize("mask", ["", ", , mask"])
def test_a_convolution_with_offsets(mask: str) -> None:
    checked_graph(
        model(
            f"""(float[1,4,6,5] x, float[4,2,3,2] w, float[1,24,3,4] offset, float[1,12,3,4] mask)
            => (float[1,4,3,4] y) {{
            y = DeformConv <group = 2, offset_group = 2, strides = [2, 1], pads = [1, 0, 0, 0],
                kernel_shape = [3, 2]> (x, w, offset{mask}) }}""",
            19,
        ),
        1e-4,
    )


def test_a_convolution_of_no_image_with_offsets() -> None:
    checked_graph(
        model(
            """(float[0,4,6,5] x, float[2,4,3,2] w, float[0,12,4,4] offset)
            => (float[0,2,4,4] y) { y = DeformConv <kernel_shape = [3, 2]> (x, w, offset) }""",
            19,
        )
    )


def test_what_is_infinitely_far_does_not_count() -> None:
    offset = np.zeros((1, 2, 1, 5), np.float32)
    offset[0, 0, 0, :4] = np.inf, -np.inf, 1e30, np.nan
    text = """(float[1,1,1,5] x) => (float[1,1,1,5] y) {
        w = Constant <value = float[1,1,1,1] {1}> ()
        y = DeformConv <kernel_shape = [1, 1]> (x, w, offset) }"""
    checked_graph(model(text, 19, offset=offset))
