"""The options `--host_env_os` and `--host_env_cpu`: the machine that will run the model.

`--host_env_cpu` takes an architecture, as AOE does (`x86_64`, `aarch64`), or the name of a CPU
(`znver4`, `x86-64-v3`, `neoverse-n1`), also as repositories name devices (`znver4_8c`). The
architecture of this machine, and the names of its own CPU, stand for this machine. Any other CPU is
another machine: a model is only compiled for it, because nothing can be measured here
(`aoe.application.tune.other_machine`).
"""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass

from aoe.backends.registry import DEFAULT, backend_named, backend_names, backend_of
from aoe.errors import UsageError
from aoe.settings import MOST_THREADS
from aoe.target import Target

#: The systems that code is generated for.
SYSTEMS = ("linux",)
_DEVICE = re.compile(r"(?P<cpu>.+)_(?P<threads>[1-9]\d{0,17})c")


@dataclass(frozen=True, slots=True)
class HostEnvironment:
    """The machine that options name.

    Attributes:
        system: Its operating system.
        cpu: Its CPU, as the option has it; `None` if only the system was given.
        target: The device to compile for.
        is_here: Whether it is this machine.
        threads: Threads that the name of the CPU or another option gives; `None` if none does.
    """

    system: str
    cpu: str | None
    target: Target
    is_here: bool
    threads: int | None = None

    @property
    def name_ending(self) -> str:
        """What AOE puts into the name of an offline model for a named machine."""
        return f"_{self.system}_{self.target.architecture}"


def host_environment(
    given: Mapping[str, str | None], backend: str = DEFAULT, threads: int | None = None
) -> HostEnvironment | None:
    """The machine that the options name; `None` if they name none.

    Args:
        given: The options, by parameter.
        backend: The backend to compile with.
        threads: Threads of an inference, if they are asked for.

    Raises:
        UsageError: If code cannot be generated for the machine, or values contradict each other.
    """
    system, cpu = given.get("host_env_os"), given.get("host_env_cpu")
    if system is None and cpu is None:
        return None
    if system is not None and system.lower() not in SYSTEMS:
        raise UsageError(
            f"--host_env_os={system}: code is generated for {', '.join(SYSTEMS)} only; use linux"
        )
    machine = backend_named(backend).machine
    here = _device_here(backend, threads, required=cpu is None)
    if cpu is None:
        assert here is not None, "it is required"
        return HostEnvironment(SYSTEMS[0], None, here, True, threads)
    found = _DEVICE.fullmatch(cpu)
    name, count = (found["cpu"], int(found["threads"])) if found else (cpu, threads)
    if threads not in (None, count):
        raise UsageError(f"--host_env_cpu={cpu} contradicts --threads={threads}; give one of them")
    if count is not None and not 1 <= count <= MOST_THREADS:
        where = f"--host_env_cpu={cpu}: the number" if found else f"--threads={count}:"
        raise UsageError(f"{where} must be from 1 to {MOST_THREADS}")
    if here is not None and _is_here(name, count, here):
        return HostEnvironment(SYSTEMS[0], cpu, machine.target(count), True, count)
    try:
        target: Target = machine.other(name, count)
    except UsageError as error:
        knows = _backend_that_knows(name, count)
        needs = f" needs --device={knows}" if knows else ""
        raise UsageError(f"--host_env_cpu={cpu}{needs}: {error}") from error
    return HostEnvironment(SYSTEMS[0], cpu, target, False, count)


def _backend_that_knows(name: str, count: int | None) -> str | None:
    """The backend that compiles for the device of that name; None if there is none."""
    for backend in backend_names():
        try:
            backend_named(backend).machine.other(name, count)
        except UsageError:
            continue
        return backend
    return None


def _device_here(backend: str, threads: int | None, required: bool) -> Target | None:
    """This machine's device of a backend. None if there is none, unless it is required."""
    try:
        machine = backend_named(backend).machine
        fits = threads is not None and 1 <= threads <= machine.most_threads()
        found: Target = machine.target(threads if fits else None)
    except UsageError:
        if required:
            raise
        return None
    return found


def _is_here(name: str, threads: int | None, here: Target) -> bool:
    """Whether a device with so many threads is this machine's."""
    named = name in (here.architecture, platform.machine(), here.model)
    return named and (threads is None or threads <= backend_of(here).machine.most_threads())
