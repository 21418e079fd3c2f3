"""The memory of this machine, as Linux tells it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

_MEMORY = Path("/proc/meminfo")
#: What a container may take; "max" where it may take all.
_LIMIT = Path("/sys/fs/cgroup/memory.max")


def available_memory(source: Path = _MEMORY) -> int | None:
    """The bytes that programs may still take; None where the system does not report it."""
    return bytes_of("MemAvailable", source)


def machine_memory(source: Path = _MEMORY, limit: Path = _LIMIT) -> int | None:
    """The bytes of the whole machine, or of its container where that has less; None where the
    system does not report them.
    """
    found = [bytes_of("MemTotal", source)]
    with suppress(OSError, ValueError):  # no container, or one without a limit
        found.append(int(limit.read_text()))
    return min((size for size in found if size is not None), default=None)


def bytes_of(name: str, source: Path) -> int | None:
    """A number of bytes that a file of /proc gives by name; None if it does not."""
    try:
        for line in source.read_text().splitlines():
            found, _, value = line.partition(":")
            if found == name:
                return int(value.split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        return None
    return None
