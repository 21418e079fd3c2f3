"""LLVM IR that computes an inference on the threads of an OpenMP runtime instead of the pool's own.

A program whose other work is shared by OpenMP, as PyTorch's is, has one thread per CPU already.
Between its regions they spin for some milliseconds, on the CPUs that workers of a second pool would
need. So the whole inference is one OpenMP region: the caller runs the plan, and the other threads
of the team are the workers of the pool until it is done.

The text is part of the module of `aoe.backends.cpu.codegen.plan.thread_pool_code`, which defines
the worker. `aoe.backends.cpu.runtime.native_call` calls it.
"""

from __future__ import annotations

TEAM_IR = """\
declare i64 @pthread_self()

; One thread of the team. %team has the pool, as the record of a worker has, the function of the
; plan, its arguments but for the pool, and who called.
define internal void @aoe_team_member(ptr %team) {
entry:
  %pool = load ptr, ptr %team
  %caller_at = getelementptr ptr, ptr %team, i64 7
  %caller = load i64, ptr %caller_at
  %self = call i64 @pthread_self()
  %is_caller = icmp eq i64 %self, %caller
  br i1 %is_caller, label %run, label %work
run:
  %function_at = getelementptr ptr, ptr %team, i64 1
  %inputs_at = getelementptr ptr, ptr %team, i64 2
  %outputs_at = getelementptr ptr, ptr %team, i64 3
  %constants_at = getelementptr ptr, ptr %team, i64 4
  %packed_at = getelementptr ptr, ptr %team, i64 5
  %arena_at = getelementptr ptr, ptr %team, i64 6
  %function = load ptr, ptr %function_at
  %inputs = load ptr, ptr %inputs_at
  %outputs = load ptr, ptr %outputs_at
  %constants = load ptr, ptr %constants_at
  %packed = load ptr, ptr %packed_at
  %arena = load ptr, ptr %arena_at
  call void %function(
    ptr %inputs, ptr %outputs, ptr %constants, ptr %packed, ptr %arena, ptr %pool)
  %threads_at = getelementptr i8, ptr %pool, i64 $THREADS
  %stop_at = getelementptr i8, ptr %pool, i64 $STOP
  %threads = load i64, ptr %threads_at
  store i32 1, ptr %stop_at
  call void @aoe_pool_announce(ptr %pool, i64 %threads)
  ret void
work:
  %ended = call ptr @aoe_pool_worker(ptr %team)
  ret void
}

; Runs a plan, `%function` of `run`'s type, on the threads that %fork makes or wakes: a function of
; the type of GCC's GOMP_parallel, which returns when all of them have. It may make fewer: who has
; come computes what the others would have. Generations begin anew, as members expect that come.
define void @aoe_run_in_team(
  ptr %fork, ptr %function, ptr %inputs, ptr %outputs, ptr %constants, ptr %packed, ptr %arena,
  ptr %pool) {
entry:
  %team = alloca [8 x ptr], align 8
  %function_at = getelementptr ptr, ptr %team, i64 1
  %inputs_at = getelementptr ptr, ptr %team, i64 2
  %outputs_at = getelementptr ptr, ptr %team, i64 3
  %constants_at = getelementptr ptr, ptr %team, i64 4
  %packed_at = getelementptr ptr, ptr %team, i64 5
  %arena_at = getelementptr ptr, ptr %team, i64 6
  %caller_at = getelementptr ptr, ptr %team, i64 7
  %caller = call i64 @pthread_self()
  store ptr %pool, ptr %team
  store ptr %function, ptr %function_at
  store ptr %inputs, ptr %inputs_at
  store ptr %outputs, ptr %outputs_at
  store ptr %constants, ptr %constants_at
  store ptr %packed, ptr %packed_at
  store ptr %arena, ptr %arena_at
  store i64 %caller, ptr %caller_at
  %stop_at = getelementptr i8, ptr %pool, i64 $STOP
  %callers_at = getelementptr i8, ptr %pool, i64 $CALLERS_CPU
  %threads_at = getelementptr i8, ptr %pool, i64 $THREADS
  %ticket_at = getelementptr i8, ptr %pool, i64 $TICKET
  %callers_cpu = call i32 @sched_getcpu()
  %threads = load i64, ptr %threads_at
  %count = trunc i64 %threads to i32
  store i32 0, ptr %stop_at
  store i64 %threads, ptr %ticket_at
  store atomic i32 %callers_cpu, ptr %callers_at monotonic, align 4
  call void %fork(ptr @aoe_team_member, ptr %team, i32 %count, i32 0)
  ret void
}
"""
