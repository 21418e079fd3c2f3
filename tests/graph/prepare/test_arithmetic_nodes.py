"""The element type in which images are interpolated, by Resize and GridSample alike."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest

from aoe.graph.prepare.arithmetic_nodes import interpolated_in
from tests.graph.models import model, prepared

GRID = "(TYPE[1,1,4,4] x, float[1,3,3,2] p) => (TYPE[1,1,3,3] y) { y = GridSample(x, p) }"
RESIZE = '(TYPE[1,1,4,4] x) => (TYPE[1,1,3,3] y) { y = Resize<mode = "linear">(x, , , s) }'


@pytest.mark.parametrize(
    ("dtype", "wide"),
    [("int8", False), ("uint16", False), ("int32", True), ("uint64", True), ("float16", False)],
)
@pytest.mark.parametrize("text", [GRID, RESIZE])
def test_integers_that_float32_lacks_are_interpolated_in_float64(
    text: str, dtype: str, wide: bool
) -> None:
    expected = onnx_ir.DataType.DOUBLE if wide else onnx_ir.DataType.FLOAT
    assert interpolated_in(onnx_ir.DataType[dtype.upper()]) == expected
    constants = {"s": np.asarray([1, 1, 3, 3])} if text == RESIZE else {}
    graph = prepared(model(text.replace("TYPE", dtype), 20, **constants)).graph
    (image,) = [value for value in graph.inputs if value.name == "x"]
    (cast,) = [use.node for use in image.uses() if use.node.op_type == "Cast"]
    assert cast.outputs[0].dtype == expected
