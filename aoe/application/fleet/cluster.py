"""A cluster as the schedule of a fleet sees it: workers of some kinds that carry out calls.

`aoe.application.fleet.ray_cluster` is the one of Ray. A worker is an
`aoe.application.fleet.worker.FleetWorker` on a machine of its kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from aoe.errors import AoeError


class WorkerLostError(AoeError):
    """A worker has gone, with its machine or alone. What it was doing is lost."""


class Cluster(Protocol):
    """Starts workers and calls them. Workers and calls are opaque to others."""

    def workers(self) -> Mapping[str, int]:
        """How many workers there may be now, by kind (`soc_version`). Machines come and go."""

    def start(self, kind: str) -> Any:
        """A new worker of a kind."""

    def call(self, worker: Any, method: str, arguments: Sequence[Any]) -> Any:
        """Begins a call of a method of a worker, which has no other."""

    def finished(self, calls: Sequence[Any], seconds: float) -> Sequence[Any]:
        """The calls that have ended. Waits until one has, but not longer than some seconds."""

    def result(self, call: Any) -> Mapping[str, Any]:
        """The result of a call that has ended. Raises `WorkerLostError` if there is none."""

    def close(self) -> None:
        """Ends all workers that were started."""
