"""Finds the frontends: every module beside this file that defines `FRONTEND`.

A frontend reads one source format and gives an `onnx_ir` model, which `aoe.graph` prepares. A new
frontend is one new file here and no edit elsewhere. Numbers are AOE's `--framework` values.
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

#: `read(source, weight)`: the source file, and that of the weights for formats that keep them
#: apart. Gives the model with the shapes it declares, which may be open.
Read = Callable[[Path, "Path | None"], onnx_ir.Model]


@dataclass(frozen=True, slots=True)
class Frontend:
    """One source format.

    `number`: its `--framework` value. `suffixes`: of its files, lower case with the dot; they
    decide when no framework is given. `read` raises `ModelError` when the file cannot be read.
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


def frontend_for(framework: int | None, model: Path) -> Frontend:
    """The frontend of a `--framework` number or, without one, of the model file's suffix.

    Raises `UsageError` that lists the frontends there are.
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
