"""Makes machine code of PTX where kernels are compiled, so that nobody waits for it when they are
loaded: the driver would do it then, one kernel after the other.

NVIDIA's assembler `ptxas` is used where CUDA's toolkit has it on this machine and it knows the GPU:
it needs no context on the GPU, which takes a worker process 0.3 s and hundreds of megabytes of the
GPU's memory. Else the driver's linker does the same. A kernel that either refuses stays PTX alone;
what the driver says of it when it is loaded has the last word.
`aoe.backends.cuda.runtime.kernel_object` says where machine code is kept.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from aoe.backends.cuda.runtime.driver_linker import machine_code_of
from aoe.backends.cuda.target.cuda_target import CudaTarget
from aoe.backends.cuda.target.devices import FoundDevice
from aoe.errors import AoeError

#: Where `ptxas` may be: on the path, or where the toolkit is installed by default.
PLACES = ("ptxas", "/usr/local/cuda/bin/ptxas")
#: Seconds after which the assembler counts as hung; a kernel takes about 0.1 s.
TIMEOUT = 50.0
#: Makes machine code of PTX; None where that is refused.
Assemble: TypeAlias = Callable[[bytes], "bytes | None"]


@dataclass(frozen=True, slots=True)
class Assembler:
    """What makes machine code.

    Attributes:
        kind: The program `ptxas`, the linker of the driver, or nothing.
        tool: The path of the program, or the number of the GPU.
        version: Of the program or the driver; machine code depends on it.
    """

    kind: Literal["ptxas", "driver", "none"] = "none"
    tool: str = ""
    version: str = ""


#: Kernels stay PTX.
NO_ASSEMBLER = Assembler()


def found_assembler(
    target: CudaTarget, device: FoundDevice | None, places: Iterable[str] = PLACES
) -> Assembler:
    """What makes machine code of kernels for a GPU.

    Args:
        target: The GPU.
        device: The same as this machine knows it; None if it is not here. Its kernels stay PTX.
        places: Where to look for `ptxas`.
    """
    if device is None:
        return NO_ASSEMBLER
    for place in places:
        path = shutil.which(place)
        version = path and _version_of(path, target.limits.processor, target.limits.ptx)
        # The driver runs machine code of any toolkit of its major version.
        if path and version and int(version.partition(".")[0]) <= device.driver // 1000:
            return Assembler("ptxas", path, version)
    return Assembler("driver", str(device.ordinal), str(device.driver))


def assemble(kind: str, tool: str, target: CudaTarget) -> Assemble:
    """Returns what makes machine code by a kind of assembler and its tool. It opens the GPU where
    it needs it, and makes nothing if it cannot.
    """
    if kind == "ptxas":
        return lambda text: _by_program(tool, target.limits.processor, text)
    if kind == "driver":
        try:
            return machine_code_of(int(tool))
        except (AoeError, MemoryError):  # no GPU for this process: other ones may hold it
            return _nothing
    return _nothing


def _nothing(text: bytes) -> None:
    return None


def _by_program(path: str, processor: str, text: bytes) -> bytes | None:
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_bytes(text)
        command = [path, f"-arch={processor}", str(source), "-o", str(made)]
        return made.read_bytes() if _succeeds(command) and made.is_file() else None


def _succeeds(command: list[str]) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@cache
def _version_of(path: str, processor: str, ptx: str) -> str | None:
    """The version of an assembler, such as `13.0`; None if it does not know the processor or the
    version of PTX, such as `ptx80`.
    """
    number = ptx.removeprefix("ptx")
    header = f".version {number[:-1]}.{number[-1]}\n.target {processor}\n.address_size 64\n"
    try:
        told = subprocess.run([path, "--version"], capture_output=True, timeout=TIMEOUT, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    version = re.search(rb"release (\d+\.\d+)", told.stdout)
    if version is None or _by_program(path, processor, header.encode()) is None:
        return None
    return version[1].decode()
