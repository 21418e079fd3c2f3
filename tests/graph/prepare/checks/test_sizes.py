"""Sizes, axes and bounds of other numbers of dimensions than ONNX Runtime takes."""

from __future__ import annotations

import re

import numpy as np
import pytest

import aoe
from aoe.errors import AoeError, ModelError
from tests.conformance.opsets.cases import by_runtime
from tests.graph.models import imported, inputs_of, model

#: What a model reads, its node, which of its inputs `s` is, and the numbers in `s`.
NODES = [
    ("float[2,6] x", "Reshape (x, s)", 1, [3, 4]),
    ("float[1,3,1] x", "Squeeze (x, s)", 1, [0, 2]),
    ("float[2,3] x", "Unsqueeze (x, s)", 1, [0, 2]),
    ("float[2,3] x", "ReduceSum (x, s)", 1, [0, 1]),
    ("float[2,3] x", "ReduceMax (x, s)", 1, [0, 1]),
    ("float[6,6] x", "Slice (x, s, fours)", 1, [1, 2]),
    ("float[6,6] x", "Slice (x, ones, s)", 2, [3, 4]),
    ("float[6,6] x", "Slice (x, ones, fours, s)", 3, [1, 0]),
    ("float[6,6] x", "Slice (x, ones, fours, both, s)", 4, [2, 1]),
    ("float[2,2] x", 'Pad (x, pads, "", s)', 3, [0, 1]),
    ("float[4,6] x", "CenterCropPad (x, s)", 1, [2, 3]),
]
NUMBERS = {
    "ones": np.asarray([1, 1]),
    "fours": np.asarray([4, 4]),
    "both": np.asarray([0, 1]),
    "pads": np.asarray([1, 0, 1, 1]),
}


@pytest.mark.parametrize(("read", "node", "place", "numbers"), NODES)
def test_sizes_in_a_column_are_refused(
    read: str, node: str, place: int, numbers: list[int]
) -> None:
    used = {name: array for name, array in NUMBERS.items() if name in node}
    column = np.asarray(numbers).reshape(2, 1)
    proto = model(f"({read}) => (float y) {{ y = {node} }}", 18, s=column, **used)
    assert by_runtime(proto, inputs_of(proto)) is None
    name = node.split()[0]
    kind = "a vector or a scalar" if name == "Unsqueeze" else "a vector"
    message = rf"y \({name}\): its input {place} must be {kind}, not of shape \[2, 1\]"
    with pytest.raises(ModelError, match=message):
        imported(proto)


@pytest.mark.parametrize("node", ["Squeeze (x, s)", "ReduceSum (x, s)", "Slice (x, s, end)"])
def test_axes_and_bounds_that_are_scalars_are_refused(node: str) -> None:
    used = {"end": np.asarray([1])} if "end" in node else {}
    proto = model(f"(float[1,3] x) => (float y) {{ y = {node} }}", 18, s=np.asarray(0), **used)
    assert by_runtime(proto, inputs_of(proto)) is None
    with pytest.raises(ModelError, match=r"its input 1 must be a vector, not of shape \[\]"):
        imported(proto)


def test_the_shape_of_a_constant_is_no_scalar() -> None:
    proto = model("() => (float[n] y) { y = ConstantOfShape (s) }", 18, s=np.asarray(4))
    assert by_runtime(proto, {}) is None
    message = r"y \(ConstantOfShape\): its input 0 must be a vector, not of shape \[\]"
    with pytest.raises(ModelError, match=message):
        imported(proto)


@pytest.mark.parametrize(
    ("results", "shape", "size"), [("y", (), 4), ("y", (1, 1), 4), ("y, z", (2, 1), 2)]
)
def test_sizes_of_parts_that_are_no_vector_are_refused(
    results: str, shape: tuple[int, ...], size: int
) -> None:
    proto = model(
        f"(float[4,6] x) => (float[{size},6] y) {{ {results} = Split (x, s) }}",
        18,
        s=np.full(shape, size),
    )
    assert by_runtime(proto, inputs_of(proto)) is None
    message = (
        rf"y \(Split\): its input 1 must be a vector, not of shape {re.escape(str(list(shape)))}"
    )
    with pytest.raises(ModelError, match=message):
        imported(proto)


@pytest.mark.parametrize("shape", [(), (1,)])
def test_an_unsqueezed_axis_may_be_a_scalar(shape: tuple[int, ...]) -> None:
    proto = model(
        "(float[2,3] x) => (float[2,1,3] y) { y = Unsqueeze (x, s) }", s=np.full(shape, 1)
    )
    assert imported(proto).tensors["y"].shape == (2, 1, 3)


