"""Models are tuned by workers, one operator at a time, and what is learned is in one repository."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import aoe
from aoe.application.fleet import job_state, worker, worker_model
from aoe.application.fleet.bank_transfer import BankTexts
from aoe.application.fleet.command import SCOPES
from aoe.application.fleet.fleet_job import run_fleet
from aoe.application.fleet.job_state import FleetRequest, ModelOutcome
from aoe.application.fleet.sent_model import SentModel, ShapeOptions, sent_models
from aoe.application.fleet.worker import FleetWorker
from aoe.backends.registry import backend_named
from aoe.backends.session import InferenceSession
from aoe.errors import UsageError
from aoe.repository.bank_file import bank_text
from aoe.repository.entry import entry_to_json
from aoe.repository.location import (
    bank_path,
    custom_directory,
    custom_graph_directory,
    graph_path,
)
from aoe.settings import Settings, read_settings
from aoe.tuning.deadline import Deadline
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.search.search_limits import USUAL
from tests.application.conftest import expected, small_model
from tests.application.fleet.in_process import InProcessCluster, StandIn
from tests.repository.examples import entry

KIND = str(backend_named("cpu").machine.target(1).soc_version)
X = np.random.default_rng(3).standard_normal((2, 8)).astype(np.float32)


@pytest.fixture
def settings(place: Path) -> Settings:
    return read_settings()


def request(settings: Settings, place: Path) -> FleetRequest:
    return FleetRequest(sent({"input_shape": "x:2,8"}, settings), output=place / "fleet")


def sent(shapes: dict[str, str | None], settings: Settings) -> tuple[SentModel, ...]:
    return sent_models(["small.onnx"], ShapeOptions.of(shapes), settings)


def learned(settings: Settings) -> str:
    folder = custom_directory(settings, KIND)
    return "".join(path.read_text() for path in sorted(folder.rglob("*.json")))


def run(asked: FleetRequest, cluster: InProcessCluster) -> tuple[list[ModelOutcome], list[str]]:
    lines: list[str] = []
    return run_fleet(asked, cluster, cluster.settings, lines.append), lines


def shorten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_model, "TIMED_SECONDS", 0.01)
    short = replace(USUAL, most_trials=2, final_generations=0)
    monkeypatch.setattr(worker, "search_limits", lambda level="O2": short)


def test_a_model_is_tuned_compiled_and_learned_although_a_worker_is_lost(
    settings: Settings, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten(monkeypatch)
    cluster = InProcessCluster({KIND: 1}, settings, losing={1})
    (outcome,), lines = run(request(settings, place), cluster)
    assert cluster.methods == ["operators", "tune_operator", "tune_operator", "compile"]
    assert any("was lost" in line for line in lines)
    assert (outcome.operators, outcome.tuned, outcome.failure) == (1, 1, "")
    assert outcome.path == place / "fleet" / f"small_{KIND}.om"
    with InferenceSession(outcome.path, 1) as session:
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected(X), atol=1e-5)
    assert '"searched"' in learned(settings) or '"policy"' in learned(settings)


def test_a_worker_measures_all_its_operators_in_one_process(
    settings: Settings, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []
    begun = Runner._started

    def counted(runner: Runner) -> Any:
        started.append(runner)
        return begun(runner)

    monkeypatch.setattr(Runner, "_started", counted)
    shorten(monkeypatch)
    tuner = FleetWorker(1, settings, pin=False)
    (model,) = sent({"input_shape": "x:2,8"}, settings)
    (other,) = sent({"input_shape": "x:3,8"}, settings)
    for item in (model, other):
        found = tuner.operators(item, {})
        (piece,) = found["pieces"]
        tuned = tuner.tune_operator(piece["data"], found["working_set"], None, "O2", 0)
        assert tuned["candidates"] > 0
    assert len(started) == 1


def test_models_share_operators(settings: Settings, place: Path) -> None:
    asked = request(settings, place)
    (model,) = asked.models
    other = replace(model, source=replace(model.source, name="other"))
    cluster = InProcessCluster({KIND: 2}, settings, worker=StandIn())
    outcomes, _ = run(replace(asked, models=(model, other)), cluster)
    assert cluster.methods.count("tune_operator") == 2
    assert [(item.operators, item.tuned) for item in outcomes] == [(5, 2), (5, 2)]


def test_a_model_is_compiled_while_another_is_still_tuned(settings: Settings, place: Path) -> None:
    class Recording(StandIn):
        def operators(self, model: SentModel, bank: BankTexts) -> Mapping[str, Any]:
            found = super().operators(model, bank)
            piece = found["pieces"][model.source.name == "other"]
            return {**found, "pieces": [{**piece, "data": model.source.name}]}

        def tune_operator(self, *arguments: Any) -> Mapping[str, Any]:
            done.append(("tuned", arguments[0]))
            return super().tune_operator(*arguments)

        def compile(
            self, model: SentModel, before: BankTexts, bank: BankTexts
        ) -> Mapping[str, Any]:
            done.append(("compiled", model.source.name))
            return super().compile(model, before, bank)

    done: list[tuple[str, str]] = []
    asked = request(settings, place)
    (model,) = asked.models
    other = replace(model, source=replace(model.source, name="other"))
    cluster = InProcessCluster({KIND: 2}, settings, worker=Recording())
    outcomes, _ = run(replace(asked, models=(model, other)), cluster)
    # The first call in the list of busy workers is carried out first.
    assert done == [
        ("tuned", "other"),
        ("compiled", "other"),
        ("tuned", "small"),
        ("compiled", "small"),
    ]
    assert [item.path is not None for item in outcomes] == [True, True]


def test_each_kind_of_machine_tunes_for_itself(settings: Settings, place: Path) -> None:
    cluster = InProcessCluster({KIND: 1, "other_4c": 1}, settings, worker=StandIn())
    outcomes, _ = run(request(settings, place), cluster)
    assert cluster.methods.count("tune_operator") == 4
    assert {item.kind: item.path for item in outcomes} == {
        kind: place / "fleet" / f"small_{kind}.om" for kind in (KIND, "other_4c")
    }


def test_the_command_takes_every_scope() -> None:
    assert tuple(job_state.SCOPES) == SCOPES


def test_all_tunes_operators_then_subgraphs_then_new_operators(
    settings: Settings, place: Path
) -> None:
    cluster = InProcessCluster({KIND: 1}, settings, worker=StandIn())
    (outcome,), _ = run(replace(request(settings, place), scope="all"), cluster)
    tuned = ["tune_operator"] * 2, ["tune_subgraph"] * 2
    found = ["operators", *tuned[0], "subgraphs", *tuned[1], "operators", "compile"]
    assert cluster.methods == found  # what the first phase tried is not tried again
    assert (outcome.operators, outcome.subgraphs, outcome.tuned) == (5, 2, 4)


def test_subgraphs_are_tuned_on_workers(
    settings: Settings, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten(monkeypatch)
    wide = helper.make_node("MatMul", ["y", "w2"], ["z"], name="second")
    model = small_model()
    model.graph.node.append(wide)
    model.graph.initializer.append(numpy_helper.from_array(np.ones((4, 6), np.float32), "w2"))
    model.graph.output[0].CopyFrom(
        helper.make_tensor_value_info("z", TensorProto.FLOAT, ["batch", 6])
    )
    onnx.save(model, place / "small.onnx")
    cluster = InProcessCluster({KIND: 1}, settings)
    (outcome,), _ = run(replace(request(settings, place), scope="subgraphs"), cluster)
    assert cluster.methods == ["subgraphs", "tune_subgraph", "compile"]
    assert (outcome.subgraphs, outcome.tuned, outcome.failure) == (1, 1, "")
    assert outcome.path is not None
    with InferenceSession(outcome.path, 1) as session:
        (found,) = session.run(None, {"x": X})
    np.testing.assert_allclose(found, expected(X) @ np.ones((4, 6), np.float32), rtol=1e-5)
    graphs = graph_path(custom_graph_directory(settings, KIND), KIND)
    assert '"searched"' in graphs.read_text() or '"policy"' in graphs.read_text()
    again = InProcessCluster({KIND: 1}, settings)
    run(replace(request(settings, place), scope="subgraphs"), again)
    assert again.methods == ["subgraphs", "compile"]


@pytest.mark.parametrize(
    "shapes",
    [
        {"input_shape_range": "x:[1~4,8]"},
        {"input_shape": "x:-1,8", "dynamic_batch_size": "1,2"},
    ],
)
def test_a_model_with_several_shapes_is_tuned_for_them(
    settings: Settings,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    shapes: dict[str, str | None],
) -> None:
    shorten(monkeypatch)
    (model,) = sent(shapes, settings)
    asked = replace(request(settings, place), models=(model,))
    cluster = InProcessCluster({KIND: 1}, settings)
    (outcome,), _ = run(asked, cluster)
    assert cluster.methods.count("tune_operator") == len(model.profiles) == outcome.operators
    assert outcome.path is not None
    with aoe.InferenceSession(outcome.path, threads=1) as session:
        rows = [1, 2, 7] if model.stays_open else [1, 2]
        for count in rows:
            x = np.resize(X, (count, 8))
            np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)


def test_options_of_shapes_are_those_of_models_that_have_the_inputs(
    settings: Settings, place: Path
) -> None:
    model = small_model()
    model.graph.node[0].input[0] = model.graph.input[0].name = "other"
    onnx.save(model, place / "other.onnx")
    options = ShapeOptions.of({"input_shape": "x:2,8;other:3,8"})
    first, second = sent_models(["small.onnx", "other.onnx"], options, settings)
    assert first.profiles == ({"x": (2, 8)},)
    assert second.profiles == ({"other": (3, 8)},)


def test_without_time_nothing_is_searched(settings: Settings, place: Path) -> None:
    cluster = InProcessCluster({KIND: 1}, settings, worker=StandIn())
    asked = replace(request(settings, place), deadline=Deadline(1e-9, 0.0))
    (outcome,), lines = run(asked, cluster)
    assert cluster.methods == ["operators", "compile"]
    assert outcome.path is not None
    assert f"{KIND}: the budget ended with 2 operators untried" in lines


def test_what_a_worker_cannot_compile_fails_alone(settings: Settings, place: Path) -> None:
    asked = request(settings, place)
    (model,) = asked.models
    broken = replace(model, data=b"", source=replace(model.source, name="broken"))
    cluster = InProcessCluster({KIND: 1}, settings, worker=StandIn())
    outcomes, _ = run(replace(asked, models=(broken, model)), cluster)
    assert "damaged" in outcomes[0].failure
    assert outcomes[1].path is not None


def test_a_worker_of_another_version_is_not_used(settings: Settings, place: Path) -> None:
    cluster = InProcessCluster({KIND: 1}, settings, worker=StandIn("0.0.1"))
    (outcome,), _ = run(request(settings, place), cluster)
    assert "the worker has open-aoe 0.0.1" in outcome.failure
    assert cluster.methods == ["operators"]


def test_a_worker_says_what_is_wrong_with_a_model(settings: Settings, place: Path) -> None:
    (model,) = request(settings, place).models
    real = FleetWorker(1, settings, pin=False)
    assert "damaged" in real.operators(replace(model, data=b""), {})["failed"]


class Winning(StandIn):
    """A worker that finds a faster policy for each operator, which some models reject."""

    def __init__(self, rejecting: set[str]) -> None:
        super().__init__()
        self.rejecting = rejecting

    def operators(self, model: SentModel, bank: BankTexts) -> Mapping[str, Any]:
        found = dict(super().operators(model, bank))
        winner = entry()
        item = {**found["pieces"][1], "key": winner.key, "type": winner.operator_type}
        return {**found, "pieces": [item]}

    def tune_operator(self, *arguments: Any) -> Mapping[str, Any]:
        winner = entry()
        path = bank_path(Path(KIND), winner.operator_type)
        text = bank_text(path, {winner.key: entry_to_json(winner)}, {})
        return {"decision": "add", "gain": 2.0, "candidates": 5, "bank": {path.name: text}}

    def compile(self, model: SentModel, before: BankTexts, bank: BankTexts) -> Mapping[str, Any]:
        rejected = [entry().key] if model.source.name in self.rejecting else []
        return {**super().compile(model, before, bank), "reverted": rejected}


@pytest.mark.parametrize(("rejecting", "kept"), [({"small"}, True), ({"small", "other"}, False)])
def test_a_winner_that_no_model_uses_leaves_the_repository(
    settings: Settings, place: Path, rejecting: set[str], kept: bool
) -> None:
    asked = request(settings, place)
    (model,) = asked.models
    other = replace(model, source=replace(model.source, name="other"))
    cluster = InProcessCluster({KIND: 1}, settings, worker=Winning(rejecting))
    outcomes, _ = run(replace(asked, models=(model, other)), cluster)
    assert [item.improved for item in outcomes] == [0, int("other" not in rejecting)]
    assert (f'"{entry().key}":' in learned(settings)) is kept


class Regrouping(Winning):
    """As `Winning`, and one model has the operator only in a grouping that is found later."""

    def operators(self, model: SentModel, bank: BankTexts) -> Mapping[str, Any]:
        found = super().operators(model, bank)
        return {**found, "pieces": []} if model.source.name == "regrouped" else found

    def compile(self, model: SentModel, before: BankTexts, bank: BankTexts) -> Mapping[str, Any]:
        used = [entry().key] if model.source.name == "regrouped" else []
        return {**super().compile(model, before, bank), "used": used}


@pytest.mark.parametrize("first", [True, False])
def test_a_winner_that_only_a_new_grouping_uses_stays(
    settings: Settings, place: Path, first: bool
) -> None:
    asked = request(settings, place)
    (model,) = asked.models
    other = replace(model, source=replace(model.source, name="regrouped"))
    models = (other, model) if first else (model, other)
    cluster = InProcessCluster({KIND: 1}, settings, worker=Regrouping({"small"}))
    run(replace(asked, models=models), cluster)
    assert f'"{entry().key}":' in learned(settings)


def test_a_worker_keeps_what_it_learns_to_itself(
    settings: Settings, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten(monkeypatch)
    everybody = place / "temporary"
    everybody.mkdir()
    everybody.chmod(0o1777)
    monkeypatch.setattr(tempfile, "tempdir", str(everybody))
    (model,) = request(settings, place).models
    real = FleetWorker(1, settings, pin=False)
    (piece,) = real.operators(model, {})["pieces"]
    for _ in range(2):  # a repository that everybody may write was made once and refused then
        assert "failed" not in real.tune_operator(piece["data"], 0.0, None, "O2", 0)
    (folder,) = everybody.glob("aoe_fleet_*")
    assert folder.stat().st_mode & 0o077 == 0


def test_a_worker_tells_whose_policies_a_model_uses(
    settings: Settings, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten(monkeypatch)
    (model,) = request(settings, place).models
    real = FleetWorker(1, settings, pin=False)
    (piece,) = real.operators(model, {})["pieces"]
    assert piece["key"] in real.compile(model, {}, {})["used"]


@pytest.mark.parametrize(
    ("kinds", "wanted", "named"),
    [({}, (), "has no workers of open-aoe"), ({KIND: 1}, ("m1_8c",), "no worker of m1_8c; it has")],
)
def test_a_kind_that_the_cluster_has_not_is_refused(
    settings: Settings, place: Path, kinds: dict[str, int], wanted: tuple[str, ...], named: str
) -> None:
    asked = replace(request(settings, place), kinds=wanted)
    with pytest.raises(UsageError, match=named):
        run_fleet(asked, InProcessCluster(kinds, settings), settings, print)
