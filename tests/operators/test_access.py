"""What operator types say about slices of their output is what slices are computed from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.graph.slicing import (
    CHANNELS,
    Slice,
    can_be_chunked,
    chunk_multiple,
    slice_operator,
    slice_read,
    sliced_dimension,
)
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import reference
from tests.backends.cpu.implementations.convolutions import convolution
from tests.operators.operator_cases import arrays_for
from tests.operators.operator_strategies import OPERATORS
from tests.properties import examples

row = Operand.row_major


def computed(operator: Operator, arrays: list[np.ndarray], rows: Slice) -> np.ndarray:
    """A slice of the output, from nothing but what the slice is said to read."""
    inputs = list(arrays)
    for number, array in enumerate(arrays):
        read = slice_read(operator, number, rows)
        if read is not None:
            dimension = sliced_dimension(operator, number, rows.dimension)
            inputs[number] = array.take(range(read.begin, read.end), axis=dimension)
    return reference(slice_operator(operator, rows), inputs)


def check(operator: Operator, dimension: int, cut: int) -> None:
    """Two slices side by side are the output."""
    size = operator.output.shape[dimension]
    step = chunk_multiple([operator], dimension)
    cut = cut % max(size // step, 1) * step
    arrays = arrays_for(operator, 1)
    whole = reference(operator, arrays)
    pairs = [(begin, end) for begin, end in ((0, cut), (cut, size)) if begin < end]
    reads = [
        slice_read(operator, number, Slice(*pair, dimension))
        for pair in pairs
        for number in range(len(arrays))
    ]
    if any(read.empty for read in reads if read is not None):
        return  # windows over padding alone: such slices are refused
    slices = [computed(operator, arrays, Slice(*pair, dimension)) for pair in pairs]
    found = np.concatenate(slices, axis=dimension)
    np.testing.assert_allclose(found, whole, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", sorted(OPERATORS))
@examples(30)
@given(st.data())
def test_slices_side_by_side_are_the_output(name: str, data: st.DataObject) -> None:
    operator = data.draw(OPERATORS[name]())
    for dimension in range(len(operator.output.shape)):
        if can_be_chunked(operator, dimension):
            check(operator, dimension, data.draw(st.integers(0, 11)))


@pytest.mark.parametrize("group", [1, 2, 4])
def test_filters_of_a_convolution_read_the_channels_of_their_groups(group: int) -> None:
    operator = convolution(row("float32", (2, 8, 5, 4)), 16, (3, 2), group=group)
    check(operator, CHANNELS, 1)
    read = slice_read(operator, 0, Slice(0, 16 // 2, CHANNELS))
    assert (read is None) if group == 1 else read == Slice(0, 4, CHANNELS)
