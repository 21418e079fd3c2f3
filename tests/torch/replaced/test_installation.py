"""One installation of PyTorch is told from another, and found on another machine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from aoe.torch.replaced import installation
from aoe.torch.replaced.installation import torch_files

digest = torch_files.__wrapped__
#: Nanoseconds.
INSTALLED = 10**18


def write(path: Path, content: bytes, time: int = INSTALLED) -> None:
    """Writes a file that has a time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.utime(path, ns=(0, time))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where PyTorch is installed: a module, two libraries, and what the installer wrote down."""
    folder = tmp_path / "site"
    write(folder / "torch" / "part" / "module.py", b"x = 1\n")
    for name in ("liba.so", "libb.so.1"):
        write(folder / "torch" / "lib" / name, b"code")
    rows = "torch/lib/liba.so,sha256=a,4\ntorch/lib/libb.so.1,sha256=b,4\n../bin/run,sha256=c,1\n"
    write(folder / "torch-2.0.dist-info" / "RECORD", rows.encode(), INSTALLED + 1)
    use(folder, monkeypatch)
    return folder


def use(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a folder be where PyTorch is installed."""
    monkeypatch.setattr(torch, "__file__", str(site / "torch" / "__init__.py"))


@pytest.mark.parametrize("change", ["content", "size", "name", "new", "library", "record"])
def test_a_change_of_pytorchs_files_changes_their_digest(site: Path, change: str) -> None:
    before = digest()
    module = site / "torch" / "part" / "module.py"
    (site / "torch" / "notes.txt").touch()
    assert digest() == before
    if change == "content":
        write(module, b"x = 2\n")
    elif change == "size":
        write(module, b"x = 10\n")
    elif change == "name":
        module.rename(module.with_name("other.py"))
    elif change == "new":
        write(site / "torch" / "new.py", b"")
    elif change == "library":
        write(site / "torch" / "lib" / "liba.so", b"edoc", INSTALLED + 2)
    else:
        record = site / "torch-2.0.dist-info" / "RECORD"
        write(record, record.read_bytes().replace(b"=a", b"=z"), INSTALLED + 1)
        write(module, b"x = 1\n")  # an installer writes all
    assert digest() != before


@pytest.mark.parametrize("name", ["libc.so.1", "libc.dylib", "libc.dll", "libc.so"])
def test_libraries_of_all_systems_count(site: Path, name: str) -> None:
    before = digest()
    write(site / "torch" / "lib" / name, b"code")
    assert digest() != before


def test_another_machine_with_the_same_wheel_has_the_same_digest(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest()
    elsewhere = site.with_name("elsewhere")
    shutil.copytree(site, elsewhere)
    for number, path in enumerate(sorted(elsewhere.rglob("*"))):
        os.utime(path, ns=(0, INSTALLED + 100 + number))
    os.utime(elsewhere / "torch-2.0.dist-info" / "RECORD", ns=(0, INSTALLED + 1000))
    use(elsewhere, monkeypatch)
    assert digest() == before


def test_without_a_list_of_what_was_installed_the_times_of_libraries_count(site: Path) -> None:
    shutil.rmtree(site / "torch-2.0.dist-info")
    before = digest()
    write(site / "torch" / "lib" / "liba.so", b"edoc", INSTALLED + 2)
    assert digest() != before


@pytest.mark.parametrize("content", [b"torch/lib/liba.so,sha256=\xff,4\n", b"a\0b,c,d\n"])
def test_a_list_of_what_was_installed_that_cannot_be_read_does_no_harm(
    site: Path, content: bytes
) -> None:
    write(site / "torch-2.0.dist-info" / "RECORD", content, INSTALLED + 1)
    assert digest() == digest()


def test_the_digest_is_made_once_for_an_installation(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    contents = installation._contents

    def counted(*given: Any) -> bytes:
        made.append("one")
        return contents(*given)

    monkeypatch.setattr(installation, "_contents", counted)
    assert digest() == digest()
    assert made == ["one"]
    (note,) = (Path(os.environ["TORCHINDUCTOR_CACHE_DIR"]) / "aoe").iterdir()
    note.write_bytes(b"a part")
    before = digest()
    assert made == ["one", "one"]
    write(site / "torch" / "part" / "module.py", b"x = 2\n")  # of the same size and time
    assert digest() != before


def test_a_cache_that_cannot_be_written_does_no_harm(
    site: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert site.exists()
    before = digest()
    (tmp_path / "file").touch()
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "file" / "cache"))
    assert digest() == before
