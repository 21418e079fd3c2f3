"""A CPU as code generation and the analytic cost model see it.

`cpu_target` makes one from what LLVM says of a CPU; `aoe.backends.cpu.target.host` knows this
machine and the named presets. `aoe.backends.cpu.microbenchmarks` measures how fast a machine is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from aoe.element_types import ITEM_BYTES
from aoe.target import MatrixInstruction, MemoryLevel, Target

#: The name of this backend in targets.
NAME = "cpu"
#: Bytes of a cache line of the CPUs that code is generated for, and of one prefetch.
CACHE_LINE = 64
#: Elements of four bytes in a cache line.
LINE_ELEMENTS = CACHE_LINE // 4


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast a CPU is, for the analytic model: what policies are ranked with before anything is
    measured. Without a measurement, figures of a common core (Zen 4 at 3.6 GHz).

    Attributes:
        multiply_adds: Float32 multiply-adds that one core does per second.
        l1: Bytes that one core reads per second from its first cache.
        l2: The same from its second cache.
        l3: The same from the last cache.
        memory: The same from memory.
        memory_together: Bytes that all threads together read per second from memory.
        fork_join: Seconds to start the threads on a parallel region and wait for all of them.
        amx_multiply_adds: Multiply-adds of bfloat16 per second and core where there are
            instructions for tiles of them.
    """

    multiply_adds: float = 57.6e9
    l1: float = 230e9
    l2: float = 100e9
    l3: float = 58e9
    memory: float = 20e9
    memory_together: float = 60e9
    fork_join: float = 0.5e-6
    amx_multiply_adds: float = 1.6e12


