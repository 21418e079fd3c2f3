"""Models that contradict themselves, or ask for more than there is, are refused in one sentence;
what is merely unusual is computed.
"""

from __future__ import annotations

import numpy as np
import pytest

from aoe.errors import AoeError, ModelError, UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import model


def refused(text: str, **constants: np.ndarray) -> str:
    with pytest.raises(AoeError) as caught:
        build(load_onnx(model(text, 17, **constants)), "hostile")
    words = str(caught.value)
    assert "\n" not in words
    assert len(words) < 2000
    return words


def test_a_shape_whose_product_overflows_is_refused() -> None:
    huge = f"{2**40},{2**40}"
    assert "no machine has room" in refused(
        f"(float[{huge}] x) => (float[{huge}] y) {{ y = Relu(x) }}"
    )


def test_a_constant_that_fills_all_memory_is_not_made() -> None:
    shape = np.array([2**31, 2**31], np.int64)
    text = "(float[1] x) => (float[A, B] y) { c = ConstantOfShape(s) y = Add(c, x) }"
    refused(text, s=shape)


def test_repetition_beyond_all_memory_is_refused() -> None:
    text = "(float[1] x) => (float[A] y) { y = Tile(x, n) }"
    refused(text, n=np.array([2**62], np.int64))


def test_weights_of_another_size_than_declared_are_refused() -> None:
    proto = model("(float[4] x) => (float[4] y) { y = Add(x, w) }", 17, w=np.ones(4, np.float32))
    proto.graph.initializer[0].dims[:] = [4, 4]
    with pytest.raises(ModelError, match="cannot reshape array of size 4"):
        build(load_onnx(proto), "hostile")


def test_a_function_that_calls_itself_is_refused() -> None:
    proto = model("(float[2] x) => (float[2] y) { y = other.f(x) }")
    function = proto.functions.add(name="f", domain="other", input=["a"], output=["b"])
    function.opset_import.add(domain="", version=17)
    function.opset_import.add(domain="other", version=1)
    function.node.add(op_type="f", domain="other", input=["a"], output=["b"])
    with pytest.raises(ModelError, match=r"function other\.f calls itself"):
        build(load_onnx(proto), "hostile")


def test_a_name_with_line_breaks_stays_on_one_line() -> None:
    proto = model("(float[2] x) => (float[2] y) { y = other.Strange(x) }")
    proto.graph.node[0].name = "two\nlines"
    with pytest.raises(UnsupportedModelError) as caught:
        build(load_onnx(proto), "hostile")
    assert "two lines" in str(caught.value)


def test_weights_that_are_no_numbers_or_infinite_stay_so() -> None:
    weights = np.array([np.nan, np.inf, -np.inf, 1], np.float32)
    proto = model("(float[4] x) => (float[4] y) { y = Add(x, w) }", 17, w=weights)
    graph = build(load_onnx(proto), "unusual")
    x = np.ones(4, np.float32)
    np.testing.assert_array_equal(evaluate(graph, {"x": x})["y"], x + weights)


def test_values_without_elements_are_computed() -> None:
    proto = model("(float[0,3] x) => (float[0,3] y) { a = Relu(x) y = Add(a, x) }")
    graph = build(load_onnx(proto), "empty")
    assert evaluate(graph, {"x": np.zeros((0, 3), np.float32)})["y"].shape == (0, 3)
