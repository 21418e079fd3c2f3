"""Where the fields of a thread pool lie in its memory.

Shared by the code that allocates a pool (`aoe.backends.cpu.runtime.thread_pool`) and the machine
code that works on it (`aoe.backends.cpu.codegen.plan.thread_pool_code`). What changes together
shares a cache line; what does not, does not. A change here changes the format of offline models
(`aoe.runtime.offline_model`).
"""

from __future__ import annotations

from aoe.backends.cpu.target.cpu_target import CACHE_LINE

#: i64, the ticket: the next share of the region that nobody has claimed, and in its upper half the
#: generation (i32), +1 for every parallel region, whose change workers wait for. The region follows
#: it: kernel, arguments, scratch (pointers), scratch bytes per share (i64), stop (i32), the CPU the
#: caller was on when it began (i32).
TICKET = 0
GENERATION = 4
KERNEL = 8
ARGUMENTS = 16
SCRATCH = 24
SCRATCH_BYTES = 32
STOP = 40
CALLERS_CPU = 44
#: i32, shares of the region that are not finished, without the caller's first; it waits for 0.
UNFINISHED = CACHE_LINE
#: i32 each: workers and callers asleep in the kernel, who must be woken.
SLEEPING_WORKERS = 2 * CACHE_LINE
SLEEPING_CALLERS = 2 * CACHE_LINE + 4
#: i64 each: number of threads, the caller included, and so of shares; nanoseconds to spin before
#: sleeping.
THREADS = 3 * CACHE_LINE
SPIN_NANOSECONDS = 3 * CACHE_LINE + 8
#: One record per thread from here on: pool (pointer), pthread handle (i64). The first is unused.
RECORDS = 4 * CACHE_LINE
RECORD_BYTES = CACHE_LINE
RECORD_HANDLE = 8


def pool_bytes(threads: int) -> int:
    """The size of a pool's memory, which must be zero at first and aligned to `CACHE_LINE`."""
    return RECORDS + threads * RECORD_BYTES
