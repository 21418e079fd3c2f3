"""Operators of ONNX Runtime's domain that are older than their standard form, against it."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest

import aoe
from tests.graph.models import checked_graph, model, one_thread


@pytest.mark.parametrize("upper", [0, 1])
@pytest.mark.parametrize("k", [None, -1, 2])
def test_a_triangle_of_matrices(upper: int, k: int | None) -> None:
    text = f"""(float[2,3,4] x) => (float[2,3,4] y) {{
        y = com.microsoft.Trilu <upper = {upper}> (x{"" if k is None else ", k"}) }}"""
    checked_graph(model(text, 13, **({} if k is None else {"k": np.asarray(k)})))


@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("aligned", [0, 1])
def test_a_grid_is_sampled(mode: str, padding: str, aligned: int) -> None:
    text = f"""(float[2,3,5,7] x, float[2,4,3,2] grid) => (float[2,3,4,3] y) {{
        y = com.microsoft.GridSample <mode = "{mode}", padding_mode = "{padding}",
            align_corners = {aligned}> (x, grid) }}"""
    checked_graph(model(text, 13), 1e-4)


@pytest.mark.parametrize("numbers", [(2.0, 9.0), (2.0, 9.0, 1.5), (5.0, -2.0, -2.0)])
def test_a_range(numbers: tuple[float, ...]) -> None:
    names = ["a", "b", "c"][: len(numbers)]
    text = f"""(float[1] x) => (float[n] y) {{
        r = com.microsoft.Range ({", ".join(names)}) y = Add(r, x) }}"""
    constants = {
        name: np.asarray(number, np.float32) for name, number in zip(names, numbers, strict=True)
    }
    checked_graph(model(text, 17, **constants))


@pytest.mark.parametrize("row", [False, True])
@pytest.mark.parametrize("mode", ["constant", "edge", "reflect"])
def test_padding(row: bool, mode: str) -> None:
    pads = np.array([1, 0, 0, 2])
    text = f"""(float[3,4] x) => (float[4,6] y) {{
        y = com.microsoft.Pad <mode = "{mode}"> (x, pads, filler) }}"""
    constants = {"pads": pads[None] if row else pads, "filler": np.full(1, 7, np.float32)}
    checked_graph(model(text, 17, **constants))


@pytest.mark.parametrize("row", [False, True])
def test_a_range_of_few_bits(row: bool) -> None:
    text = """(float[1] x) => (float[n] y) {
        r = com.microsoft.Range (a, b, c) f = Cast <to = 1> (r) y = Add(f, x) }"""
    shape = (1,) if row else ()
    ends = {name: np.full(shape, n, np.int16) for name, n in zip("abc", (1, 9, 3), strict=True)}
    checked_graph(model(text, 17, **ends))


@pytest.mark.parametrize("kind", ["int32", "int64"])
@pytest.mark.parametrize("computed", [False, True])
def test_rows_picked_by_places(kind: str, computed: bool) -> None:
    text = f"""({kind}[2,2] i, float[3,4,2] x) => (float[m,n] y) {{
        low = Max(i, none) places = Min(low, last)
        y = com.microsoft.GatherND (x, {"places" if computed else "last"}) }}"""
    last = np.array([[0, 3], [2, 1]], kind)
    checked_graph(model(text, 17, none=np.zeros((2, 2), kind), last=last))


@pytest.mark.parametrize("axis", [0, 2, -1])
def test_another_dimension(axis: int) -> None:
    text = "(float[3,4] x) => (float[a,b,c] y) { y = com.microsoft.ExpandDims (x, axis) }"
    checked_graph(model(text, 17, axis=np.asarray(axis, np.int32)))


@pytest.mark.parametrize(("axis", "size", "step"), [(0, 2, 1), (1, 3, 2), (-1, 2, 2), (2, 5, 3)])
def test_windows_along_a_dimension(axis: int, size: int, step: int) -> None:
    text = f"""(float[3,7,5] x) => (float[a,b,c,d] y) {{
        y = com.microsoft.UnfoldTensor <dim = {axis}, size = {size}, step = {step}> (x) }}"""
    checked_graph(model(text))


def test_pads_of_a_transposed_convolution_are_an_input() -> None:
    text = """(float[1,3,5,6] x) => (float[a,b,c,d] y) {
        y = com.microsoft.ConvTransposeWithDynamicPads <strides = [2, 1], kernel_shape = [3, 3]>
            (x, w, pads, b) }"""
    random = np.random.default_rng(0)
    constants = {
        "w": random.standard_normal((3, 2, 3, 3)).astype(np.float32),
        "pads": np.array([1, 0, 0, 1]),
        "b": random.standard_normal(2).astype(np.float32),
    }
    checked_graph(model(text, 17, **constants))


def test_elements_in_the_order_in_which_they_occur() -> None:
    text = """(float[6] x) => (float[n] y, int64[6] which, int64[n] counts) {
        y, which, counts = com.microsoft.Unique (x) }"""
    proto = model(text)
    feed = {"x": np.array([2, 1, 1, 3, 4, 3], np.float32)}
    expected = onnxruntime.InferenceSession(proto.SerializeToString(), one_thread()).run(None, feed)
    with aoe.compile(proto, threads=1) as session:
        for ours, theirs in zip(session.run(None, feed), expected, strict=True):
            np.testing.assert_array_equal(ours, theirs)
