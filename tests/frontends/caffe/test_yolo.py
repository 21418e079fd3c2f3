"""Heads of YOLO against darknet's definitions, in the order of CANN."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from tests.frontends.caffe.nets import layer, numbers, outputs_of, source

_IMAGE = np.asarray([[416, 352, 300, 500], [416, 352, 640, 320]], np.float32)


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x.astype(np.float64))))


def _softmax(x: np.ndarray, axis: int) -> np.ndarray:
    e = np.exp(x.astype(np.float64))
    return np.asarray(e / e.sum(axis, keepdims=True))


def _yolo(
    x: np.ndarray, boxes: int, version: str, softmax: bool, background: bool
) -> list[np.ndarray]:
    """The table of the document of ATC."""
    images, channels, height, width = x.shape
    x = x.reshape(images, boxes, channels // boxes, height, width)
    found, kinds = x[:, :, 4:5], x[:, :, 5:]
    if version == "V3" or (not softmax and not background):
        found, kinds = _sigmoid(found), _sigmoid(kinds)
    elif softmax and background:
        both = _softmax(x[:, :, 4:], 2)
        found, kinds = both[:, :, :1], both[:, :, 1:]
    elif softmax:
        found, kinds = _sigmoid(found), _softmax(kinds, 2)
    else:
        kinds = _sigmoid(kinds)
    x_, y, w, h = _sigmoid(x[:, :, 0]), _sigmoid(x[:, :, 1]), x[:, :, 2], x[:, :, 3]
    coordinates = np.concatenate([x_, y, h, w], 1)
    return [
        coordinates,
        found[:, :, 0],
        kinds.transpose(0, 2, 1, 3, 4).reshape(images, -1, height, width),
    ]


_OPTIONS = [("V3", True, False), *(("V2", a, b) for a in (True, False) for b in (True, False))]


@pytest.mark.parametrize(("version", "softmax", "background"), _OPTIONS)
def test_yolo(version: str, softmax: bool, background: bool, tmp_path: Path) -> None:
    x = numbers((2, 3 * 9, 4, 5))
    flags = f"softmax: {str(softmax).lower()} background: {str(background).lower()}"
    text = source(x.shape) + layer(
        "Yolo",
        f'yolo_param {{ boxes: 3 coords: 4 classes: 4 yolo_version: "{version}" {flags} }}',
        top=("a", "b", "c"),
    )
    found = outputs_of(tmp_path, text, {"data": x}, names=["a", "b", "c"])
    for got, wanted in zip(found, _yolo(x, 3, version, softmax, background), strict=True):
        assert got.shape == wanted.shape
        np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-5)


def _candidates(
    parts: Sequence[np.ndarray], anchors: np.ndarray, info: np.ndarray, in_cells: bool
) -> list[tuple[np.ndarray, float, np.ndarray]]:
    """`get_yolo_detections` and `correct_yolo_boxes` of one image: corners, object, classes."""
    coordinates, objects, kinds = parts
    boxes = len(anchors)
    _, height, width = objects.shape
    net_h, net_w, h, w = info.astype(np.float64)
    new_w, new_h = (net_w, h * net_w / w) if net_w / w < net_h / h else (w * net_h / h, net_h)
    made = []
    coordinates = coordinates.reshape(4, boxes, height, width)
    kinds = kinds.reshape(-1, boxes, height, width)
    for n, i, j in np.ndindex(boxes, height, width):
        x, y, tall, wide = coordinates[:, n, i, j].astype(np.float64)
        x, y = (x + j) / width, (y + i) / height
        wide = np.exp(wide) * anchors[n, 0] / (width if in_cells else net_w)
        tall = np.exp(tall) * anchors[n, 1] / (height if in_cells else net_h)
        x = (x - (net_w - new_w) / 2 / net_w) / (new_w / net_w)
        y = (y - (net_h - new_h) / 2 / net_h) / (new_h / net_h)
        wide, tall = wide * net_w / new_w, tall * net_h / new_h
        corners = np.asarray([x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2])
        made.append((corners, float(objects[n, i, j]), kinds[:, n, i, j]))
    return made


def _overlap(a: np.ndarray, b: np.ndarray) -> float:
    size = np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0)
    both = np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2])
    return float(np.prod(size) / (both - np.prod(size)))


def _detected(
    candidates: Sequence[tuple[np.ndarray, float, np.ndarray]],
    info: np.ndarray,
    pre: int,
    post: int,
) -> np.ndarray:
    """Rows of x1, y1, x2, y2, score and class: thresholds 0.4 and 0.2, overlaps up to 0.45."""
    height, width = info[2:]
    rows: list[list[float]] = []
    for kind in range(len(candidates[0][2])):
        scored = [(o * k[kind] if o > 0.4 else 0.0, c) for c, o, k in candidates]
        scored = sorted(scored, key=lambda item: -item[0])[:pre]
        kept: list[np.ndarray] = []
        for score, box in scored:
            if score > 0.2 and all(_overlap(box, other) <= 0.45 for other in kept):
                kept.append(box)
                x1, y1, x2, y2 = box * [width, height, width, height]
                clipped = [max(x1, 0), max(y1, 0), min(x2, width - 1), min(y2, height - 1)]
                rows.append([*clipped, score, kind])
    return np.asarray(rows[:post]).reshape(-1, 6)


def _check(
    folder: Path, kind: str, parameters: str, scales: Sequence[tuple[int, int]], post: int
) -> None:
    rng = np.random.default_rng(3)
    anchors = np.asarray([[20, 30], [60, 40]]) / (1 if len(scales) > 1 else 30)
    feeds: dict[str, np.ndarray] = {}
    for number, (height, width) in enumerate(scales):
        feeds[f"a{number}"] = rng.standard_normal((2, 8, height, width)) * 0.5
        feeds[f"a{number}"][:, :4] = rng.uniform(0, 1, (2, 4, height, width))
        feeds[f"b{number}"] = rng.uniform(0, 1, (2, 2, height, width))
        feeds[f"c{number}"] = rng.uniform(0, 1, (2, 6, height, width))
    feeds = {name: value.astype(np.float32) for name, value in feeds.items()}
    bottoms = [f"{part}{number}" for part in "abc" for number in range(len(scales))]
    feeds["info"] = _IMAGE
    text = "".join(source(value.shape, name) for name, value in feeds.items())
    text += layer(kind, parameters, (*bottoms, "info"), ("box_out", "box_out_num"))
    boxes, counts = outputs_of(folder, text, feeds, names=["box_out", "box_out_num"])
    assert boxes.shape == (2, 6 * post)
    assert (counts.shape, counts.dtype) == ((2, 8), np.dtype(np.int32))
    for image in range(2):
        candidates = []
        for number in range(len(scales)):
            parts = [feeds[f"{part}{number}"][image] for part in "abc"]
            candidates += _candidates(parts, anchors, _IMAGE[image], len(scales) == 1)
        wanted = _detected(candidates, _IMAGE[image], 30, post)
        count = len(wanted)
        assert count > 3
        assert counts[image].tolist() == [count] + [0] * 7
        found = boxes[image, : 6 * count].reshape(6, count).T
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-3)
        assert not boxes[image, 6 * count :].any()


_COMMON = (
    "boxes: 2 classes: 3 relative: true obj_threshold: 0.4 score_threshold: 0.2 "
    "iou_threshold: 0.45 pre_nms_topn: 30 post_nms_topn: %d %s"
)


@pytest.mark.parametrize("post", [64, 5])
def test_boxes_of_version_3(post: int, tmp_path: Path) -> None:
    biases = " ".join(
        f"biases_{name}: {value}" for name in ("low", "mid", "high") for value in (20, 30, 60, 40)
    )
    given = f"yolov3_detection_output_param {{ {_COMMON % (post, biases)} }}"
    _check(tmp_path, "YoloV3DetectionOutput", given, [(2, 3), (3, 4), (4, 5)], post)


def test_boxes_of_version_2(tmp_path: Path) -> None:
    biases = " ".join(f"biases: {value / 30}" for value in (20, 30, 60, 40))
    given = f"yolov2_detection_output_param {{ {_COMMON % (40, biases)} }}"
    _check(tmp_path, "YoloV2DetectionOutput", given, [(5, 6)], 40)


def test_no_box(tmp_path: Path) -> None:
    feeds = {"a": (1, 4, 2, 2), "b": (1, 1, 2, 2), "c": (1, 2, 2, 2)}
    zeros = {name: np.zeros(shape, np.float32) for name, shape in feeds.items()}
    zeros["info"] = _IMAGE[:1]
    text = "".join(source(value.shape, name) for name, value in zeros.items()) + layer(
        "YoloV2DetectionOutput",
        "yolov2_detection_output_param { boxes: 1 classes: 2 biases: 1 biases: 1 }",
        tuple(zeros),
        ("y", "n"),
    )
    boxes, counts = outputs_of(tmp_path, text, zeros, names=["y", "n"])
    assert not boxes.any()
    assert not counts.any()


@pytest.mark.parametrize(
    ("kind", "parameters", "reason"),
    [
        ("Yolo", "yolo_param { softmaxtree: true }", "softmaxtree True"),
        ("YoloV2DetectionOutput", "yolov2_detection_output_param { relative: false }", "relative"),
    ],
)
def test_other_heads_are_refused(kind: str, parameters: str, reason: str, tmp_path: Path) -> None:
    bottoms = ("data",) * (1 if kind == "Yolo" else 4)
    if kind != "Yolo":
        parameters = parameters.replace("{", "{ boxes: 1 biases: 1 biases: 1")
    text = source((1, 4)) if kind != "Yolo" else source((1, 255, 2, 2))
    with pytest.raises(UnsupportedModelError, match=reason):
        outputs_of(tmp_path, text + layer(kind, parameters, bottoms, ("a", "b", "c")), {})
