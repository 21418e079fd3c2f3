"""Lookup and store: what is known is found again, and nothing damaged stops a run."""

from __future__ import annotations

import dataclasses
import json
import logging
import multiprocessing
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.errors import RepositoryError
from aoe.repository.bank_file import read_bank
from aoe.repository.entry import Entry
from aoe.repository.location import bank_path
from aoe.repository.opening import open_repository, require_writable
from aoe.repository.repository import Repository
from aoe.settings import read_settings

from .examples import CODE_GENERATOR, ENTRIES, SOC_VERSION, entry, with_code_generator


def repository_in(root: Path, code_generator: str = CODE_GENERATOR) -> Repository:
    return Repository(
        root / "custom" / SOC_VERSION, root / "builtin" / SOC_VERSION, SOC_VERSION, code_generator
    )


def builtin_in(root: Path) -> Repository:
    """A repository whose custom part is the built-in part of `repository_in`."""
    return Repository(root / "builtin" / SOC_VERSION, root / "none", SOC_VERSION, CODE_GENERATOR)


def found(repository: Repository, wanted: Entry) -> Entry | None:
    return repository.lookup(wanted.signature, wanted.key)


def conv_file(root: Path) -> Path:
    return bank_path(repository_in(root).custom, "Conv")


def test_an_empty_repository_knows_nothing_and_makes_no_folder(tmp_path: Path) -> None:
    assert found(repository_in(tmp_path), entry()) is None
    assert list(tmp_path.iterdir()) == []


def test_what_is_stored_is_found_by_another_process(tmp_path: Path) -> None:
    repository_in(tmp_path).store(entry())
    assert found(repository_in(tmp_path), entry()) == entry()


@settings(max_examples=20)
@given(st.lists(ENTRIES, max_size=5, unique_by=lambda item: item.key))
def test_every_stored_entry_is_found(
    tmp_path_factory: pytest.TempPathFactory, entries: list[Entry]
) -> None:
    root = tmp_path_factory.mktemp("repository")
    for item in entries:
        repository_in(root, item.code_generator).store(item)
    for item in entries:
        assert found(repository_in(root, item.code_generator), item) == item


def test_custom_beats_builtin(tmp_path: Path) -> None:
    builtin_in(tmp_path).store(entry(after_us=1.0))
    repository_in(tmp_path).store(entry(after_us=5.0))
    assert found(repository_in(tmp_path), entry()) == entry(after_us=5.0)


def test_builtin_is_used_where_custom_knows_nothing(tmp_path: Path) -> None:
    builtin_in(tmp_path).store(entry(1))
    repository_in(tmp_path).store(entry(2))
    assert found(repository_in(tmp_path), entry(1)) == entry(1)


def test_entries_of_other_processes_are_seen_and_kept(tmp_path: Path) -> None:
    mine, theirs = repository_in(tmp_path), repository_in(tmp_path)
    mine.store(entry(1))
    theirs.store(entry(2))
    assert found(mine, entry(2)) == entry(2)
    assert set(read_bank(conv_file(tmp_path)).entries) == {"1", "2"}


def test_a_winner_replaces_the_entry_it_was_measured_against(tmp_path: Path) -> None:
    repository = repository_in(tmp_path)
    repository.store(entry(after_us=5.0))
    found(repository, entry())
    slower_because_the_machine_is_busy = entry(after_us=6.0)
    repository.store(slower_because_the_machine_is_busy)
    assert found(repository, entry()) == slower_because_the_machine_is_busy


def test_of_two_processes_that_tuned_the_same_operator_the_faster_wins(tmp_path: Path) -> None:
    mine, theirs = repository_in(tmp_path), repository_in(tmp_path)
    assert found(mine, entry()) is None
    theirs.store(entry(after_us=4.0))
    mine.store(entry(after_us=9.0))
    assert found(repository_in(tmp_path), entry()) == entry(after_us=4.0)


