"""The key of a job in the compile cache: a digest of everything its object code depends on.

That is the kernel (what a policy lowers to), the target with its instruction sets, LLVM's version,
and the source of the code generator. So nothing must be cleared when a repository, the package or
the machine changes: a changed input has another key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from aoe import loops
from aoe.backends import llvm as llvm_text
from aoe.backends.cpu import codegen
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.version import CODE_GENERATOR

_PLAIN = (str, int, float)


def cache_key(name: str, content: object, target: CpuTarget) -> str:
    """Returns the key of a job as 64 hexadecimal digits.

    Args:
        name: The symbol.
        content: The kernel or module text.
        target: The target. Its measured speed does not affect the key.
    """
    digest = hashlib.sha256(f"{toolchain()}\n{_target_text(target)}\n{name}\n".encode())
    digest.update(canonical(content).encode())
    return digest.hexdigest()


@lru_cache(maxsize=16)
def _target_text(target: CpuTarget) -> str:
    """Returns the text of a target. Object code depends neither on the speed nor on where it is."""
    return canonical(replace(target.at_common_speed, remote=None))


def canonical(value: object) -> str:
    """Returns a text that is equal only for equal data: frozen dataclasses, tuples and plain
    values.

    Raises:
        TypeError: If `value` contains anything else, whose text might be incomplete.
    """
    pieces: list[str] = []
    _describe(value, pieces.append)
    return "".join(pieces)


def _describe(value: Any, write: Callable[[str], None]) -> None:
    """Writes the pieces of a text. Kernels have tens of thousands, so it is no generator."""
    if value is None or isinstance(value, _PLAIN):
        write(f"{type(value).__name__}:{value!r}")
    elif isinstance(value, tuple):
        write("(")
        for item in value:
            _describe(item, write)
            write(",")
        write(")")
    else:
        head, labels = _labels(value.__class__)
        write(head)
        for name, label in labels:
            write(label)
            _describe(getattr(value, name), write)
            write(",")
        write(")")


@cache
def _labels(kind: type[Any]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What stands before the fields of a dataclass, and its fields with what stands before each."""
    if not is_dataclass(kind):
        raise TypeError(f"no canonical text for {kind.__name__}")
    return f"{kind.__name__}(", tuple((item.name, f"{item.name}=") for item in fields(kind))


@cache
def toolchain() -> str:
    """Returns the versions of everything between a kernel and its object code."""
    llvm_version = ".".join(map(str, llvm.llvm_version_info))
    versions = (CODE_GENERATOR, llvmlite.__version__, llvm_version)
    return " ".join((*versions, _source_digest()))


def _source_digest() -> str:
    """Returns a digest of the code generator's source. It changes even if the version was not
    raised.
    """
    packages = (codegen, llvm_text, loops)
    return source_digest(Path(str(package.__file__)).parent for package in packages)


def source_digest(folders: Iterable[Path]) -> str:
    """Returns a digest of all Python files in folders and their subfolders, with their names."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            digest.update(name.encode() + path.read_bytes())
    return digest.hexdigest()
