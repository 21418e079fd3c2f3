"""Looks into a file of `torch.export` before torch opens it: nothing in it may be executed.

The loader of torch unpickles what the file says is a pickle, and evaluates sizes and guards, which
are Python expressions. Plain tensors, sizes and guards of an exported module need neither. A file
with more than that is refused.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aoe.errors import MALFORMED, ModelError, quoted

#: What is not opened, and the way out.
_ADVICE = (
    "save it with torch.export.save(torch.export.export(module.eval(), (x,)), 'model.pt2'), or "
    "give the module itself to aoe.tune or aoe.compile with example_inputs"
)
#: Members with pickles, by the start of their names below the archive's root.
_PICKLES = ("data/constants/custom_obj_", "data/constants/opaque_obj_")
#: Pickles of earlier versions of the format.
_OLD_PICKLES = re.compile(r"data/(weights|constants)/[^/]*\.pt")
#: The most bytes of one description in the archive.
_LARGEST_TEXT = 1 << 30
#: Functions and attributes in expressions of sizes and guards.
_HARMLESS = frozenset(
    re.findall(
        r"\w+",
        """
        Symbol Integer Float Rational Add Mul Pow Mod Max Min Abs And Or Not Eq Ne Equality
        Unequality Gt Ge Lt Le GreaterThan StrictGreaterThan LessThan StrictLessThan Relational
        Piecewise Where FloorDiv CeilDiv CleanDiv IntTrueDiv FloatTrueDiv PythonMod ModularIndexing
        ToFloat TruncToInt TruncToFloat FloorToInt CeilToInt RoundToInt PowByNatural FloatPow LShift
        RShift Identity max min abs floor ceil trunc pow sqrt math size stride storage_offset item
        float int and or not
        """,
    )
)
_TOKEN = re.compile(
    r"\s*(?:(?P<name>[A-Za-z_]\w*)|(?P<text>'[^'\\]*'|\"[^\"\\]*\")|"
    r"(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)|(?P<sign>[-+*/%()\[\]<>=!,.&|~]))"
)
_PLAIN_TEXT = re.compile(r"['\"][\w.]*['\"]")


def check_archive(path: Path) -> None:
    """Raises `ModelError` for a file that is not of `torch.export`, or has something to run."""
    if not zipfile.is_zipfile(path):
        raise _not_opened(path)
    try:
        with zipfile.ZipFile(path) as archive:
            _check(archive, path)
    except ModelError:
        raise
    except (*MALFORMED, OSError, zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise ModelError(f"{path} is truncated or damaged: {quoted(error)}") from error


def _check(archive: zipfile.ZipFile, path: Path) -> None:
    names = {item.filename.partition("/")[2]: item for item in archive.infolist()}
    roots = {item.filename.partition("/")[0] for item in archive.infolist()}
    models = [name for name in names if name.startswith("models/") and name.endswith(".json")]
    if any(name.startswith("data/aotinductor/") for name in names):
        raise ModelError(f"{path} holds machine code of AOTInductor, which is not run; {_ADVICE}")
    if "archive_format" not in names or not models:
        raise _not_opened(path)
    if len(names) < len(archive.infolist()) or len(roots) > 1:
        raise ModelError(f"{path} is damaged: members of the archive have the same name")
    for name in names:
        if name.startswith(_PICKLES) or _OLD_PICKLES.fullmatch(name):
            raise _has_pickle(path, name)
    for name in (item for item in names if item.endswith("_config.json")):
        for payload in _loaded(archive, names[name])["config"].values():
            if payload["use_pickle"] is not False:
                raise _has_pickle(path, name)
    for name in models:
        described = _loaded(archive, names[name])
        for expression in _expressions(described):
            if not _is_harmless(expression):
                raise ModelError(
                    f"{path} has a size or a guard that is no arithmetic, and is not opened: "
                    f"{quoted(expression)}; {_ADVICE}"
                )


def _loaded(archive: zipfile.ZipFile, item: zipfile.ZipInfo) -> dict[str, Any]:
    if item.file_size > _LARGEST_TEXT:
        raise ValueError(f"{item.filename} has {item.file_size} bytes")
    return dict(json.loads(archive.read(item)))


def _expressions(described: dict[str, Any]) -> Iterator[str]:
    """All texts that the loader of torch would evaluate."""
    pending: list[object] = [described]
    while pending:
        found = pending.pop()
        if isinstance(found, list):
            pending.extend(found)
        elif isinstance(found, dict):
            for key, value in found.items():
                if key in ("guards_code", "range_constraints"):
                    yield from map(str, value)
                elif key in ("in_spec", "out_spec"):
                    yield from _imports(str(value))
                elif key == "expr_str":
                    yield str(value)
                else:
                    pending.append(value)


def _imports(spec: str) -> Iterator[str]:
    """Modules that the form of the inputs or outputs would import."""
    yield from re.findall(r"default_factory_module.*|__enum__.*", spec)


def _is_harmless(expression: str) -> bool:
    """Whether all that is called or taken of something is known."""
    position, before, name = 0, "", ""
    text = expression.strip()
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None or (token["text"] and not _PLAIN_TEXT.fullmatch(token["text"])):
            return False
        if token["sign"] == "(" and before == "name" and name not in _HARMLESS:
            return False
        if token["sign"] == "(" and before in ("text", "]", ")"):
            return False
        if token["name"] and before == "." and token["name"] not in _HARMLESS:
            return False
        name = token["name"] or ""
        before = "name" if name else "text" if token["text"] else token["sign"] or "number"
        position = token.end()
    return True


def _not_opened(path: Path) -> ModelError:
    return ModelError(
        f"{path} is no file of torch.export, or is truncated; pickles and TorchScript (.pt, .pth) "
        f"can run code when they are opened, so they are not: {_ADVICE}"
    )


def _has_pickle(path: Path, member: str) -> ModelError:
    return ModelError(
        f"{path} has a pickle ({quoted(member)}), which can run code and is not opened; {_ADVICE}"
    )
