"""The check asks this CPU as LLVM does."""

from __future__ import annotations

import ctypes
from dataclasses import replace

import llvmlite.binding as llvm
import pytest

from aoe.backends.cpu.codegen.object_code import assembly, object_code
from aoe.backends.cpu.library.cpu_check_code import (
    AARCH64_BITS,
    X86_BITS,
    X86_STATES,
    check_instructions,
    cpu_check_ir,
)
from aoe.backends.cpu.library.elf_object import elf_object
from aoe.backends.cpu.runtime.native import host_triple
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.named_cpus import named_cpu, named_cpus
from aoe.backends.cpu.target.tile_permission import tiles_permitted
from tests.not_empty import not_empty

on_x86 = pytest.mark.skipif(not host_triple().startswith("x86_64"), reason="asks an x86-64 CPU")


def runs_here(features: str) -> bool:
    """What code for x86-64 finds."""
    target = replace(named_cpu("x86-64", 1), features=features)
    checking = object_code(cpu_check_ir(target), named_cpu("x86-64", 1))
    jit = llvm.create_lljit_compiler(use_jit_link=True)
    builder = llvm.JITLibraryBuilder()
    builder.add_object_img(checking)
    builder.add_object_img(b"".join(elf_object(check_instructions(target), "x86_64", 64)))
    builder.export_symbol("aoe_runs_here").add_current_process()
    library = builder.link(jit, "check")
    return bool(ctypes.CFUNCTYPE(ctypes.c_bool)(library["aoe_runs_here"])())


@on_x86
@pytest.mark.parametrize("feature", X86_BITS)
def test_each_feature_is_found_as_llvm_finds_it(feature: str) -> None:
    host = llvm.get_host_cpu_features()
    if feature not in host:
        pytest.skip("this LLVM does not know the feature")
    permitted = not feature.startswith("amx-") or tiles_permitted()
    assert runs_here(f"+{feature},-sse4a") == (host[feature] and permitted)


@on_x86
def test_one_missing_feature_is_enough_to_refuse() -> None:
    host = llvm.get_host_cpu_features()
    missing = next(name for name in X86_BITS if not host.get(name, False))
    present = ",".join(f"+{name}" for name in ("sse2", "cx16"))
    assert runs_here(present)
    assert not runs_here(f"{present},+{missing}")


def test_the_features_of_all_named_cpus_are_asked_for() -> None:
    known = {*X86_BITS, *AARCH64_BITS, "64bit"}
    #: These come with `egpr`, by one bit.
    extended = {"ccmp", "cf", "ndd", "nf", "ppx", "push2pop2", "zu"}
    for name, row in not_empty(named_cpus().items()):
        features = {item[1:] for item in row.features.split(",")}
        assert features <= known | extended | {"avx10.2"}, name
        assert not extended & features or "egpr" in features


def test_registers_of_vectors_are_asked_for_with_their_instructions() -> None:
    wide = [name for name in X86_BITS if name.startswith(("avx512", "avx10"))]
    assert all(any(name.startswith(start) for start in X86_STATES) for name in not_empty(wide))


def test_aarch64_asks_the_system() -> None:
    target: CpuTarget = named_cpu("neoverse-v1", 1)
    text = assembly(cpu_check_ir(target), named_cpu("aarch64", 1))
    assert text.count("getauxval") >= 2
