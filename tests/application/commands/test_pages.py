"""What `aoe` alone, `--help` and `--help-all` show."""

from __future__ import annotations

import pytest

from aoe.application.command_line import aoe, main
from aoe.application.commands.tune import OTHERWISE
from aoe.application.options import OPTIONS

LONGEST_PAGE = 40


def _shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_aoe_alone_is_one_page_with_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) <= LONGEST_PAGE
    shown = {line.split()[0] for line in lines if line.startswith("  ")}
    assert {name for name, item in aoe.commands.items() if not item.hidden} <= shown


def test_what_does_nothing_is_explained_by_help_all_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    idle = [option.help for option in OPTIONS if option.support != "works"]
    short, long = (" ".join(_shown(capsys, flag).split()) for flag in ("--help", "--help-all"))
    assert [text for text in idle if text in short] == []
    assert [text for text in idle if text not in long] == []


@pytest.mark.parametrize("command", ["tune", "compile"])
def test_a_command_shows_few_options_and_all_with_help_all(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    short, long = (_shown(capsys, command, flag) for flag in ("--help", "--help-all"))
    rare = [option.name for option in OPTIONS if option.parameter not in OTHERWISE]
    assert [name for name in rare if f"--{name}" in short] == []
    assert "--precision_mode" in long
    assert "Advanced options:" in long
    assert "--output" in short


def test_all_options_of_the_table_are_options_of_tune(capsys: pytest.CaptureFixture[str]) -> None:
    long = _shown(capsys, "tune", "--help-all")
    rare = [option.name for option in OPTIONS if option.parameter not in OTHERWISE]
    assert [name for name in rare if f"--{name}" not in long] == []
