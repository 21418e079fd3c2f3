"""Jobs that tune subgraphs: what they write, what the next one reads, how they are continued."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.source import load_profiles
from aoe.application.tune import job_run, subgraph_phase
from aoe.application.tune.job import JOURNAL, jobs_in
from aoe.application.tune.journal import read_journal
from aoe.application.tune.subgraph_phase import SubgraphPhase
from aoe.errors import CompileError
from aoe.results.report import TuningReport
from aoe.results.result_file import read_result_file
from aoe.runtime.offline_model import OfflineModel
from aoe.tuning import policy_search, subgraph_tuning, tuning_session
from aoe.tuning.measure import Comparison, Measurement
from aoe.tuning.model_check import Version, VersionCheck
from aoe.tuning.probation import Probation
from aoe.tuning.subgraph_model import KnownOperators, KnownPolicy
from aoe.tuning.tuning_session import TuningSession
from tests.application.conftest import expected, small_model

TUNE = ("--model=small.onnx", "--input_shape=x:2,8", "--threads=1", "--progress_bar=off")
WORKSPACE = Path("aoe_workspace")


def tune(kinds: str, *more: str) -> int:
    return main([*TUNE, f"--job_type={kinds}", "--output=tuned", *more])


def measured(seconds: float) -> Measurement:
    return Measurement(seconds, seconds, 0.0, 9)


def two_subgraphs() -> onnx.ModelProto:
    """The small model with the sums of its rows, after which a subgraph ends, and a product called
    `second`.
    """
    proto = small_model()
    proto.graph.node.extend(
        [
            onnx.helper.make_node("ReduceSum", ["y", "axis"], ["sum"], name="sum"),
            onnx.helper.make_node("MatMul", ["sum", "v"], ["wide"], name="second"),
            onnx.helper.make_node("Relu", ["wide"], ["z"], name="last"),
        ]
    )
    proto.graph.initializer.append(onnx.numpy_helper.from_array(np.array([1]), "axis"))
    proto.graph.initializer.append(onnx.numpy_helper.from_array(np.ones((1, 6), np.float32), "v"))
    proto.graph.output[0].name = "z"
    proto.graph.output[0].type.tensor_type.shape.dim[1].dim_value = 6
    return proto


def section(place: Path, kind: str) -> dict[str, Any]:
    """The section of one kind of tuning in its result file, which is then removed."""
    (path,) = place.glob(f"aoe_result_{kind}_*.json")
    assert isinstance(read_result_file(path), TuningReport)
    data = json.loads(path.read_text())
    path.unlink()
    assert data[0]["basic"]["tuning_name"] == "small"
    found: dict[str, Any] = data[1][{"sgat": "SGAT", "opat": "OPAT"}[kind]]
    return found


def entries(place: Path) -> dict[str, Any]:
    """What the graph repository has, by key."""
    found: dict[str, Any] = {}
    for path in place.glob("bank/subgraph_*.json"):
        found |= json.loads(path.read_text())["entries"]
    return found


def operator_entries(place: Path) -> dict[str, Any]:
    """What the repository of operators has, by key."""
    found: dict[str, Any] = {}
    for path in place.glob("bank/*/unified_bank/*.json"):
        found |= json.loads(path.read_text())["entries"]
    return found


def model_at(path: Path) -> OfflineModel:
    with aoe.InferenceSession(path, threads=1) as session:
        return session.model


@pytest.fixture
def winning(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last challenger of every search wins and holds, and so does the tuned model."""
    won = Comparison(-1, 0.5, 0.0, measured(1.987654e-3), measured(2.987654e-3))
    for name in ("duel", "confirm"):
        monkeypatch.setattr(policy_search, name, lambda *_: won)

    def raced(sampler: object, numbers: Sequence[int]) -> Mapping[int, float]:
        return {number: 1 / (1 + number) for number in reversed(numbers)}

    def confirmed(old: Version, tuned: Version, *_: object) -> VersionCheck:
        return VersionCheck(tuned, measured(3e-3), measured(2e-3))

    monkeypatch.setattr(policy_search, "race", raced)
    monkeypatch.setattr(Probation, "failed", property(lambda _: False))
    monkeypatch.setattr(tuning_session, "needs_finals", lambda _: False)
    monkeypatch.setattr(subgraph_phase, "check_versions", confirmed)


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
    assert "Performance improved by 50.00%" in capsys.readouterr().out
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
    for home, name in ((subgraph_phase, "check_versions"), (job_run, "unchanged_times")):
        monkeypatch.setattr(home, name, lambda *_: pytest.fail("measured"))
    assert tune("1") == 0
    assert "nothing was searched or measured" in capsys.readouterr().out
    told = section(place, "sgat")["repo_summary"]
    assert (told["repo_hit_num"], told["repo_reserved_num"], told["total_num"]) == (1, 1, 1)
    assert model_at(place / "tuned.om").objects == first.objects


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

    monkeypatch.setattr(subgraph_phase, "check_versions", lost)
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
    run = subgraph_phase.run_subgraph_phase

    def watched(profiles: Any, operators: KnownOperators, *rest: Any) -> SubgraphPhase:
        (node,) = profiles[0].default.operator_nodes
        found.append(operators.known(node.operator))
        return run(profiles, operators, *rest)

    monkeypatch.setattr(job_run, "run_subgraph_phase", watched)
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
def test_a_job_killed_between_its_phases_does_not_begin_again_with_operators(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        killed_before(job_run, "run_subgraph_phase"),
        ended_after_a_round(),
        pytest.raises(Killed),
    ):
        tune("1,2", "--budget=600")
    assert len(operator_entries(place)) == 1
    monkeypatch.setattr(job_run, "tune_operators", lambda *_: pytest.fail("begun again"))
    section(place, "opat")
    with ended_after_a_round():
        assert main(["--reload"]) == 0
    told = section(place, "opat")["repo_summary"]
    assert told["total_num"] == told["repo_add_num"] == len(operator_entries(place)) == 2


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
    _, (prepared,) = load_profiles("small.onnx", None, [{"x": (2, 8)}])
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

    monkeypatch.setattr(subgraph_phase, "tune_subgraphs", fail)
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


