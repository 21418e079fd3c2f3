"""The device that a model is compiled and tuned for, with its speed, which is measured the first
time and kept beside the compile cache.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from aoe.backends.backend import Compiler
from aoe.backends.registry import DEFAULT, backend_named, backend_of
from aoe.errors import UsageError
from aoe.settings import MOST_THREADS, Settings
from aoe.target import Target


def this_machine(threads: int | None, settings: Settings, backend: str = DEFAULT) -> Target:
    """This machine's device of a backend with a number of threads, by default all that it has.
    Raises `UnknownBackendError`.
    """
    return _measured(threads, settings, backend, renew=False)


def machine_to_tune(
    threads: int | None, settings: Settings, backend: str = DEFAULT, renew: bool = True
) -> Target:
    """As `this_machine`; its speed is measured again while it is not sure to be right. `renew`:
    whether there is time for that, which takes a second.
    """
    return _measured(threads, settings, backend, renew)


@contextmanager
def judging(pool: Compiler, settings: Settings) -> Iterator[Compiler]:
    """What compiles the models whose accuracy is measured: `pool` if this machine runs what it
    makes, else a compiler for the CPU of this machine. That rounds numbers in the same places, and
    adds in another order.
    """
    if runs_here(pool.target):
        yield pool
        return
    here = this_machine(None, settings)
    with closing(backend_of(here).compiler(here, settings.compile_processes)) as judge:
        yield judge


def checked_units(
    threads: int | None, device: str = DEFAULT, *, to_tune: bool = True
) -> int | None:
    """A number of threads, the parallel units of a device, that the device of this machine has;
    `None` for all. Raises `UsageError` for another number, and where there is no such device.

    `to_tune`: whether candidates are measured with them. What only runs may have more threads than
    a CPU has cores, as in ONNX Runtime; they take turns then, and times say little.
    """
    if threads is None:
        return None
    count = operator.index(threads)
    machine = backend_named(device).machine
    if device == DEFAULT and not to_tune:
        most, units = MOST_THREADS, ""
    else:
        most = machine.most_threads()
        owner = "cores of this machine" if device == DEFAULT else f"parallel units of {device}"
        units = f", the {owner}"
    if not 1 <= count <= most:
        raise UsageError(f"--threads={count}: must be from 1 to {most}{units}")
    machine.target(count)  # a device may compute with all of them only
    return count


def runs_here(target: Target) -> bool:
    """Whether this machine runs code for a device, with as many threads."""
    machine = backend_of(target).machine
    return machine.runs(target) and target.threads <= machine.most_threads()


def _measured(threads: int | None, settings: Settings, backend: str, renew: bool) -> Target:
    machine = backend_named(backend).machine
    found: Target = machine.measured(machine.target(threads), speed_folder(settings), renew)
    return found


def speed_folder(settings: Settings) -> Path:
    """Where the speed of this machine is kept: below ASCEND_CACHE_PATH or the user's home."""
    return (settings.cache_path or settings.home / "atc_data") / "device_speed"
