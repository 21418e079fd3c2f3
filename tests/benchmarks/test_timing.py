from itertools import pairwise

from benchmarks.timing import RUNS_PER_TURN, Timing, interleave


def test_every_contestant_runs_equally_often_and_in_turn() -> None:
    calls: list[str] = []
    timings = interleave(
        {name: lambda name=name: calls.append(name) for name in "abc"},  # type: ignore[misc]
        seconds=0.0,
        pause=0.0,
    )
    assert calls.count("a") == calls.count("b") == calls.count("c")
    turn = RUNS_PER_TURN + 1
    turns = [calls[start] for start in range(0, len(calls), turn)]
    assert all(
        set(calls[start : start + turn]) == {calls[start]} for start in range(0, len(calls), turn)
    )
    assert turns[:3] == ["a", "b", "c"]
    assert turns[3:6] == ["b", "c", "a"], "the order rotates"
    assert all(
        timing.runs == calls.count("a") * RUNS_PER_TURN // turn for timing in timings.values()
    )


def test_a_timing_sums_up_its_samples() -> None:
    timing = Timing.of([5.0, 1.0, 4.0, 2.0, 3.0])
    assert (timing.runs, timing.minimum, timing.median) == (5, 1.0, 3.0)
    spreads = [Timing.of([1.0, 1.0 + width, 1.0 + 2 * width]).spread for width in (0.0, 1.0, 2.0)]
    assert all(narrow < wide for narrow, wide in pairwise(spreads))
