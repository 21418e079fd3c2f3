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
from aoe.backends import backend
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.lowering.contraction.contraction import Schedule, schedule_of
from aoe.backends.implementation import Implementation
from aoe.frontends.single_operator.operators.registry import OPERATOR_TYPES
from aoe.graph.subgraph.variants.variants import VARIANTS
from aoe.ir import StatusCode
from aoe.ir.option_maps import BOTH, GLOBAL_OPTIONS, TUNING_OPTIONS
from aoe.operators.definition import OperatorDefinition
from aoe.policy import Policy
from tests.docs.pages import DOCUMENTS, ROOT, blocks

FRAGMENTS = ROOT / "changelog.d"
LONGEST_README = 120
INTERNALS = ROOT / "docs/internals"
#: Documents that name files of the source.
WITH_PATHS = (
    ROOT / "ARCHITECTURE.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in INTERNALS.glob("*.md") if path.name != "index.md"),
)
#: Paths that these pages propose, and that do not exist yet.
EXAMPLES = {
    "add-operator.md": ["aoe/operators/types/elementwise/swiglu.py"],
    "add-implementation.md": ["aoe/backends/cpu/implementations/elementwise/swiglu.py"],
    "add-frontend.md": ["aoe/frontends/onnx_text.py"],
}


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
    """The options in the table of `docs/reference/command-line.md`."""
    rows = re.findall(
        r"^\| (`--.*?) \|", (ROOT / "docs/reference/command-line.md").read_text(), re.M
    )
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


def test_options_without_effect_are_named_too() -> None:
    page = (ROOT / "docs/reference/command-line.md").read_text()
    idle = {f"--{option.name}" for option in OPTIONS if option.support != "works"}
    assert {name for name in idle if f"`{name}`" not in page} == set()


def test_every_argument_is_described() -> None:
    page = (ROOT / "docs/reference/python-api.md").read_text()
    names = {
        name
        for function in (aoe.tune, aoe.tune_folder, aoe.compile, aoe.InferenceSession)
        for name, item in inspect.signature(function).parameters.items()
        if item.kind is not item.VAR_KEYWORD
    }
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


def test_every_option_group_is_described_with_its_fields() -> None:
    page = (ROOT / "docs/reference/python-api.md").read_text()
    table = page.partition("## Groups of options")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\*\*`aoe\.\w+`\*\*|`.*?`) \|", table, re.M)
    described: dict[str, set[str]] = {}
    for row in rows:
        if row.startswith("**"):
            group = re.findall(r"aoe\.(\w+)", row)[0]
        described.setdefault(group, set()).update(re.findall(r"`(\w+)`", row))
    groups = [aoe.ModelOptions, aoe.TuneOptions, aoe.PrecisionOptions, aoe.CacheOptions]
    expected = {group.__name__: {field.name for field in fields(group)} for group in groups}
    assert described == expected


def test_the_options_and_codes_of_sessions_are_described() -> None:
    page = (ROOT / "docs/guide/build-graphs.md").read_text()
    rows = dict(re.findall(r"^\| (global|tuning|both)\b[^|]* \| (.*) \|$", page, re.M))
    described = {kind: {*re.findall(r"`(\w+)`", row)} for kind, row in rows.items()}
    assert described["both"] == BOTH
    assert described["global"] == GLOBAL_OPTIONS - BOTH
    assert described["tuning"] == TUNING_OPTIONS - BOTH
    codes = {
        (int(number), name) for number, name in re.findall(r"^\| (-?\d+) \| `(\w+)`", page, re.M)
    }
    never = {10, 12}
    assert codes == {(code.value, code.name) for code in StatusCode if code.value not in never}


def test_every_verb_of_a_backend_is_described() -> None:
    page = (INTERNALS / "add-backend.md").read_text()
    parts = [backend.Backend, backend.Machine, backend.PrecisionRules, backend.CostModel]
    parts += [backend.Compiler, backend.Profiler, backend.LoadedProgram, backend.LoadedModel]
    verbs = {name for part in parts for name in vars(part) if not name.startswith("_")}
    assert [verb for verb in sorted(verbs) if not re.search(rf"`{verb}\b", page)] == []


def test_every_field_of_an_operator_definition_and_of_an_implementation_is_described() -> None:
    for page, described in (
        ("add-operator.md", OperatorDefinition),
        ("add-implementation.md", Implementation),
    ):
        text = (INTERNALS / page).read_text()
        assert [item.name for item in fields(described) if f"`{item.name}`" not in text] == []


