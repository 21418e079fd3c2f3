"""LLVM reads the object files that are written here."""

from __future__ import annotations

import llvmlite.binding as llvm
import numpy as np
import pytest

from aoe.backends.cpu.library.elf_object import Content, elf_object

CONSTANTS = np.arange(1000, dtype=np.uint8)
CODE = np.frombuffer(bytes.fromhex("b8 2a000000 c3"), np.uint8)  # mov eax, 42; ret


@pytest.mark.parametrize("architecture", ["x86_64", "aarch64"])
def test_sections_have_what_was_given(architecture: str) -> None:
    contents = [Content("constants", CONSTANTS), Content("code", CODE, is_code=True)]
    data = b"".join(elf_object(contents, architecture, 64))
    sections = {
        item.name(): (bytes(item.data()), item.is_text())
        for item in llvm.ObjectFileRef.from_data(data).sections()
        if item.size()
    }
    assert sections[b".rodata.constants"] == (CONSTANTS.tobytes(), False)
    assert sections[b".text.code"] == (CODE.tobytes(), True)
