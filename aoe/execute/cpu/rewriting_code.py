"""LLVM IR of `aoe_rewrite`: every thread of a pool reads and writes its share of an array again.

In a model, most of what an operator reads was computed just before, by all threads, and lies in
the caches of those that did. Who reads a line that another core has written waits for it, which
parallel schedules differ in: those that share rows read what they have written themselves. So
`aoe.tuning.runner_process` has inputs rewritten before each timed run.
"""

from __future__ import annotations


def rewriting_ir() -> str:
    """A module that defines `void aoe_rewrite(ptr pool, ptr address, i64 lines)`: each share stores
    one value of each of its cache lines as it is. `aoe_parallel` is external.
    """
    return _MODULE


_MODULE = """\
declare void @aoe_parallel(ptr, ptr, ptr, ptr, i64)

define internal void @aoe_rewrite_share(ptr %arguments, ptr %scratch, i64 %share, i64 %threads) {
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
  %value = load volatile i64, ptr %at
  store volatile i64 %value, ptr %at
  %after = add i64 %line, 1
  br label %next
done:
  ret void
}

define void @aoe_rewrite(ptr %pool, ptr %address, i64 %lines) {
  %arguments = alloca [2 x i64]
  store ptr %address, ptr %arguments
  %lines_at = getelementptr i8, ptr %arguments, i64 8
  store i64 %lines, ptr %lines_at
  call void @aoe_parallel(
    ptr %pool, ptr @aoe_rewrite_share, ptr %arguments, ptr %arguments, i64 0)
  ret void
}
"""
