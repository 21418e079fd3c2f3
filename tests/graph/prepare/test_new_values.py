from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.onnx import load_onnx
from aoe.graph.prepare.new_values import Names, names_of, new_constant
from tests.graph.models import model


def loaded(text: str) -> onnx_ir.Model:
    return load_onnx(model(text))


def test_names_are_those_no_value_has() -> None:
    names = names_of(loaded("(float[2] x) => (float[2] y) { a = Relu(x) y = Exp(a) }").graph)
    assert [names.unused(base) for base in ("a", "x", "a", "b", "b")] == [
        "a_1",
        "x_1",
        "a_2",
        "b",
        "b_1",
    ]


def test_a_taken_name_gets_a_number_behind_the_separator() -> None:
    names = Names(["a"], separator="__")
    names.take("b")
    assert [names.unused(base) for base in ("a", "b", "c")] == ["a__1", "b__1", "c"]


def test_a_constant_belongs_to_the_graph() -> None:
    graph = loaded("(float[2] x) => (float[2] y) { y = Relu(x) }").graph
    value = new_constant(graph, "c", np.asarray([1.0, 2.0], np.float32))
    assert graph.initializers["c"] is value
    assert value.const_value is not None
    np.testing.assert_array_equal(value.const_value.numpy(), [1, 2])
