"""LLVM IR of the loops that measure a CPU: multiply-adds, reading memory, fork and join.

Each is a function of its own module; `aoe.backends.cpu.calibration.speed` runs them. They do what
generated kernels do at best, so that what they reach is a bound for kernels: vectors as wide as the
device's, independent chains enough to hide latencies.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.codegen.plan.thread_pool_code import thread_pool_ir
from aoe.backends.cpu.target.cpu_target import CpuTarget

#: Chains of dependent multiply-adds: enough to hide a latency of 5 cycles at two a cycle.
CHAINS = 12
#: Products of tiles in a turn, and the multiply-adds of each.
TILES, TILE_MULTIPLY_ADDS = 4, 16 * 16 * 32
#: How long a share of the regions lasts whose fork and join is measured.
SHARE_NANOSECONDS = 5_000
#: Turns of multiply-adds in a share of the regions that keep all cores busy, about as long.
SHARE_TURNS = 1_500
#: Vectors that one turn of the reading loop adds up.
STREAMS = 8


def multiply_add_ir(target: CpuTarget, dtype: str = "float32") -> str:
    """IR of `void multiply_add(i64 turns, ptr buffer)`: `CHAINS` vector multiply-adds in a turn.

    `dtype`: float32 or float64. `buffer` holds `CHAINS` vectors. The multiplicand is a volatile
    load, which keeps LLVM from folding the chains and costs no time beside them.
    """
    lanes = target.lanes(dtype)
    vector = f"<{lanes} x {'float' if dtype == 'float32' else 'double'}>"
    name = f"llvm.fma.v{lanes}f{8 * target.vector_bytes // lanes}"
    declaration = f"declare {vector} @{name}({vector}, {vector}, {vector})"
    step = f"call {vector} @{name}({vector} %x, {vector} %x, {vector} %a{{n}})"
    return _chained(declaration, vector, vector, step)


def dot_product_ir(target: CpuTarget, precision: str) -> str:
    """IR of the same function with dot products: "bfloat16" pairs summed up in float32, "int8"
    groups of four in int32.
    """
    lanes = target.lanes("float32")
    if precision == "bfloat16":
        vector, operand = f"<{lanes} x float>", f"<{2 * lanes} x bfloat>"
        name = f"llvm.x86.avx512bf16.dpbf16ps.{8 * target.vector_bytes}"
    else:
        vector = operand = f"<{lanes} x i32>"
        name = f"llvm.x86.avx512.vpdpbusd.{8 * target.vector_bytes}"
    declaration = f"declare {vector} @{name}({vector}, {operand}, {operand})"
    step = f"call {vector} @{name}({vector} %a{{n}}, {operand} %x, {operand} %x)"
    return _chained(declaration, vector, operand, step)


def tile_product_ir(target: CpuTarget) -> str:
    """IR of the same function with products of tiles of bfloat16, `TILES` of them in a turn."""
    shapes = [1, *[0] * 15, *[64, 0] * 8, *[0] * 16, *[16] * 8, *[0] * 8]
    text = "".join(f"\\{byte:02X}" for byte in shapes)
    products = "\n".join(
        f"  call void @llvm.x86.tdpbf16ps(i8 {n}, i8 {4 + n // 2}, i8 {6 + n % 2})"
        for n in range(TILES)
    )
    return _TILE_PRODUCTS.format(shapes=text, products=products)


_TILE_PRODUCTS = """
@shapes = private unnamed_addr constant [64 x i8] c"{shapes}", align 64
declare void @llvm.x86.ldtilecfg(ptr)
declare void @llvm.x86.tilerelease()
declare void @llvm.x86.tdpbf16ps(i8, i8, i8)

