"""Jobs that tune subgraphs: what they write, and what the next one reads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.model.source import load_profiles
from aoe.application.tune.phases import finish, whole_model
from aoe.errors import CompileError
from aoe.frontends.frontend import ModelOrigin
from aoe.tuning.model_check.model_check import VersionCheck
from aoe.tuning.model_check.model_versions import Version
from aoe.tuning.search import policy_search
from aoe.tuning.subgraph import subgraph_tuning
from aoe.tuning.subgraph.subgraph_tuning import SubgraphTuning
from aoe.tuning.workload.subgraph_model import KnownOperators, KnownPolicy
from tests.application.conftest import expected
from tests.application.tune.subgraph_jobs import (
    ended_after_a_round,
    entries,
    measured,
    model_at,
    operator_entries,
    section,
    tune,
    two_subgraphs,
)


@pytest.mark.usefixtures("winning")
def test_a_winner_is_stored_told_of_and_compiled(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("1") == 0
    told = section(place, "sgat")
    (added,) = told["repo_modified_subgraphs"]["add_repo_subgraphs"]
    assert added["performance_before_tune(ms)"] == 2.987654
    assert added["performance_improvement"] == "50.31%"
    assert told["repo_modified_subgraphs"]["update_repo_subgraphs"] == []
    assert told["model_performance_improvement"] == "50.00%"
    assert told["repo_summary"]["repo_add_num"] == told["repo_summary"]["total_num"] == 1
    assert set(entries(place)) == {added["repo_key"]}
    assert told["decision_gains"] == [
        {
            "decision": "stored values",
            "subgraphs": 1,
            "with_others": 0,
            **{name: value for name, value in added.items() if name != "repo_key"},
        }
    ]
    said = capsys.readouterr().out
    assert "Performance improved by 50.00%" in said
    assert re.search(r"^stored values +1 +none +50\.31%$", said, re.MULTILINE)
    x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
    with aoe.InferenceSession("tuned.om", threads=1) as session:
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)
        assert len(session.model.plan.calls) == 2  # the product is stored now
        assert session.model.manifest.tuning["subgraphs"]["repo_add_num"] == 1


@pytest.mark.usefixtures("winning")
def test_a_second_run_measures_nothing_and_makes_the_same_code(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("1") == 0
    section(place, "sgat")
    first = model_at(place / "tuned.om")
    monkeypatch.setattr(policy_search, "race", lambda *_: pytest.fail("measured"))
    for home, name in ((whole_model, "check_versions"), (finish, "unchanged_times")):
        monkeypatch.setattr(home, name, lambda *_: pytest.fail("measured"))
    assert tune("1") == 0
    assert "nothing was searched or measured" in capsys.readouterr().out
    told = section(place, "sgat")["repo_summary"]
    assert (told["repo_hit_num"], told["repo_reserved_num"], told["total_num"]) == (1, 1, 1)
    assert model_at(place / "tuned.om").objects == first.objects


@pytest.mark.usefixtures("winning")
def test_a_winner_with_something_switched_off_is_no_winner_without_that(place: Path) -> None:
    (place / "off").write_text("EmbeddingBag:off")
    assert tune("1", "--fusion_switch_file=off") == 0
    (off,) = entries(place)
    section(place, "sgat")
    assert tune("1") == 0
    assert section(place, "sgat")["repo_summary"]["repo_add_num"] == 1
    assert len(entries(place).keys() - {off}) == 1
    assert tune("1", "--fusion_switch_file=off") == 0
    assert section(place, "sgat")["repo_summary"]["repo_reserved_num"] == 1


@pytest.mark.usefixtures("winning")
def test_a_search_that_is_repeated_updates_or_reserves(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tune("1") == 0
    section(place, "sgat")
    monkeypatch.setenv("REPEAT_TUNE", "True")
    assert tune("1") == 0
    told = section(place, "sgat")
    assert told["repo_summary"]["repo_hit_num"] == 1
    updated = len(told["repo_modified_subgraphs"]["update_repo_subgraphs"])
    assert updated == told["repo_summary"]["repo_update_num"]
    assert told["repo_summary"]["repo_reserved_num"] == 1 - updated


@pytest.mark.usefixtures("winning")
def test_what_loses_in_the_whole_model_is_in_no_file(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(old: Version, tuned: Version, changed: frozenset[str], *_: object) -> VersionCheck:
        assert entries(place)
        return VersionCheck(old, measured(1e-3), measured(1e-3), changed)

    monkeypatch.setattr(whole_model, "check_versions", lost)
    assert tune("1") == 0
    told = section(place, "sgat")
    assert told["repo_modified_subgraphs"]["add_repo_subgraphs"] == []
    assert told["repo_summary"]["repo_unsatisfied_num"] == 1
    assert entries(place) == {}
    assert len(model_at(place / "tuned.om").plan.calls) == 1


@pytest.mark.usefixtures("winning")
def test_both_kinds_in_one_job_tune_the_operators_of_the_new_grouping(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("1,2") == 0
    assert section(place, "sgat")["repo_summary"]["repo_add_num"] == 1
    counted = section(place, "opat")["repo_summary"]
    assert counted["total_num"] == 2
    assert capsys.readouterr().out.count("result file:") == 2
    tuning = model_at(place / "tuned.om").manifest.tuning
    assert (tuning["total_num"], tuning["subgraphs"]["total_num"]) == (2, 1)


@pytest.mark.usefixtures("winning")
def test_subgraphs_are_decided_about_with_the_operators_tuned_before(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[KnownPolicy] = []
    run = subgraph_tuning.tune_subgraphs

    def watched(profiles: Any, operators: KnownOperators, *rest: Any) -> SubgraphTuning:
        (node,) = profiles[0].default.operator_nodes
        found.append(operators.known(node.operator))
        return run(profiles, operators, *rest)

    monkeypatch.setattr(subgraph_tuning, "tune_subgraphs", watched)
    with ended_after_a_round():
        assert tune("1,2", "--budget=600") == 0
    (known,) = found
    assert known.seconds == pytest.approx(1.987654e-3)


@pytest.mark.usefixtures("winning")
def test_operators_that_the_new_grouping_has_not_leave_repository_and_report(place: Path) -> None:
    with ended_after_a_round():
        assert tune("1,2", "--budget=600") == 0
    counted = section(place, "opat")["repo_summary"]
    assert counted["repo_add_num"] == len(operator_entries(place)) == 2


@pytest.mark.usefixtures("winning")
def test_an_interruption_of_subgraph_tuning_keeps_the_operators_found_before(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subgraph_tuning, "start_subgraph_search", interrupt)
    with ended_after_a_round():
        assert tune("1,2", "--budget=600") == 0
    assert "process interrupted" in capsys.readouterr().out
    assert section(place, "opat")["repo_summary"]["repo_add_num"] == 1
    assert len(operator_entries(place)) == 1


@pytest.mark.usefixtures("winning")
def test_selected_operators_are_tuned_whatever_they_are_fused_with_by_then(place: Path) -> None:
    Path("operators").write_text('{"tune_ops_name": ["relu"]}')
    assert tune("1,2", "--tune_ops_file=operators") == 0
    assert section(place, "sgat")["repo_summary"]["repo_add_num"] == 1
    assert section(place, "opat")["repo_summary"]["total_num"] == 1


@pytest.mark.usefixtures("winning")
@pytest.mark.parametrize("job_type", ["1", "1,2"])
def test_of_the_subgraphs_those_with_a_selected_operator_are_tuned(
    place: Path, job_type: str
) -> None:
    onnx.save(two_subgraphs(), place / "small.onnx")
    _, (prepared,) = load_profiles(ModelOrigin("small.onnx"), [{"x": (2, 8)}])
    first, second = prepared.subgraphs
    assert first.name.startswith("product")
    Path("operators").write_text('{"tune_ops_name": ["second"]}')
    assert tune(job_type, "--tune_ops_file=operators") == 0
    assert section(place, "sgat")["repo_summary"]["total_num"] == 1
    assert set(entries(place)) == {second.key}


@pytest.mark.usefixtures("winning")
def test_a_repository_to_read_is_not_used_and_that_is_said(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "other").mkdir()
    assert tune("1", "--mdl_bank_path=other") == 0
    assert "other is not used: subgraph tuning reads the graph" in capsys.readouterr().err
    assert entries(place)


def test_a_failure_leaves_a_file_without_the_section(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise CompileError("made up")

    monkeypatch.setattr(subgraph_tuning, "tune_subgraphs", fail)
    assert tune("1") == 1
    (path,) = place.glob("aoe_result_sgat_*.json")
    assert [list(item) for item in json.loads(path.read_text())] == [["basic"]]
    assert not (place / "tuned.om").exists()


@pytest.mark.usefixtures("winning")
def test_a_dumped_graph_shows_the_grouping(place: Path) -> None:
    assert tune("1", "--dump_graph=graphs") == 0
    (path,) = place.glob("graphs/*.onnx")
    found = onnx.load(path)
    onnx.checker.check_model(found)
    noted = [{item.key: item.value for item in node.metadata_props} for node in found.graph.node]
    assert [item["aoe.operator"] for item in noted] == ["product", "relu"]
    assert {item["aoe.subgraph_key"] for item in noted} == set(entries(place))


def test_a_repository_that_is_left_aside_cannot_be_filled(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("1", "--buffer_optimize=off_optimize") == 2
    assert "--buffer_optimize=off_optimize" in capsys.readouterr().err


def test_the_python_function_takes_both_kinds(place: Path) -> None:
    result = aoe.tune("small.onnx", job_type="1,2", input_shape={"x": (2, 8)}, threads=1)
    assert len(result.subgraphs) == result.subgraph_summary.total == 1
    assert result.summary.total == len(result.outcomes)
    assert result.subgraph_result_path is not None
    assert result.subgraph_result_path.exists()


@pytest.mark.usefixtures("winning")
def test_a_short_budget_is_all_for_operators_and_that_is_said(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("1,2", "--budget=15") == 0
    assert "no subgraphs are tuned: in this budget more is expected" in capsys.readouterr().err
    assert entries(place) == {}
    assert section(place, "opat")["repo_summary"]["total_num"] == 1
