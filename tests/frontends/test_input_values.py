"""Specialising a model to the values of some inputs."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from aoe.errors import UsageError
from aoe.frontends.onnx import load_onnx

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
