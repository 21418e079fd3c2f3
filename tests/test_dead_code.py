"""Nothing that a module of the package defines is left over: something reads it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import aoe

ROOT = Path(str(aoe.__file__)).parent.parent
FOLDERS = ("aoe", "benchmarks", "examples", "tests")


class Reads:
    """What modules read.

    Attributes:
        imported: Pairs of a module and a name that is imported from it.
        attributes: The names of attributes.
        texts: The words of texts, which registries and templates look for.
    """

    def __init__(self) -> None:
        self.imported: set[tuple[str, str]] = set()
        self.attributes: set[str] = set()
        self.texts = set(re.findall(r"\w+", (ROOT / "pyproject.toml").read_text("utf-8")))

    def add(self, tree: ast.Module, package: list[str]) -> None:
        """Adds those of a module in a package."""
        documents = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr):  # comes before what is inside
                documents.add(id(node.value))
            elif isinstance(node, ast.ImportFrom):
                above = package[: len(package) - node.level + 1] if node.level else []
                home = ".".join([*above, *([node.module] if node.module else [])])
                self.imported |= {(home, item.name) for item in node.names}
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                self.attributes.add(node.attr)
            elif isinstance(node, ast.Constant) and id(node) not in documents:
                self.texts.update(re.findall(r"\w+", str(node.value)))


def defined(node: ast.stmt) -> Iterable[str]:
    """The names that a statement of a module defines. Decorators may register a function."""
    if isinstance(node, ast.ClassDef) or (
        isinstance(node, ast.FunctionDef) and not node.decorator_list
    ):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [item.id for item in node.targets if isinstance(item, ast.Name)]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def names_in(node: ast.stmt) -> set[str]:
    """The names that a statement reads."""
    names = (item for item in ast.walk(node) if isinstance(item, ast.Name))
    return {item.id for item in names if isinstance(item.ctx, ast.Load)}


def test_what_a_module_defines_is_read() -> None:
    trees, reads = {}, Reads()
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        place = list(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text("utf-8"))
        reads.add(tree, place[:-1])
        if place[0] == "aoe":
            trees[".".join(place).removesuffix(".__init__")] = tree
    left = set()
    for module, tree in trees.items():
        read = [names_in(node) for node in tree.body]
        for number, node in enumerate(tree.body):
            own = set().union(*read[:number], *read[number + 1 :])
            for name in defined(node):
                known = name in own or name in reads.attributes or name in reads.texts
                if not (known or (module, name) in reads.imported or name.startswith("__")):
                    left.add(f"{module}.{name}")
    assert left == set()
