"""Finds the frontends: every module of this package that defines `FRONTEND`.

A frontend reads one source format into an `onnx_ir` model, which `aoe.graph` prepares. A new
frontend is one new file here and needs no edit elsewhere. Its number is AOE's `--framework` value.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import onnx_ir

import aoe.frontends
from aoe.errors import UsageError

#: `read(source, weight)` reads a source file, and a file of weights for formats that have one. The
#: model has the shapes that it declares, which may be open.
Read = Callable[[Path, "Path | None"], onnx_ir.Model]


@dataclass(frozen=True, slots=True)
class Frontend:
    """One source format.

    Attributes:
        number: Its `--framework` value.
        name: Its name in messages.
        suffixes: Suffixes of its files, in lower case with the dot. They decide if no framework is
            given.
        read: Reads a file. Raises `ModelError` if that fails.
    """

    number: int
    name: str
    suffixes: tuple[str, ...]
    read: Read


@cache
def frontends() -> Mapping[int, Frontend]:
    """All frontends by number, ascending."""
    names = [info.name for info in pkgutil.iter_modules(aoe.frontends.__path__)]
    modules = [importlib.import_module(f"{aoe.frontends.__name__}.{name}") for name in names]
    found: list[Frontend] = [item.FRONTEND for item in modules if hasattr(item, "FRONTEND")]
    return MappingProxyType(
        {item.number: item for item in sorted(found, key=lambda item: item.number)}
    )


def source_suffixes() -> frozenset[str]:
    """Suffixes of the files that frontends read, in lower case with the dot."""
    return frozenset(suffix for item in frontends().values() for suffix in item.suffixes)


def frontend_for(framework: int | None, model: Path) -> Frontend:
    """The frontend with a `--framework` number, or, without a number, for the suffix of the model
    file. Raises `UsageError` that lists all frontends.
    """
    if framework is not None:
        if framework in frontends():
            return frontends()[framework]
        raise UsageError(f"--framework={framework} is not available; use one of {_available()}")
    for item in frontends().values():
        if model.suffix.lower() in item.suffixes:
            return item
    raise UsageError(
        f"cannot tell the framework of {model} from its suffix {model.suffix!r}; "
        f"add --framework=NUMBER, one of {_available()}"
    )


def _available() -> str:
    return ", ".join(
        f"{item.number} ({item.name}: {' '.join(item.suffixes)})" for item in frontends().values()
    )
