"""Change attribution: what each change of a model saves there, by profiles of the model before and
after, in one process after the other.

A profile of one process tells little: luck of memory and threads is worth a tenth of an operator's
time. The median over several tells which of the changes hold.
`aoe.tuning.model_check.model_check` decides by that what is worth taking back.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Protocol

from aoe.tuning.comparison.comparison_policy import QUIET
from aoe.tuning.model_check.model_comparison import clean_pairs


class Profiler(Protocol):
    """Runs loaded models; in practice `aoe.tuning.measurement.runner.Runner`."""

    def profile(self, number: int) -> Sequence[tuple[str, float]] | None:
        """One run: each kernel call's operator and seconds; None if it failed."""


@dataclass(frozen=True, slots=True)
class Profiled:
    """A model in a profiler.

    Attributes:
        number: The profiler's number of it.
        owners: As in `aoe.tuning.model_check.model_versions.Version`.
    """

    number: int
    owners: Mapping[str, str]

    def seconds(self, profiler: Profiler) -> dict[str, float] | None:
        """Of one run, by key of what owns the operators."""
        profile = profiler.profile(self.number)
        if profile is None:
            return None
        seconds: dict[str, float] = {}
        for name, elapsed in profile:
            key = self.owners.get(name, "")
            seconds[key] = seconds.get(key, 0.0) + elapsed
        return seconds


@dataclass(slots=True)
class Savings:
    """What changes save.

    Attributes:
        found: Seconds after and before, process by process, of everything changed, by key.
    """

    found: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def add(
        self,
        profiler: Profiler,
        new: Profiled,
        old: Profiled,
        changed: Collection[str],
        seconds: float = QUIET.profile_seconds,
    ) -> None:
        """Profiles both models in one more process, at least once. Nothing is learned if a model
        fails.

        Args:
            profiler: Has both models.
            new: The new model.
            old: The old model.
            changed: Keys of the changes to learn about.
            seconds: For all profiles but the first.
        """
        pairs: list[tuple[Mapping[str, float], Mapping[str, float]]] = []
        end = time.monotonic() + min(seconds, QUIET.profile_seconds)
        while not pairs or (len(pairs) < QUIET.profiles and time.monotonic() < end):
            taken = new.seconds(profiler), old.seconds(profiler)
            if taken[0] is None or taken[1] is None:
                return
            pairs.append((taken[0], taken[1]))
        sums = [(sum(after.values()), sum(before.values())) for after, before in pairs]
        clean = clean_pairs(sums)
        kept = [pair for pair, both in zip(pairs, sums, strict=True) if both in clean]
        for key in changed:
            after, before = (
                median(times.get(key, 0.0) for times in side) for side in zip(*kept, strict=True)
            )
            self.found.setdefault(key, []).append((after, before))

    def ratio(self, key: str) -> float:
        """How many times as long as before something takes: the median of the processes; 1 where
        it was not seen.
        """
        seen = [after / before for after, before in self.found.get(key, ()) if before > 0.0]
        return median(seen) if seen else 1.0

    def saved(self, key: str) -> float:
        """Seconds that changing something saves."""
        before = [before for _, before in self.found.get(key, ())]
        return median(before) * (1.0 - self.ratio(key)) if before else 0.0

    def holding(self, changed: frozenset[str], faster: bool) -> frozenset[str]:
        """The changes to keep. If the model is faster with all of them, those that do not take
        longer. Else those that take less time, and if all of them do, the half that saves most.
        """
        limit = QUIET.suspicious if faster else 1.0
        kept = frozenset(key for key in changed if self.ratio(key) <= limit)
        if faster or len(kept) < len(changed):
            return kept
        ranked = sorted(changed, key=lambda key: (-self.saved(key), key))
        return frozenset(ranked[: len(changed) // 2])
