"""OrtValue: an array with ONNX Runtime's methods, which shares its memory with who gave it.

It lies in the memory of the CPU. NumPy and PyTorch read it without a copy, by `__array__` and by
DLPack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx

from aoe.backends.session import element_type
from aoe.element_types import numpy_type
from aoe.errors import UsageError

#: How ONNX Runtime calls the memory of the CPU.
CPU = "cpu"


class OrtValue:
    """A tensor in memory, as ONNX Runtime's class of this name."""

    __module__ = "aoe"

    def __init__(self, array: np.ndarray) -> None:
        """`array`: its elements; their memory is shared."""
        self._array = array

    @staticmethod
    def ortvalue_from_numpy(
        numpy_obj: np.ndarray, device_type: str = CPU, device_id: int = 0
    ) -> OrtValue:
        """A tensor on the memory of an array. One that is not dense and row-major is copied."""
        check_device(device_type, device_id)
        return OrtValue(np.asarray(numpy_obj, order="C"))

    @staticmethod
    def ortvalue_from_shape_and_type(
        shape: Sequence[int], element_type: Any, device_type: str = CPU, device_id: int = 0
    ) -> OrtValue:
        """A tensor of a shape with undefined elements. `element_type`: of NumPy, or ONNX's
        number.
        """
        check_device(device_type, device_id)
        return OrtValue(np.empty(tuple(shape), dtype_of(element_type)))

    def data_ptr(self) -> int:
        """The address of the first element."""
        return int(self._array.ctypes.data)

    def device_name(self) -> str:
        """Where it lies: `cpu`."""
        return CPU

    def shape(self) -> list[int]:
        """Its shape."""
        return list(self._array.shape)

    def data_type(self) -> str:
        """Its element type, e.g. `tensor(float)`."""
        is_text = self._array.dtype == object
        return element_type("string" if is_text else self._array.dtype.name)

    def element_type(self) -> int:
        """ONNX's number of its element type."""
        if self._array.dtype == object:
            return int(onnx.TensorProto.STRING)
        return int(onnx.helper.np_dtype_to_tensor_dtype(self._array.dtype))

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
        """Its elements, on the same memory."""
        return self._array

    def update_inplace(self, np_arr: np.ndarray) -> None:
        """Writes other elements into its memory. Raises `UsageError` for another shape or type."""
        if np_arr.shape != self._array.shape or np_arr.dtype != self._array.dtype:
            raise UsageError(
                f"update_inplace got {np_arr.dtype} of shape {np_arr.shape}; the value is "
                f"{self._array.dtype} of shape {self._array.shape}"
            )
        self._array[...] = np_arr

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self._array, dtype=dtype, copy=copy)

    def __dlpack__(self, **keywords: Any) -> Any:
        return self._array.__dlpack__(**keywords)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._array.__dlpack_device__()


def check_device(device_type: str, device_id: int) -> None:
    """Raises `UsageError` for memory that is not the CPU's."""
    if device_type.lower() != CPU or device_id != 0:
        raise UsageError(
            f"device_type={device_type!r}, device_id={device_id}: values lie in the memory of the "
            "CPU; give 'cpu' and 0"
        )


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
