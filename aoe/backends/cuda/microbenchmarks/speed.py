"""Measures a GPU: each rate is the best of some graphs of a kernel that does nothing else.

The figures rank policies and are shown by `aoe doctor`. They are kept in a file
(`aoe.backends.cuda.microbenchmarks.stored_speed`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.backends.cuda.codegen.ptx import ptx
from aoe.backends.cuda.microbenchmarks.speed_code import (
    BLOCK,
    CHAINS,
    MATRIX,
    MATRIX_WORK,
    STEPS,
    matrix_ir,
    multiply_add_ir,
    read_ir,
)
from aoe.backends.cuda.runtime.device import Device, Start
from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.backends.cuda.target.cuda_target import WARP, CudaTarget, GpuSpeed

#: Blocks of a multiprocessor.
_BLOCKS_EACH = 4
#: Starts of a kernel in a graph, and graphs.
_STARTS, _GRAPHS = 10, 5
#: Starts of an almost empty kernel in a graph, to measure the start itself.
_EMPTY_STARTS = 100
#: Multiply-adds per second of float16 by matrix instructions that no GPU reaches: 3000 TFLOP/s. The
#: fastest of the architectures that code is generated for, compute capability 10.0, has 2250.
_MOST_MULTIPLY_ADDS = 1.5e15


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is read.

    Attributes:
        cached: Bytes that the second cache holds.
        memory: Bytes that it does not hold.
    """

    cached: int
    memory: int


def usual_sizes(target: CudaTarget) -> Sizes:
    """A third of the second cache, and sixteen times as much as it holds."""
    return Sizes(target.l2 // 3 // 4096 * 4096, target.l2 * 16 // 4096 * 4096)


def measure_speed(target: CudaTarget, device: Device, sizes: Sizes | None = None) -> GpuSpeed:
    """The speed of a device. Takes about a second, most of it in the driver's compiler."""
    sizes = sizes or usual_sizes(target)
    grid = target.threads * _BLOCKS_EACH
    out = device.allocate(grid * BLOCK * 4)
    data = device.allocate(sizes.memory)
    launch = Launch(grid, BLOCK, 0)
    stream = device.stream()
    stream.fill(data, 0, sizes.memory)

    def seconds(
        ir: str, symbol: str, arguments: Sequence[int], how: Launch = launch, starts: int = _STARTS
    ) -> float:
        """Seconds of one start, the best of some graphs."""
        function = device.function(ptx(ir, target).encode(), symbol, how)
        start = Start(function, how, tuple(arguments), symbol)
        graph = stream.record([start] * starts)
        stream.timed([graph])
        best = min(stream.timed([graph] * _GRAPHS)) / starts
        graph.close()
        device.unload(function)
        return best

    threads = grid * BLOCK
    empty = Launch(1, BLOCK, 0)
    begin = seconds(read_ir("start"), "start", (out, data, 0), empty, _EMPTY_STARTS)
    adds = threads * CHAINS * STEPS / seconds(multiply_add_ir("adds"), "adds", (out,))
    rates = {
        kind: threads
        / WARP
        * CHAINS
        * STEPS
        * MATRIX_WORK[kind]
        / seconds(matrix_ir(kind, kind), kind, (out,))
        for kind in MATRIX
    }
    read = read_ir("read")
    cached = sizes.cached / max(seconds(read, "read", (out, data, sizes.cached)) - begin, 1e-9)
    memory = sizes.memory / seconds(read, "read", (out, data, sizes.memory))
    stream.close()
    device.free(data)
    device.free(out)
    return GpuSpeed(adds, rates["half"], rates["tf32"], cached, memory, begin)


def is_plausible(speed: GpuSpeed) -> bool:
    """Whether figures can be those of a GPU of an architecture that code is generated for."""
    return (
        1e12 < speed.multiply_adds < _MOST_MULTIPLY_ADDS / 8
        and speed.multiply_adds < speed.half_multiply_adds < _MOST_MULTIPLY_ADDS
        and speed.multiply_adds / 2 < speed.tf32_multiply_adds < speed.half_multiply_adds
        and 5e10 < speed.memory < 1e14
        and 0 < speed.launch < 1e-3
    )
