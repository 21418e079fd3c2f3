"""Runs `aoe` as another user than the one who runs the tests, which only root can."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TypeAlias

import onnx
import pytest

from aoe.application.command_line import main
from aoe.application.tune.device_lock import lock_path
from tests.application.conftest import small_model
from tests.faults import NOBODY, in_child, open_folder

#: Asserts something of exit status, standard output and standard error.
Check: TypeAlias = Callable[[int, str, str], None]
#: Options that tune the model in a `shared_folder`.
TUNE = ("--model=small.onnx", "--job_type=2", "--input_shape=x:2,8", "--threads=1")
UNSET = ("AOE_BUILTIN_PATH", "ASCEND_CACHE_PATH", "TUNE_BANK_PATH", "AOE_LOCK_PATH")


@contextmanager
def shared_folder() -> Iterator[Path]:
    """A folder like /tmp, where two users meet, with a model that both can read."""
    if os.geteuid() != 0:
        pytest.skip("only root can run something as another user")
    with open_folder() as folder:
        folder.chmod(0o1777)
        onnx.save(small_model(), folder / "small.onnx")
        (folder / "small.onnx").chmod(0o644)
        yield folder


def aoe_as_nobody(
    folder: Path, arguments: Sequence[str], environment: dict[str, str], check: Check
) -> None:
    """Runs the command in `folder` in a process of its own. Variables of the environment that name
    folders are unset but for those given.
    """
    _load_modules(folder, arguments)
    in_child(_run, folder, arguments, environment, check, user=NOBODY)


def _load_modules(folder: Path, arguments: Sequence[str]) -> None:
    """Has everything imported that the command needs: Python itself may lie where only this user
    can read. No lock can be had meanwhile, so nothing is tuned.
    """
    locks = folder / "no_locks"
    locks.mkdir()
    lock_path(0, locks).mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("AOE_LOCK_PATH", str(locks))
        main(arguments)


def _run(folder: Path, arguments: Sequence[str], environment: dict[str, str], check: Check) -> None:
    os.chdir(folder)
    os.environ |= dict.fromkeys(UNSET, "") | environment
    out, err = folder / "out", folder / "err"
    with out.open("w") as said, err.open("w") as told, redirect_stdout(said), redirect_stderr(told):
        status = main(arguments)
    check(status, out.read_text(), err.read_text())
