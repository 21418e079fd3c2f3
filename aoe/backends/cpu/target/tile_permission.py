"""Linux's permission to use the tile registers of Intel's AMX, whose state is so large that a
process must ask before its threads may have it.

Once it is given, all threads have it, those begun earlier too, and so have forked children. Asked
for before any code is loaded that needs it (`aoe.backends.cpu.runtime.native`), and before a
machine is said to have the instructions (`aoe.backends.cpu.target.host`).
"""

from __future__ import annotations

import ctypes
import platform
import sys

#: The system call arch_prctl of x86-64, its request for a feature's state, and AMX's tile data.
_ARCH_PRCTL, _REQUEST_PERMISSION, _TILE_DATA = 158, 0x1023, 18
#: LLVM's features whose instructions need tile registers all begin so.
TILE_FEATURES = "amx-"


def tiles_permitted() -> bool:
    """Asks for the permission; whether the process has it now. Asking again changes nothing."""
    if not sys.platform.startswith("linux") or platform.machine() != "x86_64":
        return False
    arch_prctl = ctypes.CDLL(None).syscall
    arch_prctl.restype = ctypes.c_long
    numbers = (_ARCH_PRCTL, _REQUEST_PERMISSION, _TILE_DATA)
    return bool(arch_prctl(*map(ctypes.c_long, numbers)) == 0)


def without_tiles(features: str) -> str:
    """LLVM's features ("+avx2,+amx-tile,…") with those disabled that need tile registers."""
    names = features.split(",")
    return ",".join(f"-{n[1:]}" if n[1:].startswith(TILE_FEATURES) else n for n in names)
