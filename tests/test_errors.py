"""Parts of messages."""

from __future__ import annotations

from aoe.errors import first_of


def test_the_rest_of_names_is_counted() -> None:
    assert first_of(["a", "b"], 2) == "a, b"
    assert first_of(["a", "b", "c"], 2) == "a, b and 1 more"
    assert first_of([], 2) == ""
