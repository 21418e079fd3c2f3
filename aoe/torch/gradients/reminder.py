"""What a script is told that runs with AOE_MODE=4 and never says what is to be tuned.

`tuning.py` has the line that such a script needs. Nothing here imports torch.
"""

from __future__ import annotations

import atexit
import logging
import multiprocessing
from dataclasses import dataclass
from functools import cache

from aoe.errors import UsageError
from aoe.settings import is_ranked, read_settings
from aoe.training.modes import GRADIENTS

logger = logging.getLogger("aoe.torch")


@dataclass
class GradientCalls:
    """Whether this process called `tune_gradients`."""

    made: bool = False


@cache
def gradient_calls() -> GradientCalls:
    """Those of this process."""
    calls = GradientCalls()
    atexit.register(_tell_if_none, calls)
    return calls


def _tell_if_none(calls: GradientCalls) -> None:
    """At exit: says what AOE_MODE=4 needs. No other part of PyTorch's adapter reads it."""
    if calls.made or _others_train():
        return
    try:
        mode = read_settings().aoe_mode
    except UsageError:
        return  # what reads the variables says so
    if mode == GRADIENTS:
        logger.warning(
            "AOE_MODE=4 tunes the gradients of a DistributedDataParallel that the script gives to "
            "aoe.torch.tune_gradients; this one gave none, so nothing was tuned. Add "
            "`ddp = aoe.torch.tune_gradients(ddp)` behind the line that wraps the model. To tune "
            "subgraphs or operators of torch.compile, set AOE_MODE=1 or 2"
        )


def _others_train() -> bool:
    """Whether another process may have called it: this one is one of `multiprocessing`, such as one
    that loads data, or it has started such ones and is no worker of torchrun, as with `mp.spawn`.
    """
    if multiprocessing.parent_process() is not None:
        return True
    number = multiprocessing.Process().name.rpartition("-")[2]  # never started; they are counted
    return number != "1" and not is_ranked()
