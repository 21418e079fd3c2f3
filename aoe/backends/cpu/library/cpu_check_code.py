"""LLVM IR that asks the CPU whether it has the instructions that a library was compiled for.

On x86-64 it asks `cpuid`, and the system by `xgetbv` whether it saves the registers. The numbers of
the bits are those of Intel's and AMD's manuals. Tile registers need a permission besides
(`aoe.backends.cpu.target.tile_permission`). On AArch64 the system tells by `getauxval`; the numbers
are those of Linux's `hwcap.h`.

Features have LLVM's names. Those that are not in the tables are not asked for: LLVM does not
generate their instructions from arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from aoe.backends.cpu.library.elf_object import Content
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.llvm.emitter import literal

#: Where cpuid tells: the leaf, the subleaf, and the register, by its place in EAX, EBX, ECX, EDX.
Place = tuple[int, int, int]
_EAX, _EBX, _ECX, _EDX = range(4)
_BASIC_C, _BASIC_D = (1, 0, _ECX), (1, 0, _EDX)
_MORE_B, _MORE_C, _MORE_D = (7, 0, _EBX), (7, 0, _ECX), (7, 0, _EDX)
_LATE_A, _LATE_D = (7, 1, _EAX), (7, 1, _EDX)
_AMX_A, _FAR_C = (0x1E, 1, _EAX), (0x80000001, 0, _ECX)
#: The place and the bit of each feature of x86-64.
X86_BITS: Mapping[str, tuple[Place, int]] = {
    "cx8": (_BASIC_D, 8), "cmov": (_BASIC_D, 15), "sse": (_BASIC_D, 25), "sse2": (_BASIC_D, 26),
    "sse3": (_BASIC_C, 0), "ssse3": (_BASIC_C, 9), "fma": (_BASIC_C, 12), "cx16": (_BASIC_C, 13),
    "sse4.1": (_BASIC_C, 19), "sse4.2": (_BASIC_C, 20), "movbe": (_BASIC_C, 22),
    "popcnt": (_BASIC_C, 23), "avx": (_BASIC_C, 28), "f16c": (_BASIC_C, 29),
    "bmi": (_MORE_B, 3), "avx2": (_MORE_B, 5), "bmi2": (_MORE_B, 8), "avx512f": (_MORE_B, 16),
    "avx512dq": (_MORE_B, 17), "avx512ifma": (_MORE_B, 21), "avx512cd": (_MORE_B, 28),
    "avx512bw": (_MORE_B, 30), "avx512vl": (_MORE_B, 31),
    "avx512vbmi": (_MORE_C, 1), "avx512vbmi2": (_MORE_C, 6), "gfni": (_MORE_C, 8),
    "avx512vnni": (_MORE_C, 11), "avx512bitalg": (_MORE_C, 12), "avx512vpopcntdq": (_MORE_C, 14),
    "avx512vp2intersect": (_MORE_D, 8), "amx-bf16": (_MORE_D, 22), "avx512fp16": (_MORE_D, 23),
    "amx-tile": (_MORE_D, 24), "amx-int8": (_MORE_D, 25),
    "avxvnni": (_LATE_A, 4), "avx512bf16": (_LATE_A, 5), "amx-fp16": (_LATE_A, 21),
    "avxifma": (_LATE_A, 23), "movrs": (_LATE_A, 31),
    "avxvnniint8": (_LATE_D, 4), "avxneconvert": (_LATE_D, 5), "amx-complex": (_LATE_D, 8),
    "avxvnniint16": (_LATE_D, 10), "avx10.1": (_LATE_D, 19), "egpr": (_LATE_D, 21),
    "amx-fp8": (_AMX_A, 4), "amx-tf32": (_AMX_A, 6), "amx-avx512": (_AMX_A, 7),
    "amx-movrs": (_AMX_A, 8),
    "sahf": (_FAR_C, 0), "lzcnt": (_FAR_C, 5), "sse4a": (_FAR_C, 6), "prfchw": (_FAR_C, 8),
    "xop": (_FAR_C, 11), "fma4": (_FAR_C, 16), "tbm": (_FAR_C, 21),
}  # fmt: skip
#: The registers that the system must save, as bits of XCR0, by how features that need them begin.
X86_STATES: Mapping[str, int] = {
    "avx": 0x6, "fma": 0x6, "f16c": 0x6, "xop": 0x6,
    "avx512": 0xE6, "avx10": 0xE6, "amx": 0x60000, "egpr": 0x80000,
}  # fmt: skip
#: The bit of CPUID.1:ECX that says whether xgetbv may be used.
_SYSTEM_SAVES = 27
#: The kind of Linux's value and the bits of each feature of AArch64.
_CAPABILITIES, _MORE_CAPABILITIES = 16, 26
AARCH64_BITS: Mapping[str, tuple[int, int]] = {
    "fp-armv8": (_CAPABILITIES, 1 << 0), "neon": (_CAPABILITIES, 1 << 1),
    "crc": (_CAPABILITIES, 1 << 7), "lse": (_CAPABILITIES, 1 << 8),
    "fullfp16": (_CAPABILITIES, 1 << 9 | 1 << 10), "rdm": (_CAPABILITIES, 1 << 12),
    "dotprod": (_CAPABILITIES, 1 << 20), "sve": (_CAPABILITIES, 1 << 22),
    "sve2": (_MORE_CAPABILITIES, 1 << 1), "i8mm": (_MORE_CAPABILITIES, 1 << 13),
    "bf16": (_MORE_CAPABILITIES, 1 << 14),
}  # fmt: skip

#: `void aoe_cpuid(i32 leaf, i32 subleaf, ptr registers)`: writes EAX, EBX, ECX and EDX.
#: push rbx; mov r8, rdx; mov eax, edi; mov ecx, esi; cpuid; mov [r8], eax; mov [r8+4], ebx;
#: mov [r8+8], ecx; mov [r8+12], edx; pop rbx; ret
_CPUID = "53 4989d0 89f8 89f1 0fa2 418900 41895804 41894808 4189500c 5b c3"
#: `i64 aoe_xgetbv()`: XCR0. xor ecx, ecx; xgetbv; shl rdx, 32; or rax, rdx; ret
_XGETBV = "31c9 0f01d0 48c1e220 4809d0 c3"


def check_instructions(target: CpuTarget) -> list[Content]:
    """The functions that the check calls and that are not LLVM IR."""
    if target.architecture != "x86_64":
        return []
    return [
        Content(name, np.frombuffer(bytes.fromhex(code), np.uint8), is_code=True)
        for name, code in (("aoe_cpuid", _CPUID), ("aoe_xgetbv", _XGETBV))
    ]


def cpu_check_ir(target: CpuTarget) -> str:
    """Returns a module with `i1 aoe_runs_here()`: whether this CPU has the features of a target.
    Where it uses tile registers, the process has the permission from then on.
    """
    wanted = [item[1:] for item in target.features.split(",") if item.startswith("+")]
    if target.architecture == "x86_64":
        return "\n".join(_x86_check(wanted))
    return "\n".join(_aarch64_check(wanted))


def _aarch64_check(wanted: list[str]) -> Iterator[str]:
    bits = {_CAPABILITIES: 0, _MORE_CAPABILITIES: 0}
    for kind, mask in (AARCH64_BITS[name] for name in wanted if name in AARCH64_BITS):
        bits[kind] |= mask
    yield "declare i64 @getauxval(i64)"
    yield "define i1 @aoe_runs_here() {"
    for kind, mask in bits.items():
        yield f"  %bits.{kind} = call i64 @getauxval(i64 {kind})"
        yield f"  %found.{kind} = and i64 %bits.{kind}, {mask}"
        yield f"  %all.{kind} = icmp eq i64 %found.{kind}, {mask}"
    yield f"  %all = and i1 %all.{_CAPABILITIES}, %all.{_MORE_CAPABILITIES}"
    yield "  ret i1 %all"
    yield "}"


def _x86_check(wanted: list[str]) -> Iterator[str]:
    masks: dict[Place, int] = {}
    states = 0
    for name in wanted:
        if name in X86_BITS:
            place, bit = X86_BITS[name]
            masks[place] = masks.get(place, 0) | 1 << bit
        for start, state in X86_STATES.items():
            states |= state if name.startswith(start) else 0
    if states:
        masks[_BASIC_C] = masks.get(_BASIC_C, 0) | 1 << _SYSTEM_SAVES
    yield "declare void @aoe_cpuid(i32, i32, ptr)"
    yield "declare i64 @aoe_xgetbv()"
    yield "declare i64 @syscall(i64, ...)"
    yield "define i1 @aoe_runs_here() {"
    yield "entry:"
    yield "  %registers = alloca [4 x i32]"
    for number, (place, mask) in enumerate(sorted(masks.items())):
        yield from _x86_bits(number, place, mask)
    if states:
        yield "  %saved = call i64 @aoe_xgetbv()"
        yield f"  %states = and i64 %saved, {states}"
        yield f"  %kept = icmp eq i64 %states, {states}"
        yield "  br i1 %kept, label %permitted, label %no"
        yield "permitted:"
    if any(name.startswith("amx-") for name in wanted):
        # arch_prctl(ARCH_REQ_XCOMP_PERM, tile data)
        yield "  %refused = call i64 (i64, ...) @syscall(i64 158, i64 4131, i64 18)"
        yield "  %tiles = icmp eq i64 %refused, 0"
        yield "  br i1 %tiles, label %yes, label %no"
        yield "yes:"
    yield "  ret i1 true"
    yield "no:"
    yield "  ret i1 false"
    yield "}"


def _x86_bits(number: int, place: Place, mask: int) -> Iterator[str]:
    """Goes on if the leaf exists and all bits of the mask are set there."""
    leaf, subleaf, register = place
    # cpuid answers for its highest leaf where there is none.
    first = _literal(leaf & 0x80000000)
    yield f"  call void @aoe_cpuid(i32 {first}, i32 0, ptr %registers)"
    yield f"  %last.{number} = load i32, ptr %registers"
    yield f"  %exists.{number} = icmp uge i32 %last.{number}, {_literal(leaf)}"
    yield f"  call void @aoe_cpuid(i32 {_literal(leaf)}, i32 {subleaf}, ptr %registers)"
    yield f"  %at.{number} = getelementptr i32, ptr %registers, i64 {register}"
    yield f"  %bits.{number} = load i32, ptr %at.{number}"
    yield f"  %found.{number} = and i32 %bits.{number}, {_literal(mask)}"
    yield f"  %all.{number} = icmp eq i32 %found.{number}, {_literal(mask)}"
    yield f"  %has.{number} = and i1 %exists.{number}, %all.{number}"
    yield f"  br i1 %has.{number}, label %next.{number}, label %no"
    yield f"next.{number}:"


def _literal(bits: int) -> str:
    """32 bits as LLVM writes an i32: with a sign."""
    return literal(bits, "int32")
