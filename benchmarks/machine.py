"""Describes the machine of a measurement: processor, cores, system, versions, date and load.

Every benchmark prints this above its table: a figure means nothing without it.
"""

from __future__ import annotations

import contextlib
import datetime
import importlib.metadata
import os
import platform
from pathlib import Path

from aoe.backends.cpu.target.host import host_target

PACKAGES = ("open-aoe", "llvmlite", "numpy", "onnx", "onnxruntime", "openvino")


def describe_machine() -> dict[str, str]:
    """Returns facts by name, in printing order, without those that the system does not tell."""
    facts = {
        "date": datetime.datetime.now().astimezone().isoformat(timespec="minutes"),
        "processor": _processor(),
        "cores": str(len(os.sched_getaffinity(0))),
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.1f} GiB",
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
        "load": " ".join(f"{value:.2f}" for value in os.getloadavg()),
        "versions": ", ".join(_versions()),
    }
    return {name: value for name, value in facts.items() if value}


def _processor() -> str:
    """Returns the model name, as Linux or else Python tells it, and LLVM's name for it."""
    names: list[str] = []
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name = names[0] if names else platform.machine()
    return f"{name} ({host_target().model})"


def _versions() -> list[str]:
    installed = {item.name: item.version for item in importlib.metadata.distributions()}
    return [f"{name} {installed[name]}" for name in PACKAGES if name in installed]
