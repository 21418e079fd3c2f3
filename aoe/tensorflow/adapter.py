"""What this process does with steps: the journal, the compilers, and what TensorFlow computes."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from aoe.settings import read_settings, usable_cores
from aoe.tensorflow.options import options_of
from aoe.training.compilation import program_group, tuner_of
from aoe.training.modes import GRADIENTS
from aoe.training.options import StepOptions
from aoe.training.report import Journal, StepReport
from aoe.training.step import StepCompiler

if TYPE_CHECKING:
    from collections.abc import Iterator

logger = logging.getLogger("aoe.tensorflow")

#: The folder below the working folder in which each step that is tuned has a folder.
_FOLDER = "aoe_tensorflow"
#: Options that are given for some functions, by name, in the order of names.
GivenOptions: TypeAlias = tuple[tuple[str, Any], ...]
#: Options that a call gives to the functions in it.
_given: ContextVar[GivenOptions] = ContextVar("options", default=())
#: Whether TensorFlow is to compute everything.
_left: ContextVar[bool] = ContextVar("left", default=False)


@cache
def journal() -> Journal:
    """The journal of this process."""
    made = Journal("aoe.tensorflow", "TensorFlow")
    made.tell_at_exit()
    return made


def reports() -> Sequence[StepReport]:
    """What became of each step of this process, in order."""
    return tuple(journal().reports)


@contextmanager
def left_to_tensorflow() -> Iterator[None]:
    """TensorFlow computes everything inside, as without open-aoe: to compare the two."""
    token = _left.set(True)
    try:
        yield
    finally:
        _left.reset(token)


def is_left() -> bool:
    """Whether TensorFlow is to compute everything."""
    return _left.get()


@contextmanager
def with_options(given: GivenOptions) -> Iterator[None]:
    """Functions that are called inside have these options."""
    token = _given.set(given)
    try:
        yield
    finally:
        _given.reset(token)


def given_options() -> GivenOptions:
    """The options of functions that are called now."""
    return _given.get()


def compiler(given: Mapping[str, Any] | None = None) -> StepCompiler:
    """What compiles steps, with these values of some options.

    Raises:
        UsageError: An option cannot be used.
    """
    values = {**dict(_given.get()), **(given or {})}
    options = options_of(values)
    if options.aoe_mode == GRADIENTS and "aoe_mode" in values:
        _tell_gradients()
    return _compiler(options)


@cache
def _tell_gradients() -> None:
    """Says once that gradients are tuned for the whole process."""
    logger.warning(
        "aoe_mode=4 has no effect on one session or one compiled function: it tunes gradients that "
        "the workers of a MultiWorkerMirroredStrategy reduce; set AOE_MODE=4 or "
        'aoe.tensorflow.global_options().aoe_config.aoe_mode = "4" for them'
    )


@cache
def _compiler(options: StepOptions) -> StepCompiler:
    from aoe.tensorflow.outside import TensorFlowNodes

    settings = read_settings()
    threads = options.threads or _threads_of_tensorflow()
    group = program_group(options, settings, threads, logger)
    tuner = tuner_of(options, settings, threads, _FOLDER, logger)
    return StepCompiler(group, tuner, TensorFlowNodes(), logger, _begin_tuning)


def _threads_of_tensorflow() -> int:
    """As many threads as TensorFlow computes an operator with."""
    import tensorflow as tf

    return min(
        tf.config.threading.get_intra_op_parallelism_threads() or usable_cores(), usable_cores()
    )


def _begin_tuning() -> str:
    """Says what AOE says, or gives why nothing is tuned now."""
    from tensorflow.python.profiler import profiler_v2

    if profiler_v2._profiler is not None:
        return (
            "the profiler of TensorFlow runs, which disturbs what is measured; stop it "
            "(tf.profiler.experimental.stop(), profile_batch=0 of the callback TensorBoard), and "
            "run the script again"
        )
    print("in tune mode, training graph handled by tools.\nAoe tuning graph.", flush=True)
    return ""
