"""The throughput of a search: how many candidates fit in the time left, learned from those done."""

from __future__ import annotations

from dataclasses import dataclass

from aoe.tuning.deadline import Deadline

#: Seconds that compiling and measuring a candidate are assumed to take until some were tried. They
#: are many, so that the first ones leave time on a slow machine, too.
LONG_SECONDS = 1.0
#: Seconds that must be left for the first candidates.
BEGINNING_SECONDS = 0.3


@dataclass(slots=True)
class Throughput:
    """How fast candidates are tried, and the time for it.

    Attributes:
        deadline: Of the whole job.
        reserve: Seconds of it that are needed after the search.
        after: Seconds that are used after the search where there is time.
        kept: Seconds of the search that are not for new candidates.
        spent: Seconds spent on candidates so far.
        candidates: How many were tried.
    """

    deadline: Deadline
    reserve: float = 0.0
    after: float = 0.0
    kept: float = 0.0
    spent: float = 0.0
    candidates: int = 0

    @property
    def left(self) -> float | None:
        """Seconds until the search must end, not negative; None without a budget."""
        left = self.deadline.left
        return None if left is None else max(0.0, left - self.reserve - self.kept)

    @property
    def is_known(self) -> bool:
        """Whether a candidate was tried, so that the time of one is known."""
        return self.candidates > 0

    @property
    def seconds_per_candidate(self) -> float:
        """The average time of a candidate. Processes that run at the same time count once."""
        return self.spent / self.candidates if self.is_known else LONG_SECONDS

    def count(self, seconds: float, candidates: int) -> None:
        """Records that so many candidates were tried in so many seconds."""
        self.spent += seconds
        self.candidates += candidates

    def affordable(self, most: int) -> int:
        """How many candidates fit in the time left, at most `most`."""
        left = self.left
        return most if left is None else min(most, int(left / self.seconds_per_candidate))

    def expected(self, candidates: int) -> float | None:
        """Seconds to the end of the job if so many more candidates are tried. None while the time
        of one is not known.
        """
        if candidates and not self.is_known:
            return None
        seconds = candidates * self.seconds_per_candidate
        left = self.left
        if left is None:
            return seconds + max(self.reserve, self.after)
        searching = min(left, seconds)
        return searching + max(self.reserve, min(self.after, left + self.reserve - searching))
