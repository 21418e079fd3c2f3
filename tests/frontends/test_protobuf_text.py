"""Tokens of protobuf's text form keep their lines; values go on to the next space where asked."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import UsageError
from aoe.frontends.protobuf_text import FieldReader, tokens
from tests.properties import examples


def of(text: str, *, long_words: bool = False) -> list[tuple[str, str, int]]:
    return [(t.kind, t.text, t.line) for t in tokens("f", text, long_words=long_words)]


def test_tokens_have_a_kind_and_a_line() -> None:
    assert of('a: 1 # b\n{"x # \\"y\\"" }\n') == [
        ("word", "a", 1),
        ("mark", ":", 1),
        ("word", "1", 1),
        ("mark", "{", 2),
        ("text", 'x # "y"', 2),
        ("mark", "}", 2),
        ("end", "", 3),
    ]


def test_a_long_word_ends_with_a_space_or_a_brace() -> None:
    text = "a: in:1,2;b:3, c:#d\n[e]<f>}"
    words = [found for kind, found, _ in of(text, long_words=True) if kind == "word"]
    assert words == ["a", "in:1,2;b:3", "c", "[e]<f>"]
    words = [found for kind, found, _ in of(text) if kind == "word"]
    assert words == ["a", "in", "1", "2", "b", "3", "c", "e", "f"]


def test_texts_in_a_row_are_one_value_of_the_line_where_they_begin() -> None:
    reader = FieldReader("f", "\na: 'x'\n\"y\" b")
    name = next(reader.names("", "a field"))
    value = reader.value(name, after_colon=reader.colon())
    assert (value.text, value.line, reader.next.text) == ("xy", 2, "b")


@pytest.mark.parametrize("long_words", [False, True])
@examples(200)
@given(text=st.text(st.sampled_from("ab:{}<>[],;#\"'\\ \n1"), max_size=30))
def test_tokens_have_all_that_is_no_space_comment_or_quote(text: str, long_words: bool) -> None:
    with suppress(UsageError):
        found = of(text, long_words=long_words)
        lines = [line for _, _, line in found]
        assert lines == sorted(lines)
        assert found[-1] == ("end", "", text.count("\n") + 1)
        if not set("#\"'\\,;") & set(text):
            assert "".join(part for _, part, _ in found) == "".join(text.split())
