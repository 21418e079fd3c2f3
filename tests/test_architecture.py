"""Every large package says in pyproject.toml which of its modules may import which."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from importlinter import api

import aoe

PACKAGE = Path(str(aoe.__file__)).parent
#: Modules and folders that a package without layers of its own may have: they can be overlooked.
MOST = 8
#: Lines that a module may have, and files directly in a folder.
MOST_LINES, MOST_FILES = 400, 26
#: Folders that may have more files, because each is one of many alike.
UNLIMITED = {"benchmarks/log", "changelog.d"}
#: Larger packages that have no layers, and why.
WITHOUT_LAYERS = {
    "aoe.backends.cpu.implementations": "one folder for each family of implementations",
    "aoe.backends.cpu.implementations.conv": "one file for each implementation",
    "aoe.backends.cpu.implementations.matmul": "one file for each implementation",
    "aoe.backends.cpu.implementations.reduction": "one file for each implementation",
    "aoe.backends.cuda.implementations": "one file for each implementation, and what they share",
    "aoe.frontends.caffe.layers": "one file for each kind of layer",
    "aoe.frontends.shared_operators": "one file for each kind of operator that readers share",
    "aoe.frontends.mindspore.primitives": "one file for each kind of primitive",
    "aoe.frontends.tensorflow.operations": "one file for each kind of operation",
    "aoe.graph.prepare.opset_adapters": "one file for each kind of change between operator sets",
    "aoe.graph.prepare.rules": "one file or folder for each kind of node that is rewritten",
    "aoe.graph.prepare.rules.convolution": "one file for each rewriting",
    "aoe.graph.subgraph.variants": "one file for each variant",
}


def large_packages() -> Iterator[str]:
    """The packages with more modules and folders than can be overlooked."""
    for init in sorted(PACKAGE.rglob("__init__.py")):
        folder = init.parent
        modules = [path for path in folder.glob("*.py") if path != init]
        folders = list(folder.glob("*/__init__.py"))
        if len(modules) + len(folders) > MOST:
            yield ".".join(folder.relative_to(PACKAGE.parent).parts)


def layered_packages() -> set[str]:
    """The packages of which a contract puts every module into a layer."""
    contracts = api.read_configuration(str(PACKAGE.parent / "pyproject.toml"))["contracts_options"]
    return {
        package
        for contract in contracts
        if contract["type"] == "layers" and contract.get("exhaustive") == "True"
        for package in contract["containers"]
    }


def test_every_large_package_has_layers_or_a_reason_to_have_none() -> None:
    large, layered = set(large_packages()), layered_packages()
    assert large - layered == WITHOUT_LAYERS.keys()


def forbidden(source: str) -> Iterator[tuple[set[str], set[str]]]:
    """The contracts that forbid something to a package: the packages, and what is forbidden."""
    contracts = api.read_configuration(str(PACKAGE.parent / "pyproject.toml"))["contracts_options"]
    for item in contracts:
        if item["type"] == "forbidden" and source in item["source_modules"]:
            yield set(item["source_modules"]), set(item["forbidden_modules"])


def test_nothing_but_the_backends_may_import_a_device() -> None:
    ((sources, targets),) = forbidden("aoe.application")
    packages = {f"aoe.{path.parent.name}" for path in PACKAGE.glob("*/__init__.py")}
    assert sources == packages - {"aoe.backends"}
    assert targets == {
        f"aoe.backends.{path.parent.name}" for path in PACKAGE.glob("backends/*/__init__.py")
    }


def test_the_text_that_devices_share_may_import_none_of_them() -> None:
    ((_, targets),) = forbidden("aoe.backends.llvm")
    devices = {f"aoe.backends.{path.parent.name}" for path in PACKAGE.glob("backends/*/backend.py")}
    assert len(devices) > 2
    assert targets >= devices


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, and the dotted names of what it imports from them."""
    for item in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(item, ast.Import):
            yield from (name.name for name in item.names)
        elif isinstance(item, ast.ImportFrom):
            yield from (f"{item.module}.{name.name}" for name in item.names)


