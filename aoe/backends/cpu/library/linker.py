"""Finds a linker on this machine and links a shared library with it.

open-aoe makes object files itself, so no compiler is needed. A C compiler is the usual way to a
linker, because it knows where the C library lies. `ld` and its kin do, too: the program that loads
the library then brings the C library. The PyPI package `ziglang` has a linker for every CPU.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from aoe.errors import AoeError, UsageError, quoted

#: Seconds that linking may take: the constants of a large model are copied.
TIMEOUT = 600.0
#: How programs are called that link without being compilers, alone or behind the name of a system.
_BARE = re.compile(r"(?:.*[-/])?(?:ld|ld\.bfd|ld\.gold|ld\.lld|ld\.mold|mold)(?:-\d+)?")
_COMPILERS = ("cc", "gcc", "clang")
#: What `ld.lld` calls an architecture.
_EMULATIONS = {"x86_64": "elf_x86_64", "aarch64": "aarch64linux"}


@dataclass(frozen=True, slots=True)
class Linker:
    """A program that links.

    Attributes:
        command: The program and its first arguments.
        is_compiler: Whether it is a C compiler, which hands options to a linker.
    """

    command: tuple[str, ...]
    is_compiler: bool

    def linking(self, objects: Sequence[str], output: str, name: str, symbols: str) -> list[str]:
        """The command that links a shared library.

        Args:
            objects: Object files.
            output: The library.
            name: The name that programs look for when they start.
            symbols: The file that says which symbols others see.
        """
        options = [f"--version-script={symbols}", f"-soname={name}", "-z", "noexecstack"]
        files = [*objects, "-o", output]
        if self.is_compiler:
            passed = "-Wl," + ",".join(options)
            return [*self.command, "-shared", passed, *files, "-lm", "-lpthread"]
        return [*self.command, "-shared", *options, *files]


def found_linker(architecture: str, wanted: str | None = None) -> Linker:
    """A linker for an architecture: the wanted one, or the first that there is.

    Raises:
        UsageError: There is none.
    """
    if wanted is not None:
        path = shutil.which(wanted)
        if path is None:
            raise UsageError(f"--linker={wanted}: there is no such program")
        return Linker((os.path.abspath(path),), not _BARE.fullmatch(path))
    found = next(_candidates(architecture), None)
    if found is None:
        raise UsageError(
            f"there is no linker for {architecture} on this machine; install a C compiler "
            f"({_installed(architecture)}), lld, or the package ziglang, or name a linker by "
            "--linker"
        )
    return found


def link(
    linker: Linker, folder: Path, objects: Sequence[str], output: str, name: str, symbols: str
) -> None:
    """Links a shared library of files of a folder; see `Linker.linking`.

    Raises:
        AoeError: If the linker fails.
    """
    command = linker.linking(objects, output, name, symbols)
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AoeError(f"cannot link with {command[0]}: {quoted(error)}") from error
    if done.returncode != 0:
        raise AoeError(
            f"{' '.join(linker.command)} cannot link the library: {quoted(done.stderr)}; choose "
            "another linker by --linker"
        )


def _candidates(architecture: str) -> Iterator[Linker]:
    """What could link for an architecture and is on this machine, the best first."""
    system = f"{architecture}-linux-gnu"
    if architecture == platform.machine():
        yield from _present((name,) for name in _COMPILERS)
        yield from _present([("ld",)], is_compiler=False)
    yield from _present([(f"{system}-gcc",)])
    yield from _present([(f"{system}-ld",)], is_compiler=False)
    yield from _present([("ld.lld", "-m", _EMULATIONS[architecture])], is_compiler=False)
    if importlib.util.find_spec("ziglang") is not None:
        yield Linker((sys.executable, "-m", "ziglang", "cc", "-target", system), True)


def _present(commands: Iterable[Sequence[str]], is_compiler: bool = True) -> Iterator[Linker]:
    for name, *arguments in commands:
        path = shutil.which(name)
        if path is not None:
            yield Linker((path, *arguments), is_compiler)


def _installed(architecture: str) -> str:
    """What to install in Debian for a C compiler."""
    if architecture == platform.machine():
        return "gcc"
    return f"gcc-{architecture.replace('_', '-')}-linux-gnu"
