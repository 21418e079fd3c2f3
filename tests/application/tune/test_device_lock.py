"""One tuning run at a time on a device, whatever happened to the one before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aoe.application.tune import device_lock as module
from aoe.application.tune.device_lock import HEADER, Holder, device_holder, device_lock, lock_path
from aoe.errors import AoeError
from tests.application.other_user import TUNE, aoe_as_nobody, shared_folder
from tests.faults import NOBODY, in_child

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


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder where two users meet."""
    with shared_folder() as folder:
        yield folder


def refused_naming(path: Path, holder: str) -> None:
    with pytest.raises(AoeError, match=holder), device_lock(path, refuse):
        pass


def take(path: Path) -> None:
    with device_lock(path, refuse):
        assert device_holder(path) == Holder(os.getpid(), os.geteuid())


def test_a_real_second_user_is_refused_with_the_holder(shared: Path) -> None:
    path = lock_path(0, shared)
    with held(path) as process:
        in_child(refused_naming, path, rf"user root \(process {process.pid}\)", user=NOBODY)


def test_users_take_the_device_in_turns(shared: Path) -> None:
    path = lock_path(0, shared)
    for user in (NOBODY, 0, NOBODY):
        in_child(take, path, user=user)


def wait_for_the_test_to_be_refused(path: Path) -> None:
    """Holds the lock until the file beside it says what the parent process, the test, has met."""
    with device_lock(path, refuse):
        path.with_name("held").touch(0o666)
        while not path.with_name("done").exists():
            time.sleep(0.02)


def test_root_is_refused_while_another_user_tunes(shared: Path) -> None:
    path = lock_path(0, shared)
    holding = threading.Thread(
        target=in_child, args=(wait_for_the_test_to_be_refused, path), kwargs={"user": NOBODY}
    )
    holding.start()
    try:
        while not path.with_name("held").exists():
            time.sleep(0.02)
        refused_naming(path, r"user nobody \(process \d+\)")
    finally:
        path.with_name("done").touch()
        holding.join()


def test_a_tuning_run_of_another_user_ends_with_one_sentence(shared: Path) -> None:
    with held(lock_path(0, shared)) as process:
        sentence = f"error: the device is being tuned by user root (process {process.pid})"

        def check(status: int, out: str, err: str) -> None:
            assert status == 1
            assert sentence in err
            assert not list(shared.glob("aoe_*"))

        folders = {"AOE_LOCK_PATH": str(shared), "HOME": str(shared)}
        aoe_as_nobody(shared, TUNE, folders, check)


def test_folders_that_only_some_can_write_hold_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / name for name in ("missing", "mine", "not_sticky", "for_all")]
    for folder, mode in zip(folders[1:], (0o755, 0o777, 0o1777), strict=True):
        folder.mkdir()
        folder.chmod(mode)
    monkeypatch.setattr(module, "LOCK_FOLDERS", (*folders, tmp_path))
    assert lock_path(0).parent == folders[-1]


def test_a_file_that_its_maker_is_about_to_share_is_waited_for(shared: Path) -> None:
    path = lock_path(0, shared)
    path.touch(0o600)
    threading.Timer(0.2, path.chmod, [0o666]).start()
    in_child(take, path, user=NOBODY)


def test_a_holder_that_cannot_be_seen_is_another_user(path: Path) -> None:
    with held(path):
        path.write_text(f"{HEADER}{2**31 - 1}\n")
        with pytest.raises(AoeError, match="tuned by another user"), device_lock(path, refuse):
            pass


def test_a_process_that_was_forked_meanwhile_does_not_keep_the_lock(path: Path) -> None:
    """As a worker of a data loader, which another thread of a training script starts."""
    with device_lock(path, refuse):
        child = os.fork()
        if not child:
            time.sleep(60)
            os._exit(0)
    try:
        with device_lock(path, refuse):
            pass
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


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
