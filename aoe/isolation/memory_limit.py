"""A memory limit for a worker process, so that an oversized allocation fails in that process only.

Without a limit, the system kills some process when memory runs out. That may be the owner or
another program. `aoe.isolation.worker_process` handles a worker that fails.
"""

from __future__ import annotations

import resource
from pathlib import Path


def limit_memory(share: float = 1.0, least: int = 0) -> None:
    """Limits how much this process may grow.

    Does nothing where the system does not report the available memory.

    Args:
        share: The fraction of the available memory that the process may use.
        least: The bytes it may use in any case.
    """
    try:
        available = _bytes(Path("/proc/meminfo"), "MemAvailable")
        used = _bytes(Path("/proc/self/status"), "VmSize")
    except (OSError, ValueError):
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = used + max(least, int(share * available))
    resource.setrlimit(
        resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard)
    )


def available_memory() -> int | None:
    """The bytes that programs may still take; None where the system does not report it."""
    try:
        return _bytes(Path("/proc/meminfo"), "MemAvailable")
    except (OSError, ValueError):
        return None


def machine_memory() -> int | None:
    """The bytes of the whole machine; None where the system does not report them."""
    try:
        return _bytes(Path("/proc/meminfo"), "MemTotal")
    except (OSError, ValueError):
        return None


def _bytes(path: Path, name: str) -> int:
    for line in path.read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    raise ValueError(f"{path} does not say {name}")
