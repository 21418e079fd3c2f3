"""PriorBox and DetectionOutput of SSD against their definitions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from tests.frontends.caffe.definitions import detections
from tests.frontends.caffe.nets import layer, numbers, outputs_of, source

_BOXES = 40
_VARIANCES = np.asarray([0.1, 0.1, 0.2, 0.2], np.float32)


def _priors() -> np.ndarray:
    random = np.random.default_rng(5)
    low = random.uniform(0, 0.7, (_BOXES, 2))
    boxes = np.concatenate([low, low + random.uniform(0.1, 0.4, (_BOXES, 2))], 1)
    return np.stack([boxes, np.tile(_VARIANCES, (_BOXES, 1))]).astype(np.float32)


def _decoded(offsets: np.ndarray, code: str) -> np.ndarray:
    """`DecodeBBox`."""
    prior = _priors()[0]
    low, high = prior[:, :2], prior[:, 2:]
    change = offsets * _VARIANCES
    if code == "CORNER":
        return np.asarray(prior + change)
    extent = high - low
    if code == "CORNER_SIZE":
        return np.asarray(prior + change * np.concatenate([extent, extent], 1))
    centre = change[..., :2] * extent + (low + high) / 2
    half = np.exp(change[..., 2:]) * extent / 2
    return np.concatenate([centre - half, centre + half], -1)


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize(
    ("code", "top_k", "keep_top_k", "threshold", "background"),
    [
        ("CORNER", -1, -1, 0.0, 0),
        ("CENTER_SIZE", 20, 12, 0.1, 0),
        ("CORNER_SIZE", 100, 5, 0.3, -1),
        ("CENTER_SIZE", 30, 200, 2.0, 2),
        ("CORNER_SIZE", 7, 3, -1.0, 0),
    ],
)
def test_detections(
    code: str,
    shared: bool,
    top_k: int,
    keep_top_k: int,
    threshold: float,
    background: int,
    tmp_path: Path,
) -> None:
    images, classes = 2, 4
    groups = 1 if shared else classes
    loc = 2 * numbers((images, _BOXES, groups, 4), 1)
    conf = np.random.default_rng(2).uniform(0, 1, (images, _BOXES, classes)).astype(np.float32)
    prior = _priors().reshape(1, 2, -1)
    text = source((images, _BOXES * groups * 4), "loc") + source((images, _BOXES * classes), "conf")
    text += source(prior.shape, "prior") + layer(
        "DetectionOutput",
        f"detection_output_param {{ num_classes: {classes} share_location: {str(shared).lower()} "
        f"background_label_id: {background} nms_param {{ nms_threshold: 0.45 top_k: {top_k} }} "
        f"code_type: {code} keep_top_k: {keep_top_k} confidence_threshold: {threshold} }}",
        ("loc", "conf", "prior"),
    )
    feeds = {
        "loc": loc.reshape(images, -1),
        "conf": conf.reshape(images, -1),
        "prior": prior,
    }
    (found,) = outputs_of(tmp_path, text, feeds)
    boxes = np.stack([_decoded(loc[:, :, i if not shared else 0], code) for i in range(classes)], 1)
    wanted = detections(
        boxes, conf.transpose(0, 2, 1), background, threshold, 0.45, top_k, keep_top_k
    )
    assert found.shape == wanted.shape
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)


def test_variances_may_be_in_the_offsets(tmp_path: Path) -> None:
    prior, loc = _priors().reshape(1, 2, -1), numbers((1, _BOXES * 4))
    conf = np.random.default_rng(2).uniform(0, 1, (1, _BOXES * 2)).astype(np.float32)
    text = source(loc.shape, "loc") + source(conf.shape, "conf") + source(prior.shape, "prior")
    text += layer(
        "DetectionOutput",
        "detection_output_param { num_classes: 2 variance_encoded_in_target: true }",
        ("loc", "conf", "prior"),
    )
    (found,) = outputs_of(tmp_path, text, {"loc": loc, "conf": conf, "prior": prior})
    boxes = np.repeat((_priors()[0] + loc.reshape(1, _BOXES, 4))[:, None], 2, 1)
    scores = conf.reshape(1, _BOXES, 2).transpose(0, 2, 1)
    wanted = detections(boxes, scores, 0, -np.inf, 0.3, -1, -1)
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ("nms_param { eta: 0.9 }", "its threshold changes"),
        ("keep_top_k: 0", "it keeps no boxes"),
        (f"num_classes: {2**31}", f"it has {2**31 - 1} classes of 2 boxes"),
        ("num_classes: 1", "no images, boxes, classes or candidates"),
        (
            "objectness_score: 0.1",
            "objectness_score' .* is not a parameter",
        ),
    ],
)
def test_other_ways_of_detection_are_refused(parameters: str, reason: str, tmp_path: Path) -> None:
    text = source((1, 8), "loc") + source((1, 4), "conf") + source((1, 2, 8), "prior")
    classes = "" if "num_classes" in parameters else "num_classes: 2"
    text += layer(
        "DetectionOutput",
        f"detection_output_param {{ {classes} {parameters} }}",
        ("loc", "conf", "prior"),
    )
    with pytest.raises(UnsupportedModelError, match=reason):
        outputs_of(tmp_path, text, {})


def test_prior_boxes(tmp_path: Path) -> None:
    text = (
        source((1, 3, 60, 80))
        + source((1, 4, 2, 3), "f")
        + layer(
            "PriorBox",
            "prior_box_param { min_size: 10 max_size: 20 aspect_ratio: 2 aspect_ratio: 1 "
            "clip: true variance: 0.1 variance: 0.1 variance: 0.2 variance: 0.2 }",
            ("f", "data"),
        )
    )
    feeds = {"data": numbers((1, 3, 60, 80)), "f": numbers((1, 4, 2, 3))}
    (found,) = outputs_of(tmp_path, text, feeds)
    boxes = []
    for row, column in np.ndindex(2, 3):
        y, x = (row + 0.5) * 30, (column + 0.5) * 80 / 3
        for width, height in (
            (10, 10),
            (200**0.5, 200**0.5),
            (10 * 2**0.5, 10 / 2**0.5),
            (10 / 2**0.5, 10 * 2**0.5),
        ):
            corners = [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
            boxes.append(np.asarray(corners) / [80, 60, 80, 60])
    wanted = np.clip(np.concatenate(boxes), 0, 1)
    assert found.shape == (1, 2, 96)
    np.testing.assert_allclose(found[0, 0], wanted, rtol=1e-6)
    np.testing.assert_allclose(found[0, 1], np.tile(_VARIANCES, 24), rtol=1e-6)


def test_prior_boxes_of_a_given_image(tmp_path: Path) -> None:
    text = source((1, 3, 1, 1)) + layer(
        "PriorBox",
        "prior_box_param { min_size: 4 aspect_ratio: 2 flip: false img_h: 8 img_w: 16 step: 4 "
        "offset: 0 }",
        ("data", "data"),
    )
    (found,) = outputs_of(tmp_path, text, {"data": numbers((1, 3, 1, 1))})
    wide, low = 4 * 2**0.5, 4 / 2**0.5
    wanted = [-2 / 16, -2 / 8, 2 / 16, 2 / 8]
    wanted += [-wide / 32, -low / 16, wide / 32, low / 16]
    np.testing.assert_allclose(found[0], [wanted, [0.1] * 8], rtol=1e-6)


def test_a_result_of_more_rows_than_a_reader_makes_is_refused(tmp_path: Path) -> None:
    text = source((1, 8), "loc") + source((1, 4), "conf") + source((1, 2, 8), "prior")
    parameters = f"ssddetectionoutput_param {{ keep_top_k: {2**30} }}"
    text += layer("SSDDetectionOutput", parameters, ("loc", "conf", "prior"), ("n", "y"))
    with pytest.raises(UnsupportedModelError, match=f"it fills its result up to {2**30} rows"):
        outputs_of(tmp_path, text, {})
