"""Values of a graph of ONNX, and which are constants."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.graph_values import constant_tensor, values_of


def _value(name: str) -> onnx_ir.Value:
    tensor = onnx_ir.tensor(np.ones(2, np.float32), name=name)
    return onnx_ir.Value(
        name=name,
        shape=onnx_ir.Shape((2,)),
        type=onnx_ir.TensorType(tensor.dtype),
        const_value=tensor,
    )


def _graph() -> onnx_ir.Graph:
    """A sum of two initializers, one of which is an input."""
    given, fixed = _value("given"), _value("fixed")
    node = onnx_ir.Node("", "Add", [given, fixed])
    node.outputs[0].name = "sum"
    return onnx_ir.Graph([given], node.outputs, nodes=[node], initializers=[given, fixed])


def test_an_initializer_that_is_an_input_is_no_constant() -> None:
    initializers = _graph().initializers
    assert constant_tensor(initializers["fixed"]) is not None
    assert constant_tensor(initializers["given"]) is None


def test_what_is_computed_is_no_constant() -> None:
    assert constant_tensor(_graph().outputs[0]) is None


def test_the_values_of_a_graph_are_inputs_initializers_and_results() -> None:
    assert {value.name for value in values_of(_graph())} == {"given", "fixed", "sum"}
