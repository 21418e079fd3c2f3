"""Arrays in memory of a GPU, and memory for those that come and go with inferences."""

from __future__ import annotations

import weakref
from collections import deque
from contextlib import closing
from math import prod
from typing import Any

import numpy as np

from aoe.backends.cuda.runtime.device import Device
from aoe.backends.cuda.runtime.dlpack import GPU, capsule_of
from aoe.backends.cuda.target.cuda_target import NAME
from aoe.backends.device_array import DeviceArray
from aoe.element_types import numpy_type
from aoe.errors import UsageError
from aoe.runtime.plan import TensorInfo

#: Blocks of one size that are kept for the next inferences.
MOST_KEPT = 8


class GpuArray(DeviceArray):
    """See `aoe.backends.device_array.DeviceArray`. Its memory lives as long as it, and as long as
    tensors that other libraries made of it.
    """

    def __init__(
        self, device: Device, shape: tuple[int, ...], dtype: str, address: int, owner: object = None
    ) -> None:
        """`owner`: what the memory at the address lives as long as; None if others see to it."""
        self._device, self._owner = device, owner
        self._shape, self._dtype, self._address = shape, dtype, address

    @property
    def address(self) -> int:
        """See `aoe.backends.device_array.DeviceArray.address`."""
        return self._address

    @property
    def dtype(self) -> str:
        """See `aoe.backends.device_array.DeviceArray.dtype`."""
        return self._dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """See `aoe.backends.device_array.DeviceArray.shape`."""
        return self._shape

    @property
    def device(self) -> tuple[str, int]:
        """See `aoe.backends.device_array.DeviceArray.device`."""
        return NAME, self._device.number

    def numpy(self) -> np.ndarray:
        """See `aoe.backends.device_array.DeviceArray.numpy`."""
        found = np.empty(self._shape, numpy_type(self._dtype))
        with self._device.kept_current(), closing(self._device.stream()) as stream:
            stream.download(found, self._address)
        return found

    def update(self, array: np.ndarray) -> None:
        """See `aoe.backends.device_array.DeviceArray.update`."""
        wanted = numpy_type(self._dtype)
        if array.dtype != wanted or array.shape != self._shape:
            raise UsageError(
                f"an array of the GPU is {wanted} of shape {self._shape}; it cannot be "
                f"{array.dtype} of shape {array.shape}"
            )
        with self._device.kept_current():
            self._device.wait()  # another library may still read it
            with closing(self._device.stream()) as stream:
                stream.upload(self._address, np.ascontiguousarray(array))
                stream.wait()

    def __dlpack__(self, **keywords: Any) -> Any:
        """A capsule. The stream of the reader need not wait: memory of others may still be written
        by them, which is waited for here.
        """
        if self._owner is None:
            with self._device.kept_current():
                self._device.wait()
        return capsule_of(self, self._address, self._shape, self._dtype, self.__dlpack_device__())

    def __dlpack_device__(self) -> tuple[int, int]:
        return GPU, self._device.number


def gpu_array(
    device: Device, shape: tuple[int, ...], dtype: str, address: int | None = None
) -> GpuArray:
    """An array of any content; or one on memory of somebody else, which lives long enough. Raises
    `MemoryError`.
    """
    if address is not None:
        return GpuArray(device, shape, dtype, address)
    memory = ArrayMemory(device)
    memory.close()  # nothing is kept: the memory is freed with the array
    return memory.array(shape, dtype)


def checked_output(array: DeviceArray, info: TensorInfo, number: int) -> DeviceArray:
    """The array, into which an output is to be copied. Raises `UsageError` if that cannot be."""
    wanted = (NAME, number), info.dtype, info.shape
    found = array.device, array.dtype, array.shape
    if found != wanted:
        raise UsageError(
            f"output {info.name!r} is {info.dtype} of shape {info.shape} on GPU {number}; it "
            f"cannot be written to an array of {array.dtype} of shape {array.shape} on "
            f"{array.device[0]} {array.device[1]}"
        )
    return array


class ArrayMemory:
    """Memory of a device for arrays that come and go. What an array leaves is used again."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._kept: dict[int, deque[int]] = {}
        self._closed = False

    def array(self, shape: tuple[int, ...], dtype: str) -> GpuArray:
        """An array of any content. Raises `MemoryError`."""
        size = prod(shape) * numpy_type(dtype).itemsize
        with self._device.kept_current():
            owner = _Block(self, size, self._address(size))
        return GpuArray(self._device, shape, dtype, owner.address, owner)

    def give_back(self, size: int, address: int) -> None:
        """Nobody has an array of so many bytes at the address any more."""
        kept = self._kept.setdefault(size, deque())
        if self._closed or len(kept) >= MOST_KEPT:
            with self._device.kept_current():
                self._device.free(address)
        else:
            kept.append(address)

    def close(self) -> None:
        """Frees what no array has. Arrays that there are go on living."""
        self._closed = True
        with self._device.kept_current():
            for kept in self._kept.values():
                while kept:
                    self._device.free(kept.pop())

    def _address(self, size: int) -> int:
        try:
            address = self._kept.setdefault(size, deque()).pop()
        except IndexError:
            return self._device.allocate(size)
        # Another library may have given it back while its kernels still read it.
        self._device.wait()
        return address


class _Block:
    """Memory that is given back when nothing refers to this any more."""

    def __init__(self, memory: ArrayMemory, size: int, address: int) -> None:
        self.address = address
        self._end = weakref.finalize(self, memory.give_back, size, address)
        self._end.atexit = False
