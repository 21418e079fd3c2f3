from __future__ import annotations

from pathlib import Path

import pytest

from aoe.errors import ModelError
from aoe.frontends.source_file import readable


def test_a_missing_file_names_what_gave_it(tmp_path: Path) -> None:
    path = tmp_path / "net.bin"
    with (
        pytest.raises(ModelError, match=r"net\.bin does not exist; .* given as --weight$"),
        readable(path, "give a file", "--weight"),
    ):
        path.read_bytes()


def test_a_folder_says_what_to_give(tmp_path: Path) -> None:
    with (
        pytest.raises(ModelError, match=r"is a directory; give a file$"),
        readable(tmp_path, "give a file"),
    ):
        tmp_path.read_bytes()


def test_any_other_fault_is_told(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 300)
    with (
        pytest.raises(ModelError, match=r"^cannot read .*: File name too long; name another file$"),
        readable(path, "give a file"),
    ):
        path.read_bytes()
