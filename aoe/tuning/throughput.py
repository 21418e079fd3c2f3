"""How much searching fits in the time there is: a clock that learns what candidates cost."""

from __future__ import annotations

from dataclasses import dataclass

from aoe.tuning.deadline import Deadline

#: Seconds a candidate is taken to cost, compiling and measuring, until some have been seen.
GUESSED_SECONDS = 0.15


@dataclass(slots=True)
class Throughput:
    """`deadline`: of the whole run; `reserve`: seconds of it that are needed after the search;
    `after`: those that are used then where there is time; `kept`: those of the search that new
    candidates may not have.
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
    def seconds_per_candidate(self) -> float:
        """What a candidate has cost on average, the time of all processes counted once."""
        return self.spent / self.candidates if self.candidates else GUESSED_SECONDS

    def count(self, seconds: float, candidates: int) -> None:
        """Learns that so many new candidates were done with in so many seconds."""
        self.spent += seconds
        self.candidates += candidates

    def affordable(self, most: int) -> int:
        """How many candidates fit in the time left, at most `most`."""
        left = self.left
        return most if left is None else min(most, int(left / self.seconds_per_candidate))

    def expected(self, candidates: int) -> float | None:
        """Seconds to the end of the run if so many more candidates are tried; None while it is not
        known what one costs.
        """
        if candidates and not self.candidates:
            return None
        seconds = candidates * self.seconds_per_candidate
        left = self.left
        if left is None:
            return seconds + max(self.reserve, self.after)
        searching = min(left, seconds)
        return searching + max(self.reserve, min(self.after, left + self.reserve - searching))
