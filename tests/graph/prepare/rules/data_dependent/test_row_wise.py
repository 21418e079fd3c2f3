"""Nodes that compute rows of data-dependent number one by one, beside ONNX Runtime."""

from __future__ import annotations

import numpy as np
import pytest

from tests.conformance.loops import compare_outputs, refusal
from tests.graph.models import model, weights

CONSTANTS: dict[str, np.ndarray] = {
    "two": np.asarray([2]),
    "axis0": np.asarray([0]),
    "first": np.asarray(0),
    "last": np.asarray(-1),
    "columns": weights(6, 5),
    "narrow": weights(6, 4, seed=3),
    "vector": weights(5),
    "square": np.asarray([-1, 1, 2, 3]),
    "ones": np.ones(6, np.float32),
    "scale": np.asarray(0.1, np.float32),
    "scales": np.linspace(0.1, 0.3, 6).astype(np.float32),
    "zero": np.asarray(3, np.uint8),
    "zeros": np.zeros(6, np.uint8),
    "integers": np.arange(30).reshape(6, 5).astype(np.int8),
    "beside": np.asarray([0, 1, 0, 2]),
    "twice": np.asarray([1, 2]),
    "pairs": np.asarray([2, 1, 1]),
    "whole": np.asarray([-1]),
    "halves": np.asarray([-1, 3]),
    "split": np.asarray([0, 2, -1]),
    "filters": weights(2, 1, 2, 2),
    "one": np.ones(1, np.float32),
    "larger": np.asarray([1, 1, 2, 2], np.float32),
    "sides": np.asarray([4, 3]),
    "depth": np.asarray(6),
    "values": np.asarray([0, 1], np.float32),
    "picture": weights(1, 1, 8, 8),
    "corners": np.asarray([[0, 0, 4, 4], [1, 1, 6, 5], [2, 0, 7, 7]], np.float32),
}
#: Of x (5,6), rows r of variable number. The results, and how they are computed.
ROWS = {
    "Gemm": "(float[k,5] y)|y = Gemm (r, columns, vector)",
    "Gemm of columns": "(float[4,k] y)|y = Gemm <transA = 1, transB = 1> (narrow, r)",
    "LayerNormalization": "(float[k,6] y)|y = LayerNormalization (r, ones)",
    "Hardmax": "(float[k,6] y)|y = Hardmax (r)",
    "LpNormalization": "(float[k,6] y)|y = LpNormalization (r)",
    "CumSum": "(float[k,6] y, float[k,6] z)|y = CumSum (r, first) "
    "z = CumSum <reverse = 1> (r, last)",
    "TopK": "(float[k,2] y, int64[k,2] z)|y, z = TopK (r, two)",
    "Split": "(float[k,3] y, float[k,3] z)|y, z = Split <axis = 1, num_outputs = 2> (r)",
    "OneHot": "(float[k,6] y)|m = ArgMax <axis = 1, keepdims = 0> (r) "
    "y = OneHot (m, depth, values)",
    "GatherElements": "(float[k,1] y)|m = ArgMax <axis = 1> (r) "
    "y = GatherElements <axis = 1> (r, m)",
    "Pad": "(float[k,9] y)|y = Pad (r, beside)",
    "Tile": "(float[k,12] y)|y = Tile (r, twice)",
    "Expand": "(float[2,k,6] y)|y = Expand (r, pairs)",
    "Trilu": "(float[k,6] y)|y = Trilu (r)",
    "Einsum": '(float[5,k] y)|y = Einsum <equation = "ij,jk->ki"> (r, columns)',
    "quantization": "(uint8[k,6] y, float[k,6] z)|q = QuantizeLinear (r, scales, zeros) "
    "y = QuantizeLinear (r, scale, zero) z = DequantizeLinear (q, scales, zeros)",
    "MatMulInteger": "(int32[k,5] y)|q = QuantizeLinear (r, scale, zero) "
    "y = MatMulInteger (q, integers, zero)",
    "DynamicQuantizeLinear": "(uint8[k,6] y, float s)|y, s, z = DynamicQuantizeLinear (r)",
    "Softmax over all rows": "(float[k,6] y)|y = Softmax <axis = 0> (r)",
    "Reshape of all": "(float[k] y, float[k,3] z)|y = Reshape (r, whole) z = Reshape (r, halves)",
    "Reshape of what is kept": "(float[k,2,3] y)|y = Reshape (r, split)",
    "Flatten": "(float[k,6] y, float[1,k] z)|a = Reshape (r, split) y = Flatten (a) "
    "z = Flatten <axis = 0> (a)",
    "Flatten of pairs": "(float[k,3] y)|a = Reshape (r, split) y = Flatten <axis = 2> (a)",
    "convolution": "(float[k,2,1,2] y)|a = Reshape (r, square) y = Conv (a, filters)",
    "pools": "(float[k,1,1,2] y, float[k,1,1,1] z)|a = Reshape (r, square) "
    "y = MaxPool <kernel_shape = [2, 2]> (a) z = GlobalAveragePool (a)",
    "InstanceNormalization": "(float[k,1,2,3] y)|a = Reshape (r, square) "
    "y = InstanceNormalization (a, one, one)",
    "Resize": "(float[k,1,4,6] y, float[k,1,4,3] z)|a = Reshape (r, square) "
    "y = Resize (a, , larger) z = Resize <axes = [2, 3]> (a, , , sides)",
}


