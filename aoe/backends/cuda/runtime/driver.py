"""NVIDIA's driver through ctypes: the few functions that loading and running programs take.

The package `cuda-bindings` would offer the same. It is an extension module of tens of megabytes, of
one version for each version of CUDA, and `libcuda` has had these functions under these names since
CUDA 11.8: a table of them is lighter, and imports nothing where there is no GPU.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from aoe.backends.cuda.target.devices import FoundDevice
from aoe.errors import AoeError, UsageError
from aoe.isolation.worker_process import WorkerSpoilt

#: Names of the driver's library.
LIBRARIES = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
#: `CU_DEVICE_ATTRIBUTE_…` that devices are asked for.
ATTRIBUTES: Mapping[str, int] = MappingProxyType(
    {
        "multiprocessors": 16,
        "l2": 38,
        "major": 75,
        "minor": 76,
    }
)
#: Functions that have a suffix of their version, for pointers of 64 bits.
_SECOND_VERSIONS = frozenset(
    {
        "cuMemAlloc",
        "cuMemFree",
        "cuMemcpyHtoDAsync",
        "cuMemcpyDtoHAsync",
        "cuMemsetD8",
        "cuStreamDestroy",
        "cuStreamBeginCapture",
        "cuEventDestroy",
        "cuDevicePrimaryCtxRelease",
        "cuDeviceTotalMem",
        "cuLinkCreate",
        "cuLinkAddData",
    }
)
#: `CUDA_ERROR_OUT_OF_MEMORY`.
OUT_OF_MEMORY = 2
#: Errors after which a process cannot use the device any more. Of a kernel: an illegal address or
#: instruction, a misaligned address, an assertion, a time limit, and failures without a reason. Of
#: the device: memory or a link that cannot be corrected, and what it contained of that.
STICKY = frozenset({214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721})


class DriverError(AoeError):
    """A function of the driver failed."""

    def __init__(self, function: str, code: int, text: str) -> None:
        super().__init__(f"NVIDIA's driver: {function} failed with {text} ({code}){self._remedy}")
        self.function, self.code, self.text = function, code, text

    #: What to do, behind the sentence.
    _remedy = ""

    def __reduce__(self) -> tuple[type[DriverError], tuple[str, int, str]]:
        """How another process gets it."""
        return type(self), (self.function, self.code, self.text)


class GpuLostError(DriverError, WorkerSpoilt):
    """A function of the driver failed, and this process cannot use the GPU any more."""

    _remedy = "; this process cannot use the GPU any more: start it again"


#: What can be done without a GPU.
_ELSEWHERE = (
    "compile for the GPU of another machine by `aoe tune` with --host_env_cpu, such as "
    "--host_env_cpu=sm_90"
)


class NoGpuError(UsageError):
    """No GPU can be used on this machine.

    Attributes:
        reason: Why, without what to do.
    """

    def __init__(self, reason: str, remedy: str = "") -> None:
        self._given = reason, remedy
        self.reason = f"no GPU can be used: {reason}"
        choice = f"{remedy}, or choose another" if remedy else "choose another"
        super().__init__(f"{self.reason}; {choice} --device, or {_ELSEWHERE}")

    def __reduce__(self) -> tuple[type[NoGpuError], tuple[str, str]]:
        """How another process gets it."""
        return type(self), self._given


class Driver:
    """The driver's functions. Each raises `DriverError` if it fails, and `MemoryError` if the GPU
    has no memory left.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        self._functions: dict[str, Any] = {}

    def call(self, function: str, *arguments: Any) -> None:
        """Calls a function by the name it has in the documents."""
        called = self._functions.get(function)
        if called is None:
            suffix = "_v2" if function in _SECOND_VERSIONS else ""
            try:
                called = self._functions[function] = getattr(self._library, function + suffix)
            except AttributeError as error:
                raise UsageError(
                    f"NVIDIA's driver has no function {function}; install a newer driver, of CUDA "
                    "11.8 or later"
                ) from error
        code = called(*arguments)
        if code == OUT_OF_MEMORY:
            raise MemoryError(f"NVIDIA's driver: {function} found no memory on the GPU")
        if code:
            kind = GpuLostError if code in STICKY else DriverError
            raise kind(function, code, self._text(code))

    def integer(self, function: str, *arguments: Any) -> int:
        """What a function stores through its first pointer, an int."""
        value = ctypes.c_int()
        self.call(function, ctypes.byref(value), *arguments)
        return value.value

    def handle(self, function: str, *arguments: Any) -> ctypes.c_void_p:
        """What a function stores through its first pointer, a handle."""
        value = ctypes.c_void_p()
        self.call(function, ctypes.byref(value), *arguments)
        return value

    def _text(self, code: int) -> str:
        text = ctypes.c_char_p()
        self._library.cuGetErrorString(code, ctypes.byref(text))
        return text.value.decode() if text.value else "an unknown error"


def driver() -> Driver:
    """The driver, ready for use. Raises `NoGpuError` if there is none, or no GPU, or if this
    process was forked of one that used it.
    """
    process, found = _driver()
    if process != os.getpid():
        raise NoGpuError(
            "NVIDIA's driver was used before this process was forked",
            "start the process by another way than fork",
        )
    return found


@cache
def _driver() -> tuple[int, Driver]:
    """The process that uses the driver, and the driver."""
    library = None
    for name in LIBRARIES:
        try:
            library = ctypes.CDLL(name)
            break
        except OSError:
            continue
    if library is None:
        raise NoGpuError(
            f"the library of NVIDIA's driver, {LIBRARIES[0]}, is not on this machine",
            "install the driver",
        )
    found = Driver(library)
    try:
        found.call("cuInit", 0)
        count = found.integer("cuDeviceGetCount")
    except (DriverError, MemoryError) as error:
        raise NoGpuError(str(error), "see that nvidia-smi lists a GPU") from error
    if count == 0:
        raise NoGpuError("NVIDIA's driver lists none (CUDA_VISIBLE_DEVICES may hide them)")
    return os.getpid(), found


def found_device(ordinal: int) -> FoundDevice:
    """What the driver says of a device. Raises `UsageError` if there is none of that number."""
    used = driver()
    require_device(ordinal, used.integer("cuDeviceGetCount"))
    device = used.integer("cuDeviceGet", ordinal)
    name = ctypes.create_string_buffer(256)
    used.call("cuDeviceGetName", name, len(name), device)
    memory = ctypes.c_size_t()
    used.call("cuDeviceTotalMem", ctypes.byref(memory), device)

    def attribute(key: str) -> int:
        return used.integer("cuDeviceGetAttribute", ATTRIBUTES[key], device)

    return FoundDevice(
        ordinal,
        name.value.decode(),
        attribute("major"),
        attribute("minor"),
        attribute("multiprocessors"),
        attribute("l2"),
        memory.value,
        used.integer("cuDriverGetVersion"),
    )


def require_device(ordinal: int, count: int) -> None:
    """Raises `UsageError` unless there is a device of that number among so many."""
    if not 0 <= ordinal < count:
        only = "cuda" if count == 1 else f"cuda:0 to cuda:{count - 1}"
        raise UsageError(
            f"there is no GPU {ordinal}: this machine has {count}, numbered from 0; give {only}"
        )


def device_count() -> int:
    """How many GPUs there are; 0 without a driver."""
    try:
        return driver().integer("cuDeviceGetCount")
    except UsageError:
        return 0
