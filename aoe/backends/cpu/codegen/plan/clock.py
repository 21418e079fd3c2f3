"""The clock as native code reads it, for modules of LLVM IR text.

Used by `aoe.backends.cpu.codegen.plan.plan_code` to time runs and calls, and by
`aoe.backends.cpu.codegen.plan.thread_pool_code` to bound spinning.
"""

from __future__ import annotations

#: Defines `i64 @aoe_now()`, private to its module: nanoseconds of the monotonic clock, which is
#: clock 1 on Linux. A cycle counter would be quicker, but reading it can trap on ARM.
CLOCK_IR = """\
declare i32 @clock_gettime(i32, ptr)

define internal i64 @aoe_now() {
  %time = alloca [2 x i64]
  %status = call i32 @clock_gettime(i32 1, ptr %time)
  %seconds = load i64, ptr %time
  %fraction_at = getelementptr i8, ptr %time, i64 8
  %fraction = load i64, ptr %fraction_at
  %whole = mul i64 %seconds, 1000000000
  %now = add i64 %whole, %fraction
  ret i64 %now
}
"""
