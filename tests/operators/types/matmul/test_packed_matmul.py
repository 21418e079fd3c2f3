"""Products of packed weights: what is imported, and what is refused."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest

from aoe.errors import UnsupportedModelError
from aoe.graph.pipeline import prepared_graph
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph

_FLOAT = onnx_ir.TensorType(onnx_ir.DataType.FLOAT)
_STEPS = np.arange(16, dtype=np.uint8).reshape(1, 2, 2, 4)
_SCALES = np.asarray([1, 2, 3, 4, 5, 6, 7, 8], np.float32).reshape(1, 2, 4)
_X = np.asarray([[1, 2, 3, 4], [0, -1, 0, 1]], np.float32)


def graph_of(*arrays: np.ndarray, **attributes: int) -> OperatorGraph:
    """The graph of two rows of four numbers times packed weights."""
    x = onnx_ir.Value(name="x", shape=onnx_ir.Shape([2, 4]), type=_FLOAT)
    constants = [
        onnx_ir.Value(
            name=f"c{number}",
            const_value=onnx_ir.Tensor(array, name=f"c{number}"),
            shape=onnx_ir.Shape(array.shape),
            type=onnx_ir.TensorType(onnx_ir.DataType.from_numpy(array.dtype)),
        )
        for number, array in enumerate(arrays)
    ]
    given = [onnx_ir.AttrInt64(name, value) for name, value in attributes.items()]
    node = onnx_ir.Node("", "PackedMatMul", [x, *constants], given, name="product")
    (y,) = node.outputs
    y.name, y.type, y.shape = "y", _FLOAT, onnx_ir.Shape([2, 4])
    graph = onnx_ir.Graph(
        [x], [y], nodes=[node], initializers=constants, name="g", opset_imports={"": 21}
    )
    return prepared_graph(onnx_ir.Model(graph, ir_version=10), "g").default


@pytest.mark.parametrize("with_offsets", [False, True])
def test_weights_are_steps_from_a_zero_times_scales(with_offsets: bool) -> None:
    if with_offsets:
        graph = graph_of(_STEPS, _SCALES, -8 * _SCALES, bits=8)
    else:
        graph = graph_of(_STEPS, _SCALES, bits=8, zero=8)
    weights = ((_STEPS.astype(np.float32) - 8) * _SCALES[:, :, None]).reshape(4, 4)
    np.testing.assert_allclose(evaluate(graph, {"x": _X})["y"], _X @ weights)


@pytest.mark.parametrize(
    ("scales", "attributes", "words"),
    [
        (_SCALES, {"bits": 8}, "offsets and a zero, or neither"),
        (_SCALES[:, :1], {"bits": 8, "zero": 8}, "do not multiply"),
        (_SCALES, {"bits": 4, "zero": 8}, "do not multiply"),
        (_SCALES, {"bits": 3, "zero": 8}, "it has 3 bits"),
    ],
)
def test_operands_that_do_not_fit_are_refused(
    scales: np.ndarray, attributes: dict[str, int], words: str
) -> None:
    with pytest.raises(UnsupportedModelError, match=words):
        graph_of(_STEPS, scales, **attributes)
