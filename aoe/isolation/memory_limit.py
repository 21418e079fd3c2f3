"""A memory limit for a worker process, so that an oversized allocation fails in that process only.

Without a limit, the system kills some process when memory runs out. That may be the owner or
another program. `aoe.isolation.worker_process` handles a worker that fails.
"""

from __future__ import annotations

import resource
from pathlib import Path

from aoe.isolation.system_memory import available_memory, bytes_of


def limit_memory(share: float = 1.0, least: int = 0) -> None:
    """Limits how much this process may grow.

    Does nothing where the system does not report the available memory.

    Args:
        share: The fraction of the available memory that the process may use.
        least: The bytes it may use in any case.
    """
    available, used = available_memory(), bytes_of("VmSize", Path("/proc/self/status"))
    if available is None or used is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = used + max(least, int(share * available))
    resource.setrlimit(
        resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard)
    )
