"""The built-in repository is filled by tuning and merging, and then known to everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.backends.cpu.version import CODE_GENERATOR
from aoe.repository.bank_file import read_bank
from aoe.repository.entry import SUBGRAPH, Entry
from aoe.repository.location import (
    bank_path,
    builtin_directory,
    builtin_graph_directory,
    graph_path,
)
from aoe.repository.repository import Repository
from benchmarks import builtin
from benchmarks.report import Row
from tests.repository import examples
from tests.repository.examples import SOC_VERSION, with_code_generator


def entry(key: int, after_us: float = 10.0) -> Entry:
    return with_code_generator(examples.entry(key, after_us), CODE_GENERATOR)


def subgraph_entry(key: int, after_us: float = 10.0) -> Entry:
    return with_code_generator(examples.subgraph_entry(key, after_us), CODE_GENERATOR)


def tuned(repository: Path, *entries: Entry) -> None:
    """What tuning leaves in a repository."""
    store = Repository(repository / SOC_VERSION, repository / "none", SOC_VERSION, CODE_GENERATOR)
    graphs = Repository(repository, repository / "none", SOC_VERSION, CODE_GENERATOR)
    for item in entries:
        (graphs if item.operator_type == SUBGRAPH else store).store(item)


def known(directory: Path, wanted: Entry) -> float | None:
    """The time of what a user without a repository finds built in."""
    user = Repository(directory / "nobody", directory, SOC_VERSION, CODE_GENERATOR)
    found = user.lookup(wanted.signature, wanted.key)
    return None if found is None else found.after.median_us


def test_what_tuning_finds_is_built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tune(model: Path, threads: int, budget: str | None, repository: Path) -> Row:
        tuned(repository, entry(threads, 5.0), entry(9, 10.0 - threads), subgraph_entry(4, 6.0))
        return {"model": model.stem, "threads": threads, "added": 3}

    monkeypatch.setattr(builtin, "tune", tune)
    root, model = tmp_path / "builtin", tmp_path / "a.onnx"
    model.touch()
    arguments = [str(model), f"--repository={tmp_path / 'work'}", f"--destination={root}"]
    assert builtin.main(arguments) == 0

    operators = builtin_directory(SOC_VERSION, root)
    graphs = builtin_graph_directory(SOC_VERSION, root)
    files = {bank_path(operators, "Conv"), graph_path(graphs, SOC_VERSION)}
    assert set(root.rglob("*.json")) == files
    assert list(root.rglob("*.lock")) == []
    assert [known(operators, entry(key)) for key in (1, 2, 9)] == [5.0, 5.0, 8.0]
    assert known(graphs, subgraph_entry(4)) == 6.0


def test_what_is_built_in_stays_where_it_is_faster(tmp_path: Path) -> None:
    root, operators = tmp_path / "builtin", builtin_directory(SOC_VERSION, tmp_path / "builtin")
    for times in ({1: 5.0, 2: 5.0}, {2: 4.0, 3: 5.0}, {2: 6.0}):
        repository = tmp_path / str(times)
        tuned(repository, *(entry(key, after) for key, after in times.items()))
        builtin.merge(repository, root)
    assert [known(operators, entry(key)) for key in (1, 2, 3)] == [5.0, 4.0, 5.0]


def test_what_another_code_generator_has_measured_is_not_built_in(tmp_path: Path) -> None:
    root = tmp_path / "builtin"
    old = Repository(tmp_path / "bank" / SOC_VERSION, tmp_path, SOC_VERSION, "0")
    old.store(with_code_generator(entry(1), "0"))
    tuned(tmp_path / "bank", entry(2))
    builtin.merge(tmp_path / "bank", root)
    (path,) = root.rglob("*.json")
    assert set(read_bank(path).entries) == {"2"}


def test_tuning_that_finds_nothing_leaves_the_builtin_repository(tmp_path: Path) -> None:
    (tmp_path / "bank").mkdir()
    builtin.merge(tmp_path / "bank", tmp_path / "builtin")
    assert list((tmp_path / "builtin").rglob("*")) == []
    tuned(tmp_path / "other", entry(1))
    builtin.merge(tmp_path / "other", tmp_path / "builtin")
    builtin.merge(tmp_path / "bank", tmp_path / "builtin")
    assert known(builtin_directory(SOC_VERSION, tmp_path / "builtin"), entry(1)) == 10.0


def test_a_model_that_cannot_be_tuned_has_no_numbers(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    row = builtin.tune(tmp_path / "missing.onnx", 1, None, tmp_path)
    assert (row["model"], row["added"]) == ("missing", None)
    assert "there is no such file" in capfd.readouterr().err
