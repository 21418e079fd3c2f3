"""Times of one inference of the whole model before and after tuning.

`aoe.tuning.model_check.model_check` measures a tuned model against the old one. Where tuning
changed nothing, there is one model, and `unchanged_times` times it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from math import hypot, prod

from aoe.application.model.inputs import synthetic_arrays
from aoe.backends.session import InferenceSession
from aoe.results.performance import ModelPerformance, model_performance
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.tuning.comparison.timing_statistics import Measurement

#: Seconds to time a model, and least number of inferences.
SECONDS = 1.0
FEWEST_RUNS = 5


@dataclass(frozen=True, slots=True)
class ModelTimes:
    """Median seconds of one inference before and after.

    Attributes:
        before: Median before.
        after: Median after.
        before_spread: Spread of `before`; `None` if unknown.
        after_spread: Spread of `after`; `None` if unknown.
        uncertainty: Relative uncertainty of the ratio of both, with 95 % confidence; `None` if
            unknown. Noise that hits both versions alike does not count.
    """

    before: float
    after: float
    before_spread: float | None = None
    after_spread: float | None = None
    uncertainty: float | None = None

    @property
    def improvement_uncertainty(self) -> float | None:
        """Uncertainty of the improvement, before / after - 1, in percentage points."""
        if self.uncertainty is None:
            return None
        return 100 * self.before / self.after * self.uncertainty

    @property
    def unchanged_before(self) -> ModelTimes:
        """The times of a model that stays as it is before."""
        return ModelTimes(self.before, self.before, self.before_spread, self.before_spread)

    @property
    def unchanged_after(self) -> ModelTimes:
        """The times of a model that is always as it is after."""
        return ModelTimes(self.after, self.after, self.after_spread, self.after_spread)


def reported(times: ModelTimes | None, cut_off: bool = False) -> ModelPerformance:
    """The times as a result file has them; for `cut_off` see `model_performance`."""
    if times is None:
        return ModelPerformance()
    spreads = times.before_spread, times.after_spread
    uncertainty = times.improvement_uncertainty
    return model_performance(times.before, times.after, cut_off, spreads, uncertainty)


def overall_times(phases: Sequence[ModelTimes]) -> ModelTimes | None:
    """The times before the first and after the last of phases that were measured one by one. The
    times of the last phase are taken as they are; the gains of earlier phases multiply.
    """
    if not phases:
        return None
    last = phases[-1]
    slower = prod(times.before / times.after for times in phases[:-1])
    spread = None if last.before_spread is None else last.before_spread * slower
    known = [times.uncertainty for times in phases if times.uncertainty is not None]
    uncertainty = hypot(*known) if len(known) == len(phases) else None
    return ModelTimes(last.before * slower, last.after, spread, last.after_spread, uncertainty)


def unchanged_times(
    model: OfflineModel, threads: int, seconds: float = SECONDS, seed: int = 0
) -> ModelTimes:
    """Times a model that is the same before and after, on synthetic inputs. The time of a model
    with profiles is the sum over them.
    """
    models = static_models(model)
    timed = [_timed(item, threads, seconds / len(models), seed) for item in models]
    middle, spread = (sum(getattr(item, name) for item in timed) for name in ("median", "spread"))
    return ModelTimes(middle, middle, spread, spread)


def _timed(model: OfflineModel, threads: int, seconds: float, seed: int) -> Measurement:
    feed = synthetic_arrays(model.plan.inputs, seed)
    with closing(InferenceSession(model, threads)) as session:
        session.run(None, feed)
        times: list[float] = []
        end = time.monotonic() + seconds
        while len(times) < FEWEST_RUNS or time.monotonic() < end:
            times += session.time_runs(feed, 1)
    return Measurement.of(times)
