"""A pooled convolution is the convolution alone, and then the largest of each 2×2."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.loops.expression import Accumulator
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.conv import conv
from aoe.operators.types.conv.pooled_conv import OPERATOR, TYPE, convolution_of


@pytest.mark.parametrize(("rows", "columns"), [(6, 8), (7, 5)])
def test_the_reference_is_the_largest_of_four_results(rows: int, columns: int) -> None:
    attributes = (("dilations", (1, 1)), ("group", 1), ("pads", (1, 1, 1, 1)), ("strides", (1, 1)))
    x = Operand.row_major("float32", (2, 3, rows, columns))
    w = Operand.row_major("float32", (4, 3, 3, 3), constant=True)
    output = Operand.row_major("float32", (2, 4, rows // 2, columns // 2))
    operator = Operator(TYPE, attributes, (x, w), output, 2)
    whole = convolution_of(operator)
    assert whole.output.shape == (2, 4, rows, columns)
    assert whole.epilogue == Accumulator()
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(item.shape).astype(np.float32) for item in (x, w)]
    found = OPERATOR.reference(operator, arrays)
    all_results = conv.OPERATOR.reference(whole, arrays)
    assert found.shape == output.shape
    for row in range(rows // 2):
        for column in range(columns // 2):
            window = all_results[:, :, 2 * row : 2 * row + 2, 2 * column : 2 * column + 2]
            np.testing.assert_array_equal(found[:, :, row, column], window.max(axis=(2, 3)))
