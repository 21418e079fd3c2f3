"""Completion of commands, options, engines and files, and its installation."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from aoe.application.command_line import aoe, main
from aoe.application.commands import completion


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def _completed(*words: str) -> list[str]:
    found = ShellComplete(aoe, {}, "aoe", "_AOE_COMPLETE").get_completions(
        list(words[:-1]), words[-1]
    )
    return [f"{item.type}:{item.value}" for item in found]


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        (("tu",), ["plain:tune"]),
        (("tune", "res"), ["file:res"]),
        (("bench", "res"), ["file:res"]),
        (("tune", "m.onnx", "--scope", "s"), ["plain:subgraphs"]),
        (("bench", "m.om", "--compare", "on"), ["plain:onnxruntime"]),
        (
            ("bench", "m.om", "--compare", "torch,o"),
            ["plain:torch,onnxruntime", "plain:torch,openvino"],
        ),
        (("tune", "m.onnx", "--bud"), ["plain:--budget"]),
    ],
)
def test_words_are_completed(words: tuple[str, ...], completions: list[str]) -> None:
    assert _completed(*words) == completions


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_after_the_installation(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / ".bashrc").write_text("export KEPT=1")
    for _ in range(2):  # once more changes nothing
        assert main(["completion", "bash"]) == 0
    assert "added a line" in capsys.readouterr().out
    startup = (home / ".bashrc").read_text()
    assert startup.startswith("export KEPT=1\n. ")
    assert startup.count(completion.MARK) == 1
    command = ["bash", "-c", f". '{home}/.bashrc'; complete -p aoe"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "_aoe_completion" in shown


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("zsh", ".local/share/open-aoe/completion.zsh"),
        ("fish", ".config/fish/completions/aoe.fish"),
    ],
)
def test_other_shells_have_a_script_of_their_own(shell: str, file: str, home: Path) -> None:
    assert main(["completion", shell]) == 0
    assert "_AOE_COMPLETE" in (home / file).read_text()
    assert (home / ".zshrc").exists() == (shell == "zsh")


def test_a_script_is_shown_without_being_installed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", "fish", "--show"]) == 0
    assert "_AOE_COMPLETE" in capsys.readouterr().out
    assert list(home.iterdir()) == []


def test_a_shell_that_is_not_known_is_asked_for(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(completion, "_running_shell", lambda: None)
    assert main(["completion"]) == 2
    assert "give bash, zsh or fish" in capsys.readouterr().err
    assert isinstance(completion.completion, click.Command)
