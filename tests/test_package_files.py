"""The files of a package, also where it has links."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.model import program_cache
from aoe.package_files import package_files


def files(folder: Path) -> list[str]:
    """The modules that are found."""
    found = package_files(str(folder), lambda name: name.endswith(".py"))
    return [Path(entry.path).relative_to(folder).as_posix() for entry in found]


def package(folder: Path) -> Path:
    """A package of one module."""
    folder.mkdir()
    (folder / "__init__.py").touch()
    return folder


def test_files_are_in_one_order_and_folders_left_out(tmp_path: Path) -> None:
    for name in ("b/__init__.py", "a.py", "b.py", "b/__pycache__/c.py", "b/notes.txt", "d.py/e.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert files(tmp_path) == ["a.py", "b/__init__.py", "b.py", "d.py/e.py"]


@pytest.mark.parametrize("target", [".", "part"])
def test_a_link_that_leads_back_is_not_followed(tmp_path: Path, target: str) -> None:
    main = package(tmp_path / "main")
    part = package(main / "part")
    (part / "back").symlink_to(main / target)
    assert files(main) == ["__init__.py", "part/__init__.py"]


def test_links_that_lead_to_each_other_end(tmp_path: Path) -> None:
    main = package(tmp_path / "main")
    one, other = package(main / "one"), package(tmp_path / "other")
    (one / "link").symlink_to(other)
    (other / "link").symlink_to(one)
    found = files(main)
    assert len(found) == len(set(found)) <= 4
    assert {"one/__init__.py", "one/link/__init__.py"} < {*found}


def test_a_linked_package_is_read_and_another_folder_is_not(tmp_path: Path) -> None:
    main, elsewhere = package(tmp_path / "main"), package(tmp_path / "elsewhere")
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "module.py").touch()
    (main / "linked").symlink_to(elsewhere)
    (main / "data").symlink_to(tmp_path / "disk")
    (main / "nothing.py").symlink_to(tmp_path / "removed")
    assert files(main) == ["__init__.py", "linked/__init__.py"]


def test_the_digest_of_this_package_ends_where_links_go_round(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    main = package(tmp_path / "main")
    monkeypatch.setattr("aoe.__file__", str(main / "__init__.py"))
    digest = program_cache.package_digest.__wrapped__
    before = digest()
    (main / "back").symlink_to(main)
    assert digest() == before
