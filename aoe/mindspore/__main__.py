"""`python -m aoe.mindspore train.py`: a script of MindSpore with its cells run by open-aoe.

The script is not changed. Options stand before it, and what the script asks for itself wins.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from aoe.application.exit_status import run_guarded
from aoe.errors import UsageError
from aoe.mindspore.activation import activate
from aoe.mindspore.adapter import logger
from aoe.training.report import show_messages


@click.command(
    "python -m aoe.mindspore",
    context_settings={"allow_interspersed_args": False, "help_option_names": ["-h", "--help"]},
)
@click.option("--aoe_tune_mode", metavar="MODE", help="online: tune; offline: write graphs.")
@click.option("--job_type", metavar="TYPE", help="1: tune subgraphs; 2, the default: operators.")
@click.option("--budget", metavar="TIME", help="The time to tune one graph, such as 5m.")
@click.option("--threads", type=int, metavar="N", help="Threads of a graph.")
@click.option("--work_path", metavar="DIR", help="The folder of files of tuning.")
@click.option("--aoe_config_file", metavar="FILE", help="Names the operators to tune.")
@click.option("--precision_mode", metavar="MODE", help="As of the command aoe.")
@click.argument("script")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def _prepare(
    aoe_tune_mode: str | None,
    job_type: str | None,
    script: str,
    arguments: Sequence[str],
    **options: object,
) -> int:
    """Runs SCRIPT, a script of MindSpore, with its cells run by open-aoe."""
    activate()
    from aoe.mindspore.options import options_of, set_options
    from aoe.mindspore.tune_mode import asked, set_job_type, set_tune_mode

    if not Path(script).is_file():
        raise UsageError(f"{script}: there is no such script")
    set_options(**{name: value for name, value in options.items() if value is not None})
    try:
        if job_type is not None:
            set_job_type(job_type)
        if aoe_tune_mode is not None:
            set_tune_mode(aoe_tune_mode)
    except ValueError as error:
        raise UsageError(str(error)) from None
    options_of(asked())  # which are refused before any work
    sys.argv = [script, *arguments]
    sys.path[0] = str(Path(script).absolute().parent)
    return 0


def main() -> int:
    """Runs the script; returns the exit status if it could not be begun."""
    given = list(sys.argv)
    status = run_guarded(_prepare, given[1:])
    if status or sys.argv == given:  # what is asked for is wrong, or only help was shown
        _tell_nothing()
        return status
    show_messages(logger)
    runpy.run_path(sys.argv[0], run_name="__main__")
    return 0


def _tell_nothing() -> None:
    """Says nothing of cells when the process ends: no script was begun."""
    if activate.cache_info().currsize:
        from aoe.mindspore.adapter import journal

        journal().keep_quiet()


if __name__ == "__main__":
    sys.exit(main())
