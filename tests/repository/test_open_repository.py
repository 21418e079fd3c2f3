"""Which repository is read: that of operators and that of graphs have orders of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.repository.bank_file import read_bank
from aoe.repository.location import graph_path
from aoe.repository.repository import (
    Repository,
    open_graph_repository,
    open_graph_repository_to_read,
    open_repository,
)
from aoe.settings import read_settings

from .examples import CODE_GENERATOR, SOC_VERSION, entry, subgraph_entry
from .test_repository import found


def test_an_entry_of_a_subgraph_is_stored_and_found(tmp_path: Path) -> None:
    graphs = Repository(tmp_path, tmp_path / "none", SOC_VERSION, CODE_GENERATOR)
    graphs.store(subgraph_entry())
    again = Repository(tmp_path, tmp_path / "none", SOC_VERSION, CODE_GENERATOR)
    assert found(again, subgraph_entry()) == subgraph_entry()
    assert (tmp_path / f"subgraph_{SOC_VERSION}.json").is_file()
    again.withdraw(subgraph_entry().signature, "7")
    assert read_bank(graph_path(tmp_path, SOC_VERSION)).entries == {"7": subgraph_entry()}
    graphs.withdraw(subgraph_entry().signature, "7")
    assert read_bank(graph_path(tmp_path, SOC_VERSION)).entries == {}


def test_graphs_are_read_from_mdl_bank_path_and_stored_in_tune_bank_path(tmp_path: Path) -> None:
    for name in ("tune", "mdl"):
        (tmp_path / name).mkdir()
    settings = read_settings({"TUNE_BANK_PATH": "tune", "HOME": "home"}, tmp_path)
    open_graph_repository(settings, SOC_VERSION, CODE_GENERATOR).store(subgraph_entry(7, 5.0))
    named = Repository(tmp_path / "mdl", tmp_path / "none", SOC_VERSION, CODE_GENERATOR)
    named.store(subgraph_entry(7, 6.0))
    reading = open_graph_repository_to_read(settings, SOC_VERSION, CODE_GENERATOR, tmp_path / "mdl")
    assert found(reading, subgraph_entry(7)) == subgraph_entry(7, 6.0)
    reading = open_graph_repository_to_read(settings, SOC_VERSION, CODE_GENERATOR)
    assert found(reading, subgraph_entry(7)) == subgraph_entry(7, 5.0)


@pytest.mark.parametrize("named", ["empty", "missing", "a_file"])
def test_a_mdl_bank_path_without_graphs_gives_way_with_a_warning(
    named: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("tune", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "a_file").write_text("")
    settings = read_settings({"TUNE_BANK_PATH": "tune", "HOME": "home"}, tmp_path)
    open_graph_repository(settings, SOC_VERSION, CODE_GENERATOR).store(subgraph_entry(7, 5.0))
    reading = open_graph_repository_to_read(settings, SOC_VERSION, CODE_GENERATOR, tmp_path / named)
    assert found(reading, subgraph_entry(7)) == subgraph_entry(7, 5.0)
    (warning,) = caplog.messages
    assert str(tmp_path / named) in warning
    assert str(tmp_path / "tune") in warning


def test_operators_are_read_from_op_bank_path_where_tune_bank_path_is_not_set(
    tmp_path: Path,
) -> None:
    settings = read_settings({"HOME": "home"}, tmp_path)
    named = tmp_path / "bank" / SOC_VERSION
    Repository(named, tmp_path / "none", SOC_VERSION, CODE_GENERATOR).store(entry())
    reading = open_repository(settings, SOC_VERSION, CODE_GENERATOR, tmp_path / "bank")
    assert found(reading, entry()) == entry()
    assert found(open_repository(settings, SOC_VERSION, CODE_GENERATOR), entry()) is None
