"""TopK and MaxUnpool are computed as ONNX Runtime does, TensorScatter as onnx does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import checked_graph, model, operator_types


@pytest.mark.parametrize(("axis", "shape"), [(1, "3,4,5"), (-1, "3,7,4")])
@pytest.mark.parametrize("largest", [0, 1])
def test_the_best_elements_and_their_positions(axis: int, shape: str, largest: int) -> None:
    graph = checked_graph(
        model(
            f"""(float[3,7,5] x) => (float[{shape}] y, int64[{shape}] where) {{
            k = Constant <value = int64[1] {{4}}> ()
            y, where = TopK <axis = {axis}, largest = {largest}> (x, k) }}"""
        )
    )
    assert operator_types(graph) == ["TopK", "Gather"]


def test_different_numbers_of_best_elements_are_not_one_operator() -> None:
    graph = checked_graph(
        model(
            """(float[3,5] x) => (float[3,2] y, float[3,4] z) {
            two = Constant <value = int64[1] {2}> ()
            four = Constant <value = int64[1] {4}> ()
            y, where = TopK (x, two)
            z, there = TopK (x, four) }"""
        )
    )
    assert operator_types(graph).count("TopK") == 2


def test_what_was_pooled_is_put_back() -> None:
    checked_graph(
        model(
            """(float[1,1,2,2] x) => (float[1,1,4,4] y) {
            where = Constant <value = int64[1,1,2,2] {5, 7, 13, 15}> ()
            y = MaxUnpool <kernel_shape = [2, 2], strides = [2, 2]> (x, where) }"""
        )
    )


@pytest.mark.parametrize("size", [4, 5, 7])
def test_maxima_go_back_to_where_a_pool_of_the_model_found_them(size: int) -> None:
    """An odd size leaves elements in no window, so `output_shape` says what the indices count."""
    text = f"""(float[1,2,{size},{size}] x) => (float[a,b,c,d] y) {{
        p, i = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (x)
        y = MaxUnpool <kernel_shape = [2, 2], strides = [2, 2]> (p, i, shape) }}"""
    checked_graph(model(text, 17, shape=np.array([1, 2, size, size])))


@pytest.mark.parametrize("axis", [1, 2, -2])
@pytest.mark.parametrize(("mode", "starts"), [("linear", [1, 3]), ("circular", [4, 7]), ("", [])])
def test_an_update_is_written_to_a_cache(axis: int, mode: str, starts: list[int]) -> None:
    shape = [2, 5, 5, 3]
    shape[axis] = 2
    given = f', mode = "{mode}"' if mode else ""
    proto = model(
        f"""(float[2,5,5,3] c, float[{",".join(map(str, shape))}] u{", int64[2] s" if mode else ""})
            => (float[2,5,5,3] y) {{
            y = TensorScatter <axis = {axis}{given}> (c, u{", s" if mode else ""}) }}""",
        24,
    )
    random = np.random.default_rng(2)
    feed = {"c": random.random((2, 5, 5, 3), np.float32), "u": random.random(shape, np.float32)}
    if mode:
        feed["s"] = np.asarray(starts)
    expected: Any = ReferenceEvaluator(proto).run(None, feed)
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    np.testing.assert_array_equal(found, expected[0])
