"""If on a computed condition; `tests/conformance/test_loops.py` runs more of them."""

from __future__ import annotations

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from tests.graph.models import by_onnxruntime, checked_graph, model, operator_types, weights


def test_a_computed_condition_chooses_between_both_branches() -> None:
    text = """(float[3] x) => (float[3] y) { s = ReduceSum <keepdims = 0> (x) c = Greater(s, zero)
        y = If (c) <then_branch = t () => (float[3] a) { a = Exp(x) },
                    else_branch = e () => (float[3] b) { b = Neg(x) }> }"""
    graph = checked_graph(model(text, zero=np.asarray(0, np.float32)))
    assert operator_types(graph) == ["Reduce", "Pointwise", "Pointwise"]


UNEQUAL = """(float[3] x, bool c) => (float[n] y) {
    z = If (c) <then_branch = t () => (float[3] a) { a = Exp(x) },
                else_branch = e () => (float[6] b) { b = Concat <axis = 0> (x, x) }>
    y = Relu(z) }"""


def test_branches_of_unequal_shapes_have_room_for_the_larger_one() -> None:
    graph = build(load_onnx(model(UNEQUAL)), "test")
    assert graph.tensors[graph.outputs[0]].shape == (6,)
    (size,) = graph.data_dependent_sizes
    assert (size.output, size.dimension) == (graph.outputs[0], 0)


def test_a_condition_that_becomes_constant_late_gives_one_shape() -> None:
    text = UNEQUAL.replace("float[3] x, bool c", "float[3] x").replace(
        "z = If", "k = Shape(x) r = ReduceMax <keepdims = 0> (k) c = Greater(r, two) z = If"
    )
    graph = build(load_onnx(model(text, two=np.asarray(2))), "test")
    assert not graph.data_dependent_sizes
    assert graph.tensors[graph.outputs[0]].shape == (3,)


def test_an_operator_that_depends_on_the_branch_taken_is_refused() -> None:
    text = UNEQUAL.replace("Relu(z)", "Hardmax (z)")
    with pytest.raises(UnsupportedModelError, match=r"how many rows node .* \(If\) gives"):
        build(load_onnx(model(text)), "test")


def test_branches_of_unequal_rank_are_refused() -> None:
    text = """(float[3] x, bool c) => (float y) {
        y = If (c) <then_branch = t () => (float[3] a) { a = Exp(x) },
                    else_branch = e () => (float[3,1] b) { b = Unsqueeze(x, one) }> }"""
    message = r"is computed.* of unequal rank, 1 and 2 dimensions; give 'a' and 'b' one rank"
    with pytest.raises(UnsupportedModelError, match=message):
        build(load_onnx(model(text, one=np.asarray([1]))), "test")


def test_branches_of_one_element_may_have_unequal_ranks() -> None:
    text = """(float[3] x, bool c) => (float[3] y, float[1] r) {
        z = If (c) <then_branch = t () => (float a) { a = ReduceSum <keepdims = 0> (x) },
                    else_branch = e () => (float[1] b) { b = ReduceMax <keepdims = 1> (x) }>
        w = Neg(z) v = Mul(w, half) r = Reshape(z, one) y = Add(x, v) }"""
    checked_graph(model(text, half=np.asarray(0.5, np.float32), one=np.asarray([1])))


@pytest.mark.parametrize(
    "reader",
    ["Neg(z)", "Shape(z)", "Unsqueeze(z, first)", "Add(z, z)", "Mul(z, half)", "Add(z, x)"],
)
def test_a_reader_that_shows_the_rank_of_one_element_is_refused(reader: str) -> None:
    text = f"""(float[3] x, bool c) => (float[?] y) {{
        z = If (c) <then_branch = t () => (float[1,1] a) {{ a = Unsqueeze(s, both) }},
                    else_branch = e () => (float b) {{ b = ReduceMax <keepdims = 0> (x) }}>
        r = {reader} y = Cast <to = 1> (r) }}"""
    numbers = {"first": np.asarray([0]), "both": np.asarray([0, 1])}
    floats = {"half": np.asarray(0.5, np.float32), "s": np.asarray(3, np.float32)}
    with pytest.raises(UnsupportedModelError, match="of unequal rank, 2 and 0 dimensions"):
        build(load_onnx(model(text, **numbers, **floats)), "test")


@pytest.mark.parametrize("repeated", ["Loop", "Scan"])
@pytest.mark.parametrize("other", ["Neg(x)", "Concat <axis = 0> (x, x)"])
def test_a_branch_may_have_a_loop_of_results_without_declared_sizes(
    repeated: str, other: str
) -> None:
    loop = """r = Loop (n, , x) <body = b (int64 i, bool on, float[p,q] s)
        => (bool o, float[p,q] w) { o = Identity(on) w = Tanh(s) }>"""
    scan = """r = Scan (x) <num_scan_inputs = 1, body = b (float[q] s) => (float[q] w)
        { w = Tanh(s) }>"""
    text = f"""(float[4,3] x) => (float[k,l] y) {{
        m = ReduceMax <keepdims = 0> (x) c = Greater(m, limit)
        y = If (c) <then_branch = t () => (float[k,l] r) {{
            {loop if repeated == "Loop" else scan} }},
            else_branch = e () => (float[k,l] q) {{ q = {other} }}> }}"""
    for limit in (-100.0, 100.0):
        proto = model(text, n=np.asarray(3), limit=np.asarray(limit, np.float32))
        x = weights(4, 3)
        (expected,) = by_onnxruntime(proto, {"x": x}).values()
        with aoe.compile(proto, threads=1) as session:
            (found,) = session.run(None, {"x": x})
        np.testing.assert_allclose(found, expected, atol=1e-6)
