"""Messages name options as their reader calls them, on the command line or in Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import aoe
from aoe.application.api_names import ARGUMENTS, FIELDS, in_python

PACKAGE = Path(aoe.__file__).parent
#: Code that only the command line reaches, or that starts other programs: paths, or folders.
COMMANDS = (
    "application/bank",
    "application/bypass.py",
    "application/command_line.py",
    "application/commands",
    "application/compile_model.py",
    "application/exit_status.py",
    "application/explain",
    "application/export",
    "application/fleet",
    "application/model/inputs.py",
    "application/msoptune.py",
    "application/report",
    "application/run",
    "application/scope_passes.py",
    "application/serve",
    "application/signing/commands.py",
    "application/tune/clean.py",
    "application/tune/command.py",
    "application/tune/doctor.py",
    "application/scopes.py",
    "application/tune_model",
    "backends/cpu/library/linker.py",
    "backends/cuda/compile/machine_code.py",
    "mindspore/__main__.py",
    "tensorflow/__main__.py",
)
#: Options that messages reached from Python do not name alone: AOE's, of which the API has none,
#: those of `aoe simulate-gradients`, and one of Transformers.
ONLY_ON_COMMAND_LINE = {
    "ddp_bucket_cap_mb",
    "input",
    "input_shape_range",
    "link",
    "op_debug_level",
    "profile",
    "updates",
    "weight",
    "workers",
}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("--threads=9: must be 1", "threads=9: must be 1"),
        ('add --input_shape="x:1"', 'add input_shape="x:1"'),
        ("--Fdeeper_opat is on", "TuneOptions.deeper is on"),
        ("--out_nodes names 'a'", "ModelOptions.out_nodes names 'a'"),
        ("--buffer_optimize=off_optimize", "CacheOptions.use_graph_repository=False"),
        ("--input_value gives 's'", "input_values gives 's'"),
        ('--input_value="s:1", or input_values={}', '--input_value="s:1", or input_values={}'),
        ("give --random, or a-b--c", "give --random, or a-b--c"),
    ],
)
def test_options_become_arguments_and_fields(text: str, told: str) -> None:
    assert in_python(text) == told


def test_an_argument_may_stand_for_a_field() -> None:
    assert in_python("--precision_mode=x", {"precision_mode": "precision"}) == "precision=x"


def messages(path: Path) -> Iterator[str]:
    """Texts in a module that names an option, without docstrings."""
    source = path.read_text()
    if "--" not in source:
        return
    tree = ast.parse(source)
    docs = {
        id(item.body[0].value)
        for item in ast.walk(tree)
        if isinstance(item, ast.Module | ast.ClassDef | ast.FunctionDef)
        and item.body
        and isinstance(item.body[0], ast.Expr)
    }
    for item in ast.walk(tree):
        if isinstance(item, ast.Constant) and isinstance(item.value, str) and id(item) not in docs:
            yield item.value


def test_every_option_that_a_message_names_has_a_name_in_python() -> None:
    known = {*FIELDS, *ARGUMENTS, *ONLY_ON_COMMAND_LINE}
    unknown = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in sorted(PACKAGE.rglob("*.py"))
        if not path.relative_to(PACKAGE).as_posix().startswith(COMMANDS)
        for text in messages(path)
        for name in re.findall(r"--([A-Za-z]\w*)", text)
        if name.lower() not in known
    }
    assert unknown == set()
