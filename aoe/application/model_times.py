"""How long the whole model takes before and after tuning: what a user will see, as opposed to the
sum of its operators. The two take turns in one process, on the same threads.
"""

from __future__ import annotations

import statistics
import time
from contextlib import closing
from dataclasses import dataclass

from aoe.application.inputs import made_up_arrays
from aoe.runtime.offline_model import OfflineModel
from aoe.runtime.session import InferenceSession
from aoe.runtime.thread_pool import ThreadPool

#: How long to measure, and within it how many inferences at least, of each model.
SECONDS = 3.0
FEWEST_TURNS = 5
RUNS_PER_TURN = 3


@dataclass(frozen=True, slots=True)
class ModelTimes:
    """Median seconds of one inference."""

    before: float
    after: float


def model_times(before: OfflineModel, after: OfflineModel, threads: int) -> ModelTimes:
    """Times two compiled forms of one model on made-up inputs."""
    feed = made_up_arrays(before.plan.inputs, seed=0)
    with (
        closing(ThreadPool(threads)) as pool,
        closing(InferenceSession(before, pool=pool)) as old,
        closing(InferenceSession(after, pool=pool)) as new,
    ):
        times: dict[InferenceSession, list[float]] = {old: [], new: []}
        turns, end = 0, time.monotonic() + SECONDS
        while turns < FEWEST_TURNS or time.monotonic() < end:
            for session in (old, new) if turns % 2 else (new, old):
                # The first run brings the model's data back into the caches.
                times[session] += session.time_runs(feed, RUNS_PER_TURN + 1)[1:]
            turns += 1
    return ModelTimes(statistics.median(times[old]), statistics.median(times[new]))
