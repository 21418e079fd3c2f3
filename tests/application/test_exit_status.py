"""How a command ends where the system refuses a path."""

from __future__ import annotations

import errno
from collections.abc import Callable

import pytest

from aoe.application.command_line import main


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("models/a.om", 2),
        ("models", 2),
        ("models/.a.om.17.tmp", 2),
        ("weights/b", 2),
        ("weights/b/c", 2),
        ("tmp/.cache/aoe", 1),
        ("elsewhere", 1),
        ("part-2.json", 1),
        ("of-models", 1),
        (b"weights/b", 2),
        (3, 1),
    ],
)
def test_a_path_that_was_given_and_the_system_refuses_is_misuse(
    path: str | bytes | int,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Any other is a failure, whose traceback can be asked for."""
    error = OSError(errno.ENOTDIR, "Not a directory", path)
    monkeypatch.setattr("aoe.application.tune.command.tune_command", failing(error))
    monkeypatch.setenv("AOE_TRACEBACK", "1")
    assert main(["--job_type=2", "--output=models/a", "--weight", "x:weights/b"]) == status
    said = capsys.readouterr().err
    shown = path.decode() if isinstance(path, bytes) else path
    sentence = f"error: cannot use {shown}: a part of it is not a directory; name another place\n"
    assert said.endswith(sentence)
    assert ("Traceback" in said) == (status == 1)


def failing(error: BaseException) -> Callable[..., int]:
    """A command that raises an error."""

    def command(*_: object) -> int:
        raise error

    return command
