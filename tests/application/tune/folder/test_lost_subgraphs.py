"""Subgraphs of a folder of models whose new policies are slower inside the models."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.application.tune.phases import whole_model
from aoe.tuning.model_check.model_check import VersionCheck
from aoe.tuning.model_check.model_versions import Version
from tests.application.tune.folder.folders import TUNE, reports
from tests.application.tune.subgraph_jobs import entries, measured


@pytest.mark.usefixtures("winning", "models")
def test_subgraphs_that_lose_inside_all_models_are_not_searched_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks: list[frozenset[str]] = []

    def lost(old: Version, tuned: Version, changed: frozenset[str], *_: object) -> VersionCheck:
        checks.append(changed)
        return VersionCheck(old, measured(1e-3), measured(1e-3), changed)

    monkeypatch.setattr(whole_model, "check_versions", lost)
    given = [item for item in TUNE if not item.startswith("--job_type")]
    for _ in range(2):
        assert main([*given, "--job_type=1", "--budget=30"]) == 1
        found = reports("sgat")
        for name in ("one", "two"):
            assert found[name]["SGAT"]["repo_summary"]["repo_unsatisfied_num"] == 1
        assert entries(place) == {}
        assert len(checks) == 2
