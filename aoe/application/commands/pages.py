"""How help is laid out: options and commands in sections, rare options with `--help-all` only.

Cloup does the formatting. What it does not know is an option that is rare: accepted as any other,
and left out of `--help`.
"""

from __future__ import annotations

from typing import Any

import click
import cloup

from aoe.application.checked_command import CheckedCommand

#: Set in the `meta` of a context to show rare options.
EVERYTHING = "aoe.help_all"
WIDTH = 100


class RareOption(cloup.Option):
    """An option that only `--help-all` shows."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """See `click.Option.get_help_record`."""
        return super().get_help_record(ctx) if ctx.meta.get(EVERYTHING) else None


class _WithoutRareOptions:
    """Lays out the options of a command: those groups that have something to show."""

    option_groups: list[cloup.OptionGroup]

    def format_params(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """See `cloup.OptionGroupMixin.format_params`."""
        assert isinstance(formatter, cloup.HelpFormatter)
        assert isinstance(self, cloup.Command)
        named = [self.make_option_group_help_section(item, ctx) for item in self.option_groups]
        shown = [section for section in named if section.definitions]
        others = self.get_default_option_group(ctx, is_the_only_visible_option_group=not shown)
        sections = [*shown, self.make_option_group_help_section(others, ctx)]
        formatter.write_many_sections([item for item in sections if item.definitions])


class AoeCommand(_WithoutRareOptions, CheckedCommand, cloup.Command):
    """A command of `aoe`."""


class AoeGroup(_WithoutRareOptions, cloup.Group):
    """A command of `aoe` with subcommands."""


def help_all_option() -> click.Option:
    """The option `--help-all`."""
    return click.Option(
        ["--help-all"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_everything,
        help="Show rare options, too, and exit.",
    )


def _show_everything(context: click.Context, parameter: click.Parameter, wanted: Any) -> None:
    if wanted and not context.resilient_parsing:
        context.meta[EVERYTHING] = True
        click.echo(context.get_help(), color=context.color)
        context.exit()
