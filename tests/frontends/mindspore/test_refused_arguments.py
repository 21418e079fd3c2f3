"""Arguments of primitives that are refused by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from tests.frontends.mindspore.files import MindirWriter

IMAGE, REGIONS = (1, 2, 6, 6), (3, 5)


def refused(writer: MindirWriter, value: str, reason: str, folder: Path) -> None:
    writer.output(value)
    with pytest.raises(aoe.AoeError, match=reason):
        aoe.compile(writer.write(folder / "m.mindir"), device="reference")


def test_a_number_of_samples_that_mindspore_rounds_down(tmp_path: Path) -> None:
    writer = MindirWriter()
    operands = writer.input("x", IMAGE), writer.input("rois", REGIONS)
    found = writer.node(
        "ROIAlign", *operands, pooled_height=2, pooled_width=2, spatial_scale=1.0, sample_num=0
    )
    refused(writer, found, "ROIAlign .*its sample_num is 0; give the number of samples", tmp_path)


def test_crops_by_another_method(tmp_path: Path) -> None:
    writer = MindirWriter()
    image, boxes = writer.input("x", (1, 6, 6, 2)), writer.input("boxes", (1, 4))
    owners = np.zeros(1, np.int32)
    found = writer.node("CropAndResize", image, boxes, owners, (2, 2), method="bilinear_v2")
    refused(writer, found, "CropAndResize .*its method is 'bilinear_v2'", tmp_path)


@pytest.mark.parametrize(("bins", "ends"), [(0, (0.0, 1.0)), (5, (2.0, 1.0))])
def test_a_histogram_without_bins_or_with_a_range_backwards(
    bins: int, ends: tuple[float, float], tmp_path: Path
) -> None:
    writer = MindirWriter()
    found = writer.node("Histogram", writer.input("x", (9,)), bins=bins, min=ends[0], max=ends[1])
    refused(writer, found, "Histogram .*its (range|number of bins)", tmp_path)


def test_a_factor_of_what_is_not_square(tmp_path: Path) -> None:
    writer = MindirWriter()
    found = writer.node("Cholesky", writer.input("x", (2, 3)), False)
    refused(writer, found, "Cholesky .*2 × 3, not square", tmp_path)


def test_diagonals_that_a_matrix_has_not(tmp_path: Path) -> None:
    writer = MindirWriter()
    value = writer.input("x", (2, 3))
    found = writer.node(
        "MatrixDiagPartV3", value, np.asarray([3], np.int32), np.asarray(0, np.float32)
    )
    refused(writer, found, r"MatrixDiagPartV3 .*2 × 3 has not the diagonals \(3, 3\)", tmp_path)


@pytest.mark.parametrize("primitive", ["MatrixInverse", "Cholesky", "Qr", "MatrixDeterminant"])
def test_matrices_of_one_dimension(primitive: str, tmp_path: Path) -> None:
    writer = MindirWriter()
    found = writer.node(primitive, writer.input("x", (3,)))
    refused(writer, found, rf"{primitive} .*shape \[3\], not 2 or more dimensions", tmp_path)


def test_boxes_of_one_dimension(tmp_path: Path) -> None:
    writer = MindirWriter()
    found = writer.node("NMSWithMask", writer.input("x", (5,)), iou_threshold=0.5)
    refused(writer, found, r"its bboxes has the shape \[5\], not 2 dimensions", tmp_path)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (((0, 0, 0), (1, 1, 1), (1, 1, 1)), "it slices 3 of 2 dimensions"),
        (((0, 0), (1,), (1, 1)), "it has 2 begins, 1 end and 2 strides"),
    ],
)
@pytest.mark.parametrize("primitive", ["StridedSlice", "StridedSliceGrad"])
def test_slices_that_do_not_fit_their_tensor(
    primitive: str, limits: tuple[tuple[int, ...], ...], reason: str, tmp_path: Path
) -> None:
    writer = MindirWriter()
    shapes = ((4, 3),) if primitive.endswith("Grad") else ()
    found = writer.node(primitive, writer.input("x", (4, 3)), *shapes, *limits)
    refused(writer, found, f"{primitive} .*{reason}", tmp_path)
