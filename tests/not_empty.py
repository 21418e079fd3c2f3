"""Collections that a test goes through: a loop over nothing would pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def not_empty(items: Iterable[T]) -> list[T]:
    """The items, of which there must be some."""
    found = list(items)
    assert found, "there is nothing that the test could check"
    return found
