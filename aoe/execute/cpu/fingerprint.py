"""What machine a measurement comes from, as text that goes beside every figure that is kept.

The `Device` itself, which code generation works with, is made in `aoe.execute.cpu.host`; the
machine's peak speed is measured by `benchmarks.peak`.
"""

from __future__ import annotations

import platform
from pathlib import Path

import llvmlite.binding as llvm

from aoe.device import Device
from aoe.execute.cpu.host import available_threads

#: The instruction sets worth naming, by LLVM's feature names.
_INSTRUCTION_SETS = (
    "sse4.2", "avx", "avx2", "fma", "f16c", "avx512f", "avx512vl", "avx512vnni", "avx512bf16",
    "avx512fp16", "amx-tile", "amx-bf16", "amx-int8", "avxvnni", "neon", "dotprod", "bf16",
    "i8mm", "sve", "sve2",
)  # fmt: skip
_CPUINFO = Path("/proc/cpuinfo")


def fingerprint(device: Device) -> dict[str, str]:
    """The machine in words, by name: vendor, model, instruction sets, caches in bytes, cores.

    What the operating system does not tell is given as "unknown".
    """
    vendor, model = processor_names()
    enabled = set(device.features.split(","))
    return {
        "vendor": vendor,
        "model": model,
        "cpu": device.cpu,
        "triple": device.triple,
        "isa": " ".join(name for name in _INSTRUCTION_SETS if f"+{name}" in enabled),
        "vector_bits": str(device.vector_bytes * 8),
        "l1_bytes": str(device.l1),
        "l2_bytes": str(device.l2),
        "l3_bytes": str(device.l3),
        "cores": str(available_threads()),
        "threads": str(device.threads),
        "system": f"{platform.system()} {platform.release()}",
        "llvm": ".".join(str(part) for part in llvm.llvm_version_info),
    }


def processor_names(cpuinfo: Path = _CPUINFO) -> tuple[str, str]:
    """Vendor and model name as Linux tells them in `cpuinfo`, else what Python knows."""
    found: dict[str, str] = {}
    try:
        for line in cpuinfo.read_text().splitlines():
            name, _, value = line.partition(":")
            found.setdefault(name.strip(), value.strip())
    except OSError:
        pass
    vendor = found.get("vendor_id") or found.get("CPU implementer") or "unknown"
    model = found.get("model name") or platform.processor() or platform.machine() or "unknown"
    return vendor, model
