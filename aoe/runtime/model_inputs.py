"""Checks what a caller gives a model against the inputs of its plan; kept to a few microseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from aoe.element_types import is_floating, numpy_type
from aoe.errors import UsageError, quoted
from aoe.runtime.exchanged_array import exchanged_array, is_exchanged
from aoe.runtime.plan import DRAW, TensorInfo

#: Types of Python's numbers, which stand for themselves where an array is wanted.
_NUMBERS = (bool, int, float)


def as_array(name: str, value: ArrayLike, dtype: np.dtype | None = None) -> np.ndarray:
    """The value of an input as an array, on the same memory where it has some. Numbers and lists of
    them have no type of their own, so they get the input's, as in ONNX Runtime.

    Args:
        name: The input.
        value: What a caller gives.
        dtype: The type of the input, if that is known.

    Raises:
        UsageError: Its rows are of unequal length, another library's array cannot be read, or a
            type of whole numbers has not all of the numbers.
    """
    if is_exchanged(value):
        return exchanged_array(f"input {name!r}", value)
    try:
        found = np.asarray(value)
    except ValueError as error:
        raise UsageError(f"input {name!r} is not an array: {quoted(error)}") from None
    if dtype is None or not (isinstance(value, list | tuple) or type(value) in _NUMBERS):
        return found
    return _of_type(name, found, dtype)


def _of_type(name: str, numbers: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Numbers in a type. What is too large for a floating type becomes infinite. Fractions do not
    become whole numbers: they are returned as they are, and so are texts.
    """
    if not numbers.size:
        return numbers.astype(dtype)
    whole = numbers.dtype.kind in "iub"
    to_floating = is_floating(dtype) and (whole or numbers.dtype.kind == "f")
    if not to_floating and not (whole and dtype.kind in "iu"):
        return numbers
    made = numbers.astype(dtype)
    if not to_floating and not np.array_equal(made, numbers):
        raise UsageError(f"input {name!r} has a number that {dtype} has not; give others")
    return made


#: The kinds of arrays of Python objects, bytes and texts.
_NO_NUMBERS = "OSU"


class ModelInputs:
    """The inputs of a plan, in its order."""

    def __init__(self, inputs: Sequence[TensorInfo]) -> None:
        self._names = tuple(info.name for info in inputs)
        self._inputs = tuple((info.name, numpy_type(info.dtype), info.shape) for info in inputs)

    def checked(self, feed: Mapping[str, ArrayLike]) -> list[np.ndarray]:
        """The arrays in the plan's order, contiguous. Raises `UsageError` naming the input that is
        missing, unknown, or of another dtype or shape than the plan's.
        """
        if len(feed) != len(self._inputs):
            refuse_names(self._names, feed)
        arrays = []
        for name, dtype, shape in self._inputs:
            try:
                array = feed[name]
            except KeyError:
                refuse_names(self._names, feed)
                raise
            if type(array) is not np.ndarray:
                array = as_array(name, array, dtype)
            if array.dtype != dtype or array.shape != shape:
                is_other = array.dtype != dtype and array.dtype.kind not in _NO_NUMBERS
                converted = f"; astype({str(dtype)!r}) converts it" if is_other else ""
                raise UsageError(
                    f"input {name!r} is {array.dtype} of shape {array.shape}; the model needs"
                    f" {dtype} of shape {shape}{converted}"
                )
            flags = array.flags
            if not (flags.carray or (flags.c_contiguous and flags.aligned)):  # or read-only
                array = np.array(array, order="C", copy=True)
            arrays.append(array)
        return arrays


def refuse_names(names: Sequence[str], feed: Mapping[str, ArrayLike]) -> None:
    """Raises `UsageError` naming what of a feed is none of the inputs, or which of them is missing,
    if there is such a one.
    """
    shown = [name for name in names if name != DRAW]
    known = ", ".join(shown) or "none"
    for name in feed:
        if name not in shown:
            raise UsageError(f"the model has no input {name!r}; its inputs: {known}")
    for name in shown:
        if name not in feed:
            raise UsageError(f"input {name!r} is missing; the model's inputs: {known}")
