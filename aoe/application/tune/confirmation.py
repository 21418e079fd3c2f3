"""What the phases of a tuning job have in common when the whole model confirms their winners
(`aoe.tuning.model_check`): how long that may take, and the times that come out.
"""

from __future__ import annotations

from aoe.application.tune.model_times import ModelTimes
from aoe.policy import AnyPolicy
from aoe.tuning.model_check import CHECK_SECONDS, CheckOptions, ModelCheck, VersionCheck
from aoe.tuning.observer import Observer
from aoe.tuning.rehearsal import Rehearsal
from aoe.tuning.tuned import TuningOptions


def announced_check(
    rehearsal: Rehearsal, options: TuningOptions[AnyPolicy], observer: Observer
) -> CheckOptions:
    """The options of the check, which the observer is told of: it ends early enough for the steps
    after it.
    """
    ending = rehearsal.preparing_check + rehearsal.ending
    seconds = options.deadline.within(CHECK_SECONDS, ending)
    observer.stage("measuring the whole model", ending + seconds)
    usual = rehearsal.run_seconds or None
    return CheckOptions(seconds, options.fewest_runs, usual, options.patience, options.seed)


def checked_times(check: ModelCheck | VersionCheck) -> ModelTimes | None:
    """The times of the whole model, where the check could measure it."""
    if check.before is None or check.after is None:
        return None
    return ModelTimes(check.before.median, check.after.median)
