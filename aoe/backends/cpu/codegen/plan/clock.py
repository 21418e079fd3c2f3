"""The clock of native code, as LLVM IR text.

`aoe.backends.cpu.codegen.plan.plan_code` times runs and calls with it.
`aoe.backends.cpu.codegen.plan.thread_pool_code` bounds its spinning with it.
"""

from __future__ import annotations

#: Defines the module-private `i64 @aoe_now()`: nanoseconds of the monotonic clock, which is clock 1
#: on Linux. A cycle counter would be faster, but reading it can trap on ARM.
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
