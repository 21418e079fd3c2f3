"""Sparse tensors, and every form of Constant, against ONNX Runtime."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime

DENSE = np.asarray([[0, 1.5, 0], [2, 0, 0]], np.float32)


def sparse(dense: np.ndarray, coordinates: bool = False, name: str = "w") -> onnx.SparseTensorProto:
    """A tensor with linear indices, or with coordinates."""
    flat = dense.reshape(-1)
    places = np.stack(np.nonzero(dense), 1) if coordinates else np.flatnonzero(flat)
    values = numpy_helper.from_array(flat[np.flatnonzero(flat)], name)
    indices = numpy_helper.from_array(places.astype(np.int64), f"{name}_indices")
    return helper.make_sparse_tensor(values, indices, list(dense.shape))


def a_model(
    *nodes: onnx.NodeProto, initializers: Sequence[onnx.SparseTensorProto] = ()
) -> onnx.ModelProto:
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", 1, [2, 3])],
        [helper.make_tensor_value_info("y", 1, None)],
        sparse_initializer=initializers,
    )
    return helper.make_model(graph, ir_version=9, opset_imports=[helper.make_opsetid("", 17)])


def check(proto: onnx.ModelProto) -> None:
    feed = {"x": np.arange(6, dtype=np.float32).reshape(2, 3)}
    before = proto.SerializeToString()
    (expected,) = by_onnxruntime(proto, feed).values()
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    np.testing.assert_array_equal(found, expected)
    assert proto.SerializeToString() == before


def constant(**value: Any) -> onnx.NodeProto:
    return helper.make_node("Constant", [], ["c"], **value)


@pytest.mark.parametrize("coordinates", [False, True])
@pytest.mark.parametrize("dense", [DENSE, np.zeros((2, 3), np.float32), DENSE[:, :1], DENSE[0]])
def test_sparse_constants_and_initializers(coordinates: bool, dense: np.ndarray) -> None:
    add = helper.make_node("Add", ["x", "c"], ["y"])
    check(a_model(constant(sparse_value=sparse(dense, coordinates)), add))
    check(a_model(add, initializers=[sparse(dense, coordinates, "c")]))


@pytest.mark.parametrize("dtype", ["int64", "int32", "float64"])
def test_sparse_values_of_other_types(dtype: str) -> None:
    cast = helper.make_node("Cast", ["c"], ["f"], to=1)
    add = helper.make_node("Add", ["x", "f"], ["y"])
    check(a_model(constant(sparse_value=sparse((2 * DENSE).astype(dtype))), cast, add))


def test_a_sparse_shape() -> None:
    most = helper.make_node("ReduceMax", ["c"], ["m"], keepdims=1)
    reshape = helper.make_node("Reshape", ["x", "m"], ["y"])
    check(a_model(constant(sparse_value=sparse(np.asarray([0, 6, 0]))), most, reshape))


def test_a_sparse_constant_inside_a_branch() -> None:
    inner = [constant(sparse_value=sparse(DENSE)), helper.make_node("Add", ["x", "c"], ["a"])]
    output = helper.make_tensor_value_info("a", 1, [2, 3])
    branch = helper.make_graph(inner, "b", [], [output])
    other = helper.make_graph(
        [helper.make_node("Add", ["x", "v"], ["a"])],
        "o",
        [],
        [output],
        sparse_initializer=[sparse(DENSE, name="v")],
    )
    nodes = [
        helper.make_node("ReduceSum", ["x"], ["s"], keepdims=0),
        helper.make_node("Cast", ["s"], ["t"], to=9),
        helper.make_node("If", ["t"], ["y"], then_branch=branch, else_branch=other),
    ]
    proto = a_model(*nodes)
    feed = {"x": np.ones((2, 3), np.float32)}
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    np.testing.assert_array_equal(found, feed["x"] + DENSE)


@pytest.mark.parametrize(
    "value",
    [
        {"value_float": 3.0},
        {"value_floats": [3.0, 2.0, 1.0]},
        {"value": numpy_helper.from_array(DENSE)},
    ],
    ids=str,
)
def test_constants_of_floats(value: dict[str, object]) -> None:
    check(a_model(constant(**value), helper.make_node("Mul", ["x", "c"], ["y"])))


def test_constants_of_integers() -> None:
    check(a_model(constant(value_ints=[3, 2]), helper.make_node("Reshape", ["x", "c"], ["y"])))
    cast = helper.make_node("Cast", ["c"], ["f"], to=1)
    check(a_model(constant(value_int=3), cast, helper.make_node("Mul", ["x", "f"], ["y"])))


@pytest.mark.parametrize("value", [{"value_string": "a"}, {"value_strings": ["a", "b"]}], ids=str)
def test_constants_of_texts_of_which_only_the_shape_is_used(value: dict[str, object]) -> None:
    check(a_model(constant(**value), helper.make_node("Neg", ["x"], ["y"])))
    size = helper.make_node("Size", ["c"], ["n"])
    cast = helper.make_node("Cast", ["n"], ["f"], to=1)
    check(a_model(constant(**value), size, cast, helper.make_node("Mul", ["x", "f"], ["y"])))


@pytest.mark.parametrize(
    ("values", "places", "shape"),
    [([1.0], [6], [2, 3]), ([1.0, 2.0], [1], [2, 3]), ([1.0], [-1], [2, 3]), ([1.0], [0], [-1])],
)
def test_a_damaged_sparse_tensor_is_refused_by_name(
    values: list[float], places: list[int], shape: list[int]
) -> None:
    tensor = onnx.SparseTensorProto(dims=shape)
    tensor.values.CopyFrom(numpy_helper.from_array(np.asarray(values, np.float32), "odd"))
    tensor.indices.CopyFrom(numpy_helper.from_array(np.asarray(places), "places"))
    proto = a_model(helper.make_node("Add", ["x", "odd"], ["y"]), initializers=[tensor])
    with pytest.raises(ModelError, match="'odd'"):
        load_onnx(proto)


@pytest.mark.parametrize("shape", [[1] * 65, [0, 1 << 62]])
def test_a_sparse_tensor_of_a_shape_that_no_array_has_is_refused(shape: list[int]) -> None:
    dense = np.ones(1 if shape[0] else 0, np.float32)
    tensor = sparse(dense, name="odd")
    tensor.dims[:] = shape
    proto = a_model(helper.make_node("Add", ["x", "odd"], ["y"]), initializers=[tensor])
    with pytest.raises(ModelError, match="'odd' is damaged"):
        load_onnx(proto)


def test_sparse_tensors_have_a_limit_together() -> None:
    first, second = sparse(DENSE, name="first"), sparse(DENSE, name="second")
    second.dims[:] = [(1 << 31) - 5]
    proto = a_model(helper.make_node("Add", ["x", "first"], ["y"]), initializers=[first, second])
    with pytest.raises(ModelError, match=r"'second' has the shape .* of all sparse tensors"):
        load_onnx(proto)


def test_a_sparse_tensor_that_no_machine_has_room_for_is_refused() -> None:
    tensor = sparse(DENSE, name="vast")
    tensor.dims[:] = [1 << 20, 1 << 20]
    proto = a_model(helper.make_node("Add", ["x", "vast"], ["y"]), initializers=[tensor])
    with pytest.raises(ModelError, match="'vast' has the shape"):
        load_onnx(proto)
