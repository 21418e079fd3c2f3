"""Branches that give tensors of unequal sizes, beside ONNX Runtime."""

from __future__ import annotations

import numpy as np
import pytest

from tests.conformance.loops import compare_outputs, refusal
from tests.graph.models import model, weights

UNEQUAL = """(float[4,3] x, bool go) => (float[n,m] y, float[k] z) {
    y, z = If (go) <then_branch = t () => (float[4,2] a, float[4] b) {
        a = Slice(x, zero, two, one) b = ReduceSum <keepdims = 0> (x, one) },
      else_branch = l () => (float[3,3] c, float[0] d) {
        c = Slice(x, one, four, zero) d = Identity(nothing) }> }"""


@pytest.mark.parametrize("threads", [1, 2])
def test_branches_of_unequal_shapes(device: str | None, threads: int) -> None:
    numbers = {"zero": [0], "one": [1], "two": [2], "four": [4]}
    proto = model(
        UNEQUAL,
        nothing=np.zeros(0, np.float32),
        **{name: np.asarray(value) for name, value in numbers.items()},
    )
    feeds = [{"x": weights(4, 3), "go": np.asarray(go)} for go in (True, False, True)]
    compare_outputs(proto, device, *feeds, threads=threads)


def test_what_follows_branches_of_unequal_shapes() -> None:
    text = """(float[4,3] x) => (float[3,n] y) {
        s = ReduceSum <keepdims = 0> (x) p = Greater(s, zero)
        a = If (p) <then_branch = t () => (float[4,3] b) { b = Neg(x) },
            else_branch = l () => (float[2,3] c) { c = Slice(x, start, end) }>
        r = Relu(a) y = Transpose <perm = [1, 0]> (r) }"""
    proto = model(text, zero=np.asarray(0, np.float32), start=np.asarray([1]), end=np.asarray([3]))
    x = np.abs(weights(4, 3))
    compare_outputs(proto, None, {"x": x}, {"x": -x})


def test_a_reader_of_how_many_rows_there_are_is_refused() -> None:
    text = """(float[3] x, float e) => (float[3] y, float[n] z) {
        y, s = Loop (most, , x) <body = b (int64 i, bool c, float[3] a)
            => (bool d, float[3] f, float t) {
                f = Add(a, a) t = ReduceSum <keepdims = 0> (f) d = Less(t, e) }>
        z = CumSum <reverse = 1> (s, zero) }"""
    message = refusal(text, most=np.asarray(8), zero=np.asarray(0))
    assert "z' (CumSum) needs to know how many rows node" in message


DATA_DECIDE = {
    "in one branch": """b = If (q) <
        then_branch = t () => (float[k] c) { p = Greater (x, zero) c = Compress (x, p) },
        else_branch = l () => (float[2] d) { d = Slice (x, start, end) }>""",
    "in both branches": """b = If (q) <
        then_branch = t () => (float[k] c)
            { p = Greater (x, zero) u = Neg (x) c = Compress (u, p) },
        else_branch = l () => (float[k] d) { r = Less (x, zero) d = Compress (x, r) }>""",
}


@pytest.mark.parametrize("branches", DATA_DECIDE.values(), ids=DATA_DECIDE)
def test_branches_whose_sizes_data_decide(branches: str) -> None:
    text = f"""(float[6] x) => (float[n] y, float s) {{
        m = ReduceMean <keepdims = 0> (x) q = Greater (m, zero) {branches}
        y = Exp (b) s = ReduceSum <keepdims = 0> (b) }}"""
    numbers = {"start": np.asarray([1]), "end": np.asarray([3])}
    proto = model(text, zero=np.asarray(0, np.float32), **numbers)
    x = weights(6, seed=4)
    compare_outputs(proto, "reference", {"x": x}, {"x": x + 0.5}, {"x": -np.abs(x)})


