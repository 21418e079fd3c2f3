"""How long one inference of the whole model takes before and after tuning: what a user will see, as
opposed to the sum of its operators.

A tuned model is measured against the old one by `aoe.tuning.model_check`; where tuning changed
nothing there is one model, timed here.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from aoe.application.model.inputs import made_up_arrays
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.runtime.session import InferenceSession

#: How long to time a model, and how many inferences at least.
SECONDS = 1.0
FEWEST_RUNS = 5


@dataclass(frozen=True, slots=True)
class ModelTimes:
    """Median seconds of one inference."""

    before: float
    after: float


def overall_times(phases: Sequence[ModelTimes]) -> ModelTimes | None:
    """The times before the first and after the last of phases that were measured one by one; the
    last one's are taken for right, and the gains of those before multiply.
    """
    if not phases:
        return None
    before = phases[-1].before
    for times in phases[:-1]:
        before *= times.before / times.after
    return ModelTimes(before, phases[-1].after)


def unchanged_times(
    model: OfflineModel, threads: int, seconds: float = SECONDS, seed: int = 0
) -> ModelTimes:
    """Times a model that is the same before and after, on inputs made up from a seed; of one with
    profiles the sum over them.
    """
    models = static_models(model)
    middle = sum(_median_seconds(item, threads, seconds / len(models), seed) for item in models)
    return ModelTimes(middle, middle)


def _median_seconds(model: OfflineModel, threads: int, seconds: float, seed: int) -> float:
    feed = made_up_arrays(model.plan.inputs, seed)
    with closing(InferenceSession(model, threads)) as session:
        session.run(None, feed)
        times: list[float] = []
        end = time.monotonic() + seconds
        while len(times) < FEWEST_RUNS or time.monotonic() < end:
            times += session.time_runs(feed, 1)
    return statistics.median(times)
