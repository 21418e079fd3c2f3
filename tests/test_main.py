"""The command from its first moment on."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from aoe.__main__ import main


class Interrupted(ModuleType):
    """A module during whose loading the user presses Ctrl-C."""

    def __getattr__(self, name: str) -> object:
        raise KeyboardInterrupt


def test_ctrl_c_while_the_command_is_loaded_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "aoe.application.command_line"
    monkeypatch.setitem(sys.modules, name, Interrupted(name))
    assert main() == 1
    assert capsys.readouterr().err == "\nerror: interrupted\n"


def test_it_is_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["aoe", "--version"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("open-aoe ")
