"""LLVM IR that gives arrays the cache state in which a model's operators find them.

It defines `aoe_rewrite` and `aoe_evict`; every thread of a pool processes its share of an array.

In a model, all threads computed most inputs of an operator just before, so the inputs are in the
caches of the cores that wrote them. Reading a line that another core modified takes longer.
Parallel schedules differ in this: those that share rows read what they wrote themselves. So
`aoe.tuning.measurement.runner_process` has inputs rewritten before each timed run. Weights are in
no cache if a model has more of them than the caches hold, so they are evicted. So are inputs and
outputs of such a model (`aoe.tuning.workload.cold_operands`).
"""

from __future__ import annotations

from string import Template

from aoe.backends.cpu.runtime.native import EVICTING
from aoe.backends.cpu.target.cpu_target import CpuTarget

#: Instructions that evict a cache line from all caches. CLFLUSH is the older one; each waits for
#: the one before.
_CLFLUSHOPT, _CLFLUSH = "llvm.x86.clflushopt", "llvm.x86.sse2.clflush"


def cache_state_ir(target: CpuTarget) -> str:
    """Returns a module with the following functions; `aoe_parallel` is external.

    - `void aoe_rewrite(ptr pool, ptr address, i64 lines)`: each share rewrites one value of each of
      its cache lines unchanged;
    - `void aoe_evict(ptr pool, ptr address, i64 lines)`: each share evicts its lines from all
      caches; only on architectures in `native.EVICTING`.
    """
    texts = [
        "declare void @aoe_parallel(ptr, ptr, ptr, ptr, i64)",
        Template(_OVER_LINES).substitute(NAME="aoe_rewrite", EACH=_REWRITE, END=""),
    ]
    if target.triple.partition("-")[0] in EVICTING:
        newer = "+clflushopt" in target.features.split(",")
        evict = f"call void @{_CLFLUSHOPT if newer else _CLFLUSH}(ptr %at)"
        texts += [
            f"declare void @{_CLFLUSHOPT if newer else _CLFLUSH}(ptr)",
            Template(_OVER_LINES).substitute(NAME="aoe_evict", EACH=evict, END="fence seq_cst"),
        ]
    return "\n".join(texts)


_REWRITE = """%value = load volatile i64, ptr %at
  store volatile i64 %value, ptr %at"""

_OVER_LINES = """\
define internal void @${NAME}_share(ptr %arguments, ptr %scratch, i64 %share, i64 %threads) {
entry:
  %address = load ptr, ptr %arguments
  %lines_at = getelementptr i8, ptr %arguments, i64 8
  %lines = load i64, ptr %lines_at
  %before = mul i64 %lines, %share
  %first = udiv i64 %before, %threads
  %following = add i64 %share, 1
  %until = mul i64 %lines, %following
  %end = udiv i64 %until, %threads
  br label %next
next:
  %line = phi i64 [%first, %entry], [%after, %body]
  %more = icmp ult i64 %line, %end
  br i1 %more, label %body, label %done
body:
  %skip = mul i64 %line, 64
  %at = getelementptr i8, ptr %address, i64 %skip
  $EACH
  %after = add i64 %line, 1
  br label %next
done:
  $END
  ret void
}

define void @$NAME(ptr %pool, ptr %address, i64 %lines) {
  %arguments = alloca [2 x i64]
  store ptr %address, ptr %arguments
  %lines_at = getelementptr i8, ptr %arguments, i64 8
  store i64 %lines, ptr %lines_at
  call void @aoe_parallel(
    ptr %pool, ptr @${NAME}_share, ptr %arguments, ptr %arguments, i64 0)
  ret void
}
"""
