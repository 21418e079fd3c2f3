"""Winners that take the place of what another process has stored meanwhile."""

from __future__ import annotations

from pathlib import Path

from aoe.repository.entry import Entry
from aoe.repository.repository import Repository

from .examples import CODE_GENERATOR, SOC_VERSION, entry


def repository_in(root: Path) -> Repository:
    return Repository(root / "custom", root / "builtin", SOC_VERSION, CODE_GENERATOR)


def found(repository: Repository, wanted: Entry) -> Entry | None:
    return repository.lookup(wanted.signature, wanted.key)


def test_withdrawing_puts_back_what_another_process_had_stored_meanwhile(tmp_path: Path) -> None:
    repository = repository_in(tmp_path)
    assert found(repository, entry(7)) is None
    other = entry(7, after_us=8)
    repository_in(tmp_path).store(other)
    repository.store(entry(7, after_us=5))
    repository.withdraw(other.signature, "7")
    assert found(repository_in(tmp_path), other) == other


def test_withdrawing_puts_back_what_another_process_stored_between_two_winners(
    tmp_path: Path,
) -> None:
    repository = repository_in(tmp_path)
    repository.store(entry(7, after_us=9))
    other = entry(7, after_us=8)
    repository_in(tmp_path).store(other)
    repository.store(entry(7, after_us=5))
    repository.withdraw(other.signature, "7")
    assert found(repository_in(tmp_path), other) == other


def test_a_store_in_place_of_another_process_s_is_announced(tmp_path: Path) -> None:
    repository = repository_in(tmp_path)
    announced: list[tuple[Entry, Entry | None]] = []
    repository.announce_stores(lambda new, before: announced.append((new, before)))
    assert found(repository, entry(7)) is None
    repository_in(tmp_path).store(entry(7, after_us=8))
    repository.store(entry(7, after_us=9))  # which is slower, and so not written
    assert announced == []
    repository.store(entry(7, after_us=5))
    assert announced == [(entry(7, after_us=5), entry(7, after_us=8))]
