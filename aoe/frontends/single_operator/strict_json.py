"""JSON objects of a description, with errors that say where something is wrong."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from aoe.errors import ModelError, quoted
from aoe.near_names import hint

#: One more than the largest size, position or attribute.
_LARGEST_INTEGER = 1 << 63


def parsed_json(text: str, label: str) -> Any:
    """The value of a JSON text. Keys that are given twice and numbers that are none are refused.

    Raises:
        ModelError: It is not JSON.
    """

    def unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise ModelError(f"{label}: the key {twice!r} is given twice; give it once")
        return found

    def refuse(name: str) -> Any:
        raise ModelError(f"{label}: {name} is not a number of JSON; give a finite one")

    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise ModelError(
            f"{label} is not JSON: {quoted(error)}; see the documentation for the form"
        ) from None


class Fields:
    """A JSON object that is read key by key.

    Attributes:
        where: The place of the object, for messages.
    """

    def __init__(self, value: Any, where: str, known: Sequence[str]) -> None:
        """Raises `ModelError` if `value` is no object or has a key that is not `known`."""
        self.where = where
        if not isinstance(value, dict):
            raise ModelError(f"{where} must be a JSON object, not {quoted(value)}")
        for key in value:
            if key not in known:
                meant = hint(key, known, f"use {', '.join(known)}")
                raise ModelError(f"{where}: the key {quoted(key)!r} is not known; {meant}")
        self._value = value

    def __contains__(self, key: str) -> bool:
        return key in self._value

    def value(self, key: str) -> Any:
        """Any value. Raises `ModelError` if the key is missing."""
        if key not in self._value:
            raise ModelError(f"{self.where}: {key!r} is missing; add it")
        return self._value[key]

    def text(self, key: str) -> str:
        """A text that is not empty."""
        found = self.value(key)
        if not isinstance(found, str) or not found.strip():
            raise self.wrong(key, found, "a text that is not empty")
        return found

    def flag(self, key: str) -> bool:
        """A truth value."""
        found = self.value(key)
        if not isinstance(found, bool):
            raise self.wrong(key, found, "true or false")
        return found

    def integer(self, key: str) -> int:
        """An integer."""
        found = self.value(key)
        if not is_integer(found):
            raise self.wrong(key, found, "an integer")
        return int(found)

    def items(self, key: str) -> list[Any]:
        """A list."""
        found = self.value(key)
        if not isinstance(found, list):
            raise self.wrong(key, found, "a list")
        return found

    def wrong(self, key: str, found: object, wanted: str) -> ModelError:
        """The error for a value of another kind."""
        return ModelError(f"{self.where}: {key!r} is {quoted(repr(found))}; give {wanted}")


def is_integer(value: object) -> bool:
    """Whether a JSON value is an integer of 64 bits."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return -_LARGEST_INTEGER <= value < _LARGEST_INTEGER


def is_number(value: object) -> bool:
    """Whether a JSON value is a finite number."""
    return is_integer(value) or (isinstance(value, float) and math.isfinite(value))