def test_the_file_is_sorted_and_one_line_a_field(tmp_path: Path) -> None:
    repository = repository_in(tmp_path)
    for key in (100, 9, 20):
        repository.store(entry(key))
    text = conv_file(tmp_path).read_text()
    assert list(json.loads(text)["entries"]) == ["9", "20", "100"]
    assert '   "signature": {"attributes": {"number": 9}, "type": "Conv"},\n' in text


def test_equal_contents_are_equal_files(tmp_path: Path) -> None:
    for root, keys in ((tmp_path / "a", (1, 2, 3)), (tmp_path / "b", (3, 1, 2))):
        for key in keys:
            repository_in(root).store(entry(key))
    assert conv_file(tmp_path / "a").read_bytes() == conv_file(tmp_path / "b").read_bytes()


def _change_first(root: Path, change: Callable[[dict[str, object]], None]) -> None:
    data = json.loads(conv_file(root).read_text())
    change(data["entries"]["7"])
    conv_file(root).write_text(json.dumps(data))


def _damage_policy(data: dict[str, object]) -> None:
    data["policy"] = {"impl": 3}


def test_a_damaged_entry_is_a_miss_with_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    repository_in(tmp_path).store(entry(7))
    repository_in(tmp_path).store(entry(8))
    _change_first(tmp_path, _damage_policy)
    repository = repository_in(tmp_path)
    assert found(repository, entry(7)) is None
    assert found(repository, entry(7)) is None
    assert found(repository, entry(8)) == entry(8)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "entry 7" in caplog.text


def test_a_damaged_entry_is_kept_when_others_are_stored(tmp_path: Path) -> None:
    repository_in(tmp_path).store(entry(7))
    _change_first(tmp_path, _damage_policy)
    repository_in(tmp_path).store(entry(8))
    assert json.loads(conv_file(tmp_path).read_text())["entries"]["7"]["policy"] == {"impl": 3}


