"""Sizes that exporters leave open under one name that is none may differ."""

from __future__ import annotations

import numpy as np
import onnx
import onnx_ir
import pytest

from aoe.errors import UsageError
from aoe.frontends.inputs.open_sizes import open_unnamed_sizes
from aoe.frontends.onnx import load_onnx, read_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime, weights

NO_NAMES = ["?", "", "None", "none", "-1", "*", "unknown", " ? ", "Dynamic"]


def convolution(name: str | None) -> onnx.ModelProto:
    """A model whose input has two open sizes of one name, and another value, too."""
    sizes: list[int | str | None] = ["batch", 3, name, name]
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [
            onnx.helper.make_node("Conv", ["x", "w"], ["c"], pads=[1] * 4, strides=[2, 2]),
            onnx.helper.make_node("GlobalAveragePool", ["c"], ["y"]),
        ],
        "g",
        [value("x", 1, sizes)],
        [value("y", 1, None)],
        [onnx.numpy_helper.from_array(weights(4, 3, 3, 3), "w")],
        value_info=[value("c", 1, ["batch", 4, name, name])],
    )
    return onnx.helper.make_model(
        graph, ir_version=9, opset_imports=[onnx.helper.make_opsetid("", 17)]
    )


@pytest.mark.parametrize("name", [*NO_NAMES, None])
def test_open_sizes_without_a_name_may_differ(name: str | None) -> None:
    proto = convolution(name)
    x = np.random.default_rng(0).standard_normal((1, 3, 7, 10), np.float32)
    graph = build(load_onnx(proto, {"x": x.shape}), "test")
    found = evaluate(graph, {"x": x})
    np.testing.assert_allclose(found["y"], by_onnxruntime(proto, {"x": x})["y"], atol=1e-5)


@pytest.mark.parametrize("name", NO_NAMES)
def test_messages_show_a_question_mark(name: str) -> None:
    with pytest.raises(UsageError, match=r"x \[batch,3,\?,\?\]"):
        load_onnx(convolution(name))


@pytest.mark.parametrize("name", ["size", "past + 1", "unk__12", "seq_len", "DynamicDimension.0"])
def test_a_name_stands_for_one_size(name: str) -> None:
    with pytest.raises(UsageError, match="two sizes"):
        load_onnx(convolution(name), {"x": (1, 3, 7, 10)})


def test_sizes_inside_branches_are_opened() -> None:
    text = """<ir_version: 9, opset_import: ["": 17]> g (bool c, float[n,3] x) => (float[n,3] y) {
        y = If (c) <
            then_branch = t () => (float[n,3] a) { a = Relu (x) },
            else_branch = e () => (float[n,3] b) { b = Neg (x) }> }"""
    proto = onnx.parser.parse_model(text)
    for attribute in proto.graph.node[0].attribute:
        shape = attribute.g.output[0].type.tensor_type.shape
        shape.dim[0].dim_param = "?"
    model = read_onnx(proto)
    open_unnamed_sizes(model)
    (node,) = model.graph
    for branch in ("then_branch", "else_branch"):
        (output,) = node.attributes[branch].as_graph().outputs
        assert output.shape == onnx_ir.Shape([None, 3])
