"""`python -m aoe.tensorflow [options] train.py`: runs a script, and takes its steps over.

The script is not changed. Options stand before it:

    --aoe_mode 2 --work_path tuned --budget 5m --threads 2
"""

from __future__ import annotations

import argparse
import runpy
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from aoe.errors import AoeError, UsageError
from aoe.tensorflow.activation import activate
from aoe.tensorflow.adapter import journal, logger
from aoe.tensorflow.inference import NOT_INSTALLED
from aoe.tensorflow.options import global_options, options_of
from aoe.training.report import show_messages


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a script. Returns the exit status where the script does not end the process."""
    given = _parser().parse_args(arguments)
    try:
        _set_options(given)
        if find_spec("tensorflow") is None:
            raise UsageError(NOT_INSTALLED)
        options_of()
        if not Path(given.script).is_file():
            raise UsageError(f"{given.script}: there is no such script")
        show_messages(logger)
        activate()
    except AoeError as error:
        print(f"aoe.tensorflow: error: {error}", file=sys.stderr)
        return 2
    journal()  # which tells in the end what became of the script
    sys.argv = [given.script, *given.arguments]
    sys.path[0] = str(Path(given.script).resolve().parent)
    runpy.run_path(given.script, run_name="__main__")
    return 0


def _set_options(given: argparse.Namespace) -> None:
    """Sets the options of this process. Raises `UsageError` for two that contradict each other."""
    options = global_options()
    config = options.aoe_config
    if None not in (given.aoe_mode, given.job_type) and given.aoe_mode != given.job_type:
        raise UsageError(
            f"aoe_mode={given.aoe_mode} and job_type={given.job_type} are one option by two names; "
            "give one"
        )
    config.aoe_mode = given.aoe_mode if given.aoe_mode is not None else given.job_type
    config.work_path = given.work_path or config.work_path
    config.aoe_config_file = given.aoe_config_file
    options.threads, options.precision_mode = given.threads, given.precision_mode
    options.op_select_implmode = given.op_select_implmode
    options.budget = given.budget or options.budget


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m aoe.tensorflow", description=__doc__, allow_abbrev=False
    )
    parser.add_argument(
        "--aoe_mode",
        help="1 tunes subgraphs, 2 operators, each step once; 4 the gradients of workers",
    )
    parser.add_argument("--job_type", help="as --aoe_mode")
    parser.add_argument("--work_path", help="an existing folder for files of tuning")
    parser.add_argument("--aoe_config_file", help="a JSON file that names the operators to tune")
    parser.add_argument("--budget", help="the time to tune one step, such as 90s or 5m")
    parser.add_argument("--precision_mode", help="the element types to compute in")
    parser.add_argument(
        "--op_select_implmode", help="high_precision: each result is a plain sum of products"
    )
    parser.add_argument("--threads", type=int, help="threads of a step")
    parser.add_argument("script")
    rest = parser.add_argument("arguments", nargs=argparse.REMAINDER)
    rest.required = False  # Python 3.11 tells that it is
    return parser


if __name__ == "__main__":
    sys.exit(main())
