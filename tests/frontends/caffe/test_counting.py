"""One thing is counted as one in what is said of sizes that are refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from aoe.errors import AoeError
from aoe.frontends.caffe.network import read_caffe
from tests.frontends.caffe.nets import layer, source, write_net

_MANY = 1 << 23
_YOLO_2 = "yolo_detection_output_param {{ num_classes: {} num_box: 1 coords: 4 {} }}"
_HEAD = (
    "yolov2_detection_output_param {{ boxes: 1 biases: 1 biases: 1 classes: {} pre_nms_topn: 1 "
    "post_nms_topn: 1 }}"
)
_PROPOSAL = "proposal_param { ratio: 1 scale: 8 post_nms_topn: 16 pre_nms_topn: 1 min_size: 1 }"


@pytest.mark.parametrize(
    ("kind", "parameters", "shapes", "reason"),
    [
        (
            "FSRDetectionOutput",
            "fsrdetectionoutput_param { num_classes: 3 }",
            [(_MANY, 5, 1), (_MANY, 12), (_MANY, 3), (_MANY, 3)],
            "it has 3 classes of 1 region$",
        ),
        (
            "YoloV2DetectionOutput",
            _HEAD.format(1 << 26),
            [(1, 4)] * 4,
            "it has 1 box of 67108864 classes$",
        ),
        ("YoloV2DetectionOutput", _HEAD.format(1), [(_MANY, 4)] * 4, "it gives 1 box$"),
        (
            "YoloDetectionOutput",
            _YOLO_2.format(1, "biases: 2"),
            [(1, 6, 5, 5)],
            "1 bias, of which 1 pair is taken$",
        ),
        (
            "YoloDetectionOutput",
            _YOLO_2.format(1 << 25, "biases: 2 biases: 2"),
            [(1, 5 + (1 << 25), 1, 1)],
            "it has 1 box of 33554432 classes$",
        ),
        (
            "PSROIPooling",
            f"psroi_pooling_param {{ spatial_scale: 1 output_dim: {1 << 28} group_size: 1 }}",
            [(1, 1 << 28, 1, 1), (1, 5)],
            "it has 1 region of 268435456 x 1 x 1 values$",
        ),
        (
            "Proposal",
            _PROPOSAL,
            [(2 * _MANY, 2, 1, 1), (2 * _MANY, 4, 1, 1), (2 * _MANY, 3)],
            "it has 1 anchor$",
        ),
        ("Proposal", _PROPOSAL, [(1, 2, 1, 1), (1, 1, 1, 1), (1, 3)], "3 bottoms, 1 offset of 1 a"),
    ],
)
def test_one_thing_is_counted_as_one(
    kind: str, parameters: str, shapes: Sequence[Sequence[int]], reason: str, tmp_path: Path
) -> None:
    names = [f"x{number}" for number in range(len(shapes))]
    text = "".join(source(shape, name) for shape, name in zip(shapes, names, strict=True))
    with pytest.raises(AoeError, match=reason):
        read_caffe(*write_net(tmp_path, text + layer(kind, parameters, names)), {})
