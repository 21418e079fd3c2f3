"""Products of operands that are quantised in blocks: what is imported, and what is refused."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest

from aoe.errors import UnsupportedModelError
from aoe.graph.pipeline import prepared_graph
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph

#: Two rows of two blocks of eight; steps of three columns in bytes, and in halves of bytes.
_X = np.arange(-16, 16, dtype=np.int8).reshape(2, 16)
_X_SCALES = np.asarray([[1, 0.5], [2, 0.25]], np.float32)
_STEPS = np.arange(48, dtype=np.uint8).reshape(16, 3) % 16
_SCALES = np.asarray([[1, 2, 3], [4, 5, 6]], np.float32)


def sums_of(runs: int) -> np.ndarray:
    return np.asarray(_X.astype(np.int32).reshape(2, runs, -1).sum(2, dtype=np.int32))


def stored(bits: int) -> np.ndarray:
    """The steps as the operator has them, in one panel."""
    words = _STEPS.reshape(2, 2, 4, 3)
    if bits == 4:
        words = words[:, :1] | (words[:, 1:] << np.uint8(4))
    return np.ascontiguousarray(words.transpose(0, 1, 3, 2)[None])


def graph_of(*arrays: np.ndarray, columns: int = 3, **attributes: int) -> OperatorGraph:
    """The graph of a product of constants and of one input that is added to a scale of x."""
    values = [
        onnx_ir.Value(
            name=f"c{number}",
            const_value=onnx_ir.Tensor(array, name=f"c{number}"),
            shape=onnx_ir.Shape(array.shape),
            type=onnx_ir.TensorType(onnx_ir.DataType.from_numpy(array.dtype)),
        )
        for number, array in enumerate(arrays)
    ]
    x = onnx_ir.Value(
        name="x", shape=onnx_ir.Shape(_X.shape), type=onnx_ir.TensorType(onnx_ir.DataType.INT8)
    )
    given = [onnx_ir.AttrInt64(name, value) for name, value in attributes.items()]
    node = onnx_ir.Node("", "BlockQuantizedMatMul", [x, *values], given, name="product")
    (y,) = node.outputs
    y.name, y.type = "y", onnx_ir.TensorType(onnx_ir.DataType.FLOAT)
    y.shape = onnx_ir.Shape([2, columns])
    graph = onnx_ir.Graph(
        [x], [y], nodes=[node], initializers=values, name="g", opset_imports={"": 21}
    )
    return prepared_graph(onnx_ir.Model(graph, ir_version=10), "g").default


@pytest.mark.parametrize("with_offsets", [False, True])
@pytest.mark.parametrize("bits", [4, 8])
def test_the_result_is_that_of_dequantised_operands(bits: int, with_offsets: bool) -> None:
    arrays = [_X_SCALES, sums_of(2), stored(bits), _SCALES[None]]
    if with_offsets:
        graph = graph_of(*arrays, -7 * _SCALES[None], bits=bits)
    else:
        graph = graph_of(*arrays, bits=bits, zero=7)
    x = _X * np.repeat(_X_SCALES, 8, 1)
    weights = (_STEPS.astype(np.float32) - 7) * np.repeat(_SCALES, 8, 0)
    np.testing.assert_allclose(evaluate(graph, {"x": _X})["y"], x @ weights)


@pytest.mark.parametrize(
    ("runs", "scales", "attributes", "words"),
    [
        (2, _SCALES[None], {"bits": 8}, "offsets and a zero, or neither"),
        (2, _SCALES[None, :1], {"bits": 8, "zero": 8}, "the scales have the shape"),
        (2, _SCALES[None], {"bits": 4, "zero": 8}, "x have the shape"),
        (2, _SCALES[None], {"bits": 3, "zero": 8}, "it has 3 bits"),
        (4, _SCALES[None], {"bits": 8, "zero": 8}, "blocks of 8 have no 4 runs"),
        (1, _SCALES[None], {"bits": 8, "zero": 8}, "blocks of 8 have no 1 runs"),
    ],
)
def test_operands_that_do_not_fit_are_refused(
    runs: int, scales: np.ndarray, attributes: dict[str, int], words: str
) -> None:
    with pytest.raises(UnsupportedModelError, match=words):
        graph_of(_X_SCALES, sums_of(runs), stored(8), scales, **attributes)
