"""Arrays of other libraries as arrays of NumPy on the same memory: PyTorch's tensors, and what else
has DLPack (https://dmlc.github.io/dlpack) or `__array__`.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from aoe.element_types import FLOAT8_FORMATS, numpy_type
from aoe.errors import UsageError, quoted

#: DLPack's numbers of memory that the CPU reads: its own, and that which it shares with CUDA.
_OF_CPU = (1, 3)
#: Types of PyTorch that it does not show to NumPy, and those of as many bits that it does.
_WITHOUT_NUMPY = {"bfloat16": "int16", **dict.fromkeys(FLOAT8_FORMATS, "uint8")}
#: What other libraries raise if they cannot share an array, or have none in memory.
UNSHARED = (RuntimeError, TypeError, BufferError, ValueError)


def is_exchanged(value: object) -> bool:
    """Whether a value is an array of another library, which has DLPack."""
    return hasattr(value, "__dlpack__") and not isinstance(value, np.ndarray)


def exchanged_array(label: str, value: Any) -> np.ndarray:
    """An array of another library, for reading. Its memory is shared wherever that is possible.

    Args:
        label: What messages call it, e.g. `input 'x'`.
        value: The array; see `is_exchanged`.

    Raises:
        UsageError: It is in the memory of another device, or cannot be read.
    """
    try:
        device, number = value.__dlpack_device__()
    except UNSHARED as error:
        raise UsageError(f"{label} cannot be read as an array: {quoted(error)}") from error
    if device not in _OF_CPU:
        raise UsageError(
            f"{label} is in the memory of device {number} of DLPack's type {int(device)}, not of "
            "the CPU; copy it there first, e.g. by .cpu()"
        )
    try:
        name = str(getattr(value, "dtype", "")).removeprefix("torch.")
        if name in _WITHOUT_NUMPY and "torch" in sys.modules:
            whole = np.asarray(value.view(getattr(sys.modules["torch"], _WITHOUT_NUMPY[name])))
            return whole.view(numpy_type(name))
        return np.asarray(value) if hasattr(value, "__array__") else np.from_dlpack(value)
    except UNSHARED as error:
        raise UsageError(f"{label} cannot be read as an array: {quoted(error)}") from error


def memory_of(label: str, value: Any) -> np.ndarray:
    """An array on the memory of the caller, for writing.

    Args:
        label: What messages call it, e.g. `output 'y'`.
        value: An array of NumPy or of another library.

    Raises:
        UsageError: It has no memory to write to.
    """
    if isinstance(value, np.ndarray):
        array = value
    elif is_exchanged(value):
        array = exchanged_array(label, value)
        # A library that cannot share gives a copy, and another one each time.
        if array.ctypes.data != exchanged_array(label, value).ctypes.data:
            raise UsageError(f"{label} cannot share its memory; give an array of NumPy")
    else:
        raise UsageError(
            f"{label} is {type(value).__name__}; give an array of NumPy, a tensor of PyTorch or "
            "another array on memory of the CPU"
        )
    if not array.flags.writeable:
        raise UsageError(f"{label} is read-only; give an array that may be written")
    return array
