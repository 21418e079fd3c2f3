"""PyTorch's OpenMP runtime, on whose threads graphs are computed on a CPU
(`aoe.backends.cpu.codegen.plan.team_code`).

Its threads are those of the process that used it first. A child made by `fork` has none of them,
but GCC's runtime waits for them there. Nothing tells whether the parent had used it, so a child has
threads of open-aoe instead.
"""

from __future__ import annotations

import ctypes
import os
from functools import cache
from pathlib import Path

import torch

_PROCESS = os.getpid()
#: The kernel's mark of a process that was forked and has not begun another program since
#: (`PF_FORKNOEXEC` of Linux), and its place in /proc/self/stat behind the program's name.
_FORKED, _FLAGS_PLACE = 0x40, 6


def openmp_fork() -> int:
    """The address of `GOMP_parallel` of PyTorch's OpenMP runtime; 0 where there is none, and in a
    child that was forked, before or after this was imported. GCC's, LLVM's and Intel's runtimes
    have it.
    """
    return _address() if os.getpid() == _PROCESS else 0


@cache
def _address() -> int:
    if was_forked():  # before this was imported
        return 0
    library = Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"
    try:
        # A symbol is also looked for in what the library depends on, as its own calls are.
        function = ctypes.CDLL(str(library), mode=os.RTLD_NOLOAD | os.RTLD_LAZY).GOMP_parallel
    except (OSError, AttributeError):
        return 0
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def was_forked() -> bool:
    """Whether this process has memory of the one that forked it; also where nobody knows."""
    try:
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        return bool(int(fields[_FLAGS_PLACE]) & _FORKED)
    except (OSError, ValueError, IndexError):
        return True
