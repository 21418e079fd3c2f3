"""Carries out the subcommands of `aoe fleet`."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

import click

from aoe.application.display.table import printed_table
from aoe.application.fleet.fleet_job import FleetRequest, ModelOutcome, run_fleet
from aoe.application.fleet.ray_cluster import (
    LocalWorkers,
    RayCluster,
    imported_ray,
    start_command,
)
from aoe.application.fleet.worker import SentModel
from aoe.application.model.open_file import is_open
from aoe.application.model.source import read_model
from aoe.application.request.values import budget_seconds, checked_seed, output_folder
from aoe.backends.registry import DEFAULT, backend_named
from aoe.errors import UsageError
from aoe.frontends.inputs.input_shapes import parse_input_shapes
from aoe.frontends.model_folder import found_origin
from aoe.frontends.stored_model import stored_model
from aoe.results.improvement import percent_text
from aoe.settings import Settings, read_settings, usable_cores
from aoe.tuning.deadline import Deadline


def tune_command(
    models: Sequence[str],
    address: str | None,
    workers: int,
    threads: int | None,
    kinds: Sequence[str],
    output: str | None,
    budget: str | None,
    input_shape: str | None,
    level: str,
    seed: int,
    as_json: bool = False,
) -> int:
    """Carries out `aoe fleet tune`. Returns the exit status."""
    start = time.monotonic()
    settings = read_settings()
    if address is not None and (workers != 1 or threads is not None):
        raise UsageError(
            "--workers and --threads are for a cluster of this machine; with --address, each "
            "machine says what it has by `aoe fleet worker`"
        )
    folder = None if output is None else output_folder(output, settings.working_directory)
    seconds = budget_seconds(budget)
    imported_ray()
    local = local_workers(workers, threads)
    request = FleetRequest(
        tuple(sent_model(model, input_shape, settings) for model in models),
        tuple(dict.fromkeys(kinds)),
        folder,
        Deadline(seconds, start),
        level,
        checked_seed(seed),
    )
    _check_names(request)
    with closing(RayCluster(address, local)) as cluster:
        outcomes = run_fleet(request, cluster, settings, lambda text: click.echo(text, err=True))
    if as_json:
        click.echo(json.dumps([asdict(item) for item in outcomes], indent=1, default=str))
    else:
        click.echo(printed_outcomes(outcomes), nl=False)
    return int(any(item.failure for item in outcomes))


def worker_command(
    address: str | None, ip: str | None, workers: int, threads: int | None
) -> NoReturn:
    """Carries out `aoe fleet worker`: becomes Ray's own command."""
    imported_ray()
    command = start_command(local_workers(workers, threads), address, ip)
    os.execv(command[0], command)


def local_workers(workers: int, threads: int | None) -> LocalWorkers:
    """The workers of this machine. Raises `UsageError` if it has too few cores for them."""
    cores = usable_cores()
    each = cores // max(workers, 1) if threads is None else threads
    if workers < 1 or each < 1 or workers * each > cores:
        raise UsageError(
            f"--workers={workers} with {max(each, 1)} threads each need "
            f"{max(workers, 1) * max(each, 1)} cores, and this machine has {cores}; give fewer"
        )
    target = backend_named(DEFAULT).machine.target(each)
    return LocalWorkers(target.soc_version, workers)


def sent_model(path: str, input_shape: str | None, settings: Settings) -> SentModel:
    """Reads a model for the workers. Raises `UsageError` if it has open shapes."""
    shapes = {} if input_shape is None else parse_input_shapes(input_shape)
    place = settings.working_directory / path
    if not place.exists():
        raise UsageError(f"{path}: there is no such file")
    read = read_model(found_origin(Path(place)), shapes=shapes)
    names = {str(value.name) for value in read.model.graph.inputs}
    own = {name: shape for name, shape in shapes.items() if name in names}
    if is_open(read, own):
        raise UsageError(f"{path} has open shapes; give them by --input_shape")
    data, weights = stored_model(read.model)
    return SentModel(read.source, data, weights, own)


def printed_outcomes(outcomes: Sequence[ModelOutcome]) -> str:
    """The outcomes as a table."""
    head = ["model", "machine", "operators", "improved", "before", "after", "gain", "file"]
    return printed_table(head, [_row(item) for item in outcomes])


def _row(item: ModelOutcome) -> list[str]:
    counts = [item.name, item.kind, str(item.operators), f"{item.improved} of {item.tuned}"]
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
