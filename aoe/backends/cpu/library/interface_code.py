"""LLVM IR of the functions that a C program calls: open, run, close, and what results mean.

`aoe.backends.cpu.library.memory` says where what they work on lies. Plans
(`aoe.backends.cpu.codegen.plan.plan_code`), the thread pool and the check of the CPU
(`aoe.backends.cpu.library.cpu_check_code`) are external. System calls have Linux's numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import Template

from aoe.backends.cpu.library import interface as results
from aoe.backends.cpu.library import memory as fields
from aoe.backends.cpu.library.inference_code import CONSTANTS, PREPARE, RUN, details_at, inference
from aoe.backends.cpu.library.interface import Interface
from aoe.backends.cpu.library.memory import ModelMemory
from aoe.backends.cpu.runtime import pool_layout
from aoe.backends.cpu.runtime.thread_pool import SPIN_NANOSECONDS
from aoe.runtime.memory import HUGE_PAGE
from aoe.settings import MOST_THREADS


def interface_ir(interface: Interface, memory: ModelMemory) -> str:
    """Returns the module that defines `interface.functions`."""
    return "\n".join(
        [
            _DECLARATIONS,
            *_plan_declarations(len(interface.plans)),
            *_open(interface, memory),
            *_run(interface, memory),
            *_size(interface),
            *_detail(interface),
            *_message(interface),
            Template(_CLOSE).substitute(_numbers(interface)),
        ]
    )


def _numbers(interface: Interface) -> dict[str, str]:
    """What templates call by names."""
    found: dict[str, object] = {"NAME": interface.name}
    for module in (fields, results):
        found |= {name: value for name, value in vars(module).items() if name.isupper()}
    return {name: str(value) for name, value in found.items()}


_DECLARATIONS = f"""\
declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
declare i32 @munmap(ptr, i64)
declare i32 @madvise(ptr, i64, i32)
declare i32 @getpid()
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @sched_getaffinity(i32, i64, ptr)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i1 @aoe_runs_here()
declare i32 @aoe_pool_start(ptr)
declare void @aoe_pool_stop(ptr)
@{CONSTANTS} = external global i8

