"""Entries whose signatures have fields of an earlier version are hits today, under today's keys.

`stored_before/marks/` was written by the code at commit `d44dd90` for `marks.onnx`: its two
matmuls, without a mark and with each mark that operators had then. `stored_before/README.md` says
more.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aoe.application.bank.records import defect, read_contents, space_objection
from aoe.application.command_line import main
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_profiles
from aoe.backends.cpu.target.host import target_for
from aoe.backends.cpu.version import CODE_GENERATOR
from aoe.backends.registry import target_from_json
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.subgraph.inter_op import with_inter_op_region
from aoe.operators.graph_json import graph_from_json, policies_from_json
from aoe.operators.operator import Operator
from aoe.repository.bank_file import read_bank
from aoe.repository.location import bank_path, graph_path
from aoe.repository.repository import Repository
from aoe.runtime.offline_model import read_offline_model
from aoe.settings import read_settings
from aoe.signature import EARLIER_FIELDS, current_fields, key_of
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import RepositoryPolicies, Winner
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.trial_log import read_subgraph_searches, read_trial_log
from tests.not_empty import not_empty

MARKS = Path(__file__).with_name("stored_before") / "marks"
SOC_VERSION = "znver4_2c"
TARGET = target_for("avx512", threads=2)
BRANCHES = {"a": 0, "y": 0, "b": 1, "z": 1}


def graphs() -> tuple[PreparedGraph, PreparedGraph]:
    """The model, and the model with a precision for each of its two matmuls."""
    _, (plain,) = load_profiles(ModelOrigin(MARKS / "marks.onnx"), [{}], target=TARGET)
    names = {node.output: node.name for node in plain.unfused.operator_nodes}
    marked = plain.with_precision(frozenset({names["a"]}), "high")
    return plain, marked.with_precision(frozenset({names["b"]}), "highest")


def matmuls() -> Iterator[Operator]:
    """The matmuls, on all threads and on one."""
    for graph in not_empty(graphs()):
        made = graph.formed({})
        for form in (made, with_inter_op_region(made, BRANCHES)):
            yield from (n.operator for n in form.operator_nodes if n.operator.type == "MatMul")


def repository(folder: Path) -> Repository:
    return Repository(folder, folder / "none", SOC_VERSION, CODE_GENERATOR)


def policies(folder: Path) -> RepositoryPolicies:
    return RepositoryPolicies(repository(folder / SOC_VERSION), TARGET, (), "0.1.1")


def subgraphs(folder: Path) -> RepositorySubgraphs:
    return RepositorySubgraphs(repository(folder), TARGET, (), "0.1.1")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The repository, to be written to."""
    return Path(shutil.copytree(MARKS, tmp_path / "bank"))


def winner() -> Measurement:
    return Measurement(1e-5, 1e-5, 1e-7, 9)


def test_the_files_have_every_field_of_before() -> None:
    text = bank_path(MARKS / SOC_VERSION, "MatMul").read_text()
    assert all(f'"{name}": true' in text for name in EARLIER_FIELDS)
    found = {name for operator in matmuls() for name in operator.to_json()}
    assert {field for field, _ in EARLIER_FIELDS.values()} <= found


def test_every_entry_has_the_key_of_today_and_is_usable() -> None:
    records = [item for item in read_contents(MARKS).records if item.type == "MatMul"]
    assert len(records) == 8
    assert [defect(record) for record in records] == [None] * len(records)
    assert [space_objection(record, TARGET) for record in records] == [None] * len(records)


def test_every_operator_of_the_model_is_a_hit() -> None:
    store = policies(MARKS)
    found = [store.lookup(operator) for operator in matmuls()]
    assert len(found) == 8
    assert None not in found
    assert [store.origin(operator) for operator in matmuls()] == ["custom"] * len(found)