def test_a_name_with_an_underscore_is_imported_from_its_own_folder_only() -> None:
    found = {
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in PACKAGE.rglob("*.py")
        for name in imported(path)
        if (private := re.match(r"(aoe[\w.]*?)\._[a-z]", name))
        and private[1] != ".".join(path.parent.relative_to(PACKAGE.parent).parts)
    }
    assert found == set()


def kept_files() -> list[Path]:
    """The files of this project, from its folder on."""
    root = PACKAGE.parent
    folders = ("aoe", "benchmarks", "changelog.d", "docs", "examples", "tests")
    found = [path for folder in folders for path in (root / folder).rglob("*") if path.is_file()]
    return [path.relative_to(root) for path in found if "__pycache__" not in path.parts]


def test_no_module_is_long() -> None:
    modules = [path for path in kept_files() if path.suffix == ".py"]
    lines = {str(path): len((PACKAGE.parent / path).read_bytes().splitlines()) for path in modules}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_no_folder_has_many_files() -> None:
    counts = Counter(path.parent.as_posix() for path in kept_files())
    assert {name for name, count in counts.items() if count > MOST_FILES} - UNLIMITED == set()


def unresolved(path: Path) -> Iterator[str]:
    """The dotted names of modules, and of what they define, that a file mentions in backticks and
    that do not exist.
    """
    for match in re.finditer(r"`(aoe(?:\.[a-z_]\w*)+)(?:\.[A-Z]\w*)?`", path.read_text("utf-8")):
        words = match[1].split(".")[1:]
        folder = PACKAGE
        while words and (folder / words[0] / "__init__.py").exists():
            folder /= words.pop(0)
        home = folder / "__init__.py"
        if words and (folder / f"{words[0]}.py").exists():
            home = folder / f"{words.pop(0)}.py"
        if (
            words
            and match[1] != "aoe.ini"
            and not re.search(rf"\b{words[0]}\b", home.read_text("utf-8"))
        ):
            yield f"{path.relative_to(PACKAGE.parent)}: {match[0]}"


def test_modules_that_docstrings_name_exist() -> None:
    assert not [name for path in sorted(PACKAGE.rglob("*.py")) for name in unresolved(path)]


def undescribed(path: Path) -> Iterator[str]:
    """The public dataclasses of a module whose docstring does not list their fields."""
    source = path.read_text("utf-8")
    for item in ast.walk(ast.parse(source)) if "@dataclass" in source else ():
        if not isinstance(item, ast.ClassDef) or item.name.startswith("_"):
            continue
        decorators = map(ast.unparse, item.decorator_list)
        fields = [line.target for line in item.body if isinstance(line, ast.AnnAssign)]
        names = [name.id for name in fields if isinstance(name, ast.Name) and name.id[0] != "_"]
        if len(names) > 1 and any("dataclass" in text for text in decorators):
            text = (ast.get_docstring(item) or "").partition("Attributes:")[2]
            yield from (f"{item.name}.{name}" for name in names if f"{name}: " not in text)


def test_public_dataclasses_list_their_fields() -> None:
    found = {f"{path.name}: {name}" for path in PACKAGE.rglob("*.py") for name in undescribed(path)}
    assert found == set()


def test_nothing_above_the_backends_decides_by_the_name_of_an_operator_type() -> None:
    """What a decision asks of a type is a fact of its definition."""
    named = re.compile(r"\boperator\.type (?:==|!=|in|not in) (?!\w+(?:\.\w+)*\.type\b)")
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[0] not in ("operators", "backends")
        and named.search(path.read_text("utf-8"))
    }
    assert found == set()


def test_the_environment_is_read_in_one_module() -> None:
    """Others may set variables for what they start."""
    asks = re.compile(r"\bos\.(?:getenv|environb?(?!\[[^\]]*\] = |\.setdefault\())")
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if asks.search(path.read_text("utf-8"))
    }
    assert found == {"settings.py"}
