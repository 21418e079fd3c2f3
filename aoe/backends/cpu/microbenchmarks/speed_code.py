"""LLVM IR of the loops that measure a CPU: multiply-adds, memory reads, fork-join.

Each is a function of its own module; `aoe.backends.cpu.microbenchmarks.speed` runs them. They do
what generated kernels do at best, so their speed bounds that of kernels: vectors as wide as the
target's, and enough independent chains to hide latency.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.codegen.plan.thread_pool_code import thread_pool_ir
from aoe.backends.cpu.target.cpu_target import CpuTarget

#: Independent chains of dependent multiply-adds: enough to hide 5 cycles of latency at two per
#: cycle.
CHAINS = 12
#: AMX tile products in one iteration, and the multiply-adds of each.
TILES, AMX_MULTIPLY_ADDS = 4, 16 * 16 * 32
#: The duration of a share of the regions whose fork-join is measured.
SHARE_NANOSECONDS = 5_000
#: Iterations of multiply-adds in a share of the regions that keep all cores busy; about as long.
SHARE_TURNS = 1_500
#: Vectors that one iteration of the read loop adds up.
STREAMS = 8


def multiply_add_ir(target: CpuTarget, dtype: str = "float32") -> str:
    """Returns IR of `void multiply_add(i64 turns, ptr buffer)`: `CHAINS` vector multiply-adds per
    iteration.

    The multiplicand is a volatile load. It keeps LLVM from folding the chains and takes no extra
    time.

    Args:
        target: The target.
        dtype: float32 or float64. `buffer` holds `CHAINS` vectors.
    """
    lanes = target.lanes(dtype)
    vector = f"<{lanes} x {'float' if dtype == 'float32' else 'double'}>"
    name = f"llvm.fma.v{lanes}f{8 * target.vector_bytes // lanes}"
    declaration = f"declare {vector} @{name}({vector}, {vector}, {vector})"
    step = f"call {vector} @{name}({vector} %x, {vector} %x, {vector} %a{{n}})"
    return _chained(declaration, vector, vector, step)


def dot_product_ir(target: CpuTarget, precision: str) -> str:
    """Returns IR of the same function with dot products.

    Args:
        target: The target.
        precision: "bfloat16" for pairs summed in float32, "int8" for groups of four in int32.
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


def amx_product_ir() -> str:
    """Returns IR of the same function with `TILES` AMX products of bfloat16 tiles per iteration."""
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
    """Returns IR of `void read(i64 turns, ptr buffer, i64 mask)`, which adds up `STREAMS` vectors
    per iteration.

    Iteration i reads the vectors of group `i & mask`, so the loop repeats over mask + 1 groups.
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
    """Returns a function that executes `body` %turns times.

    `body` computes %b0 … from the vectors %a0 …, which start as zeros. The function stores the
    results at the end, so that LLVM cannot remove the work.
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
    """Returns IR of the thread pool and of `void fork_join(i64 turns, ptr pool)`.

    Every share of the parallel regions takes `SHARE_NANOSECONDS`, so that waking a worker pays off.
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
    """Returns IR of `fork_join_ir`, `multiply_add` and `void together(i64 turns, ptr pool, ptr
    buffers)`.

    Every share of the parallel regions runs `SHARE_TURNS` iterations of `multiply_add` on a buffer
    of its own.
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
