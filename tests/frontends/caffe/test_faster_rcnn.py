"""Ascend's FSRDetectionOutput against a transcription of its kernel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from tests.frontends.caffe.nets import layer, numbers, outputs_of, source

_IMAGES, _CLASSES, _REGIONS = 2, 3, 24
_PARAMETERS = (
    "fsrdetectionoutput_param { num_classes: 3 score_threshold: 0.35 iou_threshold: 0.4 "
    "batch_rois: 2 }"
)


def _feeds() -> dict[str, np.ndarray]:
    random = np.random.default_rng(3)
    low = random.uniform(0, 40, (_IMAGES, 2, _REGIONS))
    image = np.broadcast_to(np.arange(_IMAGES)[:, None, None], (_IMAGES, 1, _REGIONS))
    rows = _IMAGES * _REGIONS
    feeds = {
        "rois": np.concatenate([image, low, low + random.uniform(4, 25, low.shape)], 1),
        "offsets": 0.3 * numbers((rows, 4 * _CLASSES), 2),
        "scores": random.uniform(0, 1, (rows, _CLASSES)),
        "info": np.asarray([[48, 60, 1], [40, 50, 1]]),
    }
    found = {name: value.astype(np.float32) for name, value in feeds.items()}
    counts = np.zeros((_IMAGES, 8), np.int32)
    counts[:, 0] = 24, 17
    return {**found, "counts": counts}


def _detected(feeds: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """One box after the other: decoded, cut to the image, sorted, and without overlaps."""
    counts = np.zeros((_IMAGES, _CLASSES, 8), np.int32)
    boxes = np.zeros((_IMAGES, _CLASSES, _REGIONS, 8))
    for image, label in np.ndindex(_IMAGES, _CLASSES):
        candidates = []
        for region in range(int(feeds["counts"][image, 0]) if label else 0):
            row = image * _REGIONS + region
            x1, y1, x2, y2 = feeds["rois"][image, 1:, region].astype(float)
            dx, dy, dw, dh = feeds["offsets"][row, 4 * label : 4 * label + 4].astype(float)
            w, h = x2 - x1 + 1, y2 - y1 + 1
            x, y = x1 + w / 2 + dx * w, y1 + h / 2 + dy * h
            half = np.exp([dw, dh]) * [w, h] / 2
            centre = np.asarray([x, y])
            ends = np.concatenate([centre - half, centre + half])
            box = np.clip(ends, 0, feeds["info"][image, [1, 0, 1, 0]] - 1)
            if feeds["scores"][row, label] > 0.35:
                candidates.append((float(feeds["scores"][row, label]), box))
        kept: list[tuple[float, np.ndarray]] = []
        for score, box in sorted(candidates, key=lambda item: -item[0]):
            if all(_overlap(box, other) <= 0.4 for _, other in kept):
                kept.append((score, box))
        counts[image, label, 0] = len(kept)
        for place, (score, box) in enumerate(kept):
            boxes[image, label, place] = [*box, score, label, image, 0]
    return counts, boxes


def _overlap(one: np.ndarray, other: np.ndarray) -> float:
    """Common pixels by all pixels of two boxes."""
    low, high = np.maximum(one[:2], other[:2]), np.minimum(one[2:], other[2:])
    common = np.prod(np.maximum(high - low + 1, 0))
    areas = [np.prod(box[2:] - box[:2] + 1) for box in (one, other)]
    return float(common / (sum(areas) - common))


@pytest.mark.parametrize("counted", [True, False])
def test_boxes_of_each_class(counted: bool, tmp_path: Path) -> None:
    feeds = _feeds()
    if not counted:
        feeds["counts"][:, 0] = _REGIONS
    wanted = _detected(feeds)
    assert len(set(wanted[0][:, 1:, 0].reshape(-1))) > 1
    if counted:
        feeds["counts"] = feeds["counts"].astype(np.float32)
    else:
        del feeds["counts"]
    text = "".join(source(value.shape, name) for name, value in feeds.items())
    text += layer("FSRDetectionOutput", _PARAMETERS, tuple(feeds), ("number", "boxes"))
    number, boxes = outputs_of(tmp_path, text, feeds, names=["number", "boxes"])
    assert number.dtype == np.int32
    np.testing.assert_array_equal(number, wanted[0])
    np.testing.assert_allclose(boxes, wanted[1], rtol=1e-5, atol=1e-4)


def test_offsets_of_other_regions_are_refused(tmp_path: Path) -> None:
    feeds = {**_feeds(), "scores": np.zeros((7, 3), np.float32)}
    text = "".join(source(value.shape, name) for name, value in feeds.items())
    text += layer("FSRDetectionOutput", _PARAMETERS, tuple(feeds), ("number", "boxes"))
    with pytest.raises(UnsupportedModelError, match="are not those of 3 classes"):
        outputs_of(tmp_path, text, {})
