"""LinearClassifier and LinearRegressor become matmuls."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    integer,
    shape_of,
)
from aoe.graph.prepare.rules.classical.forest import floats
from aoe.graph.prepare.rules.classical.scores import (
    chosen_label,
    class_labels,
    count_of_classes,
    features,
    label_where,
    post_transform,
    transformed,
    transformed_targets,
)


def regressor(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """LinearRegressor."""
    x = features(node, build)
    if node.op_type != "LinearRegressor" or x is None:
        return None
    scores = _scores(build, node, x, integer(node, "targets", 1))
    return None if scores is None else transformed_targets(build, scores, post_transform(node))


def classifier(node: onnx_ir.Node, build: Builder) -> Replacement:
    """LinearClassifier: labels and scores. A single score stands for the second of two classes."""
    x = features(node, build)
    if node.op_type != "LinearClassifier" or x is None:
        return None
    labels, count = (
        class_labels(node, "classlabels_ints"),
        count_of_classes(node, "classlabels_ints"),
    )
    used = bool(node.outputs[0].uses()) or node.outputs[0].is_graph_output()
    rows = floats(node, "coefficients").size // shape_of(x)[1]
    scores = _scores(build, node, x, rows)
    if scores is None or (labels is None and used) or rows not in (1, count):
        return None
    if rows == 1 and labels is not None and len(labels) < 2:
        return None
    kind = post_transform(node)
    if rows > 1:
        label = None if labels is None else chosen_label(build, scores, labels)
        return [label, transformed(build, scores, kind)][: len(node.outputs)]
    least = 0.5 if kind == "LOGISTIC" else 0.0
    decisive = build.infer("Sigmoid", scores) if kind == "LOGISTIC" else scores
    positive = build.infer("Greater", decisive, build.scalar(least, scores))
    label = None if labels is None else label_where(build, positive, (labels[0], labels[1]))
    return [label, _of_both(build, scores, kind)][: len(node.outputs)]


def _of_both(build: Builder, score: onnx_ir.Value, kind: str) -> onnx_ir.Value | None:
    """The scores of both classes, from that of the second."""
    if kind == "LOGISTIC":
        second = build.infer("Sigmoid", score)
        first = build.infer("Sub", build.scalar(1.0, score), second)
        return build.infer("Concat", first, second, axis=1)
    if kind not in ("NONE", "SOFTMAX", "SOFTMAX_ZERO"):
        return None
    first = build.infer("Sub", build.scalar(1.0, score), score)
    return build.infer("Concat", first, score, axis=1)


def _scores(
    build: Builder, node: onnx_ir.Node, x: onnx_ir.Value, rows: int
) -> onnx_ir.Value | None:
    """Features times coefficients, plus intercepts: (N, rows)."""
    coefficients, intercepts = floats(node, "coefficients"), floats(node, "intercepts")
    width = shape_of(x)[1]
    if rows < 1 or coefficients.size != rows * width:
        return None
    matrix = coefficients.reshape(rows, width).T.astype(np.float32)
    scores = build.infer("MatMul", x, build.constant(np.asarray(matrix, order="C")))
    if intercepts.size == rows:
        scores = build.infer("Add", scores, build.constant(intercepts.astype(np.float32)))
    return scores


RULES: tuple[Rule, ...] = (classifier, regressor)
