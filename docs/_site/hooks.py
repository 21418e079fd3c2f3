"""What `mkdocs build` runs beside its plugins: the help of every command, and links out of `docs/`.

`docs/reference/command-help.md` and `docs/changelog.md` are written here, so they always agree with
the code. Pages link to files elsewhere in the checkout (`../ARCHITECTURE.md`), which is right where
the pages are read in a repository browser. The site does not have these files, so such a link
becomes text.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from aoe.application.command_line import aoe
from aoe.application.commands.pages import EVERYTHING
from aoe.application.msoptune import msoptune

ROOT = Path(__file__).parents[2]
#: A link to a file in another folder: its text and its target.
ELSEWHERE = re.compile(r"(?<!!)\[([^\]]+)\]\((\.\./[^)#]*)[^)]*\)")
HELP_INTRODUCTION = """# Command help

This page is made from the commands themselves: it is what `--help` prints, and `--help-all` where a
command has that.
[Options and commands](command-line.md) explains them.
"""


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """A command and its subcommands, each with the words that call it."""
    yield name, command
    if isinstance(command, click.Group):
        for word in sorted(command.commands):
            yield from commands(command.commands[word], f"{name} {word}")


def command_help() -> str:
    """The page with the help of `aoe`, of its subcommands and of `msoptune`."""
    sections = [HELP_INTRODUCTION]
    for name, command in (*commands(aoe, "aoe"), *commands(msoptune, "msoptune")):
        context = command.context_class(
            command, info_name=name, max_content_width=90, terminal_width=90
        )
        context.meta[EVERYTHING] = True
        sections.append(f"## `{name}`\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(sections)


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages that are generated."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    pages = {
        "reference/command-help.md": command_help(),
        "changelog.md": re.sub(r"\]\((?!https?:)(?!docs/)", "](../", changelog).replace(
            "](docs/", "]("
        ),
    }
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Turns links that leave `docs/` into text."""
    folder = posixpath.dirname(page.file.src_uri)

    def text_if_outside(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        return link[1] if target.startswith("../") else link[0]

    return ELSEWHERE.sub(text_if_outside, markdown)
