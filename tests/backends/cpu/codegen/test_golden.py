"""Generated code changes only when intended: see `tests.backends.cpu.codegen.golden`."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.codegen.object_code import assembly
from tests.backends.cpu.codegen.golden.cases import CASES, FOLDER, code, golden, target_of


@pytest.mark.parametrize("name", CASES)
def test_a_kernel_has_the_code_that_was_reviewed(name: str) -> None:
    message = "if the change is meant, run: python -m tests.backends.cpu.codegen.golden"
    assert code(name) == golden(name).read_text(), message


def test_every_golden_file_belongs_to_a_case() -> None:
    assert {path.stem for path in FOLDER.glob("*.ll")} == set(CASES)


def test_reviewed_code_is_what_llvm_accepts() -> None:
    for name in CASES:
        assert name in assembly(golden(name).read_text(), target_of(name))
