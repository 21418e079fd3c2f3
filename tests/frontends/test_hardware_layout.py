"""Inputs and outputs may be in Ascend's layout NC1HWC0, in float16 and groups of 16 channels."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aoe
from aoe.errors import UsageError
from aoe.frontends.boundary import boundary
from aoe.frontends.hardware_layout import parse_switches
from tests.properties import examples


def grouped(images: np.ndarray) -> np.ndarray:
    """Images in NCHW, as the documents transform them to NC1HWC0."""
    batch, channels, height, width = images.shape
    groups = -(-channels // 16)
    padded = np.zeros((batch, groups * 16, height, width), np.float16)
    padded[:, :channels] = images
    return padded.reshape(batch, groups, 16, height, width).transpose(0, 1, 3, 4, 2)


def negated(shape: list[int | str], opset: int = 21) -> onnx.ModelProto:
    """`y` is minus `x`, and `s` is its shape."""
    value = onnx.helper.make_tensor_value_info
    return onnx.helper.make_model(
        onnx.helper.make_graph(
            [
                onnx.helper.make_node("Neg", ["x"], ["y"], name="negate"),
                onnx.helper.make_node("Shape", ["x"], ["s"], name="size"),
            ],
            "negated",
            [value("x", onnx.TensorProto.FLOAT, shape)],
            [
                value("y", onnx.TensorProto.FLOAT, None),
                value("s", onnx.TensorProto.INT64, [len(shape)]),
            ],
        ),
        opset_imports=[onnx.helper.make_opsetid("", opset)],
        ir_version=8,
    )


def session(shape: list[int | str], opset: int = 21, **options: Any) -> aoe.InferenceSession:
    return aoe.compile(negated(shape, opset), threads=1, model_options=aoe.ModelOptions(**options))


@pytest.mark.parametrize("layout", ["NCHW", "NHWC"])
@pytest.mark.parametrize("channels", [1, 16, 19, 32])
def test_both_ends_may_be_in_groups(channels: int, layout: str) -> None:
    images = np.random.default_rng(0).integers(-99, 99, (2, channels, 3, 5)).astype(np.float16)
    shape = list(images.shape) if layout == "NCHW" else [2, 3, 5, channels]
    with session(
        shape,
        input_format=layout,
        input_fp16_nodes=["x"],
        out_nodes=["y"],
        is_input_adjust_hw_layout=[True],
        is_output_adjust_hw_layout="true",
    ) as opened:
        given, made = grouped(images), opened.get_outputs()[0]
        assert [item.shape for item in opened.get_inputs()] == [list(given.shape)]
        assert (made.name, made.type) == ("y", "tensor(float16)")
        (found,) = opened.run(None, {"x": given})
    np.testing.assert_array_equal(found, grouped(-images))


def test_channels_that_the_model_has_not_have_no_effect() -> None:
    given = np.ones((1, 1, 2, 2, 16), np.float16)
    options = {"input_fp16_nodes": ["x"], "is_input_adjust_hw_layout": "true", "out_nodes": ["y"]}
    with session([1, 3, 2, 2], opset=9, **options) as opened:
        (found,) = opened.run(None, {"x": given})
    np.testing.assert_array_equal(found, -np.ones((1, 3, 2, 2), np.float32))


def test_values_are_for_one_node_each() -> None:
    with session(
        [1, 3, 2, 2], out_nodes=["s", "y"], is_output_adjust_hw_layout="false,true"
    ) as opened:
        shapes = [item.shape for item in opened.get_outputs()]
    assert shapes == [[4], [1, 1, 2, 2, 16]]


def test_an_output_type_wins() -> None:
    with session(
        [1, 3, 2, 2], out_nodes=["y"], output_type="FP16", is_output_adjust_hw_layout="true"
    ) as opened:
        (made,) = opened.get_outputs()
    assert (made.type, made.shape) == ("tensor(float16)", [1, 3, 2, 2])


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"input_hw_layouts": [True]}, "--is_input_adjust_hw_layout has no effect without"),
        ({"output_hw_layouts": [True]}, "--is_output_adjust_hw_layout has no effect without"),
        (
            {"output_hw_layouts": [True], "out_nodes": ["y"], "output_type": "FP32"},
            "--output_type=FP32 wins over --is_output_adjust_hw_layout",
        ),
    ],
)
def test_what_has_no_effect_is_told(options: dict[str, Any], told: str) -> None:
    (warning,) = boundary(**options).warnings
    assert told in warning


def test_compiling_warns_of_what_has_no_effect(caplog: pytest.LogCaptureFixture) -> None:
    with session([1, 3, 2, 2], is_input_adjust_hw_layout="true") as opened:
        assert opened.get_inputs()[0].type == "tensor(float)"
    assert (
        "ModelOptions.is_input_adjust_hw_layout has no effect without ModelOptions.input_fp16_nodes"
        in caplog.text
    )


def test_nothing_is_told_of_switches_that_are_off() -> None:
    assert boundary(input_hw_layouts=[False], output_hw_layouts=[False]).warnings == ()


@pytest.mark.parametrize(
    ("shape", "options", "told"),
    [
        (
            [1, 3, 2, 2],
            {"input_fp16_nodes": ["x"], "is_input_adjust_hw_layout": "true,true"},
            "has 2 of true or false, but .* names 1: x; give one for each",
        ),
        (
            [1, 3, 2, 2],
            {"out_nodes": ["y", "s"], "is_output_adjust_hw_layout": [True]},
            "has 1 of true or false, but .* names 2: y, s",
        ),
        (
            [1, 3, 2, 2],
            {"input_fp16_nodes": ["x"], "is_input_adjust_hw_layout": "yes"},
            "'yes' is neither true nor false",
        ),
        (
            [1, 3],
            {"input_fp16_nodes": ["x"], "is_input_adjust_hw_layout": "true"},
            "'x' has 2 dimensions, but only images",
        ),
        (
            [1, 3],
            {"out_nodes": ["y"], "is_output_adjust_hw_layout": "true"},
            "'y' has 2 dimensions, but only images",
        ),
        (
            [1, 3, "h", 2],
            {"input_fp16_nodes": ["x"], "is_input_adjust_hw_layout": "true"},
            "'x' has open dimensions; give its shape",
        ),
    ],
)
def test_what_cannot_be_is_refused(
    shape: list[int | str], options: dict[str, Any], told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        session(shape, **options)


def test_only_floating_point_numbers_are_given_in_groups() -> None:
    text = """<ir_version: 10, opset_import: ["": 21]>
        g (float[1,3,2,2] x) => (int64[1,3,2,2] y) { y = Cast<to=7>(x) }"""
    options = aoe.ModelOptions(out_nodes=["y"], is_output_adjust_hw_layout=[True])
    with pytest.raises(UsageError, match="'y' holds INT64; only floating-point numbers"):
        aoe.compile(onnx.parser.parse_model(text), model_options=options)


@examples(50)
@given(st.lists(st.booleans(), min_size=1, max_size=5), st.sampled_from([",", " , "]))
def test_switches_are_read(switches: list[bool], comma: str) -> None:
    text = comma.join("True" if switch else "false" for switch in switches)
    assert parse_switches("is_input_adjust_hw_layout", text) == tuple(switches)
