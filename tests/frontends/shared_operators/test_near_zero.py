"""The functions as graphs of ONNX, compiled, against NumPy in float64."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

import aoe
from aoe.frontends.shared_operators.near_zero import log_of_one_more, power_less_one

#: Numbers of all sizes with both signs, and what is special.
_SIZES = np.concatenate([10.0 ** np.arange(-42, 38.5, 0.37), [0.3, 0.5, 0.7, 1.0, 88.0, np.inf]])
_NUMBERS = np.concatenate([[0.0, -0.0, np.nan], _SIZES, -_SIZES]).astype(np.float32)


def _model(function: Callable[..., str]) -> onnx.ModelProto:
    """A model of one function of `x`."""
    nodes: list[onnx.NodeProto] = []
    numbers: list[onnx.TensorProto] = []

    def node(kind: str, *operands: str) -> str:
        nodes.append(helper.make_node(kind, operands, [f"v{len(nodes)}"]))
        return str(nodes[-1].output[0])

    def number(value: float) -> str:
        numbers.append(numpy_helper.from_array(np.asarray(value, np.float32), f"c{len(numbers)}"))
        return str(numbers[-1].name)

    result = function(node, number, "x")
    shape = [_NUMBERS.size]
    values = [
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape) for name in ("x", result)
    ]
    graph = helper.make_graph(nodes, "g", values[:1], values[1:], numbers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)


@pytest.mark.parametrize(
    ("function", "expected"), [(log_of_one_more, np.log1p), (power_less_one, np.expm1)]
)
def test_results_are_exact_near_zero_and_far_from_it(
    function: Callable[..., str], expected: np.ufunc
) -> None:
    with aoe.compile(_model(function)) as session:
        (found,) = session.run(None, {"x": _NUMBERS})
    with np.errstate(all="ignore"):
        wanted = expected(_NUMBERS.astype(np.float64)).astype(np.float32)
    normal = np.abs(_NUMBERS) > np.finfo(np.float32).tiny  # below it a flush to 0 is right, too
    np.testing.assert_allclose(found[normal], wanted[normal], rtol=4e-6)
    np.testing.assert_allclose(found[~normal], wanted[~normal], atol=1e-37)
