from collections.abc import Callable
from itertools import pairwise

from aoe.application.run.bench_command import FEWEST_TURNS
from benchmarks.timing import Timing, interleave, medians_by_round


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
