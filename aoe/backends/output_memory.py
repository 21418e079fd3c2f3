"""Outputs in memory of the caller: which of them an inference may write there itself, and how the
others get there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from aoe.element_types import numpy_type
from aoe.errors import UsageError
from aoe.runtime.addressed_array import address_of
from aoe.runtime.plan import Alias, TensorInfo


def output_arrays(
    infos: Sequence[TensorInfo],
    given: Mapping[int, np.ndarray],
    inputs: Sequence[np.ndarray],
    aliases: Sequence[Alias],
) -> list[np.ndarray]:
    """Arrays that an inference is to write, for each output: the one that is given, or a new one
    where that is of another type or shape, not dense, or overlaps another tensor. An output that
    overwrites an input holds it already.

    Args:
        infos: The outputs of the plan.
        given: Memory of the caller, by the number of the output.
        inputs: The inputs, which the inference reads.
        aliases: Which outputs overwrite which inputs.
    """
    own = {alias.output: alias.input for alias in aliases}
    shared = _overlapping(given, inputs, own)
    arrays = []
    for number, info in enumerate(infos):
        array = given.get(number)
        dtype = numpy_type(info.dtype)
        if array is None or number in shared or not _fits(array, dtype, info.shape):
            array = np.empty(info.shape, dtype)
        arrays.append(array)
    for output, place in own.items():
        if arrays[output].ctypes.data != inputs[place].ctypes.data:
            arrays[output][...] = inputs[place]
    return arrays


def store_output(name: str, memory: np.ndarray, computed: np.ndarray) -> None:
    """Copies an output to where the caller wants it, unless it is there. Raises `UsageError` if it
    has another element type or shape.
    """
    if memory is computed:
        return
    if (memory.dtype, memory.shape) != (computed.dtype, computed.shape):
        raise UsageError(
            f"the array for output {name!r} is {memory.dtype} of shape {memory.shape}; the output "
            f"is {computed.dtype} of shape {computed.shape}"
        )
    memory[...] = computed


def _fits(array: np.ndarray, dtype: np.dtype, shape: tuple[int, ...]) -> bool:
    flags = array.flags
    return array.dtype == dtype and array.shape == shape and flags.c_contiguous and flags.aligned


def _overlapping(
    given: Mapping[int, np.ndarray], inputs: Sequence[np.ndarray], own: Mapping[int, int]
) -> set[int]:
    """The numbers of given outputs that share memory with another one or with an input, but for the
    whole of the input that they overwrite.
    """
    spans = [(*_span(array), number) for number, array in given.items()]
    spans += [(*_span(array), -1 - place) for place, array in enumerate(inputs)]
    found: set[int] = set()
    before: list[tuple[int, int]] = []
    for begin, end, number in sorted(spans):
        before = [item for item in before if item[0] > begin]
        for _, other in before:
            if not _is_own(number, other, given, inputs, own):
                found.update(item for item in (number, other) if item >= 0)
        before.append((end, number))
    return found


def _span(array: np.ndarray) -> tuple[int, int]:
    """The address of an array's first byte, and that behind its last one."""
    address = address_of(array)
    if not array.size:
        return address, address
    reach = [(size - 1) * step for size, step in zip(array.shape, array.strides, strict=True)]
    low = sum(distance for distance in reach if distance < 0)
    high = sum(distance for distance in reach if distance > 0)
    return address + low, address + high + array.itemsize


def _is_own(
    one: int,
    other: int,
    given: Mapping[int, np.ndarray],
    inputs: Sequence[np.ndarray],
    own: Mapping[int, int],
) -> bool:
    """Whether one of two is the input that the other overwrites, at the same address."""
    output, place = (one, -1 - other) if one >= 0 else (other, -1 - one)
    return (
        output >= 0
        and place >= 0
        and own.get(output) == place
        and _span(given[output]) == _span(inputs[place])
    )
