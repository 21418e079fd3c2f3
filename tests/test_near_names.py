"""Only names that are like an unknown one are taken to be meant by it."""

from __future__ import annotations

import pytest

from aoe.near_names import ending, hint, near_name


@pytest.mark.parametrize(
    ("unknown", "known", "near"),
    [
        ("--ouput", ["--output", "--log"], "--output"),
        ("rgb888_u8", ["YUV420SP_U8", "RGB888_U8"], "RGB888_U8"),
        ("version", ["--version"], "--version"),
        ("--bogus", ["--log", "--output"], None),
        ("--x", ["--log"], None),
        ("--format", ["--port", "--serve"], None),
        ("--shape", ["--input_shape"], "--input_shape"),
        ("--num_threads", ["--threads"], "--threads"),
        ("", ["log"], None),
    ],
)
def test_a_name_is_near_whatever_its_case_and_dashes(
    unknown: str, known: list[str], near: str | None
) -> None:
    assert near_name(unknown, known) == near


def test_a_message_says_what_is_near_or_what_else_to_do() -> None:
    assert hint("thread", ["threads", "budget"], "see help") == "did you mean threads?"
    assert hint("nonsense", ["threads", "budget"], "see help") == "see help"
    assert ending("thread", ["threads"]) == "; did you mean threads?"
    assert ending("nonsense", ["threads"]) == ""
