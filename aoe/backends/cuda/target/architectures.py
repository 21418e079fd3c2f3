"""The architectures of GPUs that code is generated for, by compute capability.

The limits are those of the table "Technical Specifications per Compute Capability" of NVIDIA's CUDA
C++ Programming Guide. The sizes of the second cache and the numbers of multiprocessors are those of
a common product; a device that is there is asked for its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from aoe.element_types import FLOAT8
from aoe.target import MatrixInstruction


@dataclass(frozen=True, slots=True)
class Architecture:
    """What all GPUs of a compute capability have in common.

    Attributes:
        processor: LLVM's name of the processor that code is generated for.
        ptx: LLVM's name of the version of PTX.
        shared_per_block: Bytes of shared memory that a block can have.
        shared_per_multiprocessor: Bytes of shared memory of a multiprocessor.
        threads_per_multiprocessor: Threads that a multiprocessor holds.
        blocks_per_multiprocessor: Blocks that a multiprocessor holds.
        l2: Bytes of the second cache of a common product.
        multiprocessors: Multiprocessors of a common product.
    """

    processor: str
    ptx: str
    shared_per_block: int
    shared_per_multiprocessor: int
    threads_per_multiprocessor: int
    blocks_per_multiprocessor: int
    l2: int
    multiprocessors: int

    @property
    def number(self) -> int:
        """The compute capability: 90 for 9.0."""
        return int(self.processor.removeprefix("sm_").removesuffix("a"))

    @property
    def starts_early(self) -> bool:
        """Whether a kernel may start before the one in front of it has ended."""
        return self.number >= 90

    @property
    def clusters(self) -> bool:
        """Whether blocks of a cluster can read each other's shared memory."""
        return self.number >= 90


_KIB, _MIB = 1 << 10, 1 << 20
#: By the name of the device model. Compute capability 9.0 has instructions that no later one
#: has: its code is for the processor with an `a`.
ARCHITECTURES: Mapping[str, Architecture] = MappingProxyType(
    {
        "sm_80": Architecture("sm_80", "ptx70", 163 * _KIB, 164 * _KIB, 2048, 32, 40 * _MIB, 108),
        "sm_86": Architecture("sm_86", "ptx71", 99 * _KIB, 100 * _KIB, 1536, 16, 6 * _MIB, 84),
        "sm_89": Architecture("sm_89", "ptx78", 99 * _KIB, 100 * _KIB, 1536, 24, 72 * _MIB, 128),
        "sm_90": Architecture("sm_90a", "ptx80", 227 * _KIB, 228 * _KIB, 2048, 32, 50 * _MIB, 132),
        "sm_100": Architecture(
            "sm_100", "ptx86", 227 * _KIB, 228 * _KIB, 2048, 32, 126 * _MIB, 148
        ),
        "sm_120": Architecture("sm_120", "ptx87", 99 * _KIB, 100 * _KIB, 1536, 24, 96 * _MIB, 170),
    }
)
#: The oldest compute capability that code is generated for.
OLDEST = (8, 0)
#: The first one that multiplies float8_e4m3fn and float8_e5m2, and the oldest driver that knows
#: this in PTX.
_FLOAT8_SINCE = (8, 9)
FLOAT8_DRIVER = 12040


def architecture_name(major: int, minor: int) -> str | None:
    """The newest architecture of the table whose code a GPU of a compute capability runs; `None`
    for one that is too old. Code of one minor version runs on later ones of the same major version.
    """
    known = [(name, *_capability(name)) for name in ARCHITECTURES]
    fitting = [(own, name) for name, first, own in known if first == major and own <= minor]
    return max(fitting)[1] if fitting else None


def _capability(name: str) -> tuple[int, int]:
    number = int(name.removeprefix("sm_"))
    return number // 10, number % 10


def matrix_instructions(name: str) -> tuple[MatrixInstruction, ...]:
    """The instructions that a warp, or four of them, multiplies small matrices with."""
    found = [
        MatrixInstruction("mma.m16n8k16.f16", 16, 8, 16, "float16", "float32"),
        MatrixInstruction("mma.m16n8k16.bf16", 16, 8, 16, "bfloat16", "float32"),
        MatrixInstruction("mma.m16n8k8.tf32", 16, 8, 8, "float32", "float32"),
        MatrixInstruction("mma.m16n8k32.s8", 16, 8, 32, "int8", "int32"),
    ]
    if _capability(name) >= _FLOAT8_SINCE:
        found.append(MatrixInstruction("mma.m16n8k32.e4m3", 16, 8, 32, FLOAT8, "float32"))
    if name == "sm_90":
        found.append(MatrixInstruction("wgmma.m64n256k16.f16", 64, 256, 16, "float16", "float32"))
    return tuple(found)