define void @multiply_add(i64 %turns, ptr %buffer) {{
entry:
  call void @llvm.x86.ldtilecfg(ptr @shapes)
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
{products}
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %turns
  br i1 %more, label %loop, label %end
end:
  call void @llvm.x86.tilerelease()
  ret void
}}
"""


def _chained(declaration: str, vector: str, operand: str, step: str) -> str:
    body = [f"  %x = load volatile {operand}, ptr %buffer, align 4"]
    body += [f"  %b{n} = {step.format(n=n)}" for n in range(CHAINS)]
    function = "void @multiply_add(i64 %turns, ptr %buffer)"
    return f"{declaration}\n{_loop(function, vector, CHAINS, body)}"


def read_ir(target: CpuTarget) -> str:
    """IR of `void read(i64 turns, ptr buffer, i64 mask)`: adds up `STREAMS` vectors in a turn,
    those of turn `i & mask`, so that it goes over mask + 1 of them again and again.
    """
    vector = f"<{target.lanes('float32')} x float>"
    body = ["  %place = and i64 %i, %mask", f"  %start = mul i64 %place, {STREAMS}"]
    for n in range(STREAMS):
        body += [
            f"  %j{n} = add i64 %start, {n}",
            f"  %p{n} = getelementptr {vector}, ptr %buffer, i64 %j{n}",
            f"  %x{n} = load {vector}, ptr %p{n}, align 64",
            f"  %b{n} = fadd {vector} %a{n}, %x{n}",
        ]
    return _loop("void @read(i64 %turns, ptr %buffer, i64 %mask)", vector, STREAMS, body)


def _loop(function: str, vector: str, count: int, body: Sequence[str]) -> str:
    """A function that does `body` %turns times, which makes %b0 … of the vectors %a0 …, zeros at
    first; at the end it stores them, so that nothing of it can be left out.
    """
    chains = range(count)
    lines = [
        f"define {function} {{",
        "entry:",
        "  br label %loop",
        "loop:",
        "  %i = phi i64 [0, %entry], [%next, %loop]",
        *(f"  %a{n} = phi {vector} [zeroinitializer, %entry], [%b{n}, %loop]" for n in chains),
        *body,
        "  %next = add i64 %i, 1",
        "  %more = icmp ult i64 %next, %turns",
        "  br i1 %more, label %loop, label %end",
        "end:",
        *(f"  store volatile {vector} %b{n}, ptr %buffer, align 4" for n in chains),
        "  ret void",
        "}",
    ]
    return "\n".join(lines)


def fork_join_ir(target: CpuTarget) -> str:
    """IR of the thread pool and of `void fork_join(i64 turns, ptr pool)`: parallel regions in which
    every share takes `SHARE_NANOSECONDS`, so that it is worth a worker's while.
    """
    return thread_pool_ir(target) + _FORK_JOIN


_FORK_JOIN = f"""
define internal void @wait(ptr %arguments, ptr %scratch, i64 %share, i64 %threads) {{
entry:
  %begin = call i64 @aoe_now()
  %end = add i64 %begin, {SHARE_NANOSECONDS}
  br label %look
look:
  %now = call i64 @aoe_now()
  %early = icmp slt i64 %now, %end
  br i1 %early, label %look, label %done
done:
  ret void
}}

define void @fork_join(i64 %turns, ptr %pool) {{
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  call void @aoe_parallel(ptr %pool, ptr @wait, ptr null, ptr null, i64 0)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %turns
  br i1 %more, label %loop, label %end
end:
  ret void
}}
"""


def busy_regions_ir(target: CpuTarget) -> str:
    """IR as of `fork_join_ir`, of `multiply_add` and of `void together(i64 turns, ptr pool, ptr
    buffers)`: parallel regions in which every share is `SHARE_TURNS` turns of that, with a buffer
    for every thread.
    """
    call = f"call void @multiply_add(i64 {SHARE_TURNS}, ptr %scratch)"
    together = _TOGETHER.format(call=call, buffer_bytes=CHAINS * target.vector_bytes)
    return f"{fork_join_ir(target)}\n{multiply_add_ir(target)}\n{together}"


_TOGETHER = """
define internal void @busy(ptr %arguments, ptr %scratch, i64 %share, i64 %threads) {{
  {call}
  ret void
}}

define void @together(i64 %turns, ptr %pool, ptr %buffers) {{
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  call void @aoe_parallel(ptr %pool, ptr @busy, ptr null, ptr %buffers, i64 {buffer_bytes})
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %turns
  br i1 %more, label %loop, label %end
end:
  ret void
}}
"""
