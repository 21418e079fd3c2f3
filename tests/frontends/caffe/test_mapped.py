"""Layers of Caffe that `--op_name_map` maps to something else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aoe
from aoe.errors import ModelError, UnsupportedModelError, UsageError
from aoe.frontends.caffe.parameters import layer_parameters
from aoe.frontends.caffe.prototxt import tokens_of
from aoe.frontends.custom_operators.custom_operator import register_operator
from tests.frontends.caffe.nets import IMAGE, layer, numbers, outputs_of, source
from tests.frontends.custom_operators.bodies import SCALED, empty_registry

X = numbers(IMAGE)


@pytest.fixture(autouse=True)
def _registry() -> Iterator[None]:
    with empty_registry():
        yield


def mapped(place: Path, names: str, text: str, **blobs: list[np.ndarray]) -> np.ndarray:
    (place / "names.cfg").write_text(names)
    options = aoe.ModelOptions(op_name_map=place / "names.cfg")
    return outputs_of(place, text, {"data": X}, blobs, model_options=options)[0]


def test_a_custom_layer_is_computed_by_a_registered_operator(tmp_path: Path) -> None:
    register_operator(SCALED)
    text = source() + layer("MyScaling", "scaling_param { factor: 2 }")
    assert np.array_equal(mapped(tmp_path, "MyScaling:test.own.Scaled\n", text), X * 2)


def test_blobs_are_inputs_behind_the_bottoms(tmp_path: Path) -> None:
    body = onnx.parser.parse_function(
        """<domain: "test.own", opset_import: ["": 21]>
        Shifted (x, b) => (y) { s = Constant <value_ints = [1, -1, 1, 1]> ()
        c = Reshape (b, s) y = Add (x, c) }"""
    )
    register_operator(body)
    b = np.arange(IMAGE[1], dtype=np.float32)
    text = source() + layer("MyBias", name="own")
    found = mapped(tmp_path, "MyBias:Shifted\n", text, own=[b])
    np.testing.assert_array_equal(found, X + b[:, None, None])


def test_a_layer_may_stand_for_an_operator_of_onnx(tmp_path: Path) -> None:
    text = source() + layer("MyLeaky", "own_param { alpha: 0.5 }")
    found = mapped(tmp_path, "MyLeaky:LeakyRelu\n", text)
    np.testing.assert_allclose(found, np.where(X > 0, X, 0.5 * X), rtol=1e-6)


def test_a_layer_may_stand_for_another_type_of_layer(tmp_path: Path) -> None:
    text = source() + layer("MyReLU", "relu_param { negative_slope: 0.5 }")
    found = mapped(tmp_path, "MyReLU:ReLU\n", text)
    np.testing.assert_allclose(found, np.where(X > 0, X, 0.5 * X), rtol=1e-6)


def test_a_body_that_calls_itself_is_refused(tmp_path: Path) -> None:
    body = onnx.parser.parse_function(
        '<domain: "test.own", opset_import: ["": 21, "test.own": 1]>'
        "Endless (x) => (y) { y = test.own.Endless (x) }"
    )
    register_operator(body)
    with pytest.raises(ModelError, match="calls itself"):
        mapped(tmp_path, "Mine:test.own.Endless\n", source() + layer("Mine"))


def test_types_that_are_refused_stay_refused(tmp_path: Path) -> None:
    text = source() + layer("DetectionOutput")
    with pytest.raises(UnsupportedModelError, match="how it computes its results is not published"):
        mapped(tmp_path, "DetectionOutput:DetectionEvaluate\n", text)


def test_a_target_that_is_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="neither a registered operator nor one of ONNX"):
        mapped(tmp_path, "MyReLU:Zzzzzz\n", source() + layer("MyReLU"))


def test_parameters_that_the_operator_does_not_have_are_refused(tmp_path: Path) -> None:
    register_operator(SCALED)
    text = source() + layer("MyScaling", "scaling_param { factor: 2 more: 1 }")
    with pytest.raises(ModelError, match="'more' that its body lacks"):
        mapped(tmp_path, "MyScaling:Scaled\n", text)
    text = source() + layer("MyReLU", "own_param { slope: 1 }")
    with pytest.raises(ModelError, match="LeakyRelu of ONNX has no attribute 'slope'"):
        mapped(tmp_path, "MyReLU:LeakyRelu\n", text)


def test_parameters_are_read_from_the_text() -> None:
    text = """layer { name: "a" type: "T" # comment
      one_param { i: 3 f: 0.5; s: "x y" t: true, e: MAX r: 1 r: 2 l: [1, 2.5] m { i: 1 } } }
    layer { name: 'b' type: "T" other_param < i: -1 > }"""
    assert layer_parameters(tokens_of("f", text)) == {
        "a": {"i": 3, "f": 0.5, "s": "x y", "t": 1, "e": "MAX", "r": [1, 2], "l": [1, 2.5]},
        "b": {"i": -1},
    }


WORDS = st.from_regex(r"[a-z_][a-z0-9_]*", fullmatch=True).filter(
    lambda word: word not in ("true", "false", "inf", "nan", "infinity")
)
VALUES = st.one_of(st.integers(-999, 999), st.floats(-9, 9).map(lambda x: x + 0.5), WORDS)


@given(
    parameters=st.dictionaries(WORDS, st.lists(VALUES, min_size=1, max_size=3)),
    in_lists=st.booleans(),
)
def test_parameters_that_are_written_are_read(
    parameters: dict[str, list[int | float | str]], in_lists: bool
) -> None:
    fields = [
        f"{name}: [{', '.join(map(repr, values))}]"
        if in_lists
        else " ".join(f"{name}: {value!r}" for value in values)
        for name, values in parameters.items()
    ]
    text = f'layer {{ name: "a" own_param {{ {" ".join(fields)} }} }}'
    expected = {name: found[0] if len(found) == 1 else found for name, found in parameters.items()}
    assert layer_parameters(tokens_of("f", text)) == {"a": expected}
