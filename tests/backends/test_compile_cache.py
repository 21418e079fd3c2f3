"""The compile cache returns exactly what was stored and stays within its size limit."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from aoe.backends.compile_cache import (
    ABANDONED_SECONDS,
    GROWTH,
    MEGABYTE,
    TIDY_PART,
    CacheLimits,
    CacheMode,
    CompileCache,
    cache_folder,
    folder_bytes,
)
from aoe.settings import read_settings

KEY, OTHER = "0" * 64, "1" * 64
Open = Callable[..., CompileCache]


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    def open_cache(mode: CacheMode = "enable", limits: CacheLimits | None = None) -> CompileCache:
        return CompileCache(tmp_path / "cache", mode, limits)

    return open_cache


def test_another_process_finds_what_was_stored(tmp_path: Path, opened: Open) -> None:
    with closing(opened()) as cache:
        cache.put(KEY, b"code")
    script = (
        "import sys, pathlib; from aoe.backends.compile_cache import CompileCache; "
        "sys.stdout.buffer.write(CompileCache(pathlib.Path(sys.argv[1]), 'enable').get('0' * 64))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "cache")], capture_output=True, check=True
    )
    assert found.stdout == b"code"


def test_what_is_found_tells_how_long_compiling_it_took(opened: Open) -> None:
    with closing(opened()) as cache:
        cache.put(KEY, b"\ncode\n", seconds=1.25)
        cache.put(OTHER, b"code", seconds=0.5)
        assert cache.saved_seconds == 0.0
    with closing(opened()) as cache:
        assert (cache.get(KEY), cache.saved_seconds) == (b"\ncode\n", 1.25)
        assert (cache.get(OTHER), cache.saved_seconds) == (b"code", 1.75)


def test_a_file_of_an_earlier_format_is_a_miss(tmp_path: Path, opened: Open) -> None:
    data = b"\x7fELF code\n"
    with closing(opened()) as cache:
        cache.put(KEY, data)
    path = tmp_path / "cache" / KEY
    digest = hashlib.sha256(data).hexdigest().encode()
    path.write_bytes(b"open-aoe object code " + digest + b"\n" + data)
    assert opened().get(KEY) is None


def test_an_unknown_key_is_a_miss(opened: Open) -> None:
    assert opened().get(KEY) is None


DAMAGE: list[Callable[[bytes], bytes]] = [
    lambda data: data[:-1],
    lambda data: b"",
    lambda data: data[1:],
    lambda data: data[:-1] + b"x",
    lambda data: b"\n" + data,
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_a_miss_and_is_removed(
    tmp_path: Path, opened: Open, damage: Callable[[bytes], bytes]
) -> None:
    cache = opened()
    cache.put(KEY, b"code")
    path = tmp_path / "cache" / KEY
    path.write_bytes(damage(path.read_bytes()))
    assert cache.get(KEY) is None
    assert not path.exists()


def test_forcing_ignores_and_replaces_what_is_there(opened: Open) -> None:
    opened().put(KEY, b"old")
    forced = opened("force")
    assert forced.get(KEY) is None
    forced.put(KEY, b"new")
    assert opened().get(KEY) == b"new"


def test_a_disabled_cache_touches_nothing(tmp_path: Path, opened: Open) -> None:
    cache = opened("disable")
    cache.put(KEY, b"code")
    assert cache.get(KEY) is None
    assert not (tmp_path / "cache").exists()


def test_a_closed_cache_is_empty(opened: Open) -> None:
    cache = opened()
    cache.put(KEY, b"code")
    cache.close()
    cache.put(OTHER, b"code")
    assert cache.get(KEY) is None


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_is_not_used(
    tmp_path: Path, opened: Open, mode: int, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(mode)
    cache = opened()
    cache.put(KEY, b"code")
    assert cache.get(KEY) is None
    assert list((tmp_path / "cache").iterdir()) == []
    assert "others may write to it" in caplog.text


def test_a_folder_of_another_user_is_not_used(
    tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened().put(KEY, b"code")
    monkeypatch.setattr(os, "geteuid", lambda: (tmp_path.stat().st_uid) + 1)
    assert opened().get(KEY) is None
    assert "it belongs to another user" in caplog.text


def test_a_file_that_others_may_write_is_not_used(
    tmp_path: Path, opened: Open, caplog: pytest.LogCaptureFixture
) -> None:
    cache = opened()
    cache.put(KEY, b"code")
    (tmp_path / "cache" / KEY).chmod(0o622)
    assert cache.get(KEY) is None
    assert "another user may have written it" in caplog.text


def test_a_link_is_not_followed(tmp_path: Path, opened: Open) -> None:
    cache = opened()
    cache.put(KEY, b"code")
    (tmp_path / "cache" / OTHER).symlink_to(tmp_path / "cache" / KEY)
    assert cache.get(OTHER) is None


def test_new_folders_are_for_their_owner_alone(tmp_path: Path, opened: Open) -> None:
    opened().put(KEY, b"code")
    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0
    assert (tmp_path / "cache" / KEY).stat().st_mode & 0o077 == 0


def test_the_least_recently_used_file_is_removed_first(tmp_path: Path, opened: Open) -> None:
    keys = [str(number) * 64 for number in range(5)]
    block = bytes(MEGABYTE // 2 - 1000)
    cache = opened(limits=CacheLimits(2, 50))
    for age, key in enumerate(keys):
        cache.put(key, block)
        os.utime(tmp_path / "cache" / key, (1000 + age, 1000 + age))
    assert cache.get(keys[0]) is not None  # now the most recently used
    cache.tidy()
    left = {path.name for path in (tmp_path / "cache").iterdir()}
    assert left == {keys[0], keys[4]}
    assert folder_bytes(tmp_path / "cache") <= MEGABYTE


def test_closing_keeps_the_folder_within_its_bound(tmp_path: Path, opened: Open) -> None:
    with closing(opened(limits=CacheLimits(1, 50))) as cache:
        for number in range(4):
            cache.put(str(number) * 64, bytes(MEGABYTE // 2))
    assert folder_bytes(tmp_path / "cache") <= MEGABYTE


def test_a_folder_is_looked_through_when_its_caches_together_added_enough(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    tidied: list[int] = []
    monkeypatch.setattr(CompileCache, "tidy", counted(CompileCache.tidy, tidied))
    for number in range(12):
        with closing(opened(limits=CacheLimits(1, 50))) as cache:
            cache.put(f"{number:064x}", bytes(MEGABYTE // TIDY_PART // 4))
        opened().close()  # adds nothing
    assert tidied == [4, 8, 12]


def counted(tidy: Callable[[CompileCache], None], files: list[int]) -> Callable[..., None]:
    """Notes how many files there are whenever a folder is tidied."""

    def noted(cache: CompileCache) -> None:
        files.append(len([path for path in cache.folder.iterdir() if path.name != GROWTH]))
        tidy(cache)

    return noted


@pytest.mark.parametrize("limit", [1, -1])
def test_small_additions_count_too(tmp_path: Path, opened: Open, limit: int) -> None:
    for number in range(3):
        with closing(opened(limits=CacheLimits(limit, 50))) as cache:
            cache.put(f"{number:064x}", b"code")
    assert (tmp_path / "cache" / GROWTH).stat().st_size == 3


def test_a_folder_whose_growth_cannot_be_noted_is_looked_through(
    tmp_path: Path, opened: Open
) -> None:
    opened()
    (tmp_path / "cache" / GROWTH).symlink_to(tmp_path / "elsewhere")
    for megabytes, key in ((40, KEY), (1, OTHER)):
        with closing(opened(limits=CacheLimits(megabytes, 50))) as cache:
            cache.put(key, bytes(MEGABYTE) if key == KEY else b"code")
    assert not (tmp_path / "elsewhere").exists()
    assert folder_bytes(tmp_path / "cache") < MEGABYTE


def test_a_cache_without_a_bound_keeps_everything(tmp_path: Path, opened: Open) -> None:
    with closing(opened(limits=CacheLimits(-1, 50))) as cache:
        cache.put(KEY, bytes(3 * MEGABYTE))
    assert folder_bytes(tmp_path / "cache") > 3 * MEGABYTE


def test_an_ini_file_beside_the_code_wins(tmp_path: Path, opened: Open) -> None:
    opened()
    ini = tmp_path / "cache" / "op_cache.ini"
    ini.write_text("[op_compiler_cache]\nmax_op_cache_size=7\nremain_cache_size_ratio=30\n")
    assert opened().limits == CacheLimits(7, 30)


INI_HEADER = "[op_compiler_cache]\n"


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        INI_HEADER + "max_op_cache_size=0",
        INI_HEADER + "remain_cache_size_ratio=x",
        "\0",
    ],
)
def test_an_ini_file_that_makes_no_sense_is_ignored_with_a_warning(
    tmp_path: Path, opened: Open, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    opened()
    (tmp_path / "cache" / "op_cache.ini").write_text(text)
    assert opened(limits=CacheLimits(9, 20)).limits == CacheLimits(9, 20)
    assert "op_cache.ini" in caplog.text


def test_tidying_removes_what_ended_processes_left_and_no_foreign_file(
    tmp_path: Path, opened: Open
) -> None:
    cache = opened(limits=CacheLimits(1, 1))
    folder = tmp_path / "cache"
    for name in (f"{KEY}.1.2.tmp", "notes.txt"):
        (folder / name).write_bytes(bytes(2 * MEGABYTE))
        old = (folder / name).stat().st_mtime - 2 * ABANDONED_SECONDS
        os.utime(folder / name, (old, old))
    cache.tidy()
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


def test_a_folder_that_cannot_be_written_costs_one_warning(
    opened: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*arguments: object, **keywords: object) -> None:
        raise OSError(28, "No space left on device")

    cache = opened()
    monkeypatch.setattr(os, "rename", refuse)
    cache.put(KEY, b"code")
    cache.put(OTHER, b"code")
    assert caplog.text.count("No space left on device") == 1
    assert list(cache.folder.iterdir()) == []


def test_the_chosen_folder_wins_over_the_variable_over_home(tmp_path: Path) -> None:
    home = read_settings({"HOME": str(tmp_path)}, tmp_path)
    shared = read_settings({"HOME": "/h", "ASCEND_CACHE_PATH": str(tmp_path / "c")}, tmp_path)
    assert cache_folder(home, "soc") == tmp_path / "atc_data/kernel_cache/soc"
    assert cache_folder(shared, "soc") == tmp_path / "c/kernel_cache/soc"
    assert cache_folder(shared, "soc", tmp_path / "d") == tmp_path / "d/kernel_cache/soc"


def test_eight_processes_share_a_cache(tmp_path: Path) -> None:
    script = """
import pathlib, random, sys
from aoe.backends.compile_cache import CompileCache, CacheLimits
cache = CompileCache(pathlib.Path(sys.argv[1]), "enable", CacheLimits(1, 50))
random.seed(int(sys.argv[2]))
for _ in range(300):
    number = random.randrange(16)
    key, data = f"{number:064x}", bytes([number]) * 100_000
    found = cache.get(key)
    assert found is None or found == data
    cache.put(key, data)
    if random.random() < 0.05:
        cache.tidy()
cache.close()
"""
    processes = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path / "cache"), str(seed)])
        for seed in range(8)
    ]
    assert [process.wait(120) for process in processes] == [0] * 8
    assert folder_bytes(tmp_path / "cache") <= MEGABYTE
    assert not list((tmp_path / "cache").glob("*.tmp"))
