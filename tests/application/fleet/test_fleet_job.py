"""Models are tuned by workers, one operator at a time, and what is learned is in one repository."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aoe.application.fleet import worker
from aoe.application.fleet.bank_transfer import BankTexts
from aoe.application.fleet.carrying_out import sent_model
from aoe.application.fleet.fleet_job import FleetRequest, ModelOutcome, run_fleet
from aoe.application.fleet.worker import FleetWorker, SentModel
from aoe.backends.registry import backend_named
from aoe.backends.session import InferenceSession
from aoe.errors import UsageError
from aoe.repository.bank_file import bank_text
from aoe.repository.entry import entry_to_json
from aoe.repository.location import bank_path, custom_directory
from aoe.settings import Settings, read_settings
from aoe.tuning.deadline import Deadline
from aoe.tuning.search.search_limits import USUAL
from tests.application.conftest import expected
from tests.application.fleet.in_process import InProcessCluster, StandIn
from tests.repository.examples import entry

KIND = str(backend_named("cpu").machine.target(1).soc_version)
X = np.random.default_rng(3).standard_normal((2, 8)).astype(np.float32)


@pytest.fixture
def settings(place: Path) -> Settings:
    return read_settings()


def request(settings: Settings, place: Path) -> FleetRequest:
    model = sent_model("small.onnx", "x:2,8", settings)
    return FleetRequest((model,), output=place / "fleet")


def learned(settings: Settings) -> str:
    folder = custom_directory(settings, KIND)
    return "".join(path.read_text() for path in sorted(folder.rglob("*.json")))


def run(asked: FleetRequest, cluster: InProcessCluster) -> tuple[list[ModelOutcome], list[str]]:
    lines: list[str] = []
    return run_fleet(asked, cluster, cluster.settings, lines.append), lines


def test_a_model_is_tuned_compiled_and_learned_although_a_worker_is_lost(
    settings: Settings, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "TIMED_SECONDS", 0.01)
    short = replace(USUAL, most_trials=2, final_generations=0)
    monkeypatch.setattr(worker, "search_limits", lambda level: short)
    cluster = InProcessCluster({KIND: 1}, settings, losing={1})
    (outcome,), lines = run(request(settings, place), cluster)
    assert cluster.methods == ["operators", "tune", "tune", "compile"]
    assert any("was lost" in line for line in lines)
    assert (outcome.operators, outcome.tuned, outcome.failure) == (1, 1, "")
    assert outcome.path == place / "fleet" / f"small_{KIND}.om"
    with InferenceSession(outcome.path, 1) as session:
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected(X), atol=1e-5)
    assert '"searched"' in learned(settings) or '"policy"' in learned(settings)


def test_models_share_operators(settings: Settings, place: Path) -> None:
    asked = request(settings, place)
    (model,) = asked.models
    other = replace(model, source=replace(model.source, name="other"))
    cluster = InProcessCluster({KIND: 2}, settings, worker=StandIn())
    outcomes, _ = run(replace(asked, models=(model, other)), cluster)
    assert cluster.methods.count("tune") == 2
    assert [(item.operators, item.tuned) for item in outcomes] == [(5, 2), (5, 2)]


def test_each_kind_of_machine_tunes_for_itself(settings: Settings, place: Path) -> None:
    cluster = InProcessCluster({KIND: 1, "other_4c": 1}, settings, worker=StandIn())
    outcomes, _ = run(request(settings, place), cluster)
    assert cluster.methods.count("tune") == 4
    assert {item.kind: item.path for item in outcomes} == {
        kind: place / "fleet" / f"small_{kind}.om" for kind in (KIND, "other_4c")
    }


def test_without_time_nothing_is_searched(settings: Settings, place: Path) -> None:
    cluster = InProcessCluster({KIND: 1}, settings, worker=StandIn())
    asked = replace(request(settings, place), deadline=Deadline(1e-9, 0.0))
    (outcome,), lines = run(asked, cluster)
    assert cluster.methods == ["operators", "compile"]
    assert outcome.path is not None
    assert f"{KIND}: the budget ended before 2 operators were tried" in lines


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
        item = {**found["operators"][1], "key": winner.key, "type": winner.operator_type}
        return {**found, "operators": [item]}

    def tune(self, *arguments: Any) -> Mapping[str, Any]:
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
