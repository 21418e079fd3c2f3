"""SVMClassifier and SVMRegressor: kernel functions of samples and support vectors, and their sums.

A classifier of C classes compares each pair of them. Without `prob_a` the pairs' scores are the
result, and the class that wins most pairs is the label. With it, `pairwise_coupling` makes a
probability for each class of the pairs' probabilities.

Source: the specification of ai.onnx.ml and, where that is silent, what ONNX Runtime computes.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    integer,
    integers,
    shape_of,
    text,
)
from aoe.graph.prepare.rules.classical.forest import floats
from aoe.graph.prepare.rules.classical.pairwise_coupling import probabilities_of_classes
from aoe.graph.prepare.rules.classical.scores import (
    chosen_label,
    class_labels,
    features,
    label_where,
    post_transform,
    transformed,
)

#: The least probability that one class of a pair has.
_LEAST = 1e-7


def regressor(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """SVMRegressor: a weighted sum of kernel functions, or a linear function."""
    x = features(node, build)
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


def classifier(node: onnx_ir.Node, build: Builder) -> Replacement:
    """SVMClassifier: labels and scores, by support vectors or by a linear function."""
    x = features(node, build)
    labels = class_labels(node, "classlabels_ints")
    if node.op_type != "SVMClassifier" or x is None or not labels:
        return None
    supports = integers(node, "vectors_per_class") or ()
    found = (
        _compared(node, build, x, labels, supports)
        if sum(supports)
        else _by_linear_functions(node, build, x, labels)
    )
    return None if found is None else found[: len(node.outputs)]


def _by_linear_functions(
    node: onnx_ir.Node, build: Builder, x: onnx_ir.Value, labels: tuple[int, ...]
) -> list[onnx_ir.Value] | None:
    """Labels and scores of a classifier without support vectors."""
    count, width = len(labels), shape_of(x)[1]
    coefficients, rho = floats(node, "coefficients"), floats(node, "rho")
    if coefficients.size != count * width or not rho.size:
        return None
    matrix = np.asarray(coefficients.reshape(count, width).T, order="C")
    scores = build.infer("MatMul", x, build.constant(matrix))
    scores = build.infer("Add", scores, build.scalar(float(rho[0]), scores))
    if count == 2 and not floats(node, "prob_a").size:
        # ONNX Runtime answers the second class wherever any score is high enough.
        best = build.infer("ReduceMax", scores, build.integers([1]), keepdims=1)
        positive = bool((coefficients >= 0).all())
        least = build.scalar(0.5 if positive else 0.0, scores)
        high = build.infer("GreaterOrEqual" if positive else "Greater", best, least)
        first, second = build.piece(scores, 1, 0, 1), build.piece(scores, 1, 1, 2)
        is_second = build.infer("Or", high, build.infer("Greater", second, first))
        label = label_where(build, is_second, (labels[0], labels[1]))
    else:
        label = chosen_label(build, scores, labels)
    changed = transformed(build, scores, post_transform(node)) if count > 1 else scores
    return None if changed is None else [label, changed]


def _compared(
    node: onnx_ir.Node,
    build: Builder,
    x: onnx_ir.Value,
    labels: tuple[int, ...],
    supports: tuple[int, ...],
) -> list[onnx_ir.Value] | None:
    """Labels and scores of a classifier that compares each pair of classes."""
    count, kind = len(labels), post_transform(node)
    vectors = floats(node, "support_vectors")
    if len(supports) != count or count < 2 or vectors.size != sum(supports) * shape_of(x)[1]:
        return None
    seen = _kernel(build, node, x, vectors.reshape(sum(supports), shape_of(x)[1]))
    coefficients, rho = floats(node, "coefficients"), floats(node, "rho")
    pairs = list(combinations(range(count), 2))
    if seen is None or coefficients.size < (count - 1) * sum(supports) or rho.size < len(pairs):
        return None
    weights = _weights_of_pairs(coefficients, supports, pairs)
    scores = build.infer("MatMul", seen, build.constant(weights))
    scores = build.infer("Add", scores, build.constant(rho[: len(pairs)]))
    label = chosen_label(build, _votes(build, scores, pairs, count), labels)
    slopes, shifts = floats(node, "prob_a"), floats(node, "prob_b")
    if slopes.size:
        if min(slopes.size, shifts.size) < len(pairs):
            return None
        line = build.infer("Mul", scores, build.constant(slopes[: len(pairs)]))
        line = build.infer("Add", line, build.constant(shifts[: len(pairs)]))
        one = build.scalar(1.0, line)
        first_wins = build.infer("Sub", one, build.infer("Sigmoid", line))
        least, most = (build.scalar(item, line) for item in (_LEAST, 1 - _LEAST))
        first_wins = build.infer("Clip", first_wins, least, most)
        scores = probabilities_of_classes(build, first_wins, count)
        changed = transformed(build, scores, kind)
    elif count == 2:
        changed = _of_both(build, scores, kind)
    else:
        changed = transformed(build, scores, kind)
    return None if changed is None else [label, changed]


def _of_both(build: Builder, score: onnx_ir.Value, kind: str) -> onnx_ir.Value | None:
    """The scores of two classes, from that of their pair. ONNX Runtime leaves one of them
    unwritten for PROBIT.
    """
    if kind == "PROBIT":
        return None
    if kind in ("NONE", "LOGISTIC"):
        both = build.infer("Concat", build.infer("Neg", score), score, axis=1)
        return transformed(build, both, kind)
    return build.infer("Concat", build.infer("Sub", build.scalar(1.0, score), score), score, axis=1)


def _weights_of_pairs(
    coefficients: np.ndarray, supports: tuple[int, ...], pairs: list[tuple[int, int]]
) -> np.ndarray:
    """What each support vector adds to each pair of classes: (S, P). A support vector has a
    coefficient for each other class.
    """
    total = sum(supports)
    rows = coefficients[: (len(supports) - 1) * total].reshape(len(supports) - 1, total)
    ends = np.cumsum(supports)
    weights = np.zeros((total, len(pairs)), np.float32)
    for number, (first, second) in enumerate(pairs):
        of_first = slice(ends[first] - supports[first], ends[first])
        of_second = slice(ends[second] - supports[second], ends[second])
        weights[of_first, number] = rows[second - 1, of_first]
        weights[of_second, number] = rows[first, of_second]
    return weights


def _votes(
    build: Builder, scores: onnx_ir.Value, pairs: list[tuple[int, int]], count: int
) -> onnx_ir.Value:
    """How many pairs each class wins: (N, C)."""
    wins = np.zeros((len(pairs), count), np.float32)
    for number, (first, second) in enumerate(pairs):
        wins[number, first], wins[number, second] = 1, -1
    lost = np.bincount([second for _, second in pairs], minlength=count).astype(np.float32)
    positive = build.infer("Greater", scores, build.scalar(0.0, scores))
    moved = build.infer(
        "MatMul", build.cast(positive, onnx_ir.DataType.FLOAT), build.constant(wins)
    )
    return build.infer("Add", moved, build.constant(lost))


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


RULES: tuple[Rule, ...] = (classifier, regressor)
