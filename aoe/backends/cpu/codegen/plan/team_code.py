"""LLVM IR that computes an inference on the threads of an OpenMP runtime instead of the pool's own.

A program whose other work is shared by OpenMP, as PyTorch's is, has one thread per CPU already.
Between its regions they spin for some milliseconds, on the CPUs that workers of a second pool would
need. So the whole inference is one OpenMP region: the caller runs the plan, and the other threads
of the team are the workers of the pool until it is done.

The text is part of the module of `aoe.backends.cpu.codegen.plan.thread_pool_code`, which defines
the worker. `aoe.backends.cpu.runtime.native_call` calls it.
"""

from __future__ import annotations

#: What the members of a team are told, pointers in this order. The pool is first, as it is in the
#: record of a worker.
_TOLD = ("pool", "function", "inputs", "outputs", "constants", "packed", "arena", "caller")
_PLACES = "\n".join(
    f"  %{name}_at = getelementptr ptr, ptr %team, i64 {number}"
    for number, name in enumerate(_TOLD)
)
_TELL = "\n".join(f"  store ptr %{name}, ptr %{name}_at" for name in _TOLD)
_READ = "\n".join(f"  %{name} = load ptr, ptr %{name}_at" for name in _TOLD)

TEAM_IR = f"""\
declare ptr @pthread_self()

; One thread of the team: the caller runs the plan, and the others are workers until it has ended.
define internal void @aoe_team_member(ptr %team) {{
entry:
{_PLACES}
{_READ}
  %self = call ptr @pthread_self()
  %is_caller = icmp eq ptr %self, %caller
  br i1 %is_caller, label %run, label %work
run:
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
}}

; Runs a plan, `%function` of `run`'s type, on the threads that %fork makes or wakes: a function of
; the type of GCC's GOMP_parallel, which returns when all of them have. It may make fewer: who has
; come computes what the others would have. Generations begin anew, as members expect that come.
define void @aoe_run_in_team(
  ptr %fork, ptr %function, ptr %inputs, ptr %outputs, ptr %constants, ptr %packed, ptr %arena,
  ptr %pool) {{
entry:
  %team = alloca [{len(_TOLD)} x ptr], align 8
  %caller = call ptr @pthread_self()
{_PLACES}
{_TELL}
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
}}
"""
