"""The documents stay true to the code: options, implementations, variables, links, fragments.

`tests/docs` runs the commands and the Python snippets in them.
"""

from __future__ import annotations

import inspect
import json
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

import aoe
import aoe.settings
from aoe.application.command_line import aoe as aoe_command
from aoe.application.msoptune import msoptune as msoptune_command
from aoe.application.options import OPTIONS
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.lowering.contraction.contraction import Schedule, schedule_of
from aoe.policy import Policy
from tests.docs.pages import DOCUMENTS, ROOT, blocks

FRAGMENTS = ROOT / "changelog.d"
LONGEST_README = 120


def commands() -> list[str]:
    """Every line of a document that calls one of the commands, without variables before it."""
    plain = [
        line
        for page in DOCUMENTS
        for block in blocks(page, "", "console")
        for line in (block.commands() or block.text.splitlines())
    ]
    lines = [re.sub(r"^([A-Z_]+=\S+ )+", "", line) for line in plain]
    return [line for line in lines if line.startswith(("aoe ", "msoptune "))]


def parse(command: click.Command, arguments: list[str]) -> None:
    """Parses arguments as the command does. Raises `click.UsageError` on an unknown option."""
    while isinstance(command, click.Group) and arguments and arguments[0] in command.commands:
        command, arguments = command.commands[arguments[0]], arguments[1:]
    command.make_context(command.name, list(arguments))


def described_options() -> set[str]:
    """The options in the table of `docs/command-line.md`."""
    rows = re.findall(r"^\| (`--.*?) \|", (ROOT / "docs/command-line.md").read_text(), re.M)
    return {name for row in rows for name in re.findall(r"--\w+", row)}


@pytest.mark.parametrize("line", sorted(set(commands())))
def test_a_command_in_the_documents_is_accepted(line: str) -> None:
    name, *arguments = shlex.split(line)
    parse(aoe_command if name == "aoe" else msoptune_command, arguments)


def test_an_unknown_option_in_the_documents_would_be_found() -> None:
    with pytest.raises(click.UsageError):
        parse(aoe_command, ["bench", "resnet50.om", "--no_such_option"])


def test_options_described_are_all_that_work() -> None:
    works = {f"--{option.name}" for option in OPTIONS if option.support == "works"}
    assert described_options() == works


def test_every_argument_is_described() -> None:
    page = (ROOT / "docs/python-api.md").read_text()
    names = {*inspect.signature(aoe.tune).parameters, *inspect.signature(aoe.compile).parameters}
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


def test_every_implementation_is_described() -> None:
    described = re.findall(r"^### `(\w+)`", (ROOT / "docs/policies.md").read_text(), re.M)
    assert sorted(described) == sorted(implementations())


def test_every_decision_of_a_contraction_is_described() -> None:
    text = (ROOT / "docs/policies.md").read_text()
    table = text.partition("## Contractions")[2].partition("###")[0]
    described = re.findall(r"^\| `(\w+)`", table, re.M)
    assert sorted(described) == sorted(field.name for field in fields(Schedule))


def test_the_policy_shown_is_one() -> None:
    (example,) = blocks(ROOT / "docs/policies.md", "json")
    policy = Policy.from_json(json.loads(example.text))
    assert schedule_of(policy).tile == (1, 14)


def test_every_environment_variable_is_described() -> None:
    rows = re.compile(r"^\| `?([A-Z_]+)`? \|", re.M)
    read = set(rows.findall(aoe.settings.__doc__ or "")) - {"HOME"}
    assert set(rows.findall((ROOT / "docs/environment.md").read_text())) == read


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_python_in_the_documents_compiles(page: Path) -> None:
    for block in blocks(page, "python"):
        compile(block.text, str(page), "exec")


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    links = re.findall(r"\]\((?!https?:|mailto:)([^)#]+)", text)
    generated = {"command-help.md"}  # made by docs/_site/hooks.py
    missing = [link for link in links if not (page.parent / link).exists()]
    assert sorted(set(missing) - generated) == []


def test_the_readme_is_short_and_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= LONGEST_README
    assert "`make demo`" in text
    assert "`make test`" in text


def test_a_fragment_of_the_changelog_has_a_name_that_towncrier_takes() -> None:
    apart = {"README.md", "template.md.jinja"}
    names = [path.name for path in FRAGMENTS.iterdir() if path.name not in apart]
    wrong = [
        name for name in names if not re.fullmatch(r"\+[\w-]+\.(added|changed|fixed)\.md", name)
    ]
    assert wrong == []


@pytest.mark.skipif(find_spec("towncrier") is None, reason="needs the extra docs")
def test_fragments_build_a_changelog(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(FRAGMENTS, tmp_path / FRAGMENTS.name)
    (tmp_path / FRAGMENTS.name / "+tested.added.md").write_text("A tested fragment.\n")
    command = [sys.executable, "-m", "towncrier", "build", "--version=9.9.9", "--draft"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "## [9.9.9]" in made
    assert "### Added\n\n- " in made
    assert "- A tested fragment." in made


@pytest.mark.skipif(find_spec("mkdocs") is None, reason="needs the extra docs")
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    # Not `--quiet`, with which warnings are not counted.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    help_page = (tmp_path / "command-help.html").read_text()
    assert all(f"--{option.name}" in help_page for option in OPTIONS)
    assert "aoe.InferenceSession.run" in (tmp_path / "python-api.html").read_text()
