"""Operators with open sizes: the model takes any, or the operator is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnx_ir
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.errors import ModelError
from aoe.frontends.single_operator.description_json import description_from_json
from aoe.frontends.single_operator.reader import operator_model
from tests.frontends.single_operator.case import attribute, tensor


def opened(shape: list[int], *ranges: list[int], form: str = "ND") -> dict[str, Any]:
    made = tensor(np.float32, shape, form)
    return {**made, "shape_range": list(ranges)} if ranges else made


def model(op: str, inputs: list[Any], output: Any, **attributes: Any) -> onnx_ir.Model:
    data = {
        "op": op,
        "input_desc": inputs,
        "output_desc": [output],
        "attr": [attribute(*item) for item in attributes.items()],
    }
    return operator_model(description_from_json(data, "one.json"))


def run(made: onnx_ir.Model, *arrays: np.ndarray) -> np.ndarray:
    proto: onnx.ModelProto = onnx_ir.to_proto(made)
    names = [value.name for value in proto.graph.input]
    (found,) = ReferenceEvaluator(proto).run(None, dict(zip(names, arrays, strict=True)))
    return np.asarray(found)


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("rows", [1, 5, 100])
def test_an_operator_without_sizes_in_its_graph_takes_any(rows: int) -> None:
    weights = random(8, 4)
    matrix = opened([-1, 8], [1, 64])
    made = model("MatMulV2", [matrix, opened([8, 4])], opened([-1, 4], [1, 64]))
    x = random(rows, 8)
    np.testing.assert_allclose(run(made, x, weights), x @ weights, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("images", [1, 6])
def test_sizes_that_follow_the_batch_are_computed(images: int) -> None:
    made = model("Flatten", [opened([-1, 2, 3], [1, 64])], opened([-1, 6], [1, 64]))
    x = random(images, 2, 3)
    np.testing.assert_array_equal(run(made, x), x.reshape(images, 6))


def test_several_sizes_may_be_open() -> None:
    image = opened([-1, 2, -1, -1], [1, 4], [8, 64], [8, 64], form="NCHW")
    out = opened([-1, 3, -1, -1], [1, 4], [8, 64], [8, 64], form="NCHW")
    weights = opened([3, 2, 1, 1], form="NCHW")
    made = model("Conv2D", [image, weights], out, strides=[1, 1, 1, 1], pads=[0, 0, 0, 0])
    x, w = random(2, 2, 9, 11), random(3, 2, 1, 1)
    wanted = np.einsum("nchw,oc->nohw", x, w[:, :, 0, 0])
    np.testing.assert_allclose(run(made, x, w), wanted, rtol=1e-4, atol=1e-5)


def test_ranges_may_be_given_for_every_dimension() -> None:
    made = model("Relu", [opened([-1, 4], [1, 64], [4, 4])], opened([-1, 4], [1, 64]))
    assert made.graph.inputs[0].shape == onnx_ir.Shape(["x_0", 4])


def test_what_depends_on_the_remainder_of_a_size_is_refused() -> None:
    image = opened([1, 16, -1, 8], [16, 64], form="NHWC")
    window = {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    with pytest.raises(ModelError, match="depends on sizes that are open; give all sizes"):
        model("MaxPool", [image], opened([1, 8, -1, 8], [8, 32], form="NHWC"), **window)


def test_sizes_that_do_not_fit_are_refused_as_for_given_ones() -> None:
    first, second = opened([-1, 4], [2, 3]), opened([-1, 4], [8, 9])
    with pytest.raises(ModelError, match="Incompatible dimensions"):
        model("Mul", [first, second], first)


def test_known_sizes_of_outputs_are_checked() -> None:
    with pytest.raises(ModelError, match=r"described as float32\[-1, 5\]"):
        model("Relu", [opened([-1, 4], [1, 64])], opened([-1, 5], [1, 64]))
