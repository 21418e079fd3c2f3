"""LLVM IR that puts arrays into the state of the caches in which operators of a model find them:
`aoe_rewrite` and `aoe_evict`, in which every thread of a pool has its share of an array.

In a model, most of what an operator reads was computed just before, by all threads, and lies in the
caches of those that did. Who reads a line that another core has written waits for it, which
parallel schedules differ in: those that share rows read what they have written themselves. So
`aoe.tuning.measurement.runner_process` has inputs rewritten before each timed run. Weights, in
turn, are in no cache where a model has more of them than caches hold: they are evicted.
"""

from __future__ import annotations

from string import Template

from aoe.backends.cpu.runtime.native import EVICTING
from aoe.backends.cpu.target.cpu_target import CpuTarget

#: Takes a cache line out of all caches; the older one waits for the one before.
_CLFLUSHOPT, _CLFLUSH = "llvm.x86.clflushopt", "llvm.x86.sse2.clflush"


def cache_state_ir(target: CpuTarget) -> str:
    """A module that defines, with `aoe_parallel` external:

    - `void aoe_rewrite(ptr pool, ptr address, i64 lines)`: each share stores one value of each of
      its cache lines as it is;
    - `void aoe_evict(ptr pool, ptr address, i64 lines)`: each share takes its lines out of all
      caches; on architectures that `native.EVICTING` lists only.
    """
    parts = [
        "declare void @aoe_parallel(ptr, ptr, ptr, ptr, i64)",
        Template(_OVER_LINES).substitute(NAME="aoe_rewrite", EACH=_REWRITE, END=""),
    ]
    if target.triple.partition("-")[0] in EVICTING:
        newer = "+clflushopt" in target.features.split(",")
        evict = f"call void @{_CLFLUSHOPT if newer else _CLFLUSH}(ptr %at)"
        parts += [
            f"declare void @{_CLFLUSHOPT if newer else _CLFLUSH}(ptr)",
            Template(_OVER_LINES).substitute(NAME="aoe_evict", EACH=evict, END="fence seq_cst"),
        ]
    return "\n".join(parts)


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
