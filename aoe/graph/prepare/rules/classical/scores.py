"""Scores of classifiers and regressors of `ai.onnx.ml`: transformations, labels, and the forms with
one score for two classes. The rules of this folder share it.

Source: the specification of ai.onnx.ml and, where that is silent, what ONNX Runtime computes.
"""

from __future__ import annotations

from math import pi

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, has_shape, integers, operand, shape_of, text

FLOAT, INT64 = onnx_ir.DataType.FLOAT, onnx_ir.DataType.INT64
#: Winitzki's constant of the approximation of the inverse error function that ONNX Runtime uses.
_WINITZKI = 0.147


def features(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """The features (N, F) in float32; None where their shape is not known."""
    x = feature_rows(node, build)
    return None if x is None else build.cast(x, FLOAT)


def feature_rows(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """The features (N, F) in their element type; None where their shape is not known."""
    x = operand(node, 0)
    if x is None or not has_shape(x) or len(shape_of(x)) not in (1, 2):
        return None
    if shape_of(x)[-1] == 0:
        return None
    if len(shape_of(x)) == 1:
        x = build.reshape(x, (1, *shape_of(x)))
    return x


def transformed(build: Builder, scores: onnx_ir.Value, kind: str) -> onnx_ir.Value | None:
    """Scores (N, C) after the transformation that `post_transform` names; None for no known one."""
    if kind == "NONE":
        return scores
    if kind == "SOFTMAX":
        return build.infer("Softmax", scores, axis=-1)
    if kind == "LOGISTIC":
        return build.infer("Sigmoid", scores)
    if kind == "SOFTMAX_ZERO":
        return _softmax_of_others(build, scores)
    if kind == "PROBIT":
        return probit(build, scores)
    return None


def transformed_targets(build: Builder, scores: onnx_ir.Value, kind: str) -> onnx_ir.Value | None:
    """The targets (N, C) of a regressor after their transformation. ONNX Runtime transforms a
    single target by PROBIT only.
    """
    single = shape_of(scores)[1] == 1 and kind != "PROBIT"
    return scores if single else transformed(build, scores, kind)


def _softmax_of_others(build: Builder, scores: onnx_ir.Value) -> onnx_ir.Value:
    """Softmax over the scores that are not zero. Those of zero stay zero."""
    near = build.infer("LessOrEqual", build.infer("Abs", scores), build.scalar(1e-7, scores))
    most = build.infer("ReduceMax", scores, build.integers([1]), keepdims=1)
    powers = build.infer("Exp", build.infer("Sub", scores, most))
    small = build.infer("Mul", scores, build.infer("Exp", build.infer("Neg", most)))
    powers = build.infer("Where", near, small, powers)
    total = build.infer("ReduceSum", powers, build.integers([1]), keepdims=1)
    return build.infer("Div", powers, total)


def probit(build: Builder, scores: onnx_ir.Value) -> onnx_ir.Value:
    """√2 times the inverse error function of 2·x - 1, by Winitzki's approximation."""
    two, one = build.scalar(2.0, scores), build.scalar(1.0, scores)
    x = build.infer("Sub", build.infer("Mul", scores, two), one)
    squares = build.infer("Mul", build.infer("Sub", one, x), build.infer("Add", one, x))
    logarithm = build.infer("Log", squares)
    half = build.infer("Mul", logarithm, build.scalar(0.5, scores))
    v = build.infer("Add", half, build.scalar(2 / (pi * _WINITZKI), scores))
    quotient = build.infer("Div", logarithm, build.scalar(_WINITZKI, scores))
    inside = build.infer("Sub", build.infer("Mul", v, v), quotient)
    root = build.infer("Sqrt", build.infer("Sub", build.infer("Sqrt", inside), v))
    signed = build.infer("Mul", build.infer("Sign", x), root)
    return build.infer("Mul", signed, build.scalar(2.0**0.5, scores))


def class_labels(node: onnx_ir.Node, name: str = "classlabels_int64s") -> tuple[int, ...] | None:
    """The classes of a classifier as integers; None if they are texts or absent."""
    return integers(node, name)


def count_of_classes(node: onnx_ir.Node, name: str = "classlabels_int64s") -> int:
    """The number of classes."""
    labels = integers(node, name)
    if labels is not None:
        return len(labels)
    given = node.attributes.get("classlabels_strings")
    return 0 if given is None else len(given.as_strings())


def chosen_label(build: Builder, scores: onnx_ir.Value, labels: tuple[int, ...]) -> onnx_ir.Value:
    """The label (N,) of the class with the largest score, the first of equal ones."""
    best = build.infer("ArgMax", scores, axis=1, keepdims=0)
    if labels == tuple(range(len(labels))):
        return best
    return build.infer("Gather", build.constant(np.asarray(labels, np.int64)), best, axis=0)


def label_where(build: Builder, positive: onnx_ir.Value, labels: tuple[int, int]) -> onnx_ir.Value:
    """The second label where a condition (N, 1) holds, else the first."""
    first, second = (build.constant(np.asarray(item, np.int64)) for item in labels)
    chosen = build.infer("Where", positive, second, first)
    return build.reshape(chosen, (shape_of(chosen)[0],))


def post_transform(node: onnx_ir.Node) -> str:
    """The name of the transformation of a node's scores."""
    return text(node, "post_transform", "NONE").upper()
