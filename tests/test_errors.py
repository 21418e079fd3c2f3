"""Parts of messages."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

import numpy as np
import pytest

from aoe.errors import (
    MALFORMED,
    CompileError,
    UsageError,
    bytes_text,
    counted,
    fault_text,
    first_of,
    not_read,
    not_written,
)


def test_the_rest_of_names_is_counted() -> None:
    assert first_of(["a", "b"], 2) == "a, b"
    assert first_of(["a", "b", "c"], 2) == "a, b and 1 more"
    assert first_of([], 2) == ""


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "make room or name another place"),
        (errno.EACCES, "get permission or name another place"),
        (errno.EROFS, "name another place"),
    ],
)
def test_what_the_system_refuses_to_write_is_told_with_what_to_do(number: int, advice: str) -> None:
    error = OSError(number, os.strerror(number), "m.om")
    assert not_written("m.om", error) == f"cannot write m.om: {os.strerror(number)}; {advice}"


def test_what_the_system_refuses_to_read_is_told_with_what_to_do() -> None:
    error = OSError(errno.EACCES, "Permission denied")
    sentence = "cannot read m.om: Permission denied; get permission or name another file"
    assert not_read("m.om", error) == sentence
    assert not_read("m.om", OSError("odd")) == "cannot read m.om: odd; name another file"


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


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (999.6, "1.0 kB"),
        (999_960, "1.0 MB"),
        (262_144, "262.1 kB"),
        (4.4e12, "4.4 TB"),
        (3e21, "3000.0 EB"),
    ],
)
def test_sizes_have_a_unit_that_suits_them(size: float, text: str) -> None:
    assert bytes_text(size) == text


def one_of(parts: list[int]) -> int:
    (part,) = parts
    return part


def named(*, size: int, kernel: int, strides: int) -> int:
    return size * kernel * strides


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (lambda: one_of(), "it has another number of inputs than it should"),  # type: ignore[call-arg]
        (lambda: one_of([1, 2]), "it has another number of parts than it should"),
        (lambda: [1][2], "it has fewer parts than it should"),
        (lambda: np.zeros(3)[5], "it has fewer parts than it should"),
        (lambda: named(size=1), "it lacks 'kernel' and 'strides'"),  # type: ignore[call-arg]
        (lambda: dict[str, int]()["axis"], "it lacks 'axis'"),
        (lambda: int("x"), "invalid literal for int() with base 10: 'x'"),
    ],
)
def test_what_python_says_of_code_is_said_of_the_content(
    fault: Callable[[], object], text: str
) -> None:
    with pytest.raises(MALFORMED) as caught:
        fault()
    assert fault_text(caught.value) == text
