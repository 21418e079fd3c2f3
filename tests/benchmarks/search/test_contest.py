"""Methods search the same operators for the same seconds, and their winners are judged together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from aoe.policy import Policy
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.policy_database import Winner
from aoe.tuning.search.operator_search import OperatorSearch
from aoe.tuning.search.search_limits import USUAL
from aoe.tuning.search.search_strategy import Trial, space_of
from benchmarks.search import contest, one_search
from benchmarks.search.contest import (
    Clock,
    Unhurried,
    contested,
    main,
    searched_again,
    summary,
    table,
    with_judgement,
)
from benchmarks.search.methods import InOrder, open_aoe
from benchmarks.search.one_search import Machine, Winners
from tests.tuning.conftest import numbered
from tests.tuning.examples import TARGET, doubling


def test_the_summary_has_a_row_for_each_method_and_a_column_for_each_time() -> None:
    rows: list[dict[str, float | None]] = [
        {"% TPE 2 s": 50.0, "% TPE 5 s": 100.0},
        {"% TPE 2 s": 2.0, "% TPE 5 s": None},
    ]
    row = summary(rows, "TPE", "0", [2.0, 5.0])
    assert row["% after 2 s"] == pytest.approx(10.0)
    assert row["least after 2 s"] == 2.0
    assert row["% after 5 s"] == pytest.approx(100.0)


def row(seed: int, mine: float, random: float) -> dict[str, object]:
    return {"seed": seed, "% open-aoe 5 s": mine, "% random 5 s": random}


def test_several_seeds_have_a_line_each_and_one_together() -> None:
    rows = [row(0, 90.0, 80.0), row(0, 100.0, 80.0), row(1, 100.0, 100.0)]
    lines = table(rows, ["open-aoe", "random"], [5.0])
    found = {(line["method"], line["seed"]): line["% after 5 s"] for line in lines}
    assert list(found)[-2:] == [("open-aoe", "all"), ("random", "all")]
    assert found["open-aoe", "0"] == pytest.approx((90.0 * 100.0) ** 0.5)
    assert found["random", "all"] == pytest.approx((80.0 * 80.0 * 100.0) ** (1 / 3))
    assert [line["least after 5 s"] for line in lines if line["seed"] == "all"] == [90.0, 80.0]


def test_one_seed_is_all_there_is() -> None:
    assert [line["seed"] for line in table([row(3, 99.0, 98.0)], ["random"], [5.0])] == ["3"]


def test_the_clock_stands_still_while_a_method_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("benchmarks.search.contest.time.monotonic", lambda: now[0])
    space = space_of(numbered(0), [(numbered(number), 1.0) for number in range(3)])

    class Slow(InOrder):
        def propose(
            self, seeds: Sequence[Policy], history: Sequence[Trial], count: int, margin: float
        ) -> list[Policy]:
            now[0] += 7.0
            return []

    clock = Clock()
    before = clock()
    Unhurried(space, Slow(space, ()), clock).propose((), [], 1, USUAL.margin)
    assert clock.thought == 7.0
    now[0] += 1.0
    assert clock() - before == 1.0


def test_the_winner_after_some_seconds_is_the_last_one_by_then() -> None:
    now = [10.0]
    winners = Winners(10.0, lambda: now[0])
    time = Measurement.of([1.0])
    for when, number in ((11.0, 1), (13.0, 2)):
        now[0] = when
        winners.store(doubling(), Winner(numbered(number), time, time, None))
    now[0] = 15.0
    winners.withdraw(doubling())
    assert [winners.after(limit) for limit in (0.5, 1.0, 2.9, 3.0, 4.9, 5.0)] == [
        None,
        numbered(1),
        numbered(1),
        numbered(2),
        numbered(2),
        None,
    ]


@pytest.mark.usefixtures("short_judgements")
def test_operators_are_searched_by_all_methods_and_not_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = tmp_path / "suite.json"
    suite.write_text(json.dumps([doubling(64).to_json()]))
    output, best = tmp_path / "contest.jsonl", tmp_path / "best.json"
    options = ["--suite", str(suite), "--seconds", "0.5", "1.5", "--threads", "1", "--json"]
    options += ["--methods", "open-aoe", "random", "--judgements", "2"]
    for _ in range(2):
        assert main([*options, "--output", str(output), "--best_known", str(best)]) == 0
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert [len(row["judgements"]) for row in rows] == [1, 2]
    assert all(rows[0][f"trials {name}"] > 1 for name in ("open-aoe", "random"))
    assert 0.0 < rows[0]["% random 1.5 s"] <= 100.0
    printed = capsys.readouterr().out
    assert '"open-aoe"' in printed
    assert '"default"' in printed
    assert (
        main([*options, "--output", str(output), "--best_known", str(best), "--judge_again"]) == 0
    )
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert [len(row["judgements"]) for row in rows] == [1, 2, 3]
    assert rows[2]["policies"] == rows[0]["policies"]
    assert 0.0 < rows[2]["% random 1.5 s"] <= 100.0


def test_a_method_that_searches_again_leaves_the_others_searches_and_no_judgement() -> None:
    before = {"key": "k", "trials random": 3, "trials TPE": 4, "judgements": [{}]}
    before["policies"] = {"% random 2 s": "old", "% TPE 2 s": "old"}
    after = searched_again(before, {"trials TPE": 5, "policies": {"% TPE 2 s": "new"}})
    assert after == {
        "key": "k",
        "trials random": 3,
        "trials TPE": 5,
        "policies": {"% random 2 s": "old", "% TPE 2 s": "new"},
    }


def test_the_median_of_judgements_counts_without_those_that_failed() -> None:
    row: dict[str, Any] = {"key": "k"}
    for share in (97.0, None, 100.0, 99.0):
        row = with_judgement(row, {"% random 2 s": share})
    assert row["% random 2 s"] == 99.0
    assert len(row["judgements"]) == 4


class Moody:
    """Quiet in the given looks, the last one for ever."""

    def __init__(self, looks: Sequence[bool]) -> None:
        self.looks = list(looks)

    def is_quiet(self) -> bool:
        return self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]


@pytest.mark.parametrize(
    ("looks", "attempts"), [([True], 1), ([True, False, True, True], 2), ([True, False], 2)]
)
def test_a_search_on_noisy_cores_is_done_again(
    monkeypatch: pytest.MonkeyPatch, looks: Sequence[bool], attempts: int
) -> None:
    monkeypatch.setattr(one_search, "MOST_WAITED", 0.0)
    operator, done = doubling(), []

    def search(*arguments: Any) -> tuple[OperatorSearch, Winners, float]:
        machine: Machine = arguments[-1]
        done.append(machine.watch.is_quiet())
        space = space_of(numbered(0), [(numbered(0), 1.0)])
        return OperatorSearch(operator, space, numbered(0)), Winners(), 0.0

    monkeypatch.setattr(contest, "searched", search)
    machine = Machine(TARGET, 1, Moody(looks), Runner(TARGET))
    with closing(machine.runner):
        row = contested(operator, {"open-aoe": open_aoe}, [1.0], machine, USUAL)
    assert row["attempts open-aoe"] == len(done) == attempts
