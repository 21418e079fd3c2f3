"""Files that an earlier version wrote are read today: its repositories, trial log and offline
model. `stored_before/README.md` says where the files are from.

A change of a name on disk needs an alias where that name is read. Without it, users would lose what
they have tuned, so these tests fail.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aoe.application.bank.records import Record, defect, read_contents, space_objection
from aoe.application.command_line import main
from aoe.application.model.source import load_graph, load_profiles
from aoe.backends.cpu.target.host import target_for
from aoe.backends.cpu.version import CODE_GENERATOR
from aoe.backends.registry import default_backend, target_from_json
from aoe.frontends.frontend import ModelOrigin
from aoe.operators.graph_json import graph_from_json
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.reduction.reduce import reduction
from aoe.policy import EARLIER_NAMES, Policy, SubgraphPolicy
from aoe.repository.location import bank_path
from aoe.repository.repository import Repository
from aoe.runtime.offline_model import read_offline_model
from aoe.tuning.policy_database import RepositoryPolicies
from aoe.tuning.search.search_strategy import search_space
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.trial_log import read_subgraph_searches, read_trial_log
from tests.not_empty import not_empty
from tests.repository import examples

STORED = Path(__file__).with_name("stored_before")
BUILTIN, CUSTOM = STORED / "builtin", STORED / "custom"
SOC_VERSION = "znver4_2c"
#: A device with the instructions of that device model.
TARGET = target_for("avx512", threads=2)
#: How many entries each repository has.
ENTRIES = {BUILTIN: 37, CUSTOM: 2}
#: What the code at that commit wrote for `two_branches.onnx`.
SUBGRAPH_KEY = "6640394578096431931"
CONVOLUTION_KEY = "11537478464317398305"


def records(root: Path) -> tuple[Record, ...]:
    """All entries of a repository."""
    contents = read_contents(root)
    assert not contents.unreadable
    return contents.records


def operators(root: Path) -> Iterator[tuple[Record, Operator]]:
    """The entries of operators with their operators."""
    for record in not_empty(records(root)):
        operator = record.operator
        if operator is not None:
            yield record, operator


def repository(operators_of: Path, builtin: Path) -> Repository:
    """A repository of folders of stored files."""
    return Repository(operators_of, builtin, SOC_VERSION, CODE_GENERATOR)


@pytest.mark.parametrize("root", [BUILTIN, CUSTOM], ids=["builtin", "custom"])
def test_every_entry_is_read_under_the_same_key(root: Path) -> None:
    found = records(root)
    assert len(found) == ENTRIES[root]
    assert {record.key: defect(record) for record in found} == {
        record.key: None for record in found
    }
    assert [record.key for record in found if space_objection(record, TARGET) is not None] == []


@pytest.mark.parametrize("root", [BUILTIN, CUSTOM], ids=["builtin", "custom"])
def test_every_operator_is_a_hit(root: Path, tmp_path: Path) -> None:
    folder = BUILTIN / "op" / SOC_VERSION if root == BUILTIN else CUSTOM / SOC_VERSION
    for custom, builtin in ((folder, tmp_path), (tmp_path, folder)):
        policies = RepositoryPolicies(repository(custom, builtin), TARGET, (), "0.1.0")
        for record, operator in not_empty(operators(root)):
            assert record.entry is not None
            assert policies.lookup(operator) == record.entry.policy


def test_an_operator_of_the_model_is_a_hit(tmp_path: Path) -> None:
    policies = RepositoryPolicies(repository(CUSTOM / SOC_VERSION, tmp_path), TARGET, (), "0.1.0")
    _, graph = load_graph(ModelOrigin(STORED / "convolution.onnx"), {}, target=TARGET)
    (convolution,) = (
        node.operator for node in graph.operator_nodes if node.operator.key == CONVOLUTION_KEY
    )
    assert policies.lookup(convolution) is not None


def test_the_subgraph_of_the_model_is_a_hit(tmp_path: Path) -> None:
    subgraphs = RepositorySubgraphs(repository(CUSTOM, tmp_path), TARGET, (), "0.1.0")
    _, (graph,) = load_profiles(ModelOrigin(STORED / "two_branches.onnx"), [{}], target=TARGET)
    (subgraph,) = graph.subgraphs
    assert subgraph.key == SUBGRAPH_KEY
    assert isinstance(subgraphs.lookup(subgraph), SubgraphPolicy)


@pytest.mark.parametrize("root", [BUILTIN, CUSTOM], ids=["builtin", "custom"])
def test_bank_show_prints_every_entry(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TUNE_BANK_PATH", str(CUSTOM))
    monkeypatch.setenv("AOE_BUILTIN_PATH", str(BUILTIN))
    for record in not_empty(records(root)):
        chosen = ["--builtin"] if root == BUILTIN else []
        assert main(["bank", "show", record.key, *chosen]) == 0
        shown = capsys.readouterr().out
        assert record.key in shown
        assert record.entry is not None
        if isinstance(record.entry.policy, Policy):
            assert record.entry.policy.impl in shown


def test_earlier_names_of_implementations_are_read_as_those_of_today() -> None:
    today = set(default_backend().implementations())
    assert set(EARLIER_NAMES.values()) <= today
    assert not today & set(EARLIER_NAMES)
    for earlier, name in EARLIER_NAMES.items():
        policy = Policy.of(name, {"input": "direct"}, {"tile": (4, 2)})
        assert Policy.from_json({**policy.to_json(), "impl": earlier}) == policy
        assert Policy.from_json(policy.to_json()) == policy


def test_an_entry_with_an_earlier_name_is_a_hit_and_stored_under_the_name_of_today(
    tmp_path: Path,
) -> None:
    mean = reduction(Operand.row_major("float32", (1, 96, 56, 56)), (2, 3), "sum", True)
    space = search_space(mean, TARGET)
    policy = next(item for item, _ in space.estimates if item.impl == "reduce_two_pass")
    entry = replace(examples.entry(), key=mean.key, signature=mean.signature, policy=policy)
    entry = replace(entry, code_generator=CODE_GENERATOR)
    stored = repository(tmp_path / SOC_VERSION, tmp_path / "none")
    stored.store(entry)
    path = bank_path(tmp_path / SOC_VERSION, mean.type)
    path.write_text(path.read_text().replace("reduce_two_pass", "reduce_in_steps"))
    again = repository(tmp_path / SOC_VERSION, tmp_path / "none")
    assert RepositoryPolicies(again, TARGET, (), "0.1.0").lookup(mean) == policy
    again.store(entry)
    assert "reduce_in_steps" not in path.read_text()


def test_the_trial_log_is_read() -> None:
    path = STORED / "trials.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    tried = [line for line in lines if "policy" in line]
    searches, subgraphs = read_trial_log(path), read_subgraph_searches(path)
    assert [key for _, key in subgraphs] == [SUBGRAPH_KEY]
    assert {key: search.operator.key for key, search in searches.items()} == {
        key: key for key in searches
    }
    found = [trial for search in searches.values() for trial in search.trials]
    found_subgraphs = [trial for search in subgraphs.values() for trial in search.trials]
    assert found
    assert len(found) + len(found_subgraphs) == len(tried)
    decided = {item for trial in found_subgraphs for item in trial.policy.decisions}
    assert ("variant.8", "shift_gemm") in decided, "the file calls it taps_apart"


def test_the_offline_model_is_read() -> None:
    model = read_offline_model(STORED / "convolution.om", target_from_json)
    assert model.manifest.name == "convolution"
    assert model.manifest.target.soc_version == SOC_VERSION
    assert model.manifest.generator == CODE_GENERATOR
    assert [info.shape for info in model.plan.inputs] == [(1, 4, 8, 8)]
    assert [info.shape for info in model.plan.outputs] == [(1, 8, 1, 1)]
    assert {call.function for call in model.plan.calls} <= set(model.objects)
    graph = graph_from_json(model.graph, model.constants)
    keys = {node.operator.key for node in graph.operator_nodes}
    assert CONVOLUTION_KEY in keys
    assert keys == set(model.policies)
    assert all(Policy.from_json(policy).impl for policy in model.policies.values())
