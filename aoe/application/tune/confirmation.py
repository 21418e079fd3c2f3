"""What the phases of a tuning job have in common when the whole model confirms their winners
(`aoe.tuning.model_check.model_check`): how long that may take, and the times that come out.
"""

from __future__ import annotations

from aoe.application.tune.model_times import ModelTimes
from aoe.policy import AnyPolicy
from aoe.tuning.driver import TuningOptions
from aoe.tuning.dry_run import DryRun
from aoe.tuning.model_check.model_check import ModelCheck, VersionCheck
from aoe.tuning.model_check.model_versions import CHECK_SECONDS, CheckOptions
from aoe.tuning.observer import Observer

#: While the gain is not known well, confirming may take this share of the time the job has taken.
LONGER_SHARE = 0.3


def announced_check(
    rehearsal: DryRun, options: TuningOptions[AnyPolicy], observer: Observer
) -> CheckOptions:
    """The options of the check, which the observer is told of: it ends early enough for the steps
    after it.
    """
    around = rehearsal.preparing_check + rehearsal.ending
    seconds = options.deadline.within(CHECK_SECONDS, around)
    observer.stage("measuring the whole model", around + seconds)
    return CheckOptions(
        longer=LONGER_SHARE * options.deadline.used,
        fewest_runs=options.fewest_runs,
        usual=rehearsal.run_seconds or None,
        patience=options.patience,
        seed=options.seed,
        deadline=options.deadline,
        ending=rehearsal.ending,
    )


def checked_times(check: ModelCheck | VersionCheck) -> ModelTimes | None:
    """The times of the whole model, where the check could measure it."""
    if check.before is None or check.after is None:
        return None
    before, after = check.before, check.after
    spreads = before.spread, after.spread
    return ModelTimes(before.median, after.median, *spreads, check.uncertainty)
