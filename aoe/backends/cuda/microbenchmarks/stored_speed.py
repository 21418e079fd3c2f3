"""The speed of a GPU, measured once and kept in a file, so that default policies are the same from
run to run.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

from aoe.atomic_file import replace_file
from aoe.backends.cuda.microbenchmarks.speed import is_plausible, measure_speed
from aoe.backends.cuda.runtime.device import Device
from aoe.backends.cuda.target.cuda_target import CudaTarget, GpuSpeed

logger = logging.getLogger(__name__)

#: The version of the measuring method. Measurements of another version are repeated.
METHOD = 2


def with_known_speed(
    target: CudaTarget, device: Device, folder: Path, facts: Mapping[str, str], renew: bool
) -> CudaTarget:
    """The target with its speed, from a file in `folder` or measured now.

    Args:
        target: The GPU.
        device: The same, opened.
        folder: Where the file is.
        facts: The GPU in words. A file of another GPU or driver does not count.
        renew: Whether to measure again. The better figure of both measurements is kept, because
            what disturbs makes a GPU slower.
    """
    path = folder / f"speed_{target.soc_version}.json"
    kept = _read(path, facts)
    if kept is not None and not renew:
        return replace(target, speed=kept)
    speed = measure_speed(target, device)
    if not is_plausible(speed):
        logger.warning("the GPU's speed could not be measured; using common figures")
        return target if kept is None else replace(target, speed=kept)
    if kept is not None:
        speed = _better(kept, speed)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        data = {"device": dict(facts), "method": METHOD, "speed": asdict(speed)}
        replace_file(path, f"{json.dumps(data, indent=1, sort_keys=True)}\n".encode())
    except OSError as error:
        logger.info("the GPU's speed is not kept in %s: %s", folder, error)
    return replace(target, speed=speed)


def _better(one: GpuSpeed, other: GpuSpeed) -> GpuSpeed:
    """The better figure of each kind."""
    first, second = asdict(one), asdict(other)
    return GpuSpeed(
        **{
            name: (min if name == "launch" else max)(value, second[name])
            for name, value in first.items()
        }
    )


def _read(path: Path, facts: Mapping[str, str]) -> GpuSpeed | None:
    """The speed in a file; `None` if there is none, or that of another GPU or method."""
    try:
        data = json.loads(path.read_bytes())
        if data["device"] != dict(facts) or data["method"] != METHOD:
            return None
        speed = GpuSpeed(**{name: float(value) for name, value in data["speed"].items()})
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return speed if is_plausible(speed) else None