#: Inputs of more elements than are read to compile for their values.
NESTED = {
    "equal shapes": ("Exp (x)", "Neg (x)", "Abs (x)"),
    "an inner branch of another shape": ("Concat <axis = 0> (x, x)", "Neg (x)", "Abs (x)"),
    "three shapes": ("Concat <axis = 0> (x, x)", "Neg (x)", "Slice (x, start, end)"),
    "rows that data decide": ("Compress (x, p)", "Neg (x)", "Slice (x, start, end)"),
}


@pytest.mark.parametrize("results", NESTED.values(), ids=NESTED)
@pytest.mark.parametrize("reads", ["Identity (i)", "Tanh (i)"])
def test_branches_give_what_other_branches_give(results: tuple[str, str, str], reads: str) -> None:
    first, second, third = results
    text = f"""(float[66] x) => (float[n] y, float s) {{
        m = ReduceMean <keepdims = 0> (x) q = Greater (m, zero) p = Greater (x, zero)
        b = If (q) <then_branch = t () => (float[?] o) {{
            v = ReduceMax <keepdims = 0> (x) w = Greater (v, limit)
            i = If (w) <then_branch = tt () => (float[?] c) {{ c = {first} }},
                else_branch = tl () => (float[?] d) {{ d = {second} }}>
            o = {reads} }},
            else_branch = l () => (float[?] e) {{ e = {third} }}>
        y = Exp (b) s = ReduceSum <keepdims = 0> (b) }}"""
    numbers = {"start": np.asarray([1]), "end": np.asarray([3])}
    limits = {"zero": np.asarray(0, np.float32), "limit": np.asarray(2, np.float32)}
    x = np.abs(weights(66, seed=4)) % 1
    signs = np.tile(np.array([1, -0.1, 1, 1, -0.1, 1], np.float32), 11)
    feeds = [{"x": value} for value in (x, (x + 2) * signs, -x)]
    compare_outputs(model(text, **limits, **numbers), "reference", *feeds)


def test_an_inner_branch_that_cannot_be_computed_is_refused() -> None:
    text = """(float[70] x) => (float[n] y) {
        m = ReduceMean <keepdims = 0> (x) q = Greater (m, zero)
        y = If (q) <then_branch = t () => (float[?] o) {
            v = ReduceMax <keepdims = 0> (x) w = Greater (v, zero)
            i = If (w) <then_branch = tt () => (float[?] c) { c = Reshape (x, five) },
                else_branch = tl () => (float[?] d) { d = Neg (x) }>
            o = Identity (i) },
            else_branch = l () => (float[?] e) { e = Abs (x) }> }"""
    message = refusal(text, zero=np.asarray(0, np.float32), five=np.asarray([5]))
    assert "y (If): its condition is computed, and the shapes" in message


def test_a_branch_decides_a_shape_by_what_an_inner_one_gives() -> None:
    text = """(float[66] x) => (float[n] y) {
        m = ReduceMean <keepdims = 0> (x) q = Greater (m, zero)
        y = If (q) <then_branch = t () => (float[?] o) {
            v = ReduceMax <keepdims = 0> (x) w = Greater (v, two)
            i = If (w) <then_branch = tt () => (float[?] c) {
                    c = Scan (x) <num_scan_inputs = 1,
                        body = b (float r) => (float s) { s = Tanh (r) }> },
                else_branch = tl () => (float[?] d) { d = Exp (x) }>
            o = If (w) <then_branch = ut () => (float[?] g) { k = Shape (i) g = Expand (two, k) },
                else_branch = ul () => (float[?] h) { h = Identity (i) }> },
            else_branch = l () => (float[?] e) { e = Concat <axis = 0> (x, x) }> }"""
    numbers = {"zero": np.asarray(0, np.float32), "two": np.asarray(2, np.float32)}
    x = np.abs(weights(66, seed=4)) % 1
    compare_outputs(model(text, **numbers), "reference", {"x": x}, {"x": x + 2}, {"x": -x})
