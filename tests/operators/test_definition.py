"""Operators with an anchor are imported in a form that computes what ONNX Runtime does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.errors import UnsupportedModelError
from aoe.operators.operator import Operand
from aoe.operators.registry import definitions, definitions_by_onnx_type
from aoe.operators.types.elementwise.gather import picked, windows
from aoe.operators.types.reduction.reduce import reduction
from tests.operators.source_node import ArrayNode, assert_agrees

RNG = np.random.default_rng(1)


def floats(*shape: int) -> np.ndarray:
    return RNG.normal(size=shape).astype(np.float32)


@pytest.mark.parametrize(
    ("shape", "filters", "kernel", "attributes"),
    [
        ((2, 4, 9, 7), 6, (3, 3), {}),
        ((1, 4, 9, 7), 6, (3, 2), {"strides": [2, 1], "pads": [1, 0, 2, 1]}),
        ((1, 4, 9, 8), 6, (3, 3), {"dilations": [2, 1], "pads": [2, 1, 2, 1], "group": 2}),
        ((1, 4, 9, 8), 8, (3, 3), {"group": 4, "auto_pad": "SAME_UPPER", "strides": [2, 2]}),
        ((1, 4, 9, 8), 4, (2, 4), {"auto_pad": "SAME_LOWER"}),
        ((1, 4, 9, 8), 4, (2, 4), {"auto_pad": "VALID"}),
        ((2, 3, 17), 5, (4,), {"strides": [3], "pads": [2, 1]}),
        ((1, 2, 5, 6, 4), 3, (3, 2, 2), {"pads": [1, 0, 0, 1, 1, 0]}),
    ],
)
@pytest.mark.parametrize("bias", [False, True])
def test_convolution(
    shape: tuple[int, ...],
    filters: int,
    kernel: tuple[int, ...],
    attributes: dict[str, Any],
    bias: bool,
) -> None:
    w = floats(filters, shape[1] // attributes.get("group", 1), *kernel)
    inputs = [floats(*shape), w, *([floats(filters)] if bias else [])]
    assert_agrees(ArrayNode("Conv", inputs, attributes))


@pytest.mark.parametrize(
    ("left", "right"),
    [((4, 5), (5, 6)), ((2, 3, 4, 5), (5, 6)), ((2, 1, 4, 5), (3, 5, 6)), ((1, 4, 5), (2, 5, 1))],
)
def test_matrix_product(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    assert_agrees(ArrayNode("MatMul", [floats(*left), floats(*right)]))


def test_a_product_with_a_vector_is_imported_as_one_of_matrices() -> None:
    node = ArrayNode("MatMul", [floats(5), floats(2, 5, 6)])
    operator = definitions()["MatMul"].import_node(node).operator
    assert operator.inputs[0].shape == (1, 5)
    assert operator.output.shape == (2, 1, 6)


@pytest.mark.parametrize(
    ("attributes", "added"),
    [
        ({}, (6,)),
        ({"transA": 1, "transB": 1, "alpha": 0.5, "beta": 2.0}, (4, 1)),
        ({"transB": 1, "beta": 0.0}, (1,)),
        ({"alpha": 3.0}, None),
    ],
)
def test_gemm(attributes: dict[str, Any], added: tuple[int, ...] | None) -> None:
    a = floats(5, 4) if attributes.get("transA") else floats(4, 5)
    b = floats(6, 5) if attributes.get("transB") else floats(5, 6)
    inputs = [a, b] if added is None else [a, b, floats(*added)]
    assert_agrees(ArrayNode("Gemm", inputs, attributes))


def test_fused_matmul() -> None:
    attributes = {"transA": 1, "alpha": 0.25}
    inputs = [floats(2, 5, 4), floats(2, 5, 6)]
    assert_agrees(ArrayNode("FusedMatMul", inputs, attributes, domain="com.microsoft"))


@pytest.mark.parametrize(
    "name",
    [
        "ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceMax", "ReduceMean", "ReduceMin",
        "ReduceProd", "ReduceSum", "ReduceSumSquare",
    ],
)  # fmt: skip
@pytest.mark.parametrize(("axes", "keepdims"), [([1], 1), ([-1, 0], 0), (None, 1), ([2], 0)])
def test_reduction(name: str, axes: list[int] | None, keepdims: int) -> None:
    x = np.abs(floats(3, 4, 5)) + 0.1
    inputs = [x] if axes is None else [x, np.array(axes, np.int64)]
    node = ArrayNode(name, inputs, {"keepdims": keepdims}, 18, frozenset({1}))
    assert_agrees(node)


def test_a_reduction_before_opset_13_has_its_axes_as_an_attribute() -> None:
    assert_agrees(ArrayNode("ReduceSum", [floats(3, 4, 5)], {"axes": [0, 2]}, version=11))


def test_a_reduction_over_nothing_is_pointwise() -> None:
    inputs = [floats(3, 4), np.zeros(0, np.int64)]
    attributes = {"noop_with_empty_axes": 1}
    node = ArrayNode("ReduceSum", inputs, attributes, 18, frozenset({1}))
    assert definitions()["Reduce"].import_node(node).operator.type == "Pointwise"
    assert_agrees(node)


def test_an_integer_mean_truncates_as_integer_division_does() -> None:
    x = np.array([[1, 2, 4], [-1, -2, -5]], np.int64)
    assert_agrees(ArrayNode("ReduceMean", [x, np.array([1])], {}, 18, frozenset({1})))


def test_reduction_axes_must_be_known() -> None:
    node = ArrayNode("ReduceSum", [floats(3, 4), np.array([1])])
    with pytest.raises(UnsupportedModelError, match="input 1 must be constant"):
        definitions()["Reduce"].import_node(node)


@pytest.mark.parametrize("name", ["GlobalAveragePool", "GlobalMaxPool"])
def test_global_pooling(name: str) -> None:
    assert_agrees(ArrayNode(name, [floats(2, 3, 4, 5)]))


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(["MaxPool", "AveragePool"]),
    extents=st.tuples(st.integers(4, 11), st.integers(4, 11)),
    kernel=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    strides=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    dilations=st.tuples(st.integers(1, 2), st.integers(1, 2)),
    padding=st.tuples(*(st.integers(0, 1) for _ in range(4))),
    ceil_mode=st.integers(0, 1),
    include=st.integers(0, 1),
)
def test_pooling(
    kind: str,
    extents: tuple[int, int],
    kernel: tuple[int, int],
    strides: tuple[int, int],
    dilations: tuple[int, int],
    padding: tuple[int, int, int, int],
    ceil_mode: int,
    include: int,
) -> None:
    pads = [min(p, k - 1) for p, k in zip(padding, kernel + kernel, strict=True)]
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilations, strict=True)]
    if any(r > n for r, n in zip(reach, extents, strict=True)):
        return
    attributes: dict[str, Any] = {
        "kernel_shape": list(kernel),
        "strides": list(strides),
        "dilations": list(dilations),
        "pads": pads,
        "ceil_mode": ceil_mode,
    }
    if kind == "AveragePool":
        attributes["count_include_pad"] = include
    version = 19 if kind == "AveragePool" else 18
    assert_agrees(ArrayNode(kind, [floats(1, 2, *extents)], attributes, version))


def test_pooling_of_small_integers() -> None:
    x = RNG.integers(-128, 127, (1, 2, 6, 6)).astype(np.int8)
    assert_agrees(ArrayNode("MaxPool", [x], {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}))


@pytest.mark.parametrize("name", ["Softmax", "LogSoftmax"])
@pytest.mark.parametrize(("version", "axis"), [(18, -1), (18, 1), (18, 0), (11, 1), (11, 2)])
def test_softmax(name: str, version: int, axis: int) -> None:
    assert_agrees(ArrayNode(name, [floats(2, 3, 4, 5) * 5], {"axis": axis}, version))


@pytest.mark.parametrize("axis", [-1, 1])
@pytest.mark.parametrize("bias", [False, True])
def test_layer_normalization(axis: int, bias: bool) -> None:
    x = floats(2, 3, 4)
    inputs = [x, floats(*x.shape[axis:]), *([floats(*x.shape[axis:])] if bias else [])]
    assert_agrees(ArrayNode("LayerNormalization", inputs, {"axis": axis, "epsilon": 1e-3}))


def test_instance_normalization() -> None:
    assert_agrees(
        ArrayNode("InstanceNormalization", [floats(2, 3, 4, 5), floats(3), floats(3)]), 1e-5
    )


def test_root_mean_square_normalization() -> None:
    inputs = [floats(2, 3, 8), floats(8)]
    assert_agrees(ArrayNode("SimplifiedLayerNormalization", inputs, {"epsilon": 1e-5}))


@pytest.mark.parametrize(("size", "beta"), [(5, 0.75), (3, 0.5), (7, 1.0), (1, 0.6)])
def test_local_response_normalization(size: int, beta: float) -> None:
    attributes = {"size": size, "beta": beta, "alpha": 0.3, "bias": 2.0}
    assert_agrees(ArrayNode("LRN", [floats(2, 7, 4, 5)], attributes))


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_gather(dtype: type, axis: int) -> None:
    indices: np.ndarray = np.array([[0, -1], [2, 1]], dtype)
    assert_agrees(ArrayNode("Gather", [floats(4, 3, 5), indices], {"axis": axis}))


def test_gather_by_one_index() -> None:
    assert_agrees(ArrayNode("Gather", [floats(4, 3), np.array(2)], {"axis": 1}))


def test_gather_elements() -> None:
    indices = RNG.integers(-4, 4, (3, 2, 5))
    assert_agrees(ArrayNode("GatherElements", [floats(3, 4, 5), indices], {"axis": 1}))


def test_windows_begin_anywhere_and_end_inside() -> None:
    data = Operand.row_major("int32", (20,))
    operator = windows(data, Operand.row_major("int64", (2, 3)), 3, 4)
    starts = np.asarray([[0, 5, 11], [12, 400, -1]])
    found = picked(operator, [np.arange(20, dtype=np.int32), starts])
    # A window of three elements in steps of 4 fits at 0 to 11; -1 counts from the end of these.
    begins = np.asarray([[0, 5, 11], [11, 11, 11]])
    np.testing.assert_array_equal(found, begins[..., None] + 4 * np.arange(3))


@pytest.mark.parametrize(
    ("shape", "indices", "batch"),
    [((3, 4, 5), (2, 6, 2), 0), ((2, 4, 5), (2, 3, 1), 1), ((2, 3, 4), (2, 3, 1), 2)],
)
def test_gather_by_tuples(shape: tuple[int, ...], indices: tuple[int, ...], batch: int) -> None:
    chosen = RNG.integers(-3, 3, indices)
    assert_agrees(ArrayNode("GatherND", [floats(*shape), chosen], {"batch_dims": batch}))


def test_concatenation() -> None:
    inputs = [floats(2, 3, 4), floats(2, 1, 4), floats(2, 5, 4)]
    assert_agrees(ArrayNode("Concat", inputs, {"axis": -2}))


@pytest.mark.parametrize("pads", [[0, 1, 2, 3, 0, 1], [0, -1, 2, 1, 2, -2]])
def test_padding(pads: list[int]) -> None:
    inputs = [floats(2, 4, 5), np.array(pads), np.array(1.5, np.float32)]
    assert_agrees(ArrayNode("Pad", inputs, {}, 18, frozenset({1, 2})))


def test_padding_of_chosen_axes() -> None:
    inputs: list[np.ndarray | None] = [
        floats(2, 4, 5),
        np.array([1, 2]),
        None,
        np.array([-1]),
    ]
    assert_agrees(ArrayNode("Pad", inputs, {}, 18, frozenset({1, 3})))


def test_reflecting_padding_is_refused() -> None:
    node = ArrayNode("Pad", [floats(4), np.array([1, 1])], {"mode": "reflect"}, 18, frozenset({1}))
    with pytest.raises(UnsupportedModelError, match=r"Pad .*'reflect'"):
        definitions()["Pad"].import_node(node)


def test_a_convolution_likes_to_write_channels_last() -> None:
    node = ArrayNode("Conv", [floats(1, 4, 6, 6), floats(8, 4, 3, 3)])
    operator = definitions()["Conv"].import_node(node).operator
    assert definitions()["Conv"].output_order(operator) == (0, 2, 3, 1)


def test_a_reduction_that_drops_axes_keeps_the_order_of_the_others() -> None:
    x = Operand("float32", (2, 3, 4, 5), (0, 2, 3, 1))
    operator = reduction(x, (2,), "sum", keepdims=False)
    assert definitions()["Reduce"].output_order(operator) == (0, 2, 1)


def test_every_onnx_type_has_one_definition() -> None:
    names = [name for item in definitions().values() for name in item.onnx_types]
    assert len(names) == len(set(names)) == len(definitions_by_onnx_type())
