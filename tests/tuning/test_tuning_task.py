"""A task knows how much of each model's time its uses take."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from aoe.tuning.tuning_task import TuningTask, count_uses_by_model
from tests.tuning.examples import product


def task(rows: int, seconds: float, uses: int = 1) -> TuningTask:
    search: Any = SimpleNamespace(generations=1, leader_seconds=seconds)
    return TuningTask(product(rows, 16, 8), f"of {rows} rows", ("MatMul",), uses, search=search)


def test_a_small_share_of_the_only_model_is_negligible() -> None:
    tasks = [task(4, 1.0), task(8, 0.001)]
    assert [item.is_negligible(0.002, tasks) for item in tasks] == [False, True]


def test_uses_of_equal_tasks_add_up() -> None:
    tasks = [task(4, 1.0), task(8, 0.001, uses=3)]
    assert not tasks[1].is_negligible(0.002, tasks)


def test_what_counts_in_a_small_model_is_not_negligible_beside_a_large_one() -> None:
    large, small, shared = task(4, 1.0), task(8, 0.001), task(12, 0.0001, uses=3)
    tasks = [large, small, shared]
    keys = [item.workload.key for item in tasks]
    count_uses_by_model(tasks, [[keys[0], keys[2], keys[2]], [keys[1], keys[2]], ["unknown"]])
    assert shared.uses_by_model == {0: 2, 1: 1}
    assert not any(item.is_negligible(0.002, tasks) for item in tasks)
    assert shared.is_negligible(0.2, tasks)
