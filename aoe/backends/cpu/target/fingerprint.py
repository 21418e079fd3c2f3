"""The description of the machine that is stored with every measurement.

`aoe.backends.cpu.target.host` makes the `Target` that code generation uses. `benchmarks.peak`
measures the machine's peak speed.
"""

from __future__ import annotations

import contextlib
import platform
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import llvmlite.binding as llvm

from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.settings import usable_cores

#: The instruction sets that are reported, by LLVM's feature names.
_INSTRUCTION_SETS = (
    "sse4.2", "avx", "avx2", "fma", "f16c", "avx512f", "avx512vl", "avx512vnni", "avx512bf16",
    "avx512fp16", "amx-tile", "amx-bf16", "amx-int8", "avxvnni", "neon", "dotprod", "bf16",
    "i8mm", "sve", "sve2",
)  # fmt: skip
_CPUINFO = Path("/proc/cpuinfo")


def fingerprint(target: CpuTarget) -> dict[str, str]:
    """Returns the machine as text, by name: vendor, family, model, instruction sets, caches, cores.

    What the operating system does not report is "unknown".
    """
    vendor, model = processor_names()
    family = processor_family()
    enabled = set(target.features.split(","))
    return {
        "vendor": vendor,
        "family": family,
        "model": model,
        "cpu": target.model,
        "triple": target.triple,
        "isa": " ".join(name for name in _INSTRUCTION_SETS if f"+{name}" in enabled),
        "vector_bits": str(target.vector_bytes * 8),
        "l1_bytes": str(target.l1),
        "l2_bytes": str(target.l2),
        "l3_bytes": str(target.l3),
        "cores": str(usable_cores()),
        "threads": str(target.threads),
        "system": f"{platform.system()} {platform.release()}",
        "llvm": ".".join(str(part) for part in llvm.llvm_version_info),
    }


def processor_names(cpuinfo: Path = _CPUINFO) -> tuple[str, str]:
    """Returns vendor and model name, from `cpuinfo` if it has them, else from Python."""
    found = _facts(cpuinfo)
    vendor = found.get("vendor_id") or found.get("CPU implementer") or "unknown"
    model = found.get("model name") or platform.processor() or platform.machine() or "unknown"
    return vendor, model


def processor_family(cpuinfo: Path = _CPUINFO) -> str:
    """Returns the vendor's numbers of a processor.

    These are family, model and stepping on x86; architecture, part and revision on ARM.
    """
    found = _facts(cpuinfo)
    x86 = [found.get(name) for name in ("cpu family", "model", "stepping")]
    arm = [found.get(name) for name in ("CPU architecture", "CPU part", "CPU revision")]
    known = [number for number in (x86 if x86[0] else arm) if number]
    return ".".join(known) or "unknown"


@cache
def _facts(cpuinfo: Path) -> Mapping[str, str]:
    """Returns Linux's description of the first processor, by name; empty on other systems. Of a
    number that changes, such as the frequency, it has the first value.
    """
    found: dict[str, str] = {}
    with contextlib.suppress(OSError):
        for line in cpuinfo.read_text().splitlines():
            name, _, value = line.partition(":")
            found.setdefault(name.strip(), value.strip())
    return MappingProxyType(found)
