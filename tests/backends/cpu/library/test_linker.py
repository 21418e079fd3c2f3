"""Which linker is taken, and how it is called."""

from __future__ import annotations

import importlib.util
import platform
import shutil

import pytest

from aoe.backends.cpu.library.linker import Linker, found_linker
from aoe.errors import UsageError

HERE = platform.machine()
ELSEWHERE = "aarch64" if HERE == "x86_64" else "x86_64"


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of programs that there are."""
    there: set[str] = set()
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name in there else None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    return there


def test_a_compiler_comes_before_a_linker(programs: set[str]) -> None:
    programs |= {"ld", "clang"}
    assert found_linker(HERE) == Linker(("/usr/bin/clang",), True)


def test_programs_for_this_machine_do_not_link_for_another(programs: set[str]) -> None:
    programs |= {"gcc", "ld", f"{ELSEWHERE}-linux-gnu-gcc"}
    assert found_linker(ELSEWHERE).command == (f"/usr/bin/{ELSEWHERE}-linux-gnu-gcc",)


def test_without_a_linker_it_is_said_what_to_install(programs: set[str]) -> None:
    with pytest.raises(UsageError, match="ziglang"):
        found_linker(ELSEWHERE)
    with pytest.raises(UsageError, match="--linker=mine"):
        found_linker(HERE, "mine")


@pytest.mark.parametrize(
    ("name", "is_compiler"),
    [("ld", False), ("ld.lld-19", False), ("aarch64-linux-gnu-ld.bfd", False), ("mold", False),
     ("gcc-14", True), ("build", True)],
)  # fmt: skip
def test_a_linker_is_told_from_a_compiler(programs: set[str], name: str, is_compiler: bool) -> None:
    programs.add(name)
    assert found_linker(HERE, name).is_compiler is is_compiler


def test_a_compiler_hands_options_on() -> None:
    files = ["a.o"], "b.so", "lib.so", "s.map"
    plain = Linker(("ld",), False).linking(*files)
    through = Linker(("cc",), True).linking(*files)
    assert "-soname=lib.so" in plain
    assert any(item.startswith("-Wl,") and "-soname=lib.so" in item for item in through)