def test_an_entry_of_another_operator_with_the_same_key_is_a_miss(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    repository_in(tmp_path).store(dataclasses.replace(entry(8), key="7"))
    assert found(repository_in(tmp_path), entry(7)) is None
    assert "another operator" in caplog.text


def test_an_entry_of_another_code_generator_is_a_miss_until_tuned_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    repository_in(tmp_path).store(with_code_generator(entry(after_us=1.0), "0"))
    repository = repository_in(tmp_path)
    assert found(repository, entry()) is None
    assert "code generator 0" in caplog.text
    repository.store(entry(after_us=5.0))
    assert found(repository, entry()) == entry(after_us=5.0)


DAMAGED_FILES = {
    "empty": "",
    "truncated": '{"schema": 1, "entries": {"7": {',
    "not an object": "[]",
    "other schema": '{"schema": 0, "soc_version": "znver4_2c", "entries": {}}',
    "other device": '{"schema": 1, "soc_version": "skylake_4c", "entries": {}}',
    "not text": "\x00\xff",
    "too deep": "[" * 100_000,
}


@pytest.mark.parametrize("text", DAMAGED_FILES.values(), ids=DAMAGED_FILES.keys())
def test_a_damaged_file_is_a_miss_with_one_warning(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    conv_file(tmp_path).parent.mkdir(parents=True)
    conv_file(tmp_path).write_text(text, encoding="latin-1")
    repository = repository_in(tmp_path)
    assert found(repository, entry(1)) is None
    assert found(repository, entry(2)) is None
    assert len(caplog.records) == 1


@pytest.mark.parametrize("text", DAMAGED_FILES.values(), ids=DAMAGED_FILES.keys())
def test_a_damaged_file_is_set_aside_when_something_is_stored(tmp_path: Path, text: str) -> None:
    conv_file(tmp_path).parent.mkdir(parents=True)
    conv_file(tmp_path).write_text(text, encoding="latin-1")
    repository = repository_in(tmp_path)
    repository.store(entry())
    assert found(repository, entry()) == entry()
    aside = conv_file(tmp_path).with_name("Conv.json.unreadable-1")
    assert aside.read_text(encoding="latin-1") == text


def of_a_newer_version(root: Path) -> str:
    """Writes a file of a newer version, and returns its text."""
    repository_in(root).store(entry(1))
    text = conv_file(root).read_text().replace('"schema": 1', '"schema": 2')
    conv_file(root).write_text(text)
    return text


def test_a_file_of_a_newer_version_is_a_miss_that_is_not_to_be_deleted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    of_a_newer_version(tmp_path)
    assert found(repository_in(tmp_path), entry(1)) is None
    assert "it is of a newer version of open-aoe (schema 2, not 1); update open-aoe" in caplog.text
    assert "delete" not in caplog.text


def test_a_file_of_a_newer_version_is_left_to_it(tmp_path: Path) -> None:
    text = of_a_newer_version(tmp_path)
    with pytest.raises(RepositoryError, match=r"newer version .* it is unchanged. update open-aoe"):
        repository_in(tmp_path).store(entry(2))
    with pytest.raises(RepositoryError, match="newer version of open-aoe; nothing was tuned"):
        require_writable(repository_in(tmp_path))
    assert conv_file(tmp_path).read_text() == text
    assert [path.name for path in conv_file(tmp_path).parent.glob("Conv.json*")] == ["Conv.json"]


def test_the_version_of_a_file_may_stand_anywhere_in_it(tmp_path: Path) -> None:
    data = json.loads(of_a_newer_version(tmp_path))
    schema = data.pop("schema")
    conv_file(tmp_path).write_text(json.dumps({**data, "schema": schema}))
    with pytest.raises(RepositoryError, match="newer version of open-aoe; nothing was tuned"):
        require_writable(repository_in(tmp_path))


def test_what_a_file_has_beside_entries_is_kept(tmp_path: Path) -> None:
    repository_in(tmp_path).store(entry(1))
    data = json.loads(conv_file(tmp_path).read_text())
    conv_file(tmp_path).write_text(json.dumps({**data, "notes": {"7": "of a later version"}}))
    repository_in(tmp_path).store(entry(2))
    kept = json.loads(conv_file(tmp_path).read_text())
    assert kept["notes"] == {"7": "of a later version"}
    assert kept["entries"].keys() == {"1", "2"}


@settings(max_examples=40, deadline=None)
@given(cut=st.floats(0, 1), noise=st.binary(max_size=4))
def test_no_damage_to_a_file_raises(
    tmp_path_factory: pytest.TempPathFactory, cut: float, noise: bytes
) -> None:
    root = tmp_path_factory.mktemp("repository")
    repository_in(root).store(entry())
    whole = conv_file(root).read_bytes()
    position = int(cut * len(whole))
    conv_file(root).write_bytes(whole[:position] + noise + whole[position + len(noise) :])
    assert found(repository_in(root), entry()) in (None, *_readable(root))


def _readable(root: Path) -> list[Entry]:
    return list(read_bank(conv_file(root)).entries.values())


def _store_many(root: Path, writer: int) -> None:
    repository = repository_in(root)
    for number in range(10):
        repository.store(entry(100 * writer + number))
        repository.store(entry(9999, after_us=10.0 + (7 * writer + number) % 13))


def test_four_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_store_many, args=(tmp_path, n)) for n in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0, 0, 0, 0]
    expected = {str(100 * writer + number) for writer in range(4) for number in range(10)}
    assert set(read_bank(conv_file(tmp_path)).entries) == expected | {"9999"}


def test_a_repository_that_cannot_be_written_is_refused_ahead(tmp_path: Path) -> None:
    (tmp_path / "Ascend").write_text("in the way")
    repository = open_repository(read_settings({"HOME": str(tmp_path)}), SOC_VERSION, "1")
    with pytest.raises(RepositoryError, match="TUNE_BANK_PATH"):
        require_writable(repository)


def test_a_file_that_cannot_be_written_is_a_repository_error(tmp_path: Path) -> None:
    (tmp_path / "custom").write_text("in the way")
    with pytest.raises(RepositoryError, match="cannot write"):
        repository_in(tmp_path).store(entry())