class Killed(BaseException):
    """Ends a job as `kill -9` does: nothing of it runs after."""


@contextmanager
def killed_before(home: Any, name: str) -> Iterator[None]:
    def die(*_: object, **__: object) -> None:
        raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(home, name, die)
        yield


def forget_outcomes() -> Path:
    """The journal, as if it had been written while subgraphs were searched."""
    (job,) = jobs_in(WORKSPACE.absolute())
    journal = job.folder / JOURNAL
    kept = [line for line in journal.read_text().splitlines() if "subgraph" not in json.loads(line)]
    journal.write_text("".join(f"{line}\n" for line in kept))
    return journal


def check_that_the_model_is_not_measured_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Continues a job that was killed after subgraph tuning, whose result file says the same."""
    section(place, "sgat")
    monkeypatch.setattr(subgraph_phase, "check_versions", lambda *_: pytest.fail("measured again"))
    assert main(["--reload"]) == 0
    told = section(place, "sgat")
    assert told["repo_summary"]["repo_add_num"] == 1
    assert told["model_performance_improvement"] == "50.00%"


@contextmanager
def ended_after_a_round() -> Iterator[None]:
    """Within, budgets end when every search has had one round."""
    groups = TuningSession.next_group

    def first_groups(session: Any) -> Any:
        return [pair for pair in groups(session) if not pair[1].rounds]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TuningSession, "next_group", first_groups)
        patch.setattr(TuningSession, "is_negligible", lambda *_: False)
        yield


@pytest.mark.usefixtures("winning")
def test_a_job_killed_in_its_second_phase_goes_on_there(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with killed_before(job_run, "run_operator_phase"), pytest.raises(Killed):
        tune("1,2", "--budget=600")
    (job,) = jobs_in(WORKSPACE.absolute())
    assert job.interrupted
    content = read_journal(job.folder / JOURNAL)
    assert len(content.subgraphs) == len(content.stored_subgraphs) == 1
    section(place, "opat")
    check_that_the_model_is_not_measured_again(place, monkeypatch)
    assert len(entries(place)) == 1
    assert section(place, "opat")["repo_summary"]["total_num"] == 2


@pytest.mark.usefixtures("winning")
def test_what_was_found_until_the_budget_ended_is_kept_by_the_continued_job(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        killed_before(job_run, "run_operator_phase"),
        ended_after_a_round(),
        pytest.raises(Killed),
    ):
        tune("1,2", "--budget=600")
    found = entries(place)
    check_that_the_model_is_not_measured_again(place, monkeypatch)
    assert entries(place) == found
    assert len(model_at(place / "tuned.om").plan.calls) == 2


@pytest.mark.usefixtures("winning")
def test_subgraphs_that_had_no_turn_have_none_after_the_whole_model_was_asked(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with killed_before(job_run, "run_operator_phase"), pytest.raises(Killed):
        tune("1,2", "--budget=600")
    forget_outcomes()
    section(place, "sgat")
    monkeypatch.setattr(subgraph_tuning, "start_subgraph_search", lambda *_: pytest.fail("begun"))
    assert main(["--reload"]) == 0
    assert section(place, "sgat")["repo_summary"]["total_num"] == 0


@pytest.mark.usefixtures("winning")
def test_a_subgraph_whose_search_did_not_end_is_searched_again(place: Path) -> None:
    with killed_before(subgraph_phase, "check_versions"), pytest.raises(Killed):
        tune("1")
    forget_outcomes()
    (before,) = entries(place)
    section(place, "sgat")
    assert main(["--reload"]) == 0
    assert set(entries(place)) == {before}
    assert section(place, "sgat")["repo_summary"]["repo_add_num"] == 1


@pytest.mark.usefixtures("winning")
def test_the_winner_of_a_search_that_did_not_end_is_kept_where_no_time_is_left(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with killed_before(subgraph_phase, "check_versions"), pytest.raises(Killed):
        tune("1", "--budget=600")
    with forget_outcomes().open("a") as journal:
        journal.write('{"seconds": 3000}\n')
    before = entries(place)
    section(place, "sgat")
    monkeypatch.setattr(policy_search, "race", lambda *_: pytest.fail("measured"))
    assert main(["--reload"]) == 0
    assert {key: item["policy"] for key, item in entries(place).items()} == {
        key: item["policy"] for key, item in before.items()
    }
    assert section(place, "sgat")["repo_summary"]["repo_add_num"] == 1


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
