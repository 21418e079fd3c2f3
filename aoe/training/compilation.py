"""What compiles and what tunes the graphs of a framework, as its options say.

The adapters of all frameworks use it. `aoe.training.step` runs what is compiled.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

from aoe.application.model.program_group import ProgramGroup
from aoe.application.model.request.compile_request import CompileRequest
from aoe.backends.registry import DEFAULT
from aoe.settings import Settings
from aoe.training.modes import GRADIENTS
from aoe.training.options import StepOptions
from aoe.training.tuning import Tuner, TuningOptions

#: What stands before the name of an option. Paths and names of nodes keep theirs.
_DASHES = re.compile(r"(?<!\S)--(?=[a-z])")


def program_group(
    options: StepOptions,
    settings: Settings,
    threads: int | None,
    logger: logging.Logger,
    device: str = DEFAULT,
) -> ProgramGroup:
    """What compiles graphs for a device with these options; all of them share its threads and
    memory.
    """
    return ProgramGroup(
        CompileRequest(
            settings=settings,
            threads=threads,
            backend=device,
            operator_repository=options.op_bank_path,
            graph_repository=options.mdl_bank_path,
            precision=options.precision,
            cache=options.cache,
            warn=_once(logger),
        )
    )


def _once(logger: logging.Logger) -> Callable[[str], None]:
    """Warns of each thing once, however many graphs it is true of. Scripts know the options of the
    command line without dashes.
    """
    told: set[str] = set()

    def warn(text: str) -> None:
        if text not in told:
            told.add(text)
            logger.warning("%s", _DASHES.sub("", text))

    return warn


def tuner_of(
    options: StepOptions,
    settings: Settings,
    threads: int | None,
    folder: str,
    logger: logging.Logger,
    device: str = DEFAULT,
) -> Tuner | None:
    """What tunes graphs when they are first run; None if nothing does. Gradients are no graphs.

    Args:
        options: Of the adapter.
        settings: Of this process.
        threads: Threads of a graph; None for all parallel units of the device.
        folder: The folder below the working folder in which each job has a folder.
        logger: Tells what became of jobs.
        device: The device that graphs run on.
    """
    if options.aoe_mode in (None, GRADIENTS):
        return None
    tuning = TuningOptions(
        options.aoe_mode,
        options.budget,
        options.precision.mode,
        options.work_path,
        options.aoe_config_file,
        options.precision.implementations.select,
    )
    return Tuner(tuning, settings, threads, folder, logger, device)
