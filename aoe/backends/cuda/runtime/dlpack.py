"""Tensors of other libraries on the GPU, by DLPack: those of PyTorch, CuPy and JAX. And arrays of
the GPU for these libraries.

The structures are those of `dlpack.h`, version 0.8 (https://dmlc.github.io/dlpack/latest/). A
tensor is asked to be ready on the stream that reads it, so nothing waits on the CPU for the library
that computed it.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from math import prod
from typing import Any

from aoe.element_types import FLOAT8, FLOAT8_E5M2, numpy_type
from aoe.errors import UsageError
from aoe.runtime.exchanged_array import UNSHARED
from aoe.runtime.plan import TensorInfo

#: `kDLCUDA` and `kDLCUDAManaged`.
GPU, _MANAGED = 2, 13
_GPU_DEVICES = (GPU, _MANAGED)
#: Codes of element types: signed, unsigned, floating, bfloat16, which are followed by their bits.
_CODES = {0: "int", 1: "uint", 2: "float", 4: "bfloat"}
#: Those that are not.
_WHOLE_CODES = {
    6: "bool",
    10: FLOAT8,
    11: "float8_e4m3fnuz",
    12: FLOAT8_E5M2,
    13: "float8_e5m2fnuz",
}


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


#: What others call with an address.
_AT_ADDRESS = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_PYTHON = ctypes.pythonapi
_pointer_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _PYTHON)
)
#: The same of a capsule that is being destroyed, so that nothing may refer to it.
_pointer_at = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _PYTHON)
)
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", _PYTHON)
)
_new_capsule = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", _PYTHON))
_keep = ctypes.PYFUNCTYPE(None, ctypes.py_object)(("Py_IncRef", _PYTHON))
_let_go = ctypes.PYFUNCTYPE(None, ctypes.py_object)(("Py_DecRef", _PYTHON))
#: The name of a capsule that nobody has taken the tensor of yet.
_NAME = b"dltensor"


class _ManagedTensor(ctypes.Structure):
    """`DLManagedTensor`."""

    _fields_ = (
        ("tensor", _Tensor),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


class _Exported:
    """What a reader of an array needs until it calls the deleter."""

    def __init__(self, owner: object, managed: _ManagedTensor, sizes: object) -> None:
        self.owner, self.managed, self.sizes = owner, managed, sizes


def capsule_of(
    owner: object, address: int, shape: tuple[int, ...], dtype: str, device: tuple[int, int]
) -> Any:
    """A capsule with a dense, row-major tensor. `owner`: what lives as long as it is read."""
    whole = {name: number for number, name in _WHOLE_CODES.items()}
    code = whole.get(dtype)
    if code is None:
        code = next(number for number, name in _CODES.items() if dtype.startswith(name))
    bits = 8 * numpy_type(dtype).itemsize
    steps = [prod(shape[place + 1 :]) for place in range(len(shape))]
    sizes = (ctypes.c_int64 * max(2 * len(shape), 1))(*shape, *steps)
    strides = ctypes.byref(sizes, 8 * len(shape))
    pointer = ctypes.POINTER(ctypes.c_int64)
    managed = _ManagedTensor(
        _Tensor(
            *(address, *device, len(shape), code, bits, 1),
            ctypes.cast(sizes, pointer),
            ctypes.cast(strides, pointer),
            0,
        )
    )
    exported = _Exported(owner, managed, sizes)
    managed.context = id(exported)
    managed.deleter = ctypes.cast(_DELETER, ctypes.c_void_p).value
    _keep(exported)
    destructor = ctypes.cast(_DESTRUCTOR, ctypes.c_void_p).value
    return _new_capsule(ctypes.addressof(managed), _NAME, destructor)


def _deleted(address: int) -> None:
    """A reader does not need the tensor any more."""
    context = _ManagedTensor.from_address(address).context
    _let_go(ctypes.cast(context, ctypes.py_object).value)


def _destroyed(capsule: int) -> None:
    """A capsule goes; if nobody has taken its tensor, that goes, too."""
    if _is_valid(capsule, _NAME):
        _deleted(_pointer_at(capsule, _NAME))


#: `DLManagedTensor.deleter`, and the destructor of a capsule.
_DELETER, _DESTRUCTOR = _AT_ADDRESS(_deleted), _AT_ADDRESS(_destroyed)


def is_on_gpu(value: Any) -> bool:
    """Whether a value is a tensor in memory of a GPU."""
    told = getattr(value, "__dlpack_device__", None)
    with suppress(*UNSHARED):  # such a value is refused where it is read
        return told is not None and int(told()[0]) in _GPU_DEVICES
    return False


class GpuTensor:
    """A tensor in memory of the GPU, for as long as this object lives.

    Attributes:
        address: Where it begins.
        number: The number of its GPU.
        dtype: Its element type.
        shape: Its shape.
        is_dense: Whether it is row-major without gaps.
    """

    def __init__(self, value: Any, stream: int) -> None:
        """`stream`: the handle of the stream that will read it."""
        self._capsule = value.__dlpack__(stream=stream)
        held = _Tensor.from_address(_pointer_in(self._capsule, _NAME))
        self.address = int(held.data or 0) + int(held.byte_offset)
        self.number = int(held.device_id)
        name = _CODES.get(held.code, "opaque")
        self.dtype = _WHOLE_CODES.get(held.code, f"{name}{held.bits}")
        self.shape = tuple(held.shape[place] for place in range(held.rank))
        steps = [prod(self.shape[place + 1 :]) for place in range(held.rank)]
        self.is_dense = held.lanes == 1 and (
            not held.strides
            or all(
                extent == 1 or held.strides[place] == steps[place]
                for place, extent in enumerate(self.shape)
            )
        )

    def require(self, info: TensorInfo, number: int) -> None:
        """Raises `UsageError` unless it can be the input of a model on a GPU."""
        if self.number != number:
            raise UsageError(
                f"input {info.name!r} is on GPU {self.number}, the session on GPU {number}; move "
                "it there"
            )
        wanted = numpy_type(info.dtype).name
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