def test_a_withdrawn_entry_leaves_nothing(tmp_path: Path) -> None:
    repository = repository_in(tmp_path)
    repository.store(entry(8))
    repository.store(entry(7, after_us=9))
    repository.store(entry(7, after_us=8))
    repository.withdraw(entry(7).signature, "7")
    assert found(repository, entry(7)) is None
    assert found(repository_in(tmp_path), entry(8)) == entry(8)
    assert set(read_bank(conv_file(tmp_path)).entries) == {"8"}


def test_withdrawing_puts_back_what_was_replaced(tmp_path: Path) -> None:
    old = entry(7, after_us=10.0)
    repository_in(tmp_path).store(old)
    before = conv_file(tmp_path).read_bytes()
    repository = repository_in(tmp_path)
    assert found(repository, old) == old
    repository.store(entry(7, after_us=8))
    repository.store(entry(7, after_us=7))
    repository.withdraw(old.signature, "7")
    assert found(repository, old) == old
    assert conv_file(tmp_path).read_bytes() == before


def test_withdrawing_uncovers_the_builtin_entry(tmp_path: Path) -> None:
    builtin_in(tmp_path).store(entry(7, after_us=12))
    repository = repository_in(tmp_path)
    assert found(repository, entry(7)) == entry(7, after_us=12)
    repository.store(entry(7, after_us=8))
    repository.withdraw(entry(7).signature, "7")
    assert found(repository, entry(7)) == entry(7, after_us=12)
    assert read_bank(conv_file(tmp_path)).entries == {}


def test_withdrawing_leaves_what_another_process_has_put_there_since(tmp_path: Path) -> None:
    repository = repository_in(tmp_path)
    repository.store(entry(7, after_us=8))
    other = entry(7, after_us=5)
    repository_in(tmp_path).store(other)
    repository.withdraw(other.signature, "7")
    assert found(repository, other) == other


def test_withdrawing_what_was_not_stored_changes_nothing(tmp_path: Path) -> None:
    repository_in(tmp_path).store(entry(7))
    repository = repository_in(tmp_path)
    assert found(repository, entry(7)) == entry(7)
    repository.withdraw(entry(7).signature, "7")
    assert found(repository, entry(7)) == entry(7)


def test_an_entry_with_an_objection_is_a_miss_and_uncovers_the_builtin_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    builtin_in(tmp_path).store(entry(after_us=9.0))
    repository = repository_in(tmp_path)
    repository.store(entry(after_us=1.0))

    def objection(item: Entry) -> str | None:
        return "too fast" if item.after.median_us < 2 else None

    wanted = entry()
    assert repository.lookup(wanted.signature, wanted.key, objection) == entry(after_us=9.0)
    assert "entry 7 of" in caplog.text
    assert "too fast" in caplog.text


def test_many_damaged_entries_of_a_file_are_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for key in range(5):
        repository_in(tmp_path).store(entry(key))
    text = conv_file(tmp_path).read_text().replace('"impl": "direct"', '"impl": 3')
    conv_file(tmp_path).write_text(text)
    repository = repository_in(tmp_path)
    caplog.set_level(logging.INFO)
    assert [found(repository, entry(key)) for key in range(5)] == [None] * 5
    levels = [record.levelno for record in caplog.records]
    assert levels == [logging.WARNING, *[logging.INFO] * 4]


def test_no_depth_of_nesting_stops_a_run(tmp_path: Path) -> None:
    for depth in (*range(5, 1000, 45), *range(900, 1000, 3), 5000, 100_000):
        root = tmp_path / str(depth)
        repository_in(root).store(entry(1))
        text = conv_file(root).read_text()
        nested = "[" * depth + "]" * depth
        conv_file(root).write_text(text.replace('{"number": 1}', nested))
        repository = repository_in(root)
        assert found(repository, entry(1)) is None
        repository.store(entry(2))
        assert found(repository, entry(2)) == entry(2)
        assert read_bank(conv_file(root)).unreadable is None
