"""The same on Ray, if it is installed (`make test-fleet`)."""

from __future__ import annotations

import importlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.application.fleet.carrying_out import local_workers
from aoe.application.fleet.cluster import WorkerLostError
from aoe.application.fleet.ray_cluster import (
    LocalWorkers,
    RayCluster,
    imported_ray,
    start_command,
    threads_of,
)
from aoe.backends.registry import backend_named
from aoe.errors import AoeError, UsageError
from aoe.settings import usable_cores

try:
    imported_ray()  # Ray looks for its variables when it is imported
except UsageError as error:
    pytest.skip(str(error), allow_module_level=True)
KIND = str(backend_named("cpu").machine.target(1).soc_version)


@pytest.fixture
def cluster(place: Path) -> Iterator[RayCluster]:
    made = RayCluster(None, LocalWorkers(KIND, 1))
    yield made
    made.close()


def test_a_machine_advertises_its_workers(cluster: RayCluster) -> None:
    assert cluster.workers() == {KIND: 1}


def test_a_worker_that_dies_is_noticed(cluster: RayCluster) -> None:
    worker = cluster.start(KIND)
    call = cluster.call(worker, "process", [])
    assert cluster.finished([call], 60) == [call]
    os.kill(int(cluster.result(call)["process"]), signal.SIGKILL)
    lost = cluster.call(worker, "process", [])
    assert cluster.finished([lost], 60) == [lost]
    with pytest.raises(WorkerLostError):
        cluster.result(lost)


def test_a_worker_that_ray_ends_for_want_of_memory_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    ray, errors = imported_ray(), importlib.import_module("ray.exceptions")

    def get(call: object) -> object:
        raise errors.OutOfMemoryError("ended to save the machine")

    monkeypatch.setattr(ray, "get", get)
    monkeypatch.setattr(ray, "init", lambda **options: None)
    with pytest.raises(WorkerLostError, match="to save the machine"):
        RayCluster(None, LocalWorkers(KIND, 1)).result("a call")


def test_the_command_tunes_on_this_machine(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workers = min(2, usable_cores())
    options = ["--threads=1", f"--workers={workers}", "--input_shape=x:2,8", "--output=fleet"]
    rest = ["--scope=all", "--budget=60"]
    assert main(["fleet", "tune", "small.onnx", *options, *rest]) == 0
    assert (place / "fleet" / f"small_{KIND}.om").exists()
    assert KIND in capsys.readouterr().out


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("127.0.0.1:1", "cannot use a cluster of Ray at 127.0.0.1:1"),
        ("somewhere", "--address=somewhere: must be HOST:PORT"),
    ],
)
def test_a_cluster_that_is_not_there_is_told(address: str, named: str) -> None:
    with pytest.raises(AoeError, match=named):
        RayCluster(address)


def test_a_worker_of_a_cluster_that_is_not_there_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "execv", lambda *command: pytest.fail("Ray was started"))
    assert main(["fleet", "worker", "--threads=1", "--address=somewhere"]) == 2
    assert "--address=somewhere: must be HOST:PORT" in capsys.readouterr().err


@pytest.mark.parametrize(("workers", "threads", "wrong"), [(0, None, "workers"), (1, 0, "threads")])
def test_no_worker_or_thread_is_refused(workers: int, threads: int | None, wrong: str) -> None:
    with pytest.raises(UsageError, match=f"--{wrong}=0: must be a whole number from 1 on"):
        local_workers(workers, threads)


def test_a_machine_joins_by_rays_own_command() -> None:
    command = start_command(LocalWorkers("znver4_2c", 3), "10.0.0.1:6379", None)
    assert command[-4:] == [
        "start", "--address=10.0.0.1:6379", '--resources={"aoe_znver4_2c": 3.0}', "--block"
    ]  # fmt: skip


def test_clusters_ask_for_a_token_unless_that_is_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    imported_ray()
    assert os.environ["RAY_AUTH_MODE"] == "token"
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    imported_ray()
    assert os.environ["RAY_AUTH_MODE"] == "disabled"


def test_the_threads_of_a_kind_are_in_its_name() -> None:
    assert threads_of("x86-64-v3_16c") == 16
    with pytest.raises(AoeError, match="no kind of worker"):
        threads_of("gpu")
