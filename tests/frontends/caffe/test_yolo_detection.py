"""Heads of MobileNet-YOLO against a transcription of their loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import AoeError, UnsupportedModelError
from tests.frontends.caffe.nets import layer, numbers, outputs_of, source

_CLASSES, _OVERLAP, _LEAST = 4, 0.45, 0.3
_VERSION_2 = (
    "yolo_detection_output_param {{ side: 5 num_classes: 4 num_box: 2 coords: 4 "
    "confidence_threshold: {least} nms_threshold: 0.45 {biases} }}"
)
_VERSION_3 = (
    "yolov3_detection_output_param {{ num_classes: 4 num_box: 2 confidence_threshold: {least} "
    "nms_threshold: 0.45 {biases} mask: 2 mask: 3 mask: 0 mask: 1 mask_group_num: 2 "
    "anchors_scale: 32 anchors_scale: 16 }}"
)
_ANCHORS = ((12, 18), (37, 49), (52, 132), (115, 73))

#: Centre and size of a box, its score and its class.
_Box = tuple[float, float, float, float, float, int]


def _sigmoid(x: float) -> float:
    return float(1 / (1 + np.exp(-x)))


def _boxes(
    x: np.ndarray, anchors: Sequence[tuple[float, float]], scale: int, softmax: bool
) -> list[_Box]:
    """The loops over cells and anchors, which are in parts of a cell, `scale` for each."""
    found: list[_Box] = []
    x = x[0].reshape(len(anchors), 5 + _CLASSES, *x.shape[2:]).astype(np.float64)
    height, width = x.shape[2:]
    for n, row, column in np.ndindex(len(anchors), height, width):
        tx, ty, tw, th, objectness, *kinds = x[n, :, row, column]
        box = (
            (column + _sigmoid(tx)) / width,
            (row + _sigmoid(ty)) / height,
            np.exp(tw) * anchors[n][0] / (width * scale),
            np.exp(th) * anchors[n][1] / (height * scale),
        )
        if softmax:
            likely = np.exp(np.asarray(kinds) - max(kinds))
            likely = likely / likely.sum()
            scored = [(int(likely.argmax()), float(likely.max()))]
        else:
            scored = [(kind, _sigmoid(value)) for kind, value in enumerate(kinds)]
        for kind, value in scored:
            if _sigmoid(objectness) * value > _LEAST:
                found.append((*box, _sigmoid(objectness) * value, kind))
    return found


def _overlap(a: _Box, b: _Box) -> float:
    sides = [
        min(a[i] + a[i + 2] / 2, b[i] + b[i + 2] / 2)
        - max(a[i] - a[i + 2] / 2, b[i] - b[i + 2] / 2)
        for i in (0, 1)
    ]
    shared = 0.0 if min(sides) < 0 else sides[0] * sides[1]
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def _rows(boxes: Sequence[_Box]) -> np.ndarray:
    chosen: list[_Box] = []
    for box in sorted(boxes, key=lambda item: -item[4]):
        if all(_overlap(box, better) < _OVERLAP for better in chosen):
            chosen.append(box)
    return np.asarray(
        [
            [0, kind + 1, score, x - w / 2, y - h / 2, x + w / 2, y + h / 2]
            for x, y, w, h, score, kind in chosen
        ],
        np.float32,
    )


def _biases(anchors: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"biases: {number}" for pair in anchors for number in pair)


@pytest.mark.parametrize("sides", [(5,), (4, 7)])
def test_boxes_of_version_2(sides: tuple[int, ...], tmp_path: Path) -> None:
    anchors = [(3.08, 2.69), (3.42, 3.41)]
    feeds = {f"x{side}": 1.5 * numbers((1, 2 * (5 + _CLASSES), side, side), side) for side in sides}
    for x in feeds.values():
        # Boxes of about one size overlap.
        x.reshape(2, 5 + _CLASSES, *x.shape[2:])[:, 2:4] *= 0.2
    text = "".join(source(x.shape, name) for name, x in feeds.items())
    parameters = _VERSION_2.format(biases=_biases(anchors), least=_LEAST)
    text += layer("YoloDetectionOutput", parameters, tuple(feeds))
    (found,) = outputs_of(tmp_path, text, feeds)
    boxes = [box for x in feeds.values() for box in _boxes(x, anchors, 1, True)]
    wanted = _rows(boxes)
    assert 3 < len(wanted) < len(boxes)
    assert found.shape == (1, 1, len(wanted), 7)
    np.testing.assert_allclose(found[0, 0], wanted, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("wider", [0, 2])
def test_boxes_of_version_3(wider: int, tmp_path: Path) -> None:
    a, b = (
        numbers((1, 2 * (5 + _CLASSES), side, side * (2 + wider) // 2), side) * 1.2
        for side in (4, 8)
    )
    text = source(a.shape, "a") + source(b.shape, "b")
    parameters = _VERSION_3.format(biases=_biases(_ANCHORS), least=_LEAST)
    text += layer("Yolov3DetectionOutput", parameters, ("a", "b"))
    (found,) = outputs_of(tmp_path, text, {"a": a, "b": b})
    boxes = _boxes(a, _ANCHORS[2:], 32, False) + _boxes(b, _ANCHORS[:2], 16, False)
    wanted = _rows(boxes)
    assert 10 < len(wanted) < len(boxes)
    assert found.shape == (1, 1, len(wanted), 7)
    np.testing.assert_allclose(found[0, 0], wanted, rtol=2e-5, atol=2e-5)


def test_no_box_gives_a_row_of_the_image(tmp_path: Path) -> None:
    x = np.full((1, 18, 2, 2), -9, np.float32)
    parameters = _VERSION_2.format(biases=_biases(_ANCHORS[:2]), least=_LEAST)
    (found,) = outputs_of(
        tmp_path, source(x.shape) + layer("YoloDetectionOutput", parameters), {"data": x}
    )
    np.testing.assert_array_equal(found, [[[[0, -1, -1, -1, -1, -1, -1]]]])


@pytest.mark.parametrize(
    ("kind", "parameters", "shape", "reason"),
    [
        ("YoloDetectionOutput", _VERSION_2, (2, 18, 5, 5), "it takes 2 images"),
        ("YoloDetectionOutput", _VERSION_2, (1, 18, 5, 4), "it takes 5 × 4 cells"),
        ("YoloDetectionOutput", _VERSION_2, (1, 17, 5, 5), "17 channels of 2 boxes"),
        ("Yolov3DetectionOutput", _VERSION_3, (1, 18, 5, 5), "mask_group_num 2"),
        (
            "Yolov3DetectionOutput",
            "yolov3_detection_output_param {{ num_classes: 4 gaussian_box: true {biases} }}",
            (1, 18, 5, 5),
            "gaussian_box",
        ),
        ("YoloV3DetectionOutput", _VERSION_3, (1, 18, 5, 5), "num_classes.* of another layer"),
        (
            "Yolov3DetectionOutput",
            "yolov3_detection_output_param {{ classes: 4 {biases} }}",
            (1, 18, 5, 5),
            "classes is of another layer of that name",
        ),
    ],
)
def test_other_heads_are_refused(
    kind: str, parameters: str, shape: tuple[int, ...], reason: str, tmp_path: Path
) -> None:
    text = source(shape) + layer(kind, parameters.format(biases=_biases(_ANCHORS), least=_LEAST))
    with pytest.raises(AoeError, match=reason):
        outputs_of(tmp_path, text, {})


def test_more_anchors_than_there_are_are_refused_without_counting_them(tmp_path: Path) -> None:
    text = _VERSION_2.format(biases=_biases(_ANCHORS[:2]), least=0.3)
    text = text.replace("num_box: 2", f"num_box: {2**31}")
    with pytest.raises(AoeError, match=f"4 biases, of which {2**31} pairs are taken"):
        outputs_of(tmp_path, source((1, 18, 5, 5)) + layer("YoloDetectionOutput", text), {})


def test_a_threshold_of_overlaps_that_keeps_no_or_all_boxes_is_refused(tmp_path: Path) -> None:
    text = _VERSION_2.format(biases=_biases(_ANCHORS[:2]), least=0.3).replace("0.45", "0")
    with pytest.raises(UnsupportedModelError, match="nms_threshold 0"):
        outputs_of(tmp_path, source((1, 18, 5, 5)) + layer("YoloDetectionOutput", text), {})


def _with_head(before: str) -> str:
    """A layer, and a head of MobileNet-YOLO that takes its result by a convolution."""
    thinner = layer(
        "Convolution",
        "convolution_param { num_output: 18 kernel_size: 1 bias_term: false }",
        ("y",),
        ("thin",),
        "thinner",
    )
    parameters = _VERSION_2.format(biases=_biases(_ANCHORS), least=_LEAST)
    return (
        before + thinner + layer("YoloDetectionOutput", parameters, ("thin",), ("found",), "head")
    )


def _reorganised(x: np.ndarray, stride: int) -> np.ndarray:
    """The loops of darknet's reorg: values of C × H × W, read as C / 4 × 2H × 2W."""
    images, channels, height, width = x.shape
    fewer = channels // stride**2
    given = x.reshape(images, fewer, height * stride, width * stride)
    found = np.empty_like(x)
    for c, h, w in np.ndindex(channels, height, width):
        offset = c // fewer
        row, column = h * stride + offset // stride, w * stride + offset % stride
        found[:, c, h, w] = given[:, c % fewer, row, column]
    return found.reshape(images, -1, height // stride, width // stride)


@pytest.mark.parametrize(
    ("kind", "parameters", "wanted"),
    [
        ("Reorg", "reorg_param { stride: 2 }", lambda x: _reorganised(x, 2)),
        ("Upsample", "upsample_param { scale: 3 }", lambda x: x.repeat(3, 2).repeat(3, 3)),
        ("Upsample", "", lambda x: x),
    ],
)
def test_other_layers_of_a_network_with_a_head_are_those_of_its_fork(
    kind: str, parameters: str, wanted: Callable[[np.ndarray], np.ndarray], tmp_path: Path
) -> None:
    x = numbers((1, 8, 4, 4))
    text = _with_head(source(x.shape) + layer(kind, parameters, name="other"))
    expected = wanted(x)
    blobs = {"thinner": [numbers((18, expected.shape[1], 1, 1))]}
    options = aoe.ModelOptions(out_nodes=["y"])
    (found,) = outputs_of(tmp_path, text, {"data": x}, blobs, ["y"], model_options=options)
    np.testing.assert_array_equal(found, expected)
