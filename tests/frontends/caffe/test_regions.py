"""Regions of images, their pooling, and Ascend's detections, against their definitions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from tests.frontends.caffe.cases import Case, check_case
from tests.frontends.caffe.definitions import detections
from tests.frontends.caffe.nets import IMAGE, layer, numbers, outputs_of, source

_REGIONS = np.asarray(
    [[0, 0.5, 1.5, 6, 6], [1, 3, 2, 11.2, 9.5], [1, -2.5, 4, -1, 30], [0, 5, 5, 5, 5]], np.float32
)


def _psroi(x: np.ndarray, regions: np.ndarray) -> np.ndarray:
    """`PSROIPoolingForward` of R-FCN: 3 outputs of 2 × 2 bins, scale 0.5."""
    away = np.sign(regions) * np.floor(np.abs(regions) + np.float32(0.5))
    size = np.asarray(x.shape[2:])
    y = np.zeros((len(regions), 3, 2, 2))
    for number, row in enumerate(away):
        start = np.float32(0.5) * row[[2, 1]]
        length = np.maximum(np.float32(0.5) * (row[[4, 3]] + 1) - start, np.float32(0.1)) / 2
        for c, i, j in np.ndindex(3, 2, 2):
            bin_ = np.asarray([i, j])
            low = np.clip(np.floor(bin_ * length + start), 0, size).astype(int)
            high = np.clip(np.ceil((bin_ + 1) * length + start), 0, size).astype(int)
            plane = x[int(row[0]), (c * 2 + i) * 2 + j]
            part = plane[low[0] : high[0], low[1] : high[1]]
            y[number, c, i, j] = part.mean() if part.size else 0
    return y


def _sample(plane: np.ndarray, y: float, x: float) -> float:
    """A value between pixels; 0 outside, the border up to a pixel beyond it."""
    height, width = plane.shape
    if y < -1 or y > height or x < -1 or x > width:
        return 0.0
    y, x = max(y, 0.0), max(x, 0.0)
    top, left = min(int(y), height - 1), min(int(x), width - 1)
    y, x = min(y, height - 1.0), min(x, width - 1.0)
    below, right = min(top + 1, height - 1), min(left + 1, width - 1)
    upper = plane[top, left] * (1 - (x - left)) + plane[top, right] * (x - left)
    lower = plane[below, left] * (1 - (x - left)) + plane[below, right] * (x - left)
    return float(upper * (1 - (y - top)) + lower * (y - top))


def _aligned(x: np.ndarray, regions: np.ndarray, samples: int) -> np.ndarray:
    """ROIAlign: 2 × 3 bins, scale 0.5. Without samples, a bin has ⌈its height⌉ × ⌈its width⌉."""
    y = np.zeros((len(regions), x.shape[1], 2, 3))
    for number, (image, *corners) in enumerate(regions):
        left, top, right, bottom = (0.5 * float(corner) for corner in corners)
        step = np.asarray([max(bottom - top, 1) / 2, max(right - left, 1) / 3])
        count = [samples or int(np.ceil(size)) for size in step]
        for c, i, j in np.ndindex(x.shape[1], 2, 3):
            values = [
                _sample(
                    x[int(image), c],
                    top + step[0] * (i + (a + 0.5) / count[0]),
                    left + step[1] * (j + (b + 0.5) / count[1]),
                )
                for a, b in np.ndindex(*count)
            ]
            y[number, c, i, j] = np.mean(values)
    return y


def _transformed(x: np.ndarray, theta: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """The loops of the document of ATC."""
    images, channels, height, width = x.shape
    y = np.zeros((images, channels, rows, columns))
    for n, i, j in np.ndindex(images, rows, columns):
        place = theta.reshape(-1, 2, 3)[n] @ [i / rows * 2 - 1, j / columns * 2 - 1, 1]
        down, across = (place + 1) / 2 * [height, width]
        for a in {int(np.floor(down)), int(np.ceil(down))}:
            for b in {int(np.floor(across)), int(np.ceil(across))}:
                if 0 <= a < height and 0 <= b < width:
                    y[n, :, i, j] += (1 - abs(down - a)) * (1 - abs(across - b)) * x[n, :, a, b]
    return y


def _blocks(x: np.ndarray) -> np.ndarray:
    """Blocks of 2 × 2 pixels as channels."""
    parts = [x[:, :, i::2, j::2] for i, j in np.ndindex(2, 2)]
    return np.concatenate(parts, 1)


_THETA = np.asarray([[0.9, 0.1, 0.05, -0.2, 1.1, 0], [1, 0, 0, 0, 1, 0.3]], np.float32)

CASES = [
    Case(
        "PSROIPooling",
        "psroi_pooling_param { spatial_scale: 0.5 output_dim: 3 group_size: 2 }",
        _psroi,
        feeds=[numbers((2, 12, 6, 7)), _REGIONS],
    ),
    Case(
        "ROIAlign",
        "roi_align_param { pooled_h: 2 pooled_w: 3 spatial_scale: 0.5 sampling_ratio: 2 }",
        lambda x, r: _aligned(x, r, 2),
        feeds=[numbers(IMAGE), _REGIONS],
    ),
    Case(
        "ROIAlign",
        "roi_align_param { pooled_h: 2 pooled_w: 3 spatial_scale: 0.5 }",
        lambda x, r: _aligned(x, r, 0),
        feeds=[numbers(IMAGE), _REGIONS],
    ),
    Case("Reorg", "", _blocks, shapes=[(2, 3, 4, 6)]),
    Case(
        "Reorg",
        "reorg_param { reverse: true }",
        lambda x: numbers((2, 3, 4, 6)),
        feeds=[_blocks(numbers((2, 3, 4, 6)))],
    ),
    Case(
        "BatchedMatMul",
        "batched_matmul_param { adj_x2: true }",
        lambda a, b: a @ b.swapaxes(-1, -2),
        shapes=[(2, 3, 4, 5), (2, 3, 6, 5)],
    ),
    Case(
        "BatchedMatMul",
        "batched_matmul_param { adj_x1: true }",
        lambda a, b: a.swapaxes(-1, -2) @ b,
        shapes=[(2, 5, 4), (2, 5, 6)],
    ),
    Case(
        "SpatialTransformer",
        "spatial_transform_param { output_h: 5 output_w: 8 }",
        lambda x, t: _transformed(x, t, 5, 8),
        feeds=[numbers(IMAGE), _THETA],
    ),
    Case(
        "SpatialTransformer",
        "spatial_transform_param { "
        + " ".join(f"affine_transform: {value}" for value in _THETA[0])
        + " }",
        lambda x: _transformed(x, _THETA[[0, 0]], *IMAGE[2:]),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title[:60])
def test_a_layer_computes_what_its_definition_says(case: Case, tmp_path: Path) -> None:
    check_case(case, tmp_path)


_ANCHORS = 2 * 2
_PROPOSAL = (
    "proposal_param { feat_stride: 8 base_size: 16 min_size: 6 ratio: 0.5 ratio: 2 scale: 1 "
    "scale: 2.5 pre_nms_topn: %d post_nms_topn: 16 iou_threshold: 0.6 "
    "output_actual_rois_num: true }"
)


def _anchors() -> np.ndarray:
    """`generate_anchors` of py-faster-rcnn: a window of 16 × 16, its ratios, their scales."""
    found = []
    for ratio in (0.5, 2):
        width = np.round(np.sqrt(256 / ratio))
        height = np.round(width * ratio)
        for scale in (1, 2.5):
            w, h = width * scale, height * scale
            found.append(
                [7.5 - (w - 1) / 2, 7.5 - (h - 1) / 2, 7.5 + (w - 1) / 2, 7.5 + (h - 1) / 2]
            )
    return np.asarray(found)


def _kept(boxes: np.ndarray, threshold: float) -> list[int]:
    """`py_cpu_nms` for boxes in falling order of their scores."""
    area = (boxes[:, 2] - boxes[:, 0] + 1) * (boxes[:, 3] - boxes[:, 1] + 1)
    order, kept = list(range(len(boxes))), []
    while order:
        best = order.pop(0)
        kept.append(best)
        low, high = (
            np.maximum(boxes[best, :2], boxes[:, :2]),
            np.minimum(boxes[best, 2:], boxes[:, 2:]),
        )
        common = np.prod(np.maximum(high - low + 1, 0), 1)
        overlap = common / (area[best] + area - common)
        order = [i for i in order if overlap[i] <= threshold]
    return kept


def _proposals(
    scores: np.ndarray, offsets: np.ndarray, info: np.ndarray, pre: int
) -> tuple[np.ndarray, np.ndarray]:
    """`ProposalLayer.forward`, with rows of zeros up to 16."""
    images, _, rows, columns = scores.shape
    rois, counts = np.zeros((images, 5, 16)), np.zeros((images, 8), np.int32)
    for n in range(images):
        boxes, values = [], []
        for i, j, a in np.ndindex(rows, columns, _ANCHORS):
            x1, y1, x2, y2 = _anchors()[a] + 8 * np.asarray([j, i, j, i])
            w, h = x2 - x1 + 1, y2 - y1 + 1
            dx, dy, dw, dh = offsets[n, 4 * a : 4 * a + 4, i, j].astype(np.float64)
            cx, cy = dx * w + x1 + 0.5 * w, dy * h + y1 + 0.5 * h
            w, h = np.exp(dw) * w / 2, np.exp(dh) * h / 2
            limit = info[n, [1, 0, 1, 0]] - 1
            box = np.clip([cx - w, cy - h, cx + w, cy + h], 0, limit)
            if min(box[2] - box[0], box[3] - box[1]) >= 5:
                boxes.append(box)
                values.append(scores[n, _ANCHORS + a, i, j])
        order = np.argsort(-np.asarray(values), kind="stable")[:pre]
        sorted_boxes = np.asarray(boxes)[order]
        kept = sorted_boxes[_kept(sorted_boxes, 0.6)][:16]
        rois[n, 0], counts[n, 0] = n, len(kept)
        rois[n, 1:, : len(kept)] = kept.T
    return rois, counts


@pytest.mark.parametrize("pre", [12, 60, 500])
def test_proposals(pre: int, tmp_path: Path) -> None:
    feeds = {
        "scores": np.random.default_rng(1).uniform(0, 1, (2, 2 * _ANCHORS, 5, 6)),
        "offsets": 0.4 * numbers((2, 4 * _ANCHORS, 5, 6), 2),
        "info": np.asarray([[40, 48, 1], [30, 20, 2]]),
    }
    feeds = {name: value.astype(np.float32) for name, value in feeds.items()}
    text = "".join(source(value.shape, name) for name, value in feeds.items())
    text += layer("Proposal", _PROPOSAL % pre, tuple(feeds), ("rois", "number"))
    found = outputs_of(tmp_path, text, feeds, names=["rois", "number"])
    wanted = _proposals(feeds["scores"], feeds["offsets"], feeds["info"], pre)
    assert found[1].dtype == np.int32
    np.testing.assert_array_equal(found[1], wanted[1])
    np.testing.assert_allclose(found[0], wanted[0], rtol=1e-5, atol=1e-4)


def test_regions_of_proposal_are_pooled(tmp_path: Path) -> None:
    """The chain of Ascend's Faster R-CNN: rois and their number go into ROIPooling."""
    x = numbers((1, 3, 5, 6))
    scores = np.random.default_rng(1).uniform(0, 1, (1, 2 * _ANCHORS, 5, 6)).astype(np.float32)
    offsets = np.zeros((1, 4 * _ANCHORS, 5, 6), np.float32)
    info = np.asarray([[40, 48, 1]], np.float32)
    feeds = {"x": x, "scores": scores, "offsets": offsets, "info": info}
    text = "".join(source(value.shape, name) for name, value in feeds.items())
    text += layer("Proposal", _PROPOSAL % 60, ("scores", "offsets", "info"), ("rois", "n"), "rpn")
    text += layer(
        "ROIPooling",
        "roi_pooling_param { pooled_h: 1 pooled_w: 1 spatial_scale_h: 0.125 "
        "spatial_scale_w: 0.125 }",
        ("x", "rois", "n"),
        ("pooled",),
    )
    options = aoe.ModelOptions(out_nodes=["rpn:0", "rpn:1", "l:0"])
    rois, number, pooled = outputs_of(tmp_path, text, feeds, model_options=options)
    assert (number.shape, number.dtype) == ((1, 8), np.dtype(np.int32))
    assert pooled.shape == (16, 3, 1, 1)
    for row, value in zip(rois[0].T, pooled[..., 0, 0], strict=True):
        left, top, right, bottom = np.floor(row[1:] / 8 + 0.5).astype(int)
        part = x[0, :, top : max(bottom, top) + 1, left : max(right, left) + 1]
        np.testing.assert_allclose(value, part.max((1, 2)), rtol=1e-6)


