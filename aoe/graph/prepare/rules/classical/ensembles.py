"""TreeEnsembleClassifier, TreeEnsembleRegressor and TreeEnsemble become walks down trees.

`forest` reads their attributes, `traversal` finds the leaf of each sample in each tree and combines
what the leaves give. That is then transformed. Two classes have forms of their own: models with
weights for one of them only, and results that ONNX Runtime gives where the specification is silent.
"""

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
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.classical import traversal
from aoe.graph.prepare.rules.classical.forest import (
    Forest,
    classic_forest,
    floats,
    numbered_forest,
)
from aoe.graph.prepare.rules.classical.scores import (
    FLOAT,
    chosen_label,
    class_labels,
    count_of_classes,
    feature_rows,
    label_where,
    post_transform,
    transformed,
    transformed_targets,
)

_DOUBLE = onnx_ir.DataType.DOUBLE
#: The aggregates and transformations of TreeEnsemble by number. ONNX Runtime takes 1 for LOGISTIC
#: and 2 for SOFTMAX, which the specification has the other way round.
_AGGREGATES = ("AVERAGE", "SUM", "MIN", "MAX")
_TRANSFORMATIONS = ("NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO", "PROBIT")


def classifier(node: onnx_ir.Node, build: Builder) -> Replacement:
    """TreeEnsembleClassifier: labels and scores."""
    labels, count = class_labels(node), count_of_classes(node)
    used = bool(node.outputs[0].uses()) or node.outputs[0].is_graph_output()
    if node.op_type != "TreeEnsembleClassifier" or count < 2 or (labels is None and used):
        return None
    x = _features(node, build)
    if x is None:
        return None
    forest = classic_forest(node, count, "class")
    base = floats(node, "base_values")
    sums = traversal.combined(build, forest, x, "ReduceSum", 0.0)
    if count == 2:
        kind = post_transform(node)
        scores, positive, given = _two_classes(build, forest, sums, base, kind)
        label = None
        if labels is not None:
            label = label_where(build, positive, (labels[0], labels[1]) if given else (0, 1))
    else:
        scores = _with_base(build, sums, base)
        label = None if labels is None else chosen_label(build, scores, labels)
        changed = transformed(build, scores, post_transform(node))
        if changed is None:
            return None
        scores = changed
    return [label, build.cast(scores, FLOAT)][: len(node.outputs)]


def _two_classes(
    build: Builder,
    forest: Forest,
    sums: onnx_ir.Value,
    base: np.ndarray,
    kind: str,
) -> tuple[onnx_ir.Value, onnx_ir.Value, bool]:
    """The scores (N, 2) of two classes, whether the second is chosen (N, 1), and whether labels are
    those given: where both classes have weights, ONNX Runtime answers 0 or 1.
    """
    weighted = {target for weights in forest.weights.values() for target in weights}
    all_positive = all(w >= 0 for weights in forest.weights.values() for w in weights.values())
    first, second = build.piece(sums, 1, 0, 1), build.piece(sums, 1, 1, 2)
    least = build.scalar(0.5 if len(weighted) == 1 and all_positive else 0.0, sums)
    if weighted == {0} and base.size < 2:
        score = _with_base(build, first, base)
        positive = build.infer("Greater", score, least)
        return _complemented(build, score, all_positive, kind), positive, True
    if weighted == {0}:
        first = _with_base(build, first, base[:1])
        decisive = first
        second = _constant_like(build, second, 0.0)
    elif base.size == 2:
        source = first if 0 in weighted else _constant_like(build, first, 0.0)
        second = decisive = _with_base(build, source, base[1:])
        first = build.infer("Neg", second) if 0 in weighted else source
    else:
        if 0 in weighted:
            first = _with_base(build, first, base)
        decisive = second
    positive = build.infer("Greater", decisive, least)
    scores = build.infer("Concat", first, second, axis=1)
    return transformed(build, scores, kind) or scores, positive, len(weighted) == 1


def _complemented(
    build: Builder, score: onnx_ir.Value, all_positive: bool, kind: str
) -> onnx_ir.Value:
    """The scores of two classes from one."""
    if kind == "PROBIT":
        changed = transformed(build, score, kind)
        assert changed is not None
        return build.infer("Concat", changed, _constant_like(build, score, 0.0), axis=1)
    if kind == "LOGISTIC" or not all_positive:
        other = build.infer("Neg", score)
    else:
        other = build.infer("Sub", build.scalar(1.0, score), score)
    both = build.infer("Concat", other, score, axis=1)
    return build.infer("Sigmoid", both) if kind == "LOGISTIC" else both


def _constant_like(build: Builder, value: onnx_ir.Value, number: float) -> onnx_ir.Value:
    assert value.dtype is not None
    return build.constant(np.full(shape_of(value), number, value.dtype.numpy()))


@rule_for("TreeEnsembleRegressor")
def regressor(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """TreeEnsembleRegressor."""
    x = _features(node, build)
    if x is None:
        return None
    forest = classic_forest(node, integer(node, "n_targets", 1), "target")
    aggregate = text(node, "aggregate_function", "SUM").upper()
    base = floats(node, "base_values")
    result = _aggregated(build, forest, x, aggregate, base, post_transform(node))
    return None if result is None else build.cast(result, FLOAT)


@rule_for("TreeEnsemble")
def ensemble(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """TreeEnsemble."""
    x = operand(node, 0)
    if x is None or not has_shape(x):
        return None
    wide = x if x.dtype == _DOUBLE else build.cast(x, FLOAT)
    aggregate = _AGGREGATES[integer(node, "aggregate_function", 1)]
    kind = _TRANSFORMATIONS[integer(node, "post_transform", 0)]
    base = np.zeros(0, np.float32)
    result = _aggregated(build, numbered_forest(node), wide, aggregate, base, kind)
    assert x.dtype is not None
    return None if result is None else build.cast(result, x.dtype)


def _features(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """The features (N, F), in float32 or float64; None where their shape is not known."""
    x = feature_rows(node, build)
    return x if x is None or x.dtype == _DOUBLE else build.cast(x, FLOAT)


def _aggregated(
    build: Builder,
    forest: Forest,
    x: onnx_ir.Value,
    aggregate: str,
    base: np.ndarray,
    kind: str,
) -> onnx_ir.Value | None:
    """The targets (N, C), transformed; None for an unknown aggregate or transformation."""
    if aggregate in ("SUM", "AVERAGE"):
        result = traversal.combined(build, forest, x, "ReduceSum", 0.0)
        if aggregate == "AVERAGE":
            result = build.infer("Div", result, build.scalar(len(forest.roots), result))
    elif aggregate in ("MIN", "MAX"):
        absent = np.inf if aggregate == "MIN" else -np.inf
        operator = "ReduceMin" if aggregate == "MIN" else "ReduceMax"
        result = traversal.combined(build, forest, x, operator, absent)
        none = build.infer("Equal", result, build.scalar(absent, result))
        result = build.infer("Where", none, build.scalar(0.0, result), result)
    else:
        return None
    return transformed_targets(build, _with_base(build, result, base), kind)


def _with_base(build: Builder, scores: onnx_ir.Value, base: np.ndarray) -> onnx_ir.Value:
    if not base.size or not base.any():
        return scores
    assert scores.dtype is not None
    return build.infer("Add", scores, build.constant(base.astype(scores.dtype.numpy())))


RULES: tuple[Rule, ...] = (classifier, regressor, ensemble)
