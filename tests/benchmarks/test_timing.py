from itertools import pairwise

from benchmarks.timing import Timing, interleave


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
