"""Boxes without those that overlap better ones, and parts of images."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import IMAGE, CaseTable

TABLE = CaseTable()
case, normal = TABLE.case, TABLE.normal
raw = tf.raw_ops


def _boxes(centres: tf.Tensor, scores: tf.Tensor) -> tuple[tf.Tensor, ...]:
    boxes = tf.concat([centres - 0.6, centres + 0.6], 1)
    chosen = raw.NonMaxSuppressionV3(
        boxes=boxes, scores=scores, max_output_size=9, iou_threshold=0.3, score_threshold=0.2
    )
    return chosen, tf.gather(boxes, chosen)


case("boxes", _boxes, normal(12, 2), normal(12))
case(
    "boxes without threshold",
    lambda b, s: raw.NonMaxSuppressionV2(boxes=b, scores=s, max_output_size=4, iou_threshold=0.5),
    normal(12, 4),
    normal(12),
)

for pad in (False, True):
    for version in (4, 5):
        soft = {"soft_nms_sigma": 0.0} if version == 5 else {}
        case(
            f"boxes v{version} {'padded' if pad else 'open'}",
            lambda c, s, n=f"NonMaxSuppressionV{version}", p=pad, soft=soft: tuple(
                getattr(raw, n)(
                    boxes=tf.concat([c - 0.6, c + 0.6], 1),
                    scores=s,
                    max_output_size=15,
                    iou_threshold=0.3,
                    score_threshold=0.2,
                    pad_to_max_output_size=p,
                    **soft,
                )
            ),
            normal(12, 2),
            normal(12),
        )
case(
    "boxes of which few are kept",
    lambda c, s: raw.NonMaxSuppressionV4(
        boxes=tf.concat([c - 0.6, c + 0.6], 1),
        scores=s,
        max_output_size=3,
        iou_threshold=0.3,
        score_threshold=-9.0,
        pad_to_max_output_size=True,
    ),
    normal(12, 2),
    normal(12),
)
for kinds in (1, 3):
    for pad in (False, True):
        case(
            f"combined boxes {kinds} {'padded' if pad else 'open'}",
            lambda c, s, p=pad: tuple(
                raw.CombinedNonMaxSuppression(
                    boxes=tf.concat([c - 0.3, c + 0.3], 3),
                    scores=s,
                    max_output_size_per_class=3,
                    max_total_size=12,
                    iou_threshold=0.4,
                    score_threshold=0.1,
                    pad_per_class=p,
                    clip_boxes=not p,
                )
            ),
            np.abs(normal(2, 10, kinds, 2)),
            normal(2, 10, 3),
        )
BOXES = np.asarray(
    [[0, 0, 1, 1], [0.1, 0.2, 0.7, 0.9], [0.8, 0.6, 0.2, 0.1], [-0.2, 0.5, 1.1, 1]], np.float32
)
for method in ("bilinear", "nearest"):
    for crop in ([5, 4], [1, 3]):
        case(
            f"crop {method} {crop[0]}",
            lambda x, b, m=method, s=crop: raw.CropAndResize(
                image=x,
                boxes=b,
                box_ind=[0, 1, 1, 0],
                crop_size=s,
                method=m,
                extrapolation_value=0.5,
            ),
            IMAGE,
            BOXES,
        )
for overlap, least, pad in ((0.5, 0.05, False), (1.0, -np.inf, True), (0.2, 0.0, True)):
    case(
        f"boxes with lowered scores {overlap} {'padded' if pad else 'open'}",
        lambda c, s, o=overlap, t=least, p=pad: tuple(
            raw.NonMaxSuppressionV5(
                boxes=tf.concat([c - 0.6, c + 0.6], 1),
                scores=s,
                max_output_size=10,
                iou_threshold=o,
                score_threshold=t,
                soft_nms_sigma=0.4,
                pad_to_max_output_size=p,
            )
        ),
        normal(12, 2) * np.float32(0.5),
        normal(12) + np.float32(0.5),
    )
