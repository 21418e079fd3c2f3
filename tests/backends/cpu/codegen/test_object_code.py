"""Object code and assembly of a module, for this machine and foreign ones."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from aoe.backends.cpu.codegen.object_code import assembly, object_code, plain_object_code
from aoe.backends.cpu.target.host import host_target, target_for
from aoe.errors import CompileError
from aoe.loops.expression import Load, apply
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.codegen.native import expression_ir

#: What LLVM can say in one step.
CHAIN = "\n".join(
    [
        "define i64 @steps(i64 %v0) {",
        *(f"%v{number + 1} = mul i64 %v{number}, %v0" for number in range(50)),
        "%zero = sub i64 %v50, %v50",
        "ret i64 %zero }",
    ]
)
MULTIPLY_ADD = expression_ir(apply("fma", Load(0), Load(1), Load(2)), ("float32",) * 3, 16)


def test_object_code_is_an_elf_file_with_the_symbol() -> None:
    code = object_code(MULTIPLY_ADD, target_for("avx2"))
    assert code[:4] == b"\x7fELF"
    assert b"kernel\0" in code


@pytest.mark.parametrize("preset", ["avx512", "neon"])
def test_plain_code_has_the_same_symbols_and_is_not_optimised(preset: str) -> None:
    target = target_for(preset)
    plain, optimised = (make(CHAIN, target) for make in (plain_object_code, object_code))
    for code in (plain, optimised):
        assert code[:4] == b"\x7fELF"
        assert b"steps\0" in code
    assert len(plain) > len(optimised)


def test_object_code_is_the_same_every_time() -> None:
    target = host_target()
    assert object_code(MULTIPLY_ADD, target) == object_code(MULTIPLY_ADD, target)


def test_object_code_does_not_depend_on_what_was_compiled_before_or_in_other_threads() -> None:
    jobs = [(ir, target_for(name)) for ir in (MULTIPLY_ADD, CHAIN) for name in ("avx2", "sse")]
    with ThreadPoolExecutor(1) as new_thread:
        alone = new_thread.submit(object_code, *jobs[0]).result()
    with ThreadPoolExecutor(3) as threads:
        made = list(threads.map(lambda job: object_code(*job), jobs * 6))
    assert made[: len(jobs)] * 6 == made
    assert made[0] == alone == object_code(*jobs[0])


@pytest.mark.parametrize(
    ("preset", "instruction", "register"),
    [
        ("avx512", "vfmadd", "zmm"),
        ("avx2", "vfmadd", "ymm"),
        ("sse", "mulps", "xmm"),
        ("neon", "fmla", "v"),
    ],
)
def test_each_feature_set_gets_its_own_instructions(
    preset: str, instruction: str, register: str
) -> None:
    text = assembly(MULTIPLY_ADD, target_for(preset))
    assert any(instruction in line and register in line for line in text.splitlines())


def test_ir_that_does_not_parse_is_a_compile_error_with_llvms_words() -> None:
    with pytest.raises(CompileError, match="expected type"):
        object_code("define nonsense", host_target())


def test_ir_that_does_not_verify_is_a_compile_error() -> None:
    ir = """
    define i32 @f(i1 %c) {
      br i1 %c, label %a, label %b
    a:
      %x = add i32 1, 1
      br label %b
    b:
      ret i32 %x
    }"""
    with pytest.raises(CompileError, match="dominate"):
        object_code(ir, host_target())


def test_an_unknown_architecture_is_a_compile_error() -> None:
    with pytest.raises(CompileError, match="no code generator for abacus"):
        object_code(MULTIPLY_ADD, changed(host_target(), triple="abacus-unknown-linux-gnu"))
