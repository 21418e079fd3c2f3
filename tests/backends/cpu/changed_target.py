"""CPUs that differ from a given one in some facts, and in what follows from these."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed, cpu_target_from_json
from aoe.target import Target


def changed(target: Target, speed: Speed | None = None, **facts: Any) -> CpuTarget:
    """The CPU with other `facts`, by the names they have in offline models."""
    assert isinstance(target, CpuTarget)
    made = cpu_target_from_json({**target.to_json(), **facts})
    return replace(made, speed=target.speed if speed is None else speed)
