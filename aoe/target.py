"""A device as data: what graph passes, tuning and repositories know of the device that a policy is
valid for.

A `Target` names the backend that compiles for the device (`aoe.backends.registry.backend_of` finds
it) and describes what every backend's devices have. A backend that needs more derives a class of
its own, as `aoe.backends.cpu.target.cpu_target.CpuTarget` does. Only the backend itself reads what
that class adds.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import Any

from typing_extensions import Self, TypeVar

from aoe.errors import UsageError

#: Elements of four bytes in a cache line of most devices.
COMMON_LINE_ELEMENTS = 16


@dataclass(frozen=True, slots=True)
class MatrixInstruction:
    """An instruction that multiplies small matrices: `m` × `k` by `k` × `n`, added to `m` × `n`.

    Attributes:
        name: The instruction set's name for it.
        m: Rows of the first matrix; 1 where it is a vector.
        n: Columns of the second matrix.
        k: Numbers that are summed up for each result.
        inputs: Element type of what is multiplied.
        output: Element type of the sums.
    """

    name: str
    m: int
    n: int
    k: int
    inputs: str
    output: str


@dataclass(frozen=True, slots=True)
class MemoryLevel:
    """A level of a device's memory.

    Attributes:
        name: What the device's documents call it, e.g. `l2` or `shared`.
        bytes: Its size.
        shared: Whether all parallel units share one; else each has its own.
    """

    name: str
    bytes: int
    shared: bool


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a device server is, and how to connect to it (`aoe.isolation.device_link`).

    Attributes:
        host: Its name or address.
        port: Its port.
        token: What both sides know.
        authority: A file with the certificate of the server, or of who signed it; `None` for a
            connection without TLS.
        tuner: Tells the connections of this tuner from those of others.
    """

    host: str
    port: int
    token: str = field(repr=False)
    authority: str | None = None
    tuner: str = field(default_factory=lambda: token_hex(8), repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class RemoteDevice:
    """What is known of a device behind a server, beside what targets describe.

    Attributes:
        address: The server.
        facts: The device in words, by name, as its machine's fingerprint has them.
        resolution: The least difference of two times that counts there, in seconds.
    """

    address: ServerAddress
    facts: tuple[tuple[str, str], ...]
    resolution: float


@dataclass(frozen=True, slots=True)
class Target:
    """The device that code is generated for.

    Attributes:
        backend: Name of the backend that compiles for it.
        model: The device's model, as its compiler names it, e.g. `znver4` or `sm_90`.
        threads: Parallel units that an inference uses: a CPU's threads, a GPU's multiprocessors.
        features: Optional parts of its instruction set, as its compiler writes them.
        matrix_instructions: Instructions for products of small matrices.
        memories: Levels of memory between the registers and main memory, the nearest first.
        remote: What else is known of it if it is behind a server; `None` if it is in this machine.
    """

    backend: str
    model: str
    threads: int = 1
    features: str = ""
    matrix_instructions: tuple[MatrixInstruction, ...] = ()
    memories: tuple[MemoryLevel, ...] = ()
    remote: RemoteDevice | None = None

    @property
    def architecture(self) -> str:
        """The architecture of the machine that has the device, as its system names it."""
        return platform.machine()

    @property
    def device(self) -> str:
        """What `--device` calls it: the backend, with the number of a device that is not the
        first.
        """
        return self.backend

    def numbered(self, number: int) -> Self:
        """The same on the device with a number. Raises `UsageError` if there cannot be one."""
        if number:
            raise UsageError(
                f"there is no device {number}: the backend {self.backend} has one, number 0"
            )
        return self

    @property
    def soc_version(self) -> str:
        """The name of the device model in repositories, e.g. `znver4_2c`."""
        return f"{self.model}_{self.threads}c"

    @property
    def line_elements(self) -> int:
        """Elements of four bytes in a cache line, or in what else the device moves at once between
        levels of its memory.
        """
        return COMMON_LINE_ELEMENTS

    @property
    def at_common_speed(self) -> Self:
        """The device as if nothing had been measured of its speed."""
        return self

    @property
    def one_thread(self) -> Self:
        """One parallel unit of the device while the others compute something else."""
        return replace(self, threads=1)

    def to_json(self) -> dict[str, Any]:
        """What generated code depends on, for offline models. The backend reads it back."""
        return {
            "backend": self.backend,
            "model": self.model,
            "threads": self.threads,
            "features": self.features,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Target:
        """What `to_json` wrote of any device, without what only its backend reads."""
        return Target(
            str(data["backend"]),
            str(data["model"]),
            int(data["threads"]),
            str(data.get("features", "")),
        )


#: Targets of one backend; of any where nothing else is said.
AnyTarget = TypeVar("AnyTarget", bound=Target, default=Any)
#: Targets that a part of a backend only reads.
ReadTarget = TypeVar("ReadTarget", bound=Target, default=Any, contravariant=True)
