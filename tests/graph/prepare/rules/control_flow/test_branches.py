"""If on a computed condition; `tests/conformance/test_loops.py` runs more of them."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from tests.graph.models import checked_graph, model, operator_types


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
    text = UNEQUAL.replace("Relu(z)", "Softmax (z)")
    with pytest.raises(UnsupportedModelError, match=r"how many rows node .* \(If\) gives"):
        build(load_onnx(model(text)), "test")


def test_branches_of_unequal_rank_are_refused() -> None:
    text = """(float[3] x, bool c) => (float y) {
        y = If (c) <then_branch = t () => (float[3] a) { a = Exp(x) },
                    else_branch = e () => (float[3,1] b) { b = Unsqueeze(x, one) }> }"""
    with pytest.raises(UnsupportedModelError, match=r"\(If\): its condition is computed"):
        build(load_onnx(model(text, one=np.asarray([1]))), "test")


def test_branches_of_one_element_may_have_unequal_ranks() -> None:
    text = """(float[3] x, bool c) => (float[3] y) {
        z = If (c) <then_branch = t () => (float a) { a = ReduceSum <keepdims = 0> (x) },
                    else_branch = e () => (float[1] b) { b = ReduceMax <keepdims = 1> (x) }>
        y = Add(x, z) }"""
    checked_graph(model(text))
