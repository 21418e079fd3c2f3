"""A cluster of Ray (`pip install open-aoe[fleet]`): by its address, or one of this machine alone.

Each machine advertises its workers as a resource named after their kind, `aoe_znver4_2c`. A worker
is an actor that takes one of them. Ray itself moves arguments and results, and notices machines
that are lost. Whoever is admitted to a cluster can run code on it. So Ray asks for its token
(`DEFAULTS`).
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aoe.application.fleet.cluster import WorkerLostError
from aoe.application.fleet.worker import FleetWorker
from aoe.application.fleet.worker_folder import remove_abandoned
from aoe.errors import AoeError, UsageError, quoted

#: How the names of resources begin.
PREFIX = "aoe_"
#: Variables of Ray that have these values unless they are set: clusters ask for a token, and
#: nothing is told of how they are used.
DEFAULTS = {"RAY_AUTH_MODE": "token", "RAY_USAGE_STATS_ENABLED": "0"}
#: Seconds in which a cluster must answer.
CONNECT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class LocalWorkers:
    """The workers of this machine.

    Attributes:
        kind: Their kind (`soc_version`).
        count: How many there are.
    """

    kind: str
    count: int

    @property
    def resources(self) -> dict[str, float]:
        """What Ray is told that this machine has."""
        return {f"{PREFIX}{self.kind}": float(self.count)}


def start_command(local: LocalWorkers, address: str | None, ip: str | None) -> list[str]:
    """The command that lets this machine join a cluster, or be the first of one, until it ends.

    Args:
        local: The workers that it advertises.
        address: The address of the cluster; `None` for a new one.
        ip: The address by which the others reach this machine; `None` for what Ray finds.
    """
    where = [f"--address={address}"]
    if address is None:
        where = ["--head", "--include-dashboard=false"]
    if ip is not None:
        where.append(f"--node-ip-address={ip}")
    told = f"--resources={json.dumps(local.resources)}"
    return [sys.executable, "-m", "ray.scripts.scripts", "start", *where, told, "--block"]


def imported_ray() -> Any:
    """Ray, with `DEFAULTS` in the environment, where it looks for them. Raises `UsageError` where
    it is not installed.
    """
    for name, value in DEFAULTS.items():
        os.environ.setdefault(name, value)
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise UsageError(
            "aoe fleet needs Ray; install it by pip install 'open-aoe[fleet]'"
        ) from error


class RayCluster:
    """The workers of a cluster."""

    def __init__(self, address: str | None, local: LocalWorkers | None = None) -> None:
        """Connects to a cluster, or starts one of this machine alone.

        Args:
            address: Its address, `HOST:PORT`; `None` for one of this machine.
            local: The workers of this machine, if it is one of this machine.

        Raises:
            UsageError: Ray is not installed.
            AoeError: There is no cluster at the address.
        """
        self._ray = imported_ray()
        self._errors = importlib.import_module("ray.exceptions")
        quiet: dict[str, Any] = {
            "logging_level": logging.ERROR, "log_to_driver": False, "include_dashboard": False
        }  # fmt: skip
        if address is None:
            assert local is not None, "a cluster of this machine has its workers"
            quiet |= {"resources": local.resources}
        else:
            require_reachable(address)
            del quiet["include_dashboard"]
        try:
            self._ray.init(address="local" if address is None else address, **quiet)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            where = "on this machine" if address is None else f"at {address}"
            raise AoeError(f"cannot use a cluster of Ray {where}: {quoted(error)}") from error

    def workers(self) -> Mapping[str, int]:
        """See `aoe.application.fleet.cluster.Cluster.workers`."""
        return {
            name.removeprefix(PREFIX): int(count)
            for name, count in self._ray.cluster_resources().items()
            if name.startswith(PREFIX)
        }

    def start(self, kind: str) -> Any:
        """See `aoe.application.fleet.cluster.Cluster.start`."""
        actor = self._ray.remote(FleetWorker).options(
            num_cpus=0, resources={f"{PREFIX}{kind}": 1}, max_restarts=0, max_task_retries=0
        )
        return actor.remote(threads_of(kind))

    def call(self, worker: Any, method: str, arguments: Sequence[Any]) -> Any:
        """See `aoe.application.fleet.cluster.Cluster.call`."""
        return getattr(worker, method).remote(*arguments)

    def finished(self, calls: Sequence[Any], seconds: float) -> Sequence[Any]:
        """See `aoe.application.fleet.cluster.Cluster.finished`."""
        ended, _ = self._ray.wait(list(calls), num_returns=1, timeout=seconds)
        return list(ended)

    def result(self, call: Any) -> Mapping[str, Any]:
        """See `aoe.application.fleet.cluster.Cluster.result`."""
        errors = self._errors
        try:
            found: Mapping[str, Any] = self._ray.get(call)
        except errors.RayTaskError as error:
            return {"failed": quoted(error.cause if error.cause is not None else error)}
        except errors.RayError as error:  # its machine has gone, or has too little memory
            raise WorkerLostError(quoted(error)) from error
        return found

    def close(self) -> None:
        """See `aoe.application.fleet.cluster.Cluster.close`."""
        self._ray.shutdown()
        remove_abandoned()


def require_reachable(address: str) -> None:
    """Refuses an address where nothing listens: Ray itself would try for minutes.

    Args:
        address: Of a cluster, `HOST:PORT`.

    Raises:
        AoeError: It has another form, or nothing listens there.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise UsageError(f"--address={address}: must be HOST:PORT, such as 10.0.0.1:6379")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise AoeError(
            f"cannot use a cluster of Ray at {address}: {quoted(error)}; start it by `aoe fleet "
            "worker` on its first machine"
        ) from error


def threads_of(kind: str) -> int:
    """The threads of models for a kind of worker: `znver4_2c` has 2.

    Raises:
        AoeError: If the name tells none.
    """
    _, _, count = kind.rpartition("_")
    if not (count.endswith("c") and count[:-1].isdigit()):
        raise AoeError(f"a machine advertises {PREFIX}{quoted(kind)}, which is no kind of worker")
    return int(count[:-1])
