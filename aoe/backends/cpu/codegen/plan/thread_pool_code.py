"""The fork-join thread pool, as LLVM IR.

All state is in memory passed by pointer (`aoe.backends.cpu.runtime.pool_layout`), so a process may
have many pools. A parallel region is divided into as many shares as there are threads, and free
threads claim the next share. If the system does not run a worker, the caller executes the worker's
share instead of waiting. The work of each share is fixed, so results do not depend on which thread
runs it.

Workers spin for a bounded time for a new region and then sleep in a futex. While they spin, a
fork-join costs a cache-line transfer; an idle pool costs nothing. No wake-up is lost: a thread
first increments a count of sleepers and then lets the kernel compare the word it waits for. A
thread that changes the word afterwards reads the count. All these accesses are sequentially
consistent.

A worker that the system wakes on the caller's CPU runs only when the caller does not, and may stay
there for many inferences. So a worker excludes the caller's CPU while it sleeps. If the caller has
moved meanwhile, it yields once, and a worker on the same CPU moves to another.
`aoe.backends.cpu.runtime.thread_pool` owns the memory; `aoe.backends.cpu.codegen.plan.plan_code`
calls `aoe_parallel`.
"""

from __future__ import annotations

from string import Template

from aoe.backends.cpu.codegen.plan.affinity_code import AFFINITY_CPUS, AFFINITY_IR
from aoe.backends.cpu.codegen.plan.clock import CLOCK_IR
from aoe.backends.cpu.codegen.plan.team_code import TEAM_IR
from aoe.backends.cpu.runtime import pool_layout as layout
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.errors import CompileError

#: Linux's futex system call number, by architecture of the target triple.
FUTEX_SYSTEM_CALL = {"x86_64": 202, "aarch64": 98}
#: The spin-wait instruction, which yields to the core's other hardware thread. On AArch64 `isb`
#: stalls the pipeline long enough to matter; `yield` does not.
PAUSE = {
    "x86_64": "call void @llvm.x86.sse2.pause()",
    "aarch64": "call void @llvm.aarch64.isb(i32 15)",
}
DECLARE_PAUSE = {
    "x86_64": "declare void @llvm.x86.sse2.pause()",
    "aarch64": "declare void @llvm.aarch64.isb(i32)",
}


def thread_pool_ir(target: CpuTarget) -> str:
    """Returns a module with these functions, for a zeroed pool whose threads and spin time are set:

    - `i32 aoe_pool_start(ptr pool)`: creates the workers. Returns 0, or the error number of
      `pthread_create` with no worker left behind;
    - `void aoe_parallel(ptr pool, ptr kernel, ptr arguments, ptr scratch, i64 scratch_bytes)`: runs
      `kernel(arguments, scratch + share·scratch_bytes, share, threads)` for every share below
      `threads` and returns when all have finished. One caller at a time, not from a kernel;
    - `void aoe_pool_stop(ptr pool)`: stops and joins the workers;
    - `void aoe_run_in_team(ptr fork, ptr run, …as run…)`: calls a plan's `run` while threads of an
      OpenMP runtime are the workers of a pool that has none
      (`aoe.backends.cpu.codegen.plan.team_code`).

    Raises:
        CompileError: If the architecture's system calls are not known.
    """
    architecture = target.triple.partition("-")[0]
    if architecture not in FUTEX_SYSTEM_CALL:
        known = ", ".join(FUTEX_SYSTEM_CALL)
        raise CompileError(f"no thread pool for {target.triple!r}; known architectures: {known}")
    constants = {name: str(value) for name, value in vars(layout).items() if name.isupper()}
    return CLOCK_IR + Template(_MODULE + AFFINITY_IR + TEAM_IR).substitute(
        constants,
        FUTEX=FUTEX_SYSTEM_CALL[architecture],
        PAUSE=PAUSE[architecture],
        DECLARE_PAUSE=DECLARE_PAUSE[architecture],
        AFFINITY_BYTES=AFFINITY_CPUS // 8,
        AFFINITY_CPUS=AFFINITY_CPUS,
    )


