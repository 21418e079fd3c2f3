"""Ensembles of decision trees as libraries of gradient boosting and random forests export them,
with seeded splits. `benchmarks.ensembles` measures them.

Trees of LightGBM grow leaf by leaf, so their depths differ; those of XGBoost grow level by level;
those of a random forest are deep, and every leaf votes for all classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

_DOMAIN = "ai.onnx.ml"


@dataclass(frozen=True, slots=True)
class EnsembleSizes:
    """The sizes of an ensemble.

    Attributes:
        trees: Trees of each class, or of all classes where leaves vote for all of them.
        leaves: Leaves of a tree.
        classes: Classes.
        votes: Whether every leaf votes for all classes.
        even: Whether trees grow level by level.
        features: Features of a sample.
    """

    trees: int
    leaves: int
    classes: int
    votes: bool
    even: bool
    features: int = 30


ENSEMBLES: Mapping[str, EnsembleSizes] = {
    "boosting-uneven": EnsembleSizes(200, 63, 3, votes=False, even=False),
    "boosting-even": EnsembleSizes(150, 64, 2, votes=False, even=True),
    "random-forest": EnsembleSizes(100, 360, 3, votes=True, even=False),
}


@dataclass(slots=True)
class _Nodes:
    """The attributes of all nodes and leaves, in the words of ONNX."""

    nodes: dict[str, Any] = field(default_factory=dict)
    leaves: dict[str, Any] = field(default_factory=dict)

    def add(self, **attributes: float | str) -> None:
        """A node."""
        for name, value in attributes.items():
            self.nodes.setdefault(f"nodes_{name}", []).append(value)

    def vote(self, **attributes: float) -> None:
        """What a leaf gives a class."""
        for name, value in attributes.items():
            self.leaves.setdefault(f"class_{name}", []).append(value)


def ensemble(sizes: EnsembleSizes, samples: int, seed: int = 0) -> onnx.ModelProto:
    """A TreeEnsembleClassifier for `samples` samples, inputs "x" of normal numbers."""
    generator, made = np.random.default_rng(seed), _Nodes()
    count = sizes.trees * (1 if sizes.votes else sizes.classes)
    for tree in range(count):
        _grow(made, tree, sizes, generator)
    node = helper.make_node(
        "TreeEnsembleClassifier",
        ["x"],
        ["label", "scores"],
        domain=_DOMAIN,
        classlabels_int64s=list(range(sizes.classes)),
        post_transform="NONE" if sizes.votes else "SOFTMAX",
        **made.nodes,
        **made.leaves,
    )
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [samples, sizes.features])
    label = helper.make_tensor_value_info("label", TensorProto.INT64, [samples])
    scores = helper.make_tensor_value_info("scores", TensorProto.FLOAT, [samples, sizes.classes])
    graph = helper.make_graph([node], "ensemble", [x], [label, scores])
    imports = [helper.make_opsetid("", 18), helper.make_opsetid(_DOMAIN, 3)]
    return helper.make_model(graph, ir_version=8, opset_imports=imports)


def _grow(made: _Nodes, tree: int, sizes: EnsembleSizes, generator: np.random.Generator) -> None:
    """A tree: of its leaves, the first one or any one is split until there are enough."""
    children: dict[int, tuple[int, int]] = {}
    leaves, number = [0], 1
    while len(leaves) < sizes.leaves:
        place = 0 if sizes.even else int(generator.integers(len(leaves)))
        children[leaves.pop(place)] = (number, number + 1)
        leaves += [number, number + 1]
        number += 2
    for node in range(number):
        true, false = children.get(node, (0, 0))
        inner = node in children
        made.add(
            treeids=tree,
            nodeids=node,
            featureids=int(generator.integers(sizes.features)) if inner else 0,
            values=float(np.float32(generator.standard_normal() / 2)) if inner else 0.0,
            modes="BRANCH_LEQ" if inner else "LEAF",
            truenodeids=true,
            falsenodeids=false,
        )
    for leaf in leaves:
        for choice in range(sizes.classes) if sizes.votes else [tree % sizes.classes]:
            weight = float(np.float32(generator.uniform(0, 1) / sizes.trees))
            made.vote(treeids=tree, nodeids=leaf, ids=choice, weights=weight)
