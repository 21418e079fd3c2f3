"""What commands take: the argument MODEL, engines, and options of AOE's table
(`aoe.application.options`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import click
import cloup
from click.shell_completion import CompletionItem

from aoe.application.commands.pages import AoeCommand, RareOption
from aoe.application.options import NO_VALUE, SECTIONS, Option
from aoe.application.run.engine_names import PEERS
from aoe.errors import UsageError
from aoe.near_names import ending

#: The suffix of weights of a Caffe model.
WEIGHTS = ".caffemodel"


class ModelPath(click.ParamType[str]):
    """The path of a model. Shells complete it as a file."""

    name = "model"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuses an empty path by name; a script may have an unset variable there."""
        if not value.strip():
            name = "MODEL" if param is None else param.human_readable_name
            command = "" if ctx is None else f"{ctx.command_path}: "
            raise UsageError(f"{command}{name} is empty; give a value")
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """See `click.ParamType.shell_complete`."""
        return [CompletionItem(incomplete, type="file")]


class EngineNames(click.ParamType[tuple[str, ...]]):
    """Names of engines, separated by commas. Shells complete them."""

    name = "engines"

    def convert(
        self,
        value: str | tuple[str, ...],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, ...]:
        """The names, each once. Refuses those that are not known."""
        if isinstance(value, tuple):
            return value
        names = tuple(dict.fromkeys(name.strip() for name in value.split(",")))
        unknown = [name for name in names if name not in PEERS]
        if unknown:
            self.fail(
                f"{unknown[0]!r} is none of {', '.join(PEERS)}{ending(unknown[0], PEERS)}",
                param,
                ctx,
            )
        return names

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """See `click.ParamType.shell_complete`."""
        before, comma, begun = incomplete.rpartition(",")
        given = before.split(",")
        return [
            CompletionItem(f"{before}{comma}{name}")
            for name in PEERS
            if name.startswith(begun) and name not in given
        ]


class ModelCommand(AoeCommand):
    """A command on a model, whose weights may lie in a file of their own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Names the option for weights that are given as a second argument."""
        given = list(args)  # Parsing takes them away.
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            for item in given:
                if item.lower().endswith(WEIGHTS) and item in error.message:
                    text = f"{error.message}; weights are given as --weight={item}"
                    raise click.UsageError(text, ctx) from error
            raise


def model_argument() -> click.Argument:
    """The argument for a model."""
    return click.Argument(["model"], metavar="MODEL", type=ModelPath())


def table_option(
    option: Option,
    group: cloup.OptionGroup | None = None,
    rare: bool = False,
    letters: bool = True,
) -> cloup.Option:
    """An option of the table as the command line takes it.

    Args:
        option: The option.
        group: The section of the help that it stands in.
        rare: Whether only `--help-all` shows it.
        letters: Whether it has its short name, too.
    """
    made = RareOption if rare else cloup.Option
    short = [f"-{option.short}"] if option.short and letters else []
    names = [f"--{option.name}", option.parameter, *short]
    remark = "" if option.support == "works" else " (accepted, no effect here)"
    text = f"{option.help}{remark}"
    if not option.metavar:
        return made(names, is_flag=True, flag_value=NO_VALUE, default=None, group=group, help=text)
    if option.optional_value:
        shown = f"[={option.metavar}]"
        return made(
            names,
            is_flag=False,
            flag_value=NO_VALUE,
            default=None,
            group=group,
            help=text,
            metavar=shown,
        )
    return made(names, default=None, group=group, help=text, metavar=option.metavar)


def table_options(left_out: Collection[str] = ()) -> Iterator[cloup.Option]:
    """All options of the table but some, as rare ones without short names, in their sections.
    `left_out`: parameters.
    """
    for title, options in SECTIONS.items():
        group = cloup.OptionGroup(title)
        for option in options:
            if option.parameter not in left_out:
                yield table_option(option, group, rare=True, letters=False)
