"""LLVM IR of the kernels that measure a GPU: chains of multiply-adds, of matrix instructions, and
reads of a block of memory.

Each stores one number per thread, so that nothing of it can be left out.
"""

from __future__ import annotations

from aoe.backends.cuda.codegen.thread_code import register
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_position import counted_loop

#: Threads of a block of every kernel.
BLOCK = 256
#: Independent chains of a thread, and their steps.
CHAINS, STEPS = 8, 512
#: Bytes that a thread reads at once.
READ = 16
#: The matrix instruction of each rate, with the registers of its first and second operand.
MATRIX = {
    "half": "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "tf32": "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
}
#: Bits of a register of an operand that differ from thread to thread, and those that are set: the
#: numbers are of either sign and at least 1 and below 2. A zero could be folded by the assembler,
#: and equal numbers need less power than others, which a clock depends on.
_VARYING = {"half": 0x83FF83FF, "tf32": 0x807FE000}
_SET = {"half": 0x3C003C00, "tf32": 0x3F800000}
#: An odd number whose multiples differ in all bits: the golden ratio times 2^32.
_SPREAD = 0x9E3779B1
#: Multiply-adds of one of these instructions.
MATRIX_WORK = {"half": 16 * 8 * 16, "tf32": 16 * 8 * 8}


def multiply_add_ir(symbol: str) -> str:
    """`symbol(out)`: `CHAINS` chains of `STEPS` multiply-adds of float32 in each thread."""
    emitter, index = _begin(symbol, "ptr %out")
    emitter.declare("declare float @llvm.fma.f32(float, float, float)")
    slots = [emitter.alloca("float") for _ in range(CHAINS)]
    for number, slot in enumerate(slots):
        emitter.do(f"store float {float(number):.1f}, ptr {slot}")

    def step(_: str) -> None:
        for slot in slots:
            held = emitter.let(f"load float, ptr {slot}")
            value = emitter.let(
                f"call float @llvm.fma.f32(float {held}, float 5.000000e-01, float 1.000000e+00)"
            )
            emitter.do(f"store float {value}, ptr {slot}")

    counted_loop(emitter, "0", str(STEPS), 1, step)
    return _end(emitter, index, slots)


def matrix_ir(symbol: str, kind: str) -> str:
    """`symbol(out)`: chains of a matrix instruction of `MATRIX` in each warp."""
    emitter, index = _begin(symbol, "ptr %out")
    slots = [emitter.alloca("float") for _ in range(4 * CHAINS)]
    for slot in slots:
        emitter.do(f"store float 0.0, ptr {slot}")
    factors = _factors(emitter, index, kind)
    result = "{float, float, float, float}"
    constraints = ",".join(["=f"] * 4 + ["r"] * 6 + ["f"] * 4)
    text = (
        f"{MATRIX[kind]} {{$0, $1, $2, $3}}, {{$4, $5, $6, $7}}, {{$8, $9}}, "
        "{$10, $11, $12, $13};"
    )

    def step(_: str) -> None:
        for chain in range(CHAINS):
            own = slots[4 * chain : 4 * chain + 4]
            given = ", ".join(
                [f"i32 {factor}" for factor in factors]
                + [f"float {emitter.let(f'load float, ptr {slot}')}" for slot in own]
            )
            found = emitter.let(
                f'call {result} asm sideeffect "{text}", "{constraints}"({given}) convergent'
            )
            for number, slot in enumerate(own):
                value = emitter.let(f"extractvalue {result} {found}, {number}")
                emitter.do(f"store float {value}, ptr {slot}")

    counted_loop(emitter, "0", str(STEPS), 1, step)
    return _end(emitter, index, slots)


def _factors(emitter: Emitter, index: str, kind: str) -> list[str]:
    """Six registers of factors that depend on the thread and are not 0."""
    mixed = emitter.let(f"trunc i64 {index} to i32")
    found = []
    for number in range(6):
        mixed = emitter.let(f"add i32 {mixed}, {number + 1}")
        mixed = emitter.let(f"mul i32 {mixed}, {_SPREAD}")
        mixed = emitter.let(f"xor i32 {mixed}, {emitter.let(f'lshr i32 {mixed}, 15')}")
        varying = emitter.let(f"and i32 {mixed}, {_VARYING[kind]}")
        found.append(emitter.let(f"or i32 {varying}, {_SET[kind]}"))
    return found


def read_ir(symbol: str) -> str:
    """`symbol(out, data, bytes)`: all threads together read a block of memory, 16 bytes each."""
    emitter, index = _begin(symbol, "ptr %out, ptr %data, i64 %bytes")
    blocks = register(emitter, "nctaid.x")
    stride = emitter.let(f"mul i64 {blocks}, {BLOCK * READ}")
    slots = [emitter.alloca("float") for _ in range(4)]
    for slot in slots:
        emitter.do(f"store float 0.0, ptr {slot}")
    place = emitter.alloca("i64")
    start = emitter.let(f"mul i64 {index}, {READ}")
    emitter.do(f"store i64 {start}, ptr {place}")
    head, body, done = (emitter.fresh(name) for name in ("head", "body", "done"))
    emitter.do(f"br label %{head}")
    emitter.label(head)
    at = emitter.let(f"load i64, ptr {place}")
    inside = emitter.let(f"icmp ult i64 {at}, %bytes")
    emitter.do(f"br i1 {inside}, label %{body}, label %{done}")
    emitter.label(body)
    source = emitter.let(f"getelementptr i8, ptr %data, i64 {at}")
    read = emitter.let(f"load <4 x float>, ptr {source}, align 16")
    for number, slot in enumerate(slots):
        part = emitter.let(f"extractelement <4 x float> {read}, i32 {number}")
        held = emitter.let(f"load float, ptr {slot}")
        emitter.do(f"store float {emitter.let(f'fadd float {held}, {part}')}, ptr {slot}")
    following = emitter.let(f"add i64 {at}, {stride}")
    emitter.do(f"store i64 {following}, ptr {place}")
    emitter.do(f"br label %{head}")
    emitter.label(done)
    return _end(emitter, index, slots)


def _begin(symbol: str, parameters: str) -> tuple[Emitter, str]:
    """A kernel with the number of the thread in the grid."""
    emitter = Emitter()
    emitter.define(f'ptx_kernel void @{symbol}({parameters}) nounwind "nvvm.maxntid"="{BLOCK}"')
    block = register(emitter, "ctaid.x")
    skip = emitter.let(f"mul i64 {block}, {BLOCK}")
    return emitter, emitter.let(f"add i64 {skip}, {register(emitter, 'tid.x')}")


def _end(emitter: Emitter, index: str, slots: list[str]) -> str:
    """Stores the sum of some slots at this thread's place."""
    total = emitter.let(f"load float, ptr {slots[0]}")
    for slot in slots[1:]:
        total = emitter.let(f"fadd float {total}, {emitter.let(f'load float, ptr {slot}')}")
    place = emitter.let(f"getelementptr float, ptr %out, i64 {index}")
    emitter.do(f"store float {total}, ptr {place}, align 4")
    emitter.do("ret void")
    emitter.end()
    return emitter.module()
