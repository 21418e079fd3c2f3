"""LLVM IR that keeps a worker of the thread pool off its caller's CPU.

The system often wakes a thread on the CPU of the thread that woke it, and the waking thread does
not yield before the next tick. A worker therefore narrows its CPU affinity while it sleeps or
moves. It never widens the affinity beyond its earlier value, so a thread stays where a user pins
it. The text is part of the module of `aoe.backends.cpu.codegen.plan.thread_pool_code`, which
declares the functions that both call and substitutes the constants.
"""

from __future__ import annotations

#: The number of CPUs in the C library's `cpu_set_t`. On systems with more, workers do not move.
AFFINITY_CPUS = 1024

AFFINITY_IR = """\
declare i32 @sched_getaffinity(i32, i64, ptr)
declare i32 @sched_setaffinity(i32, i64, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; Takes the CPU that the caller was last seen on out of the CPUs that the calling thread may run on.
; Before and after are left in %allowed and %others. Returns whether it did: there must be others.
; A pool that does not spin has more threads than CPUs, so that some must share one.
define internal i1 @aoe_pool_avoid_caller(ptr %pool, ptr %allowed, ptr %others) {
entry:
  %spin_at = getelementptr i8, ptr %pool, i64 $SPIN_NANOSECONDS
  %callers_at = getelementptr i8, ptr %pool, i64 $CALLERS_CPU
  %spin = load i64, ptr %spin_at
  %spins = icmp ne i64 %spin, 0
  %callers = load atomic i32, ptr %callers_at monotonic, align 4
  %in_set = icmp ult i32 %callers, $AFFINITY_CPUS
  %can = and i1 %spins, %in_set
  br i1 %can, label %ask, label %no
ask:
  call void @llvm.memset.p0.i64(ptr %allowed, i8 0, i64 $AFFINITY_BYTES, i1 false)
  %refused = call i32 @sched_getaffinity(i32 0, i64 $AFFINITY_BYTES, ptr %allowed)
  %known = icmp eq i32 %refused, 0
  br i1 %known, label %set, label %no
set:
  call void @llvm.memcpy.p0.p0.i64(ptr %others, ptr %allowed, i64 $AFFINITY_BYTES, i1 false)
  %byte = lshr i32 %callers, 3
  %bit = and i32 %callers, 7
  %bit_8 = trunc i32 %bit to i8
  %flag = shl i8 1, %bit_8
  %rest = xor i8 %flag, -1
  %byte_at = getelementptr i8, ptr %others, i32 %byte
  %before = load i8, ptr %byte_at
  %after = and i8 %before, %rest
  store i8 %after, ptr %byte_at
  %failed = call i32 @sched_setaffinity(i32 0, i64 $AFFINITY_BYTES, ptr %others)
  %done = icmp eq i32 %failed, 0
  ret i1 %done
no:
  ret i1 false
}

; Takes that back, unless somebody else has changed where the thread may run since.
define internal void @aoe_pool_allow_caller(ptr %allowed, ptr %others) {
entry:
  %now = alloca [$AFFINITY_BYTES x i8], align 8
  call void @llvm.memset.p0.i64(ptr %now, i8 0, i64 $AFFINITY_BYTES, i1 false)
  %refused = call i32 @sched_getaffinity(i32 0, i64 $AFFINITY_BYTES, ptr %now)
  %difference = call i32 @memcmp(ptr %now, ptr %others, i64 $AFFINITY_BYTES)
  %either = or i32 %refused, %difference
  %same = icmp eq i32 %either, 0
  br i1 %same, label %set, label %end
set:
  %failed = call i32 @sched_setaffinity(i32 0, i64 $AFFINITY_BYTES, ptr %allowed)
  br label %end
end:
  ret void
}

; Moves the calling worker away from the caller's CPU if it is on it and other CPUs are allowed.
define internal void @aoe_pool_leave_callers_cpu(ptr %pool, ptr %allowed, ptr %others) {
entry:
  %callers_at = getelementptr i8, ptr %pool, i64 $CALLERS_CPU
  %callers = load atomic i32, ptr %callers_at monotonic, align 4
  %own = call i32 @sched_getcpu()
  %same = icmp eq i32 %own, %callers
  br i1 %same, label %leave, label %end
leave:
  %left = call i1 @aoe_pool_avoid_caller(ptr %pool, ptr %allowed, ptr %others)
  br i1 %left, label %left_it, label %end
left_it:
  call void @aoe_pool_allow_caller(ptr %allowed, ptr %others)
  br label %end
end:
  ret void
}
"""
