"""The documents stay true to the code: options, implementations, variables, links, snippets."""

import json
import re
import shlex
from dataclasses import fields
from pathlib import Path

import click
import pytest

import aoe.settings
from aoe.application.command_line import aoe as aoe_command
from aoe.application.msoptune import msoptune as msoptune_command
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.lowering.contraction.contraction import Schedule, schedule_of
from aoe.policy import Policy

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmarks/*.md")]


def blocks(document: Path, language: str) -> list[str]:
    """The fenced code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", document.read_text(), re.M | re.S)


def commands() -> list[str]:
    """Every line in a plain block that calls one of the commands."""
    lines = [
        line for item in DOCUMENTS for block in blocks(item, "") for line in block.splitlines()
    ]
    return [line for line in lines if line.startswith(("aoe ", "msoptune "))]


def parse(command: click.Command, arguments: list[str]) -> None:
    """Parses arguments as the command does. Raises `click.UsageError` on an unknown option."""
    while isinstance(command, click.Group) and arguments and arguments[0] in command.commands:
        command, arguments = command.commands[arguments[0]], arguments[1:]
    command.make_context(command.name, list(arguments))


@pytest.mark.parametrize("line", sorted(set(commands())))
def test_a_command_in_the_documents_is_accepted(line: str) -> None:
    name, *arguments = shlex.split(line)
    parse(aoe_command if name == "aoe" else msoptune_command, arguments)


def test_an_unknown_option_in_the_documents_would_be_found() -> None:
    with pytest.raises(click.UsageError):
        parse(aoe_command, ["bench", "resnet50.om", "--no_such_option"])


def test_options_described_are_options_that_work() -> None:
    described = re.findall(r"^\| `(--\w+)`", (ROOT / "docs/command-line.md").read_text(), re.M)
    known = {name for param in aoe_command.params for name in param.opts}
    assert described
    assert set(described) <= known


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
    policy = Policy.from_json(json.loads(example))
    assert schedule_of(policy).tile == (1, 14)


def test_every_environment_variable_is_described() -> None:
    rows = re.compile(r"^\| `?([A-Z_]+)`? \|", re.M)
    read = set(rows.findall(aoe.settings.__doc__ or "")) - {"HOME"}
    assert set(rows.findall((ROOT / "docs/files.md").read_text())) == read


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_in_the_documents_compiles(document: Path) -> None:
    for block in blocks(document, "python"):
        compile(block, str(document), "exec")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []
