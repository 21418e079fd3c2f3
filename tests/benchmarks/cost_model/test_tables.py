"""Trial logs become tables, and tables are split by operator."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aoe.errors import UsageError
from aoe.policy import Policy
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.trial_log import TrialLog
from benchmarks.cost_model.tables import Table, estimates_of, read_tables, split, thinned
from tests.benchmarks.cost_model.examples import DEFAULT, OTHER, SHAPES, TARGET, depthwise, recorded


def test_estimates_of_the_true_profile_are_the_recorded_times(tmp_path: Path) -> None:
    tables = read_tables([recorded(tmp_path / "t.jsonl", OTHER)], lambda name: TARGET)
    assert [table.operator for table in tables] == [depthwise(*shape) for shape in SHAPES]
    for table, right, wrong in zip(
        tables, estimates_of(tables, OTHER), estimates_of(tables, DEFAULT), strict=True
    ):
        np.testing.assert_allclose(right, table.seconds)
        assert not np.allclose(wrong, table.seconds)


def test_what_failed_or_is_unknown_is_left_out(tmp_path: Path) -> None:
    path = recorded(tmp_path / "t.jsonl", DEFAULT, SHAPES[:1])
    (before,) = read_tables([path], lambda name: TARGET)
    trials = [
        Trial(Policy.of("no_such"), 1.0),
        Trial(Policy.of("conv_depthwise"), 1.0),
        Trial(before.policies[0], None, "wrong"),
    ]
    TrialLog(path, TARGET.soc_version).record(before.operator, before.policies[0], trials)
    (after,) = read_tables([path], lambda name: TARGET)
    assert after.policies == before.policies


def test_a_log_without_a_choice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text("")
    with pytest.raises(UsageError, match=r"t\.jsonl: no operator has"):
        read_tables([path], lambda name: TARGET)


def test_an_operator_is_on_one_side(tmp_path: Path) -> None:
    logs = [recorded(tmp_path / f"{number}.jsonl", DEFAULT) for number in range(2)]
    tables = read_tables(logs, lambda name: TARGET)
    train, held_out = split(tables, 0.3, seed=0)
    keys = [{table.operator.key for table in part} for part in (train, held_out)]
    assert keys[0].isdisjoint(keys[1])
    assert (len(keys[0]), len(keys[1])) == (7, 3)
    assert len(train) + len(held_out) == len(tables) == 2 * len(SHAPES)
    again = split(tables, 0.3, seed=0)[1]
    assert [item.operator.key for item in again] == [item.operator.key for item in held_out]
    others = {frozenset(item.operator.key for item in split(tables, 0.3, s)[1]) for s in range(9)}
    assert len(others) > 1


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_no_side_may_be_empty(tmp_path: Path, share: float) -> None:
    tables = read_tables([recorded(tmp_path / "t.jsonl", DEFAULT)], lambda name: TARGET)
    with pytest.raises(UsageError, match="leaves one side empty"):
        split(tables, share, seed=0)


def test_the_fastest_and_the_lowest_estimates_stay() -> None:
    policies = tuple(Policy.of(f"p{number}") for number in range(30))
    seconds = np.arange(1.0, 31.0)
    table = thinned(Table(depthwise(8, 7), TARGET, policies, seconds), -seconds, 9)
    assert len(table.policies) == 9
    assert {*policies[:3], *policies[-3:]} <= set(table.policies)
    assert thinned(table, table.seconds, 9) is table