@pytest.mark.parametrize(
    ("kind", "parameters", "reason"),
    [
        ("ROIPooling", "roi_pooling_param { pooled_h: 1 pooled_w: 1 }", "one spatial_scale"),
        ("ROIAlign", "roi_align_param { pooled_h: 1 roi_end_mode: 1 }", "roi_end_mode 1"),
    ],
)
def test_other_ways_of_regions_are_refused(
    kind: str, parameters: str, reason: str, tmp_path: Path
) -> None:
    text = source() + source((1, 5), "r") + layer(kind, parameters, ("data", "r"))
    with pytest.raises(UnsupportedModelError, match=reason):
        outputs_of(tmp_path, text, {})


def test_a_proposal_of_a_size_that_ascend_does_not_have_is_refused(tmp_path: Path) -> None:
    text = source((1, 18, 2, 2), "s") + source((1, 36, 2, 2), "o") + source((1, 3), "i")
    text += layer("Proposal", "proposal_param { post_nms_topn: 300 }", ("s", "o", "i"))
    with pytest.raises(UnsupportedModelError, match="post_nms_topn 300 is not a multiple of 16"):
        outputs_of(tmp_path, text, {})


def test_detections_of_ascend_have_a_fixed_size(tmp_path: Path) -> None:
    images, boxes = 2, 30
    random = np.random.default_rng(5)
    low = random.uniform(0, 0.7, (boxes, 2))
    prior = np.concatenate([low, low + random.uniform(0.1, 0.4, (boxes, 2))], 1)
    prior = np.stack([prior, np.full((boxes, 4), 0.1)]).reshape(1, 2, -1).astype(np.float32)
    loc = numbers((images, boxes, 4))
    conf = random.uniform(0, 1, (images, boxes, 3)).astype(np.float32)
    feeds = {
        "loc": loc.reshape(images, -1),
        "conf": conf.reshape(images, -1),
        "prior": prior,
    }
    text = "".join(source(value.shape, name) for name, value in feeds.items())
    text += layer(
        "SSDDetectionOutput",
        "ssddetectionoutput_param { num_classes: 3 share_location: true background_label_id: 0 "
        "iou_threshold: 0.45 top_k: 20 eta: 1.0 variance_encoded_in_target: false code_type: 1 "
        "keep_top_k: 9 confidence_threshold: 0.4 }",
        tuple(feeds),
        ("out_boxnum", "y"),
    )
    number, rows = outputs_of(tmp_path, text, feeds, names=["out_boxnum", "y"])
    assert (number.dtype, number.shape, rows.shape) == (
        np.dtype(np.int32),
        (images, 8),
        (images, 128, 8),
    )
    decoded = np.repeat((prior[0, 0].reshape(boxes, 4) + 0.1 * loc)[:, None], 3, 1)
    wanted = detections(decoded, conf.transpose(0, 2, 1), 0, 0.4, 0.45, 20, 9)[0, 0]
    for image in range(images):
        own = wanted[wanted[:, 0] == image]
        assert number[image].tolist() == [len(own)] + [0] * 7
        np.testing.assert_allclose(rows[image, : len(own), :7], own, rtol=1e-5, atol=1e-6)
        assert not rows[image, len(own) :].any()
        assert not rows[image, :, 7].any()
