"""Readers of values whose size depends on data, in the main graph and in bodies, beside ONNX
Runtime.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.conformance.loops import compare_outputs, refusal
from tests.graph.models import model, weights

CONSTANTS: dict[str, np.ndarray] = {
    "nought": np.asarray(0, np.float32),
    "one": np.asarray(1, np.float32),
    "c0": np.asarray(0),
    "most": np.asarray(40),
    "axis0": np.asarray([0]),
    "from1": np.asarray([1]),
    "to2": np.asarray([2]),
    "far": np.asarray([9]),
    "table": weights(6, 4),
    "square": weights(4, 4, seed=2),
    "boxes": np.random.default_rng(2).random((1, 6, 4)).astype("f4"),
    "two_boxes": np.asarray([2]),
    "half": np.asarray([0.5], np.float32),
    "scores": np.asarray([1, 1, 6]),
}
#: What is computed of x (6), of the positive elements c (k), and of rows of a table w (k, 4).
READERS = {
    "Size and Shape": "(int64 y, int64[2] z, int64[1] t)|"
    "y = Size (w) z = Shape (w) t = Shape <end = 1> (w)",
    "sums": """(float y, float[1] z, float[4] t)|
        y = ReduceSum <keepdims = 0> (w) z = ReduceL2 (c) t = ReduceSum <keepdims = 0> (w,
        axis0)""",
    "products": "(float y)|y = ReduceProd <keepdims = 0> (c)",
    "largest": "(float y, float[1,4] z)|"
    "y = ReduceMax <keepdims = 0> (c) z = ReduceMin <axes = [0]> (w)",
    "means": "(float y, float[4] z)|y = ReduceMean <keepdims = 0> (c) "
    "z = ReduceMean <axes = [0], keepdims = 0> (w)",
    "sums of rows": "(float[k] y)|y = ReduceSum <keepdims = 0> (w, from1)",
    "places": "(int64 y, int64[1,4] z)|y = ArgMin <keepdims = 0> (c) z = ArgMax (w)",
    "matmul of terms": "(float[4] y)|y = MatMul (c, w)",
    "matmul of rows": "(float[k,4] y)|y = MatMul (w, square)",
    "matmul of columns": "(float[4,k] y)|v = Transpose (w) y = MatMul (square, v)",
    "front": "(float[k] y, float[m] z)|y = Slice (c, axis0, to2) z = Slice (c, from1, far)",
    "joined behind": "(float[k] y, float s)|"
    "y = Concat <axis = 0> (x, c) s = ReduceSum <keepdims = 0> (y)",
    "joined in front": "(float[k] y, float s)|y = Concat <axis = 0> (x, c, x) "
    "s = ReduceSum <keepdims = 0> (y)",
    "found again": "(int64[1,k] y)|d = Sub (c, one) r = Relu (d) y = NonZero (r)",
    "picked again": "(float[k] y)|q = Greater (c, one) y = Compress <axis = 0> (c, q)",
    "rows picked again": """(float[m,4] y, float[1,4] z)|q = Greater (c, one) i = NonZero (q)
        t = Transpose (i) y = GatherND (w, t) b = ArgMax (c) z = Gather (w, b)""",
    "written": "(float[6] y)|r = Neg (c) i = Transpose (n) y = ScatterND (x, i, r)",
}


def feeds() -> list[dict[str, np.ndarray]]:
    """Some elements are positive, all of them, and one."""
    x = 2 * weights(6, seed=4)
    one = -np.abs(x)
    one[3] = 2.5
    return [{"x": item} for item in (x, np.abs(x) + 1, one)]


@pytest.mark.parametrize("text", READERS.values(), ids=READERS)
def test_a_reader_of_positive_elements(text: str) -> None:
    outputs, body = text.split("|")
    front = "p = Greater (x, nought) n = NonZero (p) j = Squeeze (n, axis0) c = Gather (x, j) "
    proto = model(
        f"(float[6] x) => {outputs} {{ {front} w = Gather (table, j) {body} }}", **CONSTANTS
    )
    compare_outputs(proto, "reference", *feeds())


@pytest.mark.parametrize(
    "body",
    [
        "y = ReduceSum <keepdims = 0> (c)",
        "y = ReduceMax <keepdims = 0> (c)",
        "m = Size (c) y = Cast <to = 1> (m)",
    ],
)
def test_a_reader_of_no_element(body: str) -> None:
    text = f"(float[6] x) => (float y) {{ p = Greater (x, nought) c = Compress (x, p) {body} }}"
    compare_outputs(model(text, **CONSTANTS), "reference", {"x": -np.abs(weights(6))})


BODIES = {
    "Compress": "p = Greater (a, nought) c = Compress (a, p) t = ReduceSum <keepdims = 0> (c)",
    "NonZero": "r = Relu (a) n = NonZero (r) m = Size (n) t = Cast <to = 1> (m)",
    "Unique": "r = Relu (a) u = Unique (r) t = ReduceProd <keepdims = 0> (u)",
    "NonMaxSuppression": """s = Reshape (a, scores)
        r = NonMaxSuppression (boxes, s, two_boxes, half) m = Size (r) t = Cast <to = 1> (m)""",
    "NonZero in a branch": """m = ReduceMax <keepdims = 0> (a) q = Greater (m, one)
        t = If (q) <
            then_branch = e () => (float u)
                { p = Greater (a, nought) c = Compress (a, p) u = ReduceSum <keepdims = 0> (c) },
            else_branch = l () => (float w) { w = Identity (m) }>""",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_sizes_that_data_decide_inside_a_loop(body: str) -> None:
    text = f"""(float[6] x) => (float[6] y, float[n] s) {{
        y, s = Loop (most, , x) <body = b (int64 i, bool o, float[6] a)
            => (bool d, float[6] f, float t) {{ d = Identity (o) {body} f = Sub (a, one) }}> }}"""
    compare_outputs(model(text, **CONSTANTS), None, *feeds(), threads=1)


def test_sizes_that_data_decide_inside_a_scan() -> None:
    text = """(float[40,6] x) => (float[40] y) { y = Scan <num_scan_inputs = 1, body = b (float[6]
    a)
        => (float t) { p = Greater (a, nought) c = Compress (a, p) t = ReduceL1 <keepdims = 0> (c)
        }> (x)
    }"""
    compare_outputs(model(text, **CONSTANTS), "reference", {"x": weights(40, 6)})


def test_the_number_of_elements_is_refused_where_two_sizes_depend_on_data() -> None:
    text = """(float[4,3] x) => (int64 y) {
        s = ReduceSum <keepdims = 0> (x) p = Greater (s, nought)
        a = If (p) <then_branch = t () => (float[4,3] b) { b = Neg (x) },
            else_branch = l () => (float[2,2] c) {
                u = Slice (x, axis0, to2) v = Transpose (u) w = Slice (v, axis0, to2)
                c = Transpose (w) }>
        y = Size (a) }"""
    assert "y' (Size) needs to know how many rows" in refusal(text, **CONSTANTS)


@pytest.mark.parametrize(
    "joins",
    [
        "y = Concat <axis = 0> (a, b)",
        "y = Concat <axis = 0> (a, x, b, a, x)",
        "n = Neg (b) z = Concat <axis = 0> (a, n) y = Exp (z)",
        "l = ReduceMax (b) y = Concat <axis = 0> (a, l, b)",
        "z = Concat <axis = 0> (b, a) q = Greater (z, one) y = Compress (z, q)",
        "t = Transpose (a) u = Unsqueeze (t, axis0) v = Unsqueeze (b, axis0) "
        "z = Concat <axis = -1> (u, v) h = Squeeze (z, axis0) y = Concat <axis = 0> (h, h)",
    ],
)
def test_rows_of_several_numbers_are_joined(joins: str) -> None:
    text = f"""(float[6] x, bool[6] c, bool[6] d) => (float[k] y, float s) {{
        a = Compress (x, c) m = Exp (x) b = Compress (m, d) {joins}
        s = ReduceSum <keepdims = 0> (y) }}"""
    masks = [[1, 0, 0, 1, 1, 0], [0] * 5 + [1], [1] * 6]
    feeds = [
        {"x": weights(6), "c": np.asarray(c, bool), "d": np.asarray(d, bool)}
        for c, d in zip(masks, masks[::-1], strict=True)
    ]
    feeds.append({**feeds[0], "c": np.zeros(6, bool)})
    compare_outputs(model(text, 18, **CONSTANTS), "reference", *feeds)
