"""Tests of `aoe.atomic_file`."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.atomic_file import check_keeps, replace_file
from aoe.errors import UsageError


def test_an_output_does_not_replace_what_the_command_reads(tmp_path: Path) -> None:
    read = tmp_path / "m.onnx"
    with pytest.raises(UsageError, match=r"cannot write m\.onnx: it would replace a file"):
        check_keeps(tmp_path / "other" / ".." / "m.onnx", None, read)
    check_keeps(tmp_path / "m.html", None, read)


@pytest.mark.parametrize("name", [".", "..", "/", "a/.."])
def test_a_path_that_names_a_folder_by_its_place_is_no_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IsADirectoryError):
        replace_file(Path(name), b"")
    assert not list(tmp_path.iterdir())
