"""What this process does with cells: the journal, and the compilers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache

from aoe.frontends.step_model import OutsideCall
from aoe.mindspore.options import options_of
from aoe.mindspore.tune_mode import TuneMode, unused_job_type
from aoe.settings import read_settings, usable_cores
from aoe.training.compilation import program_group, tuner_of
from aoe.training.options import StepOptions
from aoe.training.program import Outside
from aoe.training.report import Journal, StepReport
from aoe.training.step import StepCompiler

logger = logging.getLogger("aoe.mindspore")

#: What to do if MindSpore has no graphs.
_HINT = (
    "cells have graphs after mindspore.set_context(mode=mindspore.GRAPH_MODE), functions with "
    "@mindspore.jit and what aoe.mindspore.compile is given"
)
#: The folder below the working folder in which each graph that is tuned has a folder.
_FOLDER = "aoe_mindspore"


@cache
def journal() -> Journal:
    """The journal of this process."""
    made = Journal("aoe.mindspore", "MindSpore", _HINT)
    made.tell_at_exit()
    return made


def reports() -> Sequence[StepReport]:
    """What became of each graph of this process, in order."""
    return tuple(journal().reports)


def compiler(asked: TuneMode) -> StepCompiler:
    """What compiles cells.

    Raises:
        UsageError: An option cannot be used.
    """
    return _compiler(options_of(asked))


@cache
def _compiler(options: StepOptions) -> StepCompiler:
    unused = unused_job_type()
    if unused is not None:
        logger.warning(
            'job_type=%s has no effect, because no aoe_tune_mode is set; set it to "online" or '
            '"offline"',
            unused,
        )
    settings = read_settings()
    threads = options.threads or _threads_of_mindspore()
    group = program_group(options, settings, threads, logger)
    tuner = tuner_of(options, settings, threads, _FOLDER, logger)
    return StepCompiler(group, tuner, _NothingOutside(), logger, _begin_tuning)


def _begin_tuning() -> str:
    """Why nothing is tuned now; empty if something can be."""
    from mindspore.profiler.profiler_interface import ProfilerInterface

    if not ProfilerInterface.is_initialized:
        return ""
    return (
        "the profiler of MindSpore runs, which disturbs what is measured; stop it, and run the "
        "script again"
    )


class _NothingOutside:
    """Cells are computed whole: MindSpore computes no node between two parts of one."""

    def outside(self, calls: Sequence[OutsideCall]) -> Outside:
        """There are no such nodes."""
        raise AssertionError(f"nothing is left to MindSpore, but {len(calls)} nodes are")


def _threads_of_mindspore() -> int:
    """As many threads as MindSpore computes with."""
    from mindspore import context

    return min(int(context.get_context("runtime_num_threads")), usable_cores())
