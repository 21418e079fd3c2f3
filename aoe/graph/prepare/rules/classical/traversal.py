"""What the leaves of a forest give each target, combined over all trees.

All comparisons become x ≤ split, false for what is not a number, which is the form of
`aoe.operators.types.selection.tree_traversal`. Others compare with the next lower number, or -x,
which stands behind x. Equality takes two nodes.

Trees that give one target each, such as those of gradient boosting, are sorted by it, so that each
target sums up its own trees only. Trees of like depth stand together, because they are walked
together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, shape_of
from aoe.graph.prepare.rules.classical.forest import EQUAL, LESS, Forest, depths_of

_INT32 = onnx_ir.DataType.INT32


@dataclass(frozen=True, slots=True)
class _Tables:
    """The nodes of a forest, all of which ask whether a feature is at most the split.

    Attributes:
        features: The feature of each node; those from the number of features on are negated ones.
        splits: What it is compared with.
        children: The nodes after a comparison that fails, and after one that holds.
        depths: Of each tree.
    """

    features: np.ndarray
    splits: np.ndarray
    children: np.ndarray
    depths: np.ndarray


def combined(
    build: Builder, forest: Forest, x: onnx_ir.Value, operator: str, absent: float
) -> onnx_ir.Value:
    """What the leaves that samples reach give each target, over all trees.

    Args:
        build: Makes the nodes.
        forest: The trees.
        x: The features (N, F), float32 or float64.
        operator: "ReduceSum", "ReduceMin" or "ReduceMax".
        absent: What a leaf gives a target that it says nothing of.

    Returns:
        The results (N, C), in the type of x.

    Raises:
        ValueError: A tree has a cycle, or a node reads a feature that x lacks.
    """
    samples, width = shape_of(x)
    assert x.dtype is not None
    dtype = x.dtype.numpy()
    tables = _tables(forest, width, dtype)
    by_target = _only_targets(forest)
    counts = None if by_target is None else np.bincount(by_target, minlength=forest.targets)
    if by_target is None or counts is None or counts.min() != counts.max():
        order = np.argsort(tables.depths, kind="stable")
        values = np.full((len(tables.splits), forest.targets), absent, dtype)
        for leaf, weights in forest.weights.items():
            values[leaf, list(weights)] = list(weights.values())
        place = _places(build, forest, tables, order, x)
        given = build.infer("Gather", build.constant(values), place, axis=0)
        return build.infer(operator, given, build.integers([1]), keepdims=0)
    order = np.lexsort((tables.depths, by_target))
    values = np.full(len(tables.splits), absent, dtype)
    for leaf, weights in forest.weights.items():
        values[leaf] = next(iter(weights.values()))
    place = _places(build, forest, tables, order, x)
    grouped = build.reshape(place, (samples, forest.targets, int(counts[0])))
    given = build.infer("Gather", build.constant(values), grouped, axis=0)
    return build.infer(operator, given, build.integers([2]), keepdims=0)


def _places(
    build: Builder, forest: Forest, tables: _Tables, order: np.ndarray, x: onnx_ir.Value
) -> onnx_ir.Value:
    """The leaf (N, T) that each sample of x reaches in each tree, trees in an order."""
    samples, width = shape_of(x)
    if tables.features.max(initial=0) >= width:
        x = build.infer("Concat", x, build.infer("Neg", x), axis=1)
    depths = tables.depths[order]
    inputs = (np.asarray(forest.roots)[order], depths, tables.features)
    constants = [build.constant(table.astype(np.int32)) for table in inputs]
    constants += [build.constant(tables.splits), build.constant(tables.children)]
    return build.make(
        "TreeTraversal",
        [x, *constants],
        (samples, len(order)),
        _INT32,
        steps=int(depths.max(initial=0)),
    )


def _tables(forest: Forest, width: int, dtype: np.dtype) -> _Tables:
    features, children = list(forest.features), list(forest.children)
    splits = list(np.asarray(forest.splits, dtype))
    for node, feature in enumerate(forest.features):
        if forest.is_leaf(node):
            continue
        if not 0 <= feature < width:
            raise ValueError(f"a node reads feature {feature} of {width}")
        split, undefined = splits[node], forest.undefined[node]
        false, true = forest.children[node]
        if np.isnan(split):  # no number passes
            if undefined:
                splits[node], children[node] = np.inf, (true, false)
        elif forest.compared[node] == EQUAL:
            behind = len(features)
            features.append(feature + width)
            if undefined:
                splits[node], children[node] = _below(split), (behind, false)
                splits.append(_below(-split))
                children.append((true, false))
            else:
                children[node] = (false, behind)
                splits.append(-split)
                children.append((false, true))
        elif undefined:
            features[node] = feature + width
            splits[node] = -split if forest.compared[node] == LESS else _below(-split)
            children[node] = (true, false)
        elif forest.compared[node] == LESS:
            splits[node] = _below(split)
    return _Tables(
        np.asarray(features, np.int32),
        np.asarray(splits, dtype),
        np.asarray(children, np.int32).reshape(-1, 2),
        np.asarray(depths_of(children, forest.roots), np.int32),
    )


def _below(split: np.floating) -> np.floating:
    """The greatest number below; not a number where there is none."""
    lowest = -split.dtype.type(np.inf)
    with np.errstate(over="ignore"):  # there is nothing below the lowest but infinity
        return np.float64("nan") if split == lowest else np.nextafter(split, lowest)


def _only_targets(forest: Forest) -> np.ndarray | None:
    """The target that each tree gives; None where a tree gives none or several."""
    found: list[int] = []
    for root in forest.roots:
        targets: set[int] = set()
        waiting, seen = [root], {root}
        while waiting:
            node = waiting.pop()
            targets |= forest.weights.get(node, {}).keys()
            new = set(forest.children[node]) - seen
            seen |= new
            waiting += new
        if len(targets) != 1:
            return None
        found += targets
    return np.asarray(found, np.int64)
