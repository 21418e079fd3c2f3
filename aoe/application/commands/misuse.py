"""Misuse of options that click would accept or name badly, refused before anything is parsed.

`aoe.application.exit_status` words what click refuses itself.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from itertools import pairwise

import click

from aoe.application.options import NO_VALUE
from aoe.errors import UsageError
from aoe.near_names import hint


def refuse_short_forms(command: click.Command, arguments: Sequence[str]) -> None:
    """Raises `UsageError` for a value that follows a short option without a space, as AOE does,
    and for a long option with one dash: `-output=m` would be `-o` with the value `utput=m`.

    Args:
        command: The command that the arguments reach.
        arguments: All arguments.
    """
    valued = _valued(command)
    known = {"--help", *(name for item in command.params for name in item.opts)}
    for argument in arguments:
        if argument == "--":
            return
        name, rest = argument[:2], argument[2:]
        word = argument.split("=")[0]
        if f"-{word}" in known:
            raise UsageError(f"unknown option {word}; did you mean -{word}?")
        if name == "-h" and rest.startswith("="):
            raise UsageError(f"{argument}: -h takes no value; give -h alone")
        if name in valued and rest and name != "--":
            value = shlex.quote(rest.removeprefix("=")) if rest != "=" else "VALUE"
            raise UsageError(f"{argument}: {name} takes its value after a space: {name} {value}")


def refuse_swallowed_options(command: click.Command, arguments: Sequence[str]) -> None:
    """Raises `UsageError` for an option without a value that another option follows, which click
    would take for the value.
    """
    names = {name for item in command.params for name in item.opts}
    valued = _valued(command)
    for name, following in pairwise(arguments):
        if name == "--":
            return
        if name in valued and following.startswith("--") and following.split("=")[0] in names:
            raise UsageError(f"{name}: its value is missing before {following}; give one")


def reached(
    command: click.Command, context: click.Context, arguments: Sequence[str]
) -> click.Command:
    """The command that arguments reach: the last of those that they begin with."""
    for word in arguments:
        found = command.get_command(context, word) if isinstance(command, click.Group) else None
        if found is None:
            break
        command = found
    return command


def command_meant(group: click.Group, context: click.Context, word: str) -> str:
    """What may have been meant by a first argument that is not a subcommand."""
    option = f"--{word}"
    if any(option in parameter.opts for parameter in group.get_params(context)):
        return f"did you mean {context.command_path} {option}?"
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group) and word in found.list_commands(context):
            return f"did you mean {context.command_path} {name} {word}?"
    is_path = os.path.exists(word) or bool(os.path.splitext(word)[1]) or os.sep in word
    advice = f"a model is tuned by aoe tune {shlex.quote(word)}" if is_path else "see aoe --help"
    return hint(word, group.list_commands(context), advice)


def _valued(command: click.Command) -> frozenset[str]:
    """The names of a command's options that have a value, and cannot stand without it."""
    options = [item for item in command.params if isinstance(item, click.Option)]
    return frozenset(
        name
        for item in options
        if not (item.is_flag or item.count or item.flag_value == NO_VALUE)
        for name in item.opts
    )
