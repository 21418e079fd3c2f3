"""Tuning in the steps of a script: it stores the plan that wins, and a later run looks it up."""

from __future__ import annotations

import copy
import csv
import gc
import io
import json
import stat
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import torch

import aoe.torch
from aoe.errors import RepositoryError
from aoe.torch.gradients import session as session_module
from aoe.torch.gradients import tuner as tuner_module
from aoe.torch.gradients.reducer import is_installed
from aoe.torch.gradients.session import session_of
from aoe.training.gradients import outcome

from .scripts import AFTER, SOC, Notices, environment, section_of, trained
from .simulated_world import WIDTHS, World
from .workers import Workers


@pytest.fixture(scope="module")
def tuned(workers: Workers, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    """A repository after a run that tuned."""
    folder = tmp_path_factory.mktemp("bank")
    return folder, workers.run(trained, str(folder), "4")


def test_tuning_takes_place_within_the_steps(tuned: tuple[Path, list[Any]]) -> None:
    _, (first, second) = tuned
    assert first["same"]
    assert first["steps"] == second["steps"] <= 120 + AFTER
    assert first["buckets"] == second["buckets"]
    assert second["printed"] == []
    printed = first["printed"]
    assert printed[:2] == [
        "[Aoe]in tune mode, training graph handled by tools.",
        "[Aoe]Aoe tuning graph.",
    ]
    assert "gradient process finished." in printed[-2]
    assert printed[-1].startswith("[Aoe]Aoe process finished,cost time ")


def ended_early(rank: int, folder: str, end: str) -> list[str]:
    """What is told by a script that has trained a few steps, at its exit or without the model."""
    environment(folder, "")
    notices = Notices()
    world = World(rank)
    with redirect_stdout(io.StringIO()), world.rules():
        aoe.torch.tune_gradients(world.ddp, soc_version=SOC, budget_steps=60, mode=4)
        for _ in range(4):
            world.step()
    session = session_of(world.ddp)
    assert session is not None
    assert session.unfinished is not None
    assert session.unfinished.atexit
    if end == "exit":
        session.unfinished()
    del world, session
    gc.collect()
    return notices.texts


@pytest.mark.parametrize("end", ["exit", "without the model"])
def test_a_script_that_ends_before_tuning_has_ended_is_told_so(
    workers: Workers, tmp_path: Path, end: str
) -> None:
    first, second = workers.run(ended_early, str(tmp_path), end)
    assert first == [
        "gradients are not tuned yet: training ended after 3 steps of tuning, which takes up to 60"
    ]
    assert second == []


def test_a_plan_wins_where_much_can_be_hidden(tuned: tuple[Path, list[Any]]) -> None:
    folder, (first, _) = tuned
    (entry,) = json.loads((folder / f"{SOC}_gradient_fusion.json").read_text())
    (plan,) = entry["open_aoe"]["plans"]
    assert "Performance improved by" in first["printed"][-2]
    assert first["installed"]
    assert [len(bucket) for bucket in first["buckets"]] == [
        end - begin for begin, end in zip([0, *plan["ends"]], plan["ends"], strict=False)
    ]
    assert len(plan["ends"]) > 1
    assert plan["wins"] > plan["pairs"] / 2


def test_the_files_of_a_run(tuned: tuple[Path, list[Any]]) -> None:
    folder, _ = tuned
    section = section_of(folder)
    assert section.verdict == "tuning successful"
    assert section.update_mode == "add"
    assert sum(item.gradients for item in section.before) == 10
    assert sum(item.gradients for item in section.after) == 10
    assert section.tail_after_ms is not None
    assert section.tail_before_ms is not None
    assert section.tail_after_ms < section.tail_before_ms / 2
    assert section.exposed_before_ms is not None
    assert section.exposed_after_ms is not None
    summary = folder / "gradient_summary.csv"
    assert stat.S_IMODE(summary.stat().st_mode) == 0o600
    rows = [*csv.reader(summary.read_text().splitlines())]
    assert rows[0][:5] == [
        "index",
        "gradient_size(byte)",
        "data_type",
        "graph_id",
        "group_name",
    ]
    assert [int(row[0]) for row in rows[1:]] == [*range(10)]
    assert rows[1][5:] == [
        "9.weight",
        "allreduce_9.weight_TensorRedirect",
        "allreduce_9.weight",
    ]


def test_a_later_run_looks_the_plan_up(workers: Workers, tuned: tuple[Path, list[Any]]) -> None:
    folder, (first, _) = tuned
    for number, found in enumerate(workers.run(trained, str(folder), "")):
        assert found["buckets"] == first["buckets"]
        assert found["installed"]
        assert found["printed"] == []
        assert [text for text in found["notices"] if "tuned segments" in text] or number


def on_the_first_host(rank: int, folder: str) -> dict[str, Any]:
    """Looks a plan up where only the first rank has the repository."""
    return trained(rank, folder if rank == 0 else f"{folder}/nowhere", "")


def test_only_the_first_rank_needs_the_repository(
    workers: Workers, tuned: tuple[Path, list[Any]]
) -> None:
    folder, (first, _) = tuned
    for found in workers.run(on_the_first_host, str(folder)):
        assert found["buckets"] == first["buckets"]


def failing_look_up(rank: int, folder: str) -> dict[str, Any]:
    """A rank has no memory for the buckets that were tuned before."""
    error = MemoryError("no room for buckets") if rank == 1 else None
    with patch.object(session_module, "buckets_in_use", side_effect=error):
        return trained(rank, folder, "")


def test_a_plan_that_one_rank_cannot_use_is_used_by_none(
    workers: Workers, tuned: tuple[Path, list[Any]]
) -> None:
    folder, _ = tuned
    first, second = workers.run(failing_look_up, str(folder))
    assert not first["installed"]
    assert not second["installed"]
    assert first["buckets"] == second["buckets"]
    (text,) = first["notices"]
    assert "DDP's default split: on rank" in text


def copied(rank: int, folder: str) -> dict[str, Any]:
    """Copies and saves a model whose plan was looked up, and looks it up for the copy."""
    environment(folder, "")
    Notices()
    world = World(rank)
    ddp = world.ddp
    ddp.module.__dict__.pop("forward")  # a function of the test, which cannot be saved
    with world.rules():
        aoe.torch.tune_gradients(ddp, soc_version=SOC)
        file = io.BytesIO()
        torch.save(ddp, file)
        file.seek(0)
        copies = copy.deepcopy(ddp), torch.load(file, weights_only=False)
        installed = [is_installed(item) for item in (ddp, *copies)]
        sessions = [session_of(item) is not None for item in (ddp, *copies)]
        aoe.torch.tune_gradients(copies[0], soc_version=SOC)
    return {"installed": installed, "sessions": sessions, "again": is_installed(copies[0])}


def test_a_copy_of_a_model_has_the_buckets_of_ddp(
    workers: Workers, tuned: tuple[Path, list[Any]]
) -> None:
    folder, _ = tuned
    for found in workers.run(copied, str(folder)):
        assert found["installed"] == [True, False, False]
        assert found["sessions"] == [True, False, False]
        assert found["again"]


def test_on_another_link_the_profile_is_planned_anew(
    workers: Workers, tuned: tuple[Path, list[Any]]
) -> None:
    folder, _ = tuned
    first, second = workers.run(trained, str(folder), "", other=True)
    assert first["installed"]
    assert first["buckets"] == second["buckets"]
    (text,) = first["notices"]
    assert "tuned on another link of this name, whose all-reduces took another time" in text
    assert "planned anew" in text


def test_another_model_keeps_the_default_and_says_so(
    workers: Workers, tuned: tuple[Path, list[Any]]
) -> None:
    folder, _ = tuned
    first, second = workers.run(trained, str(folder), "", scale=2)
    assert not first["installed"]
    assert second["notices"] == []
    (text,) = first["notices"]
    assert "DDP's default split: no entry" in text
    assert "AOE_MODE=4" in text


def unwritable(rank: int, folder: str) -> dict[str, Any]:
    """Tunes where the repository cannot be written."""
    error = RepositoryError("no space")
    with patch.object(outcome, "store_gradients", side_effect=error):
        return trained(rank, folder, "4")


def test_a_repository_that_cannot_be_written_does_not_end_training(
    workers: Workers, tmp_path: Path
) -> None:
    first, second = workers.run(unwritable, str(tmp_path))
    assert first["installed"]
    assert second["installed"]
    assert "was not stored: on rank 0: RepositoryError: no space" in "".join(first["printed"])
    section = section_of(tmp_path)
    assert section.update_mode is None
    assert section.summary.add == 0


def test_a_step_that_is_given_is_trained_in_the_call(workers: Workers, tmp_path: Path) -> None:
    for found in workers.run(trained, str(tmp_path), "4", in_call=True):
        assert found["in call"] == found["steps"] - AFTER
        assert (tmp_path / f"{SOC}_gradient_fusion.json").exists()


def test_gradients_of_several_element_types_are_tuned(workers: Workers, tmp_path: Path) -> None:
    first, second = workers.run(trained, str(tmp_path), "4", share=2.0, types=True)
    assert first["installed"]
    assert first["buckets"] == second["buckets"]
    assert first["parameters"] == second["parameters"]
    doubles = {*range(0, len(WIDTHS), 3)}
    assert all({*item} <= doubles or not {*item} & doubles for item in first["buckets"])
    again, _ = workers.run(trained, str(tmp_path), "", share=2.0, types=True)
    assert again["buckets"] == first["buckets"]


@pytest.mark.parametrize(
    ("share", "noise", "part"),
    [(0.01, 0.01, "there is nothing to gain"), (0.5, 0.5, "faster in")],
)
def test_the_default_stays_where_no_plan_wins(
    workers: Workers, tmp_path: Path, share: float, noise: float, part: str
) -> None:
    first, second = workers.run(trained, str(tmp_path), "4", share=share, noise=noise)
    assert not first["installed"]
    assert not second["installed"]
    assert part in "".join(first["printed"])
    assert "No plan was faster than the default split" in first["printed"][-2]
    (entry,) = json.loads((tmp_path / f"{SOC}_gradient_fusion.json").read_text())
    assert entry["open_aoe"]["plans"][0]["ends"] is None
    again = workers.run(trained, str(tmp_path), "")[0]
    assert not again["installed"]


def test_gradients_are_compressed_only_where_a_script_allows_it(
    workers: Workers, tmp_path: Path
) -> None:
    folder, hook = str(tmp_path), "bf16_compress_hook"
    first, second = workers.run(trained, folder, "4", compression="bfloat16", share=2.0)
    assert first["sent as"] == second["sent as"] == hook
    assert "gradients are sent as bfloat16 from now on" in "".join(first["printed"])
    again, _ = workers.run(trained, folder, "", compression="bfloat16", share=2.0)
    assert (again["sent as"], again["buckets"]) == (hook, first["buckets"])
    plain, _ = workers.run(trained, folder, "", share=2.0)
    assert not plain["installed"]
    assert "Allow it with compression='bfloat16'" in plain["notices"][0]


def failing_install(rank: int, folder: str) -> dict[str, Any]:
    """A rank has no memory for other buckets."""
    environment(folder, "4")
    Notices()
    world, printed = World(rank), io.StringIO()
    module: Any = tuner_module
    usual, count = module.install_layout, 0

    def failing(*arguments: Any) -> None:
        nonlocal count
        count += 1
        if rank == 1 and count == 1:
            raise MemoryError("no room for buckets")
        usual(*arguments)

    module.install_layout = failing
    try:
        with redirect_stdout(printed), world.rules():
            aoe.torch.tune_gradients(world.ddp, soc_version=SOC)
            for _ in range(12):
                world.step()
    finally:
        module.install_layout = usual
    return {
        "tuning": world.ddp._aoe_gradients.tuner is not None,
        "installed": is_installed(world.ddp),
        "printed": printed.getvalue().splitlines(),
        "files": sorted(path.name for path in Path(folder).iterdir()),
    }


def test_what_fails_on_one_rank_ends_tuning_on_all(workers: Workers, tmp_path: Path) -> None:
    first, second = workers.run(failing_install, str(tmp_path))
    assert (first["tuning"], first["installed"]) == (False, False)
    assert (second["tuning"], second["installed"]) == (False, False)
    assert "on rank 1: MemoryError: no room for buckets" in first["printed"][-1]
    assert not any("gradient_fusion" in name for name in first["files"])
