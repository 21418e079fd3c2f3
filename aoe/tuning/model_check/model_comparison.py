"""Runs of two whole models against each other, for the figures that tuning reports.

Whoever measures again later must find the same. So what the models do not cause is kept out:

- Others that share the machine slow it down for a moment or for seconds. The models take turns, and
  pairs that are much slower than others are left out. A pair is slow by the times of both models
  together, so neither is favoured.
- Where a model lies in memory, and which of its threads share caches, is luck. It stays the same
  while the model is loaded, or while the process lives. So there are many short runs. Each has the
  models loaded anew, and a few of them share a process, because loading takes a tenth of the time
  that a process takes. The models take turns in being loaded first.
- A run that was slowed down from start to end shows by the old model being slower than in other
  runs, or by noisy cores (`aoe.tuning.measurement.idle_wait`). It does not count if there are
  enough others.

`aoe.tuning.comparison.paired_comparison` compares the runs.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median

from aoe.tuning.comparison.comparison_policy import QUIET, ComparisonPolicy, Stage
from aoe.tuning.comparison.paired_comparison import Sampler
from aoe.tuning.comparison.timing_statistics import Run

#: Fewest pairs of a run.
FEWEST_PAIRS = QUIET.model_pairs[0]


def model_stage(policy: ComparisonPolicy) -> Stage:
    """The stage that compares whole models."""
    return policy.model


def run_seconds(left: float, around: float, taken: int) -> float:
    """How long a run may take. The time is shared out among as many runs as are wanted and worth
    it.

    Args:
        left: Seconds that all further runs may take.
        around: Seconds that a run takes more, for its share of a process.
        taken: Runs taken before.
    """
    wanted = QUIET.model.looks[0]
    for runs in range(wanted - taken, 1, -1):
        seconds = (left - (runs - 1) * around) / runs
        if seconds >= QUIET.worth_opening * around:
            return min(QUIET.model_run_seconds, max(0.0, seconds))
    return min(QUIET.model_run_seconds, max(0.0, left))


def take_run(sampler: Sampler, new: int, old: int, seconds: float) -> Run | None:
    """Pairs of samples of two loaded models for so many seconds, but for the fewest; None if one
    fails.
    """
    fewest, most = QUIET.model_pairs
    pairs: list[tuple[float, float]] = []
    end = time.monotonic() + seconds
    while len(pairs) < fewest or (len(pairs) < most and time.monotonic() < end):
        order = (new, old) if len(pairs) % 2 else (old, new)
        sample = sampler.sample(order)
        if len(sample) < 2:
            return None
        pairs.append((sample[new], sample[old]))
    kept = clean_pairs(pairs)
    return Run({new: tuple(pair[0] for pair in kept), old: tuple(pair[1] for pair in kept)})


def clean_pairs(pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The pairs that did not take much longer than the fast ones, both models counting the same."""
    middle = [median(times) for times in zip(*pairs, strict=True)]
    slowness = [new / middle[0] + old / middle[1] for new, old in pairs]
    limit = QUIET.contaminated_pair * sorted(slowness)[len(pairs) // 10]
    return [pair for pair, slow in zip(pairs, slowness, strict=True) if slow <= limit]
