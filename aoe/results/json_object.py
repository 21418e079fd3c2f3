"""Reads the fields of a JSON object that another program may have written. Every field is checked.
All `from_json` functions of result files use it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from aoe.errors import ResultFileError


class JsonObject:
    """A JSON object to read. Every method raises `ResultFileError` if a field is not what it is
    asked for. `where` names the object in messages.
    """

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise ResultFileError(f"{where} is not a JSON object")
        self._data = data
        self.where = where

    def only(self, allowed: Collection[str]) -> JsonObject:
        """This object. Refuses fields that are not allowed."""
        unknown = sorted(self._data.keys() - set(allowed))
        if unknown:
            raise ResultFileError(f"{self.where} has an unknown field {unknown[0]!r}")
        return self

    def __contains__(self, name: str) -> bool:
        return name in self._data

    def names(self) -> tuple[str, ...]:
        """The names of all fields, in order."""
        return tuple(self._data)

    def value(self, name: str) -> Any:
        """A field of any kind."""
        if name not in self._data:
            raise ResultFileError(f"{self.where} lacks {name!r}")
        return self._data[name]

    def object(self, name: str) -> JsonObject:
        """A field that is an object."""
        return JsonObject(self.value(name), f"{name!r} of {self.where}")

    def items(self, name: str) -> list[Any]:
        """A field that is a list."""
        value = self.value(name)
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that is a list of texts."""
        items = self.items(name)
        if not all(isinstance(item, str) for item in items):
            raise self._wrong(name, "a list of texts")
        return tuple(items)

    def text(self, name: str) -> str:
        """A field that is a text."""
        value = self.value(name)
        if not isinstance(value, str):
            raise self._wrong(name, "a text")
        return value

    def number(self, name: str) -> float:
        """A field that is a number, not negative."""
        value = self.value(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not value >= 0:
            raise self._wrong(name, "a number of 0 or more")
        return value

    def optional_text(self, name: str) -> str | None:
        """A field that is a text; None if there is no such field."""
        return self.text(name) if name in self else None

    def optional_number(self, name: str) -> float | None:
        """A field that is a number, not negative; None if there is no such field."""
        return self.number(name) if name in self else None

    def count(self, name: str) -> int:
        """A field that is a whole number, not negative."""
        value = self.value(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._wrong(name, "a whole number of 0 or more")
        return value

    def _wrong(self, name: str, wanted: str) -> ResultFileError:
        return ResultFileError(f"{name!r} of {self.where} is not {wanted}")
