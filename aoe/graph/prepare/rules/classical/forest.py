"""Ensembles of decision trees as tables, from the attributes of TreeEnsembleClassifier,
TreeEnsembleRegressor and TreeEnsemble. `traversal` computes them, `ensembles` has the rules.

Every comparison becomes ≤, < or =: those with the opposite result have their children swapped.
Those that are greater have it only where the split is a number: no number passes a comparison with
another split. A node that asks for membership in a set becomes a chain of nodes that ask for
equality and share a child.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import integer, integers

#: Comparisons of `Forest.compared`.
AT_MOST, LESS, EQUAL = range(3)
#: What the modes of nodes become: the comparison, and whether the children are swapped.
_MODES = {
    "BRANCH_LEQ": (AT_MOST, False),
    "BRANCH_LT": (LESS, False),
    "BRANCH_GTE": (LESS, True),
    "BRANCH_GT": (AT_MOST, True),
    "BRANCH_EQ": (EQUAL, False),
    "BRANCH_NEQ": (EQUAL, True),
}
#: Those that are the opposite of another one if both sides are numbers.
_OPPOSITE_ORDER = frozenset({"BRANCH_GTE", "BRANCH_GT"})
#: The modes of TreeEnsemble by number.
_NUMBERED = (*(f"BRANCH_{name}" for name in ("LEQ", "LT", "GTE", "GT", "EQ", "NEQ")), "MEMBER")


@dataclass(slots=True)
class Forest:
    """The nodes of all trees. A leaf has itself as both children.

    Attributes:
        targets: Number of results of a leaf.
        features: The feature that each node reads.
        splits: What it is compared with.
        compared: How: `AT_MOST`, `LESS` or `EQUAL`.
        undefined: Whether a feature that is not a number passes the comparison.
        children: The nodes after a comparison that fails, and after one that holds.
        weights: What each leaf adds to each target, by node.
        roots: The root of each tree.
    """

    targets: int
    features: list[int] = field(default_factory=list)
    splits: list[float] = field(default_factory=list)
    compared: list[int] = field(default_factory=list)
    undefined: list[bool] = field(default_factory=list)
    children: list[tuple[int, int]] = field(default_factory=list)
    weights: dict[int, dict[int, float]] = field(default_factory=dict)
    roots: list[int] = field(default_factory=list)

    def add_leaf(self) -> int:
        """A new leaf; its number."""
        number = len(self.features)
        return self.add(0, 0.0, "BRANCH_LEQ", False, (number, number))

    def add(
        self, feature: int, split: float, mode: str, undefined: bool, children: tuple[int, int]
    ) -> int:
        """A new node; its number.

        Args:
            feature: What it reads.
            split: What that is compared with.
            mode: How, by the name of an attribute of ONNX.
            undefined: Whether a feature that is not a number takes the true branch however the
                comparison ends. It is unequal to any split.
            children: The false one and the true one.
        """
        undefined = undefined or mode == "BRANCH_NEQ"
        without_order = np.isnan(split) and mode in _OPPOSITE_ORDER
        compared, swapped = _MODES["BRANCH_LT" if without_order else mode]
        self.features.append(feature)
        self.splits.append(split)
        self.compared.append(compared)
        self.undefined.append(undefined != swapped)
        self.children.append(children[::-1] if swapped else children)
        return len(self.features) - 1

    def add_weight(self, leaf: int, target: int, weight: float) -> None:
        """Adds to what a leaf gives a target."""
        known = self.weights.setdefault(leaf, {})
        known[target] = known.get(target, 0.0) + weight

    def is_leaf(self, node: int) -> bool:
        """Whether a node is a leaf."""
        return self.children[node] == (node, node)


def depths_of(children: Sequence[tuple[int, int]], roots: Sequence[int]) -> list[int]:
    """Comparisons on the longest way from each root to a leaf, which is its own child. Raises
    `ValueError` for a cycle.
    """
    depths: dict[int, int] = {}
    for root in roots:
        waiting = [root]
        while waiting:
            node = waiting[-1]
            inner = [] if children[node] == (node, node) else list(children[node])
            new = [child for child in inner if child not in depths]
            if node in depths or not new:
                waiting.pop()
                depths[node] = 1 + max(depths[c] for c in inner) if inner else 0
            elif len(waiting) > len(children):
                raise ValueError("a tree has a cycle")
            else:
                waiting += new[:1]
    return [depths[root] for root in roots]


def classic_forest(node: onnx_ir.Node, targets: int, prefix: str) -> Forest:
    """The forest of a TreeEnsembleClassifier (`prefix` "class") or TreeEnsembleRegressor
    ("target"). Raises `LookupError` or `ValueError` for attributes that do not fit each other.
    """
    forest = Forest(targets)
    trees, numbers = _ints(node, "nodes_treeids"), _ints(node, "nodes_nodeids")
    place = {key: row for row, key in enumerate(zip(trees, numbers, strict=True))}
    modes = [item.upper() for item in node.attributes["nodes_modes"].as_strings()]
    missing = integers(node, "nodes_missing_value_tracks_true") or (0,) * len(trees)
    splits = floats(node, "nodes_values")
    features = _ints(node, "nodes_featureids")
    true, false = _ints(node, "nodes_truenodeids"), _ints(node, "nodes_falsenodeids")
    inside: set[int] = set()
    for row, (tree, mode) in enumerate(zip(trees, modes, strict=True)):
        if mode == "LEAF":
            forest.add_leaf()
            continue
        children = place[tree, false[row]], place[tree, true[row]]
        inside |= set(children)
        forest.add(features[row], float(splits[row]), mode, bool(missing[row]), children)
    roots: dict[int, int] = {}
    for row, tree in enumerate(trees):
        if row not in inside:
            roots.setdefault(tree, row)
    forest.roots = list(roots.values())
    weights = floats(node, f"{prefix}_weights")
    leaves = zip(_ints(node, f"{prefix}_treeids"), _ints(node, f"{prefix}_nodeids"), strict=True)
    for leaf, target, weight in zip(leaves, _ints(node, f"{prefix}_ids"), weights, strict=True):
        forest.add_weight(place[leaf], target, float(weight))
    return forest


def numbered_forest(node: onnx_ir.Node) -> Forest:
    """The forest of a TreeEnsemble. Raises as `classic_forest`."""
    forest = Forest(integer(node, "n_targets", 1))
    splits, modes = floats(node, "nodes_splits"), floats(node, "nodes_modes").astype(int)
    features = _ints(node, "nodes_featureids")
    missing = integers(node, "nodes_missing_value_tracks_true") or (0,) * len(features)
    sets = _sets(node)
    leaves = [forest.add_leaf() for _ in floats(node, "leaf_weights")]
    for leaf, target, weight in zip(
        leaves, _ints(node, "leaf_targetids"), floats(node, "leaf_weights"), strict=True
    ):
        forest.add_weight(leaf, target, float(weight))
    first = len(leaves)

    def child(row: int, side: str) -> int:
        number = _ints(node, f"nodes_{side}nodeids")[row]
        return number if _ints(node, f"nodes_{side}leafs")[row] else first + number

    chains = []
    for row, mode in enumerate(modes):
        children = child(row, "false"), child(row, "true")
        facts = (features[row], float(splits[row]))
        if _NUMBERED[mode] == "MEMBER":
            chains.append((first + row, sets.pop(0)))
            forest.add(*facts, "BRANCH_EQ", bool(missing[row]), children)
        else:
            forest.add(*facts, _NUMBERED[mode], bool(missing[row]), children)
    for start, members in chains:
        _ask_for_members(forest, start, members)
    forest.roots = [first + root for root in _ints(node, "tree_roots")]
    return forest


def _ask_for_members(forest: Forest, start: int, members: Sequence[float]) -> None:
    """Makes a node, and new ones behind it, ask for equality with each of some numbers."""
    false, true = forest.children[start]
    if not members:
        forest.children[start] = (false, false)
        return
    number = start
    for position, member in enumerate(members):
        forest.splits[number] = member
        if position + 1 < len(members):
            undefined = forest.undefined[start]
            new = forest.add(forest.features[start], member, "BRANCH_EQ", undefined, (false, true))
            forest.children[number] = (new, true)
            number = new


def _sets(node: onnx_ir.Node) -> list[list[float]]:
    """The sets of the nodes that ask for membership; what is not a number ends each."""
    found: list[list[float]] = [[]]
    for value in floats(node, "membership_values").tolist():
        if np.isnan(value):
            found.append([])
        else:
            found[-1].append(value)
    return found


def floats(node: onnx_ir.Node, name: str) -> np.ndarray:
    """The numbers of an attribute, which may be a list or a tensor; none where it is absent."""
    tensor = node.attributes.get(f"{name}_as_tensor") or node.attributes.get(name)
    if tensor is None:
        return np.zeros(0, np.float32)
    if tensor.type == onnx_ir.AttributeType.TENSOR:
        return np.asarray(tensor.as_tensor().numpy()).reshape(-1)
    return np.asarray(tensor.as_floats(), np.float32)


def _ints(node: onnx_ir.Node, name: str) -> tuple[int, ...]:
    return integers(node, name) or ()
