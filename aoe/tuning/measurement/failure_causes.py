"""Why a candidate failed, from the error of the runner process that measured it."""

from __future__ import annotations

from aoe.errors import AoeError
from aoe.isolation.worker_process import WorkerError, WorkerHung
from aoe.tuning.measurement.runner_process import WrongAnswerError
from aoe.tuning.observer import Cause


def cause_of(error: Exception) -> Cause:
    """The cause that an error stands for."""
    match error:
        case WrongAnswerError():
            return "wrong"
        case MemoryError():
            return "memory"
        case WorkerHung():
            return "hang"
        case WorkerError():
            return "crash"
        case AoeError():
            return "compile"
        case _:
            return "internal"
