"""Linear models: every transformation."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import build
from tests.graph.prepare.rules.classical.models import check, single

TRANSFORMATIONS = ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"]
FEATURES = 3


def samples(dtype: str = "float32") -> np.ndarray:
    return (4 * np.random.default_rng(0).standard_normal((7, FEATURES))).astype(dtype)


def numbers(count: int, seed: int) -> list[float]:
    found: list[float] = np.random.default_rng(seed).standard_normal(count).astype("f4").tolist()
    return found


@pytest.mark.parametrize(
    ("targets", "kind", "biased"),
    list(itertools.product([1, 2, 3], TRANSFORMATIONS, [False, True])),
)
def test_a_regressor(targets: int, kind: str, biased: bool) -> None:
    facts: dict[str, Any] = {"intercepts": numbers(targets, 1)} if biased else {}
    proto = single(
        "LinearRegressor",
        {"x": samples()},
        coefficients=numbers(targets * FEATURES, 2),
        targets=targets,
        post_transform=kind,
        **facts,
    )
    check(proto, {"x": samples()})


@pytest.mark.parametrize(
    ("rows", "kind", "dtype"),
    list(itertools.product([1, 2, 3], TRANSFORMATIONS, ["float32", "float64", "int64", "int32"])),
)
def test_a_classifier(rows: int, kind: str, dtype: str) -> None:
    proto = single(
        "LinearClassifier",
        {"x": samples(dtype)},
        2,
        classlabels_ints=[4, 2, 9][: max(rows, 2)],
        coefficients=numbers(rows * FEATURES, 1),
        intercepts=numbers(rows, 2),
        post_transform=kind,
        multi_class=int(rows > 2),
    )
    check(proto, {"x": samples(dtype)})


def test_a_single_score_of_a_single_class_is_refused() -> None:
    x = {"x": samples()}
    coefficients = numbers(FEATURES, 1)
    proto = single(
        "LinearClassifier", x, 2, classlabels_ints=[1], coefficients=coefficients, intercepts=[0.0]
    )
    with pytest.raises(UnsupportedModelError, match=r"\(LinearClassifier\): its attributes"):
        build(load_onnx(proto), "test")


@pytest.mark.parametrize("kind", TRANSFORMATIONS)
@pytest.mark.parametrize("op_type", ["LinearClassifier", "LinearRegressor"])
def test_no_samples(op_type: str, kind: str) -> None:
    own: dict[str, dict[str, Any]] = {
        "LinearClassifier": {"classlabels_ints": [4, 2, 9], "intercepts": numbers(3, 2)},
        "LinearRegressor": {"targets": 3},
    }
    x = {"x": samples()[:0]}
    outputs = 2 if op_type == "LinearClassifier" else 1
    facts = own[op_type] | {"coefficients": numbers(9, 1), "post_transform": kind}
    check(single(op_type, x, outputs, **facts), x)
