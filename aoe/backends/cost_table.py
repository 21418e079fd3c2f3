"""Tables of measured constants that estimates of a backend read: files of JSON, as dataclasses.

A table is a frozen dataclass of sections, each a frozen dataclass of constants. Its file has
`sections`, and for each constant a value, a unit and the module that uses it. The CPU's is
`aoe.backends.cpu.cost.profile`, that of GPUs `aoe.backends.cuda.cost.profile`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar, get_type_hints

#: The constants of a table by section and name, as its file has them.
Values: TypeAlias = Mapping[str, Mapping[str, Any]]
_Table = TypeVar("_Table")


def values_in(path: Path) -> Values:
    """The constants in a file. Raises `OSError`, or `ValueError`, `TypeError`, `KeyError` or
    `AttributeError` if it is no such file.
    """
    sections = json.loads(path.read_text(encoding="utf-8"))["sections"]
    return {
        section: {name: constant["value"] for name, constant in constants.items()}
        for section, constants in sections.items()
    }


def table_of(kind: type[_Table], values: Values) -> _Table:
    """The table of all constants. Raises `TypeError` if one is missing or not known."""
    kinds = get_type_hints(kind)
    if values.keys() - kinds.keys():
        raise TypeError(f"there is no section {min(values.keys() - kinds.keys())}")
    sections = {
        section: kinds[section](**{name: _frozen(value) for name, value in constants.items()})
        for section, constants in values.items()
    }
    return kind(**sections)


def with_values(base: _Table, values: Values) -> _Table:
    """A table with other values of some constants, by section and name. Raises `TypeError` if the
    table has no such constant.
    """
    known = values_of(base)
    own = {section: {**known.get(section, {}), **values[section]} for section in values}
    return table_of(type(base), {**known, **own})


def values_of(table: Any) -> Values:
    """The constants of a table by section and name, as JSON has them."""
    found: dict[str, dict[str, Any]] = {}
    for section in fields(table):
        constants = getattr(table, section.name)
        found[section.name] = {
            item.name: _plain(getattr(constants, item.name)) for item in fields(constants)
        }
    return found


def _frozen(value: Any) -> Any:
    """A value of a file as a section has it: keys that are numbers in JSON's text are numbers."""
    if not isinstance(value, dict):
        return value
    return MappingProxyType(
        {int(key) if str(key).isdigit() else key: item for key, item in value.items()}
    )


def _plain(value: Any) -> Any:
    """The reverse of `_frozen`."""
    if not isinstance(value, Mapping):
        return value
    return {str(key): item for key, item in value.items()}