def test_an_entry_under_a_wrong_key_stays_a_defect(copied: Path) -> None:
    path = bank_path(copied / SOC_VERSION, "MatMul")
    data = json.loads(path.read_text())
    (key, entry), *_ = (
        item
        for item in data["entries"].items()
        if current_fields(item[1]["signature"]) is not item[1]["signature"]
    )
    data["entries"] = {str(int(key) // 2): entry}
    path.write_text(json.dumps(data))
    (record,) = (item for item in read_contents(copied).records if item.type == "MatMul")
    assert "its key is not that of its operator" in str(defect(record))


def test_a_store_writes_the_fields_of_today_and_can_be_undone(copied: Path) -> None:
    store, path = policies(copied), bank_path(copied / SOC_VERSION, "MatMul")
    before = dict(read_bank(path).entries)
    operator = next(item for item in matmuls() if item.inter_op and item.zeros_expected)
    policy = store.lookup(operator)
    assert policy is not None
    store.store(operator, Winner(policy, winner(), winner(), None))
    assert not any(f'"{name}": true' in path.read_text() for name in EARLIER_FIELDS)
    assert set(read_bank(path).entries) == {*before, operator.key}
    store.withdraw(operator)
    assert dict(read_bank(path).entries) == before


def test_of_two_entries_of_one_operator_that_of_today_stays(copied: Path) -> None:
    path = bank_path(copied / SOC_VERSION, "MatMul")
    data = json.loads(path.read_text())
    entries = {
        key: item
        for key, item in data["entries"].items()
        if current_fields(item["signature"]) is not item["signature"]
    }
    today = {}
    for key, entry in read_bank(path).entries.items():
        if key not in data["entries"]:
            renewed = json.loads(entry.signature)
            today[key] = {**next(iter(entries.values())), "signature": renewed, "package": "new"}
    data["entries"] = {**today, **entries}
    path.write_text(json.dumps(data))
    found = read_bank(path).entries
    assert {entry.package for entry in found.values()} == {"new"}
    assert len(found) == len(entries)


def test_every_subgraph_of_the_model_is_a_hit() -> None:
    store = subgraphs(MARKS)
    for graph in not_empty(graphs()):
        for subgraph in not_empty(graph.subgraphs):
            assert store.lookup(subgraph) == subgraph.policy(graph.decisions)
            assert store.origin(subgraph) == "custom"
            assert subgraph.key not in read_bank(graph_path(MARKS, SOC_VERSION)).entries


def test_a_subgraph_is_stored_under_its_key_of_today_and_withdrawn(copied: Path) -> None:
    store, path = subgraphs(copied), graph_path(copied, SOC_VERSION)
    before = dict(read_bank(path).entries)
    graph, _ = graphs()
    for subgraph in not_empty(graph.subgraphs):
        known = store.lookup(subgraph)
        assert known is not None
        store.store(subgraph, Winner(known, winner(), winner(), None))
        assert subgraph.key in read_bank(path).entries
        store.withdraw(subgraph)
    assert dict(read_bank(path).entries) == before


def test_the_trial_log_has_the_keys_of_today() -> None:
    searches = read_trial_log(MARKS / "trials.jsonl")
    known = {replace(operator, zeros_expected=False).key for operator in matmuls()}
    known |= {operator.key for operator in matmuls()}
    assert len(searches) == 8
    assert set(searches) <= known
    assert all(search.operator.key == key and search.trials for key, search in searches.items())
    earlier = {key_of(item.earlier_signature) for graph in graphs() for item in graph.subgraphs}
    assert {key for _, key in read_subgraph_searches(MARKS / "trials.jsonl")} == earlier


def test_the_policies_of_an_offline_model_have_the_keys_of_today() -> None:
    model = read_offline_model(MARKS / "marks.om", target_from_json)
    graph = graph_from_json(model.graph, model.constants)
    keys = {node.operator.key for node in graph.operator_nodes}
    assert keys == set(policies_from_json(model.graph, model.policies))
    assert keys != set(model.policies)


def test_explain_finds_the_candidates_of_a_subgraph(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TUNE_BANK_PATH", str(MARKS))
    log = tmp_path / "trials.jsonl"
    # It is read for the machine that explains.
    here = this_machine(2, read_settings()).soc_version
    log.write_text((MARKS / "trials.jsonl").read_text().replace(SOC_VERSION, here))
    command = ["explain", str(MARKS / "marks.onnx"), "--subgraphs", f"--trial_log={log}"]
    assert main([*command, "--threads=2"]) == 0
    assert "1 policy tried, 0 failed" in capsys.readouterr().out
