"""What operator types say about their sums is what their references compute."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.loops.expression import Accumulator
from aoe.operators.factors import contraction_of
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import reference
from aoe.operators.registry import definitions
from aoe.operators.types.recurrent.recurrent import recurrence
from tests.backends.cpu.implementations.convolutions import convolution

row = Operand.row_major
RNG = np.random.default_rng(0)


def conv(group: int) -> Operator:
    operator = convolution(row("float32", (2, 4, 5, 4)), 6, (3, 2), group=group, bias=False)
    return replace(operator, epilogue=Accumulator())


def conv_transposed(group: int) -> Operator:
    """Every output is met by one tap."""
    twos = (2, 2)
    attributes = (("dilations", (1, 1)), ("group", group), ("pads", (0, 0)), ("strides", twos))
    inputs = (row("float32", (1, 4, 3, 2)), row("float32", (4, 3, *twos), constant=True))
    return Operator("ConvTranspose", attributes, inputs, row("float32", (1, 3 * group, 6, 4)), 2)


def matmul(transpose_a: int, transpose_b: int) -> Operator:
    attributes = (("transpose_a", transpose_a), ("transpose_b", transpose_b))
    shapes = ((7, 4) if transpose_a else (4, 7), (5, 7) if transpose_b else (7, 5))
    inputs = (row("float32", shapes[0]), row("float32", shapes[1], constant=True))
    return Operator("MatMul", attributes, inputs, row("float32", (4, 5)), 2)


def lstm() -> Operator:
    weights = row("float32", (1, 32, 8), constant=True)
    return recurrence("LSTM", row("float32", (1, 3, 2, 32)), weights, "sigmoid tanh tanh", {})


CASES = {
    "conv": conv(1),
    "grouped conv": conv(2),
    "conv transposed": conv_transposed(1),
    "grouped conv transposed": conv_transposed(2),
    "matmul": matmul(0, 0),
    "matmul of a transposed matrix": matmul(1, 0),
    "matmul by a transposed matrix": matmul(0, 1),
}


@pytest.mark.parametrize("operator", CASES.values(), ids=CASES.keys())
def test_a_result_of_inputs_at_their_means_is_the_sum_of_the_weights_times_means(
    operator: Operator,
) -> None:
    contraction = contraction_of(operator)
    axis = contraction.mean_axis(operator)
    assert axis is not None
    x, w = (item.shape for item in operator.inputs)
    means = RNG.standard_normal(x[axis]).astype(np.float32)
    weights = RNG.standard_normal(w).astype(np.float32)
    along = [1] * len(x)
    along[axis] = -1
    found = reference(operator, [np.broadcast_to(means.reshape(along), x), weights])
    sums = contraction.summed_weights(operator, weights, means)
    assert sums is not None
    expected = (sums.weights * sums.inputs).sum(axis=sums.axes)
    np.testing.assert_allclose(np.unique(found.round(4)), np.unique(expected.round(4)), atol=2e-4)


@pytest.mark.parametrize("operator", [*CASES.values(), lstm()], ids=[*CASES.keys(), "recurrence"])
def test_the_longest_column_of_weights_is_a_sum(operator: Operator) -> None:
    contraction = contraction_of(operator)
    weights = np.zeros(operator.inputs[1].shape, np.float32)
    lengths = [item.shape[-2] for item in contraction.columns(operator, weights)]
    assert max(lengths) == contraction.summed(operator)


def test_a_depthwise_convolution_sums_up_no_channels() -> None:
    assert contraction_of(conv(4)).summed(conv(4)) == 0


def test_contractions_have_multiply_adds_and_names() -> None:
    for operator in (*CASES.values(), lstm()):
        definition = definitions()[operator.type]
        assert definition.multiply_adds(operator) > 0
        assert contraction_of(operator).kind(operator) in contraction_of(operator).kinds
