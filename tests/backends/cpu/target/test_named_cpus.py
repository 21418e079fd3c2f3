"""The table of CPUs agrees with LLVM, and with what this machine is."""

from __future__ import annotations

import json
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from aoe.backends.cpu.codegen.object_code import assembly
from aoe.backends.cpu.target import named_cpus as module
from aoe.backends.cpu.target.cpu_target import matrix_instructions
from aoe.backends.cpu.target.named_cpus import named_cpu, named_cpus
from aoe.errors import UsageError
from aoe.loops.expression import Load, apply
from tests.backends.cpu.codegen.native import expression_ir
from tests.backends.cpu.target.llvm_features import x86_features

ROWS = named_cpus()
X86 = [name for name, row in ROWS.items() if row.architecture == "x86_64"]
MULTIPLY_ADD = expression_ir(apply("fma", Load(0), Load(1), Load(2)), ("float32",) * 3, 16)


@pytest.mark.parametrize("name", X86)
def test_the_features_of_x86_are_those_that_llvm_knows(name: str) -> None:
    names = json.loads(Path(module.__file__).with_name("cpus.json").read_text())["x86_features"]
    found = x86_features(ROWS[name].llvm, names.split())
    assert ",".join(f"+{feature}" for feature in found) == ROWS[name].features


def test_llvm_tells_features_apart() -> None:
    assert x86_features("haswell", ["avx512f", "avx2", "sse2", "amx-tile"]) == ["avx2", "sse2"]


@pytest.mark.skipif(not llvm.get_default_triple().startswith("x86_64"), reason="names of x86")
def test_the_features_that_are_asked_for_can_be_found_on_a_machine() -> None:
    names = json.loads(Path(module.__file__).with_name("cpus.json").read_text())["x86_features"]
    assert set(names.split()) <= set(llvm.get_host_cpu_features())


@pytest.mark.parametrize("name", ROWS)
def test_llvm_generates_code_for_every_cpu(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    target = named_cpu(name, 4)
    text = assembly(MULTIPLY_ADD, target)
    assert ("fmla" in text) == (target.architecture == "aarch64")
    assert "not a recognized" not in capfd.readouterr().err
    assert target.threads == 4
    assert 0 < target.l1 <= target.l2 <= target.l3


@pytest.mark.parametrize(
    ("name", "vector_bytes", "instructions"),
    [
        ("x86_64", 16, []),
        ("x86-64-v3", 32, []),
        ("alderlake", 32, ["vpdpbusd"]),
        ("skylake-avx512", 64, []),
        ("cascadelake", 64, ["vpdpbusd"]),
        ("znver4", 64, ["vpdpbusd", "vdpbf16ps"]),
        ("sapphirerapids", 64, ["vpdpbusd", "vdpbf16ps", "tdpbf16ps"]),
        ("neoverse-n1", 16, []),
    ],
)
def test_registers_and_instructions_follow_from_the_features(
    name: str, vector_bytes: int, instructions: list[str]
) -> None:
    target = named_cpu(name, 1)
    assert target.vector_bytes == vector_bytes
    found = matrix_instructions(target.triple, target.features)
    assert [item.name for item in found] == instructions


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"'znver44'; did you mean znver4\?"):
        named_cpu("znver44", 1)
