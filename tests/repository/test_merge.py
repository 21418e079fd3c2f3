"""Merging repositories: the faster wins, device models stay apart, the result is compact."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from aoe.errors import UsageError
from aoe.repository import merge as merge_module
from aoe.repository.entry import Entry
from aoe.repository.merge import MergeCount, merge_repositories
from aoe.repository.repository import Repository

from .examples import CODE_GENERATOR, SOC_VERSION, entry, with_code_generator


def store(root: Path, *entries: Entry, soc_version: str = SOC_VERSION) -> Path:
    repository = Repository(root / soc_version, root / "none", soc_version, CODE_GENERATOR)
    for item in entries:
        repository.store(item)
    return root


def known(root: Path, wanted: Entry, soc_version: str = SOC_VERSION) -> Entry | None:
    repository = Repository(root / soc_version, root / "none", soc_version, wanted.code_generator)
    return repository.lookup(wanted.signature, wanted.key)


@pytest.fixture
def destination(tmp_path: Path) -> Path:
    path = tmp_path / "destination"
    path.mkdir()
    return path


def test_all_sources_are_in_the_result(tmp_path: Path, destination: Path) -> None:
    sources = [store(tmp_path / "a", entry(1)), store(tmp_path / "b", entry(2, type_name="MatMul"))]
    assert merge_repositories(sources, destination) == (MergeCount(SOC_VERSION, 2, 2),)
    assert known(destination, entry(1)) == entry(1)
    assert known(destination, entry(2, type_name="MatMul")) == entry(2, type_name="MatMul")


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_the_faster_of_two_entries_wins(
    tmp_path: Path, destination: Path, order: tuple[str, str]
) -> None:
    store(tmp_path / "a", entry(after_us=9.0))
    store(tmp_path / "b", entry(after_us=4.0))
    merge_repositories([tmp_path / name for name in order], destination)
    assert known(destination, entry()) == entry(after_us=4.0)


def test_what_the_destination_holds_takes_part(tmp_path: Path, destination: Path) -> None:
    store(destination, entry(after_us=3.0))
    merge_repositories([store(tmp_path / "a", entry(after_us=9.0))], destination)
    assert known(destination, entry()) == entry(after_us=3.0)


def test_device_models_stay_apart(tmp_path: Path, destination: Path) -> None:
    source = store(tmp_path / "a", entry(after_us=9.0))
    store(source, entry(after_us=1.0), soc_version="skylake_4c")
    merge_repositories([source], destination)
    assert known(destination, entry()) == entry(after_us=9.0)
    assert known(destination, entry(), "skylake_4c") == entry(after_us=1.0)


def test_entries_of_different_code_generators_are_not_compared_by_time(
    tmp_path: Path, destination: Path
) -> None:
    old = with_code_generator(entry(after_us=1.0), "0")
    new = dataclasses.replace(entry(after_us=9.0), date="2026-06-01T00:00:00Z")
    merge_repositories([store(tmp_path / "a", new), store(tmp_path / "b", old)], destination)
    assert known(destination, new) == new


def test_what_the_builtin_repository_does_better_is_left_out(
    tmp_path: Path, destination: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builtin = store(tmp_path / "builtin", entry(1, after_us=2.0), entry(2, after_us=2.0))
    monkeypatch.setattr(merge_module, "builtin_directory", lambda soc: builtin / soc)
    source = store(tmp_path / "a", entry(1, after_us=3.0), entry(2, after_us=1.0), entry(3))
    assert merge_repositories([source], destination) == (MergeCount(SOC_VERSION, 3, 2),)
    assert known(destination, entry(1)) is None
    assert known(destination, entry(2)) == entry(2, after_us=1.0)
    assert known(destination, entry(3)) == entry(3)


def test_a_missing_destination_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="must exist"):
        merge_repositories([store(tmp_path / "a", entry())], tmp_path / "missing")


def test_a_missing_source_is_refused_before_anything_is_written(
    tmp_path: Path, destination: Path
) -> None:
    with pytest.raises(UsageError, match="nowhere"):
        merge_repositories([store(tmp_path / "a", entry()), tmp_path / "nowhere"], destination)
    assert list(destination.iterdir()) == []


def test_a_source_without_a_repository_is_refused(tmp_path: Path, destination: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no operator repository"):
        merge_repositories([tmp_path / "empty"], destination)


def test_the_destination_cannot_be_a_source(destination: Path) -> None:
    with pytest.raises(UsageError, match="both"):
        merge_repositories([destination], destination)
