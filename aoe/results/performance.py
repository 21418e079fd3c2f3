"""Times before and after tuning and the gain, as result files have them: of one operator or
subgraph (`Performance`) and of the whole model (`ModelPerformance`).

Times are kept in the unit of the file, and the gain as its text, so that what is read is written
back unchanged. `rounded`, `truncated` and `model_performance` make them from measured seconds. The
gain then follows from the written times, so a reader can check it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from aoe.results.improvement import percent_text, truncated_percent_text
from aoe.results.json_object import JsonObject

Unit = Literal["us", "ms"]


@dataclass(frozen=True, slots=True)
class Performance:
    """Times of one operator or subgraph.

    Attributes:
        before: Time before tuning.
        after: Time after tuning.
        improvement: The gain as text, e.g. `35.35%`.
    """

    before: float
    after: float
    improvement: str

    def to_json(self, unit: Unit) -> dict[str, Any]:
        """AOE's three fields, with times in `unit`."""
        return {
            f"performance_after_tune({unit})": self.after,
            f"performance_before_tune({unit})": self.before,
            "performance_improvement": self.improvement,
        }

    @staticmethod
    def from_json(data: JsonObject, unit: Unit) -> Performance:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        return Performance(
            data.number(f"performance_before_tune({unit})"),
            data.number(f"performance_after_tune({unit})"),
            data.text("performance_improvement"),
        )


def performance_fields(unit: Unit) -> tuple[str, ...]:
    """The names of the fields of a `Performance`."""
    return tuple(Performance(0, 0, "").to_json(unit))


def rounded(before_seconds: float, after_seconds: float) -> Performance:
    """The performance of an operator: µs to three decimals, the gain rounded."""
    before, after = round(before_seconds * 1e6, 3), round(after_seconds * 1e6, 3)
    return Performance(before, after, percent_text(before, after))


def truncated(before_seconds: float, after_seconds: float) -> Performance:
    """The performance of a subgraph: ms to six decimals, the gain truncated."""
    before, after = _milliseconds(before_seconds), _milliseconds(after_seconds)
    return Performance(before, after, truncated_percent_text(before, after))


@dataclass(frozen=True, slots=True)
class ModelPerformance:
    """Times of one inference of the whole model. All are `None` if not measured. The spreads and
    the uncertainty are not fields of AOE.

    Attributes:
        baseline_ms: Time before tuning, in ms.
        result_ms: Time after tuning, in ms.
        improvement: The gain as text.
        baseline_spread_ms: Spread of `baseline_ms`.
        result_spread_ms: Spread of `result_ms`.
        improvement_uncertainty: Uncertainty of the gain in percentage points, with 95 % confidence.
    """

    baseline_ms: float | None = None
    result_ms: float | None = None
    improvement: str | None = None
    baseline_spread_ms: float | None = None
    result_spread_ms: float | None = None
    improvement_uncertainty: str | None = None

    @property
    def without_result(self) -> ModelPerformance:
        """The performance that an incomplete run reports."""
        return ModelPerformance(self.baseline_ms, baseline_spread_ms=self.baseline_spread_ms)

    def to_json(self) -> dict[str, Any]:
        """The fields of AOE and of open-aoe, as far as there are figures."""
        fields = {
            _BASELINE: self.baseline_ms,
            _BASELINE_SPREAD: self.baseline_spread_ms,
            _IMPROVEMENT: self.improvement,
            _UNCERTAINTY: self.improvement_uncertainty,
            _RESULT: self.result_ms,
            _RESULT_SPREAD: self.result_spread_ms,
        }
        return {name: value for name, value in fields.items() if value is not None}

    @staticmethod
    def from_json(data: JsonObject) -> ModelPerformance:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        return ModelPerformance(
            data.optional_number(_BASELINE),
            data.optional_number(_RESULT),
            data.optional_text(_IMPROVEMENT),
            data.optional_number(_BASELINE_SPREAD),
            data.optional_number(_RESULT_SPREAD),
            data.optional_text(_UNCERTAINTY),
        )


_BASELINE = "model_baseline_performance(ms)"
_BASELINE_SPREAD = "model_baseline_spread(ms)"
_IMPROVEMENT = "model_performance_improvement"
_UNCERTAINTY = "model_performance_improvement_uncertainty"
_RESULT = "model_result_performance(ms)"
_RESULT_SPREAD = "model_result_spread(ms)"
MODEL_FIELDS = (_BASELINE, _BASELINE_SPREAD, _IMPROVEMENT, _UNCERTAINTY, _RESULT, _RESULT_SPREAD)


def model_performance(
    baseline_seconds: float | None,
    result_seconds: float | None,
    cut_off: bool = False,
    spreads: tuple[float | None, float | None] = (None, None),
    uncertainty: float | None = None,
) -> ModelPerformance:
    """The performance from measured seconds of one inference, in ms to six decimals.

    Args:
        baseline_seconds: Seconds before tuning; `None` if not measured.
        result_seconds: Seconds after tuning; `None` if not measured.
        cut_off: Whether the gain is truncated, as for subgraph tuning.
        spreads: Spreads of both times in seconds.
        uncertainty: Uncertainty of the gain in percentage points.
    """
    if baseline_seconds is None:
        return ModelPerformance()
    baseline = _milliseconds(baseline_seconds)
    before, after = (None if item is None else _milliseconds(item) for item in spreads)
    if result_seconds is None:
        return ModelPerformance(baseline, baseline_spread_ms=before)
    result = _milliseconds(result_seconds)
    text = truncated_percent_text if cut_off else percent_text
    gain, off_by = text(baseline, result), None if uncertainty is None else f"{uncertainty:.2f}%"
    return ModelPerformance(baseline, result, gain, before, after, off_by)


def _milliseconds(seconds: float) -> float:
    """Six decimals, as in AOE's files: a nanosecond."""
    return round(seconds * 1e3, 6)
