"""The machine a policy is valid for: what code generation and the analytic model need to know of
it.

`host_target` reads it from LLVM and the operating system; `target_for` makes one for a named
feature set, so that AVX2 code can be generated and tested on an AVX-512 machine and NEON code
compiled anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from aoe.element_types import ITEM_BYTES


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast a device is, for the analytic model: what policies are ranked with before anything
    is measured. Without a measurement, figures of a common core (Zen 4 at 3.6 GHz).

    `multiply_adds`: float32 multiply-adds that one core does per second. `l1`, `l2`, `l3`,
    `memory`: bytes that one core reads per second from there; `memory_together`: all threads.
    `fork_join`: seconds to start the threads on a parallel region and wait for all of them.
    `tile_multiply_adds`: multiply-adds of bfloat16 per second and core where there are instructions
    for tiles of them.
    """

    multiply_adds: float = 57.6e9
    l1: float = 230e9
    l2: float = 100e9
    l3: float = 58e9
    memory: float = 20e9
    memory_together: float = 60e9
    fork_join: float = 0.5e-6
    tile_multiply_adds: float = 1.6e12


@dataclass(frozen=True, slots=True)
class Target:
    """A CPU as code generation sees it.

    `triple`, `cpu`, `features`: for LLVM. `vector_bytes` × `vector_registers`: the register file.
    Caches in bytes: `l1`, `l2` per core, `l3` shared. `threads`: how many threads an inference
    uses. `speed` is what is known of how fast it is; code does not depend on it, choices may.
    """

    triple: str
    cpu: str
    features: str
    vector_bytes: int
    vector_registers: int
    l1: int
    l2: int
    l3: int
    threads: int
    speed: Speed = Speed()

    @property
    def soc_version(self) -> str:
        """The name of the device model in repositories, e.g. `znver4_2c`."""
        return f"{self.cpu}_{self.threads}c"

    @property
    def at_common_speed(self) -> Target:
        """The device as if nothing were known of its speed."""
        return replace(self, speed=Speed())

    @property
    def one_thread(self) -> Target:
        """One thread of the device while the others compute something else: its part of what they
        share.
        """
        memory = min(self.speed.memory, self.speed.memory_together / self.threads)
        speed = replace(self.speed, memory=memory, memory_together=memory)
        return replace(self, threads=1, l3=self.l3 // self.threads, speed=speed)

    def lanes(self, dtype: str) -> int:
        """How many elements of `dtype` one vector register holds."""
        return self.vector_bytes // ITEM_BYTES[dtype]

    @property
    def multiplies_bytes(self) -> bool:
        """Whether there are instructions for sums of products of bytes (VNNI)."""
        enabled = set(self.features.split(","))
        wide = {"+avx512vnni", "+avx512vl"} <= enabled
        return self.triple.startswith("x86_64") and (wide or "+avxvnni" in enabled)

    @property
    def multiplies_bfloat16(self) -> bool:
        """Whether there are instructions for sums of products of bfloat16 (AVX512-BF16)."""
        enabled = set(self.features.split(","))
        return self.triple.startswith("x86_64") and {"+avx512bf16", "+avx512vl"} <= enabled

    @property
    def multiplies_tiles(self) -> bool:
        """Whether there are instructions for products of small matrices of bfloat16 (AMX), which
        the system lets processes use.
        """
        enabled = set(self.features.split(","))
        return self.triple.startswith("x86_64") and {"+amx-tile", "+amx-bf16"} <= enabled

    @property
    def converts_half(self) -> bool:
        """Whether there are instructions between float16 and float32."""
        return not self.triple.startswith("x86_64") or "+f16c" in self.features.split(",")