def test_every_variant_is_described() -> None:
    text = (ROOT / "docs/reference/policies.md").read_text().partition("## Variants")[2]
    described = re.findall(r"^\| `(\w+)`", text.partition("\n## ")[0], re.M)
    assert sorted(described) == sorted(VARIANTS)


def test_every_type_of_a_single_operator_is_described() -> None:
    text = (ROOT / "docs/guide/single-operators.md").read_text().partition("## Types of Ascend")[2]
    rows = re.findall(r"^\| [A-Z]\w+ \| (.*) \|$", text, re.M)
    described = [name for row in rows for name in row.split(", ")]
    assert sorted(described) == sorted(OPERATOR_TYPES)


def test_every_implementation_is_described() -> None:
    text = (ROOT / "docs/reference/policies.md").read_text()
    sections = re.findall(r"^### `(\w+)`.*\n([^#]*)", text, re.M)
    assert sorted(name for name, _ in sections) == sorted(implementations())
    assert [name for name, body in sections if len(body.split()) < 5] == []


def test_every_decision_of_a_contraction_is_described() -> None:
    text = (ROOT / "docs/reference/policies.md").read_text()
    table = text.partition("## Contractions")[2].partition("###")[0]
    described = re.findall(r"^\| `(\w+)`", table, re.M)
    assert sorted(described) == sorted(field.name for field in fields(Schedule))


def test_the_policy_shown_is_one() -> None:
    (example,) = blocks(ROOT / "docs/reference/policies.md", "json")
    policy = Policy.from_json(json.loads(example.text))
    assert schedule_of(policy).tile == (1, 14)


def test_every_environment_variable_is_described() -> None:
    rows = re.compile(r"^\| `?([A-Z_]+)`? \|", re.M)
    read = set(rows.findall(aoe.settings.__doc__ or "")) - {"HOME"}
    assert set(rows.findall((ROOT / "docs/reference/environment.md").read_text())) == read


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


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_page_has_marks_of_a_merge(page: Path) -> None:
    assert not re.search(r"^(<{7}|={7}|>{7})( |$)", page.read_text(), re.M)


@pytest.mark.parametrize("page", WITH_PATHS, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_in_the_documents_for_developers_exist(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    found = re.findall(r"`((?:aoe|tests|docs|benchmarks|changelog\.d)/[^`<]*)`", text)
    assert found
    assert [path for path in found if not (ROOT / path).exists()] == EXAMPLES.get(page.name, [])


def test_files_in_the_table_of_the_architecture_are_in_their_folders() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text().partition("## Where things are")[2]
    rows = re.findall(r"^\| (`.*?`) \|.*\| (.*) \|$", text.partition("\n## ")[0], re.M)
    named = {folder for cell, _ in rows for folder in re.findall(r"`([^`]+)/`", cell)}
    missing = [folder for folder in sorted(named) if not (ROOT / "aoe" / folder).is_dir()]
    for cell, files in rows:
        folders = [ROOT / "aoe" / folder for folder in re.findall(r"`([^`]+)/`", cell)]
        for file in re.findall(r"`([^`]+)`", files):
            missing += [file] if not any((folder / file).is_file() for folder in folders) else []
    assert missing == []
    top = {path.parent.name for path in (ROOT / "aoe").glob("*/__init__.py")}
    assert top - {folder.split("/")[0] for folder in named} == set()
    backends = {path.parent.name for path in (ROOT / "aoe/backends/cpu").glob("*/__init__.py")}
    assert backends - {Path(folder).name for folder in named if "/cpu/" in folder} == set()


def test_single_files_in_the_table_of_the_architecture_exist() -> None:
    (row,) = re.findall(r"^\| single files \|.*$", (ROOT / "ARCHITECTURE.md").read_text(), re.M)
    names = re.findall(r"`(\w+\.py)`", row)
    assert names
    assert [name for name in names if not (ROOT / "aoe" / name).is_file()] == []


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


def test_links_in_fragments_of_the_changelog_begin_at_its_folder() -> None:
    links = re.findall(
        r"\]\((?!https?:)([^)#]+)", "".join(map(Path.read_text, FRAGMENTS.glob("+*")))
    )
    assert [link for link in links if not (ROOT / link).exists()] == []


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
    help_page = (tmp_path / "reference/command-help.html").read_text()
    assert all(f"--{option.name}" in help_page for option in OPTIONS)
    python = (tmp_path / "reference/python-api.html").read_text()
    assert "aoe.InferenceSession.run" in python
    assert 'href="../guide/tune.html#stop-and-continue"' in python  # another folder of the site
