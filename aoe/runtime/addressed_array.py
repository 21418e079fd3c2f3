"""Where arrays lie, and arrays on memory of someone else, by address: for backends that compute on
arrays (`aoe.backends.backend.LoadedModel.run_at`).
"""

from __future__ import annotations

import ctypes

import numpy as np

from aoe.element_types import numpy_type
from aoe.runtime.plan import TensorInfo


def array_at(address: int, info: TensorInfo) -> np.ndarray:
    """The dense, row-major tensor at an address, as an array that does not own it."""
    dtype = numpy_type(info.dtype)
    if info.bytes == 0:
        return np.empty(info.shape, dtype)
    memory = (ctypes.c_char * info.bytes).from_address(address)
    found: np.ndarray = np.frombuffer(memoryview(memory), dtype)
    return found.reshape(info.shape)


def address_of(array: np.ndarray) -> int:
    """Where the first element of an array lies, as NumPy describes it."""
    return int(array.__array_interface__["data"][0])
