"""Tables are as wide as the terminal, and lose nothing where it is narrow."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from aoe.application.display.table import printed_table

HEADINGS = ["", "share", "before", "after", "gain"]
ROWS = [
    ["resnet, one inference", "100.0%", "30.093 ms ± 881 us", "29.901 ms ± 1.544 ms", "0.64% ± 2"],
    ["stem.convolution (Conv)", "8.1%", "2.4 ms ± 10 us", "2.3 ms ± 9 us", "3.1% ± 1"],
]


def on_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> str:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((columns, 24)))
    return printed_table(HEADINGS, ROWS, (1, 2, 3, 4))


@pytest.mark.parametrize("columns", [20, 40, 80, 89, 90, 200])
def test_numbers_are_never_cut_off(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    text = on_terminal(monkeypatch, columns)
    for row in ROWS:
        for cell in row[1:]:
            assert any(cell in line for line in text.splitlines()), cell
    for word in " ".join(row[0] for row in ROWS).split():
        assert word.replace(".convolution", "") in text


def test_names_are_folded_where_that_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = on_terminal(monkeypatch, 80).splitlines()
    assert max(map(len, narrow)) <= 80
    assert len(narrow) > 2 + len(ROWS)


def test_a_wide_terminal_folds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(on_terminal(monkeypatch, 200).splitlines()) == 2 + len(ROWS)


def test_off_a_terminal_nothing_is_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    lines = printed_table(["a", "b"], [["x" * 300, "y" * 300]]).splitlines()
    assert lines[-1] == f"{'x' * 300}   {'y' * 300}"


def test_a_table_needs_no_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert printed_table(["a"], [["x" * 300]]).splitlines()[-1] == "x" * 300


def test_a_table_may_have_no_rows() -> None:
    assert printed_table(["name", "value"], []).splitlines()[0] == "name   value"
