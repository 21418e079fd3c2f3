"""Shapes of what operators of ONNX Runtime's domain give are known, whatever a model declares."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.prepare.rules.contrib.names import RUNTIME_OPERATORS
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime, inputs_of, model
from tests.graph.prepare.shapes.runtime_domain.examples import EXAMPLES

#: What is made of a shape.
Change = Callable[[tuple[int, ...]], tuple[int, ...]]

#: What ONNX Runtime does not compute on a CPU, though it defines them.
NOT_IN_RUNTIME = {"QLinearReduceMean", "MulInteger", "ReduceSumInteger"}


def more_dimensions(shape: tuple[int, ...]) -> tuple[int, ...]:
    return (*shape, 1, 2)


def other_sizes(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(size + 1 for size in shape)


def made(name: str) -> onnx.ModelProto:
    """A model of an operator that gives its results, and what is computed of them."""
    example = EXAMPLES[name]
    domain = "" if name == "SimplifiedLayerNormalization" else "com.microsoft."
    outputs, call = example.node.split(" = ", 1)
    given = re.findall(r"\w+", outputs)
    behind = " ".join(
        f"{v}_float = Cast <to = 1> ({v}) {v}_less = Neg ({v}_float) {v}_sizes = Shape ({v})"
        for v in given
    )
    results = ", ".join(f"float {v}, float {v}_less, int64 {v}_sizes" for v in given)
    text = f"({example.reads}) => ({results}) {{ {outputs} = {domain}{call} {behind} }}"
    proto = model(text, 17, **example.constants)
    for value in proto.graph.output:
        value.ClearField("type")
    return proto


def test_there_is_an_example_of_each_operator() -> None:
    assert EXAMPLES.keys() == RUNTIME_OPERATORS


@pytest.mark.parametrize("change", [more_dimensions, other_sizes], ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_a_wrong_shape_of_a_result_does_not_count(name: str, change: Change) -> None:
    """Of a result that is an output, too, and of what is computed of it."""
    proto = made(name)
    feed = inputs_of(proto)
    if name in NOT_IN_RUNTIME:
        expected = evaluate(build(load_onnx(proto), "test"), feed)
    else:
        expected = by_onnxruntime(proto, feed)
    for value in proto.graph.output:
        array = expected[value.name]
        dtype = helper.np_dtype_to_tensor_dtype(array.dtype)
        shape = array.shape if value.name.endswith("_sizes") else change(array.shape)
        value.CopyFrom(helper.make_tensor_value_info(value.name, dtype, shape))
        if value.name.endswith("_less"):
            name_before = value.name.replace("_less", "_float")
            wrong = helper.make_tensor_value_info(name_before, TensorProto.FLOAT, shape)
            proto.graph.value_info.append(wrong)
    graph = build(load_onnx(proto), "test")
    found = evaluate(graph, feed)
    for key, array in expected.items():
        assert graph.tensors[key].shape == array.shape
        largest = float(np.abs(array.astype(np.float64)).max(initial=1))
        np.testing.assert_allclose(found[key], array, rtol=0, atol=2e-3 * largest)
