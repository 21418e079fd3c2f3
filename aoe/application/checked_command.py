"""Commands of the terminal that refuse an option with an empty value, as a script gives it whose
variable is not set. AOE's own form refuses it in `aoe.application.request`.
"""

from __future__ import annotations

from collections.abc import Iterator

import click
from click.core import ParameterSource

from aoe.errors import UsageError


class CheckedCommand(click.Command):
    """A command whose options have no empty values."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See `click.Command.parse_args`. Raises `UsageError` for an empty value."""
        rest = super().parse_args(ctx, args)
        for option, required in _empty(self, ctx):
            end = "" if required else f", or leave {option} out"
            raise UsageError(f"{option}: its value is empty; give one{end}")
        return rest


class CheckedGroup(click.Group):
    """A command with such subcommands."""

    command_class = CheckedCommand


def _empty(command: click.Command, context: click.Context) -> Iterator[tuple[str, bool]]:
    """The options that were given with an empty value: their long names, and whether they have to
    be given.
    """
    for option in command.params:
        name = str(option.name)
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and isinstance(option, click.Option):
            value = context.params.get(name)
            texts = value if isinstance(value, tuple) else (value,)
            if any(isinstance(text, str) and not text.strip() for text in texts):
                yield max(option.opts, key=len), option.required
