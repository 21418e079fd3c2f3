"""Plans that update parameters behind segments win where that is faster and exact, are stored, and
are used where the script gives its optimizer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .scripts import SOC, section_of, trained
from .workers import Workers

#: A world in which a step of the optimizer takes long.
WORLD: dict[str, Any] = {"update": 0.5, "optimizer": True}


@pytest.fixture(scope="module")
def tuned(workers: Workers, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    """A repository after a run that tuned."""
    folder = tmp_path_factory.mktemp("bank")
    return folder, workers.run(trained, str(folder), "4", **WORLD)


def test_updates_come_behind_segments_where_that_is_faster(
    tuned: tuple[Path, list[Any]], workers: Workers, tmp_path: Path
) -> None:
    folder, (first, second) = tuned
    assert first["updates"]
    assert second["updates"]
    assert first["parameters"] == second["parameters"]
    assert first["steps"] <= 125
    assert "updated as soon as their segment is reduced" in "".join(first["printed"])
    (entry,) = json.loads((folder / f"{SOC}_gradient_fusion.json").read_text())
    assert entry["open_aoe"]["plans"][0]["updates"] is True
    section = section_of(folder)
    assert section.updates_before_ms is not None
    assert section.updates_after_ms is not None
    assert section.updates_after_ms < section.updates_before_ms
    assert all(item.updated_ms is not None for item in section.after)
    assert all(item.updated_ms is None for item in section.before)
    plain, _ = workers.run(trained, str(tmp_path), "4", **{**WORLD, "optimizer": False})
    assert not plain["updates"]
    assert section_of(tmp_path).updates_before_ms is None


def test_a_later_run_watches_some_steps_first(
    workers: Workers, tuned: tuple[Path, list[Any]]
) -> None:
    folder, (first, _) = tuned
    for found in workers.run(trained, str(folder), "", **WORLD):
        assert found["updates"]
        assert found["buckets"] == first["buckets"]


def test_a_later_run_that_clips_gradients_has_the_plan_without_updates(
    workers: Workers, tuned: tuple[Path, list[Any]]
) -> None:
    folder, (first, _) = tuned
    again, other = workers.run(trained, str(folder), "", clips=True, **WORLD)
    assert not again["watched"]
    assert not other["watched"]
    assert again["buckets"] == first["buckets"]
    assert "gradients are changed between the backward pass and the step" in again["notices"][-1]


def test_a_later_run_without_the_optimizer_keeps_the_default_and_says_so(
    workers: Workers, tuned: tuple[Path, list[Any]]
) -> None:
    folder, _ = tuned
    again, _ = workers.run(trained, str(folder), "", **{**WORLD, "optimizer": False})
    assert not again["installed"]
    assert "Give the optimizer by optimizer=" in again["notices"][0]


def test_a_script_that_clips_gradients_is_tuned_without_early_updates(
    workers: Workers, tmp_path: Path
) -> None:
    first, second = workers.run(trained, str(tmp_path), "4", clips=True, **WORLD)
    assert first["installed"]
    assert not first["watched"]
    assert not second["watched"]
    assert "gradients are changed between the backward pass" in "".join(first["printed"])
