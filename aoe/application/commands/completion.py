"""`aoe completion`: installs the completion of `aoe` in a shell. Click makes the scripts."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click
import cloup
from click.shell_completion import get_completion_class

from aoe.application.checked_command import OneOf
from aoe.application.commands.pages import AoeCommand
from aoe.atomic_file import replace_file
from aoe.errors import AoeError, UsageError, not_written
from aoe.settings import read_settings

SHELLS = ("bash", "zsh", "fish")
#: Folder of the scripts, and the file that a shell reads when it starts, below the user's home.
SCRIPTS = ".local/share/open-aoe"
STARTUP = {"bash": ".bashrc", "zsh": ".zshrc"}
#: Fish finds a script here by its name.
FISH_SCRIPT = ".config/fish/completions/aoe.fish"
#: Zsh defines completions once this has run; a user's own file may have run it.
ZSH_PREPARATION = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n"
MARK = "# completion of aoe"


@cloup.command("completion", cls=AoeCommand, short_help="Install completion in your shell.")
@click.argument("shell", required=False, type=OneOf(SHELLS))
@click.option("--show", is_flag=True, help="Print the script, and install nothing.")
@click.pass_context
def completion(context: click.Context, shell: str | None, show: bool) -> int:
    """Installs completion of commands, options and files in your shell: bash, zsh or fish.

    Without an argument, it is the shell that runs this command.

    \b
      aoe completion
    """
    name = shell or _running_shell()
    if name is None:
        raise UsageError("it is not known which shell runs aoe; give bash, zsh or fish")
    text = _script(context.find_root().command, name)
    if show:
        click.echo(text)
        return 0
    for sentence in _installed(name, text, read_settings().home):
        click.echo(sentence)
    return 0


def _running_shell() -> str | None:
    """The name of the shell that runs this process; None if it is none of those known."""
    try:
        name = Path(f"/proc/{os.getppid()}/comm").read_text().strip()
    except OSError:
        return None
    return name if name in SHELLS else None


def _script(command: click.Command, shell: str) -> str:
    maker = get_completion_class(shell)
    assert maker is not None, "click knows these shells"
    text = maker(command, {}, "aoe", "_AOE_COMPLETE").source()
    return ZSH_PREPARATION + text if shell == "zsh" else text


def _installed(shell: str, text: str, home: Path) -> list[str]:
    """Writes a script and has the shell read it. Returns sentences about that."""
    path = home / (FISH_SCRIPT if shell == "fish" else f"{SCRIPTS}/completion.{shell}")
    sentences = [f"wrote {path}"]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, f"{text}\n".encode())
        if shell in STARTUP:
            startup = home / STARTUP[shell]
            line = f". {shlex.quote(str(path))}  {MARK}"
            before = startup.read_text() if startup.exists() else ""
            if line not in before.splitlines():
                ending = "" if before.endswith("\n") or not before else "\n"
                with startup.open("a") as file:
                    file.write(f"{ending}{line}\n")
                sentences.append(f"added a line to {startup}, which ends in {MARK!r}")
    except OSError as error:
        raise AoeError(not_written(error.filename, error)) from error
    return [*sentences, "open a new shell, then type: aoe <Tab>"]
