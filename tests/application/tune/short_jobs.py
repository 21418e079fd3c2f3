"""Tuning jobs that are whole but short: every search tries a few policies, and the model before and
the tuned one are compared in one process. Tests of what a job does with what it finds need no more.
How far searches and comparisons go is tested in `tests/tuning`.

    python -m tests.application.tune.short_jobs OPTIONS…

is the command `aoe` with such jobs.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial

import pytest

from aoe.application.command_line import main
from aoe.application.tune import tune_job
from aoe.application.tune.model_times import SECONDS
from aoe.application.tune.phases import finish, whole_model
from aoe.backends.cpu import backend as cpu
from aoe.backends.cpu.microbenchmarks.core_watch import core_watch
from aoe.tuning.model_check.model_versions import CheckOptions
from aoe.tuning.search.search_limits import SearchLimits, search_limits

#: Policies that a search tries.
TRIALS = 6
#: Seconds that comparing models may take: less than what further processes would add.
CHECK_SECONDS = -60.0
#: Seconds for timing a model that tuning has not changed.
TIMING_SECONDS = 0.02


def shorten_jobs(patch: pytest.MonkeyPatch) -> None:
    """From now on jobs of this process are short."""

    def few_trials(level: str, deeper: bool, unequal: bool) -> SearchLimits:
        limits = search_limits(level, deeper, unequal)
        return replace(limits, most_trials=TRIALS, final_generations=1)

    patch.setattr(tune_job, "search_limits", few_trials)
    patch.setattr(whole_model, "CheckOptions", partial(CheckOptions, seconds=CHECK_SECONDS))
    patch.setattr(finish, "TIMING_SECONDS", TIMING_SECONDS)


def lengthen_jobs(patch: pytest.MonkeyPatch) -> None:
    """From now on jobs of this process are as long as those of users, and wait for quiet cores."""
    patch.setattr(cpu.CpuMachine, "watch", lambda _, target: core_watch(target))
    patch.setattr(tune_job, "search_limits", search_limits)
    patch.setattr(whole_model, "CheckOptions", CheckOptions)
    patch.setattr(finish, "TIMING_SECONDS", SECONDS)


if __name__ == "__main__":
    shorten_jobs(pytest.MonkeyPatch())
    sys.exit(main())
