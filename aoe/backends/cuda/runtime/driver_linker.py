"""Machine code of PTX by the linker of NVIDIA's driver, which asks for a context on the GPU."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import byref, c_size_t, c_void_p

from aoe.backends.cuda.runtime.driver import DriverError
from aoe.backends.cuda.runtime.driver_device import DriverDevice, opened_device

#: `CU_JIT_INPUT_PTX`.
_PTX = 1


def machine_code_of(ordinal: int) -> Callable[[bytes], bytes | None]:
    """Opens a GPU and returns what makes machine code of PTX for it, None where the driver refuses.

    Raises:
        AoeError: There is no such GPU, or it cannot be used by one more process.
    """
    device = opened_device(ordinal)
    return lambda text: _linked(device, text)


def _linked(device: DriverDevice, text: bytes) -> bytes | None:
    used = device.enter()
    state = c_void_p()
    try:
        used.call("cuLinkCreate", 0, None, None, byref(state))
    except DriverError:
        return None
    code, size = c_void_p(), c_size_t()
    try:
        source = text + b"\0"
        used.call(
            "cuLinkAddData", state, _PTX, source, c_size_t(len(source)), b"kernel", 0, None, None
        )
        used.call("cuLinkComplete", state, byref(code), byref(size))
        return ctypes.string_at(code, size.value)
    except DriverError:
        return None
    finally:
        used.call("cuLinkDestroy", state)
