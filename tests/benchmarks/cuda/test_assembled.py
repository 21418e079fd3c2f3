"""Kernels that a card would run are given to an assembler, here to a program in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.backends.cuda.target.cuda_target import cuda_target
from benchmarks.cuda import assembled, kernels

_FITS = 'echo "ptxas info : Used 40 registers" >&2; echo "0 bytes spill stores" >&2'


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "FIRST_POLICIES", 1)
    monkeypatch.setattr(kernels, "OTHER_POLICIES", 1)
    monkeypatch.setattr(kernels, "UNMEASURED", ())


def program(folder: Path, body: str) -> str:
    """A program that does something in the place of the assembler."""
    made = folder / "ptxas"
    made.write_text(f"#!/bin/sh\n{body}\n")
    made.chmod(0o755)
    return str(made)


def test_each_kernel_is_told_with_its_registers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = "^product 8x3072x768 float16 gemv"
    assert assembled.main([named, "--ptxas", program(tmp_path, _FITS)]) == 0
    *lines, counts = capsys.readouterr().out.splitlines()
    assert all(line.startswith("fits: 40 registers, 0 bytes spilled; product 8x") for line in lines)
    assert counts == f"{len(lines)} fits"
    assert lines


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('echo "ptxas fatal : no" >&2; exit 255', "refused: ptxas fatal : no"),
        (f'{_FITS}; echo "8 bytes spill loads" >&2', "spills: 40 registers, 8 bytes spilled"),
        (f'{_FITS}; echo "wgmma is serialized" >&2', "serialized: 40 registers, 0 bytes spilled"),
    ],
)
def test_what_is_wrong_with_a_kernel_comes_first(body: str, told: str, tmp_path: Path) -> None:
    assert assembled.told_of(b"", program(tmp_path, body), cuda_target("sm_90")) == told


def test_a_refused_kernel_is_a_failure(tmp_path: Path) -> None:
    refusing = program(tmp_path, "exit 1")
    assert assembled.main(["^product 8x3072x768 float16 gemv", "--ptxas", refusing]) == 1
