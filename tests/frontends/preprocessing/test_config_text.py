"""Blocks of AIPP are read with the line of each value, and other forms are refused by line."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import UsageError
from aoe.frontends.preprocessing.config_text import parse_blocks
from tests.properties import examples

KEYS = st.from_regex(r"[a-z][a-z_0-9]{0,8}", fullmatch=True)
WORDS = st.from_regex(r"[A-Za-z0-9_.+-]{1,8}", fullmatch=True)
SPACES = st.sampled_from([" ", "\n", "\t", " # a comment { : }\n", "\r\n"])
MARKS = st.sampled_from(["", ",", ";"])


@examples(100)
@given(
    st.lists(st.dictionaries(KEYS, st.tuples(WORDS, MARKS), max_size=4), max_size=3),
    SPACES,
    SPACES,
    st.booleans(),
)
def test_what_is_written_is_read(
    blocks: list[dict[str, tuple[str, str]]], before: str, after: str, colon: bool
) -> None:
    text = before.join(
        f"aipp_op{':' if colon else ''}{before}{{{after}"
        + after.join(f"{key}{before}:{after}{word}{mark}" for key, (word, mark) in block.items())
        + f"{after}}}{before}"
        for block in blocks
    )
    found = parse_blocks("f", text)
    read = [{key: token.text for key, token in block.values.items()} for block in found]
    assert read == [{key: word for key, (word, _) in block.items()} for block in blocks]


def test_values_keep_their_lines() -> None:
    (block,) = parse_blocks("f", '# AIPP\naipp_op {\n  a: 1\n\n  b: "x # y" # no\n}\n')
    assert (block.line, block.values["a"].line, block.values["b"].line) == (2, 3, 5)
    assert (block.values["b"].kind, block.values["b"].text) == ("text", "x # y")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("aipp {}", "line 1: found 'aipp'; write a block"),
        ("aipp_op", "line 1: the file ends; write { after aipp_op"),
        ("aipp_op {\na 1 }", "line 2: found '1'; write : and a value after a"),
        ("aipp_op {\na: 0,5\nb: 1 }", "line 2: a comma stands before '5'; decimals have a point"),
        ("aipp_op {\na\nb: 1 }", "line 2: found 'b'; write : and a value after a"),
        ("aipp_op { 5: 1 }", "line 1: found '5'; write a key and its value, or }"),
        ("aipp_op {\n\na: }", "line 3: found '}'; write one value of a"),
        ("aipp_op { a: [1] }", "found '\\['; write one value of a"),
        ("aipp_op { a: 1", "the file ends; write a key and its value, or }"),
        ("aipp_op { a: 1\nb: 2\na: 3 }", "line 3: a is given twice in this block, first in line 1"),
        ('aipp_op { a: "b\n}', "line 1: a text has no end"),
        ("aipp_op { : 1 }", "found ':'; write a key"),
        ("aipp_op ( )", "line 1: found '\\('; write { after aipp_op"),
        ("{}", "found '{'; write a block"),
    ],
)
def test_another_form_is_refused_by_its_line(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=f"^f: .*{told}"):
        parse_blocks("f", text)


@examples(200)
@given(st.text(st.sampled_from("aipp_op{}<>:,;[]#\"'\\ \n1"), max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(UsageError):
        parse_blocks("f", text)