@pytest.mark.parametrize("text", ROWS.values(), ids=ROWS)
def test_rows_are_computed_one_by_one(text: str) -> None:
    outputs, body = text.split("|")
    text = f"(float[5,6] x, bool[5] c) => {outputs} {{ r = Compress <axis = 0> (x, c) {body} }}"
    x = weights(5, 6, seed=4)
    picked = ([1, 0, 1, 1, 0], [0, 0, 0, 0, 1], [1] * 5)
    feeds = [{"x": x, "c": np.asarray(item, bool)} for item in picked]
    compare_outputs(model(text, 20, **CONSTANTS), "reference", *feeds)


def test_heads_of_a_detector_compute_the_regions_that_are_kept() -> None:
    text = """(float[3] scores) => (float[k,2] y, int64[k] best) {
        s = Reshape (scores, shape) b = Unsqueeze (corners, axis0)
        n = NonMaxSuppression (b, s, most, overlap, least)
        t, m, places = Split <axis = 1, num_outputs = 3> (n) at = Squeeze (places, axis1)
        image = Squeeze (t, axis1) kept = Gather (corners, at)
        p = RoiAlign <output_height = 2, output_width = 3> (picture, kept, image)
        q = Conv (p, filters) a = Relu (q) f = Flatten (a) h = Gemm (f, dense, bias)
        y = Softmax (h) best = ArgMax <axis = 1, keepdims = 0> (y) }"""
    constants = {
        "shape": np.asarray([1, 1, 3]),
        "most": np.asarray([3]),
        "overlap": np.asarray([0.7], np.float32),
        "least": np.asarray([0.1], np.float32),
        "axis1": np.asarray([1]),
        "dense": weights(4, 2),
        "bias": weights(2),
    }
    feeds = [{"scores": np.asarray(item, np.float32)} for item in ([0.9, 0.5, 0.4], [0, 0.2, 0])]
    compare_outputs(model(text, 18, **CONSTANTS, **constants), "reference", *feeds)


@pytest.mark.parametrize(
    ("rank", "computed"),
    [
        (3, "d = Concat <axis = 0> (n, half) y = Reshape (r, d)"),
        (2, "d = Concat <axis = 0> (n, whole) y = Reshape (r, d)"),
        (2, "d = Concat <axis = 0> (n, whole) y = Reshape <allowzero = 1> (r, d)"),
        (3, "d = Concat <axis = 0> (n, same) y = Reshape (r, d)"),
        (3, "d = Concat <axis = 0> (two, n, six) y = Expand (r, d)"),
        (2, "q = Squeeze (n) z = Cast <to = 6> (q) w = Cast <to = 7> (z) u = Unsqueeze (w, axis0) "
            "d = Concat <axis = 0> (u, six) y = Reshape (r, d)"),
        (2, "s = Shape (r) q = Gather (s, axis0) v = Slice (s, one, two) "
            "d = Concat <axis = 0> (q, v) e = Neg (r) y = Reshape (e, d)"),
        (1, "q = Squeeze (n) z = Range (first, q, step) f = Cast <to = 1> (z) "
            "s = ReduceSum <keepdims = 0> (r, one) y = Add (s, f)"),
        (2, "d = Concat <axis = 0> (n, six) z = ConstantOfShape (d) y = Concat <axis = 1> (z, r)"),
        (2, "d = Concat <axis = 0> (n, six) z = Expand (ones, d) y = Sub (z, r)"),
    ],
)  # fmt: skip
def test_the_number_of_rows_stands_in_a_shape(rank: int, computed: str) -> None:
    text = f"""(float[5,6] x, bool[5] c) => (float[{",".join("klm"[:rank])}] y) {{
        r = Compress <axis = 0> (x, c) n = Shape <end = 1> (r) {computed} }}"""
    constants = {
        "half": np.asarray([2, 3]),
        "same": np.asarray([-1, 2]),
        "six": np.asarray([6]),
        "one": np.asarray([1]),
        "step": np.asarray(1),
    }
    picked = ([1, 0, 1, 1, 0], [0, 0, 0, 0, 1], [1] * 5)
    feeds = [{"x": weights(5, 6, seed=4), "c": np.asarray(item, bool)} for item in picked]
    compare_outputs(model(text, 20, **{**CONSTANTS, **constants}), "reference", *feeds)


@pytest.mark.parametrize(
    "reads",
    [
        "n = Shape <end = 1> (r) d = Concat <axis = 0> (whole, n) y = Reshape (r, d)",
        "y = CumSum <reverse = 1> (r, first)",
        "y, i = TopK <axis = 0> (r, two)",
        "y = Pad (r, around)",
        "y = Tile (r, rows)",
        "q = QuantizeLinear <axis = 0> (r, five, none) y = Cast <to = 1> (q)",
        "y = Gemm (r, columns, rows_too)",
        "y = Hardmax <axis = 0> (r)",
    ],
)
def test_rows_that_depend_on_others_are_refused(reads: str) -> None:
    text = f"""(float[5,6] x, bool[5] c) => (float[k,l] y) {{
        r = Compress <axis = 0> (x, c) {reads} }}"""
    constants = {
        "around": np.asarray([1, 0, 1, 0]),
        "rows": np.asarray([2, 1]),
        "five": np.linspace(0.1, 0.3, 5).astype(np.float32),
        "none": np.zeros(5, np.uint8),
        "rows_too": weights(5, 5),
    }
    assert "needs to know how many rows" in refusal(text, **CONSTANTS, **constants)
