"""The GPUs of this machine as targets, and those of others by name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aoe.backends.cuda.target.architectures import (
    ARCHITECTURES,
    FLOAT8_DRIVER,
    OLDEST,
    architecture_name,
)
from aoe.backends.cuda.target.cuda_target import CudaTarget, GpuSpeed, cuda_target
from aoe.element_types import FLOAT8
from aoe.errors import UsageError


@dataclass(frozen=True, slots=True)
class FoundDevice:
    """What is known of a GPU of this machine.

    Attributes:
        ordinal: Its number.
        name: The name of the product.
        major: The first number of its compute capability.
        minor: The second number.
        multiprocessors: How many it has.
        l2: Bytes of its second cache.
        memory: Bytes of memory.
        driver: The version of CUDA that its driver supports, such as 12080.
    """

    ordinal: int
    name: str
    major: int
    minor: int
    multiprocessors: int
    l2: int
    memory: int = 0
    driver: int = 0


def target_of_device(found: FoundDevice, threads: int | None = None) -> CudaTarget:
    """A GPU of this machine. `threads`: its multiprocessors, if they are given.

    Raises:
        UsageError: It is too old or too new for code to be generated, or has other
            multiprocessors.
    """
    model = architecture_name(found.major, found.minor)
    if model is None:
        oldest = ".".join(map(str, OLDEST))
        raise UsageError(
            f"no code is generated for GPU {found.ordinal}, {found.name}: it has compute "
            f"capability {found.major}.{found.minor}, and the backend knows {oldest} and later up "
            f"to {max(ARCHITECTURES, key=lambda name: int(name[3:]))}; choose another --device"
        )
    if threads is not None and threads != found.multiprocessors:
        raise UsageError(
            f"GPU {found.ordinal}, {found.name}, has {found.multiprocessors} multiprocessors, not "
            f"{threads}; all of them compute, so leave --threads out"
        )
    target = cuda_target(model, found.multiprocessors, found.l2, GpuSpeed(), found.ordinal)
    if found.driver >= FLOAT8_DRIVER:
        return target
    known = tuple(item for item in target.matrix_instructions if item.inputs != FLOAT8)
    return replace(target, matrix_instructions=known)


def named_target(name: str, multiprocessors: int | None) -> CudaTarget:
    """A GPU of another machine, by its architecture, with the multiprocessors of a common product
    where none are given. Raises `UsageError` if it is not known.
    """
    if name not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        number = name.removeprefix("sm_")
        runs = architecture_name(*divmod(int(number), 10)) if number.isdecimal() else None
        hint = f"; a GPU of that capability runs the code of {runs}" if runs else ""
        raise UsageError(
            f"code is not generated for a GPU {name!r}{hint}; the known ones are {known}, written "
            "alone or with their multiprocessors, such as sm_90_132c"
        )
    return cuda_target(name, multiprocessors)
