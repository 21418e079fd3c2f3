"""What tuning needs of a machine: cores, memory, disk space and quiet.

AOE documents such needs for models on Ascend devices and leaves the check to the reader. The limits
here are for tuning on a CPU. None of them stops a run: `aoe doctor` shows all conditions, and a run
warns of those that fail.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from aoe.backends.compile_cache import cache_folder
from aoe.isolation.system_memory import available_memory
from aoe.repository.location import custom_directory
from aoe.settings import Settings, usable_cores

GIGABYTE = 1 << 30
#: Enough for a model of some hundred megabytes, its copies in worker processes, and candidates.
MEMORY_BYTES = 4 * GIGABYTE
#: Enough for offline models, the compile cache and the repository.
DISK_BYTES = 2 * GIGABYTE
#: One core measures, and one serves the rest of the system.
CORES = 2
#: Load of other programs, as a share of the cores, that disturbs measurements.
LOAD = 0.5
_RUNNING = Path("/proc/loadavg")
#: Number of samples of the running programs, and the seconds between two samples.
_LOOKS, _PAUSE = 10, 0.01


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition.

    Attributes:
        name: What was examined.
        found: What was found.
        remedy: What to do about it; empty if all is well.
    """

    name: str
    found: str
    remedy: str = ""


def preconditions(settings: Settings, soc_version: str) -> tuple[Condition, ...]:
    """The conditions of a tuning run with these settings."""
    return (_cores(settings), _memory(), *_disks(settings, soc_version), _load())


def _cores(settings: Settings) -> Condition:
    cores = usable_cores()
    found = f"{cores} of {os.cpu_count()} usable, {settings.compile_processes} compile processes"
    if cores < CORES:
        return Condition("cores", found, "tune with at least 2: measurements disturb each other")
    if settings.compile_processes > cores:
        return Condition("cores", found, f"set TE_PARALLEL_COMPILER to {cores} or less")
    return Condition("cores", found)


def _memory() -> Condition:
    found = available_memory()
    if found is None:
        return Condition("memory", "unknown")
    enough = found >= MEMORY_BYTES
    remedy = "" if enough else f"end other programs: {_gigabytes(MEMORY_BYTES)} should be free"
    return Condition("memory", f"{_gigabytes(found)} free", remedy)


def _disks(settings: Settings, soc_version: str) -> Iterator[Condition]:
    folders = {
        "repository": custom_directory(settings, soc_version),
        "compile cache": cache_folder(settings, soc_version),
        "workspace": settings.tuning_directory,
    }
    for name, folder in folders.items():
        existing = next(path for path in (folder, *folder.parents) if os.path.exists(path))
        free = shutil.disk_usage(existing).free
        enough = free >= DISK_BYTES
        remedy = "" if enough else f"make room for {_gigabytes(DISK_BYTES)}, or choose another disk"
        yield Condition(f"disk of the {name}", f"{_gigabytes(free)} free ({folder})", remedy)


def running_programs(source: Path = _RUNNING) -> float | None:
    """How many other threads run at present: the mean of a few samples of Linux's `source`. `None`
    if unknown.
    """
    running = 0
    for _ in range(_LOOKS):
        try:
            running += int(source.read_text().split()[3].partition("/")[0]) - 1
        except (OSError, ValueError, IndexError):
            return None
        time.sleep(_PAUSE)
    return running / _LOOKS


def _load() -> Condition:
    load, now = os.getloadavg()[0], running_programs()
    if now is not None:
        load = min(load, now)  # the load average still counts programs that have ended
    remedy = "" if load < LOAD * usable_cores() else "end other programs: they disturb measurements"
    return Condition("load", f"{load:.1f} other programs running", remedy)


def _gigabytes(number: int) -> str:
    return f"{number / GIGABYTE:.1f} GiB"
