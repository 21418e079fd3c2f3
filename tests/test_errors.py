"""Parts of messages."""

from __future__ import annotations

from aoe.errors import CompileError, UsageError, counted, first_of


def test_the_rest_of_names_is_counted() -> None:
    assert first_of(["a", "b"], 2) == "a, b"
    assert first_of(["a", "b", "c"], 2) == "a, b and 1 more"
    assert first_of([], 2) == ""


def test_one_thing_is_not_called_as_several_are() -> None:
    assert [counted(count, "graph") for count in range(3)] == ["0 graphs", "1 graph", "2 graphs"]
    assert counted(2, "policy", "policies") == "2 policies"
    assert counted(1, "policy", "policies") == "1 policy"


def test_the_text_of_an_error_is_one_line_whatever_the_names_in_it() -> None:
    assert (
        str(UsageError("the input 'é\n\x12\udc80' is open")) == r"the input 'é\n\x12\udc80' is open"
    )
    assert str(CompileError("two\nlines")) == r"two\nlines"
    assert str(UsageError()) == ""
