"""A GPU as code generation and the cost model see it.

`cuda_target` makes one of an architecture's name. `aoe.backends.cuda.target.devices` finds those of
this machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from aoe.backends.cpu.target.cpu_target import CpuTarget, cpu_target
from aoe.backends.cuda.target.architectures import (
    ARCHITECTURES,
    Architecture,
    matrix_instructions,
)
from aoe.element_types import FLOAT8
from aoe.target import MemoryLevel, Target

#: The name of this backend in targets.
NAME = "cuda"
#: LLVM's name of the machine that code is generated for.
TRIPLE = "nvptx64-nvidia-cuda"
#: Threads of a warp, which execute one instruction together.
WARP = 32
#: Multiply-adds of float32 that a multiprocessor begins in a cycle, and its schedulers of warps.
LANES, SCHEDULERS = 128, 4
#: Registers of 32 bits of a multiprocessor, and the most that a thread can have.
REGISTERS, MOST_REGISTERS = 65536, 255
#: The most threads of a block.
MOST_THREADS = 1024
#: Blocks of a multiprocessor that outer loops are cut for.
BLOCKS_EACH = 4
#: Bytes of shared memory that the system takes from each block.
RESERVED_SHARED = 1024


@dataclass(frozen=True, slots=True)
class GpuSpeed:
    """How fast a GPU is, for the analytic model. Without a measurement, figures in the order of
    those of an H100.

    Attributes:
        multiply_adds: Float32 multiply-adds per second of all multiprocessors, without matrix
            instructions.
        half_multiply_adds: Those of float16 and bfloat16 by matrix instructions.
        tf32_multiply_adds: Those of TF32 by matrix instructions.
        l2: Bytes read per second from the second cache.
        memory: Bytes read per second from memory.
        launch: Seconds from the end of a kernel in a graph to the start of the next.
    """

    multiply_adds: float = 25e12
    half_multiply_adds: float = 350e12
    tf32_multiply_adds: float = 175e12
    l2: float = 5.5e12
    memory: float = 2.5e12
    launch: float = 1.3e-6


@dataclass(frozen=True, slots=True)
class CudaTarget(Target):
    """A GPU. Its `threads` are multiprocessors, its `memories` the shared memory of a block and the
    second cache.

    Attributes:
        backend: This one.
        model: The architecture, such as `sm_90`.
        speed: What is known of how fast it is. Code does not depend on it, choices may.
        ordinal: The number of the device in this machine.
    """

    backend: str = NAME
    model: str = "sm_80"
    speed: GpuSpeed = GpuSpeed()
    ordinal: int = 0

    @property
    def device(self) -> str:
        """See `aoe.target.Target.device`."""
        return f"{self.backend}:{self.ordinal}" if self.ordinal else self.backend

    def numbered(self, number: int) -> CudaTarget:
        """See `aoe.target.Target.numbered`."""
        return replace(self, ordinal=number)

    @property
    def architecture(self) -> str:
        """The architecture, `nvptx64`."""
        return TRIPLE.partition("-")[0]

    @property
    def limits(self) -> Architecture:
        """What all GPUs of its architecture have in common."""
        return ARCHITECTURES[self.model]

    @property
    def l2(self) -> int:
        """Bytes of the second cache."""
        return self.memories[1].bytes

    @property
    def line_elements(self) -> int:
        """Elements of four bytes that a warp moves at once: a line of the caches, 128 bytes."""
        return 32

    @property
    def at_common_speed(self) -> CudaTarget:
        """The GPU as if nothing were known of its speed."""
        return replace(self, speed=GpuSpeed())

    @property
    def one_thread(self) -> CudaTarget:
        """All of the GPU: kernels of a graph that do not wait for each other share it by
        themselves.
        """
        return self

    @property
    def as_cpu(self) -> CpuTarget:
        """The GPU as implementations of the CPU see it where they lower to loop nests: each block
        is a thread, which has vectors of 16 bytes.
        """
        return cpu_target(
            TRIPLE,
            self.model,
            "",
            vector_bytes=16,
            vector_registers=32,
            l1=64 << 10,
            l2=256 << 10,
            l3=self.l2,
            threads=self.threads * BLOCKS_EACH,
        )

    @property
    def multiplies_float8(self) -> bool:
        """Whether it has matrix instructions for float8_e4m3fn and float8_e5m2."""
        return any(item.inputs == FLOAT8 for item in self.matrix_instructions)

    def to_json(self) -> dict[str, Any]:
        """What generated code depends on."""
        return {
            "backend": self.backend,
            "model": self.model,
            "threads": self.threads,
            "l2": self.l2,
        }


def cuda_target(
    model: str,
    multiprocessors: int | None = None,
    l2: int | None = None,
    speed: GpuSpeed = GpuSpeed(),
    ordinal: int = 0,
) -> CudaTarget:
    """A GPU of an architecture of `aoe.backends.cuda.target.architectures.ARCHITECTURES`.

    Args:
        model: The architecture.
        multiprocessors: How many it has; by default those of a common product.
        l2: Bytes of its second cache, likewise.
        speed: How fast it is.
        ordinal: The number of the device in this machine.
    """
    limits = ARCHITECTURES[model]
    return CudaTarget(
        model=model,
        threads=limits.multiprocessors if multiprocessors is None else multiprocessors,
        matrix_instructions=matrix_instructions(model),
        memories=(
            MemoryLevel("shared", limits.shared_per_block, shared=False),
            MemoryLevel("l2", limits.l2 if l2 is None else l2, shared=True),
        ),
        speed=speed,
        ordinal=ordinal,
    )


def cuda_target_from_json(data: Mapping[str, Any]) -> CudaTarget:
    """The GPU that `CudaTarget.to_json` described, with the speed of `speed` where there is one.
    Raises `KeyError`, `TypeError` or `ValueError` on anything else.
    """
    speed = {str(name): float(value) for name, value in data.get("speed", {}).items()}
    return cuda_target(str(data["model"]), int(data["threads"]), int(data["l2"]), GpuSpeed(**speed))


def measured_to_json(target: CudaTarget) -> dict[str, Any]:
    """What `cuda_target_from_json` turns back into the GPU with its speed."""
    return {**target.to_json(), "speed": asdict(target.speed)}
