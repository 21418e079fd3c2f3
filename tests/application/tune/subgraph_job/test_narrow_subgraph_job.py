"""Jobs that tune the subgraphs of a model in another precision."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.application.tune.phases import joint_check
from aoe.tuning.model_check.model_check import VersionCheck
from aoe.tuning.model_check.model_versions import Version
from tests.application.conftest import expected
from tests.application.tune.subgraph_jobs import (
    ended_after_a_round,
    entries,
    measured,
    operator_entries,
    section,
    tune,
)

REDUCED_TYPE = "--precision_mode=force_fp16"
pytestmark = pytest.mark.usefixtures("winning")


def tuned(kinds: str, *more: str) -> None:
    with ended_after_a_round():
        assert tune(kinds, "--budget=600", REDUCED_TYPE, *more) == 0


def trials(place: Path) -> list[str]:
    return [line for path in place.rglob("trials.jsonl") for line in path.open()]


def test_what_is_known_of_a_subgraph_is_known_in_one_precision(place: Path) -> None:
    tuned("1")
    narrow = set(entries(place))
    with ended_after_a_round():
        assert tune("1", "--budget=600") == 0
    assert len(narrow) == 1
    assert len(set(entries(place)) - narrow) == 1


def test_operators_are_tuned_in_the_precision_and_the_grouping(place: Path) -> None:
    tuned("1,2")
    assert len(entries(place)) == 1
    assert all("bfloat16" in str(entry["signature"]) for entry in operator_entries(place).values())
    assert len(operator_entries(place)) == 2


def test_the_last_check_is_against_the_narrow_model_before_the_job(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Version, Version]] = []

    def undone(old: Version, tuned: Version, changed: frozenset[str], *_: object) -> VersionCheck:
        asked.append((old, tuned))
        return VersionCheck(old, measured(4e-3), measured(4e-3), changed)

    monkeypatch.setattr(joint_check, "check_versions", undone)
    tuned("1,2")
    ((old, new),) = asked
    assert (len(old.graph.operator_nodes), len(new.graph.operator_nodes)) == (1, 2)
    stored = [
        new.graph.tensors[node.output].dtype for node in new.graph.operator_nodes
    ]  # what the first operator of the new grouping writes is not an output of the model
    assert stored == ["bfloat16", "float32"]
    assert entries(place) == {}
    assert section(place, "sgat")["repo_summary"]["repo_add_num"] == 0


def test_a_model_compiled_later_has_the_grouping_and_tells_its_error(place: Path) -> None:
    tuned("1")
    with aoe.InferenceSession("tuned.om", threads=1) as session:
        grouped = session.model
    with aoe.compile(
        "small.onnx", threads=1, input_shape="x:2,8", precision="force_fp16"
    ) as session:
        x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=0.05)
        assert session.model.plan == grouped.plan
        assert session.model.objects == grouped.objects
        assert 0 < session.model.manifest.precision["output_error"] < 0.02


def test_a_second_job_measures_nothing(place: Path) -> None:
    tuned("1")
    section(place, "sgat")
    before = trials(place)
    assert tune("1", "--budget=600", REDUCED_TYPE) == 0
    summary = section(place, "sgat")["repo_summary"]
    assert summary["repo_hit_num"] == summary["total_num"] == 1
    assert trials(place) == before
