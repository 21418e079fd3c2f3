"""The devices that tests of generated code run on: this machine, and named feature sets it has."""

from __future__ import annotations

from collections.abc import Iterator

import llvmlite.binding as llvm
import pytest

from aoe.device import Device
from aoe.execute.cpu.host import PRESETS, device_for, host_device

#: What the first CPU of a preset has beyond the 64-bit x86 baseline.
_NEEDED = {
    "sse": ("sse4.2", "popcnt"),
    "avx2": ("avx2", "fma", "bmi2"),
    "avx512": ("avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512cd"),
}


def each(*names: str) -> list[object]:
    """Parameters for a test, by name; those this machine cannot run are skipped with a reason."""
    return [
        pytest.param(
            name, marks=pytest.mark.skipif(bool(missing), reason=f"this CPU lacks {missing}")
        )
        for name in names
        for missing in [", ".join(_missing(name))]
    ]


def named(name: str, threads: int = 2) -> Device:
    """The device of a name given to `each`: `host`, or a preset."""
    return host_device(threads) if name == "host" else device_for(name, threads=threads)


def _missing(name: str) -> Iterator[str]:
    if name == "host":
        return
    if PRESETS[name][0].split("-")[0] != llvm.get_process_triple().split("-")[0]:
        yield PRESETS[name][0]
        return
    present = llvm.get_host_cpu_features()
    yield from (feature for feature in _NEEDED[name] if not present.get(feature))
