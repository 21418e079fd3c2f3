"""Specialising a model to the values of some inputs."""

from __future__ import annotations

import numpy as np
import onnx
import onnx_ir
import pytest

from aoe.backends.cpu.target.host import host_target
from aoe.errors import ModelError, UsageError
from aoe.frontends.inputs.input_values import apply_input_values, parse_input_values, value_text
from aoe.frontends.onnx import load_onnx
from aoe.graph import prepared_graph

_MODEL = onnx.parser.parse_model(
    """<ir_version: 8, opset_import: ["" : 18]>
    reshape (float[2, 3] data, int64[n] shape) => (float y) { y = Reshape(data, shape) }"""
)


def test_an_input_with_a_value_becomes_a_constant() -> None:
    shape = np.array([3, 2], np.int64)
    model = load_onnx(_MODEL, input_values={"shape": shape})
    assert [value.name for value in model.graph.inputs] == ["data"]
    constant = model.graph.initializers["shape"].const_value
    assert constant is not None
    np.testing.assert_array_equal(constant.numpy(), shape)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"size": np.array([3, 2])}, "names 'size', but the inputs"),
        ({"shape": np.array([3, 2], np.int32)}, "elements of int32; the model declares int64"),
        ({"data": np.zeros((2, 4), np.float32)}, r"shape \[2, 4\]"),
        ({"shape": np.array([[3, 2]])}, r"shape \[1, 2\]"),
    ],
)
def test_values_that_do_not_fit_are_refused(values: dict[str, np.ndarray], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        load_onnx(_MODEL, input_values=values)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("sr:16000", {"sr": "16000"}),
        ("a:1,2; b:0.5", {"a": "1,2", "b": "0.5"}),
        ("in:0:3;", {"in:0": "3"}),
        ("none:", {"none": ""}),
    ],
)
def test_texts_of_values(text: str, values: dict[str, str]) -> None:
    assert parse_input_values(text) == values


@pytest.mark.parametrize("text", ["", "sr", ":3", "a:1;a:2"])
def test_malformed_texts_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--input_value"):
        parse_input_values(text)


def with_input(declaration: str) -> onnx_ir.Model:
    text = f"""<ir_version: 8, opset_import: ["": 17]> g ({declaration} v, float[2] x) =>
        (float[2] y) {{ y = Relu(x) }}"""
    return onnx_ir.from_proto(onnx.parser.parse_model(text))


@pytest.mark.parametrize(
    ("declaration", "text", "expected"),
    [
        ("int64", "16000", np.asarray(16000)),
        ("int64[n]", "2,8", np.asarray([2, 8])),
        ("int64[0]", "", np.zeros(0, np.int64)),
        ("float[2,2]", "1,2.5,-3,1e-2", np.asarray([[1, 2.5], [-3, 0.01]], np.float32)),
        ("float[1]", "0.1", np.asarray([0.1], np.float32)),
        ("bool", "true", np.asarray(True)),
        ("uint8[2]", "0,255", np.asarray([0, 255], np.uint8)),
    ],
)
def test_a_text_has_the_type_and_shape_of_its_input(
    declaration: str, text: str, expected: np.ndarray
) -> None:
    model = with_input(declaration)
    apply_input_values(model, {"v": text}, "m.onnx")
    constant = model.graph.initializers["v"].const_value
    assert constant is not None
    assert constant.numpy().dtype == expected.dtype
    np.testing.assert_array_equal(constant.numpy(), expected)
    again = with_input(declaration)
    apply_input_values(again, {"v": value_text(expected)}, "m.onnx")


@pytest.mark.parametrize(
    ("declaration", "text"),
    [("int64", "a"), ("int64", "1.5"), ("uint8", "256"), ("int64[2]", "1,2,3"), ("int64", "1,2")],
)
def test_a_text_that_does_not_fit_its_input_is_refused(declaration: str, text: str) -> None:
    with pytest.raises(UsageError, match="--input_value gives 'v'"):
        apply_input_values(with_input(declaration), {"v": text}, "m.onnx")


def test_one_element_is_counted_as_one() -> None:
    with pytest.raises(UsageError, match="gives 'v' 1 element; the model declares the shape"):
        apply_input_values(with_input("int64[2]"), {"v": "7"}, "m.onnx")


@pytest.mark.parametrize(
    ("shape", "advice"),
    [([3, 3], "value of 'shape', not \\[3, 3\\]$"), ([2] * 9, "value of 'shape'$")],
)
def test_nodes_that_do_not_fit_a_value_ask_for_another(shape: list[int], advice: str) -> None:
    model = load_onnx(_MODEL, input_values={"shape": np.array(shape)})
    with pytest.raises(ModelError, match=f"6 elements, .*nodes, or give another {advice}"):
        prepared_graph(model, "m", host_target(1))
