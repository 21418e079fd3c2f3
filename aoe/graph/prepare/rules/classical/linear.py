"""LinearClassifier, LinearRegressor and SVMRegressor become matmuls."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    integer,
    operand,
    shape_of,
    text,
)
from aoe.graph.prepare.rules.classical.forest import floats
from aoe.graph.prepare.rules.classical.scores import (
    FLOAT,
    chosen_label,
    class_labels,
    count_of_classes,
    label_where,
    post_transform,
    transformed,
    transformed_targets,
)


def regressor(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """LinearRegressor."""
    x = _features(node, build)
    if node.op_type != "LinearRegressor" or x is None:
        return None
    scores = _scores(build, node, x, integer(node, "targets", 1))
    return None if scores is None else transformed_targets(build, scores, post_transform(node))


def classifier(node: onnx_ir.Node, build: Builder) -> Replacement:
    """LinearClassifier: labels and scores. A single score stands for the second of two classes."""
    x = _features(node, build)
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


def _features(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """The features (N, F) in float32; None where their shape is not known."""
    x = operand(node, 0)
    if x is None or not has_shape(x) or len(shape_of(x)) not in (1, 2):
        return None
    if shape_of(x)[-1] == 0:
        return None
    if len(shape_of(x)) == 1:
        x = build.reshape(x, (1, *shape_of(x)))
    return build.cast(x, FLOAT)


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


def _kernel(
    build: Builder, node: onnx_ir.Node, x: onnx_ir.Value, vectors: np.ndarray
) -> onnx_ir.Value | None:
    """The kernel function of each sample and each support vector: (N, S)."""
    gamma, shift, degree = (*floats(node, "kernel_params").tolist(), 0.0, 0.0, 0.0)[:3]
    kind = text(node, "kernel_type", "LINEAR").upper()
    if kind == "RBF":
        rows = build.reshape(x, (shape_of(x)[0], 1, shape_of(x)[1]))
        apart = build.infer("Sub", rows, build.constant(vectors))
        squares = build.infer("Mul", apart, apart)
        distance = build.infer("ReduceSum", squares, build.integers([2]), keepdims=0)
        return build.infer("Exp", build.infer("Mul", distance, build.scalar(-gamma, x)))
    product = build.infer("MatMul", x, build.constant(np.asarray(vectors.T, order="C")))
    if kind == "LINEAR":
        return product
    scaled = build.infer("Mul", product, build.scalar(gamma, x))
    moved = build.infer("Add", scaled, build.scalar(shift, x))
    if kind == "POLY":
        return build.infer("Pow", moved, build.scalar(degree, x))
    return build.infer("Tanh", moved) if kind == "SIGMOID" else None


def support_vector_regressor(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """SVMRegressor: a weighted sum of kernel functions, or a linear function."""
    x = _features(node, build)
    if node.op_type != "SVMRegressor" or x is None:
        return None
    count, width = integer(node, "n_supports", 0), shape_of(x)[1]
    coefficients, rho = floats(node, "coefficients"), floats(node, "rho")
    if count:
        vectors = floats(node, "support_vectors").reshape(count, width)
        seen = _kernel(build, node, x, vectors)
    else:
        seen = x
    if seen is None or coefficients.size != shape_of(seen)[1] or not rho.size:
        return None
    total = build.infer("MatMul", seen, build.constant(coefficients.reshape(-1, 1)))
    total = build.infer("Add", total, build.scalar(float(rho[0]), total))
    if not integer(node, "one_class", 0):
        return total
    positive = build.infer("Greater", total, build.scalar(0.0, total))
    one, minus = build.scalar(1.0, total), build.scalar(-1.0, total)
    return build.infer("Where", positive, one, minus)


RULES: tuple[Rule, ...] = (classifier, regressor, support_vector_regressor)
