"""A task knows how much of each model's time its uses take."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from aoe.tuning.tuning_task import TuningTask, count_uses_by_model
from tests.tuning.examples import product


def task(rows: int, seconds: float, uses: int = 1) -> TuningTask:
    search: Any = SimpleNamespace(generations=1, incumbent_seconds=seconds)
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


@pytest.mark.parametrize(
    ("search", "state", "times"),
    [
        ({"generations": 0}, "waiting", (3.0, 3.0)),
        ({"comparison": SimpleNamespace(ratio=0.5)}, "searching", (4.0, 2.0)),
        ({"searched": True}, "ranking", (2.0, 2.0)),
    ],
)
def test_a_task_tells_how_far_it_is(
    search: dict[str, Any], state: str, times: tuple[float, float]
) -> None:
    facts = {"generations": 1, "comparison": None, "searched": False, **search}
    found = task(4, 2.0, uses=3)
    found.search = SimpleNamespace(  # type: ignore[assignment]
        **facts,
        incumbent_seconds=2.0,
        improved=facts["comparison"] is not None,
        space=SimpleNamespace(expected=3.0),
        history=["trial"],
    )
    progress = found.progress
    assert (progress.state, progress.before, progress.after) == (state, *times)
    assert (progress.name, progress.uses, progress.tried) == ("of 4 rows", 3, 1)


def test_a_task_without_a_search_has_no_times() -> None:
    found = TuningTask(product(4, 16, 8), "known", ("MatMul",))
    assert (found.progress.state, found.progress.before) == ("decided", None)