_MODULE = """\
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_sigmask(i32, ptr, ptr)
declare i64 @syscall(i64, ...)
declare i32 @sched_getcpu()
declare i32 @sched_yield()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
$DECLARE_PAUSE

; Returns the value at %word once it differs from %old, or %old when the time to spin is over.
define internal i32 @aoe_pool_spin_while(ptr %pool, ptr %word, i32 %old) {
entry:
  %first = load atomic i32, ptr %word acquire, align 4
  %at_once = icmp ne i32 %first, %old
  br i1 %at_once, label %changed_at_once, label %start
changed_at_once:
  ret i32 %first
start:
  %spin_at = getelementptr i8, ptr %pool, i64 $SPIN_NANOSECONDS
  %begin = call i64 @aoe_now()
  br label %spin_some
spin_some:
  br label %look
look:
  %count = phi i32 [0, %spin_some], [%next_count, %pause]
  %seen = load atomic i32, ptr %word acquire, align 4
  %changed = icmp ne i32 %seen, %old
  br i1 %changed, label %done, label %pause
pause:
  $PAUSE
  %next_count = add i32 %count, 1
  %more = icmp ult i32 %next_count, 64
  br i1 %more, label %look, label %check_clock
check_clock:
  %now = call i64 @aoe_now()
  ; Whoever owns the pool may shorten the time meanwhile.
  %spin = load atomic i64, ptr %spin_at monotonic, align 8
  %deadline = add i64 %begin, %spin
  %early = icmp slt i64 %now, %deadline
  br i1 %early, label %spin_some, label %done
done:
  ret i32 %seen
}

; Sleeps until the value at %word differs from %old, and returns it.
define internal i32 @aoe_pool_sleep_while(ptr %word, i32 %old, ptr %sleepers) {
entry:
  %before = atomicrmw add ptr %sleepers, i32 1 seq_cst
  br label %sleep
sleep:
  %waited = call i64 (i64, ...) @syscall(
    i64 $FUTEX, ptr %word, i32 128, i32 %old, ptr null, ptr null, i32 0)
  %woken = load atomic i32, ptr %word seq_cst, align 4
  %same = icmp eq i32 %woken, %old
  br i1 %same, label %sleep, label %awake
awake:
  %after = atomicrmw sub ptr %sleepers, i32 1 seq_cst
  ret i32 %woken
}

; Wakes everybody asleep on %word, which was changed before the call.
define internal void @aoe_pool_wake(ptr %word, ptr %sleepers) {
entry:
  %asleep = load atomic i32, ptr %sleepers seq_cst, align 4
  %any = icmp ne i32 %asleep, 0
  br i1 %any, label %wake, label %end
wake:
  %woken = call i64 (i64, ...) @syscall(
    i64 $FUTEX, ptr %word, i32 129, i32 2147483647, ptr null, ptr null, i32 0)
  br label %end
end:
  ret void
}

; Claims the next share. Returns the ticket, whose lower half is no share if none is left.
define internal i64 @aoe_pool_claim(ptr %pool, i64 %threads) {
entry:
  %ticket_at = getelementptr i8, ptr %pool, i64 $TICKET
  %seen = load atomic i64, ptr %ticket_at acquire, align 8
  %next = and i64 %seen, 4294967295
  %none = icmp uge i64 %next, %threads
  br i1 %none, label %end, label %claim
claim:
  %claimed = atomicrmw add ptr %ticket_at, i64 1 acq_rel
  br label %end
end:
  %ticket = phi i64 [%seen, %entry], [%claimed, %claim]
  ret i64 %ticket
}

; Runs a claimed share. Until it has finished, the region cannot end and its fields stay.
define internal void @aoe_pool_run_share(ptr %pool, i64 %share, i64 %threads) {
entry:
  %kernel_at = getelementptr i8, ptr %pool, i64 $KERNEL
  %arguments_at = getelementptr i8, ptr %pool, i64 $ARGUMENTS
  %scratch_at = getelementptr i8, ptr %pool, i64 $SCRATCH
  %scratch_bytes_at = getelementptr i8, ptr %pool, i64 $SCRATCH_BYTES
  %unfinished_at = getelementptr i8, ptr %pool, i64 $UNFINISHED
  %sleeping_callers = getelementptr i8, ptr %pool, i64 $SLEEPING_CALLERS
  %kernel = load ptr, ptr %kernel_at
  %arguments = load ptr, ptr %arguments_at
  %scratch = load ptr, ptr %scratch_at
  %scratch_bytes = load i64, ptr %scratch_bytes_at
  %skip = mul i64 %share, %scratch_bytes
  %own_scratch = getelementptr i8, ptr %scratch, i64 %skip
  call void %kernel(ptr %arguments, ptr %own_scratch, i64 %share, i64 %threads)
  %unfinished = atomicrmw sub ptr %unfinished_at, i32 1 seq_cst
  %is_last = icmp eq i32 %unfinished, 1
  br i1 %is_last, label %last, label %end
last:
  call void @aoe_pool_wake(ptr %unfinished_at, ptr %sleeping_callers)
  br label %end
end:
  ret void
}

; Claims and runs shares until none is left. Returns the ticket that said so.
define internal i64 @aoe_pool_run_shares(ptr %pool, i64 %threads) {
entry:
  br label %claim
claim:
  %ticket = call i64 @aoe_pool_claim(ptr %pool, i64 %threads)
  %share = and i64 %ticket, 4294967295
  %claimed = icmp ult i64 %share, %threads
  br i1 %claimed, label %run, label %end
run:
  call void @aoe_pool_run_share(ptr %pool, i64 %share, i64 %threads)
  br label %claim
end:
  ret i64 %ticket
}

; Sleeps until the generation is another, not on the caller's CPU.
define internal void @aoe_pool_sleep_apart(
  ptr %pool, ptr %generation_at, i32 %old, ptr %allowed, ptr %others) {
entry:
  %sleeping_workers = getelementptr i8, ptr %pool, i64 $SLEEPING_WORKERS
  %apart = call i1 @aoe_pool_avoid_caller(ptr %pool, ptr %allowed, ptr %others)
  %changed = call i32 @aoe_pool_sleep_while(ptr %generation_at, i32 %old, ptr %sleeping_workers)
  br i1 %apart, label %allow, label %end
allow:
  call void @aoe_pool_allow_caller(ptr %allowed, ptr %others)
  br label %end
end:
  ret void
}

define internal ptr @aoe_pool_worker(ptr %record) {
entry:
  %allowed = alloca [$AFFINITY_BYTES x i8], align 8
  %others = alloca [$AFFINITY_BYTES x i8], align 8
  %pool = load ptr, ptr %record
  %generation_at = getelementptr i8, ptr %pool, i64 $GENERATION
  %stop_at = getelementptr i8, ptr %pool, i64 $STOP
  %threads_at = getelementptr i8, ptr %pool, i64 $THREADS
  %threads = load i64, ptr %threads_at
  br label %wait
wait:
  %old = phi i32 [0, %entry], [%generation, %work]
  %seen = call i32 @aoe_pool_spin_while(ptr %pool, ptr %generation_at, i32 %old)
  %idle = icmp eq i32 %seen, %old
  br i1 %idle, label %sleep, label %work
sleep:
  call void @aoe_pool_sleep_apart(
    ptr %pool, ptr %generation_at, i32 %old, ptr %allowed, ptr %others)
  br label %work
work:
  call void @aoe_pool_leave_callers_cpu(ptr %pool, ptr %allowed, ptr %others)
  %ticket = call i64 @aoe_pool_run_shares(ptr %pool, i64 %threads)
  %upper = lshr i64 %ticket, 32
  %generation = trunc i64 %upper to i32
  %stop = load i32, ptr %stop_at
  %stopping = icmp ne i32 %stop, 0
  br i1 %stopping, label %end, label %wait
end:
  ret ptr null
}

; Starts the next generation with %share as the first share to claim.
define internal void @aoe_pool_announce(ptr %pool, i64 %share) {
  %ticket_at = getelementptr i8, ptr %pool, i64 $TICKET
  %generation_at = getelementptr i8, ptr %pool, i64 $GENERATION
  %sleeping_workers = getelementptr i8, ptr %pool, i64 $SLEEPING_WORKERS
  %old = load atomic i32, ptr %generation_at monotonic, align 4
  %generation = add i32 %old, 1
  %wide = zext i32 %generation to i64
  %upper = shl i64 %wide, 32
  %ticket = or i64 %upper, %share
  %replaced = atomicrmw xchg ptr %ticket_at, i64 %ticket seq_cst
  call void @aoe_pool_wake(ptr %generation_at, ptr %sleeping_workers)
  ret void
}

define void @aoe_parallel(
  ptr %pool, ptr %kernel, ptr %arguments, ptr %scratch, i64 %scratch_bytes) {
entry:
  %threads_at = getelementptr i8, ptr %pool, i64 $THREADS
  %threads = load i64, ptr %threads_at
  %alone = icmp sle i64 %threads, 1
  br i1 %alone, label %run_alone, label %fork
run_alone:
  call void %kernel(ptr %arguments, ptr %scratch, i64 0, i64 1)
  ret void
fork:
  %kernel_at = getelementptr i8, ptr %pool, i64 $KERNEL
  %arguments_at = getelementptr i8, ptr %pool, i64 $ARGUMENTS
  %scratch_at = getelementptr i8, ptr %pool, i64 $SCRATCH
  %scratch_bytes_at = getelementptr i8, ptr %pool, i64 $SCRATCH_BYTES
  %unfinished_at = getelementptr i8, ptr %pool, i64 $UNFINISHED
  %sleeping_callers = getelementptr i8, ptr %pool, i64 $SLEEPING_CALLERS
  store ptr %kernel, ptr %kernel_at
  store ptr %arguments, ptr %arguments_at
  store ptr %scratch, ptr %scratch_at
  store i64 %scratch_bytes, ptr %scratch_bytes_at
  %callers_at = getelementptr i8, ptr %pool, i64 $CALLERS_CPU
  %callers_cpu = call i32 @sched_getcpu()
  %last_cpu = load atomic i32, ptr %callers_at monotonic, align 4
  store atomic i32 %callers_cpu, ptr %callers_at monotonic, align 4
  %sleeping_workers = getelementptr i8, ptr %pool, i64 $SLEEPING_WORKERS
  %asleep = load atomic i32, ptr %sleeping_workers seq_cst, align 4
  %any = icmp ne i32 %asleep, 0
  %moved = icmp ne i32 %callers_cpu, %last_cpu
  %maybe_beside = and i1 %any, %moved
  %threads_32 = trunc i64 %threads to i32
  %others = sub i32 %threads_32, 1
  store atomic i32 %others, ptr %unfinished_at release, align 4
  call void @aoe_pool_announce(ptr %pool, i64 1)
  br i1 %maybe_beside, label %give_way, label %own_share
give_way:
  %yielded = call i32 @sched_yield()
  br label %own_share
own_share:
  call void %kernel(ptr %arguments, ptr %scratch, i64 0, i64 %threads)
  %ticket = call i64 @aoe_pool_run_shares(ptr %pool, i64 %threads)
  br label %join
join:
  %left = load atomic i32, ptr %unfinished_at acquire, align 4
  %finished = icmp eq i32 %left, 0
  br i1 %finished, label %end, label %wait
wait:
  %seen = call i32 @aoe_pool_spin_while(ptr %pool, ptr %unfinished_at, i32 %left)
  %same = icmp eq i32 %seen, %left
  br i1 %same, label %sleep, label %join
sleep:
  %changed = call i32 @aoe_pool_sleep_while(ptr %unfinished_at, i32 %left, ptr %sleeping_callers)
  br label %join
end:
  ret void
}

; Workers 1 … %count - 1 leave their loops and are joined.
define internal void @aoe_pool_stop_workers(ptr %pool, i64 %count) {
entry:
  %stop_at = getelementptr i8, ptr %pool, i64 $STOP
  %threads_at = getelementptr i8, ptr %pool, i64 $THREADS
  %threads = load i64, ptr %threads_at
  store i32 1, ptr %stop_at
  call void @aoe_pool_announce(ptr %pool, i64 %threads)
  br label %next
next:
  %thread = phi i64 [1, %entry], [%following, %join]
  %more = icmp slt i64 %thread, %count
  br i1 %more, label %join, label %end
join:
  %skip = mul i64 %thread, $RECORD_BYTES
  %records = getelementptr i8, ptr %pool, i64 $RECORDS
  %record = getelementptr i8, ptr %records, i64 %skip
  %handle_at = getelementptr i8, ptr %record, i64 $RECORD_HANDLE
  %handle = load i64, ptr %handle_at
  %status = call i32 @pthread_join(i64 %handle, ptr null)
  %following = add i64 %thread, 1
  br label %next
end:
  ret void
}

define void @aoe_pool_stop(ptr %pool) {
  %threads_at = getelementptr i8, ptr %pool, i64 $THREADS
  %threads = load i64, ptr %threads_at
  call void @aoe_pool_stop_workers(ptr %pool, i64 %threads)
  ret void
}

; Workers are made with all signals blocked, so that signals reach the program's own threads.
define i32 @aoe_pool_start(ptr %pool) {
entry:
  %all_signals = alloca [128 x i8], align 8
  %old_signals = alloca [128 x i8], align 8
  call void @llvm.memset.p0.i64(ptr %all_signals, i8 -1, i64 128, i1 false)
  %masked = call i32 @pthread_sigmask(i32 2, ptr %all_signals, ptr %old_signals)
  %callers_at = getelementptr i8, ptr %pool, i64 $CALLERS_CPU
  %callers_cpu = call i32 @sched_getcpu()
  store atomic i32 %callers_cpu, ptr %callers_at monotonic, align 4
  %threads_at = getelementptr i8, ptr %pool, i64 $THREADS
  %threads = load i64, ptr %threads_at
  br label %next
next:
  %thread = phi i64 [1, %entry], [%following, %created]
  %more = icmp slt i64 %thread, %threads
  br i1 %more, label %create, label %end
create:
  %skip = mul i64 %thread, $RECORD_BYTES
  %records = getelementptr i8, ptr %pool, i64 $RECORDS
  %record = getelementptr i8, ptr %records, i64 %skip
  %handle_at = getelementptr i8, ptr %record, i64 $RECORD_HANDLE
  store ptr %pool, ptr %record
  %status = call i32 @pthread_create(ptr %handle_at, ptr null, ptr @aoe_pool_worker, ptr %record)
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %give_up, label %created
created:
  %following = add i64 %thread, 1
  br label %next
give_up:
  call void @aoe_pool_stop_workers(ptr %pool, i64 %thread)
  br label %end
end:
  %result = phi i32 [0, %next], [%status, %give_up]
  %restored = call i32 @pthread_sigmask(i32 2, ptr %old_signals, ptr null)
  ret i32 %result
}
"""
