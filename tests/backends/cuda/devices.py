"""Machines for tests: GPUs whose kernels a machine for PTX executes, and none at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.runtime.device import Device
from aoe.backends.cuda.runtime.driver_device import Devices
from aoe.backends.cuda.target.architectures import ARCHITECTURES
from aoe.backends.cuda.target.devices import FoundDevice
from tests.backends.cuda.ptx_machine.device import PtxDevice

#: The architectures that code must be accepted for.
ARCHITECTURE_NAMES = ("sm_80", "sm_89", "sm_90", "sm_100")


class PtxDevices(Devices):
    """One GPU of an architecture, with few multiprocessors so that kernels have few blocks."""

    are_timed = False

    def __init__(self, name: str = "sm_80", multiprocessors: int = 2) -> None:
        number = int(name.removeprefix("sm_"))
        self.device = PtxDevice()
        self._found = FoundDevice(
            0,
            f"PTX machine {name}",
            number // 10,
            number % 10,
            multiprocessors,
            ARCHITECTURES[name].l2,
            1 << 30,
            12080,
        )

    def count(self) -> int:
        return 1

    def found(self, ordinal: int) -> FoundDevice:
        return self._found

    def opened(self, ordinal: int) -> Device:
        return self.device


@contextmanager
def with_gpu(devices: Devices) -> Iterator[None]:
    """Within, this machine has these GPUs."""
    before = BACKEND.devices
    BACKEND.devices = BACKEND.machine.devices = devices
    try:
        yield
    finally:
        BACKEND.devices = BACKEND.machine.devices = before
