"""Machines for tests: GPUs whose kernels a machine for PTX executes, and none at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.runtime.device import Device
from aoe.backends.cuda.runtime.driver import require_device
from aoe.backends.cuda.runtime.driver_device import Devices
from aoe.backends.cuda.target.architectures import ARCHITECTURES
from aoe.backends.cuda.target.devices import FoundDevice
from aoe.backends.registry import backend_named
from tests.backends.cuda.ptx_machine.device import PtxDevice

#: The architectures that code must be accepted for.
ARCHITECTURE_NAMES = ("sm_80", "sm_89", "sm_90", "sm_100")


class PtxDevices(Devices):
    """GPUs of an architecture, one unless told otherwise. They have few multiprocessors so that
    kernels have few blocks.
    """

    are_timed = False

    def __init__(self, name: str = "sm_80", multiprocessors: int = 2, count: int = 1) -> None:
        self._name, self._multiprocessors = name, multiprocessors
        self.all = [PtxDevice(number) for number in range(count)]

    @property
    def device(self) -> PtxDevice:
        """The first."""
        return self.all[0]

    def count(self) -> int:
        return len(self.all)

    def found(self, ordinal: int) -> FoundDevice:
        number = int(self._name.removeprefix("sm_"))
        require_device(ordinal, len(self.all))
        return FoundDevice(
            ordinal,
            f"PTX machine {self._name}",
            number // 10,
            number % 10,
            self._multiprocessors,
            ARCHITECTURES[self._name].l2,
            1 << 30,
            12080,
        )

    def opened(self, ordinal: int) -> Device:
        return self.all[ordinal]


@contextmanager
def with_gpu(devices: Devices) -> Iterator[None]:
    """Within, this machine has these GPUs."""
    before = BACKEND.devices
    BACKEND.devices = BACKEND.machine.devices = devices
    backend_named.cache_clear()  # other devices than the first have the devices of before
    try:
        yield
    finally:
        BACKEND.devices = BACKEND.machine.devices = before
        backend_named.cache_clear()
