"""Models are measured on data that their inputs allow."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.graph.profiles import together
from aoe.operators.operator_graph import OperatorGraph, Tensor
from aoe.tuning.workload.synthetic_inputs import synthetic_model_inputs
from tests.graph.models import imported, model


def graph(dtype: str, **more: tuple[int, int]) -> OperatorGraph:
    tensors = {name: Tensor(dtype, (1000,), (0,)) for name in ("x", "y")}
    return OperatorGraph("two", ("x", "y"), ("x",), tensors, {}, (), input_ranges=more)


def test_integers_are_ones_where_nothing_is_known() -> None:
    assert (np.asarray(synthetic_model_inputs(graph("int64"))) == 1).all()


@pytest.mark.parametrize("dtype", ["int64", "uint8", "bool"])
def test_integers_are_within_their_limits(dtype: str) -> None:
    found, other = synthetic_model_inputs(graph(dtype, x=(0, 1)))
    assert found.dtype == dtype
    assert {*found.tolist()} == {0, 1}
    assert (other == 1).all()


def test_limits_stay_with_their_model_among_several() -> None:
    first, second = graph("int64", x=(3, 3)), graph("int64", x=(5, 5))
    x, _, other, _ = synthetic_model_inputs(together([first, replace(second, name="other")]))
    assert (x[0], other[0]) == (3, 5)


def test_weights_that_are_inputs_are_as_small_as_initial_weights() -> None:
    text = "(float[8,64] x, float[64,64] w) => (float[8,64] y) { h = Relu(x) y = MatMul(h, w) }"
    given = synthetic_model_inputs(imported(model(text)))
    assert max(np.abs(array).max() for array in given) < 0.5
    constant = model(text.replace(", float[64,64] w", ""), w=np.ones((64, 64), np.float32))
    assert np.abs(synthetic_model_inputs(imported(constant))[0]).max() > 2


def test_a_model_with_constant_weights_and_a_cache_is_given_usual_numbers() -> None:
    text = """(float[8,64] x, float[64,64] past) => (float[8,64] y) {
        h = MatMul(x, w)
        y = MatMul(h, past)
    }"""
    proto = model(text, w=np.ones((64, 64), np.float32))
    assert np.abs(synthetic_model_inputs(imported(proto))[1]).max() > 2