@dataclass(frozen=True, slots=True)
class CpuTarget(Target):
    """A CPU. Its `memories` are the three levels of cache.

    Attributes:
        backend: The CPU's.
        model: As LLVM names the CPU.
        triple: LLVM's name of the architecture and system.
        vector_bytes: Bytes of a vector register.
        vector_registers: How many vector registers there are.
        converts_half: Whether there are instructions between float16 and float32.
        speed: What is known of how fast it is. Code does not depend on it, choices may.
    """

    backend: str = NAME
    model: str = "generic"
    triple: str = ""
    vector_bytes: int = 16
    vector_registers: int = 16
    converts_half: bool = True
    speed: Speed = Speed()

    @property
    def architecture(self) -> str:
        """The architecture, `x86_64` or `aarch64`."""
        return self.triple.partition("-")[0]

    @property
    def l1(self) -> int:
        """Bytes of the first cache, one per core."""
        return self.memories[0].bytes

    @property
    def l2(self) -> int:
        """Bytes of the second cache, one per core."""
        return self.memories[1].bytes

    @property
    def l3(self) -> int:
        """Bytes of the last cache, which the cores share."""
        return self.memories[2].bytes

    @property
    def line_elements(self) -> int:
        """Elements of four bytes in a cache line."""
        return LINE_ELEMENTS

    @property
    def at_common_speed(self) -> CpuTarget:
        """The CPU as if nothing were known of its speed."""
        return replace(self, speed=Speed())

    @property
    def one_thread(self) -> CpuTarget:
        """One thread of the CPU while the others compute something else: its share of the last
        cache and of memory.
        """
        memory = min(self.speed.memory, self.speed.memory_together / self.threads)
        speed = replace(self.speed, memory=memory, memory_together=memory)
        last = replace(self.memories[2], bytes=self.l3 // self.threads)
        return replace(self, threads=1, memories=(*self.memories[:2], last), speed=speed)

    def lanes(self, dtype: str) -> int:
        """How many elements of `dtype` one vector register holds."""
        return self.vector_bytes // ITEM_BYTES[dtype]

    @property
    def multiplies_bytes(self) -> bool:
        """Whether there are instructions for sums of products of bytes (VNNI)."""
        return any(item.inputs == "uint8" for item in self.matrix_instructions)

    @property
    def multiplies_bfloat16(self) -> bool:
        """Whether there are instructions for sums of products of bfloat16 (AVX512-BF16)."""
        return any(item.inputs == "bfloat16" and item.m == 1 for item in self.matrix_instructions)

    @property
    def multiplies_amx(self) -> bool:
        """Whether there are instructions for products of small matrices of bfloat16 (AMX), which
        the system lets processes use.
        """
        return any(item.inputs == "bfloat16" and item.m > 1 for item in self.matrix_instructions)

    @property
    def scales_by_exponents(self) -> bool:
        """Whether there are instructions for x · 2ⁿ of vectors, n of floating point (AVX-512)."""
        enabled = set(self.features.split(","))
        return self.architecture == "x86_64" and {"+avx512f", "+avx512vl"} <= enabled

    def to_json(self) -> dict[str, Any]:
        """What generated code depends on: how fast the machine was is not among it."""
        return {
            "backend": self.backend,
            "triple": self.triple,
            "cpu": self.model,
            "features": self.features,
            "vector_bytes": self.vector_bytes,
            "vector_registers": self.vector_registers,
            "l1": self.l1,
            "l2": self.l2,
            "l3": self.l3,
            "threads": self.threads,
        }


def cpu_target(
    triple: str,
    cpu: str,
    features: str,
    vector_bytes: int,
    vector_registers: int,
    l1: int,
    l2: int,
    l3: int,
    threads: int,
    speed: Speed = Speed(),
) -> CpuTarget:
    """A CPU, with what follows from its features.

    Args:
        triple: LLVM's name of the architecture and system, "x86_64-unknown-linux-gnu".
        cpu: LLVM's name of the CPU, "znver4".
        features: LLVM's features, "+avx2,-amx-tile,…". They decide which matrix instructions there
            are, and whether float16 is converted by instructions.
        vector_bytes: Bytes of a vector register.
        vector_registers: How many vector registers there are.
        l1: Bytes of the first data cache of one core.
        l2: Bytes of the second cache of one core.
        l3: Bytes of the last cache, which the cores share.
        threads: Threads that code for it runs on.
        speed: How fast it is; by default a common core.

    Returns:
        The CPU.
    """
    return CpuTarget(
        model=cpu,
        threads=threads,
        features=features,
        matrix_instructions=matrix_instructions(triple, features),
        memories=_caches(l1, l2, l3),
        triple=triple,
        vector_bytes=vector_bytes,
        vector_registers=vector_registers,
        converts_half=converts_half(triple, features),
        speed=speed,
    )


def cpu_target_from_json(data: Mapping[str, Any]) -> CpuTarget:
    """The CPU that `CpuTarget.to_json` described; files written before devices had backends, too.
    Its speed is that of `speed`, where there is one. Raises `KeyError`, `TypeError` or `ValueError`
    on anything else.
    """
    speed = {str(name): float(value) for name, value in data.get("speed", {}).items()}
    return cpu_target(
        str(data["triple"]),
        str(data["cpu"]),
        str(data["features"]),
        int(data["vector_bytes"]),
        int(data["vector_registers"]),
        int(data["l1"]),
        int(data["l2"]),
        int(data["l3"]),
        int(data["threads"]),
        Speed(**speed),
    )


def matrix_instructions(triple: str, features: str) -> tuple[MatrixInstruction, ...]:
    """The instructions that multiply small matrices, by LLVM's features ("+avx2,-amx-tile,…")."""
    if not triple.startswith("x86_64"):
        return ()
    enabled = set(features.split(","))
    found = []
    if {"+avx512vnni", "+avx512vl"} <= enabled:
        found.append(MatrixInstruction("vpdpbusd", 1, 16, 4, "uint8", "int32"))
    elif "+avxvnni" in enabled:
        found.append(MatrixInstruction("vpdpbusd", 1, 8, 4, "uint8", "int32"))
    if {"+avx512bf16", "+avx512vl"} <= enabled:
        found.append(MatrixInstruction("vdpbf16ps", 1, 16, 2, "bfloat16", "float32"))
    if {"+amx-tile", "+amx-bf16"} <= enabled:
        found.append(MatrixInstruction("tdpbf16ps", 16, 16, 32, "bfloat16", "float32"))
    return tuple(found)


def converts_half(triple: str, features: str) -> bool:
    """Whether there are instructions between float16 and float32, by LLVM's features."""
    return not triple.startswith("x86_64") or "+f16c" in features.split(",")


def _caches(l1: int, l2: int, l3: int) -> tuple[MemoryLevel, ...]:
    return (
        MemoryLevel("l1", l1, shared=False),
        MemoryLevel("l2", l2, shared=False),
        MemoryLevel("l3", l3, shared=True),
    )
