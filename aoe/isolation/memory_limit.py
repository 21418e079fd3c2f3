"""A bound for the memory of a helper process, so that what asks for too much fails alone.

Without one the system ends some process when memory is used up, and that may be the owner, or
another program. `aoe.isolation.worker_process` says what becomes of a helper that fails.
"""

from __future__ import annotations

import resource
from pathlib import Path


def limit_memory(share: float = 1.0, least: int = 0) -> None:
    """Lets this process grow by at most a share of the memory that is free now, or by `least` bytes
    where that is more. Does nothing where the system does not tell what is free.
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


def _bytes(path: Path, name: str) -> int:
    for line in path.read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    raise ValueError(f"{path} does not say {name}")
