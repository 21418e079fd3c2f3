"""Carries out the subcommands of `aoe fleet`."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from typing import Any, NoReturn

import click

from aoe.application.display.table import printed_table
from aoe.application.fleet.fleet_job import run_fleet
from aoe.application.fleet.job_state import FleetRequest, ModelOutcome
from aoe.application.fleet.ray_cluster import (
    LocalWorkers,
    RayCluster,
    imported_ray,
    require_reachable,
    start_command,
)
from aoe.application.fleet.sent_model import ShapeOptions, sent_models
from aoe.application.request.values import budget_seconds, checked_seed, output_folder
from aoe.backends.registry import DEFAULT, backend_named
from aoe.errors import UsageError
from aoe.results.improvement import percent_text
from aoe.settings import read_settings, usable_cores
from aoe.tuning.deadline import Deadline


def tune_command(
    models: Sequence[str],
    local: tuple[int, int | None],
    address: str | None,
    kinds: Sequence[str],
    shapes: Mapping[str, str | None],
    given: Mapping[str, Any],
) -> int:
    """Carries out `aoe fleet tune`.

    Args:
        models: The models.
        local: `--workers` and `--threads`.
        address: The cluster; `None` for one of this machine.
        kinds: As `--soc_version`.
        shapes: The options of shapes, by name.
        given: The other options, by name.

    Returns:
        The exit status.
    """
    start = time.monotonic()
    settings = read_settings()
    if address is not None and local != (1, None):
        raise UsageError(
            "--workers and --threads are for a cluster of this machine; with --address, each "
            "machine says what it has by `aoe fleet worker`"
        )
    output = given["output"]
    folder = None if output is None else output_folder(output, settings.working_directory)
    seconds = budget_seconds(given["budget"])
    imported_ray()
    here = local_workers(*local)
    request = FleetRequest(
        sent_models(models, ShapeOptions.of(shapes), settings),
        tuple(dict.fromkeys(kinds)),
        folder,
        Deadline(seconds, start),
        given["tune_optimization_level"],
        checked_seed(given["seed"]),
        given["scope"],
    )
    _check_names(request)
    with closing(RayCluster(address, here)) as cluster:
        outcomes = run_fleet(request, cluster, settings, lambda text: click.echo(text, err=True))
    if given["json"]:
        click.echo(json.dumps([asdict(item) for item in outcomes], indent=1, default=str))
    else:
        click.echo(printed_outcomes(outcomes), nl=False)
    return int(any(item.failure for item in outcomes))


def worker_command(
    address: str | None, ip: str | None, workers: int, threads: int | None
) -> NoReturn:
    """Carries out `aoe fleet worker`: becomes Ray's own command."""
    imported_ray()
    if address is not None:
        require_reachable(address)
    command = start_command(local_workers(workers, threads), address, ip)
    os.execv(command[0], command)


def local_workers(workers: int, threads: int | None) -> LocalWorkers:
    """The workers of this machine. Raises `UsageError` for no worker or thread, and if the machine
    has too few cores for them.
    """
    for option, count in (("--workers", workers), ("--threads", threads)):
        if count is not None and count < 1:
            raise UsageError(f"{option}={count}: must be a whole number from 1 on")
    cores = usable_cores()
    each = max(cores // workers, 1) if threads is None else threads
    if workers * each > cores:
        raise UsageError(
            f"--workers={workers} with {each} thread{'s' * (each > 1)} each need "
            f"{workers * each} cores, and this machine has {cores}; give fewer"
        )
    target = backend_named(DEFAULT).machine.target(each)
    return LocalWorkers(target.soc_version, workers)


def printed_outcomes(outcomes: Sequence[ModelOutcome]) -> str:
    """The outcomes as a table."""
    grouped = any(item.subgraphs for item in outcomes)
    parts = ["operators", "subgraphs"] if grouped else ["operators"]
    head = ["model", "machine", *parts, "improved", "before", "after", "gain", "file"]
    return printed_table(head, [_row(item, grouped) for item in outcomes])


def _row(item: ModelOutcome, grouped: bool) -> list[str]:
    parts = [item.operators, item.subgraphs] if grouped else [item.operators]
    counts = [item.name, item.kind, *map(str, parts), f"{item.improved} of {item.tuned}"]
    if item.failure:
        return [*counts, "", "", "failed", item.failure]
    if item.before is None or item.after is None:
        return [*counts, "", "", "", ""]
    times = [_time_text(seconds) for seconds in (item.before, item.after)]
    gain = percent_text(item.before, item.after)
    return [*counts, *times, gain, "" if item.path is None else str(item.path)]


def _time_text(seconds: float) -> str:
    return f"{1e3 * seconds:.3g} ms" if seconds >= 1e-4 else f"{1e6 * seconds:.3g} us"


def _check_names(request: FleetRequest) -> None:
    names = [model.source.name for model in request.models]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None and request.output is not None:
        raise UsageError(
            f"two models are called {twice}, so they cannot both be written to --output; tune one "
            "after the other"
        )
