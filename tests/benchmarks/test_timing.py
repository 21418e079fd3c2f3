import time
from collections.abc import Callable
from itertools import pairwise

from aoe.application.run.bench_command import FEWEST_TURNS, RUNS_PER_TURN
from benchmarks.timing import Timing, in_turns, interleave, medians_by_round


def test_every_contestant_is_measured_equally_often() -> None:
    calls: list[str] = []
    timings = interleave({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, 0.0)
    assert calls.count("a") == calls.count("b")
    assert timings["a"].runs == timings["b"].runs < calls.count("a")


def test_a_timing_sums_up_its_samples() -> None:
    timing = Timing.of([5.0, 1.0, 4.0, 2.0, 3.0])
    assert (timing.runs, timing.minimum, timing.median) == (5, 1.0, 3.0)
    spreads = [Timing.of([1.0, 1.0 + width, 1.0 + 2 * width]).spread for width in (0.0, 1.0, 2.0)]
    assert all(narrow < wide for narrow, wide in pairwise(spreads))


def test_every_round_has_a_median_of_each_turn_and_another_that_begins() -> None:
    begun: list[str] = []

    def turn(name: str, *seconds: float) -> Callable[[], list[float]]:
        def taken() -> list[float]:
            begun.append(name)
            return list(seconds)

        return taken

    found = medians_by_round({"a": turn("a", 1.0, 9.0, 2.0), "b": turn("b", 3.0)}, 0.0)
    assert found == {"a": [2.0] * FEWEST_TURNS, "b": [3.0] * FEWEST_TURNS}
    assert begun[:4] == ["a", "b", "b", "a"]


class Slow:
    """A contestant whose calls take no time, or longer than a turn."""

    def __init__(self, name: str, begun: list[str], seconds: float) -> None:
        self.wall: list[float] = []
        self.cpu: list[float] = []
        self._name, self._begun, self._seconds = name, begun, seconds

    def call(self) -> None:
        time.sleep(self._seconds)
        self._begun.append(self._name)
        self.wall.append(float(len(self._begun)))
        self.cpu.append(0.0)


def test_contestants_take_turns_whose_first_call_does_not_count() -> None:
    begun: list[str] = []
    items = [Slow("a", begun, 0.0), Slow("b", begun, 0.0)]
    in_turns(items, rounds=9, seconds=0.0)
    turns = [begun[place] for place in range(0, len(begun), RUNS_PER_TURN)]
    assert turns == ["a", "b", "b", "a", "a", "b"]
    assert all(len(item.wall) == len(item.cpu) == 3 * (RUNS_PER_TURN - 1) for item in items)
    assert 1.0 not in items[0].wall


def test_a_call_that_takes_long_is_a_turn() -> None:
    item = Slow("a", [], 0.31)
    in_turns([item], rounds=2, seconds=9.0)
    assert len(item.wall) == 2
