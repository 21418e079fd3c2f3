"""The resolution of timings: which difference between two programs the clock does not tell.

A timed run is what lies between two readings of the clock (`aoe.backends.cpu.codegen.plan.clock`).
A run that computes nothing takes some time, too: that of reading the clock and of calling a plan.
It is measured with a plan without calls, by the code that times every candidate.
"""

from __future__ import annotations

import ctypes
from statistics import median

from aoe.backends.cpu.codegen.plan.plan_code import plan_ir
from aoe.backends.cpu.microbenchmarks.speed import compiled, function_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.runtime.plan import Plan

#: Empty runs that are timed.
RUNS = 1001
_EMPTY = Plan((), (), (), (), 0, 0, 0, 0)


def empty_run_seconds(target: CpuTarget) -> float:
    """Returns the median time of a run of a plan without calls, on this machine.

    Args:
        target: This machine.
    """
    code = compiled(plan_ir(_EMPTY, target), target)
    pointers = [ctypes.c_void_p] * 7
    time_runs = function_of(code, "time_runs", *pointers, ctypes.c_int64)
    nanoseconds = (ctypes.c_int64 * RUNS)()
    for _ in range(2):  # the first time only loads the code
        time_runs(*[None] * 6, ctypes.addressof(nanoseconds), RUNS)
    return float(median(nanoseconds)) * 1e-9


def timer_resolution(target: CpuTarget) -> float:
    """Returns the least difference in seconds by which one program is known to be faster.

    Either time may be off by an empty run, so the difference of two may be off by two.
    """
    return 2 * empty_run_seconds(target)
