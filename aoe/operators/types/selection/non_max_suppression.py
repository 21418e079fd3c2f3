"""Boxes chosen by score without those that overlap a chosen one: NonMaxSuppression.

Anchor inputs: boxes (batch, n, 4) and scores (batch, classes, n), float32. Attributes: `most` is
the largest number of boxes of a class and image. `iou` and `score` are the thresholds; a score of
−inf is none. `center` is 1 where boxes are given by centre and size, and 0 where they are given by
two corners.

The result is a vector of int64: image, class and box of each chosen box, then zeros, and at the end
how many boxes were chosen. Implementation: `non_max_suppression`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import float_attribute, integer_attribute, refuse, required_input
from aoe.operators.operator import Operand, Operator


def non_max_suppression(
    boxes: Operand, scores: Operand, most: int, iou: float, score: float, center: bool
) -> Operator:
    """The operator that chooses at most `most` boxes of each class and image."""
    batch, classes, _ = scores.shape
    attributes = (("center", int(center)), ("iou", iou), ("most", most), ("score", str(score)))
    output = Operand.row_major("int64", (3 * batch * classes * most + 1,))
    return Operator("NonMaxSuppression", attributes, (boxes, scores), output, 2)


def score_threshold(operator: Operator) -> float:
    """The score that a box must exceed. The attribute is text, as JSON has no infinity."""
    return float(str(operator.attribute["score"]))


def _import_node(node: SourceNode) -> ImportedOperator:
    boxes, scores = required_input(node, 0), required_input(node, 1)
    if (boxes.dtype, scores.dtype) != ("float32", "float32"):
        raise refuse(node, "boxes and scores must be float32")
    operator = non_max_suppression(
        boxes,
        scores,
        integer_attribute(node, "most", 0),
        float_attribute(node, "iou", 0.0),
        float_attribute(node, "score", -np.inf),
        bool(integer_attribute(node, "center", 0)),
    )
    return ImportedOperator(operator, (0, 1))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    boxes, scores = (array.astype(np.float32) for array in inputs)
    chosen: list[tuple[int, int, int]] = []
    for image, label in np.ndindex(*scores.shape[:2]):
        left = np.where(
            scores[image, label] > score_threshold(operator), scores[image, label], -np.inf
        )
        for _ in range(operator.integer("most")):
            best = int(np.argmax(left))
            if not left[best] > -np.inf:
                break
            chosen.append((image, label, best))
            left[_overlaps(operator, boxes[image], best)] = -np.inf
            left[best] = -np.inf
    result = np.zeros(operator.output.shape, np.int64)
    result[: 3 * len(chosen)] = np.asarray(chosen, np.int64).reshape(-1)
    result[-1] = len(chosen)
    return result


def _overlaps(operator: Operator, boxes: np.ndarray, best: int) -> np.ndarray:
    """Whether each box overlaps box number `best`: whether their intersection is a larger part of
    their union than the threshold.
    """
    if operator.integer("center"):
        half = boxes[:, 2:] / 2
        low, high = boxes[:, :2] - half, boxes[:, :2] + half
    else:
        low = np.minimum(boxes[:, :2], boxes[:, 2:])
        high = np.maximum(boxes[:, :2], boxes[:, 2:])
    area = np.prod(high - low, axis=1)
    sides = np.minimum(high, high[best]) - np.maximum(low, low[best])
    shared = np.prod(sides, axis=1)
    union = area + area[best] - shared
    valid = (sides > 0).all(axis=1) & (area > 0) & (area[best] > 0) & (union > 0)
    ratio = shared / np.where(valid, union, 1)
    return np.asarray(valid & (ratio > np.float32(operator.number("iou"))))


def _output_order(operator: Operator) -> tuple[int, ...]:
    return (0,)


OPERATOR = OperatorDefinition(
    type="NonMaxSuppression",
    onnx_types=("NonMaxSuppressionRows",),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    fuses_epilogue=False,
)
