"""Support vectors: every kernel, form of scores and number of classes."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import build
from tests.graph.prepare.rules.classical.models import check, single

KERNELS = ["LINEAR", "POLY", "RBF", "SIGMOID"]
TRANSFORMATIONS = ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"]
FEATURES = 3
LABELS = [4, 2, 9, 0]


def samples(dtype: str = "float32", rows: int = 7) -> np.ndarray:
    return (2 * np.random.default_rng(0).standard_normal((rows, FEATURES))).astype(dtype)


def numbers(count: int, seed: int) -> list[float]:
    found: list[float] = np.random.default_rng(seed).standard_normal(count).astype("f4").tolist()
    return found


def classify(
    classes: int, x: np.ndarray, probable: bool, kernel: str = "RBF", kind: str = "NONE"
) -> None:
    supports, pairs = [2, 1, 3, 2][:classes], classes * (classes - 1) // 2
    facts: dict[str, Any] = {
        "classlabels_ints": LABELS[:classes],
        "coefficients": numbers((classes - 1) * sum(supports), 1),
        "kernel_params": [0.2, 0.5, 3.0],
        "kernel_type": kernel,
        "post_transform": kind,
        "rho": numbers(pairs, 3),
        "support_vectors": numbers(sum(supports) * FEATURES, 2),
        "vectors_per_class": supports,
    }
    if probable:
        facts |= {"prob_a": numbers(pairs, 4), "prob_b": numbers(pairs, 5)}
    check(single("SVMClassifier", {"x": x}, 2, opset=1, **facts), {"x": x}, 1e-4)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("classes", [2, 4])
def test_a_classifier_with_every_kernel(kernel: str, classes: int) -> None:
    classify(classes, samples(), probable=False, kernel=kernel)


@pytest.mark.parametrize("kind", TRANSFORMATIONS)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("probable", [False, True])
def test_every_transformation_of_a_classifier(kind: str, classes: int, probable: bool) -> None:
    classify(classes, samples(), probable, kind=kind)


@pytest.mark.parametrize("dtype", ["float64", "int64", "int32"])
def test_features_of_every_type(dtype: str) -> None:
    classify(3, samples(dtype), probable=False)


def test_more_samples_than_stop_at_one_iteration() -> None:
    classify(4, samples(rows=50), probable=True)


def test_a_classifier_without_samples() -> None:
    classify(3, samples(rows=0), probable=True)


@pytest.mark.parametrize(
    ("positive", "probable", "classes"),
    list(itertools.product([False, True], [False, True], [1, 2, 3])),
)
def test_a_classifier_by_linear_functions(positive: bool, probable: bool, classes: int) -> None:
    weights = numbers(classes * FEATURES, 1)
    facts: dict[str, Any] = {"prob_a": [-1.0], "prob_b": [0.5]} if probable else {}
    proto = single(
        "SVMClassifier",
        {"x": samples()},
        2,
        opset=1,
        classlabels_ints=LABELS[:classes],
        coefficients=[abs(item) for item in weights] if positive else weights,
        kernel_type="LINEAR",
        kernel_params=[0.0, 0.0, 0.0],
        rho=[0.05],
        **facts,
    )
    check(proto, {"x": samples()})


def test_a_score_that_onnx_runtime_leaves_unwritten_is_refused() -> None:
    with pytest.raises(UnsupportedModelError, match=r"\(SVMClassifier\): its attributes"):
        classify(2, samples(), probable=False, kind="PROBIT")


def test_support_vectors_of_another_size_are_refused() -> None:
    facts: dict[str, Any] = {
        "classlabels_ints": [0, 1],
        "coefficients": [1.0, -1.0],
        "rho": [0.0],
        "support_vectors": numbers(5, 1),
        "vectors_per_class": [1, 1],
    }
    proto = single("SVMClassifier", {"x": samples()}, 2, opset=1, **facts)
    with pytest.raises(UnsupportedModelError, match=r"\(SVMClassifier\): its attributes"):
        build(load_onnx(proto), "test")


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("one_class", [0, 1])
@pytest.mark.parametrize("rows", [0, 7])
def test_a_regressor(kernel: str, one_class: int, rows: int) -> None:
    supports = 5
    proto = single(
        "SVMRegressor",
        {"x": samples(rows=rows)},
        coefficients=numbers(supports, 1),
        kernel_params=[0.2, 0.5, 3.0],
        kernel_type=kernel,
        n_supports=supports,
        one_class=one_class,
        rho=[0.3],
        support_vectors=numbers(supports * FEATURES, 2),
    )
    check(proto, {"x": samples(rows=rows)}, 1e-4)
