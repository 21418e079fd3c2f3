"""Gradient tuning of two workers: the packing that wins is used, stored and found again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.tensorflow.gradients.training import expected, train


def section(path: Path) -> Any:
    """What a result file says of gradients."""
    (report,) = json.loads(path.read_text()).values()
    return report[1]["GDAT"]


def test_packs_that_win_are_used_and_found_again(tmp_path: Path) -> None:
    steps = 45
    first, second = train(tmp_path, steps, "packs", ("4", "4"))
    for worker in (first, second):
        # As the script says, stamped and not, in three packs to be timed, and without stamps.
        assert worker["packs"] == [1, 1, 3, 3]
        assert np.allclose(worker["weights"], expected(steps), rtol=1e-4, atol=1e-5)
    assert "CommunicationOptions(bytes_per_pack=" in first["printed"]
    assert "gradient process finished. Performance improved by 100.00%" in first["printed"]
    assert "[Aoe]" not in second["printed"]
    (path,) = tmp_path.glob("aoe_result_gdat_*.json")
    report = section(path)
    assert report["gdat_tuning_result"] == "tuning successful"
    assert report["update_mode"] == "add"
    assert [item["gradients"] for item in report["segments_after"]] == [3, 1, 2]
    assert len((tmp_path / "gradient_summary.csv").read_text().splitlines()) == 7

    later = train(tmp_path, 3, "packs", ("", ""))
    for worker in later:
        assert worker["packs"] == [3]
        assert np.allclose(worker["weights"], expected(3), rtol=1e-4, atol=1e-5)
    assert "gradients are reduced in 3 packs" in later[0]["told"]


def test_without_a_winner_the_script_stays(tmp_path: Path) -> None:
    steps = 25
    for worker in train(tmp_path, steps, "one pack", ("4", "4")):
        assert worker["packs"] == [1, 1, 3]
        assert np.allclose(worker["weights"], expected(steps), rtol=1e-4, atol=1e-5)
    (path,) = tmp_path.glob("aoe_result_gdat_*.json")
    assert section(path)["update_mode"] == "reserve"
    (again, _) = train(tmp_path, 2, "one pack", ("4", "4"))
    assert "the packing of the script was best" in again["told"]
    assert again["packs"] == [1]


def test_workers_that_differ_tune_nothing(tmp_path: Path) -> None:
    first, second = train(tmp_path, 3, "packs", ("4", ""))
    assert first["packs"] == second["packs"] == [1]
    assert "aoe_mode is not the same on all workers" in first["told"]
    assert not [*tmp_path.glob("aoe_result_*")]


def test_a_step_that_fails_while_tuning_ends_tuning_with_a_sentence(tmp_path: Path) -> None:
    first, second = train(tmp_path, 4, "data that ends", ("4", "4"))
    assert "a step raised OutOfRangeError before tuning had ended" in first["printed"]
    for worker in (first, second):
        assert np.allclose(worker["weights"], expected(3), rtol=1e-4, atol=1e-5)
