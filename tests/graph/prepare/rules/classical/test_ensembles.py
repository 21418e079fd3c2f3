"""Tree ensembles: every mode, aggregate, transformation and form of weights."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from onnx import numpy_helper

from aoe.errors import ModelError
from tests.graph.prepare.rules.classical.models import check, single

FEATURES = 4
MODES = [f"BRANCH_{name}" for name in ("LEQ", "LT", "GTE", "GT", "EQ", "NEQ")]
TRANSFORMATIONS = ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"]


def trees(
    prefix: str,
    targets: list[int],
    modes: list[str],
    missing: bool = False,
    count: int = 5,
    negative: bool = True,
) -> dict[str, Any]:
    """Random trees of different depths. Thresholds are whole, so that features meet them."""
    generator = np.random.default_rng(0)
    nodes: list[dict[str, Any]] = []
    leaves: list[tuple[int, int, int, float]] = []

    def grow(tree: int, depth: int) -> int:
        number = sum(1 for item in nodes if item["treeids"] == tree)
        item: dict[str, Any] = {
            "treeids": tree,
            "nodeids": number,
            "featureids": int(generator.integers(FEATURES)),
            "values": float(generator.integers(-2, 3)),
            "modes": modes[int(generator.integers(len(modes)))],
            "missing_value_tracks_true": int(missing and generator.integers(2)),
            "truenodeids": 0,
            "falsenodeids": 0,
        }
        nodes.append(item)
        if depth == 0:
            item["modes"] = "LEAF"
            for target in targets:
                weight = float(generator.uniform(-1 if negative else 0, 1)) / count
                leaves.append((tree, number, target, weight))
        else:
            item["truenodeids"] = grow(tree, depth - 1)
            item["falsenodeids"] = grow(tree, int(generator.integers(depth)))
        return number

    for tree in range(count):
        grow(tree, tree % 4)
    found = {f"nodes_{name}": [item[name] for item in nodes] for name in nodes[0]}
    if not missing:
        del found["nodes_missing_value_tracks_true"]
    names = ("treeids", "nodeids", "ids", "weights")
    return found | {
        f"{prefix}_{name}": [leaf[i] for leaf in leaves] for i, name in enumerate(names)
    }


def samples(dtype: str = "float32", undefined: bool = False, rows: int = 40) -> np.ndarray:
    generator = np.random.default_rng(1)
    x = generator.integers(-3, 4, (rows, FEATURES)).astype(dtype)
    if undefined:
        x[generator.random(x.shape) < 0.2] = np.nan
    return x


def regress(x: np.ndarray, targets: int, opset: int = 3, **attributes: Any) -> None:
    proto = single("TreeEnsembleRegressor", {"x": x}, opset=opset, n_targets=targets, **attributes)
    check(proto, {"x": x}, tolerance_of(attributes.get("post_transform", "NONE")))


def tolerance_of(kind: str) -> float:
    """ONNX Runtime computes PROBIT by differences of near numbers, in float32."""
    return 1e-3 if kind == "PROBIT" else 1e-5


@pytest.mark.parametrize("modes", [*([mode] for mode in MODES), MODES, MODES[:2]], ids=str)
@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_every_mode_of_a_node(modes: list[str], missing: bool, dtype: str) -> None:
    regress(samples(dtype, undefined=True), 1, **trees("target", [0], modes, missing))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("missing", [False, True])
def test_no_number_compares_with_a_split_that_is_none(mode: str, missing: bool) -> None:
    facts = trees("target", [0], [mode], missing)
    facts["nodes_values"] = [float("nan")] * len(facts["nodes_values"])
    regress(samples(undefined=True), 1, **facts)


@pytest.mark.parametrize("aggregate", ["SUM", "AVERAGE", "MIN", "MAX"])
@pytest.mark.parametrize("targets", [1, 3])
@pytest.mark.parametrize("base", [False, True])
def test_every_aggregate(aggregate: str, targets: int, base: bool) -> None:
    facts = trees("target", list(range(targets)), ["BRANCH_LEQ"])
    if base:
        facts["base_values"] = [0.1 * (number + 1) for number in range(targets)]
    regress(samples(), targets, aggregate_function=aggregate, **facts)


@pytest.mark.parametrize("kind", TRANSFORMATIONS)
@pytest.mark.parametrize("targets", [1, 2, 3])
def test_every_transformation_of_a_regressor(kind: str, targets: int) -> None:
    facts = trees("target", list(range(targets)), ["BRANCH_LEQ"], negative=False)
    regress(samples(), targets, post_transform=kind, **facts)


@pytest.mark.parametrize("kind", TRANSFORMATIONS)
@pytest.mark.parametrize("base", [False, True])
@pytest.mark.parametrize("labels", [[0, 1, 2], [7, -3, 5]], ids=str)
def test_a_classifier_of_several_classes(kind: str, base: bool, labels: list[int]) -> None:
    facts = trees("class", [0, 1, 2], ["BRANCH_LT"], negative=kind != "PROBIT")
    if base:
        facts["base_values"] = [0.1, 0.05, 0.2]
    x = samples()
    proto = single(
        "TreeEnsembleClassifier",
        {"x": x},
        2,
        classlabels_int64s=labels,
        post_transform=kind,
        **facts,
    )
    check(proto, {"x": x}, tolerance_of(kind))


@pytest.mark.parametrize(
    ("kind", "weighted", "negative", "base"),
    list(itertools.product(TRANSFORMATIONS, ([0], [1], [0, 1]), (False, True), (0, 1, 2))),
)
def test_a_classifier_of_two_classes(
    kind: str, weighted: list[int], negative: bool, base: int
) -> None:
    if kind == "PROBIT" and (weighted == [0] or negative):
        return  # ONNX Runtime leaves a score unwritten, or has none
    facts = trees("class", weighted, ["BRANCH_LEQ"], negative=negative)
    if base:
        facts["base_values"] = [0.15, 0.25][:base]
    x = samples()
    proto = single(
        "TreeEnsembleClassifier",
        {"x": x},
        2,
        classlabels_int64s=[5, 9],
        post_transform=kind,
        **facts,
    )
    check(proto, {"x": x}, tolerance_of(kind))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "int32"])
def test_features_of_every_type(dtype: str) -> None:
    facts = trees("class", [0, 1, 2], ["BRANCH_LEQ"])
    x = samples(dtype)
    labels = [0, 1, 2]
    proto = single("TreeEnsembleClassifier", {"x": x}, 2, classlabels_int64s=labels, **facts)
    check(proto, {"x": x})


def test_thresholds_in_double_precision() -> None:
    facts = trees("target", [0], ["BRANCH_LEQ"])
    x = samples("float64") / 3
    for name in ("nodes_values", "target_weights"):
        values = np.asarray(facts.pop(name), np.float64) / 3
        facts[f"{name}_as_tensor"] = numpy_helper.from_array(values, name)
    regress(x, 1, **facts)


@pytest.mark.parametrize("counts", [[4, 4, 4], [5, 1, 6], [6, 0, 6]], ids=str)
@pytest.mark.parametrize("aggregate", ["SUM", "MIN", "MAX"])
def test_trees_of_one_target_each_in_any_order(counts: list[int], aggregate: str) -> None:
    targets = [target for target, count in enumerate(counts) for _ in range(count)]
    np.random.default_rng(2).shuffle(targets)
    facts = trees("target", [0], ["BRANCH_LT", "BRANCH_GT"], missing=True, count=len(targets))
    facts["target_ids"] = [targets[tree] for tree in facts["target_treeids"]]
    regress(samples(undefined=True), 3, aggregate_function=aggregate, **facts)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_splits_at_the_ends_of_the_numbers(mode: str, dtype: str) -> None:
    facts = trees("target", [0], [mode], missing=True)
    ends = itertools.cycle([-np.inf, np.inf, 0.0, -0.0, 3.4028235e38, -3.4028235e38, 1e-45])
    facts["nodes_values"] = [next(ends) for _ in facts["nodes_values"]]
    x = samples(dtype)
    x[::3] = np.inf
    x[1::3, 1] = -np.inf
    regress(x, 1, **facts)


def test_a_feature_that_is_not_there_is_refused() -> None:
    facts = trees("target", [0], ["BRANCH_LEQ"])
    facts["nodes_featureids"] = [FEATURES for _ in facts["nodes_featureids"]]
    with pytest.raises(ModelError, match="a node reads feature 4 of 4"):
        regress(samples(), 1, **facts)


def numbered(modes: list[int], members: list[float], dtype: str) -> dict[str, Any]:
    """A TreeEnsemble of two trees: one of four nodes, and one of a node with one leaf only."""
    values = np.asarray([1.0, -1.0, 0.0, 1.0, 0.0], dtype)
    weights = np.asarray([0.5, -1.5, 2.5, 3.0, -4.0], dtype)
    found: dict[str, Any] = {
        "n_targets": 2,
        "nodes_featureids": [0, 1, 2, 3, 0],
        "nodes_splits": numpy_helper.from_array(values, "splits"),
        "nodes_modes": numpy_helper.from_array(np.asarray(modes, np.uint8), "modes"),
        "nodes_truenodeids": [1, 0, 2, 4, 4],
        "nodes_trueleafs": [0, 1, 1, 1, 1],
        "nodes_falsenodeids": [2, 1, 3, 3, 4],
        "nodes_falseleafs": [0, 1, 0, 1, 1],
        "leaf_targetids": [0, 1, 0, 1, 1],
        "leaf_weights": numpy_helper.from_array(weights, "weights"),
        "tree_roots": [0, 4],
    }
    if members:
        sets = np.asarray(members, dtype)
        found["membership_values"] = numpy_helper.from_array(sets, "members")
    return found


@pytest.mark.parametrize("modes", [*([mode] * 5 for mode in range(6)), [0, 1, 2, 3, 5]], ids=str)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind", range(5))
def test_an_ensemble_of_opset_5(modes: list[int], dtype: str, kind: int) -> None:
    x = samples(dtype)
    facts = numbered(modes, [], dtype)
    proto = single("TreeEnsemble", {"x": x}, opset=5, post_transform=kind, **facts)
    check(proto, {"x": x}, 1e-3 if kind == 4 else 1e-5)


@pytest.mark.parametrize("aggregate", range(4))
def test_an_ensemble_that_asks_for_membership(aggregate: int) -> None:
    x = samples()
    facts = numbered([6, 0, 6, 0, 0], [-1.0, 2.0, np.nan, 0.0, 1.0, 3.0], "float32")
    proto = single("TreeEnsemble", {"x": x}, opset=5, aggregate_function=aggregate, **facts)
    check(proto, {"x": x})


@pytest.mark.parametrize("classes", [[0], [0, 1], [0, 1, 2]], ids=str)
@pytest.mark.parametrize("kind", TRANSFORMATIONS)
def test_no_samples(classes: list[int], kind: str) -> None:
    x = samples(rows=0)
    labels = [5, 9, 7][: max(len(classes), 2)]
    facts = trees("class", classes, ["BRANCH_LEQ"])
    facts |= {"classlabels_int64s": labels, "post_transform": kind}
    check(single("TreeEnsembleClassifier", {"x": x}, 2, **facts), {"x": x})
    regress(x, len(classes), post_transform=kind, **trees("target", classes, ["BRANCH_LEQ"]))


def test_an_ensemble_of_opset_5_without_samples() -> None:
    x = samples(rows=0)
    facts = numbered([6, 0, 6, 0, 0], [-1.0, 2.0, np.nan, 0.0, 1.0, 3.0], "float32")
    check(single("TreeEnsemble", {"x": x}, opset=5, **facts), {"x": x})
