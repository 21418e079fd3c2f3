"""Scales and zero points that do not fit their tensors are refused by node and input."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.errors import ModelError
from tests.conformance.opsets.cases import by_runtime
from tests.graph.models import checked_graph, inputs_of, model, prepared

SCALE, ZERO = np.asarray(0.05, np.float32), np.asarray(3, np.uint8)
FACTS: dict[str, np.ndarray] = {
    **dict.fromkeys(("xs", "ks", "ws", "ys"), SCALE),
    **dict.fromkeys(("xz", "kz", "yz"), ZERO),
}
MATRIX = {"w": np.arange(15, dtype=np.int8).reshape(3, 5), "wz": np.asarray(0, np.int8)}
FILTERS = {"w": np.arange(60, dtype=np.int8).reshape(5, 3, 2, 2), "wz": np.asarray(0, np.int8)}

IMAGE = "uint8[1,3,4,4] x"
ROWS = "uint8[2,3] x"
NODES: dict[str, tuple[str, str, dict[str, np.ndarray]]] = {
    "QLinearMatMul": (ROWS, "QLinearMatMul (x, xs, xz, w, ws, wz, ys, yz)", MATRIX),
    "MatMulInteger": (ROWS, "MatMulInteger (x, w, xz, wz)", MATRIX),
    "QLinearConv": (IMAGE, "QLinearConv (x, xs, xz, w, ws, wz, ys, yz)", FILTERS),
    "ConvInteger": (IMAGE, "ConvInteger (x, w, xz, wz)", FILTERS),
    "DequantizeLinear": ("uint8[2,5] x", "DequantizeLinear (x, xs, xz)", {}),
    "QLinearAdd": (
        "uint8[2,5] x, uint8[2,5] k",
        "com.microsoft.QLinearAdd (x, xs, xz, k, ks, kz, ys, yz)",
        {},
    ),
    "QLinearConcat": (
        "uint8[2,5] x, uint8[2,5] k",
        "com.microsoft.QLinearConcat <axis = 0> (ys, yz, x, xs, xz, k, ks, kz)",
        {},
    ),
    "QLinearSigmoid": ("uint8[2,5] x", "com.microsoft.QLinearSigmoid (x, xs, xz, ys, yz)", {}),
    "QGemm": (ROWS, "com.microsoft.QGemm (x, xs, xz, w, ws, wz, , ys, yz)", MATRIX),
    "MatMulIntegerToFloat": (
        ROWS,
        "com.microsoft.MatMulIntegerToFloat (x, w, xs, ws, xz, wz)",
        MATRIX,
    ),
}


def given(name: str, **changed: np.ndarray) -> tuple[str, dict[str, np.ndarray]]:
    """The text of a model of an operator, and its constants."""
    reads, node, weights = NODES[name]
    constants: dict[str, np.ndarray] = {**FACTS, **weights, **changed}
    words = node.replace("(", " ").replace(")", " ").replace(",", " ").split()
    used = {key: array for key, array in constants.items() if key in words}
    floats = name in ("DequantizeLinear", "MatMulIntegerToFloat")
    kind = "float" if floats else "int32" if name.endswith("Integer") else "uint8"
    return f"({reads}) => ({kind} y) {{ y = {node} }}", used


@pytest.mark.parametrize(
    ("name", "facts", "shape", "told"),
    [
        ("QLinearMatMul", "ys yz", (2,), "its input 6 has the shape [2], but has to be a single n"),
        ("QLinearMatMul", "yz", (2,), "its input 7 has the shape [2], but has to be a single num"),
        ("QLinearMatMul", "xs xz", (1, 5), "its input 1 has the shape [1, 5], but has to be a s"),
        ("QLinearMatMul", "ws wz", (5, 1), "its input 4 has the shape [5, 1], but has to be a s"),
        ("QLinearMatMul", "ws wz", (4,), "has the shape [4], but has to be a single number or of "),
        ("MatMulInteger", "wz", (3,), "its input 3 has the shape [3], but has to be a single num"),
        ("QLinearConv", "xs xz", (3,), "its input 1 has the shape [3], but has to be a single num"),
        ("QLinearConv", "ws wz", (5, 1), "its input 4 has the shape [5, 1], but has to be a sing"),
        ("QLinearConv", "ys yz", (5,), "its input 6 has the shape [5], but has to be a single num"),
        ("ConvInteger", "xz", (2,), "its input 2 has the shape [2], but has to be a single number"),
        ("ConvInteger", "wz", (4,), "but has to be a single number or of shape [5]"),
        ("DequantizeLinear", "xz", (5,), "its zero point has the shape [5], but its scale []"),
        ("QLinearAdd", "xs", (5,), "its input 1 has the shape [5], but has to be a single number"),
        ("QLinearAdd", "kz", (2, 5), "its input 5 has the shape [2, 5], but has to be a single"),
        ("QLinearSigmoid", "xs xz", (5,), "its input 1 has the shape [5], but has to be a single"),
        ("QGemm", "ws wz", (3,), "its input 4 has the shape [3], but has to be a single number or"),
        ("MatMulIntegerToFloat", "xs", (2,), "its input 2 has the shape [2], but has to be a sin"),
    ],
)
def test_what_does_not_fit_is_refused_as_by_onnx_runtime(
    name: str, facts: str, shape: tuple[int, ...], told: str
) -> None:
    _, plain = given(name)
    text, constants = given(name, **{key: np.full(shape, plain[key]) for key in facts.split()})
    proto = model(text, 21, **constants)
    proto.graph.output[0].type.tensor_type.ClearField("shape")
    assert by_runtime(proto, inputs_of(proto)) is None
    with pytest.raises(ModelError) as caught:
        prepared(proto)
    assert f"y ({name}): " in str(caught.value)
    assert told in str(caught.value)


def test_each_part_that_is_joined_has_one_scale() -> None:
    """ONNX Runtime reads beyond the scale."""
    text, constants = given("QLinearConcat", kz=np.full(3, ZERO))
    with pytest.raises(ModelError, match=r"y \(QLinearConcat\): its input 7 has the shape \[3\]"):
        prepared(model(text, 21, **constants))


@pytest.mark.parametrize("name", ["QLinearMatMul", "QLinearConv", "QGemm", "MatMulIntegerToFloat"])
def test_columns_and_channels_may_have_scales_of_their_own(name: str) -> None:
    scales = np.linspace(0.01, 0.05, 5).astype(np.float32)
    text, constants = given(name, ws=scales, wz=np.zeros(5, np.int8))
    proto = model(text, 21, **constants)
    proto.graph.output[0].type.tensor_type.ClearField("shape")
    checked_graph(proto, 1e-4)


def test_a_matrix_without_columns_has_scales_of_no_elements() -> None:
    none = np.zeros((3, 0), np.int8), np.zeros(0, np.float32), np.zeros(0, np.int8)
    text = """(uint8[2,3] x) => (float[2,0] y) {
        y = com.microsoft.MatMulIntegerToFloat (x, w, xs, ws, xz, wz) }"""
    facts: dict[str, np.ndarray] = {
        "w": none[0],
        "ws": none[1],
        "wz": none[2],
        "xs": SCALE,
        "xz": ZERO,
    }
    assert prepared(model(text, **facts)).graph.outputs[0].shape == (2, 0)
