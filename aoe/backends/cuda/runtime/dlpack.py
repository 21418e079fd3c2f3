"""Tensors of other libraries on the GPU, by DLPack: those of PyTorch, CuPy and JAX.

The structures are those of `dlpack.h`, version 0.8 (https://dmlc.github.io/dlpack/latest/). A
tensor is asked to be ready on the stream that reads it, so nothing waits on the CPU for the library
that computed it.
"""

from __future__ import annotations

import ctypes
from math import prod
from typing import Any

from aoe.element_types import numpy_type
from aoe.errors import UsageError
from aoe.runtime.plan import TensorInfo

#: `kDLCUDA` and `kDLCUDAManaged`.
_GPU_DEVICES = (2, 13)
#: Codes of element types: signed, unsigned, floating, bfloat16, bool.
_CODES = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 6: "bool"}


class _Tensor(ctypes.Structure):
    """`DLTensor`."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


def is_on_gpu(value: Any) -> bool:
    """Whether a value is a tensor in memory of a GPU."""
    told = getattr(value, "__dlpack_device__", None)
    return told is not None and int(told()[0]) in _GPU_DEVICES


class GpuTensor:
    """A tensor in memory of the GPU, for as long as this object lives.

    Attributes:
        address: Where it begins.
        dtype: Its element type.
        shape: Its shape.
        is_dense: Whether it is row-major without gaps.
    """

    def __init__(self, value: Any, stream: int) -> None:
        """`stream`: the handle of the stream that will read it."""
        self._capsule = value.__dlpack__(stream=stream)
        pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
        pointer_of.restype, pointer_of.argtypes = (
            ctypes.c_void_p,
            (ctypes.py_object, ctypes.c_char_p),
        )
        held = _Tensor.from_address(pointer_of(self._capsule, b"dltensor"))
        self.address = int(held.data or 0) + int(held.byte_offset)
        name = _CODES.get(held.code, "opaque")
        self.dtype = name if name == "bool" else f"{name}{held.bits}"
        self.shape = tuple(held.shape[place] for place in range(held.rank))
        steps = [prod(self.shape[place + 1 :]) for place in range(held.rank)]
        self.is_dense = held.lanes == 1 and (
            not held.strides
            or all(
                extent == 1 or held.strides[place] == steps[place]
                for place, extent in enumerate(self.shape)
            )
        )

    def require(self, info: TensorInfo) -> None:
        """Raises `UsageError` unless it can be the input of a model."""
        wanted = "bfloat16" if info.dtype == "bfloat16" else numpy_type(info.dtype).name
        if (self.dtype, self.shape) != (wanted, info.shape):
            raise UsageError(
                f"input {info.name!r} is {self.dtype} of shape {self.shape}; the model needs"
                f" {wanted} of shape {info.shape}"
            )
        if not self.is_dense:
            raise UsageError(
                f"input {info.name!r} is a tensor of the GPU whose elements do not lie row by row; "
                "give a contiguous one"
            )
