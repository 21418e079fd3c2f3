"""Inputs and outputs of a model get the element types that are asked for, and keep their names."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import UsageError
from aoe.frontends.boundary import OUTPUT_TYPES, boundary

X = np.array([0.5, 1.25, 3.75, 100.0], np.float32)


def two_nodes() -> onnx.ModelProto:
    """`d` is twice `x`, `y` is `d` plus one; both are outputs, and `i` as it is."""
    return onnx.parser.parse_model("""<ir_version: 10, opset_import: ["": 21]>
        two (float[4] x, int64[4] i) => (float[4] d, float[4] y, int64[4] i)
        <float one = {1}>
        { [double] d = Add(x, x) [more] y = Add(d, one) }""")


def session(**arguments: Any) -> aoe.InferenceSession:
    return aoe.compile(two_nodes(), threads=1, model_options=aoe.ModelOptions(**arguments))


@pytest.mark.parametrize("kind", OUTPUT_TYPES)
def test_all_outputs_get_one_type(kind: str) -> None:
    wanted = onnx.helper.tensor_dtype_to_np_dtype(OUTPUT_TYPES[kind])
    with session(out_nodes=["d", "y"], output_type=kind) as opened:
        assert [item.name for item in opened.get_outputs()] == ["d", "y"]
        doubled, more = opened.run(None, {"x": X, "i": np.arange(4)})
    assert doubled.dtype == more.dtype == wanted
    np.testing.assert_array_equal(doubled, (2 * X)[: len(X)].astype(wanted))
    np.testing.assert_array_equal(more, (2 * X + 1).astype(wanted))


@pytest.mark.parametrize("names", [("double:0", "more:0"), ("d", "y")])
def test_single_outputs_get_types_of_their_own(names: tuple[str, str]) -> None:
    first, second = names
    with session(out_nodes=[first, second], output_type=f"{second}:INT32") as opened:
        doubled, more = opened.run(None, {"x": X, "i": np.arange(4)})
    assert doubled.dtype == np.float32
    assert more.dtype == np.int32
    np.testing.assert_array_equal(doubled, 2 * X)
    np.testing.assert_array_equal(more, (2 * X + 1).astype(np.int32))


def test_inputs_may_be_taken_as_float16() -> None:
    with session(input_fp16_nodes=["x"], out_nodes=["y"]) as opened:
        assert {item.name: item.type for item in opened.get_inputs()}["x"] == "tensor(float16)"
        (more,) = opened.run(None, {"x": X.astype(np.float16), "i": np.arange(4)})
    assert more.dtype == np.float32
    np.testing.assert_array_equal(more, 2 * X + 1)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"output_type": "FP8"}, "'FP8' is not an element type; use one of FP32, FP16"),
        ({"output_type": "fp16"}, "'fp16' is not an element type"),
        ({"output_type": "double:0:FP16"}, "'double:0', which --out_nodes does not"),
        ({"output_type": "more:0:FP16", "out_nodes": ["double:0"]}, "'more:0'"),
        ({"output_type": "d:FP16;d:FP32", "out_nodes": ["d"]}, "one type"),
        ({"output_type": ":FP16", "out_nodes": ["d"]}, "one type"),
    ],
)
def test_types_that_cannot_be_are_refused(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(UsageError, match=named):
        boundary(**arguments)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"output_type": "FP16"}, "'i' is an input of the model as it is"),
        ({"input_fp16_nodes": ["z"]}, "names 'z', but the inputs of the given model are 'x', 'i'"),
        ({"input_fp16_nodes": ["i"]}, "names 'i', which holds INT64"),
        ({"input_fp16_nodes": ["x", "x"]}, "'x' twice"),
    ],
)
def test_what_does_not_fit_the_model_is_refused(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(UsageError, match=named):
        session(**arguments)
