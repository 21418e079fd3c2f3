"""One tuning run at a time on a device, whatever happened to the one before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aoe.application.tune import device_lock as module
from aoe.application.tune.device_lock import HEADER, Holder, device_holder, device_lock, lock_path
from aoe.errors import AoeError

HOLD = """
import pathlib, sys, time
from aoe.application.tune.device_lock import device_lock
with device_lock(pathlib.Path(sys.argv[1]), print):
    print("held", flush=True)
    time.sleep(60)
"""


@contextmanager
def held(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return lock_path(0, tmp_path)


def refuse(text: str) -> None:
    raise AssertionError(text)


def test_a_free_device_is_locked_at_once(path: Path) -> None:
    assert device_holder(path) is None
    with device_lock(path, refuse) as waited:
        assert waited < 1
        assert device_holder(path) == Holder(os.getpid(), os.geteuid())
    assert device_holder(path) is None


def test_a_second_run_of_the_same_user_says_so_and_waits(path: Path) -> None:
    said: list[str] = []
    with held(path) as process:
        threading.Timer(1.0, process.kill).start()
        with device_lock(path, said.append) as waited:
            assert waited > 0.5
    assert len(said) == 1
    assert f"process {process.pid}" in said[0]


def test_another_user_is_refused_with_the_holder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = os.geteuid()
    with held(path) as process:
        monkeypatch.setattr(os, "geteuid", lambda: me + 1)
        words = rf"tuned by user {module.user_name(me)} \(process {process.pid}\)"
        with pytest.raises(AoeError, match=words), device_lock(path, refuse):
            pass


def test_a_holder_that_cannot_be_seen_is_another_user(path: Path) -> None:
    with held(path):
        path.write_text(f"{HEADER}{2**31 - 1}\n")
        with pytest.raises(AoeError, match="tuned by another user"), device_lock(path, refuse):
            pass


def test_the_lock_of_a_killed_process_is_taken_over(path: Path) -> None:
    with held(path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        with device_lock(path, refuse):
            assert device_holder(path) == Holder(os.getpid(), os.geteuid())


def test_a_process_that_has_the_number_of_a_dead_holder_does_not_count(path: Path) -> None:
    path.write_text(f"{HEADER}{os.getppid()}\n")
    with device_lock(path, refuse):
        assert device_holder(path) == Holder(os.getpid(), os.geteuid())


def test_a_link_is_not_followed(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    path.symlink_to(target)
    with pytest.raises(AoeError, match="cannot use the lock"), device_lock(path, refuse):
        pass
    assert not target.exists()


def test_a_second_name_of_a_file_is_refused(path: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("")
    os.link(tmp_path / "precious", path)
    with pytest.raises(AoeError, match="another kind of file"), device_lock(path, refuse):
        pass
    assert (tmp_path / "precious").read_text() == ""


@pytest.mark.parametrize("make", [lambda path: path.write_text("mine"), os.mkfifo, os.mkdir])
def test_what_is_no_lock_is_left_as_it_is(path: Path, make: object) -> None:
    assert callable(make)
    make(path)
    with pytest.raises(AoeError, match="AOE_LOCK_PATH"), device_lock(path, refuse):
        pass
    assert not path.is_file() or path.read_text() == "mine"


def test_every_user_may_open_the_file(path: Path) -> None:
    with device_lock(path, refuse):
        assert path.stat().st_mode & 0o777 == 0o666


def test_all_users_look_in_the_same_place() -> None:
    folder = lock_path(0).parent
    assert folder in module.LOCK_FOLDERS
    assert lock_path(1) != lock_path(0)