; How many CPUs the process may use.
define internal i64 @aoe_usable_cpus() {{
entry:
  %mask = alloca [16 x i64], align 8
  call void @llvm.memset.p0.i64(ptr %mask, i8 0, i64 128, i1 false)
  %refused = call i32 @sched_getaffinity(i32 0, i64 128, ptr %mask)
  br label %next
next:
  %word = phi i64 [0, %entry], [%following, %next]
  %sum = phi i64 [0, %entry], [%total, %next]
  %at = getelementptr i64, ptr %mask, i64 %word
  %bits = load i64, ptr %at
  %count = call i64 @llvm.ctpop.i64(i64 %bits)
  %total = add i64 %sum, %count
  %following = add i64 %word, 1
  %more = icmp ult i64 %following, 16
  br i1 %more, label %next, label %end
end:
  %none = icmp eq i64 %total, 0
  %found = select i1 %none, i64 1, i64 %total
  ret i64 %found
}}
"""


def _plan_declarations(profiles: int) -> Iterator[str]:
    for profile in range(profiles):
        yield f"declare void @{RUN.format(profile)}(ptr, ptr, ptr, ptr, ptr, ptr)"
        yield f"declare void @{PREPARE.format(profile)}(ptr, ptr, ptr, ptr)"


#: mmap(…, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, …), madvise(…, MADV_HUGEPAGE).
_OPEN = """\
define i32 @${NAME}_open(ptr %result, i32 %wanted) {
entry:
  %nowhere = icmp eq ptr %result, null
  %too_many = icmp ugt i32 %wanted, $MOST_THREADS
  %wrong = or i1 %nowhere, %too_many
  br i1 %wrong, label %wrong_argument, label %check
wrong_argument:
  ret i32 $ARGUMENT
check:
  store ptr null, ptr %result
  %runs = call i1 @aoe_runs_here()
  br i1 %runs, label %map, label %wrong_cpu
wrong_cpu:
  ret i32 $CPU
map:
  %cpus = call i64 @aoe_usable_cpus()
  %all = icmp eq i32 %wanted, 0
  %given = zext i32 %wanted to i64
  %threads = select i1 %all, i64 %cpus, i64 %given
  %scratch = mul i64 %threads, $SCRATCH
  %pool_at = add i64 %scratch, $END
  %records = mul i64 %threads, $RECORD_BYTES
  %pool_end = add i64 %pool_at, %records
  %bytes = add i64 %pool_end, $RECORDS
  %mapped_bytes = add i64 %bytes, $SPARE
  %mapped = call ptr @mmap(ptr null, i64 %mapped_bytes, i32 3, i32 34, i32 -1, i64 0)
  %address = ptrtoint ptr %mapped to i64
  %refused = icmp eq i64 %address, -1
  br i1 %refused, label %no_memory, label %lay_out
no_memory:
  ret i32 $MEMORY
lay_out:
  %before = sub i64 0, %address
  %skip = and i64 %before, $SPARE_MASK
  %model = getelementptr i8, ptr %mapped, i64 %skip
  $ADVISE
  %pool = getelementptr i8, ptr %model, i64 %pool_at
  %process = call i32 @getpid()
  %process_64 = zext i32 %process to i64
  %mapped_field = getelementptr i8, ptr %model, i64 $MAPPED
  store ptr %mapped, ptr %mapped_field
  %bytes_field = getelementptr i8, ptr %model, i64 $MAPPED_BYTES
  store i64 %mapped_bytes, ptr %bytes_field
  %pool_field = getelementptr i8, ptr %model, i64 $POOL
  store ptr %pool, ptr %pool_field
  %threads_field = getelementptr i8, ptr %model, i64 $THREAD_COUNT
  store i64 %threads, ptr %threads_field
  %process_field = getelementptr i8, ptr %model, i64 $PROCESS
  store i64 %process_64, ptr %process_field
  %pool_threads = getelementptr i8, ptr %pool, i64 $POOL_THREADS
  store i64 %threads, ptr %pool_threads
  ; Spinning threads that outnumber the CPUs would keep each other from working.
  %fit = icmp ule i64 %threads, %cpus
  %spin = select i1 %fit, i64 $SPIN, i64 0
  %pool_spin = getelementptr i8, ptr %pool, i64 $POOL_SPIN
  store i64 %spin, ptr %pool_spin
  %not_started = call i32 @aoe_pool_start(ptr %pool)
  %started = icmp eq i32 %not_started, 0
  br i1 %started, label %prepare, label %no_threads
no_threads:
  %unmapped = call i32 @munmap(ptr %mapped, i64 %mapped_bytes)
  ret i32 $THREADS
prepare:
  %packed = getelementptr i8, ptr %model, i64 $PACKED
  %arena = getelementptr i8, ptr %model, i64 $ARENA
  $PREPARE
  store ptr %model, ptr %result
  ret i32 $OK
}
"""


def _open(interface: Interface, memory: ModelMemory) -> Iterator[str]:
    spare = HUGE_PAGE if memory.is_large else 0
    prepared = (
        f"call void @{PREPARE.format(profile)}"
        f"(ptr @{CONSTANTS}, ptr %packed, ptr %arena, ptr %pool)"
        for profile in range(len(interface.plans))
    )
    advised = "%advised = call i32 @madvise(ptr %model, i64 %bytes, i32 14)"
    yield Template(_OPEN).substitute(
        _numbers(interface),
        MOST_THREADS=MOST_THREADS,
        SCRATCH=memory.scratch,
        END=memory.end,
        RECORDS=pool_layout.RECORDS,
        RECORD_BYTES=pool_layout.RECORD_BYTES,
        POOL_THREADS=pool_layout.THREADS,
        POOL_SPIN=pool_layout.SPIN_NANOSECONDS,
        SPIN=SPIN_NANOSECONDS,
        SPARE=spare,
        SPARE_MASK=max(spare - 1, 0),
        ADVISE=advised if memory.is_large else "; in pages of the usual size",
        PACKED=memory.packed,
        ARENA=memory.arena,
        PREPARE="\n  ".join(prepared),
    )


_CLOSE = """\
define void @${NAME}_close(ptr %model) {
entry:
  %none = icmp eq ptr %model, null
  br i1 %none, label %end, label %close
close:
  %pool_field = getelementptr i8, ptr %model, i64 $POOL
  %pool = load ptr, ptr %pool_field
  %process_field = getelementptr i8, ptr %model, i64 $PROCESS
  %opened_in = load i64, ptr %process_field
  %process = call i32 @getpid()
  %process_64 = zext i32 %process to i64
  %own = icmp eq i64 %process_64, %opened_in
  br i1 %own, label %stop, label %unmap
stop:
  call void @aoe_pool_stop(ptr %pool)
  br label %unmap
unmap:
  %mapped_field = getelementptr i8, ptr %model, i64 $MAPPED
  %mapped = load ptr, ptr %mapped_field
  %bytes_field = getelementptr i8, ptr %model, i64 $MAPPED_BYTES
  %bytes = load i64, ptr %bytes_field
  %unmapped = call i32 @munmap(ptr %mapped, i64 %bytes)
  br label %end
end:
  ret void
}
"""

_RUN = """\
define i32 @${NAME}_run(ptr %model, ${PROFILE}ptr %inputs, ptr %outputs) {
entry:
  %no_model = icmp eq ptr %model, null
  %no_inputs = icmp eq ptr %inputs, null
  %no_outputs = icmp eq ptr %outputs, null
  %no_list = or i1 %no_inputs, %no_outputs
  %null = or i1 %no_model, %no_list
  br i1 %null, label %wrong, label %check
wrong:
  ret i32 $ARGUMENT
check:
  ; The threads of a model are those of the process that opened it.
  %threads_field = getelementptr i8, ptr %model, i64 $THREAD_COUNT
  %threads = load i64, ptr %threads_field
  %process_field = getelementptr i8, ptr %model, i64 $PROCESS
  %opened_in = load i64, ptr %process_field
  %process = call i32 @getpid()
  %process_64 = zext i32 %process to i64
  %other = icmp ne i64 %process_64, %opened_in
  %several = icmp sgt i64 %threads, 1
  %forked = and i1 %other, %several
  br i1 %forked, label %child, label %lock
child:
  ret i32 $FORKED
lock:
  %mutex = getelementptr i8, ptr %model, i64 $MUTEX
  %locked = call i32 @pthread_mutex_lock(ptr %mutex)
  $CALL
  %unlocked = call i32 @pthread_mutex_unlock(ptr %mutex)
  ret i32 %result
}
"""


def _run(interface: Interface, memory: ModelMemory) -> Iterator[str]:
    profiles = range(len(interface.plans))
    for profile in profiles:
        yield from inference(interface, memory, profile)
    given = "(ptr %model, ptr %inputs, ptr %outputs)"
    if len(profiles) == 1:
        lines = [f"%result = call i32 @aoe_inference_0{given}"]
    else:
        targets = " ".join(f"i32 {profile}, label %profile.{profile}" for profile in profiles)
        lines = [f"switch i32 %profile, label %none [{targets}]", "none:", "br label %done"]
        for profile in profiles:
            called = f"call i32 @aoe_inference_{profile}{given}"
            lines += [f"profile.{profile}:", f"%result.{profile} = {called}", "br label %done"]
        cases = ", ".join(f"[%result.{profile}, %profile.{profile}]" for profile in profiles)
        lines += ["done:", f"%result = phi i32 [{results.ARGUMENT}, %none], {cases}"]
    yield Template(_RUN).substitute(
        _numbers(interface),
        PROFILE="i32 %profile, " if len(profiles) > 1 else "",
        CALL="\n  ".join(lines),
    )


def _size(interface: Interface) -> Iterator[str]:
    """The function that tells sizes which the data decided."""
    if not interface.sizes:
        return
    yield f"define i64 @{interface.name}_size(ptr %model, i32 %output, i32 %dimension) {{"
    yield "entry:"
    for number, item in enumerate(interface.sizes):
        yield f"  %output.{number} = icmp eq i32 %output, {item.output}"
        yield f"  %dimension.{number} = icmp eq i32 %dimension, {item.dimension}"
        yield f"  %wanted.{number} = and i1 %output.{number}, %dimension.{number}"
        yield f"  br i1 %wanted.{number}, label %yes.{number}, label %no.{number}"
        yield f"yes.{number}:"
        yield f"  %at.{number} = getelementptr i8, ptr %model, i64 {fields.SIZES + 8 * number}"
        yield f"  %size.{number} = load i64, ptr %at.{number}"
        yield f"  ret i64 %size.{number}"
        yield f"no.{number}:"
    yield "  ret i64 -1"
    yield "}"


def _detail(interface: Interface) -> Iterator[str]:
    """The function that tells the numbers of a message."""
    if not interface.details:
        return
    yield f"define i64 @{interface.name}_detail(ptr %model, i32 %number) {{"
    yield "entry:"
    yield f"  %known = icmp ult i32 %number, {interface.details}"
    yield "  br i1 %known, label %yes, label %no"
    yield "yes:"
    yield "  %place = zext i32 %number to i64"
    yield f"  %details = getelementptr i8, ptr %model, i64 {details_at(interface)}"
    yield "  %at = getelementptr i64, ptr %details, i64 %place"
    yield "  %found = load i64, ptr %at"
    yield "  ret i64 %found"
    yield "no:"
    yield "  ret i64 -1"
    yield "}"


def _message(interface: Interface) -> Iterator[str]:
    """The function that tells what results mean."""
    texts = {number: meaning for number, (_, meaning) in enumerate(results.RESULTS)}
    texts |= dict(enumerate(interface.messages, results.FIRST_REQUIREMENT))
    for number, text in {**texts, -1: "there is no such result"}.items():
        data = text.encode() + b"\0"
        escaped = "".join(f"\\{byte:02X}" for byte in data)
        label = "none" if number < 0 else str(number)
        yield (
            f'@aoe_message_{label} = private unnamed_addr constant [{len(data)} x i8] c"{escaped}"'
        )
    yield f"define ptr @{interface.name}_message(i32 %result) {{"
    yield "entry:"
    targets = " ".join(f"i32 {number}, label %text.{number}" for number in texts)
    yield f"  switch i32 %result, label %none [{targets}]"
    for number in texts:
        yield f"text.{number}:"
        yield f"  ret ptr @aoe_message_{number}"
    yield "none:"
    yield "  ret ptr @aoe_message_none"
    yield "}"