@pytest.mark.parametrize(
    ("node", "number"), [("Clip (x, s)", 1.0), ("Trilu (x, s)", 1), ("CumSum (x, s)", 1)]
)
def test_a_number_of_three_dimensions_is_refused(node: str, number: float) -> None:
    given = np.full((1, 1, 1), number, np.float32 if isinstance(number, float) else np.int64)
    kind = "float" if isinstance(number, float) else "int64"
    text = f"(float[2,3] x, {kind}[1,1,1] s) => (float[2,3] y) {{ y = {node} }}"
    proto = model(text, 18)
    assert by_runtime(proto, inputs_of(proto) | {"s": given}) is None
    with pytest.raises(AoeError, match=node.split()[0]):
        aoe.compile(proto, threads=1, device="reference").run(None, inputs_of(proto) | {"s": given})


@pytest.mark.parametrize("shape", [(4, 1), (1, 1, 4)])
def test_pads_are_a_vector_or_a_row(shape: tuple[int, ...]) -> None:
    pads = np.asarray([1, 0, 1, 1]).reshape(shape)
    proto = model("(float[2,2] x) => (float y) { y = Pad (x, s) }", 18, s=pads)
    assert by_runtime(proto, inputs_of(proto)) is None
    with pytest.raises(ModelError, match=r"y \(Pad\): "):
        imported(proto)


@pytest.mark.parametrize(
    ("node", "kind", "constants"),
    [
        ("Pad (x, s)", "vector", {"s": np.asarray([[0, 1, 0, 1]])}),
        ("Reshape (x, s)", "vector", {"s": np.asarray(6)}),
        ("Dropout (x, s)", "scalar", {"s": np.asarray([0.5], np.float32)}),
        ("Dropout (x, half, s)", "scalar", {"half": np.float32(0.5), "s": np.asarray([False])}),
    ],
)
def test_constants_of_other_dimensions_than_onnx_has_are_refused(
    node: str, kind: str, constants: dict[str, np.ndarray]
) -> None:
    proto = model(f"(float[2,3] x) => (float y) {{ y = {node} }}", 18, **constants)
    assert by_runtime(proto, inputs_of(proto)) is None
    with pytest.raises(ModelError, match=f"must be a {kind}, not of shape"):
        imported(proto)


@pytest.mark.parametrize("place", range(3))
def test_a_range_of_constants_that_are_no_scalars_is_refused(place: int) -> None:
    numbers = {name: np.asarray(number) for name, number in zip("abc", (0, 5, 1), strict=True)}
    numbers["abc"[place]] = numbers["abc"[place]].reshape(1)
    proto = model("() => (int64[n] y) { y = Range (a, b, c) }", 18, **numbers)
    assert by_runtime(proto, {}) is None
    with pytest.raises(ModelError, match=rf"its input {place} must be a scalar, not of shape"):
        imported(proto)


def test_a_constant_node_of_other_dimensions_is_refused() -> None:
    text = """(float[2,3] x) => (float y) {
        s = Constant <value = int64[1,4] {0, 1, 0, 1}> () y = Pad (x, s) }"""
    proto = model(text, 18)
    assert by_runtime(proto, inputs_of(proto)) is None
    with pytest.raises(ModelError, match=r"its input 1 must be a vector, not of shape \[1, 4\]"):
        imported(proto)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("(float[2,3] x, int64[1,4] s) => (float y) { y = Pad (x, s) }", [[0, 1, 0, 1]]),
        ("(float[2,3] x, int64[1] s) => (int64 y) { y = Range (start, s, step) }", [5]),
    ],
)
def test_given_sizes_of_other_dimensions_are_taken_as_onnx_runtime_takes_them(
    text: str, given: list[int]
) -> None:
    constants = {"start": np.asarray(0), "step": np.asarray(1)} if "Range" in text else {}
    proto = model(text, 18, **constants)
    inputs = {"x": np.ones((2, 3), np.float32), "s": np.asarray(given)}
    if constants:
        del proto.graph.input[0]
        del inputs["x"]
    expected = by_runtime(proto, inputs)
    assert expected is not None
    with aoe.compile(proto) as session:
        np.testing.assert_array_equal(session.run(None, inputs)[0], expected[0])


@pytest.mark.parametrize("shape", ["", "[1,2]"])
def test_a_given_target_that_is_no_vector_is_refused_before_it_is_given(shape: str) -> None:
    proto = model(f"(float[2,3] x, int64{shape} s) => (float y) {{ y = Reshape (x, s) }}", 18)
    with pytest.raises(ModelError, match="its input 1 must be a vector"):
        aoe.compile(proto)
