"""Values of a step for random numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import onnx_ir
import pytest

from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.recurrences.evaluation import RandomStep, UnknownValueError

NUMBERS = np.arange(12.0).reshape(3, 4)


def _evaluated(kind: str, *constants: Any) -> np.ndarray:
    """The result of an operator without attributes."""
    x = onnx_ir.Value(name="x")
    given: list[onnx_ir.Value | None] = [x]
    for number, array in enumerate(constants):
        if array is None:
            given.append(None)
            continue
        tensor = onnx_ir.tensor(np.asarray(array))
        given.append(onnx_ir.Value(name=f"constant {number}", const_value=tensor))
    context = SimpleNamespace(slice_of=lambda _: None, layers={})
    random = RandomStep(cast(Context, context), {})
    random.give({id(x): NUMBERS})
    return random.of(onnx_ir.Node("", kind, given).outputs[0])


def test_a_transpose_that_names_no_order_reverses_the_axes() -> None:
    np.testing.assert_array_equal(_evaluated("Transpose"), NUMBERS.T)


def test_a_slice_that_names_no_axes_takes_of_the_first_ones() -> None:
    np.testing.assert_array_equal(_evaluated("Slice", [1, 2], [3, 4]), NUMBERS[1:3, 2:4])
    np.testing.assert_array_equal(_evaluated("Slice", [2], [3], [1]), NUMBERS[:, 2:3])


@pytest.mark.parametrize(
    ("kind", "constants"),
    [
        ("Slice", ([0], [1], None, [2])),
        ("Slice", ([0], [1], [2])),
        ("Pad", ([0, 1, 0, 1], 3.0)),
        ("Pad", ([0, 1],)),
        ("MatMul", (np.ones((3, 2)),)),
    ],
)
def test_operands_that_are_not_computed_give_no_numbers(kind: str, constants: Any) -> None:
    with pytest.raises(UnknownValueError):
        _evaluated(kind, *constants)
