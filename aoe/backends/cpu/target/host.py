"""The CPU this process runs on, and named feature sets to generate code for.

LLVM reports the CPU model and its instruction sets, Linux's /sys the caches, and the affinity mask
the number of usable cores. Unknown values get a modest default: a wrong cache size costs speed,
never correctness. What does not change while a process runs is read once.
`aoe.backends.cpu.target.fingerprint` describes the machine in results.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import llvmlite.binding as llvm

from aoe.backends.cpu.target.cpu_target import CpuTarget, cpu_target
from aoe.backends.cpu.target.tile_permission import TILE_FEATURES, tiles_permitted, without_tiles
from aoe.errors import UsageError
from aoe.settings import usable_cores

#: LLVM triple, CPU model and features of each named feature set. Each CPU is the first of its kind,
#: so the code runs on every later one.
PRESETS = {
    "sse": ("x86_64-unknown-linux-gnu", "nehalem", ""),
    "avx": ("x86_64-unknown-linux-gnu", "sandybridge", "+avx"),
    "avx2": ("x86_64-unknown-linux-gnu", "haswell", "+avx,+avx2,+fma,+f16c"),
    "avx512": ("x86_64-unknown-linux-gnu", "skylake-avx512", "+avx2,+fma,+f16c,+avx512f,+avx512vl"),
    "neon": ("aarch64-unknown-linux-gnu", "neoverse-n1", "+neon"),
}

#: CPU models with AMX tile registers, by LLVM's names, oldest first.
_WITH_TILES = (
    "sapphirerapids",
    "emeraldrapids",
    "graniterapids",
    "graniterapids-d",
    "diamondrapids",
)

_CACHE_DEFAULTS = {1: 32 << 10, 2: 512 << 10, 3: 8 << 20}
_CACHES = Path("/sys/devices/system/cpu/cpu0/cache")


def host_target(threads: int | None = None) -> CpuTarget:
    """Returns this machine as a target.

    If it has AMX tile registers, the process asks the system for permission to use them. Without
    permission the target has none.

    Args:
        threads: The number of threads; by default the cores of the process's affinity mask.
    """
    features = processor_features()
    if f"+{TILE_FEATURES}" in features and not tiles_permitted():
        features = without_tiles(features)
    triple = llvm.get_process_triple()
    name = cpu_name(llvm.get_host_cpu_name(), features)
    return _target(triple, name, features, threads)


@cache
def processor_features() -> str:
    """LLVM's features of this CPU: "+avx2,-sse4a,…"."""
    return str(llvm.get_host_cpu_features().flatten())


def cpu_name(name: str, features: str) -> str:
    """Corrects the name that LLVM derives from the CPU's model number.

    A virtual machine may report another model number, but the instruction sets are real. A CPU with
    AMX is at least the first server that has it.
    """
    if "+amx-tile" in features.split(",") and name not in _WITH_TILES:
        return _WITH_TILES[0]
    return name


def target_for(cpu: str, features: str | None = None, threads: int | None = None) -> CpuTarget:
    """Returns the target of a named feature set (a key of `PRESETS`), with this machine's caches.

    Args:
        cpu: The name.
        features: Replaces the preset's LLVM feature string.
        threads: The number of threads; by default as in `host_target`.

    Raises:
        UsageError: If the name is unknown.
    """
    if cpu not in PRESETS:
        raise UsageError(f"no CPU preset is named {cpu!r}; choose one of {', '.join(PRESETS)}")
    triple, model, preset_features = PRESETS[cpu]
    return _target(triple, model, preset_features if features is None else features, threads)


@cache
def cache_sizes(folder: Path = _CACHES) -> Mapping[int, int]:
    """Returns the bytes of the data caches of levels 1 to 3, as Linux describes them in `folder`.

    A level that is missing or unreadable gets a common size.
    """
    sizes = dict(_CACHE_DEFAULTS)
    for entry in sorted(folder.glob("index*")):
        try:
            level = int((entry / "level").read_text())
            kind = (entry / "type").read_text().strip()
            size = _bytes((entry / "size").read_text().strip())
        except (OSError, ValueError):
            continue
        if kind != "Instruction" and level in sizes and size > 0:
            sizes[level] = size
    return MappingProxyType(sizes)


def _target(triple: str, cpu: str, features: str, threads: int | None) -> CpuTarget:
    vector_bytes, vector_registers = register_file(triple, features)
    caches = cache_sizes()
    return cpu_target(
        triple=triple,
        cpu=cpu,
        features=features,
        vector_bytes=vector_bytes,
        vector_registers=vector_registers,
        l1=caches[1],
        l2=caches[2],
        l3=caches[3],
        threads=usable_cores() if threads is None else threads,
    )


def register_file(triple: str, features: str) -> tuple[int, int]:
    """Returns the bytes of a vector register and the number of registers. SVE counts as NEON, 16
    bytes.
    """
    if not triple.startswith("x86_64"):
        return 16, 32
    enabled = set(features.split(","))
    if {"+avx512f", "+avx512vl"} <= enabled:
        return 64, 32
    return (32, 16) if "+avx" in enabled else (16, 16)


def _bytes(text: str) -> int:
    """Parses a size such as `48K` or `32M`."""
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    return int(text[:-1]) * units[text[-1]] if text[-1:] in units else int(text)
