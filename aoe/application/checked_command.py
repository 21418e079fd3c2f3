"""Commands of the terminal that refuse an option with an empty value, as a script gives it whose
variable is not set, and one of some values. AOE's own form refuses both in
`aoe.application.request`.
"""

from __future__ import annotations

import shlex

import click

from aoe.errors import UsageError
from aoe.near_names import ending, hint


class OneOf(click.Choice[str]):
    """One of some texts. An unknown one is refused with the nearest of them."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """See `click.Choice.get_invalid_choice_message`."""
        known = [str(choice) for choice in self.choices]
        sentence = super().get_invalid_choice_message(value, ctx).rstrip(".")
        return f"{sentence}{ending(str(value), known)}"


class CheckedCommand(click.Command):
    """A command whose options have no empty values."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See `click.Command.parse_args`. Raises `UsageError` for an empty value."""
        given = list(args)
        try:
            rest = super().parse_args(ctx, args)
        except click.BadParameter:  # such as a number of no digits
            self._refuse_empty(ctx, given)
            raise
        self._refuse_empty(ctx, given)
        return rest

    def _refuse_empty(self, context: click.Context, args: list[str]) -> None:
        texts, _, _ = self.make_parser(context).parse_args(args)
        for option in self.params:
            value = texts.get(str(option.name))
            parts = value if isinstance(value, list | tuple) else (value,)
            if isinstance(option, click.Option) and any(map(_is_empty, parts)):
                name = max(option.opts, key=len)
                end = "" if option.required else f", or leave {name} out"
                raise UsageError(f"{name}: its value is empty; give one{end}")


class CheckedGroup(click.Group):
    """A command with such subcommands."""

    command_class = CheckedCommand

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """See `click.Group.resolve_command`. Raises `UsageError` for an unknown subcommand."""
        if args and self.get_command(ctx, args[0]) is None:
            path = ctx.command_path
            known = self.list_commands(ctx)
            meant = hint(args[0], known, f"there is {', '.join(known)}")
            raise UsageError(f"{path} has no command {shlex.quote(args[0])}; {meant}")
        return super().resolve_command(ctx, args)


def help_without_subcommand(context: click.Context) -> int:
    """Prints the help of a group of subcommands on standard error if none of them was given. The
    exit status of the group: 2 then, else 0.
    """
    if context.invoked_subcommand is not None:
        return 0
    click.echo(context.get_help(), err=True)
    return 2


def _is_empty(value: object) -> bool:
    return isinstance(value, str) and not value.strip()
