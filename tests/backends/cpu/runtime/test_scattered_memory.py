"""Machine code is loaded where free memory lies in pieces that are far apart, as in processes that
have loaded a large framework.
"""

from __future__ import annotations

import ctypes
import resource
import sys
from collections.abc import Callable

import pytest

from aoe.backends.cpu.microbenchmarks.speed import compiled, multiply_add_speed
from aoe.backends.cpu.microbenchmarks.speed_code import fork_join_ir, read_ir
from aoe.backends.cpu.microbenchmarks.timer import empty_run_seconds
from aoe.backends.cpu.target.host import host_target
from tests.faults import in_child

PAGE, FAR = 4096, 1 << 40
#: Of Linux: memory that may not be read, private, of no file, without swap space for it.
NO_ACCESS, PRIVATE = 0, 0x4022
TARGET = host_target(2)


def scatter() -> None:
    """Leaves one page of free memory near all that is loaded; the next is a terabyte away."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))  # another test may have left a limit
    system = ctypes.CDLL(None)
    system.mmap.restype = ctypes.c_void_p
    system.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    system.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    far = system.mmap(None, FAR, NO_ACCESS, PRIVATE, -1, 0)
    assert far != ctypes.c_void_p(-1).value, "no terabyte of addresses may be had"
    near = page = system.mmap(None, PAGE, NO_ACCESS, PRIVATE, -1, 0)
    while page > far:
        near, page = page, system.mmap(None, PAGE, NO_ACCESS, PRIVATE, -1, 0)
    system.munmap(near, PAGE)


@pytest.mark.skipif(sys.platform != "linux", reason="it calls mmap as Linux has it")
@pytest.mark.parametrize(
    "load",
    [
        lambda: compiled(read_ir(TARGET), TARGET),
        lambda: compiled(fork_join_ir(TARGET), TARGET),
        lambda: empty_run_seconds(TARGET),
        lambda: multiply_add_speed(TARGET),
    ],
    ids=["read", "fork_join", "timer", "multiply_add"],
)
def test_code_is_loaded_in_scattered_memory(load: Callable[[], object]) -> None:
    def loaded() -> None:
        scatter()
        load()

    in_child(loaded)
