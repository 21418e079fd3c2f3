"""OrtValue: an array with ONNX Runtime's methods, which shares its memory with who gave it.

It lies in the memory of the CPU, where NumPy and PyTorch read it without a copy, by `__array__` and
by DLPack; or in the memory of another device, where PyTorch reads it by DLPack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx

from aoe.backends.device_array import DeviceArray
from aoe.backends.registry import backend_named
from aoe.backends.session import element_type
from aoe.element_types import numpy_type
from aoe.errors import AoeError, UsageError

#: How ONNX Runtime calls the memory of the CPU.
CPU = "cpu"


class OrtValue:
    """A tensor in memory, as ONNX Runtime's class of this name."""

    __module__ = "aoe"

    def __init__(self, array: np.ndarray | DeviceArray) -> None:
        """`array`: its elements; their memory is shared."""
        self._held = array

    @staticmethod
    def ortvalue_from_numpy(
        numpy_obj: np.ndarray, device_type: str = CPU, device_id: int = 0
    ) -> OrtValue:
        """A tensor on the memory of an array. One that is not dense and row-major is copied, and so
        is one for another device than the CPU.
        """
        array = np.asarray(numpy_obj, order="C")
        if is_cpu(device_type, device_id):
            return OrtValue(array)
        held = device_array(device_type, device_id, array.shape, array.dtype)
        held.update(array)
        return OrtValue(held)

    @staticmethod
    def ortvalue_from_shape_and_type(
        shape: Sequence[int], element_type: Any, device_type: str = CPU, device_id: int = 0
    ) -> OrtValue:
        """A tensor of a shape with undefined elements. `element_type`: of NumPy, or ONNX's
        number.
        """
        dtype, sizes = dtype_of(element_type), tuple(shape)
        if is_cpu(device_type, device_id):
            return OrtValue(np.empty(sizes, dtype))
        return OrtValue(device_array(device_type, device_id, sizes, dtype))

    @property
    def held(self) -> np.ndarray | DeviceArray:
        """What it was made of."""
        return self._held

    def data_ptr(self) -> int:
        """The address of the first element."""
        held = self._held
        return int(held.ctypes.data) if isinstance(held, np.ndarray) else held.address

    def device_name(self) -> str:
        """Where it lies: `cpu`, or `cuda`."""
        return CPU if isinstance(self._held, np.ndarray) else self._held.device[0]

    def shape(self) -> list[int]:
        """Its shape."""
        return list(self._held.shape)

    def data_type(self) -> str:
        """Its element type, e.g. `tensor(float)`."""
        dtype = self._dtype
        return element_type("string" if dtype.kind == "O" else dtype.name)

    def element_type(self) -> int:
        """ONNX's number of its element type."""
        dtype = self._dtype
        if dtype.kind == "O":
            return int(onnx.TensorProto.STRING)
        return int(onnx.helper.np_dtype_to_tensor_dtype(dtype))

    def has_value(self) -> bool:
        """True."""
        return True

    def is_tensor(self) -> bool:
        """True."""
        return True

    def is_sparse_tensor(self) -> bool:
        """False."""
        return False

    def is_tensor_sequence(self) -> bool:
        """False."""
        return False

    def numpy(self) -> np.ndarray:
        """Its elements: on the same memory, or copied from the memory of another device."""
        return self._held if isinstance(self._held, np.ndarray) else self._held.numpy()

    def update_inplace(self, np_arr: np.ndarray) -> None:
        """Writes other elements into its memory. Raises `UsageError` for another shape or type."""
        if np_arr.shape != self._held.shape or np_arr.dtype != self._dtype:
            raise UsageError(
                f"update_inplace got {np_arr.dtype} of shape {np_arr.shape}; the value is "
                f"{self._dtype} of shape {self._held.shape}"
            )
        if isinstance(self._held, np.ndarray):
            self._held[...] = np_arr
        else:
            self._held.update(np_arr)

    @property
    def _dtype(self) -> np.dtype[Any]:
        held = self._held
        return held.dtype if isinstance(held, np.ndarray) else numpy_type(held.dtype)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.numpy(), dtype=dtype, copy=copy)

    def __dlpack__(self, **keywords: Any) -> Any:
        return self._held.__dlpack__(**keywords)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._held.__dlpack_device__()


def is_cpu(device_type: str, device_id: int) -> bool:
    """Whether a device, as ONNX Runtime calls it, is the CPU."""
    return device_type.lower() == CPU and device_id == 0


def device_array(
    device_type: str,
    device_id: int,
    shape: Sequence[int],
    dtype: np.dtype[Any],
    address: int | None = None,
) -> DeviceArray:
    """An array in memory of a device, or one on memory at an address there.

    Raises:
        UsageError: There is no such device, or its memory is the CPU's.
    """
    try:
        machine = backend_named(f"{device_type.lower()}:{device_id}").machine
        found: DeviceArray = machine.array(tuple(shape), dtype.name, address)
        return found
    except AoeError as error:
        raise UsageError(f"device_type={device_type!r}, device_id={device_id}: {error}") from error


def require_device(device_type: str, device_id: int) -> None:
    """Raises `UsageError` unless arrays can lie in memory of such a device."""
    try:
        found = backend_named(f"{device_type.lower()}:{device_id}").machine
        if device_id >= found.count():
            raise UsageError(f"there are {found.count()} devices of this kind")
    except AoeError as error:
        raise UsageError(f"device_type={device_type!r}, device_id={device_id}: {error}") from error


def dtype_of(given: Any) -> np.dtype[Any]:
    """NumPy's element type of one that is given as such, as its name, or as ONNX's number. Raises
    `UsageError` for anything else.
    """
    try:
        if isinstance(given, int):
            return np.dtype(onnx.helper.tensor_dtype_to_np_dtype(given))
        return numpy_type(given) if isinstance(given, str) else np.dtype(given)
    except (TypeError, KeyError, ValueError) as error:
        raise UsageError(
            f"element_type={given!r} is no element type; give one of NumPy, e.g. numpy.float32"
        ) from error
