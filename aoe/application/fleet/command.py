"""`aoe fleet`: the options of its subcommands, which are carried out by `carrying_out.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from aoe.application.checked_command import CheckedGroup, OneOf, help_without_subcommand

#: What `--scope` takes (`job_state.SCOPES` has the phases of each).
SCOPES = ("operators", "subgraphs", "all")
#: The options that give shapes to inputs.
SHAPE_OPTIONS = (
    "input_shape",
    "input_shape_range",
    "dynamic_batch_size",
    "dynamic_image_size",
    "dynamic_dims",
    "input_format",
)
_threads = click.option(
    "--threads", type=int, metavar="N", help="Threads of a worker. Default: all cores."
)
_workers = click.option(
    "--workers", type=int, default=1, metavar="N", help="Workers of this machine. Default: 1."
)


@click.group(
    "fleet",
    cls=CheckedGroup,
    invoke_without_command=True,
    short_help="Tune models on the machines of a cluster.",
)
@click.pass_context
def fleet(context: click.Context) -> int:
    """Tunes a set of models for several kinds of machine at once, on a cluster of Ray."""
    return help_without_subcommand(context)


@fleet.command("tune")
@click.argument("models", metavar="MODEL...", nargs=-1, required=True)
@click.option(
    "--address", metavar="HOST:PORT", help="The cluster. Default: one of this machine alone."
)
@_workers
@_threads
@click.option(
    "--soc_version",
    "kinds",
    multiple=True,
    metavar="NAME",
    help="Tune for this kind of machine. Default: all that the cluster has.",
)
@click.option("--output", metavar="DIR", help="Write each model for each kind of machine to DIR.")
@click.option("--budget", metavar="TIME", help="When searches end: 300, 90s, 5m, 1h.")
@click.option(
    "--scope",
    type=OneOf(SCOPES),
    default="operators",
    help="What to tune: how operators are computed, how the models are cut into them, or all. "
    "Default: operators.",
)
@click.option("--input_shape", metavar="SHAPES", help='Shapes of open inputs, "name:1,3,224,224".')
@click.option(
    "--input_shape_range",
    metavar="RANGES",
    help='Ranges of shapes, "name:[1~8,3,224,224]". The models stay open.',
)
@click.option(
    "--dynamic_batch_size", metavar="SIZES", help="Batch sizes of the -1 in --input_shape: 1,8."
)
@click.option(
    "--dynamic_image_size",
    metavar="SIZES",
    help='Heights and widths of the -1 in --input_shape: "224,224;448,448".',
)
@click.option(
    "--dynamic_dims", metavar="SIZES", help='All sizes of the -1 in --input_shape: "1,64;1,128".'
)
@click.option("--input_format", metavar="FORMAT", help="Layout of inputs: NCHW, NHWC or ND.")
@click.option(
    "--tune_optimization_level",
    type=OneOf(["O1", "O2"]),
    default="O2",
    help="O1: search several times longer. Default: O2.",
)
@click.option("--seed", type=int, default=0, help="Seed of the data of candidates. Default: 0.")
@click.option("--json", is_flag=True, help="Print one JSON list.")
def tune(
    models: Sequence[str],
    address: str | None,
    workers: int,
    threads: int | None,
    kinds: Sequence[str],
    **given: Any,
) -> int:
    """Tunes models. Each operator or subgraph is a task for a worker of its kind.

    What is learned goes into your repository at once. A worker that is lost costs the operator that
    it was tuning, which another one then begins again.
    """
    from aoe.application.fleet.carrying_out import tune_command

    shapes = {name: given.pop(name) for name in SHAPE_OPTIONS}
    return tune_command(models, (workers, threads), address, kinds, shapes, given)


@fleet.command("worker")
@click.option("--address", metavar="HOST:PORT", help="The cluster. Default: begin a new one here.")
@click.option(
    "--ip",
    metavar="ADDRESS",
    help="The address by which the others reach this machine. Default: what Ray finds.",
)
@_workers
@_threads
def worker(address: str | None, ip: str | None, workers: int, threads: int | None) -> int:
    """Lets this machine be part of a cluster, until it is interrupted."""
    from aoe.application.fleet.carrying_out import worker_command

    return worker_command(address, ip, workers, threads)
