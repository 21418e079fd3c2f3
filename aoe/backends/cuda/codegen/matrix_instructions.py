"""LLVM IR of matrix instructions of a warp, their fragments, and float32 as parts of TF32.

The fragments are those of the PTX ISA, "Warp-level matrix instructions". Those of 8 and 32 bits are
read like those of 16 bits: a matrix of `ldmatrix` has rows of 16 bytes, whatever their elements
are.
`tensor_products` and `attention_products` say which parts of operands are multiplied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from aoe.backends.llvm.emitter import Emitter
from aoe.element_types import FLOAT8, FLOAT8_E5M2

#: The instruction, by precision.
_INSTRUCTION = {
    "float16": "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "bfloat16": "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
    "tf32": "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
    "tf32x3": "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
    f"{FLOAT8} {FLOAT8}": "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32",
    f"{FLOAT8} {FLOAT8_E5M2}": "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32",
    f"{FLOAT8_E5M2} {FLOAT8}": "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32",
    f"{FLOAT8_E5M2} {FLOAT8_E5M2}": "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32",
    "uint8 int8": "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32",
    "int8 uint8": "mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32",
    "int8 int8": "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
    "uint8 uint8": "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32",
}
#: A fragment of one operand: registers.
Fragment = Sequence[str]
#: Registers of a fragment, and their low parts where float32 is split.
Parts = tuple[list[str], list[str]]
#: Fragments of an operand, however they are arranged.
_Part = TypeVar("_Part")


def multiplied(
    emitter: Emitter, precision: str, sums: Sequence[str], left: Fragment, right: Fragment
) -> list[str]:
    """Adds the products of two fragments to four sums, and returns these: numbers of int32 if bytes
    are multiplied, else of float32.
    """
    kind, register = ("float", "f") if ".f32." in _INSTRUCTION[precision] else ("i32", "r")
    given = [f"i32 {value}" for value in (*left, *right)] + [f"{kind} {item}" for item in sums]
    a, b, c = "$4, $5, $6, $7", "$8, $9", "$10, $11, $12, $13"
    text = f"{_INSTRUCTION[precision]} {{$0, $1, $2, $3}}, {{{a}}}, {{{b}}}, {{{c}}};"
    result = f"{{{kind}, {kind}, {kind}, {kind}}}"
    constraints = ",".join([f"={register}"] * 4 + ["r"] * 6 + [register] * 4)
    found = emitter.let(
        f'call {result} asm sideeffect "{text}", "{constraints}"({", ".join(given)}) convergent'
    )
    return [emitter.let(f"extractvalue {result} {found}, {number}") for number in range(4)]


def four_matrices(emitter: Emitter, address: str, skip: int, transposed: bool) -> list[str]:
    """Reads four matrices of 8 rows of 16 bytes by `ldmatrix`.

    Args:
        emitter: Receives the instructions.
        address: Where this lane's row is in shared memory, but for `skip`.
        skip: Bytes behind it.
        transposed: Whether columns of 16-bit elements become rows.
    """
    result, place = "{i32, i32, i32, i32}", f"$4+{skip}" if skip else "$4"
    how = ".trans" if transposed else ""
    found = emitter.let(
        f'call {result} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4{how}.shared.b16 '
        f'{{$0, $1, $2, $3}}, [{place}];", "=r,=r,=r,=r,r,~{{memory}}"(i32 {address}) convergent'
    )
    return [emitter.let(f"extractvalue {result} {found}, {number}") for number in range(4)]


def parts_of(
    emitter: Emitter, precision: str, fragments: Sequence[Fragment]
) -> tuple[list[list[str]], list[list[str]]]:
    """The TF32 numbers nearest to float32 ones, and those nearest to what these miss; none of the
    latter where float32 is rounded (precision `tf32`).
    """
    high = [[_rounded(emitter, bits) for bits in item] for item in fragments]
    if precision == "tf32":
        return high, []
    low = [
        [_missed(emitter, bits, top) for bits, top in zip(item, tops, strict=True)]
        for item, tops in zip(fragments, high, strict=True)
    ]
    return high, low


def words_of(emitter: Emitter, precision: str, words: Fragment) -> Parts:
    """One fragment of TF32 numbers nearest to float32 ones, and perhaps what they miss."""
    high, low = parts_of(emitter, precision, [words])
    return high[0], low[0] if low else []


def sixteen_terms(
    emitter: Emitter, precision: str, sums: list[str], left: Parts, right: Parts
) -> list[str]:
    """Four sums after two instructions of 8 terms of TF32, with three products each where float32
    is split.
    """
    for step in range(2):
        a_high, a_low = (part[4 * step : 4 * step + 4] for part in left)
        b_high, b_low = (part[2 * step : 2 * step + 2] for part in right)
        for a, b in products_of(precision, (a_high, a_low), (b_high, b_low)):
            sums = multiplied(emitter, precision, sums, a, b)
    return sums


def products_of(
    precision: str, left: tuple[_Part, _Part], right: tuple[_Part, _Part]
) -> list[tuple[_Part, _Part]]:
    """Which products of high and low parts give that of two operands, the smallest first."""
    (high, low), (other_high, other_low) = left, right
    if precision == "tf32":
        return [(high, other_high)]
    return [(low, other_high), (high, other_low), (high, other_high)]


def _rounded(emitter: Emitter, bits: str) -> str:
    """The TF32 number nearest to a float32 one."""
    return emitter.let(f'call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 {bits})')


def _missed(emitter: Emitter, bits: str, top: str) -> str:
    """The TF32 number nearest to what another misses of a float32 one."""
    whole, part = (emitter.let(f"bitcast i32 {item} to float") for item in (bits, top))
    rest = emitter.let(f"fsub float {whole}, {part}")
    return _rounded(emitter, emitter.let(f"bitcast float {rest} to i32"))
