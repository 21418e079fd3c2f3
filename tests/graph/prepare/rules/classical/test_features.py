"""Scalers and encoders: every attribute and type of elements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.prepare import rules
from aoe.graph.prepare.rules.classical.names import CLASSICAL_OPERATORS
from aoe.operators.evaluate import evaluate
from tests.graph.prepare.rules.classical.models import DOMAIN, by_onnxruntime, check, single

TYPES = ["float32", "float64", "int64", "int32"]


def samples(dtype: str = "float32") -> np.ndarray:
    x = (3 * np.random.default_rng(0).standard_normal((6, 4))).astype(dtype)
    x[2] = 0
    return x


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("count", [1, 4])
def test_a_scaler(dtype: str, count: int) -> None:
    x = samples(dtype)
    facts: dict[str, Any] = {
        "offset": [0.5, -1.0, 2.0, 0.25][:count],
        "scale": [2.0, 0.5, -1.5, 3.0][:count],
    }
    check(single("Scaler", {"x": x}, **facts), {"x": x})


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("norm", ["MAX", "L1", "L2"])
def test_a_normalizer(dtype: str, norm: str) -> None:
    x = samples(dtype)
    check(single("Normalizer", {"x": x}, norm=norm), {"x": x})


@pytest.mark.parametrize("threshold", [0.0, 1.5])
def test_a_binarizer(threshold: float) -> None:
    x = samples()
    check(single("Binarizer", {"x": x}, threshold=threshold), {"x": x})


@pytest.mark.parametrize("replaced", [0.0, float("nan")])
@pytest.mark.parametrize("values", [[7.0], [1.0, 2.0, 3.0, 4.0]])
def test_an_imputer_of_floats(replaced: float, values: list[float]) -> None:
    x = samples()
    x[3, 1] = np.nan
    facts: dict[str, Any] = {"replaced_value_float": replaced, "imputed_value_floats": values}
    check(single("Imputer", {"x": x}, **facts), {"x": x})


def test_an_imputer_of_integers() -> None:
    x = samples("int64")
    facts: dict[str, Any] = {"replaced_value_int64": 0, "imputed_value_int64s": [5, 6, 7, 8]}
    check(single("Imputer", {"x": x}, **facts), {"x": x})


ENCODERS: list[tuple[str, dict[str, Any]]] = [
    ("int64", {"keys_int64s": [1, 2, 5], "values_int64s": [10, 20, 50], "default_int64": -7}),
    ("int64", {"keys_int64s": [1, 2, 5], "values_floats": [1.5, 2.5, 5.5]}),
    ("float32", {"keys_floats": [1.0, 2.0, 5.0], "values_int64s": [10, 20, 50]}),
    ("float32", {"keys_floats": [1.0, 2.0, 7.0], "values_floats": [0.5, 1.5, 2.5]}),
]


@pytest.mark.parametrize(("dtype", "facts"), ENCODERS, ids=str)
def test_a_label_encoder(dtype: str, facts: dict[str, Any]) -> None:
    x = np.asarray([[1, 2], [5, 0]], dtype)
    if dtype == "float32":
        x[1, 1] = np.nan
    check(single("LabelEncoder", {"x": x}, opset=2, **facts), {"x": x})


def test_a_label_encoder_of_tensors() -> None:
    x = np.asarray([3, 1, 9], np.int64)
    keys, values = np.asarray([1, 3], np.int64), np.asarray([30, 10], np.int64)
    facts: dict[str, Any] = {
        "keys_tensor": numpy_helper.from_array(keys, "k"),
        "values_tensor": numpy_helper.from_array(values, "v"),
        "default_tensor": numpy_helper.from_array(np.asarray([-5], np.int64), "d"),
    }
    check(single("LabelEncoder", {"x": x}, opset=4, **facts), {"x": x})


def test_a_label_encoder_of_what_is_no_number() -> None:
    x = np.asarray([np.nan, 1.0, 2.0], np.float32)
    facts: dict[str, Any] = {
        "keys_floats": [1.0, float("nan")],
        "values_floats": [0.5, 2.5],
        "default_float": 9.0,
    }
    check(single("LabelEncoder", {"x": x}, opset=4, **facts), {"x": x})


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_a_one_hot_encoder(dtype: str) -> None:
    x = np.asarray([[1, 4], [2, 3]], dtype)
    check(single("OneHotEncoder", {"x": x}, cats_int64s=[1, 2, 4], zeros=1), {"x": x})


@pytest.mark.parametrize("places", [[2], [3, 0, 0]])
@pytest.mark.parametrize("dtype", TYPES)
def test_an_array_feature_extractor(places: list[int], dtype: str) -> None:
    feed = {"x": samples(dtype), "i": np.asarray(places)}
    check(single("ArrayFeatureExtractor", feed), feed)


def test_a_feature_vectorizer() -> None:
    feed = {"a": samples(), "b": samples()[:, :2]}
    check(single("FeatureVectorizer", feed, inputdimensions=[4, 2]), feed)


def test_a_zip_map_gives_the_matrix_of_scores() -> None:
    x = samples()
    proto = single("Scaler", {"x": x}, scale=[2.0], offset=[0.5])
    zipped = helper.make_node("ZipMap", ["y0"], ["z"], domain=DOMAIN, classlabels_int64s=range(4))
    proto.graph.node.append(zipped)
    proto.graph.output[0].CopyFrom(onnx.ValueInfoProto(name="z"))
    found = evaluate(build(load_onnx(proto), "test"), {"x": x})["z"]
    (maps,) = by_onnxruntime(proto, {"x": x})
    np.testing.assert_allclose(found, [[row[key] for key in range(4)] for row in maps], rtol=1e-6)


def test_every_operator_that_is_named_has_a_rule() -> None:
    folder = Path(str(rules.__file__)).parent / "classical"
    text = "".join(path.read_text() for path in folder.glob("*.py") if path.name != "names.py")
    assert [name for name in CLASSICAL_OPERATORS if f'"{name}"' not in text] == []
