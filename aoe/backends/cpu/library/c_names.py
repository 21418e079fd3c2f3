"""Names in C for what a model has: its type and functions, its inputs and outputs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from aoe.errors import UsageError

#: Words that are no names in C or C++.
_KEYWORDS = {
    "alignas", "alignof", "and", "asm", "auto", "bitand", "bitor", "bool", "break", "case",
    "catch", "char", "class", "compl", "concept", "const", "consteval", "constexpr",
    "constinit", "continue", "decltype", "default", "delete", "do", "double", "else",
    "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
    "inline", "int", "long", "main", "mutable", "namespace", "new", "noexcept", "not",
    "nullptr", "operator", "or", "private", "protected", "public", "register", "requires",
    "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
    "template", "this", "throw", "true", "try", "typedef", "typeid", "typename", "union",
    "unsigned", "using", "virtual", "void", "volatile", "while", "xor",
}  # fmt: skip


def model_name(header: Path) -> str:
    """The name of a model's type, and the start of all its names: that of its header.

    Raises:
        UsageError: If it is no name in C.
    """
    name = _cleaned(header.stem)
    if not name or name[0].isdigit() or name in _KEYWORDS or name.startswith("_"):
        raise UsageError(
            f"the header {header.name} would define a type named {name!r}, which is no name in C; "
            "choose another name for it"
        )
    return name


def distinct_names(names: Iterable[str]) -> list[str]:
    """Names for macros, in capitals: the given ones as far as C allows, none twice."""
    found: list[str] = []
    for name in names:
        cleaned = _cleaned(name).upper() or "VALUE"
        candidate, count = cleaned, 1
        while candidate in found:
            count += 1
            candidate = f"{cleaned}_{count}"
        found.append(candidate)
    return found


def _cleaned(text: str) -> str:
    return re.sub(r"\W", "_", text, flags=re.ASCII)
