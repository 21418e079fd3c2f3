"""Loads machine code and calls it: object files in memory become functions of this process.

The object files come from this backend, straight or through a verified offline model; nothing
here checks what they do. Calls go through ctypes, which releases the interpreter's lock.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm

from aoe.backends.cpu.target.host import processor_features
from aoe.backends.cpu.target.tile_permission import TILE_FEATURES, tiles_permitted
from aoe.errors import OfflineModelError

#: Exported functions and their C types: result, then arguments. See
#: `aoe.backends.cpu.codegen.plan.plan_code`, `aoe.backends.cpu.codegen.plan.thread_pool_code` and
#: `aoe.backends.cpu.codegen.plan.cache_state_code`.
_POINTER = ctypes.c_void_p
PROTOTYPES: Mapping[str, tuple[Any, ...]] = {
    "run": (None, *[_POINTER] * 6),
    "prepare": (None, *[_POINTER] * 4),
    "time_runs": (None, *[_POINTER] * 7, ctypes.c_int64),
    "profile_run": (None, *[_POINTER] * 7),
    "aoe_pool_start": (ctypes.c_int32, _POINTER),
    "aoe_pool_stop": (None, _POINTER),
    "aoe_run_in_team": (None, *[_POINTER] * 8),
    "aoe_rewrite": (None, _POINTER, _POINTER, ctypes.c_int64),
    "aoe_evict": (None, _POINTER, _POINTER, ctypes.c_int64),
}
#: The function that models of earlier versions lack: an inference on threads of an OpenMP runtime.
RUN_IN_TEAM = "aoe_run_in_team"
#: Architectures on which code for tuning can take arrays out of caches.
EVICTING = ("x86_64",)


class LinkedCode:
    """Functions of object files, loaded. Lives as long as this object.

    JITLink reserves one block of memory for all that it links. MCJIT has a block for each kind of
    section: where memory near the first is taken, as in a large process, these lie more than 2 GB
    apart, which the code cannot bridge, and MCJIT ends the process.
    """

    def __init__(self, objects: Sequence[bytes], names: Collection[str]) -> None:
        """Links object files with each other and the C library. `names`: the functions that are
        called. Raises `OfflineModelError`.
        """
        self._jit = llvm.create_lljit_compiler(_target_machine(), use_jit_link=True)
        builder = llvm.JITLibraryBuilder()
        for data in objects:
            builder.add_object_img(data)
        for name in names:
            builder.export_symbol(name)
        builder.add_current_process()
        try:
            self._library = builder.link(self._jit, "linked_code")
        except RuntimeError as error:
            raise OfflineModelError(f"the machine code cannot be loaded: {error}") from error

    def address_of(self, name: str) -> int:
        """The address of one of the functions."""
        return int(self._library[name])


class NativeCode:
    """The functions of an offline model, loaded. Lives as long as this object.

    `run(inputs, outputs, constants, packed, arena, pool)` is one inference,
    `prepare(constants, packed, arena, pool)` fills the packed constants,
    `time_runs(…as run…, nanoseconds, count)` runs `count` times and writes how long each took,
    `profile_run(…as run…, clock)` runs once and writes the time before and after each call,
    `run_in_team(fork, run_address, …as run…)` runs once on threads of an OpenMP runtime; None for a
    model of an earlier version, which lacks it,
    `rewrite(pool, address, lines)` has an array written again, `evict(…as rewrite…)` takes it out
    of all caches; None unless they were asked for, or where that cannot be done.
    """

    def __init__(self, objects: Sequence[bytes], for_tuning: bool = False) -> None:
        """Links object files with each other and the C library. `for_tuning`: whether they have
        what no offline model has, `aoe_rewrite` and `aoe_evict`. Raises `OfflineModelError`.
        """
        tiles_permitted()  # whether the code needs them or not: object files do not say
        evicting = for_tuning and host_triple().partition("-")[0] in EVICTING
        in_team = any(RUN_IN_TEAM.encode() in data for data in objects)
        present = {"aoe_rewrite": for_tuning, "aoe_evict": evicting, RUN_IN_TEAM: in_team}
        names = [name for name in PROTOTYPES if present.get(name, True)]
        self._code = LinkedCode(objects, names)
        self.run = self._function("run")
        self.run_address = self._code.address_of("run")
        self.run_in_team = self._function(RUN_IN_TEAM) if in_team else None
        self.prepare = self._function("prepare")
        self.time_runs = self._function("time_runs")
        self.profile_run = self._function("profile_run")
        self.start_pool = self._function("aoe_pool_start")
        self.stop_pool = self._function("aoe_pool_stop")
        self.rewrite = self._function("aoe_rewrite") if for_tuning else None
        self.evict = self._function("aoe_evict") if evicting else None

    def _function(self, name: str) -> Callable[..., Any]:
        return ctypes.CFUNCTYPE(*PROTOTYPES[name])(self._code.address_of(name))


def host_triple() -> str:
    """LLVM's name of this machine and system, e.g. `x86_64-unknown-linux-gnu`."""
    return str(llvm.get_process_triple())


def missing_features(triple: str, features: str) -> tuple[str, ...]:
    """What code for `triple` with LLVM's `features` ("+avx2,-sse4a,…") needs and this machine has
    not: its architecture or CPU features, sorted. Empty if the code can run here; if it uses tile
    registers, the process has the permission from then on.
    """
    architecture = triple.partition("-")[0]
    if architecture != host_triple().partition("-")[0]:
        return (architecture,)
    needed = {item for item in features.split(",") if item.startswith("+")}
    missing = {item[1:] for item in needed - set(processor_features().split(","))}
    tiles = {item[1:] for item in needed if item[1:].startswith(TILE_FEATURES)}
    if tiles and not tiles_permitted():
        missing |= tiles
    return tuple(sorted(missing))


def _target_machine() -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(jit=True)
