"""Measures the arithmetic peak of this machine: independent fused multiply-adds in registers.

    python -m benchmarks.peak

No float32 kernel that uses multiply-adds can be faster, so `benchmarks.operators` divides by it.
The loop is that of `aoe.backends.cpu.microbenchmarks.speed_code`.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Sequence

import llvmlite.binding as llvm
import numpy as np

from aoe.backends.cpu.codegen.object_code import target_machine
from aoe.backends.cpu.microbenchmarks.speed_code import CHAINS, multiply_add_ir
from aoe.backends.cpu.target.host import host_target
from aoe.settings import usable_cores
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.timing import Timing, interleave

#: Tens of milliseconds, beside which starting a thread from Python does not count.
ITERATIONS = 20_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the peak of one core and of all cores."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="measuring time")
    options = parser.parse_args(arguments)
    counts = sorted({1, usable_cores()})
    runs = {str(threads): peak_run(threads) for threads in counts}
    timings = interleave(runs, options.seconds)
    rows: list[Row] = [
        {
            "threads": name,
            "runs": timing.runs,
            "median GFLOP/s": gflops(timing, threads),
            "max GFLOP/s": peak_flops(threads) / timing.minimum / 1e9,
        }
        for threads, (name, timing) in zip(counts, timings.items(), strict=True)
    ]
    print_report("Multiply-add peak, float32", rows, options.json)
    return 0


def peak_run(threads: int) -> Callable[[], None]:
    """Returns a function that does `peak_flops(threads)` operations on as many threads."""
    target = host_target()
    engine = llvm.create_mcjit_compiler(
        llvm.parse_assembly(multiply_add_ir(target)), target_machine(target)
    )
    engine.finalize_object()
    address = engine.get_function_address("multiply_add")
    function = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p)(address)
    lanes = target.lanes("float32")
    buffers = [np.zeros(CHAINS * lanes, np.float32) for _ in range(threads)]

    def work(buffer: np.ndarray, _keeps_code_alive: object = engine) -> None:
        function(ITERATIONS, buffer.ctypes.data)

    def run() -> None:
        others = [threading.Thread(target=work, args=(buffer,)) for buffer in buffers[1:]]
        for thread in others:
            thread.start()
        work(buffers[0])
        for thread in others:
            thread.join()

    return run


def peak_flops(threads: int) -> int:
    """Returns the floating point operations of one run; a multiply-add counts two."""
    return threads * ITERATIONS * CHAINS * host_target().lanes("float32") * 2


def gflops(timing: Timing, threads: int) -> float:
    """Returns the median GFLOP/s of `peak_run(threads)`."""
    return peak_flops(threads) / timing.median / 1e9


if __name__ == "__main__":
    sys.exit(main())
