"""Times before and after tuning and the gain between them, as result files quote them: of one unit
(`Performance`) and of the whole model (`ModelPerformance`).

Times are kept in the unit of the file and the gain as its text, so that what is read is written
back as it was; `rounded`, `truncated` and `model_performance` make them of measured seconds, the
gain then following from the written times, so a reader can check it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from aoe.results.improvement import percent_text, truncated_percent_text
from aoe.results.json_object import JsonObject

Unit = Literal["us", "ms"]


@dataclass(frozen=True, slots=True)
class Performance:
    """Times of one unit before and after tuning, and the gain in words, e.g. `35.35%`."""

    before: float
    after: float
    improvement: str

    def to_json(self, unit: Unit) -> dict[str, Any]:
        """AOE's three fields, the times being in `unit`."""
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
    """Of an operator: µs to three decimals, a nanosecond; the gain rounded."""
    before, after = round(before_seconds * 1e6, 3), round(after_seconds * 1e6, 3)
    return Performance(before, after, percent_text(before, after))


def truncated(before_seconds: float, after_seconds: float) -> Performance:
    """Of a subgraph: ms to six decimals, a nanosecond; the gain cut off."""
    before, after = _milliseconds(before_seconds), _milliseconds(after_seconds)
    return Performance(before, after, truncated_percent_text(before, after))


@dataclass(frozen=True, slots=True)
class ModelPerformance:
    """Times of one inference of the whole model, in ms, and the gain; None where not measured."""

    baseline_ms: float | None = None
    result_ms: float | None = None
    improvement: str | None = None

    @property
    def without_result(self) -> ModelPerformance:
        """What is told of a run that did not come to its end."""
        return ModelPerformance(self.baseline_ms)

    def to_json(self) -> dict[str, Any]:
        """AOE's fields, as far as there are figures."""
        fields = {
            _BASELINE: self.baseline_ms,
            _IMPROVEMENT: self.improvement,
            _RESULT: self.result_ms,
        }
        return {name: value for name, value in fields.items() if value is not None}

    @staticmethod
    def from_json(data: JsonObject) -> ModelPerformance:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        return ModelPerformance(
            data.number(_BASELINE) if _BASELINE in data else None,
            data.number(_RESULT) if _RESULT in data else None,
            data.text(_IMPROVEMENT) if _IMPROVEMENT in data else None,
        )


_BASELINE = "model_baseline_performance(ms)"
_IMPROVEMENT = "model_performance_improvement"
_RESULT = "model_result_performance(ms)"
MODEL_FIELDS = (_BASELINE, _IMPROVEMENT, _RESULT)


def model_performance(
    baseline_seconds: float | None, result_seconds: float | None, cut_off: bool = False
) -> ModelPerformance:
    """Of seconds for one inference, None where not measured; ms to six decimals. `cut_off`: the
    gain is quoted as subgraph tuning does.
    """
    if baseline_seconds is None:
        return ModelPerformance()
    baseline = _milliseconds(baseline_seconds)
    if result_seconds is None:
        return ModelPerformance(baseline)
    result = _milliseconds(result_seconds)
    text = truncated_percent_text if cut_off else percent_text
    return ModelPerformance(baseline, result, text(baseline, result))


def _milliseconds(seconds: float) -> float:
    """Six decimals, as in AOE's files: a nanosecond."""
    return round(seconds * 1e3, 6)
