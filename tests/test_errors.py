"""Parts of messages."""

from __future__ import annotations

from aoe.errors import CompileError, UsageError, first_of


def test_the_rest_of_names_is_counted() -> None:
    assert first_of(["a", "b"], 2) == "a, b"
    assert first_of(["a", "b", "c"], 2) == "a, b and 1 more"
    assert first_of([], 2) == ""


def test_the_text_of_an_error_is_one_line_whatever_the_names_in_it() -> None:
    assert (
        str(UsageError("the input 'é\n\x12\udc80' is open")) == r"the input 'é\n\x12\udc80' is open"
    )
    assert str(CompileError("two\nlines")) == r"two\nlines"
    assert str(UsageError()) == ""
