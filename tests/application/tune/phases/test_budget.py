"""How the phases of a job share its budget."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aoe.application.tune.journal import JournalContent, Stored
from aoe.application.tune.phases import budget
from aoe.application.tune.phases.budget import (
    SMALL_BUDGET,
    SMALL_SECONDS,
    TIMES_READING,
    USUAL_BUDGET,
    automatic_budget,
    share_of,
    split_budget,
)
from aoe.backends.registry import default_policy
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.repository.entry import Entry
from aoe.repository.repository import Repository
from aoe.repository.search_record import ANY_MODEL
from aoe.tuning.deadline import Deadline
from aoe.tuning.policy_database import RepositoryPolicies
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.tuning_options import TuningOptions
from tests.graph.models import model, weights
from tests.tuning.examples import TARGET
from tests.tuning.subgraph.test_subgraph_database import winner as subgraph_winner
from tests.tuning.test_policy_database import winner


def test_a_part_is_a_share_of_what_is_left_of_the_budget() -> None:
    now = 40.0
    whole = Deadline(100.0, 20.0, lambda: now)
    part = share_of(whole, 0.25)
    assert part.budget == 20.0 + 0.25 * 80.0
    assert part.left == 20.0


def test_of_no_budget_a_part_is_none() -> None:
    assert share_of(Deadline(), 0.25).budget is None


class _Job:
    """A job for a model of one subgraph with one operator, and its repositories."""

    def __init__(self, place: Path) -> None:
        text = "(float[2,4] x) => (float[2,4] y) { a = MatMul(x, w) y = Relu(a) }"
        self.graph = prepared_graph(load_onnx(model(text, w=weights(4, 4))), "test")
        (self.subgraph,) = self.graph.subgraphs
        (node,) = self.graph.default.operator_nodes
        self.operator = node.operator
        self.options = TuningOptions(Deadline(60.0))
        self.content = JournalContent()
        custom, none = place / "custom", place / "none"
        hardware = (("cpu", "a test"),)
        operators, subgraphs = (Repository(custom, none, TARGET.soc_version, "1") for _ in range(2))
        self.operators = RepositoryPolicies(operators, TARGET, hardware, "0.0.1")
        self.subgraphs = RepositorySubgraphs(subgraphs, TARGET, hardware, "0.0.1")
        self.grouping = self.subgraph.policy(self.graph.decisions)
        self.policy = default_policy(self.operator, TARGET)

    def remember(self) -> None:
        """A search as deep as the job's was in vain."""
        depth = self.options.depth
        self.operators.remember(self.operator, self.policy, depth, 9, ANY_MODEL)
        self.subgraphs.remember(self.subgraph, self.grouping, depth, 9, ANY_MODEL)

    def store(self) -> None:
        """An earlier run of the job has found winners."""
        operators, subgraphs = self.content.stored, self.content.stored_subgraphs

        def note_operator(entry: Entry, before: Entry | None) -> None:
            operators[entry.key] = Stored(entry, before)

        def note_subgraph(entry: Entry, before: Entry | None) -> None:
            subgraphs[entry.key] = Stored(entry, before)

        self.operators.repository.announce_stores(note_operator)
        self.subgraphs.repository.announce_stores(note_subgraph)
        self.operators.store(self.operator, winner(self.policy))
        self.subgraphs.store(self.subgraph, subgraph_winner(self.grouping))
        assert (len(operators), len(subgraphs)) == (1, 1)

    def known(self, patch: pytest.MonkeyPatch) -> tuple[bool, bool]:
        """Whether the split takes the operator and the subgraph for known before the job."""
        found: list[bool] = []

        def share(*given: Any) -> float:
            *_, operator, subgraph = given
            found.append(operator(self.operator) is not None)
            found.append(subgraph(self.subgraph) is not None)
            return 0.5

        patch.setattr(budget, "subgraph_share", share)
        context: Any = SimpleNamespace(
            repositories=SimpleNamespace(operators=self.operators, subgraphs=self.subgraphs),
            journal=SimpleNamespace(content=self.content),
            options=self.options,
        )
        job: Any = SimpleNamespace(profiles=(self.graph,))
        split_budget(job, context)
        operator, subgraph = found
        return operator, subgraph


@pytest.fixture
def job(tmp_path: Path) -> _Job:
    return _Job(tmp_path)


def test_what_was_searched_in_vain_before_the_job_is_known(
    job: _Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert job.known(monkeypatch) == (False, False)
    job.remember()
    assert job.known(monkeypatch) == (True, True)


def test_a_winner_of_the_job_counts_before_a_search_in_vain(
    job: _Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in tuning, which uses the entry. The winner shows that the search was not in vain."""
    job.remember()
    job.store()
    assert job.known(monkeypatch) == (False, False)


def test_an_entry_from_before_the_job_is_known(job: _Job, monkeypatch: pytest.MonkeyPatch) -> None:
    job.store()
    job.content = JournalContent()
    assert job.known(monkeypatch) == (True, True)


def _automatic(
    seconds: float,
    operators: int,
    patch: pytest.MonkeyPatch,
    parts: int = 0,
    reading: float = 0.0,
) -> float:
    """The budget of a model of different operators that take so long together."""
    nodes = [SimpleNamespace(operator=SimpleNamespace(key=str(n))) for n in range(operators)]
    model: Any = SimpleNamespace(
        graph=lambda: SimpleNamespace(operator_nodes=nodes), parts=("model",) * parts
    )
    known = SimpleNamespace(operator_seconds=lambda operator: seconds / operators)
    patch.setattr(budget, "KnownOperators", lambda *_: known)
    repositories: Any = SimpleNamespace(target=None, operators=SimpleNamespace(measured=None))
    return automatic_budget(model, repositories, reading)


def test_a_small_model_has_a_small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _automatic(SMALL_SECONDS, 30, monkeypatch) == SMALL_BUDGET
    assert _automatic(SMALL_SECONDS, 31, monkeypatch) == USUAL_BUDGET
    assert _automatic(1.1 * SMALL_SECONDS, 30, monkeypatch) == USUAL_BUDGET


def test_a_budget_is_longer_where_reading_took_long(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [_automatic(SMALL_SECONDS, 1, monkeypatch, reading=taken) for taken in (2.0, 10.0)]
    assert found == [SMALL_BUDGET, TIMES_READING * 10.0]


def test_each_model_of_a_folder_has_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _automatic(1.0, 31, monkeypatch, parts=3) == 3 * USUAL_BUDGET
