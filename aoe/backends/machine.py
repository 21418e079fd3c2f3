"""The devices of a backend as data: which there are, how fast they are, whether they are fit for
measuring. `aoe.backends.backend` has the other parts of a backend.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from aoe.backends.device_array import DeviceArray
from aoe.errors import UsageError
from aoe.target import AnyTarget


class Watch(Protocol):
    """Knows whether a device is fit for measuring."""

    def is_quiet(self) -> bool:
        """Whether nothing disturbs at present."""
        return True


class AlwaysQuiet(Watch):
    """For devices that nobody watches."""


class Machine(Protocol[AnyTarget]):
    """The devices of a backend on this machine, as data."""

    def target(self, threads: int | None = None) -> AnyTarget:
        """The device, with all of its parallel units or so many. Nothing is measured. Raises
        `UsageError` where there is no such device.
        """
        ...

    def array(self, shape: tuple[int, ...], dtype: str, address: int | None = None) -> DeviceArray:
        """An array of any content in memory of the device, or one on memory of somebody else.
        Raises `UsageError` where the memory of the device is the CPU's.
        """
        raise UsageError("values lie in the memory of the CPU; give 'cpu' and 0")

    def count(self) -> int:
        """How many devices to look for; 1 also where there is none."""
        return 1

    def most_threads(self) -> int:
        """The most parallel units that a program may use here: those of the device. Raises
        `UsageError` where there is no such device.
        """
        return self.target().threads

    def other(self, name: str, threads: int | None) -> AnyTarget:
        """The device of another machine, by the name of its model, with so many parallel units, or
        as many as are usual. Raises `UsageError` if it is not known.
        """
        raise UsageError("the backend compiles for this machine only; leave the option out")

    def runs(self, target: AnyTarget) -> bool:
        """Whether code for a target runs on this machine."""
        return True

    def memory(self, target: AnyTarget) -> int | None:
        """The bytes of this machine's main memory, if the values of a target lie there; else None,
        as for another machine's device and for a GPU.
        """
        return None

    def target_from_json(self, data: Mapping[str, Any]) -> AnyTarget:
        """The target that `Target.to_json` described, on this machine or on another. Raises one of
        `aoe.errors.MALFORMED` on anything else.
        """
        ...

    def measured_to_json(self, target: AnyTarget) -> Mapping[str, Any]:
        """What `target_from_json` turns back into the target with its speed."""
        return target.to_json()

    def measured(self, target: AnyTarget, folder: Path, renew: bool) -> AnyTarget:
        """The target with its speed, as it is kept in `folder`, or measured now. `renew`: measure
        again unless that was done often enough.
        """
        return target

    def fingerprint(self, target: AnyTarget) -> Mapping[str, str]:
        """The device in words, by name, for provenance: whatever a measurement depends on."""
        return {"device": target.model}

    def speed_report(self, target: AnyTarget) -> Mapping[str, str]:
        """How fast a measured device is, by name, for people."""
        return {}

    def resolution(self, target: AnyTarget) -> float:
        """The least difference in seconds by which one program is known to be faster than another
        on this machine: what the clock and calling a program take. Less than that is no gain.
        """
        return 0.0

    def watch(self, target: AnyTarget) -> AbstractContextManager[Watch]:
        """Within, a watch of the device."""
        return nullcontext(AlwaysQuiet())
