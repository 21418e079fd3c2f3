"""Walks through all trees of a forest at once: each step moves every sample in every tree one node
down. What a sample reads is looked up in tables (Gather), so all samples and trees are computed in
vectors, without branches.

Source: Nakandala et al., "A Tensor Compiler for Unified Machine Learning Prediction Serving"
(Hummingbird), 2020, tree traversal.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, shape_of
from aoe.graph.prepare.rules.classical.forest import AT_MOST, EQUAL, LESS, Forest


def leaves(build: Builder, forest: Forest, x: onnx_ir.Value) -> onnx_ir.Value:
    """The leaf (N, T) that each sample of x (N, F) reaches in each tree."""
    walk = _Walk(build, forest, x)
    place = walk.first()
    for _ in range(max(forest.depth - 1, 0)):
        place = walk.step(place)
    return place


def leaf_values(
    build: Builder, forest: Forest, place: onnx_ir.Value, dtype: np.dtype, absent: float
) -> onnx_ir.Value:
    """What the leaves give each target: (N, T, C). `absent`: where a leaf gives nothing."""
    table = np.full((len(forest.features), forest.targets), absent, dtype)
    for leaf, weights in forest.weights.items():
        for target, weight in weights.items():
            table[leaf, target] = weight
    return build.infer("Gather", build.constant(table), place, axis=0)


class _Walk:
    def __init__(self, build: Builder, forest: Forest, x: onnx_ir.Value) -> None:
        self.build, self.forest, self.x = build, forest, x
        assert x.dtype is not None
        self.splits = np.asarray(forest.splits, x.dtype.numpy())
        self.features = np.asarray(forest.features, np.int32)
        self.compared = np.asarray(forest.compared, np.int32)
        self.undefined = np.asarray(forest.undefined)
        self.children = np.asarray(forest.children, np.int32)
        inner = [row for row in range(len(forest.features)) if not forest.is_leaf(row)]
        self.modes = sorted(set(self.compared[inner].tolist())) or [AT_MOST]
        self.takes_undefined = bool(self.undefined[inner].any())
        samples, self.width = shape_of(x)
        self.flat = build.reshape(x, (samples * self.width,))
        rows = np.arange(samples, dtype=np.int32)[:, None] * np.int32(self.width)
        self.rows = build.constant(rows)

    def first(self) -> onnx_ir.Value:
        """The nodes after the roots; what is compared with is constant."""
        roots = np.asarray(self.forest.roots)
        features = self.build.constant(self.features[roots])
        read = self.build.infer("Gather", self.x, features, axis=1)
        tables = (self.splits, self.compared, self.undefined)
        holds = self.holds(read, [self.build.constant(table[roots]) for table in tables])
        sides = [self.build.constant(self.children[roots, side]) for side in (1, 0)]
        return self.build.infer("Where", holds, *sides)

    def step(self, place: onnx_ir.Value) -> onnx_ir.Value:
        """The nodes after these."""
        feature = self.looked_up(self.features, place)
        read = self.build.infer(
            "Gather", self.flat, self.build.infer("Add", self.rows, feature), axis=0
        )
        tables = (self.splits, self.compared, self.undefined)
        needed = (True, len(self.modes) > 1, self.takes_undefined)
        facts = [
            self.looked_up(table, place) if wanted else None
            for table, wanted in zip(tables, needed, strict=True)
        ]
        holds = self.build.infer("Cast", self.holds(read, facts), to=int(onnx_ir.DataType.INT32))
        two = self.build.constant(np.asarray(2, np.int32))
        index = self.build.infer("Add", self.build.infer("Mul", place, two), holds)
        return self.looked_up(self.children.reshape(-1), index)

    def holds(self, read: onnx_ir.Value, facts: Sequence[onnx_ir.Value | None]) -> onnx_ir.Value:
        """Whether comparisons hold, given split, kind and what becomes of undefined features."""
        split, kind, undefined = facts
        operators = {AT_MOST: "LessOrEqual", LESS: "Less", EQUAL: "Equal"}
        found = self.build.infer(operators[self.modes[-1]], read, split)
        for mode in self.modes[:-1]:
            mine = self.build.infer("Equal", kind, self.build.constant(np.asarray(mode, np.int32)))
            found = self.build.infer(
                "Where", mine, self.build.infer(operators[mode], read, split), found
            )
        if not self.takes_undefined:
            return found
        also = self.build.infer("And", self.build.infer("IsNaN", read), undefined)
        return self.build.infer("Or", found, also)

    def looked_up(self, table: np.ndarray, place: onnx_ir.Value) -> onnx_ir.Value:
        return self.build.infer("Gather", self.build.constant(table), place, axis=0)
